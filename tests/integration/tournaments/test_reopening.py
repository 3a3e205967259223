"""Start and the close of registration, pressed by mistake, are taken back by two."""

from typing import Any

import pytest

from casino.approvals.signed import NeedsSignature
from casino.cage.models import Shift
from casino.players.models import PlayingPlace
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import begun, opened, out, td
from tests.tournaments import a_tournament, enter, now, signed, sold, ticket_given
from tests.world import World
from tournaments.models import Tournament
from tournaments.queries.card_codes import card_code
from tournaments.queries.clock import clock_face, registration_open
from tournaments.services.changing import change_tournament
from tournaments.services.clock import pause_clock
from tournaments.services.knockouts import undo_knockout
from tournaments.services.listing import announce_coming
from tournaments.services.pool import fix_pool
from tournaments.services.refunds import cancel_tournament, refund_cancelled, refund_entry
from tournaments.services.reopening import (
    NotTakenBack,
    reopen_registration,
    take_back_cancel,
    take_back_start,
)
from tournaments.services.selling import NotAdmitted, sell_more
from tournaments.services.shared import PoolIsFixed
from tournaments.services.starting import close_registration, start
from tournaments.services.tables import draw_seats
from tournaments.services.tickets import clear_cancelled, take_back_ticket

NAMES = [f"G{number}" for number in range(1, 11)]


@pytest.fixture
def friday(world: World, shift: Shift) -> Tournament:
    event = a_tournament(
        world, late_levels=4, variants=["rebuy_at_will"], rebuy_cents=5_000, rebuy_levels=4
    )
    enter(world, event, *NAMES, shift_id=shift.pk)
    opened(world, event, 1, 2)
    draw_seats(td(world, "20:50"), tournament_id=event.pk)
    begun(world, event)
    return now(event)


def by_two(world: World, act: Any, event: Tournament, clock: str) -> None:
    asked = act.ask(td(world, clock), tournament_id=event.pk, reason="Meant the other event")
    signed(world, asked, role=Role.MANAGER, clock=clock)


def test_registration_closed_by_mistake_is_opened_again(
    world: World, shift: Shift, friday: Tournament
):
    card = card_code(world.player("Coming"))
    coming = announce_coming(td(world, "21:01"), tournament_id=friday.pk, card=card)
    close_registration(td(world, "21:05"), tournament_id=friday.pk)
    late = {"shift_id": shift.pk, "clock": "21:10"}
    refused(NotAdmitted, sold, world, now(friday), "Late", **late)
    what = {"tournament_id": friday.pk, "reason": "Meant the other event"}
    refused(NeedsSignature, reopen_registration, td(world, "21:06"), **what)

    by_two(world, reopen_registration, friday, "21:07")

    assert registration_open(now(friday), world.at("21:10"))
    coming.refresh_from_db()
    assert (coming.ended, coming.ended_at) == ("", None)
    assert sold(world, now(friday), "Late guest", **late).entry.number == 11
    refused(NotTakenBack, reopen_registration.ask, td(world, "21:11"), **what)


def test_a_fixed_pool_keeps_registration_closed(world: World, friday: Tournament):
    close_registration(td(world, "22:20"), tournament_id=friday.pk)
    signed(world, fix_pool.ask(td(world, "22:21"), tournament_id=friday.pk), clock="22:22")
    what = {"tournament_id": friday.pk, "reason": "Too late"}
    refused(PoolIsFixed, reopen_registration.ask, td(world, "22:23"), **what)


def test_a_start_pressed_by_mistake_is_taken_back_and_the_event_begins_later(
    world: World, friday: Tournament
):
    seats = dict(friday.entries.values_list("number", "seat_no"))
    by_two(world, take_back_start, friday, "21:02")

    assert now(friday).started_at is None
    assert clock_face(now(friday), world.at("21:03")) is None
    assert dict(friday.entries.values_list("number", "seat_no")) == seats
    change_tournament(
        td(world, "21:04"), tournament_id=friday.pk, notice="Later", starts_at=world.at("22:00")
    )
    start(td(world, "22:00"), tournament_id=friday.pk)
    assert now(friday).started_at == world.at("22:00")
    out(world, friday, friday.entries.get(number=1), "22:05")


def test_a_start_stands_until_what_followed_it_is_taken_back(
    world: World, shift: Shift, friday: Tournament
):
    what = {"tournament_id": friday.pk, "reason": "Too early"}
    ann = friday.entries.get(number=1)
    gone = out(world, friday, ann, "21:05")
    said = refused(NotTakenBack, take_back_start.ask, td(world, "21:06"), **what)
    assert said.next_page == "floor-undo"
    undo_knockout(td(world, "21:07"), tournament_id=friday.pk, knockout_id=gone.pk)
    paid = {"what": "rebuy", "paid_with": "cash", "shift_id": shift.pk}
    sale = sell_more(world.stamp("21:08"), entry_id=ann.pk, **paid)
    said = refused(NotTakenBack, take_back_start.ask, td(world, "21:09"), **what)
    assert (said.next_page, said.about) == ("sale-take-back", {"entry_id": sale.slip_id})
    close_registration(td(world, "21:10"), tournament_id=friday.pk)
    said = refused(NotTakenBack, take_back_start.ask, td(world, "21:11"), **what)
    assert said.next_page == "registration-reopen"


def test_a_clock_that_was_paused_keeps_its_start(world: World, friday: Tournament):
    pause_clock(td(world, "21:05"), tournament_id=friday.pk)
    what = {"tournament_id": friday.pk, "reason": "Too early"}
    refused(NotTakenBack, take_back_start.ask, td(world, "21:06"), **what)


def test_a_tournament_cancelled_by_mistake_takes_place_after_all(world: World, friday: Tournament):
    what = {"tournament_id": friday.pk, "reason": "Meant the other event"}
    refused(NotTakenBack, take_back_cancel.ask, td(world, "21:04"), **what)
    seats = dict(friday.entries.values_list("number", "seat_no"))
    places = set(PlayingPlace.objects.filter(until=None).values_list("player", flat=True))
    assert places
    by_two(world, cancel_tournament, friday, "21:05")
    assert not PlayingPlace.objects.filter(until=None).exists()
    page = world.browser(Role.DIRECTOR).get(f"/tallinn/tournaments/{friday.pk}/").content.decode()
    assert f"/tallinn/tournaments/{friday.pk}/cancel/take-back/" in page

    by_two(world, take_back_cancel, friday, "21:07")

    assert now(friday).cancelled_at is None
    assert dict(friday.entries.values_list("number", "seat_no")) == seats
    assert set(PlayingPlace.objects.filter(until=None).values_list("player", flat=True)) == places
    out(world, friday, friday.entries.get(number=1), "21:10")


def test_a_cancellation_stands_once_an_entry_was_refunded(world: World, friday: Tournament):
    by_two(world, cancel_tournament, friday, "21:05")
    refund_cancelled(td(world, "21:06"), entry_id=friday.entries.get(number=1).pk)
    what = {"tournament_id": friday.pk, "reason": "Meant the other event"}
    said = refused(NotTakenBack, take_back_cancel.ask, td(world, "21:07"), **what)
    assert said.next_page == "tournament-refund-all"


def test_a_cancellation_before_the_start_is_taken_back_and_nobody_plays_there_yet(
    world: World, shift: Shift
):
    event = a_tournament(world)
    enter(world, event, *NAMES[:4], shift_id=shift.pk)
    opened(world, event, 1)
    draw_seats(td(world, "20:50"), tournament_id=event.pk)
    by_two(world, cancel_tournament, event, "20:52")
    by_two(world, take_back_cancel, event, "20:54")
    assert now(event).cancelled_at is None
    assert not PlayingPlace.objects.filter(until=None).exists()
    begun(world, event)


def test_what_was_given_back_before_the_cancellation_hinders_no_way_back(
    world: World, shift: Shift
):
    event = a_tournament(world)
    first, *_ = enter(world, event, *NAMES[:4], shift_id=shift.pk)
    asked = refund_entry.ask(
        td(world, "20:40"), entry_id=first.pk, cause="withdrawal", reason="Ill", valid_reason=True
    )
    signed(world, asked, clock="20:41")
    given = ticket_given(world, event, "Wrong guest")
    back = take_back_ticket.ask(td(world, "20:42"), ticket_id=given.pk, reason="Another guest")
    signed(world, back, clock="20:43")
    by_two(world, cancel_tournament, event, "20:52")
    by_two(world, take_back_cancel, event, "20:54")
    assert now(event).cancelled_at is None


def test_a_cancellation_stands_once_a_ticket_to_it_was_cleared(world: World, shift: Shift):
    event = a_tournament(world)
    enter(world, event, *NAMES[:4], shift_id=shift.pk)
    given = ticket_given(world, event, "With a ticket")
    by_two(world, cancel_tournament, event, "20:52")
    clear_cancelled(td(world, "20:53"), ticket_id=given.pk)
    what = {"tournament_id": event.pk, "reason": "Meant the other event"}
    refused(NotTakenBack, take_back_cancel.ask, td(world, "20:54"), **what)
