"""Two cards of one person become one, by two of the staff."""

from casino.approvals.services import approve
from casino.players.services.duplicates import merge_players
from casino.players.services.parting import part_players
from casino.staff.models import Role
from tests.world import World


def merged(world: World, stays: int, duplicate: int, clock: str = "22:10") -> None:
    """Let the first of two cards go on for both."""
    floor = world.stamp(clock, role=Role.SUPERVISOR)
    asked = merge_players.ask(floor, player_id=stays, other_id=duplicate, reason="One face")
    manager = world.stamp(clock, role=Role.MANAGER)
    approve(manager, proposal_id=asked.pk, digest=asked.digest)


def parted(world: World, other: int, clock: str = "22:20") -> None:
    """Let a card that was taken for a duplicate be another guest's again."""
    asked = part_players.ask(
        world.stamp(clock, role=Role.SUPERVISOR), player_id=other, reason="Two cousins"
    )
    approve(world.stamp(clock, role=Role.MANAGER), proposal_id=asked.pk, digest=asked.digest)
