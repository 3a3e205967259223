"""
The code with which somebody chooses a password: a half for each of the two who let them in.

A code is computed and never kept. It depends on the mark that Django writes where a password is
not usable, anew each time, so that it is good once.
"""

from base64 import b32encode
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Literal

from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare

from casino.approvals.models import Proposal
from casino.keys import site_macs
from casino.staff.models import User

Side = Literal["asked", "signed"]
# What two people approve for somebody whose sign-in has no password yet.
OPERATIONS = (
    *("audit.give_role", "audit.give_accountant_role"),
    *("audit.renew_sign_in", "audit.renew_accountant"),
)
SALT, LASTS = "casino.audit.codes", timedelta(days=3)
LENGTH, GROUP = 8, 4


def club_of_sign_in(user: User) -> int:
    """
    Return the club that answers for a sign-in, or 0 where none does.

    It is the one that let the user sign in, as long as they work there; a club that they work at
    beside others inherits nothing when it leaves, for it would get in at the others.
    """
    clubs = set(user.memberships.values_list("club_id", flat=True))
    if user.sign_in_club_id in clubs:
        return int(user.sign_in_club_id)
    return clubs.pop() if len(clubs) == 1 else 0


def open_to(user: User, *, at: datetime) -> QuerySet[Proposal]:
    """Return what was approved for a user whose code may still be used, the latest first."""
    if user.has_usable_password():
        return Proposal.objects.none()
    return Proposal.objects.filter(
        club_id=club_of_sign_in(user),
        operation__in=OPERATIONS,
        approved=True,
        decided_at__gt=at - LASTS,
        content__username=user.username,
    ).order_by("-decided_at")


def halves_for(proposal: Proposal, reader_id: int | None, *, at: datetime) -> list[str]:
    """Return what a reader passes on: a half, both where one person let them in, or nothing."""
    if proposal.operation not in OPERATIONS:
        return []
    user = User.objects.filter(username__iexact=proposal.content["username"]).first()
    if user is None or not open_to(user, at=at).filter(pk=proposal.pk).exists():
        return []
    sides: dict[Side, int | None] = {
        "asked": proposal.proposed_by_id,
        "signed": proposal.decided_by_id,
    }
    return [half(proposal, user, side) for side, who in sides.items() if who == reader_id]


def are_right(proposal: Proposal, user: User, first: str, second: str) -> bool:
    """Return whether these are both halves, in either order, however they were typed."""
    typed = "".join(sorted((_plain(first), _plain(second))))
    asked, signed = _halves(proposal, user, "asked"), _halves(proposal, user, "signed")
    halves = zip(asked, signed, strict=True)
    return any(constant_time_compare(typed, "".join(sorted(each))) for each in halves)


def half(proposal: Proposal, user: User, side: Side) -> str:
    """Return a half of a code, as it is read out: ABCD-2345."""
    letters = next(_halves(proposal, user, side))
    return f"{letters[:GROUP]}-{letters[GROUP:]}"


def _halves(proposal: Proposal, user: User, side: Side) -> Iterator[str]:
    """Yield the letters that the key of the site makes of a half, then those of former keys."""
    about = f"{proposal.pk} {side} {user.pk} {user.password}"
    for mac in site_macs(SALT, about, algorithm="sha256"):
        yield b32encode(mac).decode()[:LENGTH]


def _plain(half: str) -> str:
    return "".join(each for each in half.upper() if each.isalnum())
