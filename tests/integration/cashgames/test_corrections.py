"""Hands that were wrongly entered, taken back and put right."""

import pytest

from cashgames.models import Correction, Session
from cashgames.queries import tables
from cashgames.queries.tables import sessions_on, table_check
from cashgames.services.cash_outs import cash_out
from cashgames.services.chip_corrections import correct_chips
from cashgames.services.correcting import CorrectedMeanwhile
from cashgames.services.corrections import correct_hand, take_back_hand
from cashgames.services.hands import HandKnown
from cashgames.services.plausible import Implausible
from cashgames.services.seats import seat_player
from casino.approvals.signed import NothingChanges
from casino.audit.queries.exceptions import exceptions
from casino.staff.models import Role
from tests.correcting import FLOP, WHY, deal, floor, leave_all, right, taken, wrong
from tests.refusing import refused
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
NOTED = "cashgames.note_deviation"


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    world.fund()
    world.jackpot()
    return world


@pytest.fixture
def session(world: World) -> Session:
    session = world.session()
    world.seat(session, *"ABCDEF", cents=50_000)
    return session


def noted(world: World) -> list[dict]:
    found = exceptions(world.club, first=EVENING, last=EVENING)
    return [row.arguments for _, row, _ in found if row.operation == NOTED]


class TestAHand:
    def test_a_slipped_pot_is_put_right_under_its_number(self, world: World, session: Session):
        hand = deal(world, session, 99_999_900)
        assert taken(world) == (1_000, 100)

        right(world, hand)

        assert taken(world) == (300, 100)
        now = tables.hand(session.pk, "1")
        assert (now.pots_cents, now.rake_cents, now.played_at) == ([6_000], 300, hand.played_at)
        check = table_check(session)
        assert (check.rake_cents, check.drop_cents, check.difference_cents) == (300, 100, 0)
        assert [(take.hands, take.rake_cents) for take in sessions_on(world.club.pk, EVENING)] == [
            (1, 300)
        ]
        assert wrong(world) == []

    def test_it_is_put_right_to_no_more_than_lay_there_when_it_was_dealt(
        self, world: World, session: Session
    ):
        for seat in tables.seats(session.pk)[:4]:
            stack = {"player_id": seat.player_id, "cents": 60_000, "paid_with": "chips"}
            cash_out(floor(world, "20:40"), session_id=session.pk, **stack)
        hand = deal(world, session, 6_000, players_dealt=2, deviation="")
        world.sell(60_000, "21:20")
        later = {"session_id": session.pk, "seat_no": 7, "player_id": world.player("G").pk}
        seat_player(floor(world, "21:30"), **later, cents=50_000, paid_with="chips")

        told = refused(Implausible, right, world, hand, 60_001, players_dealt=2)
        assert told.field == "pots_cents"
        assert "600,00 in chips is on the table" in str(told.message)
        right(world, hand, 60_001, players_dealt=2, deviation="A buy-in was not recorded")
        assert [one["what"] for one in noted(world)] == [["pots_cents"]]

    def test_chips_put_right_since_were_there_when_it_was_dealt(
        self, world: World, session: Session
    ):
        hand = deal(world, session, 6_000, "20:50")
        seat = tables.seats(session.pk)[0]
        out = {"session_id": session.pk, "player_id": seat.player_id, "paid_with": "chips"}
        # By the books 2 996,00 lie there: 4,00 are booked as over, and nothing is left.
        gone = cash_out(floor(world, "21:00"), **out, cents=300_000, reason="Counted twice")
        no_flop = {"board_cards_dealt": 0}
        two = deal(world, session, 10_000, "21:10", name="2", **no_flop)
        what = {"move_id": gone.pk, "cents": 50_000, "paid_with": "chips", "reason": WHY}
        correct_chips(floor(world, "21:20"), **what)

        right(world, hand, 300_000)
        refused(Implausible, right, world, two, 248_901, **no_flop)
        right(world, two, 248_900, **no_flop)

    def test_a_hand_entered_twice_is_taken_back(self, world: World, session: Session):
        deal(world, session, 6_000)
        again = deal(world, session, 6_000, name="2")

        take_back_hand(floor(world), hand_id=again.pk, reason=WHY)

        assert taken(world) == (300, 100)
        assert sessions_on(world.club.pk, EVENING)[0].hands == 1
        assert tables.hand(session.pk, "2") is None
        assert [hand.reversed_by is not None for hand in tables.hands(session.pk)] == [True, False]
        assert tables.next_hand_name(session.pk) == "3"
        assert wrong(world) == []

    def test_a_flop_that_was_none_gives_everything_back(self, world: World, session: Session):
        hand = deal(world, session, 6_000)

        right(world, hand, board_cards_dealt=0)

        assert taken(world) == (0, 0)
        assert tables.hand(session.pk, "1").entry_id is None
        assert wrong(world) == []

    def test_a_flop_that_was_forgotten_is_charged(self, world: World, session: Session):
        hand = deal(world, session, 6_000, board_cards_dealt=0)

        right(world, hand)

        assert taken(world) == (300, 100)
        assert wrong(world) == []

    def test_a_hand_of_another_table_goes_there(self, world: World, session: Session):
        other = world.session("2")
        world.seat(other, *"GHIJKL")
        hand = deal(world, session, 6_000)

        right(world, hand, session_id=other.pk)

        takes = sessions_on(world.club.pk, EVENING)
        assert [(one.session.pk, one.hands, one.rake_cents) for one in takes] == [
            (session.pk, 0, 0), (other.pk, 1, 300),
        ]  # fmt: skip
        assert table_check(session).difference_cents == table_check(other).difference_cents == 0
        assert wrong(world) == []

    def test_a_table_keeps_one_hand_of_a_number(self, world: World, session: Session):
        other = world.session("2")
        world.seat(other, *"GHIJKL")
        hand = deal(world, session, 6_000)
        deal(world, other, 6_000)
        refusal = refused(HandKnown, right, world, hand, session_id=other.pk)
        assert refusal.field == "session_id"

        five = deal(world, session, 6_000, name="2")
        right(world, five, session_id=other.pk)
        refused(HandKnown, deal, world, other, 6_000, name="2")
        assert tables.next_hand_name(other.pk) == "3"

    def test_no_more_were_dealt_in_than_sat_there_then(self, world: World, session: Session):
        hand = deal(world, session, 6_000, players_dealt=2)
        later = {"session_id": session.pk, "seat_no": 7, "player_id": world.player("G").pk}
        world.sell(20_000, "21:20")
        seat_player(floor(world, "21:30"), **later, cents=20_000, paid_with="chips")

        assert refused(Implausible, right, world, hand, players_dealt=7).field == "players_dealt"
        right(world, hand, players_dealt=6)

    def test_the_floors_note_takes_more_than_sat_there_and_is_listed(
        self, world: World, session: Session
    ):
        hand = deal(world, session, 6_000)
        right(world, hand, players_dealt=7, deviation="A seat was not recorded")

        assert [(one["what"], one["note"]) for one in noted(world)] == [
            (["players_dealt"], "A seat was not recorded")
        ]

    def test_a_hand_of_a_table_that_knows_of_fewer_is_put_right_with_as_many(
        self, world: World, session: Session
    ):
        hand = deal(world, session, 99_900, players_dealt=9)
        right(world, hand, players_dealt=9)
        assert tables.hand(session.pk, "1").players_dealt == 9

    def test_the_game_of_a_hand_at_a_mixed_table_is_put_right(self, world: World, session: Session):
        Session.objects.filter(id=session.pk).update(game="eight_game")
        dealt = {"board_cards_dealt": 3, "draws_done": 1}
        hand = deal(world, session, 6_000, game="texas_holdem", **dealt)
        assert taken(world) == (300, 100)

        refused(NothingChanges, right, world, hand, game="omaha_hilo", **dealt)
        right(world, hand, game="triple_draw_27", **dealt)

        assert taken(world) == (300, 0)
        assert wrong(world) == []

    def test_what_is_right_may_be_wrong_too(self, world: World, session: Session):
        right(world, deal(world, session, 600_000))
        right(world, tables.hand(session.pk, "1"), 4_000, "22:10")

        assert taken(world) == (200, 100)
        assert wrong(world) == []

    def test_what_was_corrected_is_not_corrected_again(self, world: World, session: Session):
        hand = deal(world, session, 600_000)
        right(world, hand)

        refused(CorrectedMeanwhile, right, world, hand, 4_000)
        refused(CorrectedMeanwhile, take_back_hand, floor(world), hand_id=hand.pk, reason=WHY)

    def test_the_same_figures_change_nothing(self, world: World, session: Session):
        refused(NothingChanges, right, world, deal(world, session, 6_000))

    def test_a_repeat_has_one_effect(self, world: World, session: Session):
        hand = deal(world, session, 600_000)
        stamp = floor(world)
        figures = {"pots_cents": [6_000], "players_dealt": 6, "reason": WHY} | FLOP

        first = correct_hand(stamp, hand_id=hand.pk, **figures)

        assert correct_hand(stamp, hand_id=hand.pk, **figures) == first
        assert taken(world) == (300, 100)

    def test_the_terms_are_those_of_its_time(self, world: World, session: Session):
        hand = deal(world, session, 99_999_900)
        session.special_cap = True
        session.save()
        session.changes.create(
            what="special_cap", before={"special_cap": False}, after={"special_cap": True},
            asked_by=world.staff[Role.MANAGER], at=world.at("21:30"), act_id=10**9,
        )  # fmt: skip

        right(world, hand, 299_800)

        assert taken(world)[0] == 1_000

    def test_after_the_tables_close_its_difference_is_what_guests_hold(
        self, world: World, session: Session
    ):
        hand = deal(world, session, 99_999_900)
        held = world.balance("chips:floor")
        leave_all(world, session, 300_000 - 1_100)

        right(world, hand, clock="23:30")

        assert world.balance("chips:floor") == held - 300_000 + 1_100 - 700
        check = table_check(session)
        assert (check.settled_cents, check.chips_cents, check.difference_cents) == (700, 0, 0)
        assert wrong(world) == []

    def test_a_closed_table_that_lacks_chips_gets_them_from_the_guests(
        self, world: World, session: Session
    ):
        hand = deal(world, session, 6_000)
        leave_all(world, session, 300_000 - 400)

        right(world, hand, 299_900, "23:30")

        assert table_check(session).settled_cents == -700
        assert taken(world) == (1_000, 100)
        assert wrong(world) == []


def test_a_hand_between_closed_tables_settles_both(world: World, session: Session):
    other = world.session("2")
    world.sell(20_000, "20:00")
    guest = world.player("G").pk
    seat_player(
        floor(world, "20:40"), session_id=other.pk, seat_no=1, player_id=guest,
        cents=20_000, paid_with="chips",
    )  # fmt: skip
    hand = deal(world, session, 6_000)
    leave_all(world, session, 300_000 - 400)
    leave_all(world, other, 20_000)

    right(world, hand, clock="23:30", session_id=other.pk, deviation="as typed")

    checks = [table_check(session), table_check(other)]
    assert [check.settled_cents for check in checks] == [400, -400]
    assert [check.difference_cents for check in checks] == [0, 0]
    assert Correction.objects.get().settled_cents == 400
    assert wrong(world) == []
