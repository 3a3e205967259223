"""A night taken by box: off the table, counted twice, booked, settled."""

from collections.abc import Mapping

import pytest

from cashgames.models import Session
from cashgames.services.cash_outs import cash_out
from cashgames.services.hands import rake_hand
from cashgames.services.shared import TakenByBox
from cashgames.services.tables import OtherwiseToday, close_session, open_session
from casino.closing.services.checklist import blockers
from casino.closing.services.days import close_day
from casino.countroom import queries
from casino.countroom.models import Box, Count
from casino.countroom.services import boxes as services
from casino.countroom.services.boxes import (
    BoxBooked,
    BoxKnown,
    CountedBefore,
    NeverSix,
    NotByBox,
    NothingToCorrect,
    NotSettled,
    PotOrTime,
)
from casino.countroom.services.corrections import void_box
from casino.countroom.services.dealers import change_dealer
from casino.ledger.queries import documents
from casino.ledger.queries.balances import refs
from casino.ledger.verify import Books
from casino.refusals import BadInput
from casino.staff.models import Role
from casino.verify.findings import broken
from jackpot.queries import levels
from tests.claiming import under
from tests.refusing import refused
from tests.world import EVENING, World, a_club, a_key

pytestmark = pytest.mark.django_db
NEXT = EVENING.replace(day=28)
STACK = 20_000
# A chip of 25.00, two of 5.00, five of 1.00: 40.00.
RAKE = {2_500: 1, 500: 2, 100: 5}


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    world.jackpot()
    return world


def a_table(world: World, players: int = 6) -> Session:
    session = world.session("Box table", by_box=True)
    world.seat(session, *(f"Guest {number}" for number in range(players)), cents=STACK)
    return session


def everybody_leaves(world: World, session: Session, *, short_by: int) -> None:
    """The first player takes the rest of the chips, less what fell into the boxes."""
    seats = list(session.seats.order_by("number"))
    stacks = [STACK * len(seats) - short_by] + [0] * (len(seats) - 1)
    for seat, cents in zip(seats, stacks, strict=True):
        cash_out(
            world.stamp("02:00", role=Role.SUPERVISOR),
            session_id=session.pk,
            player_id=seat.player_id,
            cents=cents,
            paid_with="chips",
        )
    close_session(world.stamp("02:30", role=Role.SUPERVISOR), session_id=session.pk)


def box(world: World, session: Session, fee: str = "rake", number: str = "R1") -> Box:
    stamp = world.stamp("02:31", role=Role.SUPERVISOR)
    return services.take_box(stamp, session_id=session.pk, fee=fee, number=number)


def count(
    world: World, box: Box, chips: Mapping[int, int], role: str = Role.CASHIER, reason: str = ""
) -> Count:
    stamp = world.stamp("03:00", role=role)
    return services.count_box(stamp, box_id=box.pk, chips=chips, reason=reason)


def both_count(world: World, box: Box, chips: Mapping[int, int]) -> Box:
    for role in (Role.SUPERVISOR, Role.CASHIER):
        count(world, box, chips, role)
    box.refresh_from_db()
    return box


def test_a_box_is_booked_when_two_people_counted_the_same(world: World):
    session = a_table(world)
    everybody_leaves(world, session, short_by=4_000)
    rake = box(world, session)

    count(world, rake, RAKE, Role.SUPERVISOR)
    assert world.balance("income:rake") == 0

    count(world, rake, RAKE, Role.CASHIER)
    rake.refresh_from_db()
    assert (rake.counted_cents, world.balance("income:rake")) == (4_000, -4_000)
    entry = documents.entry(world.club.pk, rake.entry_id)
    assert (entry.kind, entry.number, entry.gaming_day) == ("countroom.rake_counted", 1, EVENING)
    assert [why["rule"] for why in entry.because] == ["AMB-07"]


def test_the_same_sum_in_other_chips_is_no_agreement(world: World):
    session = a_table(world)
    everybody_leaves(world, session, short_by=4_000)
    rake = box(world, session)

    count(world, rake, RAKE, Role.SUPERVISOR)
    count(world, rake, {500: 8}, Role.CASHIER)

    rake.refresh_from_db()
    assert rake.booked_at is None


def test_a_correction_strikes_the_first_count_out_and_keeps_it(world: World):
    session = a_table(world)
    everybody_leaves(world, session, short_by=4_000)
    rake = box(world, session)
    count(world, rake, RAKE, Role.SUPERVISOR)
    first = count(world, rake, {2_500: 1, 500: 2})

    refused(CountedBefore, count, world, rake, RAKE)
    count(world, rake, RAKE, reason="Five chips of 1 stuck to the lid.")

    rake.refresh_from_db()
    assert rake.counted_cents == 4_000
    struck = queries.counts(rake)[1]
    assert (struck.pk, struck.corrected_by.reason) == (
        first.pk,
        "Five chips of 1 stuck to the lid.",
    )
    refused(BoxBooked, count, world, rake, RAKE, Role.ACCOUNTANT)


def test_a_correction_needs_something_to_correct(world: World):
    rake = box(world, a_table(world))
    refused(NothingToCorrect, count, world, rake, RAKE, reason="A slip of the pen.")


def test_two_of_the_floor_are_not_two_people(world: World):
    world.also(Role.DIRECTOR, Role.SUPERVISOR)
    session = a_table(world)
    everybody_leaves(world, session, short_by=4_000)
    rake = box(world, session)

    count(world, rake, RAKE, Role.SUPERVISOR)
    count(world, rake, RAKE, Role.DIRECTOR)
    rake.refresh_from_db()
    assert rake.booked_at is None

    count(world, rake, RAKE, Role.ACCOUNTANT)
    rake.refresh_from_db()
    assert rake.counted_cents == 4_000


def test_jackpot_money_goes_to_the_pool_and_time_rake_to_income(world: World):
    session = a_table(world)
    everybody_leaves(world, session, short_by=4_000)

    both_count(world, box(world, session, "jackpot", "J1"), {100: 12})
    both_count(world, box(world, session, "time", "T1"), {500: 4})

    (pool,) = refs(world.club.pk, "jackpot:pool")
    assert world.balance("jackpot:pool", pool) == -1_200
    assert world.balance("income:time-rake") == -2_000


@pytest.mark.parametrize(("first", "second"), [("rake", "time"), ("time", "rake")])
def test_a_game_pays_by_pot_or_for_its_time_by_its_boxes_too(world: World, first: str, second: str):
    session = a_table(world)
    everybody_leaves(world, session, short_by=4_000)
    wrong = box(world, session, first, "1")
    box(world, session, first, "2")
    box(world, session, "jackpot", "J")

    refusal = refused(PotOrTime, box, world, session, second, "3")
    assert (refusal.field, refusal.source) == ("fee", "AMB-13")
    void_box(world.stamp("02:40", role=Role.MANAGER), box_id=wrong.pk, reason="Other fee")
    refused(PotOrTime, box, world, session, second, "3")


def test_a_box_of_the_other_rake_that_was_empty_or_void_bars_none(world: World):
    session = a_table(world)
    everybody_leaves(world, session, short_by=4_000)
    both_count(world, box(world, session, "time", "T1"), {})
    wrong = box(world, session, "time", "T2")
    void_box(world.stamp("02:40", role=Role.MANAGER), box_id=wrong.pk, reason="Other fee")
    assert box(world, session, "rake", "R1").fee == "rake"


def test_jackpot_money_without_six_players_is_refused(world: World):
    jackpot = box(world, a_table(world, players=5), "jackpot", "J1")
    refusal = refused(NeverSix, count, world, jackpot, {100: 3})
    assert refusal.source == "OLY-2.38"


def test_what_a_second_box_plausibly_holds_goes_by_its_own_time(world: World):
    session = a_table(world)
    floor = world.stamp("23:00", role=Role.SUPERVISOR)
    first = services.take_box(floor, session_id=session.pk, fee="rake", number="R1")
    everybody_leaves(world, session, short_by=8_000)
    second = box(world, session, "rake", "R2")
    assert queries.put_on_at(first) == session.opened_at
    assert queries.put_on_at(second) == world.at("23:00")
    client = world.browser(Role.SUPERVISOR)
    for each in (first, second):
        both_count(world, each, RAKE)
        page = client.get(f"/tallinn/boxes/{each.pk}/").text
        assert "Outside the usual range" not in page, each


def test_an_empty_box_is_counted_and_books_nothing(world: World):
    empty = both_count(world, box(world, a_table(world, players=5), "jackpot", "J1"), {})
    assert (empty.counted_cents, empty.entry_id) == (0, None)


def test_a_table_whose_boxes_hold_what_they_should_is_settled_without_a_word(world: World):
    session = a_table(world)
    everybody_leaves(world, session, short_by=4_000)
    both_count(world, box(world, session), RAKE)

    settled = services.settle_table(
        world.stamp("03:10", role=Role.SUPERVISOR), session_id=session.pk
    )

    assert (settled.expected_cents, settled.difference_cents) == (4_000, 0)
    assert world.balance("chips:table", session.pk) == 0
    assert queries.differences(world.club.pk) == []


@pytest.mark.parametrize(("in_box", "difference"), [(4_500, -500), (3_000, 1_000)])
def test_a_difference_needs_a_reason_and_stays_listed(world: World, in_box: int, difference: int):
    session = a_table(world)
    guests_hold = world.balance("chips:floor")
    everybody_leaves(world, session, short_by=in_box)
    change_dealer(world.stamp("20:00", role=Role.SUPERVISOR), session_id=session.pk, dealer="Kadri")
    both_count(world, box(world, session), RAKE)
    stamp = world.stamp("03:10", role=Role.SUPERVISOR)

    refused(BadInput, services.settle_table, stamp, session_id=session.pk)
    services.settle_table(stamp, session_id=session.pk, reason="A chip left with a guest.")

    (listed,) = queries.differences(world.club.pk)
    assert listed.settlement.difference_cents == -(in_box - 4_000) == difference
    assert listed.by_dealer == {"Kadri": difference}
    # All that was bought is with the guests or in the house's take.
    assert world.balance("chips:floor") - guests_hold == -(STACK * 6 - 4_000)
    assert world.balance("chips:table", session.pk) == 0


def test_a_table_is_settled_after_its_close_and_all_counts(world: World):
    session = a_table(world)
    settle = world.stamp("03:10", role=Role.SUPERVISOR)
    refused(NotSettled, services.settle_table, settle, session_id=session.pk)
    everybody_leaves(world, session, short_by=4_000)
    box(world, session)

    refusal = refused(NotSettled, services.settle_table, settle, session_id=session.pk)
    assert refusal.message == "Rake, box R1 is not counted yet."


def test_hands_or_boxes_never_both(world: World):
    by_hand = world.session("2")
    refused(NotByBox, box, world, by_hand)

    session = a_table(world)
    refused(
        TakenByBox,
        rake_hand,
        world.stamp("21:00", role=Role.SUPERVISOR),
        session_id=session.pk,
        name="1",
        pots_cents=[5_000],
        players_dealt=6,
        board_cards_dealt=3,
    )
    everybody_leaves(world, session, short_by=0)
    again = {
        "table_id": session.table_id,
        "game": "omaha",
        "small_blind_cents": 100,
        "big_blind_cents": 200,
        "min_buy_in_cents": 10_000,
        "max_buy_in_cents": 50_000,
    }
    refused(OtherwiseToday, open_session, world.stamp("03:00", role=Role.SUPERVISOR), **again)


@pytest.mark.parametrize("by_box", [True, False])
def test_a_table_that_was_opened_the_wrong_way_is_opened_anew(world: World, *, by_box: bool):
    session = world.session("5", by_box=by_box)
    close_session(world.stamp("20:05", role=Role.SUPERVISOR), session_id=session.pk)
    again = {"game": "texas_holdem", "small_blind_cents": 100, "big_blind_cents": 200}
    again |= {"min_buy_in_cents": 10_000, "max_buy_in_cents": 50_000}
    again |= {"table_id": session.table_id, "by_box": not by_box}
    opened = open_session(**world.opens("20:06"), **again)
    assert opened.by_box is not by_box


def test_a_table_that_a_box_came_off_is_opened_no_other_way(world: World):
    session = world.session("5", by_box=True)
    taken = box(world, session)
    close_session(world.stamp("20:05", role=Role.SUPERVISOR), session_id=session.pk)
    again = {"game": "texas_holdem", "small_blind_cents": 100, "big_blind_cents": 200}
    again |= {"min_buy_in_cents": 10_000, "max_buy_in_cents": 50_000}
    again |= {"table_id": session.table_id}
    refused(OtherwiseToday, open_session, world.stamp("03:00", role=Role.SUPERVISOR), **again)
    void_box(world.stamp("03:01", role=Role.MANAGER), box_id=taken.pk, reason="Another table")
    assert open_session(**world.opens("03:02"), **again).by_box is False


def test_two_boxes_of_one_number_on_one_night_are_refused(world: World):
    session = a_table(world)
    box(world, session)
    refused(BoxKnown, box, world, session)


def test_the_same_count_sent_twice_is_one_count(world: World):
    rake = box(world, a_table(world))
    stamp = world.stamp("03:00", key=a_key())
    first, second = (services.count_box(stamp, box_id=rake.pk, chips=RAKE) for _ in range(2))
    assert first == second
    assert Count.objects.count() == 1


def test_a_chip_that_the_club_does_not_have_is_refused(world: World):
    refused(BadInput, count, world, box(world, a_table(world)), {123: 1})


def test_a_box_counted_in_the_morning_belongs_to_its_night(world: World):
    session = a_table(world)
    everybody_leaves(world, session, short_by=4_000)
    rake = box(world, session)
    close_day(world.club, EVENING, now=world.at("07:05", day=NEXT))
    assert "Box R1 of table Box table is not counted." in blockers(world.club.pk, EVENING)

    both_count(world, rake, RAKE)

    assert documents.entry(world.club.pk, rake.entry_id).gaming_day == EVENING
    assert "Box table is not settled." in blockers(world.club.pk, EVENING)
    services.settle_table(world.stamp("03:10", role=Role.ACCOUNTANT), session_id=session.pk)
    assert blockers(world.club.pk, EVENING) == []


def test_a_level_waits_for_the_boxes_of_its_night_and_rises_by_them(world: World):
    session = a_table(world)
    everybody_leaves(world, session, short_by=4_000)
    jackpot_box = box(world, session, "jackpot", "J1")
    close_day(world.club, EVENING, now=world.at("07:05", day=NEXT))
    (pool,) = levels.jackpots(world.club.pk)
    assert levels.level(pool).provisional
    assert levels.level(pool).fixed_cents == 0

    for role in (Role.CASHIER, Role.ACCOUNTANT):
        morning = world.stamp("09:00", role=role, day=NEXT)
        services.count_box(morning, box_id=jackpot_box.pk, chips={100: 12})
    morning = world.stamp("09:10", role=Role.ACCOUNTANT, day=NEXT)
    services.settle_table(morning, session_id=session.pk, reason="No rake box.")

    level = levels.level(pool)
    assert (level.fixed_cents, level.provisional) == (1_200, False)
    wrong = broken(world.club, Books(club_id=world.club.pk))
    assert [each for each in wrong if each.what in {"jackpot level", "hands"}] == []


def test_a_box_that_the_host_of_a_home_counted_after_a_helper_is_verified(world: World):
    world.also(Role.MANAGER, Role.CASHIER)
    under(world, "home")
    session = a_table(world)
    everybody_leaves(world, session, short_by=4_000)
    of = box(world, session)
    count(world, of, {2_500: 1, 500: 1, 100: 5}, Role.CASHIER)

    count(world, of, RAKE, Role.MANAGER)

    of.refresh_from_db()
    assert of.counted_cents == 4_000
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []
