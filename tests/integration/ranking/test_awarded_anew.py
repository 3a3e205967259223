"""Prizes taken back after the points were counted: the points follow the new award, once."""

import pytest

from casino.ledger.verify import Books
from casino.verify.findings import broken
from ranking.models import Points, Score
from ranking.queries.counting import unfinished
from tests.ranking import League
from tests.world import World
from tournaments.models import Knockout, Tournament
from tournaments.services.knockouts import Out, knock_out, undo_knockout
from tournaments.services.prizes import award_prizes
from tournaments.services.taking_back import take_back_awards


@pytest.fixture
def league(world: World) -> League:
    return League(world)


def held(league: League) -> dict[str, int]:
    found: dict[str, int] = {}
    for each in Points.objects.select_related("player"):
        name = each.player.name
        found[name] = found.get(name, 0) + each.after_x100 - each.before_x100
    return found


def take_back(league: League, event: Tournament) -> None:
    day = event.gaming_day
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
