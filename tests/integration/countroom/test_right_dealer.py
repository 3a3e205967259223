"""Who dealt is put right by one person, by two once the table was over or short meanwhile."""

import pytest

from cashgames.models import Session
from cashgames.queries.tables import chips_cents
from cashgames.services.over_short import book_over_short
from casino.approvals.services import approve
from casino.approvals.signed import NeedsSignature
from casino.audit.queries.exceptions import exceptions
from casino.countroom.models import DealerTurn
from casino.countroom.queries import turns
from casino.countroom.services.dealers import change_dealer, correct_dealer, dealer_preview
from casino.staff.models import Role
from tests.correcting import floor
from tests.refusing import refused
from tests.world import EVENING, World


@pytest.fixture
def session(world: World) -> Session:
    """A table with chips on it, dealt by Rob from 20:40 on and by Ilse from 22:30 on."""
    found = world.session("1")
    world.seat(found, "Ann", cents=50_000)
    for clock, dealer in (("20:40", "Rob"), ("22:30", "Ilse")):
        change_dealer(floor(world, clock), session_id=found.pk, dealer=dealer)
    return found


def short(world: World, session: Session, clock: str) -> None:
    counted = chips_cents(session) - 300
    book_over_short(
        floor(world, clock), session_id=session.pk, counted_cents=counted, reason="Short"
    )


def of_rob(session: Session) -> dict[str, object]:
    turn = DealerTurn.objects.get(session=session, dealer="Rob")
    return {"session_id": session.pk, "dealer_turn_id": turn.pk, "dealer": "Ilse", "reason": "Typo"}


def test_a_shortage_is_laid_on_another_dealer_by_two(world: World, session: Session):
    short(world, session, "22:00")
    refused(NeedsSignature, correct_dealer, floor(world, "23:10"), **of_rob(session))
    asked = correct_dealer.submit(floor(world, "23:10"), **of_rob(session))
    assert [each.dealer for each in turns(session)] == ["Rob", "Ilse"]
    assert asked.content["recorded_dealer"] == "Rob"
    assert asked.content["differences_cents"] == 300

    approve(world.stamp("23:12", role=Role.MANAGER), proposal_id=asked.pk, digest=asked.digest)
    assert [each.dealer for each in turns(session)] == ["Ilse", "Ilse"]
    rows = exceptions(world.club, first=EVENING, last=EVENING)
    listed = [(str(kind), row.operation) for kind, row, _ in rows]
    assert ("correction", "countroom.correct_dealer") in listed


def test_a_shortage_that_waits_for_the_manager_is_laid_on_another_dealer_by_two(
    world: World, session: Session
):
    """Counted while Rob dealt, it is his, though it is booked while Ilse deals."""
    counted = {"counted_cents": chips_cents(session) - 20_000, "reason": "Short"}
    waits = book_over_short.submit(floor(world, "22:25"), session_id=session.pk, **counted)
    rob, ilse = (
        of_rob(session)
        | {"dealer_turn_id": DealerTurn.objects.get(session=session, dealer=each).pk}
        | {"dealer": "Mari"}
        for each in ("Rob", "Ilse")
    )
    refused(NeedsSignature, correct_dealer, floor(world, "22:31"), **rob)
    assert not dealer_preview(floor(world, "22:31"), **ilse).needs
    what = {"proposal_id": waits.pk, "digest": waits.digest}
    approve(world.stamp("22:35", role=Role.MANAGER), **what)
    differed = [
        dealer_preview(floor(world, "22:41"), **of).content["differences_cents"]
        for of in (rob, ilse)
    ]
    assert differed == [20_000, 0]


def test_a_slip_of_another_dealers_time_is_put_right_by_one(world: World, session: Session):
    short(world, session, "22:40")
    correct_dealer(floor(world, "23:10"), **of_rob(session))
    assert [each.dealer for each in turns(session)] == ["Ilse", "Ilse"]
