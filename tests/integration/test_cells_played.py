"""What the floor asks of hands, pots, chips, seats and prizes, in a club that adopted the book."""

from typing import Any

import pytest

from cashgames.models import Session
from cashgames.services.absence import leave_seat
from cashgames.services.hands import rake_hand
from cashgames.services.places import NoSuchSeat, SomebodyWaits
from cashgames.services.seats import seat_player
from cashgames.services.spending import spend_chips
from cashgames.services.tables import add_table, open_session
from cashgames.services.waiting import join_list
from casino.house.queries import book_on
from casino.ledger.queries.documents import entry
from casino.staff.models import Role
from tests.api.program import Program, program
from tests.claiming import evidence
from tests.integration.test_books_played import rules_of
from tests.refusing import refused
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import EVENING, World, a_club
from tournaments.queries.floor import bubble
from tournaments.services.listing import NotListed, book_place
from tournaments.services.pool import fix_pool
from tournaments.services.royal_flush import Holder, pay_royal_flush
from tournaments.services.starting import close_registration, start

pytestmark = pytest.mark.django_db
BOARD = ["TC", "JD", "QH", "KS", "2C"]
# Two straights to the ace, a third player all in; 7.00 that nobody called, 3.50 of a dead hand.
SHARED: dict[str, Any] = {
    "game": "texas_holdem",
    "family": "flop",
    "board_cards_dealt": 5,
    "open_cards_dealt": 0,
    "draws_done": 0,
    "rake_mode": "pot",
    "special_cap": False,
    "campaign_no_jackpot": False,
    "chip_unit_cents": 50,
    "players_dealt_in": 4,
    "seats_at_table": 9,
    "button_seat": 6,
    "halves": 1,
    "contributions": [
        {"seat": 1, "cents": 1_050, "live": True},
        {"seat": 2, "cents": 1_750, "live": True},
        {"seat": 3, "cents": 500, "live": True},
        {"seat": 4, "cents": 350, "live": False},
    ],
    "boards": [BOARD],
    "cards": {"1": ["AS", "3D"], "2": ["AH", "3C"], "3": ["4H", "5H"]},
}


def answered(floor: Program, topic: str, asked: dict[str, Any]) -> dict[str, Any]:
    answer = floor.client.post(
        floor.address(f"calculators/{topic}/"),
        asked,
        content_type="application/json",
        headers={"Authorization": f"Token {floor.key}"},
    )
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.parametrize(
    ("book", "hands", "pots", "rake_cents", "shares"),
    [
        ("olympic", {"OLY-6.1.2"}, {"OLY-1.30", "OLY-1.46", "OLY-1.47"}, 100, [1_450, 1_400]),
        ("voodoo", {"VOO-G28", "VOO-G29"}, {"VOO-T36", "VOO-G31", "VOO-G32"}, 50, [1_450, 1_450]),
        ("img", {"IMG-G41"}, {"IMG-G8", "IMG-G44", "IMG-G45"}, 100, [1_450, 1_400]),
        ("home", {"HOME-26"}, {"AMB-09", "HOME-28", "HOME-29"}, 0, [1_500, 1_450]),
        ("online", {"ONL-15"}, {"AMB-09", "AMB-47", "ONL-9"}, 100, [1_450, 1_400]),
    ],
)
def test_a_club_shares_a_pot_by_its_own_book(
    book: str, hands: set[str], pots: set[str], rake_cents: int, shares: list[int]
):
    floor = program(a_club(book=book), Role.SUPERVISOR)
    said = answered(floor, "pot_split", SHARED)
    assert said["returned_cents"] == {"2": 700}
    assert (said["rake_cents"], list(said["payouts_cents"].values())) == (rake_cents, shares)
    assert pots <= rules_of(said["because"])
    held = {"game": "texas_holdem", "cards": ["AS", "3D"], "board": BOARD}
    assert hands <= rules_of(answered(floor, "hand_rank", held)["because"])


def floor_of(world: World, clock: str = "21:00") -> Any:
    return world.stamp(clock, role=Role.SUPERVISOR)


def table(world: World) -> Session:
    added = add_table(floor_of(world, "19:00"), name="1")
    terms = {"small_blind_cents": 100, "big_blind_cents": 200}
    limits = {"min_buy_in_cents": 10_000, "max_buy_in_cents": 50_000}
    return open_session(
        **world.opens("19:01"), table_id=added.pk, game="texas_holdem", **terms, **limits
    )


@pytest.mark.parametrize(("book", "source"), [("olympic", "OLY-2.19"), ("voodoo", "VOO-C19")])
def test_chips_leave_a_stack_for_a_drink_and_a_tip(book: str, source: str):
    world = a_club(book=book)
    world.open_shift()
    session = table(world)
    (ann,) = world.seat(session, "Ann")
    for purpose in ("bar", "tip"):
        asked = {"session_id": session.pk, "player_id": ann.seat.player_id, "cents": 500}
        spent = spend_chips(floor_of(world), **asked, purpose=purpose)
        cited = entry(world.club.pk, spent.entry_id or 0)
        assert rules_of(cited.because if cited else ()) == {source}


def test_at_home_a_hand_says_whether_its_first_round_passed_and_takes_nothing_either_way():
    """Nothing is raked at home; how a hand that ended early is kept and shown is decided there."""
    world = a_club(book="home")
    world.open_shift()
    session = table(world)
    world.seat(session, "Ann", "Bob")
    client = world.browser(Role.SUPERVISOR)
    assert book_on(world.club.pk, EVENING).source("first_round.board_cards") == "AMB-06"
    for cards, passed in ((2, False), (3, True)):
        dealt = {"pots_cents": [10_000], "players_dealt": 2, "board_cards_dealt": cards}
        stamp = floor_of(world, f"21:0{cards}")
        hand = rake_hand(stamp, session_id=session.pk, name=str(cards), **dealt)
        assert (hand.rake_cents, hand.first_round_passed, hand.entry_id) == (0, passed, None)
        page = client.get(f"/tallinn/tables/{session.pk}/?hand={hand.pk}").content.decode()
        assert ("the first betting round was not completed" in page) is not passed


def test_under_voodoos_book_an_absent_players_cards_are_not_dealt():
    world = a_club(book="voodoo")
    world.open_shift()
    session = table(world)
    ann, _ = world.seat(session, "Ann", "Bob")
    leave_seat(floor_of(world), session_id=session.pk, player_id=ann.seat.player_id)
    client = world.browser(Role.SUPERVISOR)
    page = client.get(f"/tallinn/tables/{session.pk}/").content.decode()
    assert "VOO-C14" in page
    assert "VOO-G17" in page


def test_under_imgs_book_ten_sit_in_their_order_and_tournaments_take_no_bookings():
    world = a_club(book="img")
    shift = world.open_shift()
    session = table(world)
    ann, bob = world.player("Ann"), world.player("Bob")
    asked = {"session_id": session.pk, "cents": 20_000, "paid_with": "table"}
    eleventh = refused(
        NoSuchSeat, seat_player, floor_of(world), **asked, seat_no=11, player_id=ann.pk
    )
    assert eleventh.source == "IMG-G1"
    game = {"game": "texas_holdem", "small_blind_cents": 100, "big_blind_cents": 200}
    join_list(floor_of(world, "20:30"), player_id=bob.pk, **game)
    first = refused(
        SomebodyWaits, seat_player, floor_of(world), **asked, seat_no=1, player_id=ann.pk
    )
    assert first.source == "IMG-C18"
    friday = a_tournament(world)
    where = {"tournament_id": friday.pk, "player_id": ann.pk}
    assert refused(NotListed, book_place, world.stamp("20:40"), **where).source == "IMG-T1"
    assert enter(world, friday, "Cat", shift_id=shift.pk)


def test_under_olympics_book_the_table_shares_the_pool_and_the_bubble_freezes():
    world = a_club()
    shift = world.open_shift(clock="18:00")
    terms = {"variants": ["royal_flush_jackpot"], "rfj_cents": 1_000}
    friday = a_tournament(world, series=True, **terms)
    names = [f"Guest {number}" for number in range(9)]
    first, *_ = enter(world, friday, *names, shift_id=shift.pk)
    start(world.stamp("21:00", role=Role.DIRECTOR), tournament_id=friday.pk)
    director = world.stamp("21:50", role=Role.DIRECTOR)
    close_registration(director, tournament_id=friday.pk)
    asked = fix_pool.ask(world.stamp("21:51", role=Role.DIRECTOR), tournament_id=friday.pk)
    signed(world, asked, role=Role.SUPERVISOR, clock="21:52")
    fixed = now(friday).fixed
    assert fixed.prizes_cents == [fixed.net_cents * bp // 10_000 for bp in (5_000, 3_000, 2_000)]
    assert "OLY-PT" in rules_of(fixed.because)
    assert "OLY-3.4.24" in rules_of(bubble(now(friday), paid_places=8).because)
    hand = {"tournament_id": friday.pk, "hand_name": "1", "board": ["TH", "JH", "QH", "2C", "3D"]}
    hand |= {"holders": [Holder(entry_id=first.pk, cards=["AH", "KH"])], **evidence(world, "21:55")}
    claim = pay_royal_flush.ask(floor_of(world, "22:00"), **hand)
    assert "OLY-3.2.i" in rules_of(claim.content["because"])
