"""Variables as the scripts read them; one that cannot be ends the script with a sentence."""

import os
import sys
from pathlib import Path
from typing import NoReturn

MOST = 36_500  # days of a century: such a span can still be taken from now
DIGITS = len(str(MOST))


def switch(name: str, *, usual: bool = False) -> bool:
    """Return whether a variable is 1; it may be 0, or empty for what is usual."""
    said = os.environ.get(name) or str(int(usual))
    if said not in {"0", "1"}:
        _end(name, "give 1 or 0.")
    return said == "1"


def whole(name: str, usual: int) -> int:
    """Return the number that a variable is, from 1 to MOST; empty for what is usual."""
    said = os.environ.get(name) or str(usual)
    if not (said.isascii() and said.isdigit() and len(said) <= DIGITS and 1 <= int(said) <= MOST):
        _end(name, f"give a whole number from 1 to {MOST}.")
    return int(said)


def place(name: str) -> Path | None:
    """Return the folder that a variable is, which may still have to be made; empty for none."""
    said = os.environ.get(name)
    if not said:
        return None
    path = Path(said).absolute()
    if not next(each for each in (path, *path.parents) if each.exists()).is_dir():
        _end(name, "give a folder, there or still to be made.")
    return path


def _end(name: str, said: str) -> NoReturn:
    # As the web server and the workers say it: nobody starts it again.
    print(f"{name} cannot be read: {said}", file=sys.stderr, flush=True)
    raise SystemExit(os.EX_CONFIG)
