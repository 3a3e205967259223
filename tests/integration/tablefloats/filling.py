"""Each step of a fill and of a credit, at the minute at which it is usual."""

from typing import Any

from cashgames.models import Session
from casino.cage.models import Shift
from casino.staff.models import Role
from casino.tablefloats.models import Transfer
from casino.tablefloats.services import transfers
from tests.counting import sign
from tests.world import World

FIVE_HUNDRED = {2_500: 10, 500: 40, 100: 50}
ONE_SHORT = {2_500: 10, 500: 40, 100: 49}


def ask(world: World, session: Session, chips: dict[int, int] = FIVE_HUNDRED) -> Transfer:
    stamp = world.stamp("21:00", role=Role.SUPERVISOR)
    return transfers.ask_fill(stamp, session_id=session.pk, chips=chips)


def issue(
    world: World, fill: Transfer, shift: Shift, chips: dict[int, int] = FIVE_HUNDRED
) -> Transfer:
    stamp = world.stamp("21:05")
    return transfers.issue_fill(stamp, transfer_id=fill.pk, shift_id=shift.pk, chips=chips)


def confirm(world: World, fill: Transfer, chips: dict[int, int] = FIVE_HUNDRED) -> Transfer:
    stamp = world.stamp("21:10", role=Role.SUPERVISOR)
    return transfers.confirm_fill(stamp, transfer_id=fill.pk, chips=chips)


def confirm_by_two(world: World, clock: str, *, by: str = Role.MANAGER, **counted: Any) -> None:
    """The supervisor counts a fill that differs, and somebody else signs it a second later."""
    stamp = world.stamp(clock, role=Role.SUPERVISOR)
    sign(world, stamp, transfers.confirm_fill.ask(stamp, **counted), by=by)


def filled(world: World, session: Session, shift: Shift) -> Transfer:
    return confirm(world, issue(world, ask(world, session), shift))


def send(world: World, session: Session, chips: dict[int, int] = FIVE_HUNDRED) -> Transfer:
    stamp = world.stamp("23:00", role=Role.SUPERVISOR)
    return transfers.send_credit(stamp, session_id=session.pk, chips=chips)


def take(
    world: World, sent: Transfer, shift: Shift, chips: dict[int, int] = FIVE_HUNDRED
) -> Transfer:
    stamp = world.stamp("23:05")
    return transfers.confirm_credit(stamp, transfer_id=sent.pk, shift_id=shift.pk, chips=chips)
