"""Prizes taken back after the points were counted: the points follow the new award, once."""

from datetime import UTC, date, datetime

import pytest

from casino.closing.services.days import close_due_days
from casino.ledger.verify import Books
from casino.verify.findings import broken
from ranking.models import Points, Score
from ranking.queries.counting import unfinished
from ranking.services.counting import ShareGiven
from tests.ranking import League
from tests.refusing import refused
from tests.world import EVENING, World
from tournaments.models import Knockout, Tournament
from tournaments.services.knockouts import Out, knock_out, undo_knockout
from tournaments.services.pool import fix_pool
from tournaments.services.pool_back import reopen_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.reopening import reopen_registration
from tournaments.services.starting import close_registration
from tournaments.services.taking_back import take_back_awards

END = datetime(2026, 4, 1, 4, tzinfo=UTC)


@pytest.fixture
def league(world: World) -> League:
    return League(world)


def held(league: League) -> dict[str, int]:
    found: dict[str, int] = {}
    for each in Points.objects.select_related("player"):
        name = each.player.name
        found[name] = found.get(name, 0) + each.after_x100 - each.before_x100
    return found


def take_back(league: League, event: Tournament, day: date = EVENING) -> None:
    asked = take_back_awards.ask(
        league.stamp(day, "23:56"), tournament_id=event.pk, reason="The film says so"
    )
    league.sign(asked, day, "23:57", role="director")


def swap(league: League, event: Tournament) -> None:
    """Let the winner be the one who went out last, and award anew."""
    day, won = event.gaming_day, event.entries.get(out_at=None)
    last = Knockout.objects.filter(entry__tournament=event, undone_at=None).latest("id")
    at = {"tournament_id": event.pk}
    undo_knockout(league.stamp(day, "23:58"), knockout_id=last.pk, **at)
    knock_out(league.stamp(day, "23:58"), outs=[Out(entry_id=won.pk, stack=100)], **at)


def award(league: League, event: Tournament) -> None:
    day = event.gaming_day
    asked = award_prizes.ask(league.stamp(day, "23:58"), tournament_id=event.pk)
    league.sign(asked, day, "23:59", role="director")


def intact(league: League) -> bool:
    club = league.world.club
    return list(broken(club, Books(club_id=club.pk))) == []


def test_points_that_were_counted_are_corrected_by_the_new_award(league: League):
    event = league.play("Ann", "Bob", "Cat", "Dan")
    ranking = league.count()
    before = held(league)
    take_back(league, event)
    assert unfinished(ranking, "2026Q1") == [event]
    assert intact(league)
    league.count()
    assert held(league) == before

    swap(league, event)
    award(league, event)
    assert intact(league)
    league.count()
    league.count()

    assert held(league) == before | {"Ann": before["Bob"], "Bob": before["Ann"]}
    assert list(Score.objects.order_by("number").values_list("number", flat=True)) == [1, 2]
    assert unfinished(ranking, "2026Q1") == []
    assert intact(league)


def test_points_stay_where_the_same_order_is_awarded_anew(league: League):
    event = league.play("Ann", "Bob", "Cat")
    league.count()
    before = held(league)
    take_back(league, event)
    award(league, event)
    league.count()
    assert held(league) == before
    assert Score.objects.count() == 1
    assert intact(league)


def reopen(league: League, event: Tournament, day: date = EVENING) -> None:
    asked = reopen_pool.ask(
        league.stamp(day, "23:57"), tournament_id=event.pk, reason="Without a late guest"
    )
    league.sign(asked, day, "23:57", role="director")


def let_in(league: League, event: Tournament, name: str) -> None:
    """Open registration again for a guest who was forgotten, and fix the pool anew."""
    day, at = event.gaming_day, {"tournament_id": event.pk}
    stamp = league.stamp(day, "23:57")
    asked = reopen_registration.ask(stamp, **at, reason="Forgotten")
    league.sign(asked, day, "23:57", role="director")
    league.sell(event, [name], 10_000, first=9)
    late = event.entries.get(player__name=name)
    close_registration(league.stamp(day, "23:58"), **at)
    league.sign(fix_pool.ask(league.stamp(day, "23:58"), **at), day, "23:58", role="supervisor")
    knock_out(league.stamp(day, "23:58"), outs=[Out(entry_id=late.pk, stack=1)], **at)


def test_a_pool_fixed_anew_after_it_was_counted_gives_points_and_money_by_the_new_one(
    league: League,
):
    event = league.play("Ann", "Bob", "Cat", "Dan")
    ranking = league.count()
    first = Score.objects.get()
    take_back(league, event)
    reopen(league, event)
    assert league.world.balance("ranking:pool", 20261) == 0
    assert unfinished(ranking, "2026Q1") == [event]
    assert intact(league)

    let_in(league, event, "Eve")
    award(league, event)
    assert intact(league)
    league.count()
    league.count()

    again = Score.objects.latest("number")
    assert (first.participants, again.participants, again.number) == (4, 5, 2)
    assert first.contributed_cents + again.contributed_cents == -league.world.balance(
        "ranking:pool", 20261
    )
    assert again.contributed_cents > 0
    assert unfinished(ranking, "2026Q1") == []
    assert intact(league)


def test_a_pool_whose_share_a_closed_quarter_gave_away_stays_fixed(league: League):
    event = league.play("Ann", "Bob", "Cat", "Dan", day=date(2026, 3, 31))
    league.count()
    close_due_days(END)
    league.close("2026Q1", END)
    april = date(2026, 4, 1)
    take_back(league, event, april)
    said = refused(ShareGiven, reopen, league, event, april)
    assert said.next_page == "journal-new"
