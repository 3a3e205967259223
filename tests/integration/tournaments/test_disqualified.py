"""Who was disqualified buys no way back; who was knocked out, or put out by an error, does."""

from typing import Any

import pytest

from casino.cage.models import Shift
from casino.players.rules import NoPenalties
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.api.program import program
from tests.refusing import refused
from tests.tournament_floor import begun, opened, td
from tests.tournaments import a_tournament, enter
from tests.world import World, a_club
from tournaments.models import Entry, Knockout, Tournament
from tournaments.services.during_play import NotSold
from tournaments.services.knockouts import NeedsPenalty, Out, knock_out
from tournaments.services.listing import NotListed, join_list
from tournaments.services.penalties import punish
from tournaments.services.selling import sell_more
from tournaments.services.undo import undo_last

pytestmark = pytest.mark.django_db
TERMS: dict[str, dict[str, Any]] = {
    "reentry": {"reentry": True, "late_levels": 4},
    "rebuy": {"variants": ["rebuy_when_broke"], "rebuy_cents": 10_000, "rebuy_levels": 4},
}


def running(world: World, what: str, **more: Any) -> tuple[Tournament, Shift, Entry]:
    shift, friday = world.open_shift(), a_tournament(world, **TERMS[what], **more)
    opened(world, friday, 1)
    ann, *_ = enter(world, friday, "Ann", "Bob", "Cat", "Dan", "Eve", shift_id=shift.pk)
    begun(world, friday)
    return friday, shift, ann


@pytest.mark.parametrize("book", ["olympic", "voodoo", "img"])
@pytest.mark.parametrize("what", TERMS)
def test_a_disqualified_player_buys_no_way_back(db: None, book: str, what: str):
    world = a_club(book=book)
    friday, shift, ann = running(world, what)
    rude = {"breach": "rudeness", "reason": "Hit the dealer", "measure": "out", "stack": 10_000}
    punish(td(world, "21:05"), tournament_id=friday.pk, entry_id=ann.pk, **rude)
    buys = {"entry_id": ann.pk, "what": what, "paid_with": "cash", "shift_id": shift.pk}
    assert "disqualified" in str(refused(NotSold, sell_more, world.stamp("21:10"), **buys).message)
    assert Knockout.objects.get().came_back_at is None

    wrong = {"undone_act_id": Knockout.objects.get().act_id, "reason": "Another player"}
    undo_last(td(world, "21:11"), tournament_id=friday.pk, **wrong)
    knock_out(
        td(world, "21:12"), tournament_id=friday.pk, outs=[Out(entry_id=ann.pk, stack=10_000)]
    )
    assert sell_more(world.stamp("21:13"), **buys).what == what


def test_a_penalty_that_puts_a_player_out_ends_the_list_for_them_too(db: None):
    world = a_club()
    friday, _, ann = running(world, "reentry")
    rude = {"breach": "rudeness", "stack": 10_000, "reason": "Hit the dealer"}
    punish(td(world, "21:05"), tournament_id=friday.pk, entry_id=ann.pk, **rude)
    listed = {"tournament_id": friday.pk, "player_id": ann.player_id}
    refused(NotListed, join_list, world.stamp("21:10", role=Role.SUPERVISOR), **listed)


def test_an_elimination_disqualifies_nobody_and_leads_to_the_penalty(world: World):
    friday, _, ann = running(world, "reentry")
    outs = [{"entry_id": ann.pk, "stack": 10_000, "disqualified": True}]
    api = program(world, Role.SUPERVISOR)
    said = api.post(f"tournaments/{friday.pk}/knockouts/", outs=outs)
    assert (said.status_code, said.json()["error"]) == (409, "TOURNAMENT-138")
    out = [Out(entry_id=ann.pk, stack=10_000, disqualified=True)]
    refusal = refused(NeedsPenalty, knock_out, td(world), tournament_id=friday.pk, outs=out)
    assert (refusal.next_page, refusal.about) == ("player-punish", {"entrant_id": ann.pk})
    assert not Knockout.objects.exists()
    page = f"/{world.club.slug}/tournaments/{friday.pk}/knock-out/"
    assert b'name="disqualified"' not in world.browser(Role.SUPERVISOR).get(page).content


def test_where_the_book_names_no_penalties_the_floor_says_which(db: None):
    world = a_club(book="home")
    friday, _, ann = running(world, "reentry", shares_bp=[10_000])
    asked = {"tournament_id": friday.pk, "entry_id": ann.pk, "breach": "conduct", "reason": "Cheat"}
    refused(NoPenalties, punish, td(world, "21:05"), **asked)
    away = punish(td(world, "21:06"), **asked, measure="away", minutes=15)
    assert (away.minutes, away.rounds, away.because[0]["rule"]) == (15, 0, "HOME-44")
    refused(BadInput, punish, td(world, "21:07"), **asked, measure="warning", minutes=15)
    gone = punish(td(world, "21:08"), **asked, measure="out", stack=10_000)
    assert gone.knockout
    assert gone.knockout.disqualified
