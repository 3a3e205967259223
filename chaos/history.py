"""
What was asked and what was answered: one line each, in a file that outlives the runner.

An intent says beforehand, under its key, what it will move in the books. So a run that ended in any
way goes on: what was acknowledged is booked again in a fresh model, what was not is sent once more
under its own key.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

from chaos.books import hands_of

Row = dict[str, Any]
COMMAND = "a command"  # in place of a path: it has no key in the ledger
REFUND_ALL = "refund-all/"  # each entry has a key of its own, made of this one


class History:
    """The file, and what it comes to."""

    def __init__(self, path: Path) -> None:
        self.path, self.lock = path, Lock()
        self.acknowledged: set[str] = set()
        self.refused: set[str] = set()
        self.commands: set[str] = set()
        self.operations = 0  # a file of hands is one
        self.hands = 0  # of all files
        self.open: dict[str, Row] = {}
        for row in self.rows():
            self.note(row)
        self.file = path.open("a")
        if path.stat().st_size and not path.read_bytes().endswith(b"\n"):
            self.file.write("\n")  # the last line was torn; it was never acted upon

    def rows(self) -> Iterator[Row]:
        """Yield the whole lines; one may be torn where a run ended."""
        if not self.path.exists():
            return
        with self.path.open() as lines:
            for line in lines:
                with suppress(ValueError):
                    yield json.loads(line)

    def note(self, row: Row) -> None:
        """Count a line."""
        key = row["key"]
        if "status" not in row:
            self.open[key] = row
            if row["path"] == COMMAND or row["path"].endswith(REFUND_ALL):
                self.commands.add(key)
            return
        asked, done = self.open.pop(key, {"moves": []}), row["status"] < 300
        self.operations += 1
        self.hands += hands_of(asked["moves"]) if done else 0
        (self.acknowledged if done else self.refused).add(key)

    def write(self, **row: Any) -> None:
        """Keep a line; it is with the kernel before anything goes on."""
        with self.lock:
            self.file.write(f"{json.dumps(row)}\n")
            self.file.flush()
            self.note(row)

    def last_body(self, path: str) -> Row:
        """Return what was last sent to a path."""
        found: Row = [row["body"] for row in self.rows() if row.get("path") == path][-1]
        return found

    def close(self) -> None:
        """End with the file."""
        self.file.close()

    def moves(self) -> Iterator[list[tuple[str, int]]]:
        """Yield what the acknowledged intents of the file moved."""
        for row in self.rows():
            if "status" not in row and row["key"] in self.acknowledged:
                yield row["moves"]
