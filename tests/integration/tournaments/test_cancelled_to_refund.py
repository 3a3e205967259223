"""A cancelled tournament stays on the lists until everybody is owed the money by name."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest

from casino.cage.models import Shift
from casino.closing.services.checklist import checklist
from casino.closing.services.month import period_checklist
from casino.ledger.refusals import AlreadyReversed
from casino.money import format_cents
from casino.refusals import Refusal
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, enter, signed
from tests.world import EVENING, World
from tournaments.models import Entry, Tournament
from tournaments.services.refunds import cancel_tournament, refund_all
from tournaments.services.sale_reversals import take_back_sale
from tournaments.services.shared import TournamentOver

TO_REFUND = "Cancelled tournaments to refund"


@pytest.fixture
def friday(world: World) -> Tournament:
    return a_tournament(world)


@pytest.fixture
def entries(world: World, shift: Shift, friday: Tournament) -> list[Entry]:
    """Three who have paid; then the tournament was cancelled."""
    found = enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    asked = cancel_tournament.ask(td(world, "21:00"), tournament_id=friday.pk, reason="Too few")
    signed(world, asked, clock="21:01")
    return found


def to_refund(world: World, day: date = EVENING) -> list[list[str]]:
    """Return what the lists of a day and of its month have to refund."""
    at: datetime = world.at("07:05", day=EVENING + timedelta(1))
    month = period_checklist(world.club, "month", EVENING.replace(day=1), at=at)
    lists = (checklist(world.club.pk, day, at=at), month)
    return [
        [str(thing.says) for line in lines if line.what == TO_REFUND for thing in line.things]
        for lines in lists
    ]


def reverse(world: World, shift: Shift, entry: Entry) -> Any:
    where = {"purchase_id": entry.purchases.earliest("id").pk, "shift_id": shift.pk}
    return take_back_sale.ask(world.stamp("21:05"), **where, reason="Cancelled")


def test_who_approves_a_cancellation_reads_its_reason_and_what_goes_back(
    world: World, shift: Shift, friday: Tournament
):
    def shown(clock: str) -> str:
        what = {"tournament_id": friday.pk, "reason": "Rain"}
        asked = cancel_tournament.ask(td(world, clock), **what)
        page = world.browser(Role.MANAGER).get(f"/tallinn/approvals/{asked.pk}/")
        return " ".join(page.content.decode().split())

    said = "<dt>Reason for the cancellation</dt> <dd>{}</dd>"
    assert said.format("too few participants") in shown("21:00")
    enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    later = shown("21:01")
    assert said.format("a decision of the house") in later
    assert "Reason for the refund" not in later
    assert format_cents(33_000) in later


@pytest.mark.usefixtures("entries")
def test_the_day_and_the_month_name_who_is_not_refunded_yet(world: World, friday: Tournament):
    assert to_refund(world) == [["Friday: 3 entries not refunded."]] * 2
    assert to_refund(world, EVENING - timedelta(1))[0] == []

    refund_all(td(world, "21:10"), tournament_id=friday.pk)
    assert to_refund(world) == [[], []]


def test_the_desk_is_led_from_the_slip_to_the_refunds(
    world: World, shift: Shift, friday: Tournament, entries: list[Entry]
):
    said: Refusal = refused(TournamentOver, reverse, world, shift, entries[0])
    assert said.next_step == "Refund all entries of the cancelled tournament."
    assert said.about == {"tournament_id": friday.pk}
    assert said.next_page == "tournament-refund-all"

    client = world.browser(Role.CASHIER)
    slip = entries[0].purchases.get().slip_id
    sent = {"key": "c2b8ed7e-6a4e-4a34-9d0c-1c6cbd5b1f0e", "reason": "Cancelled"}
    answer = client.post(f"/tallinn/tournaments/sales/{slip}/reverse/", sent)
    refunds = f"/tallinn/tournaments/{friday.pk}/refund-all/"
    assert refunds in answer.content.decode()

    page = f"/tallinn/tournaments/{friday.pk}/"
    assert refunds in client.get(page).content.decode()
    refund_all(td(world, "21:10"), tournament_id=friday.pk)
    assert refunds not in client.get(page).content.decode()
    refused(AlreadyReversed, reverse, world, shift, entries[0])
