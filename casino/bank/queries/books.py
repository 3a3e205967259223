"""What the books say of a bank account, beside what its statements say. Cents, debit positive."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from casino.bank.models import BankAccount, StatementLine
from casino.bank.queries.accounts import accounts, open_lines, rules, standing
from casino.bank.rules.matching import (
    Booked,
    Books,
    Deposit,
    OpenLine,
    Proposal,
    Rule,
    proposals,
)
from casino.bank.rules.statements import clean_account
from casino.cage.models import Bag, Payable
from casino.cage.queries.due import payables
from casino.db import fetch_all, fetch_one
from casino.ledger.entries import title_of
from casino.messages import Message, msg

# An entry and its reversal that no statement shows come to nothing: neither is asked about.
OPEN = """
WITH ours AS (
    SELECT e.id, l.gaming_day, l.cents, e.kind, e.memo, e.number, e.player_id, e.reverses_id,
           EXISTS (
               SELECT FROM bank_matchedentry m
               WHERE m.account_id = %(account)s AND m.entry_id = e.id AND m.undone_act_id IS NULL
           ) AS matched
    FROM ledger_line l JOIN ledger_account a ON a.id = l.account_id
    JOIN ledger_entry e ON e.id = l.entry_id
    WHERE a.club_id = %(club)s AND a.code = 'bank' AND a.ref = %(ref)s
)
SELECT o.id, o.gaming_day, o.cents, o.kind, o.memo, o.number, coalesce(p.name, '')
FROM ours o LEFT JOIN players_player p ON p.id = o.player_id
WHERE NOT o.matched AND NOT EXISTS (
    SELECT FROM ours x WHERE (x.id = o.reverses_id OR x.reverses_id = o.id) AND NOT x.matched
)
ORDER BY o.gaming_day, o.id
"""
# What comes alone, never in one line with others.
ALONE = ("cage.bag_credited", "bank.")


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenEntry:
    """An entry on a bank account that no statement has shown yet."""

    entry_id: int
    day: date
    cents: int
    kind: str
    memo: str
    number: int | None
    guest: str

    @property
    def title(self) -> str:
        """What the entry is called."""
        return title_of(self.kind)

    @property
    def booked(self) -> Booked:
        """The entry as the matching sees it."""
        return Booked(
            entry_id=self.entry_id,
            day=self.day,
            cents=self.cents,
            is_sale=not self.kind.startswith(ALONE),
            words=tuple(word for word in (self.guest, self.memo) if word),
        )


def open_entries(account: BankAccount) -> list[OpenEntry]:
    """Return what the books moved on an account and no statement has shown, in its order."""
    values = {"account": account.pk, "club": account.club_id, "ref": account.ref}
    rows = fetch_all(OPEN, values)
    return [
        OpenEntry(**dict(zip(OpenEntry.__slots__, row, strict=True)))  # in the order of OPEN
        for row in rows
    ]


def deposits_in_transit(club_id: int) -> list[Bag]:
    """Return the bags that were dispatched and that the bank has not credited."""
    found = Bag.objects.filter(
        club_id=club_id, handed_at__isnull=False, credited_at=None, voided_at=None
    )
    return list(found.order_by("handed_at", "id"))


def books_of(account: BankAccount, entries: list[OpenEntry]) -> Books:
    """Return what the lines of an account's statements are looked for in."""
    others = (each for each in accounts(account.club_id) if each.pk != account.pk)
    return Books(
        booked=[each.booked for each in entries],
        deposits=[
            Deposit(bag_id=each.pk, seal=each.seal, cents=each.cents, day=each.gaming_day)
            for each in deposits_in_transit(account.club_id)
        ],
        rules=[
            Rule(id=each.pk, text=each.text, is_in=each.is_in, code=each.code, ref=each.ref)
            for each in rules(account.club_id)
        ],
        own={clean_account(each.iban): each.ref for each in others},
    )


def proposed(
    account: BankAccount, entries: list[OpenEntry]
) -> list[tuple[StatementLine, Proposal]]:
    """Return the open lines of an account, each with what it probably is."""
    lines = open_lines(account.pk)
    found = proposals(map(as_open, lines), books_of(account, entries))
    return [(line, found[line.pk]) for line in lines]


def as_open(line: StatementLine) -> OpenLine:
    """Return a line as the matching sees it."""
    return OpenLine(
        id=line.pk,
        booked_on=line.booked_on,
        cents=line.cents,
        counterparty=line.counterparty,
        iban=line.iban,
        text=line.text,
        hint=line.hint,  # type: ignore[arg-type]
        charged_cents=line.charged_cents,
    )


# What a first statement began with: a line of its own, without payer or text.
OPENING = "opening"


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenItem:
    """
    What stands on one side alone at the end of a day: on the statements, or in the books.

    cents: how much the statements have more than the books; negative: the books. Where both have
    it, one of them later than that day, is_late. line_id, entry_id: None where there is none.
    """

    day: date
    cents: int
    line_id: int | None
    entry_id: int | None
    text: str
    kind: str
    is_late: bool

    @property
    def what(self) -> Message:
        """Where it is missing."""
        if self.is_late:
            return msg("Booked on another day")
        if self.line_id:
            return msg("On the statement, not in the books")
        return msg("In the books, not on the statement")

    @property
    def says(self) -> str:
        """What it is about."""
        if self.kind == OPENING:
            return msg("Opening balance")
        return " ".join(
            word for word in (title_of(self.kind) if self.kind else "", self.text) if word
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Reconciliation:
    """
    A bank account at the end of a day: statement_cents less the items is books_cents.

    statement_cents: the closing balance of the last statement up to that day; until: its last day.
    """

    account: BankAccount
    until: date
    statement_cents: int
    books_cents: int
    items: tuple[OpenItem, ...]

    @property
    def open_cents(self) -> int:
        """What the items come to."""
        return sum(item.cents for item in self.items)


# Both sides of each match, of what nothing matches each by itself; an entry beside its reversal.
ITEMS = """
WITH match AS (
    SELECT m.id, m.line_id FROM bank_match m JOIN ledger_act t ON t.id = m.act_id
    LEFT JOIN ledger_act u ON u.id = m.undone_act_id
    WHERE t.recorded_at <= %(known)s AND coalesce(u.recorded_at > %(known)s, true)
), entry AS (
    SELECT e.entry_id, e.match_id FROM bank_matchedentry e JOIN match m ON m.id = e.match_id
    WHERE e.account_id = %(account)s
), line AS (
    SELECT s.id, s.booked_on, s.cents, s.counterparty || ' ' || s.text AS text, m.id AS match_id,
           CASE s.hint WHEN 'opening' THEN s.hint ELSE '' END AS kind
    FROM bank_statementline s JOIN bank_statement p ON p.id = s.statement_id
    JOIN ledger_act t ON t.id = p.act_id LEFT JOIN ledger_act u ON u.id = p.withdrawn_act_id
    LEFT JOIN match m ON m.line_id = s.id
    WHERE p.account_id = %(account)s AND s.booked_on <= %(until)s
      AND t.recorded_at <= %(known)s AND coalesce(u.recorded_at > %(known)s, true)
), booked AS (
    SELECT e.id, l.gaming_day, l.cents, e.kind, e.memo, e.reverses_id, n.match_id
    FROM ledger_line l JOIN ledger_account a ON a.id = l.account_id
    JOIN ledger_entry e ON e.id = l.entry_id LEFT JOIN entry n ON n.entry_id = e.id
    WHERE a.club_id = %(club)s AND a.code = 'bank' AND a.ref = %(ref)s
      AND l.gaming_day <= %(until)s AND e.recorded_at <= %(known)s
), side AS (
    SELECT coalesce('m' || match_id, 's' || id) AS item, booked_on AS day, cents, id AS line_id,
           (SELECT min(n.entry_id) FROM entry n WHERE n.match_id = line.match_id) AS entry_id,
           text, kind, match_id IS NOT NULL AS matched
    FROM line
    UNION ALL
    SELECT coalesce('m' || match_id, 'e' || coalesce(reverses_id, id)), gaming_day, -cents, NULL,
           id, memo, kind, match_id IS NOT NULL
    FROM booked
)
SELECT min(day), sum(cents)::bigint, min(line_id), min(entry_id),
       coalesce(max(text) FILTER (WHERE line_id IS NOT NULL), max(text)),
       coalesce(max(kind), ''), bool_or(matched),
       sum(sum(cents) FILTER (WHERE line_id IS NOT NULL)) OVER ()::bigint,
       sum(-sum(cents) FILTER (WHERE line_id IS NULL)) OVER ()::bigint
FROM side GROUP BY item ORDER BY 1, 3, 4
"""
LAST = """
SELECT max(p.last_day) FROM bank_statement p
JOIN ledger_act t ON t.id = p.act_id LEFT JOIN ledger_act u ON u.id = p.withdrawn_act_id
WHERE p.account_id = %(account)s AND p.last_day <= %(until)s
  AND t.recorded_at <= %(known)s AND coalesce(u.recorded_at > %(known)s, true)
"""


def reconciliation(
    account: BankAccount, until: date, *, known_at: datetime | None = None
) -> Reconciliation | None:
    """Return an account as its last statement up to a day shows it; None: it has none by then."""
    values: dict[str, Any] = {
        "account": account.pk,
        "club": account.club_id,
        "ref": account.ref,
        "until": until,
        "known": known_at or "infinity",
    }
    (last,) = fetch_one(LAST, values)
    if last is None:
        return None
    rows = fetch_all(ITEMS, values | {"until": last})
    return Reconciliation(
        account=account,
        until=last,
        statement_cents=(rows[0][-2] or 0) if rows else 0,
        books_cents=(rows[0][-1] or 0) if rows else 0,
        items=_items(rows),
    )


def _items(rows: list[tuple[Any, ...]]) -> tuple[OpenItem, ...]:
    names = OpenItem.__slots__
    items = (OpenItem(**dict(zip(names, row[: len(names)], strict=True))) for row in rows)
    return tuple(item for item in items if item.cents)


@dataclass(frozen=True, kw_only=True, slots=True)
class Unreconciled:
    """
    What an account's statements and its books have not in common at the end of a day.

    until: the last day that statements show by then, None for none; later: entries after it.
    """

    account: BankAccount
    until: date | None
    items: tuple[OpenItem, ...]
    later: tuple[OpenItem, ...]


def unreconciled(club_id: int, until: date) -> list[Unreconciled]:
    """
    Return what is not reconciled at the end of a day, of each account of a club in use.

    One that the bank closed is left out while nothing of it is open.
    """
    found = []
    for account in accounts(club_id):
        shown = _shown_until(account.pk, until)
        values: dict[str, Any] = {"account": account.pk, "club": club_id, "ref": account.ref}
        items = _items(fetch_all(ITEMS, values | {"until": until, "known": "infinity"}))
        later = tuple(each for each in items if shown is None or each.day > shown)
        ended = account.closed_on and (shown is None or shown <= account.closed_on <= until)
        if later or items or (shown and not ended):
            first = items[: len(items) - len(later)]
            found.append(Unreconciled(account=account, until=shown, items=first, later=later))
    return found


def _shown_until(account_id: int, until: date) -> date | None:
    """Return the last day up to one that statements show; what lies between two did not move."""
    days = standing(account_id).filter(first_day__lte=until).values_list("last_day", flat=True)
    last = max(days, default=None)
    if last and standing(account_id).filter(last_day__gte=until).exists():
        return until
    return last


def due_of_amount(club_id: int, cents: int) -> list[Payable]:
    """Return the payments due of an amount: a wire that was sent and not booked yet."""
    return [each for each in payables(club_id) if each.cents == cents]
