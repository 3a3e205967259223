"""Hands put right after the close: the floor proposes, the manager signs."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.template.loader import render_to_string

from cashgames.models import ChipMove, Hand, Session
from cashgames.queries import tables
from cashgames.queries.nights import player_night
from cashgames.queries.tables import sessions_on
from cashgames.services.chip_corrections import correct_chips
from cashgames.services.corrections import correct_hand, take_back_hand
from casino.approvals.services import approve
from casino.approvals.signed import NeedsSignature, Preview, StaleProposal
from casino.closing.services.days import close_floor
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.refusals import AccountClosed, NotEnough
from casino.staff.models import Role
from jackpot.queries.levels import level_cents
from tests.books import sealed
from tests.correcting import FLOP, WHY, deal, floor, leave_all, right, taken, wrong
from tests.refusing import refused
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(1)


def page_of(world: World, shown: Preview) -> str:
    """Return what changes, as who asks reads it."""
    said = {"content": shown.content, "ahead": shown.ahead, "club": world.club}
    return render_to_string("cashgames/correction.html", said)


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
        fixed = "The level 1,00 of 27.02.2026 was fixed before this correction and stays."
        assert fixed in page_of(world, shown)
        rake_alone = shown.content["before"] | {"drop_cents": 0}
        assert "The level" not in page_of(
            world, replace(shown, content=shown.content | {"before": rake_alone})
        )

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
