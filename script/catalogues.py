"""
Compile the catalogues of the languages; started by script/environment.py where one changed.

Babel's own command takes every "5% of" for a format and refuses its translation.
"""

import os
import sys
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_catalogue(source: Path) -> None:
    """Write a catalogue beside its source as the program reads it."""
    with source.open("rb") as file:
        catalogue = read_po(file, locale=source.parents[1].name)
    half = source.with_suffix(f".{os.getpid()}")  # two starts at once each write their own
    try:
        with half.open("wb") as file:
            write_mo(file, catalogue)
        half.rename(source.with_suffix(".mo"))
    finally:
        half.unlink(missing_ok=True)  # of a full disk


if __name__ == "__main__":
    for name in sys.argv[1:]:
        compile_catalogue(Path(name))
