"""The head of every act: where, when, by whom, and which request it was."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any
from uuid import UUID

KEY_USED = re.compile(r" key ([0-9]+)(?: held by ([0-9]+))?$")


def with_key(request_id: str, *, key_id: int, holder_id: int | None) -> str:
    """Return which request it was, with the API key it came by and whose hands that key is in."""
    return f"{request_id} key {key_id}" + (f" held by {holder_id}" if holder_id else "")


def key_used(request_id: str) -> tuple[int, int | None] | None:
    """Return the id of the API key that a request came by, and who else holds it; or None."""
    if not (found := KEY_USED.search(request_id)):
        return None
    key_id, holder_id = found.groups()
    return int(key_id), int(holder_id) if holder_id else None


def key_holder(request_id: str) -> int | None:
    """Return who holds the API key of somebody else by which a request came; or None."""
    used = key_used(request_id)
    return used[1] if used else None


@dataclass(frozen=True, kw_only=True, slots=True)
class Stamp:
    """
    What every command takes first.

    at: aware UTC instant; gaming_day: the club's day of that instant, which lies between the UTC
    instants opens_at (included) and closes_at (not); actor_id: the member of
    staff, None for a job; key: the same request twice carries the same key; request_id: which
    request it was, and after an @ the address that it came from, with the API key if by one;
    roles, own: the actor's roles at the club and the club's own permissions, None where nobody has
    asked yet; is_live: whether it happens now by the database's clock, which else refuses it.

    Of an act that runs: act_id, 0 before; signed_by_id: the second person; proposal_id: what they
    signed.
    """

    club_id: int
    at: datetime
    gaming_day: date
    opens_at: datetime
    closes_at: datetime
    actor_id: int | None
    key: UUID
    request_id: str = ""
    is_live: bool = False
    roles: frozenset[str] | None = None
    overrides: Mapping[str, Any] | None = None
    act_id: int = 0
    signed_by_id: int | None = None
    proposal_id: int = 0

    def __post_init__(self) -> None:
        if self.at.utcoffset() is None:
            raise ValueError("A stamp needs an instant with its time zone.")

    @property
    def person_id(self) -> int:
        """Who acts, where only a person can. Raises ValueError for a job."""
        if self.actor_id is None:
            raise ValueError("A person does this, not a job.")
        return self.actor_id

    @property
    def hands(self) -> frozenset[int]:
        """Who acts, and who holds the API key by which it is done in their name."""
        return frozenset(filter(None, (self.actor_id, key_holder(self.request_id))))

    @property
    def signer_id(self) -> int:
        """Who signed, where an act always needs it. Raises ValueError where nobody did."""
        if self.signed_by_id is None:
            raise ValueError("A second person signs this.")
        return self.signed_by_id

    def acting_as(self, person_id: int) -> "Stamp":
        """Return the head of the same act with its effect in somebody else's name."""
        return replace(self, actor_id=person_id, roles=None, overrides=None)
