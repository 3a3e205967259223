"""A count that differs, closed as the house closes it: asked for, signed by the manager."""

from dataclasses import replace
from datetime import timedelta

from casino.approvals.services import approve
from casino.cage import services as cage
from casino.house.stamp import Stamp
from casino.staff.models import Role
from tests.world import World, a_key


def close_by_two(world: World, stamp: Stamp, **what: object) -> None:
    """Ask for a closing and let the manager sign it a second later."""
    asked = cage.ask_close(stamp, **what)
    manager = replace(
        stamp,
        actor_id=world.staff[Role.MANAGER].pk,
        at=stamp.at + timedelta(seconds=1),
        key=a_key(),
    )
    approve(manager, proposal_id=asked.pk, digest=asked.digest)
