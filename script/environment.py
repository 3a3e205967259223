"""
Make the virtual environment from a lock file where it is missing or old, then run in it.

Usage: python script/environment.py LOCK MODULE [ARGUMENTS]. Needs the standard library alone.
"""

import hashlib
import os
import signal
import subprocess
import sys
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


def main(lock: str, module: str, *arguments: str) -> None:
    """Run `module` in an environment that holds what `lock` names."""
    signal.signal(signal.SIGTERM, lambda signum, _frame: sys.exit(128 + signum))
    if digest(lock) not in installed():
        install(lock)
    compile_messages()
    os.execv(PYTHON, [str(PYTHON), "-m", module, *arguments])


def installed() -> list[str]:
    """Return the digests of the lock files that the environment was made from."""
    return STAMP.read_text().split() if STAMP.exists() and PYTHON.exists() else []


def digest(lock: str) -> str:
    """Return the digest of a lock file together with the interpreter it is used with."""
    content = (TOP / lock).read_bytes() + str(sys.version_info[:2]).encode()
    return hashlib.sha256(content).hexdigest()


def install(lock: str) -> None:
    """Install exactly what `lock` names, every file checked against its hash."""
    print(f"Installing the packages of {lock} into .venv (a minute the first time) ...", flush=True)
    os.umask(0o022)  # PostgreSQL's own account must be able to read its program
    step("make the virtual environment", sys.executable, "-m", "venv", "--clear", str(VENV))
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    exact = ["--no-deps", "--require-hashes", "--requirement", str(TOP / lock)]
    step("install the packages (is their index within reach?)", *pip, *exact)
    STAMP.write_text("\n".join(map(digest, CONTENTS[lock])))


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
        sys.exit(f"Could not {aim}: {said[-1]}")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        sys.exit(f"Could not make the virtual environment: {error}")
