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
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from script.children import Command, Unable, telling
from script.environment import told
from script.office import MANAGE, TOP, VAR

BIN = Path(sys.executable).parent
FONT = "fonts-noto-core"
# The shell is Chromium without windows; it draws the same and takes a third less time.
BROWSERS = ["chromium-headless-shell", "chromium"]
# Proxies that read our examples: unpacked, for once installed they would take the machine's ports.
PROXIES = ["caddy", "nginx"]
UNPACKED = VAR / "programs"
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
LAST_LINE = re.compile(r"=+ .* in [\d.]+s")
CHECKS: dict[str, Command] = {
    "ruff check": [BIN / "ruff", "check", "."],
    "ruff format": [BIN / "ruff", "format", "--check", "."],
    "import contracts": [BIN / "lint-imports"],
    "types": [BIN / "mypy"],
    "migrations complete": [*QUIET_MANAGE, "makemigrations", "--check", "--dry-run"],
    "deployment": [*MANAGE, "check", "--deploy", "--fail-level", "WARNING"],
}
PREPARING: Command = [sys.executable, "-m", "tests.prepared"]
# One more than there are cores: while one waits for a browser or a server the others work.
WORKERS = str((os.cpu_count() or 1) + 1)
RULES: dict[str, Command] = {
    "pure rules, without Django": [*PYTEST, "tests/unit", "-p", "no:django", "-n", "0"],
}
THE_REST: dict[str, Command] = {
    "everything else": [*PYTEST, "--ignore=tests/unit", "-n", WORKERS, *SLOWEST],
}


def main(*arguments: str) -> int:
    """Return the exit status: 0 when all is well."""
    os.chdir(TOP)
    try:
        install_programs()
    except Unable as error:
        if not arguments:
            raise
        print(told(error), flush=True)  # what was asked for may do without them
    unpack_proxies()
    if arguments:
        return subprocess.run([*PYTEST, *arguments], check=False).returncode
    # The checks and the rules need no server: they run while the rest's is made, and beside it.
    with subprocess.Popen(PREPARING), ThreadPoolExecutor(1) as beside:
        quick = beside.submit(run, CHECKS | RULES, aloud=False)
        steps = run(THE_REST, aloud=True) + quick.result()
    failed = [step.name for step in steps if not step.went_well]
    print(f"Not well: {', '.join(failed)}" if failed else "All checks and tests are well.")
    print(
        f"{counted(steps, 'passed')} passed, {counted(steps, 'failed', 'error')} failed", flush=True
    )
    return 1 if failed else 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """What was run, and what it said."""

    name: str
    went_well: bool
    said: str


def run(commands: dict[str, Command], *, aloud: bool) -> list[Step]:
    """Run one after the other; print what each says as it says it, or when it is done."""
    return [step(name, command, aloud=aloud) for name, command in commands.items()]


def step(name: str, command: Command, *, aloud: bool) -> Step:
    """Run one step; print its output and its time."""
    began, said = time.monotonic(), [f"--- {name}\n"]
    environment = {**os.environ, **PRODUCTION} if name == "deployment" else None
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line)
            if aloud:
                print(line, end="", flush=True)
    took, end = time.monotonic() - began, "FAILED" if process.returncode else "ok"
    said.append(f"--- {name}: {end}, {took:.1f} s\n")
    print(said[-1] if aloud else "".join(said), end="", flush=True)
    return Step(name=name, went_well=not process.returncode, said="".join(said))


def counted(steps: list[Step], *words: str) -> int:
    """Return the sum of what the closing lines of pytest say."""
    closing = [line for each in steps for line in each.said.splitlines() if LAST_LINE.match(line)]
    return sum(int(n) for n in re.findall(rf"(\d+) (?:{'|'.join(words)})", " ".join(closing)))


def install_programs() -> None:
    """Install what is missing of Debian's packages: a browser, its fonts, hledger, PgBouncer."""
    if not (wanted := missing()):
        return
    names = " ".join(wanted)
    if not shutil.which("apt-get"):
        raise Unable(f"The tests need {names}, as Debian calls them: install them, start again.")
    root = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
    print(f"Installing {names} from Debian's packages ...", flush=True)
    get = [*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet", "--yes"]
    for command in (["update"], ["install", "--no-install-recommends", *wanted]):
        if failure := why_it_failed([*get, *command]):
            raise Unable(
                f"Could not install {names}, which tests need ({failure}): run `apt-get install "
                f"{names}` as root, then start again."
            )


def unpack_proxies() -> None:
    """Let the tests find both; where Debian's packages are not to be had, they skip them."""
    os.environ["PATH"] += f":{UNPACKED}/usr/bin:{UNPACKED}/usr/sbin"
    wanted = [name for name in PROXIES if not shutil.which(name)]
    if not wanted or not shutil.which("apt-get"):
        return
    UNPACKED.mkdir(parents=True, exist_ok=True)
    fetch = ["apt-get", "--quiet", "download", *wanted]
    subprocess.run(fetch, cwd=UNPACKED, capture_output=True, check=False)
    for package in UNPACKED.glob("*.deb"):
        subprocess.run(["dpkg-deb", "--extract", package, UNPACKED], check=False)
        package.unlink()


def missing() -> list[str]:
    """Return which of Debian's packages that tests need are missing."""
    found = {
        BROWSERS[0]: any(map(shutil.which, BROWSERS)),
        "hledger": bool(shutil.which("hledger")),
        "pgbouncer": bool(shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")),
        FONT: font_is_there(),
    }
    return [name for name, is_there in found.items() if not is_there]


def why_it_failed(command: list[str]) -> str:
    """Run an installer quietly; return its last line where it fails, otherwise nothing."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        return str(error)
    return telling(done.stderr) if done.returncode else ""


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
        sys.exit(told(error))
