"""Money between two clubs of a group, as it stands in the books of both."""

from casino.staff.models import Role
from jackpot.models import Settlement
from tests.approving import ask
from tests.world import World, a_club


def sent_to_a_sister(world: World) -> Settlement:
    """Write down what the club sent another one, which nobody of it works for."""
    sister = a_club(f"sister-of-{world.club.slug}")
    asked = ask(world.stamp("22:00", role=Role.SUPERVISOR), cents=300, reason="To the sister")
    sent, received = world.sell(300), sister.sell(300)
    return Settlement.objects.create(
        sender=world.club,
        receiver=sister.club,
        cents=300,
        through=Settlement.Through.VAULT,
        at=world.at("22:00"),
        proposal=asked,
        sent_entry_id=sent.entry_id,
        received_entry_id=received.entry_id,
        act_id=asked.act_id,
    )
