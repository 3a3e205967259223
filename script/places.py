"""
The folders of the backups: there as they were left, or their disk is not mounted.

A folder that is used gets a file that says whose it is, and this machine notes the folder. Where
it was noted and the file is not there, an empty folder under a disk that is away is what is there.
"""

import os
from pathlib import Path

from script.children import Unable
from script.office import VAR

MARK = "casino-backups.txt"
SAID = "Backups of a poker club's office. Without this file script/backup writes nothing here.\n"


def noted() -> Path:
    """Return the file of the folders that this machine has used, a line each."""
    return Path(os.environ.get("STATE_DIR") or VAR) / "backup-folders.txt"


def as_left(folder: Path) -> Path:
    """Return a folder, made at its first use; raise Unable where its disk is not mounted."""
    used = noted().read_text().splitlines() if noted().exists() else []
    if (folder / MARK).exists():
        return folder if str(folder) in used else _note(folder)
    if str(folder) in used:
        raise Unable(
            f"{folder} held backups and does not now: is its disk mounted? Where it was emptied or"
            f" replaced on purpose, take its line out of {noted()}."
        )
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder / MARK).write_text(SAID)
    return _note(folder)


def _note(folder: Path) -> Path:
    noted().parent.mkdir(parents=True, exist_ok=True)
    with noted().open("a") as file:
        file.write(f"{folder}\n")
    return folder
