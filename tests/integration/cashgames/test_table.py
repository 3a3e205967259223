"""A night at a cash table: seats, buy-ins, hands, leaving, closing at zero."""

import pytest

from cashgames.models import Session
from cashgames.queries.tables import seats
from cashgames.services.cash_outs import cash_out
from cashgames.services.hands import HandKnown, rake_hand
from cashgames.services.places import NoSuchSeat, SeatedElsewhere, SeatTaken
from cashgames.services.seats import BuyInRefused, NotSeated, seat_player, top_up
from cashgames.services.shared import TableClosed
from cashgames.services.tables import StillChips, TableTaken, add_table, close_session, open_session
from casino.acts.permission import NotAllowed
from casino.ledger.queries.documents import entry
from casino.ledger.refusals import KeyReused, NotEnough
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.correcting import floor
from tests.merging import merged
from tests.refusing import refused
from tests.world import World, a_club, a_key

pytestmark = pytest.mark.django_db
FLOP = {"board_cards_dealt": 3}


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    world.fund()
    world.jackpot()
    return world


@pytest.fixture
def session(world: World) -> Session:
    return world.session()


def sit(world: World, session: Session, name: str, seat: int, cents: int = 20_000, **more):
    world.sell(cents, "20:00")
    stamp = floor(world, more.pop("clock", "20:30"))
    player = more.pop("player_id", None) or world.player(name).pk
    return seat_player(
        stamp,
        session_id=session.pk,
        seat_no=seat,
        player_id=player,
        cents=cents,
        paid_with="chips",
        **more,
    )


def leave(world: World, session: Session, player_id: int, cents: int, clock: str = "23:00"):
    return cash_out(
        floor(world, clock),
        session_id=session.pk,
        player_id=player_id,
        cents=cents,
        paid_with="chips",
    )


def test_chips_at_a_seat_lie_on_the_table(world: World, session: Session):
    world.seat(session, "A", "B")

    assert world.balance("chips:table", session.pk) == -40_000
    assert world.balance("chips:floor") == 0


def test_two_players_never_share_a_seat(world: World, session: Session):
    sit(world, session, "A", 1)

    assert refused(SeatTaken, sit, world, session, "B", 1).source == "OLY-2.11"


def test_a_player_sits_on_one_seat(world: World, session: Session):
    moved = sit(world, session, "A", 1)
    elsewhere = world.session("2")

    who = moved.seat.player_id
    refused(SeatedElsewhere, sit, world, elsewhere, "", 4, player_id=who)


def test_a_freed_seat_is_free(world: World, session: Session):
    moved = sit(world, session, "A", 1)
    leave(world, session, moved.seat.player_id, 20_000)

    assert sit(world, session, "B", 1, clock="23:01").seat.number == 1


def test_the_game_has_nine_seats(world: World, session: Session):
    said = refused(NoSuchSeat, sit, world, session, "A", 10)
    assert "1 to 9" in said.message
    assert said.source == "AMB-114"


def test_a_seat_that_is_not_there_cites_what_says_how_many_play():
    world = a_club(book="voodoo")
    assert refused(NoSuchSeat, sit, world, world.session(), "A", 12).source == "VOO-C5"


@pytest.mark.parametrize("cents", [9_999, 50_001])
def test_a_buy_in_keeps_the_tables_limits(world: World, session: Session, cents: int):
    assert refused(BuyInRefused, sit, world, session, "A", 1, cents).field == "cents"


def test_one_short_buy_in_a_night_with_the_supervisors_word(world: World, session: Session):
    refused(BuyInRefused, sit, world, session, "A", 1, 5_000)
    moved = sit(world, session, "B", 1, 5_000, supervisor_approved=True)
    who = moved.seat.player_id
    leave(world, session, who, 0)

    again = refused(
        BuyInRefused, sit, world, session, "", 1, 5_000, supervisor_approved=True,
        player_id=who, clock="23:05",
    )  # fmt: skip
    assert again.message == "The player has already used the short buy-in of this gaming day."


def test_who_comes_back_within_the_hour_brings_the_same(world: World, session: Session):
    who = sit(world, session, "A", 1).seat.player_id
    sit(world, session, "B", 2)
    leave(world, session, who, 30_000, "22:00:00")

    refused(BuyInRefused, sit, world, session, "", 1, 20_000, player_id=who, clock="22:59:59")
    assert sit(world, session, "", 1, 20_000, player_id=who, clock="23:00").cents == 20_000


def test_who_comes_back_within_the_hour_brings_the_same_to_the_table_opened_anew(
    world: World, session: Session
):
    who = sit(world, session, "A", 1).seat.player_id
    other = sit(world, session, "B", 2).seat.player_id
    leave(world, session, who, 35_000, "22:00")
    leave(world, session, other, 5_000, "22:01")
    close_session(floor(world, "22:02"), session_id=session.pk)
    beside = world.session("2")
    again = open_session(
        **world.opens("22:04"), table_id=session.table_id, game="texas_holdem",
        small_blind_cents=100, big_blind_cents=200,
        min_buy_in_cents=10_000, max_buy_in_cents=50_000,
    )  # fmt: skip
    refused(BuyInRefused, sit, world, again, "", 1, 20_000, player_id=who, clock="22:05")
    # Who left with less than the minimum has the usual limits, and so has another table.
    assert sit(world, again, "", 2, 20_000, player_id=other, clock="22:06").cents == 20_000
    assert sit(world, beside, "", 1, 20_000, player_id=who, clock="22:07").cents == 20_000


def test_a_merged_card_hides_neither_what_was_taken_off_the_table_nor_the_short_buy_in(
    world: World, session: Session
):
    sit(world, session, "B", 2)
    moved = sit(world, session, "A", 1, 5_000, supervisor_approved=True)
    leave(world, session, moved.seat.player_id, 20_000)
    stays = world.player("A again").pk
    merged(world, stays, moved.seat.player_id, clock="23:02")
    again = refused(BuyInRefused, sit, world, session, "", 1, player_id=stays, cents=10_000,
                    clock="23:05")  # fmt: skip
    assert (again.source, again.next_step) == ("OLY-2.26", "Allowed: 200,00.")
    short = refused(BuyInRefused, sit, world, world.session("2"), "", 1, 5_000, player_id=stays,
                    supervisor_approved=True, clock="23:06")  # fmt: skip
    assert short.message == "The player has already used the short buy-in of this gaming day."


def test_a_deviation_keeps_its_reason_with_the_entry(world: World, session: Session):
    who = sit(world, session, "A", 1).seat.player_id
    leave(world, session, who, 20_000, "22:00")

    moved = sit(world, session, "", 1, 15_000, player_id=who, clock="22:10", deviation="lost a bet")

    because = entry(world.club.pk, moved.entry_id).because
    assert because[-1]["rule"] == "OLY-0.1"
    assert because[-1]["inputs"] == {"reason": "lost a bet"}


@pytest.mark.parametrize("word", [{"supervisor_approved": True}, {"deviation": "lost a bet"}])
def test_nobody_but_the_floor_gives_the_floors_word(world: World, session: Session, word):
    world.sell(20_000)
    terms = {"session_id": session.pk, "seat_no": 1, "cents": 20_000, "paid_with": "chips"} | word
    who = world.player("A").pk

    refused(NotAllowed, seat_player, world.stamp("20:30"), **terms, player_id=who)
    assert seat_player(floor(world, "20:30"), **terms, player_id=who).seat.number == 1


def test_a_top_up_stays_below_the_maximum_and_between_hands(world: World, session: Session):
    who = sit(world, session, "A", 1).seat.player_id
    world.sell(90_000)
    what = {"session_id": session.pk, "player_id": who, "paid_with": "chips"}

    for wrong in ({"stack_cents": 20_000, "cents": 30_001},
                  {"stack_cents": 0, "cents": 100, "in_hand": True}):  # fmt: skip
        refused(BuyInRefused, top_up, floor(world), **what, **wrong)
    assert top_up(floor(world), **what, stack_cents=20_000, cents=30_000).cents == 30_000


def test_a_pot_pays_rake_and_the_jackpots_euro(world: World, session: Session):
    world.seat(session, *"ABCDEF")

    hand = rake_hand(
        floor(world), session_id=session.pk, name="1", pots_cents=[3_700], players_dealt=6, **FLOP
    )

    assert (hand.rake_cents, hand.drop_cents) == (150, 100)
    lines = {(line.code, line.cents) for line in entry(world.club.pk, hand.entry_id).lines}
    assert lines == {("chips:table", 250), ("income:rake", -150), ("jackpot:pool", -100)}


def test_a_hand_that_saw_no_flop_posts_nothing(world: World, session: Session):
    world.seat(session, *"ABCDEF")

    hand = rake_hand(
        floor(world), session_id=session.pk, name="1", pots_cents=[3_700], players_dealt=6
    )

    assert (hand.rake_cents, hand.drop_cents, hand.entry_id) == (0, 0, None)


def test_a_hand_is_recorded_once(world: World, session: Session):
    world.seat(session, *"ABCDEF")
    what = {"session_id": session.pk, "name": "1", "players_dealt": 6, **FLOP}
    stamp = floor(world, key=a_key())
    first = rake_hand(stamp, pots_cents=[3_700], **what)

    assert rake_hand(stamp, pots_cents=[3_700], **what).pk == first.pk
    refused(KeyReused, rake_hand, stamp, pots_cents=[4_700], **what)
    refused(HandKnown, rake_hand, floor(world), pots_cents=[4_700], **what)
    assert world.balance("income:rake") == -150


def test_no_rake_beyond_the_chips_on_the_table(world: World, session: Session):
    sit(world, session, "A", 1, 10_000)
    leave_one = {
        "session_id": session.pk,
        "name": "1",
        "players_dealt": 6,
        "deviation": "x",
        **FLOP,
    }
    cash = {"session_id": session.pk, "player_id": seats(session.pk)[0].player_id}
    cash_out(floor(world), **cash, cents=9_900, paid_with="chips")

    refused(NotEnough, rake_hand, floor(world, "22:01"), pots_cents=[10_000], **leave_one)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"pots_cents": []}, "pots_cents"),
        ({"pots_cents": [100, 0]}, "pots_cents"),
        ({"players_dealt": 1}, "players_dealt"),
        ({"players_dealt": 24}, "players_dealt"),
        ({"name": "\u202e1"}, "name"),
        ({"game": "omaha"}, "game"),
    ],
)
def test_what_is_no_hand_is_refused_by_field(world: World, session: Session, wrong, field):
    what = {"session_id": session.pk, "name": "1", "pots_cents": [100], "players_dealt": 6}

    assert refused(BadInput, rake_hand, floor(world), **(what | wrong)).field == field


def test_a_campaign_table_feeds_no_jackpot(world: World):
    table = add_table(world.stamp("07:30", role=Role.MANAGER), name="campaign")
    terms = {
        "table_id": table.pk,
        "game": "texas_holdem",
        "small_blind_cents": 100,
        "big_blind_cents": 200,
        "min_buy_in_cents": 10_000,
        "max_buy_in_cents": 50_000,
        "jackpot": False,
    }
    refused(NotAllowed, open_session, floor(world, "20:00"), **terms)
    session = open_session(world.stamp("20:00", role=Role.MANAGER), **terms)
    world.seat(session, *"ABCDEF")

    hand = rake_hand(
        floor(world), session_id=session.pk, name="1", pots_cents=[3_700], players_dealt=6, **FLOP
    )

    assert (hand.rake_cents, hand.drop_cents) == (150, 0)


def test_a_table_is_open_once(world: World, session: Session):
    what = {
        "table_id": session.table_id,
        "game": "omaha",
        "small_blind_cents": 100,
        "big_blind_cents": 200,
        "min_buy_in_cents": 10_000,
        "max_buy_in_cents": 50_000,
    }

    refused(TableTaken, open_session, floor(world), **what)


def test_a_table_closes_at_zero_and_stays_closed(world: World, session: Session):
    who = sit(world, session, "A", 1).seat.player_id
    refused(StillChips, close_session, floor(world), session_id=session.pk)
    leave(world, session, who, 20_000)

    closed = close_session(floor(world, "23:30"), session_id=session.pk)

    assert closed.closed_at
    refused(TableClosed, sit, world, session, "B", 1)
    refused(NotSeated, leave, world, world.session("2"), who, 0)
