"""What was written down by an instant: the books of then, asked now."""

from datetime import datetime
from typing import Any, Literal

from django.db.models import Exists, OuterRef, QuerySet

from casino.ledger.models import Act, Entry

# What was written down later is left out; without it, no entry need be read.
KNOWN = "JOIN ledger_entry e ON e.id = l.entry_id AND e.recorded_at <= %(known)s"


def known(
    found: QuerySet[Any], at: datetime | None, *, by: Literal["act", "entry"] = "act"
) -> QuerySet[Any]:
    """
    Return the rows of any table whose act, or entry, was written down by an instant; None: all.

    For rows that are written once: what was changed in them since shows as it is now.
    """
    if at is None:
        return found
    own = {"pk": OuterRef(f"{by}_id"), "recorded_at__lte": at}
    acts, entries = Act.objects.filter(**own), Entry.objects.filter(**own)
    return found.filter(Exists(acts if by == "act" else entries))
