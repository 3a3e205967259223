"""Each step of a fill and of a credit, at the minute at which it is usual."""

from cashgames.models import Session
from casino.cage.models import Shift
from casino.staff.models import Role
from casino.tablefloats import services
from casino.tablefloats.models import Transfer
from tests.world import World

FIVE_HUNDRED = {2_500: 10, 500: 40, 100: 50}
ONE_SHORT = {2_500: 10, 500: 40, 100: 49}


def ask(world: World, session: Session, chips: dict[int, int] = FIVE_HUNDRED) -> Transfer:
    stamp = world.stamp("21:00", role=Role.SUPERVISOR)
    return services.ask_fill(stamp, session_id=session.pk, chips=chips)


def issue(
    world: World, fill: Transfer, shift: Shift, chips: dict[int, int] = FIVE_HUNDRED
) -> Transfer:
    stamp = world.stamp("21:05")
    return services.issue_fill(stamp, transfer_id=fill.pk, shift_id=shift.pk, chips=chips)


def confirm(world: World, fill: Transfer, chips: dict[int, int] = FIVE_HUNDRED) -> Transfer:
    stamp = world.stamp("21:10", role=Role.SUPERVISOR)
    return services.confirm_fill(stamp, transfer_id=fill.pk, chips=chips)


def filled(world: World, session: Session, shift: Shift) -> Transfer:
    return confirm(world, issue(world, ask(world, session), shift))


def send(world: World, session: Session, chips: dict[int, int] = FIVE_HUNDRED) -> Transfer:
    stamp = world.stamp("23:00", role=Role.SUPERVISOR)
    return services.send_credit(stamp, session_id=session.pk, chips=chips)


def take(
    world: World, sent: Transfer, shift: Shift, chips: dict[int, int] = FIVE_HUNDRED
) -> Transfer:
    stamp = world.stamp("23:05")
    return services.confirm_credit(stamp, transfer_id=sent.pk, shift_id=shift.pk, chips=chips)
