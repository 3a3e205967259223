"""What a file of the journal is made of. Cents, debit positive."""

from dataclasses import dataclass
from datetime import date

MEMO_LONGEST = 150


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
    """Lines that sum to zero under one number; reverses: the number that it takes back, or ''."""

    number: str
    day: date
    type: str
    memo: str
    currency: str
    lines: tuple[DocumentLine, ...]
    reverses: str = ""
