"""Which file it is that came: told by its content, never by its name."""

from casino.bank.rules.camt import read_camt
from casino.bank.rules.statements import NoStatement, ReadStatement
from casino.bank.rules.swift import read_swift
from casino.bank.rules.table import CsvMapping, read_csv
from casino.messages import msg

MAX_BYTES = 10_000_000
# What a wrong file begins with, and what it is.
NOT_OURS = {
    b"%PDF": msg("a PDF"),
    b"PK\x03\x04": msg("a workbook or a ZIP archive"),
    b"\xd0\xcf\x11\xe0": msg("an old workbook"),
    b"\x1f\x8b": msg("a compressed file"),
    b"{\\rtf": msg("a text document"),
}
SWIFT = (b":20:", b"{1:", b"\r\n:20:", b"\n:20:")
BOM = b"\xef\xbb\xbf"


def format_of(data: bytes) -> str:
    """Return "camt", "mt940" or "csv". Raises NoStatement for what is none."""
    if not data.strip():
        raise NoStatement(msg("The file is empty."))
    if len(data) > MAX_BYTES:
        raise NoStatement(msg("The file is larger than {number} MB.", number=MAX_BYTES // 10**6))
    for begins, what in NOT_OURS.items():
        if data.startswith(begins):
            raise NoStatement(msg("The file is {what}, not a statement.", what=what))
    plain = data.removeprefix(BOM).lstrip()
    if plain.startswith((b"<", b"\xff\xfe<", b"\xfe\xff\0<")):
        return "camt"
    return "mt940" if plain.startswith(SWIFT) else "csv"


def read_statements(
    data: bytes,
    mapping: CsvMapping | None,
    *,
    opening_cents: int | None = None,
    closing_cents: int | None = None,
) -> tuple[str, list[ReadStatement]]:
    """
    Return the format of a file and its statements.

    mapping: of the account's CSV, None where nobody said it. Raises NoStatement, DoesNotAddUp.
    """
    kind = format_of(data)
    if kind == "camt":
        return kind, read_camt(data)
    if kind == "mt940":
        return kind, read_swift(_text(data))
    if mapping is None:
        raise NoStatement(msg("Say first which column of this account's CSV holds what."))
    read = read_csv(data, mapping, opening_cents=opening_cents, closing_cents=closing_cents)
    return kind, [read]


def _text(data: bytes) -> str:
    """Return MT940 as text: SWIFT's letters are ASCII, banks write their own beside them."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("iso-8859-15")
