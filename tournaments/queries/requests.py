"""What was asked for on the floor and still waits at the desk."""

from django.db.models import QuerySet

from casino.kept_sql import kept_sql
from casino.messages import msg
from casino.refusals import NotFound
from tournaments.models import Entry, PurchaseRequest, Tournament


@kept_sql
def waiting(tournament: Tournament) -> QuerySet[PurchaseRequest]:
    """Return what the desk has to settle in a tournament, the oldest first."""
    found = PurchaseRequest.objects.open().filter(entry__tournament=tournament)
    return found.select_related("entry__player", "entry__tournament", "asked_by").order_by("id")


def waiting_number(club_id: int) -> int:
    """Return how much waits at the desk of a club."""
    found = PurchaseRequest.objects.open().filter(
        entry__tournament__club_id=club_id,
        entry__tournament__cancelled_at=None,
        entry__tournament__finished_at=None,
    )
    return found.count()


def request_of(entry: Entry, what: str = "") -> PurchaseRequest | None:
    """Return what waits for an entry, the oldest of all kinds unless told; None where none does."""
    found = PurchaseRequest.objects.open().filter(entry=entry)
    return (found.filter(what=what) if what else found).order_by("id").first()


def purchase_request(club_id: int, request_id: int) -> PurchaseRequest:
    """Return a request of the club. Raises NotFound."""
    found = PurchaseRequest.objects.filter(entry__tournament__club_id=club_id, id=request_id)
    row = found.select_related("entry__player", "entry__tournament").first()
    if row is None:
        raise NotFound(msg("There is no such request in this club."), field="request_id")
    return row
