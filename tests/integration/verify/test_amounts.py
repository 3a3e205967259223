"""What a row beside the journal says was booked is looked up where it was, whatever its digest."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from cashgames.models import HeldStack
from cashgames.services.stacks import give_back
from casino.cage.services.deposits import confirm_credit
from casino.closing.services.days import close_due_days
from casino.staff.models import Role
from casino.verify.amounts import verify_amounts
from tests.between import moved_between_jackpots
from tests.claiming import BEFORE, awarded, claimed, six_seated
from tests.correcting import buy, floor
from tests.counting import dispatch, pack
from tests.integration.cage import test_count_corrections as corrections
from tests.integration.cashgames.test_stack_corrections import removed
from tests.integration.jackpot.test_pools import agreed, asked, feed
from tests.integration.jackpot.test_sharing import settle, shared, signed
from tests.integration.tournaments import test_prizes as tournament
from tests.integration.verify.test_verify import mirror, verified
from tests.story import Story
from tests.tournaments import a_tournament, ticket_given
from tests.world import EVENING, World, a_club
from tournaments.models import Ticket

pytestmark = pytest.mark.usefixtures("committed_db")
__all__ = ["mirror"]


class Forgery(NamedTuple):
    """An amount of one row that is changed; `named`: as what verify then names the row."""

    table: str
    column: str
    named: str
    where: str = "true"


def test_each_amount_of_a_whole_story_is_the_one_that_was_booked(forger: psycopg.Connection):
    world = a_club()
    list(Story(world))

    assert unseen(world, forger, STORY) == []


def a_bag() -> World:
    world = a_club()
    world.fund(1_000_000)
    manager = world.stamp("22:00", role=Role.MANAGER)
    bag = pack(world, manager, cents=300_000, seal="EE 41 7")
    pack(world, world.stamp("22:05", role=Role.MANAGER), cents=100_000, seal="EE 41 8")
    dispatch(world, world.stamp("22:10", role=Role.MANAGER), bag)
    confirm_credit(
        world.stamp("22:14", role=Role.ACCOUNTANT),
        bag_id=bag.pk,
        cents=299_900,
        statement="line 12",
        reason="A false note",
    )
    return world


def stacks() -> World:
    """One stack in safekeeping, one that came back."""
    world = a_club()
    session = world.session()
    seat = {"session_id": session.pk, "player_id": buy(world, session, None).seat.player_id}
    removed(world, seat)
    stack = HeldStack.objects.get().pk
    give_back(floor(world, "23:00"), stack_id=stack, session_id=session.pk, seat_no=3)
    return world


def a_corrected_count() -> World:
    world = a_club()
    corrections.corrected(world, **corrections.right(corrections.forced(world)))
    return world


def a_satellite() -> World:
    world = a_club()
    shift = world.open_shift()
    target = a_tournament(world, "Main", price_cents=20_000, fee_cents=2_000)
    terms = {"variants": ["satellite"], "target": target.pk, "kind": "satellite"}
    begun, who = tournament.begun(world, shift, "Ann", "Bob", "Cat", name="Satellite", **terms)
    begun = tournament.fixed(world, begun)
    for each in ("Cat", "Bob"):
        tournament.out(world, begun, (who[each], 500))
    tournament.awarded(world, begun)
    return world


def an_unused_promotional_ticket() -> World:
    """A satellite with whose prizes a ticket to it lapses that the house gave, in one act."""
    world = a_club()
    shift = world.open_shift()
    target = a_tournament(world, "Main")
    terms = {"variants": ["satellite"], "target": target.pk, "kind": "satellite"}
    begun, who = tournament.begun(world, shift, "Ann", "Bob", name="Satellite", **terms)
    ticket_given(world, begun, "Zoe")
    tournament.out(world, tournament.fixed(world, begun), (who["Bob"], 500))
    tournament.awarded(world, begun)
    assert Ticket.objects.filter(target=begun.pk, cleared_at__isnull=False).exists()
    return world


def two_clubs() -> World:
    """A pool of two clubs that was hit, settled between them in part, and changed by hand."""
    home, other = a_club(), a_club("tartu")
    pool = shared(home, other)
    for world, cents in ((home, 600_000), (other, 400_000)):
        feed(world, pool.pk, cents, "23:00", day=BEFORE)
    close_due_days(home.at("07:01", day=EVENING))
    home.fund()
    awarded(other, claimed(other, six_seated(other)))
    asks = home.stamp("23:30", role=Role.MANAGER)
    terms = {"club_id": other.club.pk, "through": "cash:vault", "note": "Carried by two."}
    proposal = settle.ask(asks, cents=150_000, **terms)
    signed(home, proposal, "23:40", day=EVENING, role=Role.ACCOUNTANT)
    agreed(home, asked(home, jackpot_id=pool.pk, why="box_short", cents=10_000))
    moved_between_jackpots(home)
    return home


@pytest.mark.parametrize(
    ("lived", "forgeries"),
    [
        (
            a_bag,
            [
                Forgery("cage_bag", "cents", "bank deposit"),
                Forgery("cage_bag", "credited_cents", "bank deposit's credit"),
            ],
        ),
        (a_corrected_count, [Forgery("cage_countcorrection", "cash_cents", "corrected count")]),
        (stacks, [Forgery("cashgames_heldstack", "cents", "amount of a stack in safekeeping")]),
        (
            a_satellite,
            [
                Forgery("tournaments_ticket", "cents", "ticket"),
                Forgery("tournaments_ticket", "cents", "tickets to tournament"),
                Forgery("tournaments_prize", "cents", "tournament prize", "payable_id IS NOT NULL"),
            ],
        ),
        (
            an_unused_promotional_ticket,
            [
                Forgery("tournaments_ticket", "cents", "ticket", "won_in_id IS NULL"),
                Forgery("tournaments_ticket", "cents", "ticket", "won_in_id IS NOT NULL"),
            ],
        ),
        (
            two_clubs,
            [
                Forgery("jackpot_settlement", "cents", "money sent to a club"),
                Forgery("jackpot_adjustment", "cents", "pool adjustment"),
                Forgery("jackpot_poolmove", "cents", "move between pools"),
            ],
        ),
    ],
)
def test_each_amount_that_is_carried_kept_or_owed_is_the_one_that_was_booked(
    forger: psycopg.Connection, lived: Callable[[], World], forgeries: list[Forgery]
):
    assert unseen(lived(), forger, forgeries) == []


def unseen(world: World, forger: psycopg.Connection, forgeries: list[Forgery]) -> list[Forgery]:
    """Change each amount and set it back; return those of which nothing is said."""
    assert list(verify_amounts(world.club.pk)) == []
    return [each for each in forgeries if not seen(world, forger, each)]


def seen(world: World, forger: psycopg.Connection, it: Forgery) -> bool:
    where = f"id = (SELECT max(id) FROM {it.table} WHERE {it.column} IS NOT NULL AND {it.where})"
    (row_id,) = forger.execute(
        f"UPDATE {it.table} SET {it.column} = {it.column} + 7 WHERE {where} RETURNING id"
    ).fetchone()
    said = [each.what for each in verify_amounts(world.club.pk)]
    forger.execute(f"UPDATE {it.table} SET {it.column} = {it.column} - 7 WHERE id = {row_id}")
    return any(each.startswith(f"{it.named} ") for each in said)


STORY = [
    Forgery("countroom_box", "counted_cents", "box", "entry_id IS NOT NULL"),
    Forgery("countroom_countline", "quantity", "counts that agree of box"),
    Forgery("countroom_settlement", "expected_cents", "box variance"),
    Forgery("countroom_settlement", "counted_cents", "boxes of a table"),
    Forgery("cashgames_timeshare", "cents", "share of time rake", "entry_id IS NOT NULL"),
    Forgery("cashgames_overshort", "counted_cents", "over/short"),
    Forgery("cage_vaultcount", "expected_cents", "vault count"),
    Forgery("cage_vaultcountline", "quantity", "notes of a vault count", "medium = 'cash'"),
    Forgery("cage_payable", "cents", "payment due"),
    Forgery("cage_payable", "cents", "payment", "id IN (SELECT payable_id FROM cage_payment)"),
    Forgery("tournaments_purchase", "price_cents", "purchase"),
    Forgery("tournaments_purchase", "fee_cents", "purchase"),
    Forgery("tournaments_purchase", "bounty_cents", "purchase"),
    Forgery("tournaments_purchase", "rfj_cents", "purchase"),
    Forgery("tournaments_purchase", "surcharge_cents", "purchase"),
    Forgery("tournaments_fixedpool", "overlay_cents", "prize pool"),
    Forgery("tournaments_fixedpool", "ranking_cents", "prize pool"),
    Forgery("tournaments_prize", "cents", "tournament prize", "payable_id IS NOT NULL"),
    Forgery("journal_document", "cents", "amount of a journal document"),
    *(
        Forgery("cage_countline", "quantity", named, f"medium = 'cash' AND count_id IN (SELECT id"
                f" FROM cage_count WHERE moment = '{moment}')")
        for moment, named in (("opening", "opening count"), ("closing", "count of a shift"))
    ),
]  # fmt: skip


def test_the_command_names_the_row(
    mirror: Path, forger: psycopg.Connection, capsys: pytest.CaptureFixture[str]
):
    a_bag()
    assert "BROKEN" not in verified(capsys)[1]

    forger.execute("UPDATE cage_bag SET voided_at = now() WHERE credited_at IS NULL")

    assert "bank deposit taken back" in verified(capsys)[1]
