"""Money between two clubs of a group, or two jackpots of one, as it stands in the books."""

from functools import partial

from casino.staff.models import Role
from jackpot.models import Jackpot, PoolMove, Settlement
from jackpot.services.adjustments import adjust_pool
from jackpot.services.moving import move_pool
from tests.approving import ask
from tests.counting import sign
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


def moved_between_jackpots(world: World) -> PoolMove:
    """Seed a second jackpot of the club, and move what is in it into the first one by two."""
    first = Jackpot.objects.filter(club=world.club).earliest("id")
    second = world.jackpot(f"Second of {world.club.slug}")
    manager = partial(world.stamp, role=Role.MANAGER)
    seed = {"jackpot_id": second.pk, "why": "seed", "cents": 100, "note": "For the start"}
    asked = adjust_pool.ask(manager("22:01"), **seed)
    sign(world, manager("22:01"), asked, by=Role.ACCOUNTANT)
    into = {"to_jackpot_id": first.pk, "reason": "Opened twice"}
    asked = move_pool.ask(manager("22:02"), jackpot_id=second.pk, **into)
    sign(world, manager("22:02"), asked, by=Role.ACCOUNTANT)
    return PoolMove.objects.get(source=second)


def money_between(world: World) -> dict[str, int]:
    """Return the ids of money sent to another club, and of what one jackpot got from another."""
    moved = moved_between_jackpots(world)
    ids = {"pool_move_id": moved.pk, "to_jackpot_id": moved.source_id}
    return ids | {"settlement_id": sent_to_a_sister(world).pk}
