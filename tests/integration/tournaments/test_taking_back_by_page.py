"""Prizes taken back on the pages, and by a program: what moves is shown before two sign."""

from uuid import uuid4

import pytest

from casino.approvals.models import Proposal
from casino.cage.models import Payable, Shift
from casino.cage.queries.due import payables
from casino.cage.services.payables import pay_out
from casino.staff.models import Role
from tests.api.program import program
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, decided, enter, now, signed
from tests.world import World
from tournaments.models import Knockout, Tournament
from tournaments.services.knockouts import undo_knockout
from tournaments.services.shared import TournamentOver
from tournaments.services.taking_back import take_back_awards

NAMES = [f"G{number}" for number in range(1, 13)]
WHY = "Places 1 and 2 were swapped"


@pytest.fixture
def friday(world: World, shift: Shift) -> Tournament:
    event = a_tournament(world)
    return decided(world, event, enter(world, event, *NAMES, shift_id=shift.pk))


def test_the_results_lead_to_it_and_the_page_says_what_moves(world: World, friday: Tournament):
    client, at = world.browser(Role.DIRECTOR), f"/tallinn/tournaments/{friday.pk}/"
    back = f"{at}prizes/take-back/"
    assert back in client.get(f"{at}results/").content.decode()
    assert back not in world.browser(Role.CASHIER).get(f"{at}results/").content.decode()
    total = sum(each.cents for each in payables(world.club.pk))
    first = Payable.objects.latest("cents")

    page = client.get(back)

    assert page.context["moved_back"]["pool_cents"] == total
    assert f"/payments/{first.pk}/" in page.content.decode()
    asked = client.post(back, {"key": uuid4(), "reason": WHY}, follow=True)
    assert f"/payments/{first.pk}/" in asked.content.decode()
    signed(world, Proposal.objects.latest("id"), clock="23:10")
    assert now(friday).finished_at is None
    assert back not in client.get(f"{at}results/").content.decode()
    assert WHY in client.get(f"/tallinn/payments/{first.pk}/").content.decode()


def test_the_page_of_a_paid_prize_names_the_payment(world: World, shift: Shift, friday: Tournament):
    owed = min(payables(world.club.pk), key=lambda each: each.cents)
    what = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    paid = pay_out(world.stamp("23:03"), **what)

    page = world.browser(Role.DIRECTOR).get(f"/tallinn/tournaments/{friday.pk}/prizes/take-back/")

    assert page.status_code == 409
    assert f"slip {paid.entry.number}" in page.content.decode()


def test_a_program_looks_first_and_asks_then(world: World, friday: Tournament):
    floor, where = program(world, Role.DIRECTOR), f"tournaments/{friday.pk}/prizes/take-back/"

    ahead = floor.post(f"{where}preview/", reason=WHY)
    assert ahead.status_code == 200
    assert len(ahead.json()["content"]["prizes"]) == len(payables(world.club.pk))
    asked = floor.post(where, reason=WHY)

    assert asked.status_code == 201
    assert asked.json()["operation"] == take_back_awards.name
    assert now(friday).finished_at


def test_an_elimination_of_a_tournament_that_is_over_leads_to_it(world: World, friday: Tournament):
    last = Knockout.objects.filter(entry__tournament=friday).latest("id")
    what = {"tournament_id": friday.pk, "knockout_id": last.pk}

    said = refused(TournamentOver, undo_knockout, td(world, "23:05"), **what)

    assert said.next_page == "prizes-take-back"
