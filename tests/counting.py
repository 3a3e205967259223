"""What a cashier asks for at the drawer, signed by the manager as the house does it."""

from dataclasses import replace
from datetime import timedelta

from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.cage.models import Bag
from casino.cage.services.closing import close_shift
from casino.cage.services.deposits import confirm_credit, dispatch_deposit, prepare_deposit
from casino.cage.services.reversals import reverse_slip
from casino.house.stamp import Stamp
from casino.staff.models import Role
from tests.world import World, a_key


def close_by_two(world: World, stamp: Stamp, **what: object) -> None:
    """Ask for a closing and let the manager sign it a second later."""
    sign(world, stamp, close_shift.ask(stamp, **what))


def reverse_by_two(world: World, stamp: Stamp, **what: object) -> None:
    """Ask for a reversal and let the manager sign it a second later."""
    sign(world, stamp, reverse_slip.ask(stamp, **what))


def bank(world: World, stamp: Stamp, *, cents: int, seal: str = "EE 41 7") -> None:
    """The manager and the supervisor pack and dispatch it, the accountant reads the statement."""
    bag = pack(world, stamp, cents=cents, seal=seal)
    dispatch(world, replace(stamp, key=a_key()), bag)
    reader = replace(stamp, actor_id=world.staff[Role.ACCOUNTANT].pk, key=a_key())
    confirm_credit(reader, bag_id=bag.pk, cents=cents, statement="line 12")


def pack(world: World, stamp: Stamp, *, cents: int, seal: str) -> Bag:
    """The manager packs a bag, the supervisor signs it."""
    asked = prepare_deposit.ask(stamp, cents=cents, seal=seal)
    sign(world, stamp, asked, by=Role.SUPERVISOR)
    return Bag.objects.get(club=world.club, seal=seal, voided_at=None)


def dispatch(world: World, stamp: Stamp, bag: Bag, *, carrier: str = "K. Saar") -> None:
    """The manager hands a bag over, the supervisor signs it."""
    asked = dispatch_deposit.ask(stamp, bag_id=bag.pk, carrier=carrier)
    sign(world, stamp, asked, by=Role.SUPERVISOR)


def sign(world: World, stamp: Stamp, asked: Proposal, *, by: str = Role.MANAGER) -> None:
    """The manager, or somebody else, approves what was asked, a second after it was."""
    signer = replace(
        stamp,
        actor_id=world.staff[by].pk,
        at=stamp.at + timedelta(seconds=1),
        key=a_key(),
        request_id="",  # not by the program, if any, that asked
    )
    approve(signer, proposal_id=asked.pk, digest=asked.digest)
