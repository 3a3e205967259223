"""Accounts, statements, lines and rules as they stand."""

from datetime import date

from django.db.models import Count, Q, QuerySet

from casino.bank.models import (
    BankAccount,
    Match,
    MatchedEntry,
    MatchingRule,
    Statement,
    StatementLine,
)
from casino.bank.rules.statements import ReadStatement
from casino.journal.queries.dated import date_of, open_date
from casino.kept_sql import hold
from casino.ledger.queries.rows import EntryRow
from casino.messages import msg
from casino.paging import Page
from casino.refusals import NotFound


def accounts(club_id: int) -> list[BankAccount]:
    """Return the club's bank accounts, the first one first."""
    return list(BankAccount.objects.filter(club_id=club_id).order_by("id"))


def account(club_id: int, account_id: int) -> BankAccount:
    """Return a bank account of the club. Raises NotFound."""
    found = BankAccount.objects.filter(club_id=club_id, id=account_id).first()
    if found is None:
        raise NotFound(msg("There is no such bank account in this club."), field="account_id")
    return found


def held_account(club_id: int, account_id: int) -> BankAccount:
    """Hold an account for this transaction: whoever imports or matches waits for the other."""
    account(club_id, account_id)
    return hold(BankAccount, account_id)


def statements(account_id: int, page: Page | None = None) -> list[Statement]:
    """Return the statements of an account that stand, the latest first, with what is open."""
    found = (
        standing(account_id)
        .select_related("imported_by", "account")
        .annotate(
            number_of_lines=Count("lines", distinct=True),
            matched=Count("lines", filter=Q(lines__in=_matched_lines()), distinct=True),
        )
        .order_by("-first_day")
    )
    return list(page.of(found) if page else found)


def standing(account_id: int) -> QuerySet[Statement]:
    """Return the statements of an account that nobody took back."""
    return Statement.objects.filter(account_id=account_id, withdrawn_act_id=None)


def statement(club_id: int, statement_id: int) -> Statement:
    """Return a statement of the club that stands. Raises NotFound."""
    found = Statement.objects.filter(
        account__club_id=club_id, id=statement_id, withdrawn_act_id=None
    )
    one = found.select_related("account").first()
    if one is None:
        raise NotFound(msg("There is no such statement in this club."), field="statement_id")
    return one


def last_statement(account_id: int) -> Statement | None:
    """Return the latest statement that stands."""
    return standing(account_id).order_by("last_day").last()


def as_read(found: Statement) -> ReadStatement:
    """Return a kept statement as the next one is compared with it; its lines are left out."""
    return ReadStatement(
        account="",
        currency="",
        number=found.number,
        sequence=found.sequence,
        first_day=found.first_day,
        last_day=found.last_day,
        opening_cents=found.opening_cents,
        closing_cents=found.closing_cents,
        lines=(),
    )


def open_lines(account_id: int) -> list[StatementLine]:
    """Return the lines that nothing explains yet, in their order."""
    found = StatementLine.objects.filter(
        statement__account_id=account_id, statement__withdrawn_act_id=None
    ).exclude(id__in=_matched_lines())
    return list(found.order_by("statement__first_day", "position"))


def line(club_id: int, line_id: int) -> StatementLine:
    """Return a line of a statement that stands. Raises NotFound."""
    found = StatementLine.objects.filter(
        statement__account__club_id=club_id, statement__withdrawn_act_id=None, id=line_id
    )
    one = found.select_related("statement__account").first()
    if one is None:
        raise NotFound(msg("There is no such statement line in this club."), field="line_id")
    return one


def match_of(line: StatementLine) -> Match | None:
    """Return what explains a line, None while nothing does."""
    found = Match.objects.filter(line=line, undone_act_id=None).select_related("matched_by")
    return found.first()


def line_of(club_id: int, entry_id: int) -> StatementLine | None:
    """Return the line of a statement that an entry explains, None while it explains none."""
    found = MatchedEntry.objects.filter(
        account__club_id=club_id, entry_id=entry_id, undone_act_id=None
    ).select_related("match__line__statement")
    one = found.first()
    return one.match.line if one else None


def rules(club_id: int) -> list[MatchingRule]:
    """Return the rules that hold, by their text."""
    return list(MatchingRule.objects.filter(club_id=club_id, retired_act_id=None).order_by("text"))


def lines_of(statement: Statement) -> list[StatementLine]:
    """Return all lines of a statement, each with what explains it as `match`, or None."""
    found = list(statement.lines.order_by("position"))
    matches = Match.objects.filter(line__statement=statement, undone_act_id=None)
    known = {each.line_id: each for each in matches.select_related("matched_by")}
    for each in found:
        each.match = known.get(each.pk)  # type: ignore[attr-defined]
    return found


def match(club_id: int, match_id: int) -> Match:
    """Return a match of the club that holds. Raises NotFound."""
    found = Match.objects.filter(
        id=match_id, line__statement__account__club_id=club_id, undone_act_id=None
    )
    one = found.select_related("line__statement__account", "matched_by").first()
    if one is None:
        raise NotFound(msg("There is no such match in this club."), field="match_id")
    return one


def reversal_date(club_id: int, of: EntryRow, *, today: date) -> date:
    """Return the date of what takes a line's entry back: its own while that is open, else today."""
    return open_date(club_id, date_of(of.id) or of.gaming_day, today=today)


def _matched_lines() -> QuerySet[Match, int]:
    return Match.objects.filter(undone_act_id=None).values_list("line_id", flat=True)
