"""A night computed again a year later gives what it gave, whatever rules came after it."""

from datetime import date, timedelta
from typing import Any

import psycopg
import pytest

from cashgames.models import Session
from cashgames.services.hands import rake_hand
from cashgames.verify import verify_hands
from casino.approvals.services import approve
from casino.closing.reports import DayReport, day_report
from casino.editions.services import adopt_book
from casino.ledger.queries import gaming_days
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.world import EVENING, World, a_club

NEXT = EVENING + timedelta(days=1)
YEAR_LATER = EVENING + timedelta(days=365)
POTS = (900, 1_000, 3_700, 12_345, 26_000, 90_000)


def adopted(world: World, first_day: date, book: str, **overrides: Any) -> None:
    """Let manager and accountant change the rules, the day before at noon."""
    day = first_day - timedelta(days=1)
    proposal = adopt_book.ask(
        world.stamp("12:00", role=Role.MANAGER, day=day),
        book=book,
        first_day=first_day,
        overrides={key.replace("__", "."): value for key, value in overrides.items()},
        reason="As agreed.",
    )
    stamp = world.stamp("13:00", role=Role.ACCOUNTANT, day=day)
    approve(stamp, proposal_id=proposal.pk, digest=proposal.digest)


def plays(world: World, session: Session, day: date, *, game: str | None = None) -> tuple[int, int]:
    """Record a hand of each size; return rake and drop of the night."""
    hands = [
        rake_hand(
            world.stamp("22:00", role=Role.SUPERVISOR, day=day),
            session_id=session.pk,
            name=f"{day} {cents}",
            pots_cents=[cents],
            players_dealt=6,
            board_cards_dealt=0 if game == "razz" else 5,
            open_cards_dealt=5 if game == "razz" else 0,
            game=game,
            deviation="Nobody was seated",
        )
        for cents in POTS
    ]
    return sum(hand.rake_cents for hand in hands), sum(hand.drop_cents for hand in hands)


def reports(world: World) -> list[DayReport]:
    days = [gaming_days.day(world.club.pk, day) for day in (EVENING, NEXT)]
    return [day_report(world.club, day) for day in days if day]


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    world.jackpot()
    return world


@pytest.fixture
def session(world: World) -> Session:
    """A table with enough chips for two nights."""
    session = world.session()
    world.seat(session, *(f"Guest {number}" for number in range(6)), cents=50_000)
    return session


def test_each_night_keeps_its_figures_under_the_rules_of_its_day(world: World, session: Session):
    first = plays(world, session, EVENING)
    adopted(world, NEXT, "olympic", rake__percent_bp=400, jackpot__drop_cents=200)
    second = plays(world, session, NEXT)
    figures = reports(world)
    # 5 % and 4 % of full tens of 10, 30, 120, 260 and 900 euro, at most 10 euro a pot.
    assert first == (50 + 150 + 600 + 1_000 + 1_000, 5 * 100 + 100)
    assert second == (40 + 120 + 480 + 1_000 + 1_000, 6 * 200)

    adopted(world, YEAR_LATER, "voodoo")
    adopted(world, YEAR_LATER + timedelta(days=7), "olympic", rake__cap_cents=500)

    assert list(verify_hands(world.club.pk)) == []
    assert reports(world) == figures


def test_a_hand_of_a_mixed_game_agrees_with_one_of_its_games(world: World, session: Session):
    Session.objects.filter(pk=session.pk).update(game="horse")
    plays(world, session, EVENING, game="razz")

    assert list(verify_hands(world.club.pk)) == []


@pytest.mark.usefixtures("committed_db")
def test_rules_forged_into_the_past_are_named_by_the_hands_they_do_not_fit(
    forger: psycopg.Connection,
):
    world = a_club()
    world.jackpot()
    session = world.session()
    world.seat(session, "Mari Tamm", "Ivan Petrov", cents=50_000)
    plays(world, session, EVENING)
    forger.execute("UPDATE house_adoption SET overrides = '{\"rake.percent_bp\": 400}'")

    said = [str(finding) for finding in verify_hands(world.club.pk)]

    assert len(said) == 3
    assert f"{EVENING}: entry" in said[0]
    assert said[0].endswith(
        "rules: rake and drop of hand 2026-02-27 1000 are 50 and 100, "
        "the rules of that day give 40 and 100"
    )


@pytest.mark.usefixtures("committed_db")
def test_verify_names_a_night_without_rules(forger: psycopg.Connection):
    world = a_club()
    session = world.session()
    world.seat(session, "Mari Tamm", cents=50_000)
    plays(world, session, EVENING)
    forger.execute("DELETE FROM house_adoption")

    said = [str(finding) for finding in broken(world.club, Books(club_id=world.club.pk))]

    rules, row = said
    assert "This club has adopted no rule book for that gaming day." in rules
    assert "house_adoption" in row
