"""What the vault, the drawers and the bags hold."""

from casino.cage.models import Bag
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.shifts import open_shifts
from casino.ledger import queries as ledger
from casino.refusals import NotFound
from casino.words import say


def low_places(club_id: int) -> list[tuple[str, int, int]]:
    """Return (place, what it holds, its minimum) of the vault and drawers in use, in cents."""
    vault = ("Vault", ledger.balance_cents(club_id, "cash:vault"))
    found = [(*vault, thresholds(club_id).vault_minimum_cents)]
    for each in open_shifts(club_id):
        held = ledger.balance_cents(club_id, "cash:drawer", each.drawer_id)
        found.append((str(each.drawer), held, each.drawer.minimum_cents or 0))
    return [(place, held, minimum) for place, held, minimum in found if held < minimum]


def bag(club_id: int, bag_id: int) -> Bag:
    """Return a bag of the club. Raises NotFound."""
    found = Bag.objects.filter(club_id=club_id, id=bag_id).first()
    if found is None:
        raise NotFound(say("There is no such bag in this club."), field="bag_id")
    return found
