"""What a cashier asks for at the drawer, signed by the manager as the house does it."""

from dataclasses import replace
from datetime import timedelta

from casino.approvals.models import Proposal
from casino.approvals.services import approve
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
    """The manager packs a bag and hands it over, the accountant finds it on the statement."""
    bag = prepare_deposit(stamp, cents=cents, seal=seal)
    dispatch_deposit(replace(stamp, key=a_key()), bag_id=bag.pk, carrier="K. Saar")
    reader = replace(stamp, actor_id=world.staff[Role.ACCOUNTANT].pk, key=a_key())
    confirm_credit(reader, bag_id=bag.pk, cents=cents, statement="line 12")


def sign(world: World, stamp: Stamp, asked: Proposal) -> None:
    """The manager approves what was asked, a second after it was."""
    manager = replace(
        stamp,
        actor_id=world.staff[Role.MANAGER].pk,
        at=stamp.at + timedelta(seconds=1),
        key=a_key(),
    )
    approve(manager, proposal_id=asked.pk, digest=asked.digest)
