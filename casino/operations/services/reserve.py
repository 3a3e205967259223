"""Room on the disk that is kept for the hour when it is full: given free, an operator can act."""

import os
from pathlib import Path

from django.conf import settings

MEGABYTE = b"\0" * 1_000_000


def path() -> Path:
    """Return where the reserve lies: beside what the program writes."""
    folder: Path = settings.STATE_DIR
    return folder / "reserve"


def keep() -> bool:
    """Fill the reserve where it is not whole; return whether it is kept. Raises OSError if full."""
    kept, size = path(), settings.RESERVE_MB * len(MEGABYTE)
    if not size:
        return False
    if kept.exists() and kept.stat().st_size == size:
        return True
    kept.parent.mkdir(parents=True, exist_ok=True)
    with open(kept, "wb") as file:
        try:
            # A hole would be no room: each block is taken.
            os.posix_fallocate(file.fileno(), 0, size)
            os.fsync(file.fileno())
        except OSError:
            kept.unlink()
            raise
    return True


def release() -> int:
    """Give the room free; return how many bytes that were."""
    kept = path()
    if not kept.exists():
        return 0
    size = kept.stat().st_size
    kept.unlink()
    return size
