"""Chips that a count finds over or short are noted with a reason, and play goes on from there."""

from functools import partial

import pytest

from casino.refusals import BadInput
from casino.staff.rules import NotYoursToDecide
from tests.refusing import refused
from tests.tournament_floor import begun, opened, td
from tests.tournaments import a_tournament, chips_of, enter, now, signed
from tests.world import World, a_club
from tournaments.models import Entry, Tournament
from tournaments.queries.chips import chips
from tournaments.queries.days import bagged_chips
from tournaments.services.chips import change_chips
from tournaments.services.days import NotBagged, end_day
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.shared import TooManyChips
from tournaments.services.starting import close_registration
from tournaments.services.undo import undo_last

BOOKS = ("olympic", "home", "img", "voodoo")
WHY = {"reason": "Counted twice by two"}


def played(world: World, *variants: str) -> tuple[Tournament, list[Entry]]:
    tournament = a_tournament(world, variants=list(variants), shares_bp=[6_000, 4_000])
    entries = enter(world, tournament, *"ABCD", shift_id=world.open_shift().pk)
    opened(world, tournament, 1)
    begun(world, tournament)
    return tournament, entries


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("what", "difference"), [("counted_short", -25), ("counted_over", 25)])
def test_a_day_ends_with_the_chips_that_are_there(db: None, book: str, what: str, difference: int):
    world = a_club(book=book)
    tournament, (first, *others) = played(world)
    bags = chips_of({one.pk: 10_000 for one in others} | {first.pk: 10_000 + difference})
    end = partial(end_day, tournament_id=tournament.pk, bags=bags)
    assert "over or short" in str(refused(NotBagged, end, td(world, "23:00")).next_step)
    note = {"tournament_id": tournament.pk, "entry_id": first.pk, "what": what, "chips": 25}

    change_chips(td(world, "23:01"), **note, **WHY)

    found = chips(tournament)
    assert (found.issued | found.removed)[what] == 25
    end(td(world, "23:02"))
    assert bagged_chips(tournament) == 40_000 + difference


def test_more_chips_than_were_issued_are_the_end_of_a_time_tournament_once_noted(world: World):
    tournament, (first, *others) = played(world, "time")
    close_registration(td(world, "22:00"), tournament_id=tournament.pk)
    asked = fix_pool.ask(td(world, "22:01"), tournament_id=tournament.pk)
    signed(world, asked, clock="22:02")
    left = chips_of({one.pk: 10_000 for one in others} | {first.pk: 10_025})
    award = partial(award_prizes.ask, tournament_id=tournament.pk, left=left)
    refused(TooManyChips, award, td(world, "22:03"))
    note = {"tournament_id": tournament.pk, "entry_id": first.pk, "what": "counted_over"}
    change_chips(td(world, "22:04"), **note, chips=25, **WHY)
    assert award(td(world, "22:05")).content["missing_chips"] == 0


def test_who_decides_on_departures_notes_them_with_a_reason_and_takes_that_back(world: World):
    tournament, (first, *_) = played(world)
    note = {"tournament_id": tournament.pk, "entry_id": first.pk, "what": "counted_short"}
    refused(BadInput, change_chips, td(world, "21:20"), **note, chips=25, reason="")
    refused(TooManyChips, change_chips, td(world, "21:20"), **note, chips=40_001, **WHY)
    made = change_chips(td(world, "21:20"), **note, chips=25, **WHY)
    assert chips(tournament).in_play == 39_975
    undo_last(
        td(world, "21:21"), tournament_id=tournament.pk, undone_act_id=made.act_id, reason="Found"
    )
    assert chips(now(tournament)).in_play == 40_000


def test_who_does_not_decide_on_departures_notes_none(db: None):
    cellar = a_club("cellar", overrides={"decides.deviation": "manager"})
    tournament, (first, *_) = played(cellar)
    note = {"tournament_id": tournament.pk, "entry_id": first.pk, "what": "counted_over"}
    refused(NotYoursToDecide, change_chips, td(cellar, "21:20"), **note, chips=25, **WHY)
