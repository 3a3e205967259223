"""A guest's card, and the second person's signature."""

from casino.approvals import services as approvals
from casino.players.models import Player
from casino.players.services.guests import add_player
from casino.staff.models import Role
from tests.world import World


def guest(world: World, clock: str = "20:00", **known: object) -> Player:
    return add_player(world.stamp(clock), **{"name": "Mari Tamm"} | known)


def approve(world: World, proposal: object, role: str = Role.MANAGER) -> None:
    which = {"proposal_id": proposal.pk, "digest": proposal.digest}
    approvals.approve(world.stamp("21:00", role=role), **which)
