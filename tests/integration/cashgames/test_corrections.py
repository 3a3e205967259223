"""Hands that were wrongly entered, taken back and put right; what happens after the close."""

from datetime import timedelta

import pytest

from cashgames.models import ChipMove, Correction, Hand, Session
from cashgames.queries import tables
from cashgames.queries.nights import player_night
from cashgames.queries.tables import sessions_on, table_check
from cashgames.services.chip_corrections import correct_chips
from cashgames.services.correcting import CorrectedMeanwhile
from cashgames.services.corrections import correct_hand, take_back_hand
from cashgames.services.hands import rake_hand
from cashgames.services.seats import cash_out, seat_player
from cashgames.services.tables import close_session
from casino.approvals.services import approve
from casino.approvals.signed import NeedsSignature, NothingChanges, StaleProposal
from casino.closing.services.days import close_floor
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.services import AccountClosed, NotEnough
from casino.ledger.verify import Books
from casino.refusals import BadInput
from casino.staff.models import Role
from casino.verify.findings import broken
from jackpot.queries.levels import level_cents
from tests.books import sealed
from tests.refusing import refused
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
FLOP = {"board_cards_dealt": 3}
WHY = "typed wrongly"
NEXT = EVENING + timedelta(1)


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


def floor(world: World, clock: str = "22:00", **more):
    return world.stamp(clock, role=Role.SUPERVISOR, **more)


def deal(world: World, session: Session, pot: int, clock: str = "21:00", **more) -> Hand:
    said = {"players_dealt": 6, "name": "1", "deviation": "as typed"} | FLOP | more
    return rake_hand(floor(world, clock), session_id=session.pk, pots_cents=[pot], **said)


def right(world: World, hand: Hand, pot: int = 6_000, clock: str = "22:00", **more):
    said = {"players_dealt": 6, "reason": WHY} | FLOP | more
    return correct_hand(floor(world, clock), hand_id=hand.pk, pots_cents=[pot], **said)


def wrong(world: World) -> list:
    return list(broken(world.club, Books(club_id=world.club.pk)))


def taken(world: World) -> tuple[int, int]:
    pool = world.club.jackpots.get()
    return -world.balance("income:rake"), -world.balance("jackpot:pool", pool.pk)


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

    def test_it_is_not_put_right_to_more_than_ever_came_to_the_table(
        self, world: World, session: Session
    ):
        hand = deal(world, session, 6_000)
        assert refused(BadInput, right, world, hand, 300_001).field == "pots_cents"
        right(world, hand, 300_000)

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
        world.sell(20_000, "20:00")
        guest = world.player("G").pk
        seat_player(
            floor(world, "20:40"), session_id=other.pk, seat_no=1, player_id=guest,
            cents=20_000, paid_with="chips",
        )  # fmt: skip
        hand = deal(world, session, 6_000)

        right(world, hand, session_id=other.pk)

        takes = sessions_on(world.club.pk, EVENING)
        assert [(one.session.pk, one.hands, one.rake_cents) for one in takes] == [
            (session.pk, 0, 0), (other.pk, 1, 300),
        ]  # fmt: skip
        assert table_check(session).difference_cents == table_check(other).difference_cents == 0
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


def leave_all(world: World, session: Session, cents: int) -> None:
    """Cash everybody out, the first with all that lies there, and close the table."""
    for number, seat in enumerate(tables.seats(session.pk)):
        cash_out(
            floor(world, "23:00"), session_id=session.pk, player_id=seat.player_id,
            cents=0 if number else cents, paid_with="chips",
        )  # fmt: skip
    close_session(floor(world, "23:10"), session_id=session.pk)


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

    right(world, hand, clock="23:30", session_id=other.pk)

    checks = [table_check(session), table_check(other)]
    assert [check.settled_cents for check in checks] == [400, -400]
    assert [check.difference_cents for check in checks] == [0, 0]
    assert Correction.objects.get().settled_cents == 400
    assert wrong(world) == []


class TestAfterTheClose:
    """The floor proposes, the manager signs; it is booked on the day that is open."""

    def asked(self, world: World, hand: Hand, clock: str = "12:00"):
        stamp = floor(world, clock, day=NEXT)
        figures = {"pots_cents": [6_000], "players_dealt": 6, "reason": WHY} | FLOP
        refused(NeedsSignature, correct_hand, stamp, hand_id=hand.pk, **figures)
        return correct_hand.ask(floor(world, clock, day=NEXT), hand_id=hand.pk, **figures)

    def sign(self, world: World, proposal, clock: str = "12:30"):
        stamp = world.stamp(clock, role=Role.MANAGER, day=NEXT)
        return approve(stamp, proposal_id=proposal.pk, digest=proposal.digest)

    def test_an_early_close_needs_the_manager_too(self, world: World, session: Session):
        hand = deal(world, session, 99_999_900)
        close_floor(floor(world, "21:30"), games_go_on=True)

        refused(NeedsSignature, right, world, hand)

        later = deal(world, session, 600_000, "21:40", name="2")
        right(world, later)

    def test_a_sealed_day_keeps_its_figures(self, world: World, session: Session):
        hand = deal(world, session, 99_999_900)
        pool = world.club.jackpots.get()
        sealed(world)
        before = sessions_on(world.club.pk, EVENING)

        self.sign(world, self.asked(world, hand))

        assert sessions_on(world.club.pk, EVENING) == before
        (late,) = sessions_on(world.club.pk, NEXT)
        assert (late.hands, late.rake_cents, late.drop_cents) == (0, -700, 0)
        now = tables.hand(session.pk, "1")
        assert (now.gaming_day, now.played_day, now.played_at) == (NEXT, EVENING, hand.played_at)
        assert taken(world) == (300, 100)
        assert level_cents(pool, world.at("07:00", day=NEXT)) == 100
        assert wrong(world) == []

    def test_the_preview_says_what_was_decided_from_the_level(self, world: World, session: Session):
        hand = deal(world, session, 99_999_900)
        sealed(world)

        shown = take_back_hand.preview(floor(world, "12:00", day=NEXT), hand_id=hand.pk, reason=WHY)

        assert shown.needs == "cashgames.take_back_hand"
        assert shown.content["concerns"] == "2026-02-27"
        assert shown.content["level_cents"] == 100
        assert shown.content["paid"] == []
        assert shown.ahead["day_state"] == "sealed"
        assert (shown.ahead["pool_cents"], shown.ahead["pool_after_cents"]) == (100, 0)

    def test_what_the_pool_paid_since_makes_the_proposal_stale(
        self, world: World, session: Session
    ):
        hand = deal(world, session, 99_999_900)
        sealed(world)
        asked = self.asked(world, hand)
        pool = world.club.jackpots.get()
        draft = Draft(
            kind="jackpot.awarded", memo="1 #7",
            lines=(debit("jackpot:pool", 50, pool.pk), credit("chips:floor", 50)),
        )  # fmt: skip
        ledger.post_once(world.stamp("12:10", day=NEXT), "test.pay", draft)

        refused(StaleProposal, self.sign, world, asked)

        again = self.asked(world, hand, "12:20")
        assert [each["about"] for each in again.content["paid"]] == ["1 #7"]
        self.sign(world, again)

    def test_a_pool_that_was_paid_out_is_adjusted_first(self, world: World, session: Session):
        hand = deal(world, session, 99_999_900)
        pool = world.club.jackpots.get()
        draft = Draft(
            kind="jackpot.awarded",
            lines=(debit("jackpot:pool", 100, pool.pk), credit("chips:floor", 100)),
        )
        ledger.post_once(world.stamp("21:10"), "test.pay", draft)

        refusal = refused(NotEnough, take_back_hand, floor(world), hand_id=hand.pk, reason=WHY)

        assert "adjusts the jackpot" in refusal.next_step

    def test_a_pool_that_is_closed_is_adjusted_instead(self, world: World, session: Session):
        hand = deal(world, session, 6_000)
        pool = world.club.jackpots.get()
        ledger.set_account_open(world.club.pk, "jackpot:pool", ref=pool.pk, is_open=False)

        refusal = refused(AccountClosed, take_back_hand, floor(world), hand_id=hand.pk, reason=WHY)

        assert "adjusts the jackpot" in refusal.next_step

    def test_a_guests_night_says_it(self, world: World, session: Session):
        deal(world, session, 99_999_900)
        buy_in = ChipMove.objects.earliest("id")
        leave_all(world, session, 300_000 - 1_100)
        sealed(world)
        stamp = floor(world, "12:00", day=NEXT)
        said = {"move_id": buy_in.pk, "cents": 40_000, "paid_with": "chips", "reason": WHY}
        self.sign(world, correct_chips.ask(stamp, **said))

        now, guest = world.at("12:40", day=NEXT), buy_in.seat.player
        night = player_night(world.club, guest, EVENING, at=now)

        assert night.came_cents == 40_000
        (corrected,) = night.corrected
        assert (corrected.before_cents, corrected.after_cents) == (50_000, 40_000)
        assert corrected.correction.gaming_day == NEXT
        assert player_night(world.club, guest, NEXT, at=now).came_cents == 0
        assert wrong(world) == []
