"""A guest who asked to be excluded."""

from datetime import date

from casino.players.models import Exclusion
from casino.players.services.guests import exclude_player
from casino.staff.models import Role
from tests.world import World


def self_excluded(world: World) -> int:
    """Return the exclusion of a new guest who asked for it."""
    guest = world.player(f"Urve {world.club.slug.title()}")
    stamp, until = world.stamp("21:25", role=Role.SUPERVISOR), date(2099, 1, 1)
    exclude_player(stamp, player_id=guest.pk, until=until, reason="Asked", kind="self")
    return Exclusion.objects.get(player=guest).pk
