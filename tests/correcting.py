"""Hands and chips booked at a table, and who takes them back."""

from cashgames.models import ChipMove, Hand, Session
from cashgames.queries import tables
from cashgames.queries.tables import table_check
from cashgames.services.cash_outs import cash_out
from cashgames.services.corrections import correct_hand
from cashgames.services.hands import rake_hand
from cashgames.services.seats import seat_player
from cashgames.services.tables import close_session
from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.approvals.signed import NeedsSignature
from casino.cage.models import Shift
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.refusing import refused
from tests.world import World

WHY = "typed wrongly"
FLOP = {"board_cards_dealt": 3}


def floor(world: World, clock: str = "22:00", **more):
    return world.stamp(clock, role=Role.SUPERVISOR, **more)


def buy(world: World, session: Session, shift: Shift | None, seat_no: int = 1, cents: int = 20_000):
    """Seat a guest with cash at a drawer, or with chips bought at the vault."""
    paid = {"paid_with": "cash", "shift_id": shift.pk} if shift else {"paid_with": "chips"}
    if not shift:
        world.sell(cents, "20:00")
    return seat_player(
        world.stamp("20:30"),
        session_id=session.pk,
        seat_no=seat_no,
        player_id=world.player(f"Guest {seat_no}").pk,
        cents=cents,
        **paid,
    )


def leave(world: World, session: Session, move: ChipMove, cents: int, clock: str = "21:00", **paid):
    return cash_out(
        world.stamp(clock),
        session_id=session.pk,
        player_id=move.seat.player_id,
        cents=cents,
        **({"paid_with": "chips"} | paid),
    )


def signed(world: World, act, clock: str = "22:00", role: str = Role.SUPERVISOR, **what):
    """Let the cashier ask and another one sign."""
    refused(NeedsSignature, act, world.stamp(clock), **what)
    asked = act.ask(world.stamp(clock), **what)
    assert isinstance(asked, Proposal)
    approve(world.stamp(clock, role=role), proposal_id=asked.pk, digest=asked.digest)


def in_order(world: World, session: Session) -> bool:
    assert table_check(session).difference_cents == 0
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []
    return True


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


def leave_all(world: World, session: Session, cents: int) -> None:
    """Cash everybody out, the first with all that lies there, and close the table."""
    for number, seat in enumerate(tables.seats(session.pk)):
        cash_out(
            floor(world, "23:00"), session_id=session.pk, player_id=seat.player_id,
            cents=0 if number else cents, paid_with="chips",
        )  # fmt: skip
    close_session(floor(world, "23:10"), session_id=session.pk)
