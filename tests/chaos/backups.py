"""`script/backup` as an operator runs it, beside a server of tests.chaos.harness."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from script.children import PATIENCE_SECONDS
from script.servers import postgres, postgres_url
from script.store import Store
from tests.chaos.harness import Chaos
from tests.database import TOP
from tests.waiting import until

Result = subprocess.CompletedProcess[str]


class Backups:
    """`script/backup` beside the durable server of a Chaos."""

    def __init__(self, chaos: Chaos, folder: Path) -> None:
        self.chaos, self.folder = chaos, folder
        self.store = Store(folder / "backups")
        server = chaos.home / "postgres"
        self.environment = {
            **os.environ,
            "DATABASE_URL": postgres_url(server, role="casino_app", database="casino"),
            "BACKUP_URL": postgres_url(server),
            "BACKUP_DIR": str(self.store.folder),
            "BACKUP_SECOND": "",
            "ANCHOR_DIR": str(chaos.logs / "anchors"),
            "STATE_DIR": str(chaos.logs),
        }

    def run(self, *command: str, **more: str) -> Result:
        return subprocess.run(
            self._command(*command),
            cwd=TOP,
            env={**self.environment, **more},
            capture_output=True,
            text=True,
            check=False,
        )

    def well(self, *command: str, **more: str) -> str:
        done = self.run(*command, **more)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @contextmanager
    def served(self, **more: str) -> Iterator[subprocess.Popen[bytes]]:
        """Run `script/backup serve` with its own first backup taken, until the end."""
        process = subprocess.Popen(
            self._command("serve"), cwd=TOP, env={**self.environment, **more}
        )
        try:
            until(lambda: bool(self.store.last_good("backups")))
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE_SECONDS)

    def sell(self, count: int) -> None:
        """Let the writers sell, until so many more sales are acknowledged."""
        writers = self.chaos.writers(seed=count, lives=1_000_000)
        try:
            self.chaos.wait_for_acks(count)
        finally:
            os.killpg(writers.pid, signal.SIGKILL)
            writers.wait()

    @contextmanager
    def restored(self, *words: str, waits: bool = False, **more: str) -> Iterator[Chaos]:
        """Restore beside and run a server on it; waits: its commits, for whom it is told to."""
        home = self.folder / f"restored-{time.monotonic_ns()}"
        self.well("restore", "--to", str(home / "postgres" / "data"), *words, **more)
        back = Chaos(home=home, logs=self.chaos.logs)
        with postgres(home / "postgres", durable=True, waits=waits):
            yield back

    def _command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "script.backup", *words]
