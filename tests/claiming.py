"""A table at which a jackpot is hit at 23:00, its pool fed the night before."""

from datetime import timedelta
from typing import Any

import pytest

from cashgames.models import Session
from casino.approvals import services as approvals
from casino.approvals.models import Proposal
from casino.closing.services.days import close_due_days
from casino.house.models import ControlProfile
from casino.house.queries import club_stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.staff.models import Role
from casino.web import roles
from jackpot.models import Claim, Jackpot
from jackpot.services.awards import award_claim, check_base
from jackpot.services.claims import HandShown, prepare_claim
from jackpot.services.evidence import record_evidence
from tests.world import EVENING, World

BEFORE = EVENING - timedelta(days=1)
NAMES = ("Mari", "Jüri", "Kati", "Peeter", "Liis", "Ott")
BAD_BEAT: dict[str, Any] = {
    "boards": [["AS", "AD", "JC", "9H", "9D"]],
    "hands": [HandShown(seat=1, cards=["AH", "JD"]), HandShown(seat=2, cards=["9C", "9S"])],
}
# A bad beat of other cards: a later hand of the same table.
LATER: dict[str, Any] = {
    "boards": [["AH", "AC", "JD", "9S", "9C"]],
    "hands": [HandShown(seat=1, cards=["AS", "JC"]), HandShown(seat=2, cards=["9D", "9H"])],
}
ROYAL: dict[str, Any] = {
    "boards": [["TS", "JS", "QS", "2H", "3D"]],
    "hands": [HandShown(seat=4, cards=["AS", "KS"])],
    "showdown": False,
}


def fed(world: World, cents: int = 1_000_000) -> Jackpot:
    """Open a jackpot and let the night before leave so much in its pool, and in the vault."""
    pool = world.jackpot()
    stamp = club_stamp(world.club, at=world.at("23:00", day=BEFORE), actor_id=None)
    lines = (debit("cash:vault", cents), credit("jackpot:pool", cents, pool.pk))
    ledger.post_once(stamp, "test.feed", Draft(kind="test.pool_fed", lines=lines))
    close_due_days(world.at("07:01"))
    return pool


def six_seated(world: World, *names: str) -> Session:
    """Open a table of the jackpot with six players."""
    session = world.session()
    world.seat(session, *(names or NAMES))
    return session


def claimed(world: World, session: Session, clock: str = "23:05", **more: Any) -> Claim:
    """Enter a claim of a bad beat, seat 1 beaten by seat 2, played at 23:00."""
    hand: dict[str, Any] = {"hand_name": "17", "played_at": world.at("23:00"), "players_dealt": 6}
    role = more.pop("role", Role.SUPERVISOR)
    entered = hand | BAD_BEAT | more
    return prepare_claim(world.stamp(clock, role=role), session_id=session.pk, **entered)


def pages_at(monkeypatch: pytest.MonkeyPatch, world: World, clock: str) -> None:
    """Let pages be read at a time of the evening, while its requests wait."""
    entered = roles.membership
    at = world.at(clock)
    monkeypatch.setattr(roles, "membership", lambda *who: (*entered(*who)[:-1], at))


def under(world: World, profile: str) -> None:
    """Let a control profile hold since the club opened."""
    since = world.at("07:00", day=EVENING - timedelta(days=30))
    ControlProfile.objects.create(
        club=world.club, profile=profile, since=since, reason="From the start", act_id=-1
    )


def evidence(world: World, clock: str = "23:00") -> dict[str, Any]:
    """Return what proves a hand."""
    return {
        "deck_checked_by": "Tiina, dealer",
        "camera_at": world.at(clock),
        "witnesses": "Tiina; Ott",
        "seal_number": "S-0417",
    }


def proved(world: World, claim: Claim, clock: str = "23:10") -> Claim:
    """Write down the evidence."""
    stamp = world.stamp(clock, role=Role.SUPERVISOR)
    return record_evidence(stamp, claim_id=claim.pk, **evidence(world))


def proposed(
    world: World, claim: Claim, clock: str = "23:12", *, base: int | None = None
) -> Proposal:
    """Prove a claim, let the accountant check its base, and propose it."""
    proved(world, claim)
    if base is not None:
        accountant = world.stamp("23:11", role=Role.ACCOUNTANT)
        check_base(accountant, claim_id=claim.pk, base_cents=base)
    return award_claim.ask(world.stamp(clock, role=Role.SUPERVISOR), claim_id=claim.pk)


def approved(world: World, proposal: Proposal, clock: str = "23:15", **more: Any) -> Proposal:
    """Approve a proposal as the manager."""
    stamp = world.stamp(clock, role=more.pop("role", Role.MANAGER), **more)
    return approvals.approve(stamp, proposal_id=proposal.pk, digest=proposal.digest)


def awarded(world: World, claim: Claim, *, base: int = 1_000_000) -> Claim:
    """Take a claim the whole way to its award."""
    approved(world, proposed(world, claim, base=base))
    return Claim.objects.get(pk=claim.pk)
