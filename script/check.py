"""
Run every check, then every test; started by script/test.

With arguments it runs pytest alone with them. The last line counts the tests of all runs.
"""

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from script.children import Command, Unable
from script.office import MANAGE, TOP

BIN = Path(sys.executable).parent
FONT = "fonts-noto-core"
# The shell is Chromium without windows; it draws the same and takes a third less time.
BROWSERS = ["chromium-headless-shell", "chromium"]
PROGRAMS = [BROWSERS[0], "hledger"]
WANTED = ", ".join([*PROGRAMS, FONT])
# A production that opens no connection: these checks only read settings and models.
PRODUCTION = {
    "DEBUG": "0",
    "HTTPS": "1",
    "ALLOWED_HOSTS": "casino.example",
    "SECRET_KEY": "checked-for-length-and-variety-0123456789-abcdefghijklmnopqrstuvwxyz",
}
# Without a server makemigrations warns that it cannot compare; what it checks needs none.
QUIET_MANAGE = [MANAGE[0], "-W", "ignore::RuntimeWarning", *MANAGE[1:]]
SLOWEST = ["--durations=25", "--durations-min=5"]
PYTEST = [sys.executable, "-m", "pytest"]
CHECKS: dict[str, Command] = {
    "ruff check": [BIN / "ruff", "check", "."],
    "ruff format": [BIN / "ruff", "format", "--check", "."],
    "import contracts": [BIN / "lint-imports"],
    "types": [BIN / "mypy"],
    "migrations complete": [*QUIET_MANAGE, "makemigrations", "--check", "--dry-run"],
    "deployment": [*MANAGE, "check", "--deploy", "--fail-level", "WARNING"],
}
# Half a minute of one core, which most checks leave idle.
PREPARING: Command = [sys.executable, "-m", "tests.prepared"]
# Three on two cores: while one waits for a browser or a server the others work.
TESTS: dict[str, Command] = {
    "pure rules, without Django": [*PYTEST, "tests/unit", "-p", "no:django", "-n", "2"],
    "everything else": [*PYTEST, "--ignore=tests/unit", "-n", "3", "--dist", "worksteal", *SLOWEST],
}


def main(*arguments: str) -> int:
    """Return the exit status: 0 when all is well."""
    os.chdir(TOP)
    install_programs()
    if arguments:
        return subprocess.run([*PYTEST, *arguments], check=False).returncode
    with subprocess.Popen(PREPARING):
        failed = [name for name, command in CHECKS.items() if not step(name, command)]
    counts = {"passed": 0, "failed": 0}
    for name, command in TESTS.items():
        if not step(name, command, counts):
            failed.append(name)
    print(f"Not well: {', '.join(failed)}" if failed else "All checks and tests are well.")
    print(f"{counts['passed']} passed, {counts['failed']} failed", flush=True)
    return 1 if failed else 0


def step(name: str, command: Command, counts: dict[str, int] | None = None) -> bool:
    """Run one step with its output and its time; count its tests; return whether it went well."""
    print(f"--- {name}", flush=True)
    began = time.monotonic()
    environment = {**os.environ, **PRODUCTION} if name == "deployment" else None
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            if counts is not None and re.search(r"^=+ .* in [\d.]+s", line):
                count(line, counts)
    took = time.monotonic() - began
    print(f"--- {name}: {'ok' if not process.returncode else 'FAILED'}, {took:.1f} s", flush=True)
    return not process.returncode


def count(closing_line: str, counts: dict[str, int]) -> None:
    """Add what pytest's closing line says."""
    for number, word in re.findall(r"(\d+) (passed|failed|error)", closing_line):
        counts["passed" if word == "passed" else "failed"] += int(number)


def install_programs() -> None:
    """Install Chromium, fonts and hledger from Debian's packages where they are missing."""
    if any(map(shutil.which, BROWSERS)) and shutil.which("hledger") and font_is_there():
        return
    if not shutil.which("apt-get"):
        raise Unable(f"The tests need these programs: please install {WANTED}.")
    root = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
    print(f"Installing {WANTED} from Debian's packages ...", flush=True)
    get = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet", "--yes"]
    quietly(*get, "update")
    quietly(*get, "install", "--no-install-recommends", *PROGRAMS, FONT)


def quietly(*command: str) -> None:
    """Run an installer; raise Unable with its last line where it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        failure = done.stderr.strip().splitlines()[-1:] if done.returncode else []
    except OSError as error:
        failure = [str(error)]
    if failure:
        raise Unable(f"Could not install {WANTED}, which tests need: {failure[0]}")


def font_is_there() -> bool:
    """Return whether Debian's package of the font is installed."""
    query = ["dpkg-query", "--show", "--showformat=${db:Status-Status}", FONT]
    try:
        answer = subprocess.run(query, capture_output=True, text=True, check=False)
    except OSError:
        return True  # not a Debian: trust the one who installed Chromium
    return answer.stdout == "installed"


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except Unable as error:
        sys.exit(str(error))
