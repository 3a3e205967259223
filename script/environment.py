"""
Make the virtual environment from a lock file where it is missing or old, then run in it.

Usage: python script/environment.py LOCK MODULE [ARGUMENTS]. Needs the standard library alone.
"""

import errno
import fcntl
import hashlib
import os
import pwd
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
VENV = TOP / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "installed"
# The larger set holds the smaller one: an environment for tests serves the office, too.
CONTENTS = {
    "requirements.txt": ["requirements.txt"],
    "requirements-dev.txt": ["requirements.txt", "requirements-dev.txt"],
}
# With less, PostgreSQL has no room for its next files: whatever failed, failed for that.
FEW_MB = 50
# Who met a full disk may have cleared away what did not fit: less than this may be that disk.
SOME_MB = 1000
# What the office writes, and where the environment lets it write besides.
PLACES = [TOP, TOP / "var"]
NAMED = ("BACKUP_DIR", "BACKUP_SECOND", "ANCHOR_DIR", "STATE_DIR")
NO_SPACE = os.strerror(errno.ENOSPC)
LET_IN = "let it write there, name another folder, or run this as root."
MAKE_SPACE = "make space there and start again."


def main(lock: str, module: str, *arguments: str) -> None:
    """Run `module` in an environment that holds what `lock` names."""
    signal.signal(signal.SIGTERM, lambda signum, _frame: sys.exit(128 + signum))
    (TOP / "var").mkdir(exist_ok=True)
    with (TOP / "var" / "environment.lock").open("w") as ours:
        fcntl.flock(ours, fcntl.LOCK_EX)  # two first starts at once: the second one waits
        if digest(lock) not in installed():
            install(lock)
        compile_messages()
    os.execv(PYTHON, [str(PYTHON), "-m", module, *arguments])


def installed() -> list[str]:
    """Return the digests of the lock files that the environment was made from."""
    return STAMP.read_text().split() if STAMP.exists() and PYTHON.exists() else []


def digest(lock: str) -> str:
    """Return the digest of a lock file together with the interpreter it is used with."""
    content = (TOP / lock).read_bytes() + f"{sys.version_info[:2]} {sys.base_prefix}".encode()
    return hashlib.sha256(content).hexdigest()


def install(lock: str) -> None:
    """
    Install exactly what `lock` names, every file checked against its hash.

    The office may run from the former environment: that one stays until the new one is whole.
    """
    print(f"Installing the packages of {lock} into .venv, once ...", flush=True)
    os.umask(0o022)  # PostgreSQL's own account must be able to read its program
    target = VENV.resolve()
    new, former = (target.with_name(f"{target.name}.{end}") for end in ("new", "old"))
    try:
        step("make the virtual environment", sys.executable, "-m", "venv", "--clear", str(new))
        fetch(TOP / lock, new / "bin" / "python")
        name_in_scripts(new, target)
        (new / STAMP.name).write_text("\n".join(map(digest, CONTENTS[lock])))
        shutil.rmtree(former, ignore_errors=True)
        if target.exists():
            target.rename(former)
        new.rename(target)
    finally:
        if former.exists() and not target.exists():
            former.rename(target)
        shutil.rmtree(new, ignore_errors=True)
    shutil.rmtree(former, ignore_errors=True)


def name_in_scripts(folder: Path, final: Path) -> None:
    """Let the scripts of an environment, which hold its whole path, say the one it will have."""
    scripts = [path for path in (folder / "bin").iterdir() if path.is_file()]
    for path in [folder / "pyvenv.cfg", *scripts]:
        content = path.read_bytes()
        if not path.is_symlink() and b"\0" not in content:  # a program keeps its bytes
            path.write_bytes(content.replace(bytes(folder), bytes(final)))


def fetch(lock: Path, python: Path) -> None:
    """Let pip fetch and install what `lock` names; show how far it is."""
    total = len(re.findall(r"^[A-Za-z]", lock.read_text(), re.MULTILINE))
    pip = [str(python), "-m", "pip", "install", "--disable-pip-version-check", "--no-compile"]
    exact = ["--no-deps", "--require-hashes", "--requirement", str(lock)]
    said, done = "it says nothing", 0
    with subprocess.Popen(
        pip + exact, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith(("Collecting ", "Processing ", "Ignoring ")):
                done += 1
                show(f"{done} of {total} packages")
            elif line.startswith("Installing "):
                show(f"{done} of {total} packages, unpacking ...", last=True)
            elif line.startswith("ERROR: "):
                said = line.strip()
    if process.returncode:
        hint = "" if NO_SPACE in said else " (is their index within reach?)"
        sys.exit(told(f"Could not install the packages{hint}: {said}"))


def show(progress: str, *, last: bool = False) -> None:
    """Show how far it is: at a terminal in one line that grows; in a log the end."""
    if sys.stdout.isatty():
        print(f"\r  {progress}", end="\n" if last else "", flush=True)
    elif last:
        print(f"  {progress}", flush=True)


def compile_messages() -> None:
    """Compile the catalogues of the languages that changed."""
    catalogues = (TOP / "locale").glob("*/LC_MESSAGES/django.po")
    if changed := [str(each) for each in catalogues if not is_compiled(each)]:
        compiler = str(TOP / "script" / "catalogues.py")
        step("compile the translations", str(PYTHON), compiler, *changed)


def is_compiled(catalogue: Path) -> bool:
    """Return whether the program reads this catalogue as it stands."""
    compiled = catalogue.with_suffix(".mo")
    return compiled.exists() and compiled.stat().st_mtime >= catalogue.stat().st_mtime


def step(aim: str, *command: str) -> None:
    """Run a command quietly; where it fails, say so with its last line and leave."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or ["it says nothing"]
        sys.exit(told(f"Could not {aim}: {said[-1]}"))


def told(failure: object) -> str:
    """Return the sentence about a failure; where a disk is full it says which, and what to do."""
    said = str(failure)
    if isinstance(failure, PermissionError) and failure.filename:
        said = f"{failure.filename} is closed to the account {account_name()}: {LET_IN}"
    few = SOME_MB if NO_SPACE in said else FEW_MB
    disk = (
        fullest(map(Path, re.findall(r"/[^\s:;,'\"()]+", said)), few) if NO_SPACE in said else None
    )
    named = [os.environ.get("TMPDIR") or "/tmp", *filter(None, map(os.environ.get, NAMED))]  # noqa: S108
    disk = disk or fullest([*PLACES, *map(Path, named)], few)
    if said.endswith(MAKE_SPACE) or disk is None:
        return said
    return f"{said.rstrip('.')}; the disk of {disk} has {free_mb(disk)} MB free: {MAKE_SPACE}"


def account_name() -> str:
    """Return the account of the operating system that we run under, a number where it has none."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())


def fullest(paths: Iterable[Path], few_mb: int) -> Path | None:
    """Return the folder on the fullest disk, None where each has more than so few megabytes."""
    folders = [next(each for each in (path, *path.parents) if each.is_dir()) for path in paths]
    found = min(folders, key=free_mb, default=None)
    return found if found and free_mb(found) < few_mb else None


def free_mb(folder: Path) -> int:
    return shutil.disk_usage(folder).free // 1_000_000


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        sys.exit(told(f"Could not make the virtual environment: {error}"))
