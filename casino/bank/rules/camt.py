"""
camt.053 of ISO 20022: the elements that banks of the region fill, of every version since 2009.

No entity is expanded and nothing is fetched: a file with a document type is refused. Source: ISO
20022 message definition report, Bank-to-Customer Cash Management, BankToCustomerStatement.
"""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any

from lxml import etree

from casino.bank.rules.statements import (
    Hint,
    NoStatement,
    ReadLine,
    ReadStatement,
    moving,
    shortened,
)
from casino.messages import msg

Element = Any  # of lxml, which has no types
WHOLE_CENTS, MAX_DIGITS = Decimal(100), 10
OTHERS = {"camt.052": msg("an account report (camt.052)"), "camt.054": msg("a notice (camt.054)")}
OPENINGS, CLOSING = ("OPBD", "PRCD"), "CLBD"
# Families and sub-families of bank transaction codes that say what a line is.
CARDS, FEES = {"MCRD"}, {"CHRG", "FEES", "COMM"}


def read_camt(data: bytes) -> list[ReadStatement]:
    """Return the statements of a camt.053 file. Raises NoStatement."""
    return [_statement(each) for each in _all(_root(data), "BkToCstmrStmt/Stmt")]


def _root(data: bytes) -> Element:
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise NoStatement(msg("The file is not readable XML.")) from error
    if root.getroottree().docinfo.doctype:
        raise NoStatement(msg("The file declares a document type. No bank's statement does."))
    space = etree.QName(root).namespace or ""
    for name, says in OTHERS.items():
        if name in space:
            raise NoStatement(msg("This is {what}, not a statement (camt.053).", what=says))
    if etree.QName(root).localname != "Document" or "camt.053" not in space:
        raise NoStatement(msg("This XML is no statement (camt.053)."))
    return root


def _statement(stmt: Element) -> ReadStatement:
    entries = [each for each in _all(stmt, "Ntry") if _is_booked(each)]
    opening, closing = _balance(stmt, *OPENINGS), _balance(stmt, CLOSING)
    lines = tuple(line for each in entries for line in _lines(each))
    days = [line.booked_on for line in lines]
    first = _day(stmt, "FrToDt/FrDtTm") or min(days, default=closing[0])
    last = _last_day(stmt) or max([closing[0], *days])
    sequence = _text(stmt, "LglSeqNb") or _text(stmt, "ElctrncSeqNb")
    return ReadStatement(
        account=_text(stmt, "Acct/Id/IBAN") or _text(stmt, "Acct/Id/Othr/Id"),
        currency=_text(stmt, "Acct/Ccy") or _currency(stmt),
        number=shortened(_text(stmt, "Id"), 50),
        sequence=int(sequence) if sequence.isdecimal() and len(sequence) < MAX_DIGITS else None,
        first_day=first,
        last_day=last,
        opening_cents=opening[1],
        closing_cents=closing[1],
        lines=moving(lines),
    )


def _lines(entry: Element) -> Iterator[ReadLine]:
    """Yield a booking as one line, or each part of a batch whose parts come to the whole."""
    cents = _cents(entry, _one(entry, "Amt"))
    parts = _all(entry, "NtryDtls/TxDtls")
    amounts = [_part_amount(each) for each in parts]
    if len(parts) > 1 and all(each is not None for each in amounts):
        signed = [_cents(part if _one(part, "CdtDbtInd") is not None else entry, amount)
                  for part, amount in zip(parts, amounts, strict=True)]  # fmt: skip
        if sum(signed) == cents:
            for part, own in zip(parts, signed, strict=True):
                yield _line(entry, part, own)
            return
    yield _line(entry, parts[0] if parts else None, cents)


def _line(entry: Element, part: Element | None, cents: int) -> ReadLine:
    inside = part if part is not None else entry
    side = "Dbtr" if cents > 0 else "Cdtr"
    day = _day(entry, "BookgDt/Dt") or _day(entry, "BookgDt/DtTm")
    if day is None:
        raise NoStatement(msg("An entry of the statement has no booking date."))
    texts = [
        *(each.text or "" for each in _all(inside, "RmtInf/Ustrd")),
        *(each.text or "" for each in _all(inside, "RmtInf/Strd/CdtrRefInf/Ref")),
        _text(inside, "AddtlTxInf"),
        _text(entry, "AddtlNtryInf"),
    ]
    parties = f"RltdPties/{side}"
    return ReadLine(
        booked_on=day,
        cents=cents,
        counterparty=shortened(
            _text(inside, f"{parties}/Nm") or _text(inside, f"{parties}/Pty/Nm"), 140
        ),
        iban=shortened(_text(inside, f"{parties}Acct/Id/IBAN"), 34),
        text=shortened(" ".join(dict.fromkeys(text for text in texts if text))),
        reference=shortened(_text(inside, "Refs/AcctSvcrRef") or _text(entry, "AcctSvcrRef"), 50),
        hint=_hint(entry, part),
        charged_cents=_charged(entry, part),
    )


def _hint(entry: Element, part: Element | None) -> Hint:
    codes = {
        (each.text or "").strip()
        for place in (entry, part)
        if place is not None
        for path in ("BkTxCd/Domn/Fmly/Cd", "BkTxCd/Domn/Fmly/SubFmlyCd")
        for each in _all(place, path)
    }
    if codes & FEES:
        return "fee"
    return "card" if codes & CARDS else ""


def _charged(entry: Element, part: Element | None) -> int:
    """Return what the bank kept before it credited the rest, by either version of the element."""
    for place in (part, entry):
        if place is None:
            continue
        whole = _one(place, "Chrgs/TtlChrgsAndTaxAmt")
        if whole is not None:
            return _amount(whole)
        if found := _all(place, "Chrgs/Rcrd/Amt") or _all(place, "Chrgs/Amt"):
            return sum(map(_amount, found))
    return 0


def _is_booked(entry: Element) -> bool:
    return (_text(entry, "Sts/Cd") or _text(entry, "Sts")) == "BOOK"


def _balance(stmt: Element, *codes: str) -> tuple[date, int]:
    for code in codes:
        for each in _all(stmt, "Bal"):
            if _text(each, "Tp/CdOrPrtry/Cd") == code:
                day = _day(each, "Dt/Dt") or _day(each, "Dt/DtTm")
                if day:
                    return day, _cents(each, _one(each, "Amt"))
    raise NoStatement(msg("The statement has no {code} balance.", code=codes[0]))


def _currency(stmt: Element) -> str:
    found = {each.get("Ccy", "") for each in _all(stmt, "Bal/Amt")}
    return found.pop() if len(found) == 1 else ""


def _part_amount(part: Element) -> Element | None:
    own = _one(part, "Amt")
    return own if own is not None else _one(part, "AmtDtls/TxAmt/Amt")


def _cents(place: Element, amount: Element | None) -> int:
    if amount is None:
        raise NoStatement(msg("An amount is missing in the statement."))
    sign = {"CRDT": 1, "DBIT": -1}.get(_text(place, "CdtDbtInd"))
    if sign is None:
        raise NoStatement(msg("An amount of the statement is neither credit nor debit."))
    return sign * _amount(amount)


def _amount(amount: Element) -> int:
    try:
        cents = Decimal((amount.text or "").strip()) * WHOLE_CENTS
        if cents == int(cents) and cents >= 0:
            return int(cents)
    except (InvalidOperation, OverflowError, ValueError):
        pass
    raise NoStatement(msg("“{text}” is not an amount.", text=(amount.text or "")[:30]))


def _last_day(stmt: Element) -> date | None:
    """Return the last day; a period that is said to end at midnight ended the day before."""
    text = _text(stmt, "FrToDt/ToDtTm")
    day = _day(stmt, "FrToDt/ToDtTm")
    if day and day != _day(stmt, "FrToDt/FrDtTm") and "T" in text:
        return day - timedelta(1) if _instant(text).time() == time() else day
    return day


def _day(place: Element, path: str) -> date | None:
    text = _text(place, path)
    return _instant(text).date() if text else None


def _instant(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError as error:
        raise NoStatement(msg("“{text}” is not a day.", text=text[:30])) from error


def _all(place: Element, path: str) -> list[Element]:
    found: list[Element] = place.findall("/".join(f"{{*}}{name}" for name in path.split("/")))
    return found


def _one(place: Element, path: str) -> Element | None:
    return next(iter(_all(place, path)), None)


def _text(place: Element, path: str) -> str:
    found = _one(place, path)
    return "" if found is None else (found.text or "").strip()
