"""What a book leaves to the floor from the first breach on: the end, and a longer time away."""

from typing import Any

import pytest

from casino.refusals import BadInput
from tests.refusing import refused
from tests.tournament_floor import begun, td
from tests.tournaments import a_tournament, enter
from tests.world import a_club
from tournaments.models import Penalty
from tournaments.services.penalties import TooHard, punish

pytestmark = pytest.mark.django_db


def played(book: str, **terms: Any) -> Any:
    world = a_club(book, book=book)
    shift = world.open_shift(clock="18:00")
    friday = a_tournament(world, **terms)
    first, *_ = enter(world, friday, "Ann", "Bob", "Cat", "Dan", "Eve", shift_id=shift.pk)
    begun(world, friday)
    where = {"tournament_id": friday.pk, "entry_id": first.pk}

    def impose(**more: Any) -> Penalty:
        asked = {"breach": "conduct", "reason": "Marked cards"} | more
        return punish(td(world), **where, **asked)

    return world, where, impose


@pytest.mark.parametrize(("book", "paragraph"), [("voodoo", "VOO-G5"), ("img", "IMG-G55")])
def test_a_cheat_is_disqualified_at_once_where_the_book_leaves_it_to_the_floor(
    book: str, paragraph: str
):
    _, _, impose = played(book)
    made = impose(measure="out", stack=10_000)
    assert (made.measure, made.because[-1]["rule"]) == ("out", paragraph)
    assert made.knockout
    assert made.knockout.disqualified


def test_who_would_only_be_warned_may_be_sent_away_where_the_end_is_allowed():
    _, _, impose = played("voodoo")
    made = impose(breach="out_of_turn", measure="away")
    assert (made.book_measure, made.measure, made.minutes) == ("warning", "away", 10)


def test_a_player_is_sent_away_for_longer_where_the_book_says_so():
    _, _, impose = played("voodoo")
    made = impose(minutes=20)
    assert (made.measure, made.minutes, made.rounds) == ("away", 20, 0)
    assert made.because[-1]["inputs"]["at"] == "tournament"
    assert made.because[-1]["result"] == 20


def test_a_player_is_sent_away_for_less_in_every_book_that_counts_minutes():
    for book in ("voodoo", "img"):
        _, _, impose = played(book)
        assert impose(breach="information", measure="away", minutes=5).minutes == 5


def test_the_end_and_a_longer_time_stay_refused_where_the_book_has_steps_alone():
    _, _, impose = played("olympic")
    assert refused(TooHard, impose, measure="out", stack=10_000).source == "OLY-1.53"
    assert refused(BadInput, impose, minutes=10).field == "minutes"
    _, _, impose = played("img")
    refused(TooHard, impose, breach="information", minutes=30)


@pytest.mark.parametrize(("book", "asked"), [("voodoo", True), ("olympic", False), ("img", False)])
def test_the_page_asks_for_minutes_where_they_may_be_more(*, book: str, asked: bool):
    world, where, _ = played(book)
    page = f"tournaments/{where['tournament_id']}/players/{where['entry_id']}/punish/"
    said = world.browser("supervisor").get(f"/{world.club.slug}/{page}").content.decode()
    assert ('name="minutes"' in said) is asked
