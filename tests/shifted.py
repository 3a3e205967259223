"""A clock that a test moves: it goes as fast as the machine's, at an instant of its own."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Clock:
    """How far it stands from the machine's stands in a file, for all processes of a test."""

    file: Path

    def now(self) -> datetime:
        """Return the instant of this clock, aware, UTC."""
        return datetime.now(UTC) + timedelta(seconds=float(self.file.read_text()))

    def set(self, at: datetime) -> None:
        """Let it stand at an instant."""
        fresh = self.file.with_suffix(".new")
        fresh.write_text(str((at - datetime.now(UTC)).total_seconds()))
        fresh.replace(self.file)
