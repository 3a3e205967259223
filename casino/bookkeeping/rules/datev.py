"""The journal as DATEV's posting batch: each line an account, its contra account, an amount."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime

from casino.bookkeeping.rules.documents import Document, DocumentLine
from casino.sheets.dialects import EXCEL_EU

Pair = tuple[DocumentLine, DocumentLine, int]
VERSION = 13
# Without the mark at its beginning a file is read as Windows-1252, which lacks most letters of
# Latvian and all of Russian. Source: https://developer.datev.de/datev/platform/en/dtvf/zeichensatz.
BOM = b"\xef\xbb\xbf"
MIN_DIGITS, MAX_DIGITS = 4, 8
MAX_TEXT, MAX_FIELD, MAX_NAME = 60, 36, 30
# The columns that we fill, by their place from 1; all others stay empty.
AMOUNT, SIDE, CURRENCY, ACCOUNT, CONTRA, DAY, NUMBER, TEXT, COST_CENTRE, MORE = (
    1, 2, 3, 7, 8, 10, 11, 14, 37, 48,
)  # fmt: skip
# What the tax code of each account is called among the further facts of a line (MORE and on).
TAX_CODES = ("Steuercode Konto", "Steuercode Gegenkonto")
COLUMNS = (
    "Umsatz (ohne Soll/Haben-Kz)", "Soll/Haben-Kennzeichen", "WKZ Umsatz", "Kurs", "Basis-Umsatz",
    "WKZ Basis-Umsatz", "Konto", "Gegenkonto (ohne BU-Schlüssel)", "BU-Schlüssel", "Belegdatum",
    "Belegfeld 1", "Belegfeld 2", "Skonto", "Buchungstext", "Postensperre",
    "Diverse Adressnummer", "Geschäftspartnerbank", "Sachverhalt", "Zinssperre", "Beleglink",
    *(f"Beleginfo - {what} {n}" for n in range(1, 9) for what in ("Art", "Inhalt")),
    "KOST1 - Kostenstelle", "KOST2 - Kostenstelle", "Kost-Menge",
    "EU-Land u. UStID (Bestimmung)", "EU-Steuersatz (Bestimmung)", "Abw. Versteuerungsart",
    "Sachverhalt L+L", "Funktionsergänzung L+L", "BU 49 Hauptfunktionstyp",
    "BU 49 Hauptfunktionsnummer", "BU 49 Funktionsergänzung",
    *(f"Zusatzinformation{what} {n}" for n in range(1, 21) for what in (" - Art", "- Inhalt")),
    "Stück", "Gewicht", "Zahlweise", "Forderungsart", "Veranlagungsjahr",
    "Zugeordnete Fälligkeit", "Skontotyp", "Auftragsnummer", "Buchungstyp",
    "USt-Schlüssel (Anzahlungen)", "EU-Land (Anzahlungen)", "Sachverhalt L+L (Anzahlungen)",
    "EU-Steuersatz (Anzahlungen)", "Erlöskonto (Anzahlungen)", "Herkunft-Kz", "Buchungs GUID",
    "KOST-Datum", "SEPA-Mandatsreferenz", "Skontosperre", "Gesellschaftername",
    "Beteiligtennummer", "Identifikationsnummer", "Zeichnernummer", "Postensperre bis",
    "Bezeichnung SoBil-Sachverhalt", "Kennzeichen SoBil-Buchung", "Festschreibung",
    "Leistungsdatum", "Datum Zuord. Steuerperiode", "Fälligkeit", "Generalumkehr (GU)",
    "Steuersatz", "Land", "Abrechnungsreferenz", "BVV-Position", "EU-Land u. UStID (Ursprung)",
    "EU-Steuersatz (Ursprung)", "Abw. Skontokonto",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class Stack:
    """A posting batch: whose books, made when, of which days of one month; digits of accounts."""

    consultant: int
    client: int
    name: str
    made_at: datetime
    first: date
    last: date
    digits: int
    currency: str


def heading(stack: Stack) -> tuple[str, str]:
    """
    Return the two lines above the postings: what the batch is, and its columns.

    Source: https://developer.datev.de/datev/platform/en/dtvf.
    """
    fields = (
        _quoted("EXTF"), "700", "21", _quoted("Buchungsstapel"), str(VERSION),
        f"{stack.made_at:%Y%m%d%H%M%S}000", "", _quoted("RE"), _quoted(""), _quoted(""),
        str(stack.consultant), str(stack.client), f"{stack.first:%Y}0101", str(stack.digits),
        f"{stack.first:%Y%m%d}", f"{stack.last:%Y%m%d}", _quoted(stack.name[:MAX_NAME]),
        _quoted(""), "1", "0", "0", _quoted(stack.currency),
        "", _quoted(""), "", "", _quoted(""), "", "", _quoted(""), _quoted(""),
    )  # fmt: skip
    return ";".join(fields), ";".join(COLUMNS)


def postings(document: Document, *, clearing: str = "") -> Iterator[str]:
    """
    Yield a line for each pair of a debit and a credit of a document.

    A line has one cost centre (KOST2 is another way to divide, not the contra account's): where
    both accounts have one, and not the same, it is two lines over a clearing account. Tax codes
    stand beside, and are no BU-Schlüssel: by that DATEV would take tax out of an amount of which
    the tax is lines of its own here.

    Source: https://developer.datev.de/datev/platform/de/dtvf/formate/buchungsstapel.
    """
    for debit, credit, cents in _single(pairs(document.lines), clearing):
        cells = [""] * len(COLUMNS)
        filled = {
            AMOUNT: EXCEL_EU.amount(cents),
            SIDE: _quoted("S"),
            CURRENCY: _quoted(document.currency),
            ACCOUNT: debit.account,
            CONTRA: credit.account,
            DAY: f"{document.day:%d%m}",
            NUMBER: _quoted(document.number[:MAX_FIELD]),
            TEXT: _quoted(document.words[:MAX_TEXT]),
            COST_CENTRE: _quoted((debit.cost_center or credit.cost_center)[:MAX_FIELD]),
        }
        codes = zip(TAX_CODES, (debit.tax_code, credit.tax_code), strict=True)
        for place, (named, code) in enumerate(codes):
            if code:
                at = MORE + 2 * place
                filled |= {at: _quoted(named), at + 1: _quoted(code)}
        for place, cell in filled.items():
            cells[place - 1] = cell
        yield ";".join(cells)


def needs_clearing(document: Document) -> bool:
    """
    Return whether a document moves an amount from one cost centre to another.

    Source: a line of DATEV's batch has the cost centre of one side.
    """
    return any(_apart(debit, credit) for debit, credit, _ in pairs(document.lines))


def pairs(lines: Iterable[DocumentLine]) -> Iterator[Pair]:
    """
    Yield (debit, credit, cents) that come to the same on every account: in order, each as far as
    the other reaches.

    Source: double entry; a batch of DATEV knows two accounts a line.
    """
    both = list(lines)
    left = [(line, -line.cents) for line in reversed(both) if line.cents < 0]
    for debit in (line for line in both if line.cents > 0):
        rest = debit.cents
        while rest:
            credit, reach = left.pop()
            cents = min(rest, reach)
            yield debit, credit, cents
            rest -= cents
            if reach > cents:
                left.append((credit, reach - cents))


def _single(found: Iterable[Pair], clearing: str) -> Iterator[Pair]:
    """Yield the pairs, those of two cost centres as two over a clearing account."""
    between = DocumentLine(account=clearing, name="", kind="asset", cents=0)
    for debit, credit, cents in found:
        if _apart(debit, credit):
            yield debit, between, cents
            yield between, credit, cents
        else:
            yield debit, credit, cents


def _apart(debit: DocumentLine, credit: DocumentLine) -> bool:
    centres = {debit.cost_center, credit.cost_center} - {""}
    return len(centres) > 1


def unfit(number: str) -> bool:
    """
    Whether DATEV takes a number for no account: digits alone, at most eight.

    Source: https://developer.datev.de/datev/platform/de/dtvf/formate/buchungsstapel.
    """
    return not (number.isascii() and number.isdigit() and len(number) <= MAX_DIGITS)


def _quoted(text: str) -> str:
    return '"' + " ".join(text.replace('"', '""').split()) + '"'
