"""
A bank's statement of a month, as a bank in Tallinn might send it: camt.053, MT940 and CSV.

It shares nothing with the import: what the house booked at the bank is read by plain SQL, what only
the bank knows (its fees, the rent, a refund) is made up, and each format is written letter by
letter. Amounts are in cents, money in positive.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import accumulate
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from django.db import connection

BANK, HOLDER, OWNER = "EEUHEE2X", "OÜ Pokkeriklubi", "Pokkeri Varad OÜ"
THOUSAND = 100_000
BOOKED = """
SELECT l.gaming_day, l.cents, e.kind, e.memo, coalesce(p.name, '')
FROM ledger_line l JOIN ledger_account a ON a.id = l.account_id
JOIN ledger_entry e ON e.id = l.entry_id LEFT JOIN players_player p ON p.id = e.player_id
WHERE a.club_id = %(club)s AND a.code = 'bank' AND a.ref = 0
  AND l.gaming_day BETWEEN %(first)s AND %(last)s
  AND e.reverses_id IS NULL AND NOT EXISTS (SELECT FROM ledger_entry r WHERE r.reverses_id = e.id)
ORDER BY l.gaming_day, e.id
"""
BEFORE = """
SELECT coalesce(sum(l.cents), 0)::bigint FROM ledger_line l
JOIN ledger_account a ON a.id = l.account_id
WHERE a.club_id = %(club)s AND a.code = 'bank' AND a.ref = 0 AND l.gaming_day < %(first)s
"""
BAGS = """
SELECT (handed_at AT TIME ZONE 'UTC')::date, cents, seal FROM cage_bag
WHERE club_id = %(club)s AND handed_at IS NOT NULL AND credited_at IS NULL AND voided_at IS NULL
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Move:
    """A line as the bank sees it; charged: what it kept before it credited the rest."""

    day: date
    cents: int
    name: str = ""
    iban: str = ""
    text: str = ""
    code: str = "RCDT"
    charged: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Paper:
    """A statement: of whom, of which days, from which balance."""

    iban: str
    currency: str
    first: date
    last: date
    opening: int
    moves: tuple[Move, ...]

    @property
    def closing(self) -> int:
        """The opening balance and all that moved."""
        return self.opening + sum(move.cents for move in self.moves)

    @property
    def name(self) -> str:
        """What a bank calls the file."""
        return f"{self.iban}_{self.first:%Y%m%d}_{self.last:%Y%m%d}"


def month_of(club_id: int, *, iban: str, currency: str, first: date) -> Paper:
    """Return the statement of the month that begins on a day, of the club's first account."""
    last = (first + timedelta(31)).replace(day=1) - timedelta(1)
    asked: dict[str, Any] = {"club": club_id, "first": first, "last": last}
    with connection.cursor() as cursor:
        cursor.execute(BEFORE, asked)
        (opening,) = cursor.fetchone()
        cursor.execute(BOOKED, asked)
        booked = cursor.fetchall()
        cursor.execute(BAGS, asked)
        bags = cursor.fetchall()
    moves = [*_wires(booked, last), *_cards(booked, last), *_bags(bags, first, last),
             *_only_the_banks(first, last)]  # fmt: skip
    moves.sort(key=lambda move: (move.day, move.cents))
    lowest = min(accumulate((move.cents for move in moves), initial=opening))
    if lowest < 0:  # the account has no overdraft: its owners paid in what was missing
        paid_in = -lowest // THOUSAND * THOUSAND + THOUSAND
        moves.insert(0, Move(day=first, cents=paid_in, name=OWNER, text="Owners' contribution"))
    return Paper(
        iban=iban,
        currency=currency,
        first=first,
        last=last,
        opening=opening,
        moves=tuple(moves),
    )


def write(paper: Paper, folder: Path) -> list[Path]:
    """Write the three files and return where they are."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for ending, content in (("xml", camt(paper)), ("sta", swift(paper)), ("csv", table(paper))):
        made.append(folder / f"{paper.name}.{ending}")
        made[-1].write_text(content, encoding="utf-8", newline="")
    return made


def camt(paper: Paper) -> str:
    """Return it as camt.053.001.02, of which banks of the region send the most."""
    entries = "".join(_entry(paper, n, move) for n, move in enumerate(paper.moves, start=1))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>'
        f"<GrpHdr><MsgId>{_mark(paper.name)}</MsgId>"
        f"<CreDtTm>{paper.last + timedelta(1)}T04:10:00</CreDtTm></GrpHdr><Stmt>"
        f"<Id>{_mark(paper.name)[:12]}</Id>"
        f"<CreDtTm>{paper.last + timedelta(1)}T04:10:00</CreDtTm>"
        f"<FrToDt><FrDtTm>{paper.first}T00:00:00</FrDtTm>"
        f"<ToDtTm>{paper.last}T23:59:59</ToDtTm></FrToDt>"
        f"<Acct><Id><IBAN>{paper.iban}</IBAN></Id><Ccy>{paper.currency}</Ccy>"
        f"<Ownr><Nm>{HOLDER}</Nm></Ownr><Svcr><FinInstnId><BIC>{BANK}</BIC></FinInstnId></Svcr>"
        "</Acct>"
        f"{_balance(paper, 'OPBD', paper.first, paper.opening)}"
        f"{_balance(paper, 'CLBD', paper.last, paper.closing)}"
        f"{entries}</Stmt></BkToCstmrStmt></Document>\n"
    )


def _balance(paper: Paper, code: str, day: date, cents: int) -> str:
    side = "CRDT" if cents >= 0 else "DBIT"
    return (
        f"<Bal><Tp><CdOrPrtry><Cd>{code}</Cd></CdOrPrtry></Tp>"
        f'<Amt Ccy="{paper.currency}">{_dotted(abs(cents))}</Amt>'
        f"<CdtDbtInd>{side}</CdtDbtInd><Dt><Dt>{day}</Dt></Dt></Bal>"
    )


def _entry(paper: Paper, n: int, move: Move) -> str:
    is_in = move.cents > 0
    side, party = ("CRDT", "Dbtr") if is_in else ("DBIT", "Cdtr")
    family, sub = {
        "RCDT": ("RCDT" if is_in else "ICDT", "ESCT"), "MCRD": ("MCRD", "POSP"),
        "CHRG": ("MDOP", "CHRG"), "CNTR": ("CNTR", "CDPT"),
    }[move.code]  # fmt: skip
    amount = f'<Amt Ccy="{paper.currency}">{_dotted(abs(move.cents))}</Amt>'
    charge = (
        f'<Chrgs><Amt Ccy="{paper.currency}">{_dotted(move.charged)}</Amt></Chrgs>'
        if move.charged
        else ""
    )
    who = (f"<{party}><Nm>{escape(move.name)}</Nm></{party}>" if move.name else "") + (
        f"<{party}Acct><Id><IBAN>{move.iban}</IBAN></Id></{party}Acct>" if move.iban else ""
    )
    return (
        f"<Ntry>{amount}<CdtDbtInd>{side}</CdtDbtInd><Sts>BOOK</Sts>"
        f"<BookgDt><Dt>{move.day}</Dt></BookgDt><ValDt><Dt>{move.day}</Dt></ValDt>"
        f"<AcctSvcrRef>{_reference(paper, n)}</AcctSvcrRef>"
        f"<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>{family}</Cd><SubFmlyCd>{sub}</SubFmlyCd></Fmly>"
        f"</Domn></BkTxCd>{charge}<NtryDtls><TxDtls><Refs><AcctSvcrRef>{_reference(paper, n)}"
        f"</AcctSvcrRef></Refs><AmtDtls><TxAmt>{amount}</TxAmt></AmtDtls>"
        f"<RltdPties>{who}</RltdPties><RmtInf><Ustrd>{escape(move.text)}</Ustrd></RmtInf>"
        "</TxDtls></NtryDtls></Ntry>"
    )


def swift(paper: Paper) -> str:
    """Return it as MT940 with structured field 86, lines of at most 65 letters."""
    kinds = {"RCDT": "NTRF", "MCRD": "NMSC", "CHRG": "NCHG", "CNTR": "NMSC"}
    rows = [
        f":20:{_mark(paper.name)[:16]}",
        f":25:{paper.iban}",
        f":28C:{paper.first:%m}/1",
        f":60F:{_side(paper.opening)}{paper.first:%y%m%d}{paper.currency}{_comma(paper.opening)}",
    ]
    for n, move in enumerate(paper.moves, start=1):
        rows.append(
            f":61:{move.day:%y%m%d%m%d}{_side(move.cents)}{_comma(move.cents)}"
            f"{kinds[move.code]}NONREF//{_reference(paper, n)}"
        )
        text = f"177?20{move.text[:27]}"
        text += f"?21{move.text[27:54]}" if move.text[27:54] else ""
        text += f"?31{move.iban}" if move.iban else ""
        text += f"?32{move.name[:27]}" if move.name else ""
        rows += [f":86:{text[:61]}", *(text[at : at + 65] for at in range(61, len(text), 65))]
    rows.append(
        f":62F:{_side(paper.closing)}{paper.last:%y%m%d}{paper.currency}{_comma(paper.closing)}"
    )
    return "\r\n".join([*rows, "-", ""])


HEADS = ("Kliendi konto", "Kuupäev", "Saaja/maksja konto", "Saaja/maksja nimi",
         "Deebet/Kreedit (D/C)", "Summa", "Selgitus", "Arhiveerimistunnus", "Valuuta",
         "Saldo")  # fmt: skip


def table(paper: Paper) -> str:
    """Return it as the CSV of a bank in Estonia: semicolons, decimal comma, running balance."""
    rows, balance = [HEADS], paper.opening
    for n, move in enumerate(paper.moves, start=1):
        balance += move.cents
        side = "C" if move.cents > 0 else "D"
        rows.append(
            (paper.iban, f"{move.day:%d.%m.%Y}", move.iban, move.name, side, _comma(move.cents),
             move.text, _reference(paper, n), paper.currency,
             ("-" if balance < 0 else "") + _comma(balance))
        )  # fmt: skip
    quoted = (";".join(f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in row) for row in rows)
    return "\ufeff" + "\r\n".join(quoted) + "\r\n"


def _wires(booked: list[tuple[date, int, str, str, str]], last: date) -> Iterator[Move]:
    """What was paid out by wire shows on the next day, each by itself."""
    for day, cents, _, memo, guest in booked:
        if cents < 0 and day < last:
            name = guest or "Guest"
            yield Move(day=day + timedelta(1), cents=cents, name=name, iban=_iban(name),
                       text=memo or "Payout")  # fmt: skip


def _cards(booked: list[tuple[date, int, str, str, str]], last: date) -> Iterator[Move]:
    """The cards of a night come in one sum two days later, less 0.9 percent."""
    nights: dict[date, int] = {}
    for day, cents, kind, _, _ in booked:
        if cents > 0 and not kind.startswith(("cage.", "bank.")):
            nights[day] = nights.get(day, 0) + cents
    for day, gross in nights.items():
        shows = day + timedelta(2)
        charged = gross * 9 // 1000
        if shows <= last:
            yield Move(day=shows, cents=gross - charged, name="Card acquirer AS",
                       text=f"POS settlement {day:%d.%m.%Y}", code="MCRD",
                       charged=charged)  # fmt: skip


def _bags(bags: list[tuple[date, int, str]], first: date, last: date) -> Iterator[Move]:
    for day, cents, seal in bags:
        shows = day + timedelta(1)
        if first <= shows <= last:
            yield Move(day=shows, cents=cents, text=f"Cash deposit, bag {seal}", code="CNTR")


def _only_the_banks(first: date, last: date) -> Iterator[Move]:
    """What the house hears of from the bank first."""
    landlord, wholesaler = "Kesklinna Kinnisvara OÜ", "Gastro Hulgi AS"
    yield Move(day=first + timedelta(4), cents=-480_000, name=landlord, iban=_iban(landlord),
               text=f"Rent {first:%m/%Y}, invoice {first:%y}-118")  # fmt: skip
    yield Move(day=first + timedelta(11), cents=-123_456, name=wholesaler,
               iban=_iban(wholesaler), text="Invoice 90417")  # fmt: skip
    yield Move(day=first + timedelta(19), cents=4_200, name=wholesaler, iban=_iban(wholesaler),
               text="Credit note 90417-K")  # fmt: skip
    yield Move(day=last, cents=-1_250, text=f"Monthly fee {first:%m/%Y}", code="CHRG")
    yield Move(day=last, cents=-38, text="Payments abroad, fee", code="CHRG")


def _iban(name: str) -> str:
    """Return a valid Estonian IBAN that is nobody's."""
    number = str(int(hashlib.sha256(name.encode()).hexdigest(), 16))[:16]
    check = 98 - int(number + "141400") % 97
    return f"EE{check:02}{number}"


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:20].upper()


def _reference(paper: Paper, n: int) -> str:
    return f"{paper.first:%Y%m}{n:08}"


def _side(cents: int) -> str:
    return "C" if cents >= 0 else "D"


def _dotted(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


def _comma(cents: int) -> str:
    return f"{abs(cents) // 100},{abs(cents) % 100:02}"
