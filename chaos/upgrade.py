"""
An upgrade under load: `script/upgrade_drill [--before COMMIT] [--operations N] [--seed N]`.

An office of the former program works under the runner's crews. The new program's migrations are
carried out meanwhile by the tables' owner, each killed at every statement and taken up again; then
the web nodes, the worker and the beat are changed one by one. At the end the books are the model's,
nothing acknowledged is lost, and the new program's `verify` finds them intact.
"""

import argparse
import os
import shutil
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from chaos import faults
from chaos.acts import event, table
from chaos.acts import office as books
from chaos.office import NODES, Office
from chaos.run import ACTS, Options, Run
from script.children import Unable
from script.office import TOP, VAR

# Git's tags are not kept where this was written: the last state that was given to operators, of
# the night to 26 November 2026. One of the evening before (1b70f183) is red for good: its web nodes
# had prepared `SELECT u.*` of staff_user, to which 0010_whose_a_sign_in_is adds a column.
BEFORE = "28541b91"
# Begun once all is of the new program: the former one answers a repeated reversal with the document
# that is reversed, knows no name for an account that a migration opens, and has no address at which
# a second person is asked for a table's spending; its commands are not begun on tables of a later
# program.
LATER = {books.take_back, event.read, table.import_hands, table.spend}


@dataclass(kw_only=True)
class Upgrade(Options):
    """A run whose only fault is the change of the program."""

    laid: bool = False
    operations: int = 1_500
    after: int = 300  # operations before and between the steps
    every: int = 1  # a migration dies at each so many statements


class Drill(Run):
    """The crews work as ever; in place of faults the steps of the upgrade come."""

    options: Upgrade

    def work(self, office: Office, chosen: list[faults.Fault]) -> None:
        """Migrate and change the nodes while the crews work, then compare."""
        self.acts = {act: weight for act, weight in ACTS.items() if act not in LATER}
        threads = [threading.Thread(target=self.crew, args=[crew]) for crew in self.crews]
        for thread in threads:
            thread.start()
        try:
            self.wait(self.options.after)
            self.checkpoint(office)
            self.migrate(office)
            if self.watch.wrong:
                return
            self.wait(self.options.after)
            office.run("manage.py", "collectstatic", "--noinput", "--verbosity=0", code=TOP)
            for name in (*NODES, "worker", "beat"):
                self.change(office, name)
            office.code, self.acts = TOP, ACTS
            self.wait(max(self.options.operations - self.history.operations, 0))
            self.checkpoint(office)
        finally:
            self.over.set()
            for thread in threads:
                thread.join()

    def wait(self, operations: int) -> None:
        """Let the crews do so much."""
        until = self.history.operations + operations
        while self.history.operations < until and not self.watch.wrong:
            time.sleep(0.1)

    def migrate(self, office: Office) -> None:
        """Migrate under load, killed at every statement and taken up again."""
        busy = self.watch.answers["409"]
        command = [sys.executable, "-m", "chaos.dying", str(self.options.every)]
        environment = office.environment(role="casino_owner")
        done = subprocess.run(
            command, cwd=TOP, env=environment, capture_output=True, text=True, check=False
        )
        print(f"  migrated, meanwhile {self.watch.answers['409'] - busy} times 409:")
        said = {line.partition(":")[0]: line for line in done.stdout.splitlines()}
        print("".join(f"    {line}\n" for line in said.values()), end="", flush=True)
        try:
            if done.returncode:
                raise Unable(done.stderr)
            office.run("manage.py", "migrate", "--check", role="casino_owner", code=TOP)
            office.run("manage.py", "guards", code=TOP)
        except Unable as error:
            self.watch.say(f"The migration: {error}")

    def change(self, office: Office, name: str) -> None:
        """Let a part of the office be of the new program, in order."""
        self.watch.disturbed_until = float("inf")  # who had asked the node that goes asks again
        office.codes[name] = TOP
        part = office.parts[name]
        part.held = True
        part.start()
        part.held = False
        office.wait_for_servers()
        self.watch.disturbed_until = time.monotonic() + faults.GRACE_SECONDS
        print(f"  {name} is of the new program", flush=True)
        self.wait(self.options.after // 4)


def export(commit: str, code: Path) -> None:
    """Lay the tree of a commit into a folder, with the runner beside it."""
    packed = subprocess.run(
        ["git", "-C", str(TOP), "archive", commit], capture_output=True, check=False
    )
    if packed.returncode:
        raise Unable(f"There is no commit {commit} here: {packed.stderr.decode().strip()}")
    code.mkdir(parents=True)
    subprocess.run(["tar", "-x", "-C", code], input=packed.stdout, check=True)
    shutil.copytree(TOP / "chaos", code / "chaos", dirs_exist_ok=True)
    for compiled in TOP.glob("locale/*/LC_MESSAGES/django.mo"):
        shutil.copy(compiled, code / compiled.relative_to(TOP))


def parser() -> argparse.ArgumentParser:
    """Return what may be said."""
    p = argparse.ArgumentParser(prog="script/upgrade_drill", description=__doc__)
    p.add_argument("--before", default=BEFORE, help="the commit of the former program")
    p.add_argument("--operations", type=int, default=1_500)
    p.add_argument("--seed", type=int, default=int(time.time()))
    p.add_argument("--crews", type=int, default=4)
    p.add_argument("--every", type=int, default=1, help="a death at each so many statements")
    p.add_argument("--folder", type=Path, default=VAR / "upgrade")
    return p


def main(*words: str) -> int:
    """Return the exit status: 0 where nothing was wrong."""
    said = vars(parser().parse_args(words))
    before, folder = said.pop("before"), said["folder"]
    shutil.rmtree(folder, ignore_errors=True)
    export(before, folder / "before")
    print(f"From {before} ({os.fspath(folder / 'before')}) to this program.")
    options = Upgrade(**said | {"folder": folder / "office", "code": folder / "before"})
    watch = Drill(options).main()
    return 1 if watch.wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except (Unable, OSError) as error:
        sys.exit(str(error))
