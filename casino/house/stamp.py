"""The head of every act: where, when, by whom, and which request it was."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID


@dataclass(frozen=True, kw_only=True, slots=True)
class Stamp:
    """
    What every command takes first.

    at: aware UTC instant; gaming_day: the club's day of that instant, which lies between the UTC
    instants opens_at (included) and closes_at (not); actor_id: the member of
    staff, None for a job; key: the same request twice carries the same key; request_id: which
    request it was, and after an @ the address that it came from.
    """

    club_id: int
    at: datetime
    gaming_day: date
    opens_at: datetime
    closes_at: datetime
    actor_id: int | None
    key: UUID
    request_id: str = ""

    def __post_init__(self) -> None:
        if self.at.utcoffset() is None:
            raise ValueError("A stamp needs an instant with its time zone.")

    @property
    def person_id(self) -> int:
        """Who acts, where only a person can. Raises ValueError for a job."""
        if self.actor_id is None:
            raise ValueError("A person does this, not a job.")
        return self.actor_id
