"""What a file of the journal is made of. Cents, debit positive."""

from dataclasses import dataclass
from datetime import date

MAX_MEMO_LENGTH = 150


@dataclass(frozen=True, kw_only=True, slots=True)
class DocumentLine:
    """One side of a document under the accountant's own account; kind: asset, liability, ..."""

    account: str
    name: str
    kind: str
    cents: int
    department: str = ""
    cost_center: str = ""
    project: str = ""
    tax_code: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Document:
    """
    Lines that sum to zero under one number; reverses: the number that it takes back, or ''.

    kind: sale, count, correction, late, entry, close or movement; concerns: the day it is about.
    """

    number: str
    day: date
    type: str
    memo: str
    currency: str
    lines: tuple[DocumentLine, ...]
    reverses: str = ""
    kind: str = ""
    reason: str = ""
    concerns: date | None = None

    @property
    def words(self) -> str:
        """What it is, why, and which other day it concerns."""
        why = f": {self.reason}" * bool(self.reason)
        about = f" ({self.concerns:%d.%m.%Y})" if self.concerns not in {None, self.day} else ""
        return f"{self.memo}{why}{about}"
