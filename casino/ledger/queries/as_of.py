"""What was written down by an instant: the books of then, asked now."""

from datetime import UTC, datetime
from typing import Literal, TypeVar

from django.db.models import Exists, Model, OuterRef, QuerySet

from casino.ledger.models import Act, Entry

Rows = TypeVar("Rows", bound=Model)
# By when everything is known.
EVER = datetime.max.replace(tzinfo=UTC)
# What was written down later is left out; without it, no entry need be read.
KNOWN = "JOIN ledger_entry e ON e.id = l.entry_id AND e.recorded_at <= %(known)s"


def recorded_by(
    found: QuerySet[Rows],
    at: datetime | None,
    *,
    by: Literal["act", "entry", "decision_act", "taken_back_act"] = "act",
) -> QuerySet[Rows]:
    """
    Return the rows of any table whose act, or entry, was written down by an instant; None: all.

    by: "decision_act" of requests, when they were decided; "taken_back_act": what was undone.

    For rows that are written once: what was changed in them since shows as it is now.
    """
    if at is None:
        return found
    own = {"pk": OuterRef(f"{by}_id"), "recorded_at__lte": at}
    acts, entries = Act.objects.filter(**own), Entry.objects.filter(**own)
    return found.filter(Exists(entries if by == "entry" else acts))
