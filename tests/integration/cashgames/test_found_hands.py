"""A hand whose slip is found after its table was closed is booked, by the correction's rules."""

import re
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from cashgames.forms.tables import CorrectGameForm, FoundHandForm
from cashgames.models import Hand, OverShort, Session
from cashgames.queries.corrections import corrections
from cashgames.queries.tables import chips_cents, table_check
from cashgames.services.found_hands import book_found_hand
from cashgames.services.hands import HandKnown, rake_hand
from cashgames.services.over_short import book_over_short
from cashgames.services.shared import TableClosed
from cashgames.services.tables import close_session
from casino.approvals.models import Proposal
from casino.approvals.signed import NeedsSignature
from casino.audit.queries.exceptions import exceptions
from casino.closing.services.days import close_due_days
from casino.house.models import Club
from casino.refusals import BadInput
from casino.staff.models import Role
from jackpot.models import Jackpot
from tests.correcting import buy, floor, leave, wrong
from tests.counting import sign
from tests.refusing import refused
from tests.world import EVENING, World, a_club, a_key

SLIP: dict[str, Any] = {"pots_cents": [9_000], "players_dealt": 2, "board_cards_dealt": 3}
WHY = "Slip in the tray"


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    world.jackpot()
    return world


def closed(world: World, *, short: int) -> Session:
    """Two bring 400.00, a hand of 90.00 is not entered; what lacks is booked as short."""
    session = world.session()
    first, second = buy(world, session, None, 1), buy(world, session, None, 2)
    leave(world, session, first, 40_000 - short, clock="22:30")
    leave(world, session, second, 0, clock="22:31")
    if short:
        asks = floor(world, "22:36")
        count = {"session_id": session.pk, "counted_cents": 0, "reason": "short"}
        sign(world, asks, book_over_short.ask(asks, **count))
    close_session(floor(world, "22:40"), session_id=session.pk)
    return session


def slip(world: World, session: Session, **more: Any) -> dict[str, Any]:
    found = {"session_id": session.pk, "name": "17", "played_at": world.at("22:00")}
    return found | SLIP | {"reason": WHY} | more


def stands_out(world: World) -> set[str]:
    """Return the kinds among the exceptions of the evening and the day after."""
    found = exceptions(world.club, first=EVENING, last=EVENING + timedelta(days=1))
    return {row.operation for _, row, _ in found}


def income(world: World) -> tuple[int, int]:
    pool = Jackpot.objects.get(club=world.club)
    return -world.balance("income:rake"), -world.balance("jackpot:pool", pool.pk)


@pytest.mark.parametrize(("short", "left"), [(450, 0), (1_000, -550), (200, 0), (0, 0)])
def test_a_found_hand_explains_the_shortage_of_its_table_and_no_guest_holds_its_chips(
    world: World, short: int, left: int
):
    session = closed(world, short=short)
    hand = slip(world, session)
    refusal = refused(
        TableClosed, rake_hand, floor(world, "22:50"), session_id=session.pk, name="17", **SLIP
    )
    assert refusal.next_page == "hand-found"

    book_found_hand(floor(world, "22:55"), **hand)

    assert income(world) == (450, 0)
    assert sum(each.over_cents for each in OverShort.objects.all()) == left
    # What was bought and not taken is with the guests.
    assert world.balance("chips:floor") == -(40_000 - 450)
    assert world.balance("chips:table", session.pk) == 0
    assert table_check(session).difference_cents == 0
    (listed,) = corrections(world.club.pk, session_id=session.pk)
    assert (listed.before_cents, listed.after_cents) == (0, 450)
    assert "17" in str(listed.about)
    assert "cashgames.book_found_hand" in stands_out(world)
    assert wrong(world) == []


def test_it_is_booked_once_and_within_the_time_of_its_table(world: World):
    session = closed(world, short=450)
    book_found_hand(floor(world, "22:55"), **slip(world, session))
    refused(HandKnown, book_found_hand, floor(world, "22:56"), **slip(world, session))
    for clock in ("19:59", "22:41"):
        late = slip(world, session, name="18", played_at=world.at(clock))
        assert refused(BadInput, book_found_hand, floor(world), **late).field == "played_at"


def test_after_its_gaming_day_the_manager_signs_and_it_concerns_that_day(world: World):
    session = closed(world, short=450)
    next_day = EVENING + timedelta(days=1)
    close_due_days(world.at("07:01", day=next_day))
    morning = world.stamp("10:00", role=Role.SUPERVISOR, day=next_day)
    refused(NeedsSignature, book_found_hand, morning, **slip(world, session))
    said = slip(world, session, deviation="Pot counted from the film")
    asked = book_found_hand.ask(morning, **said)
    client = world.browser(Role.MANAGER)
    page = client.get(f"/tallinn/approvals/{asked.pk}/").text
    assert "Dealt 27.02.2026 22:00." in page
    assert "Deviation: Pot counted from the film" in page
    sign(world, world.stamp("10:05", role=Role.SUPERVISOR, day=next_day), asked, by=Role.MANAGER)

    hand = Hand.objects.get(name="17")
    assert (hand.gaming_day, hand.concerns) == (next_day, EVENING)
    assert "cashgames.book_found_hand" in stands_out(world)
    assert income(world) == (450, 0)
    assert wrong(world) == []


def test_at_an_open_table_whose_shortage_was_booked_it_is_booked_too(world: World):
    session = world.session()
    first = buy(world, session, None, 1)
    leave(world, session, first, 19_550, clock="22:30")
    asks = floor(world, "22:36")
    count = {"session_id": session.pk, "counted_cents": 0, "reason": "short"}
    sign(world, asks, book_over_short.ask(asks, **count))
    book_found_hand(floor(world, "22:55"), **slip(world, session, deviation="Slip says so"))
    assert world.balance("chips:table", session.pk) == 0
    assert sum(each.over_cents for each in OverShort.objects.all()) == 0


def test_the_page_of_the_closed_table_leads_to_it(world: World):
    session = closed(world, short=450)
    client = world.browser(Role.SUPERVISOR)
    page = client.get(f"/tallinn/tables/{session.pk}/").text
    door = f"/tallinn/tables/{session.pk}/hand/found/"
    assert f'href="{door}"' in page
    assert 'name="played_at"' in client.get(door).text
    # The time typed is one of that night, whenever the slip turns up.
    typed = {"name": "17", "played_at": "22:00", "main_pot_cents": "90", "players_dealt": "2"}
    typed |= {"first_round_passed": "on", "reason": WHY, "key": str(a_key())}
    shown = client.post(door, typed)
    (fingerprint,) = re.findall(r'name="shown" value="([^"]+)"', shown.text)
    client.post(door, typed | {"shown": fingerprint, "confirm": "1"})
    (asked,) = Proposal.objects.filter(operation="cashgames.book_found_hand")
    assert datetime.fromisoformat(asked.content["played_at"]) == world.at("22:00")


@pytest.mark.parametrize(("nights", "given"), [(0, "27.02. 22:00"), (1, "28.02. 22:00")])
def test_at_a_table_of_two_nights_the_page_asks_whose_slip_it_is(
    world: World, nights: int, given: str
):
    session = world.session()
    closed_at = world.at("02:00", day=EVENING + timedelta(days=2))
    Session.objects.filter(pk=session.pk).update(closed_at=closed_at)
    session.refresh_from_db()
    known = {
        "club": Club.objects.get(pk=world.club.pk),
        "session": session,
        "now": closed_at + timedelta(minutes=30),
    }
    typed = {"name": "17", "played_at": "22:00", "main_pot_cents": "90", "players_dealt": "2"}
    typed |= {"reason": WHY, "key": str(a_key())}
    unsaid = FoundHandForm(typed, **known)
    assert unsaid.errors.keys() == {"gaming_day"}
    night = {"gaming_day": str(EVENING + timedelta(days=nights))}
    form = FoundHandForm(typed | night, **known)
    assert form.is_valid()
    assert "gaming_day" not in form.arguments()
    played_at = form.arguments()["played_at"].astimezone(ZoneInfo(world.club.timezone))
    assert f"{played_at:%d.%m. %H:%M}" == given


@pytest.mark.parametrize("form_class", [FoundHandForm, CorrectGameForm])
def test_a_time_of_the_chosen_day_that_is_still_to_come_is_not_moved_to_the_day_before(
    world: World, form_class: Any
):
    today = EVENING + timedelta(days=1)
    known = {
        "club": Club.objects.get(pk=world.club.pk),
        "session": world.session(),
        "now": world.at("12:33", day=today),
    }
    at, day = {
        FoundHandForm: ("played_at", "gaming_day"),
        CorrectGameForm: ("since", "since_day"),
    }[form_class]
    form = form_class({at: "23:15", day: str(today)}, **known)
    assert form.errors[at] == ["The table was not open at that time."]
    assert at not in form_class({at: "23:15", day: str(EVENING)}, **known).errors
    assert at not in form_class({at: "12:30", day: str(today)}, **known).errors


def counted_short(world: World) -> Session:
    """A table that plays on after 4.50 lacked at 21:30: its hand of 21:20 was not entered."""
    session = world.session()
    buy(world, session, None, 1)
    buy(world, session, None, 2)
    count = {"session_id": session.pk, "counted_cents": chips_cents(session) - 450}
    book_over_short(floor(world, "21:30"), **count, reason="short")
    return session


def test_a_table_that_plays_on_after_it_was_counted_short_leads_to_the_found_hand(world: World):
    session = counted_short(world)
    client = world.browser(Role.SUPERVISOR)
    page = f"/tallinn/tables/{session.pk}/"
    assert f"{page}hand/found/" in client.get(page).content.decode()
    chips = chips_cents(session)
    book_found_hand(floor(world, "21:40"), **slip(world, session, played_at=world.at("21:20")))
    assert chips_cents(session) == chips
    assert f"{page}hand/found/" not in client.get(page).content.decode()


def test_a_hand_that_was_dealt_after_the_count_explains_nothing_of_it(world: World):
    session = counted_short(world)
    chips = chips_cents(session)
    later = slip(world, session, played_at=world.at("21:35"))
    book_found_hand(floor(world, "21:40"), **later)
    hand = Hand.objects.get()
    assert chips_cents(session) == chips - hand.rake_cents - hand.drop_cents
