"""Statements: imported whole or not at all, taken back while nothing of them is matched."""

import hashlib
from collections.abc import Iterable

from django.db.models import Q

from casino.acts.kinds import File, FileName, Id, Reason, SignedAmount
from casino.acts.runner import act
from casino.approvals.queries import undecided
from casino.approvals.undecided import void_all
from casino.bank.models import Match, Statement, StatementLine
from casino.bank.queries.accounts import as_read, held_account, last_statement, standing
from casino.bank.queries.accounts import statement as the_statement
from casino.bank.rules.formats import read_statements
from casino.bank.rules.statements import (
    ImportedBefore,
    ReadLine,
    ReadStatement,
    check_file,
    check_follows,
    clean_account,
)
from casino.bank.services.matching import match_line
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import Conflict


class NotTheLast(Conflict):
    """Statements go as they came: the last one first."""

    code = "BANK-011"
    message = msg("A later statement has been imported.")
    next_step = msg("Withdraw the latest statement first.")


class HasMatches(Conflict):
    """What is matched stands on its statement."""

    code = "BANK-012"
    message = msg("Lines of this statement are matched.")
    next_step = msg("Unmatch them first.")


@act("bank.import_statement")
def import_statement(
    stamp: Stamp,
    *,
    bankaccount_id: Id,
    name: FileName,
    data: File,
    opening_cents: SignedAmount | None = None,
    closing_cents: SignedAmount | None = None,
) -> list[Statement]:
    """
    Import a file of an account: camt.053, MT940, or CSV as its mapping says; all of it or nothing.

    name: of the file; opening_cents, closing_cents: of a CSV that has no column of balances, the
    opening only before the first statement. Raises NoStatement, OtherAccount, OtherCurrency,
    DoesNotAddUp, ImportedBefore, Overlaps, Gap, BadInput.
    """
    account = held_account(stamp.club_id, bankaccount_id)
    sha256 = hashlib.sha256(data).hexdigest()
    if before := standing(account.pk).filter(sha256=sha256).first():
        said = msg(
            "This file has been imported as {name} by {person}.",
            name=before.file,
            person=before.imported_by,
        )
        raise ImportedBefore(said, field="file")
    last = last_statement(account.pk)
    kind, found = read_statements(
        data,
        account.mapping,
        opening_cents=last.closing_cents if last else opening_cents,
        closing_cents=closing_cents,
    )
    check_file(found, account=account.iban, currency=Club.objects.get(id=stamp.club_id).currency)
    check_follows(found[0], [as_read(each) for each in standing(account.pk).order_by("first_day")])
    return [
        _kept(
            Statement(
                account=account,
                number=each.number,
                sequence=each.sequence,
                first_day=each.first_day,
                last_day=each.last_day,
                opening_cents=each.opening_cents,
                closing_cents=each.closing_cents,
                format=kind,
                file=name,
                sha256=sha256,
                imported_by_id=stamp.person_id,
                imported_at=stamp.at,
                act_id=stamp.act_id,
            ),
            each.lines if last or n else (*_opening(each), *each.lines),
        )
        for n, each in enumerate(found)
    ]


@act("bank.withdraw_statement")
def withdraw_statement(stamp: Stamp, *, statement_id: Id, reason: Reason) -> Statement:
    """
    Take back the latest statement of an account: its lines count no more, its row stays.

    What waits about its lines is over.
    Raises NotFound, NotTheLast, HasMatches.
    """
    found = the_statement(stamp.club_id, statement_id)
    held_account(stamp.club_id, found.account_id)
    last = last_statement(found.account_id)
    if last is None or last.pk != found.pk:
        raise NotTheLast
    if Match.objects.filter(line__statement=found, undone_act_id=None).exists():
        raise HasMatches
    found.withdrawn_act_id = stamp.act_id
    found.save(update_fields=["withdrawn_act_id"])
    lines = list(found.lines.values_list("pk", flat=True))
    theirs = Q(operation__in=match_line.kinds, content__line_id__in=lines)
    void_all(stamp, undecided(stamp.club_id, theirs), why="statement")
    return found


def _opening(read: ReadStatement) -> Iterable[ReadLine]:
    """Return what lay on the account before its first statement, as a line of it."""
    if read.opening_cents:
        yield ReadLine(booked_on=read.first_day, cents=read.opening_cents, hint="opening")


def _kept(statement: Statement, lines: Iterable[ReadLine]) -> Statement:
    statement.save()
    StatementLine.objects.bulk_create(
        StatementLine(
            statement=statement,
            position=n,
            booked_on=line.booked_on,
            cents=line.cents,
            counterparty=line.counterparty,
            iban=clean_account(line.iban),
            text=line.text,
            reference=line.reference,
            hint=line.hint,
            charged_cents=line.charged_cents,
        )
        for n, line in enumerate(lines)
    )
    return statement
