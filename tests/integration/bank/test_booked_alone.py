"""Lines of a statement that one person books alone, each below what takes two, are one sum."""

from dataclasses import replace

from casino.approvals.models import Proposal
from casino.audit.queries.exceptions import exceptions
from casino.bank.models import Match
from casino.bank.services.matching import Part, match_line
from casino.bank.services.unmatching import unmatch_line
from casino.house.stamp import with_key
from casino.journal.services.documents import DocumentLine, book_document
from casino.staff.models import Role
from demo import bank_statement as paper
from tests.integration.bank.months import FIRST, IBAN, WORK, Month
from tests.world import a_member

MANY = "many bank lines by one person in a day"


def listed(month: Month) -> list[tuple[str, int]]:
    found = exceptions(month.world.club, first=WORK, last=WORK)
    return [(str(kind), row.id) for kind, row, _ in found]


def booked(month: Month, *cents: int) -> list[Match | Proposal]:
    """Book transfers of a statement to an expense, each by itself."""
    whole = paper.Paper(
        iban=IBAN,
        currency="EUR",
        first=FIRST,
        last=WORK,
        opening=0,
        moves=tuple(paper.Move(day=FIRST, cents=-each, name="Cleaning") for each in cents),
    )
    (statement,) = month.imported(paper.camt(whole))
    part = [Part(code="expense:bank")]
    return [
        match_line.submit(month.work(), line_id=line.pk, parts=part)
        for line in statement.lines.order_by("position")
    ]


def test_many_lines_booked_alone_are_listed_once_a_day(month: Month):
    done = booked(month, 24_900, 24_900, 24_900, 24_900)
    assert [type(each) for each in done] == [Match] * 4
    assert listed(month) == [(MANY, done[2].act_id)]


def test_documents_of_the_same_day_are_in_the_sum_and_what_was_taken_back_is_not(month: Month):
    first, second = booked(month, 24_900, 24_000)
    assert listed(month) == []
    lines = [
        DocumentLine(account="expense:over-short", debit_cents=1_200),
        DocumentLine(account="clearing:bar", credit_cents=1_200),
    ]
    document = book_document(month.work(), dated=WORK, lines=lines, reason="Stamps")
    assert listed(month) == [(MANY, document.act_id)]
    unmatch_line(month.work(), match_id=first.pk, reason="Another line")
    assert [kind for kind, _ in listed(month)] == ["reversal"]
    assert second.pk


def test_what_is_booked_by_the_key_of_a_colleague_too_is_in_the_sum(month: Month):
    booked(month, 24_900, 24_000)
    other = a_member(month.world.club, Role.ACCOUNTANT, name="other")
    held = with_key("r1", key_id=1, holder_id=month.world.staff[Role.ACCOUNTANT].pk)
    lines = [
        DocumentLine(account="expense:over-short", debit_cents=1_200),
        DocumentLine(account="clearing:bar", credit_cents=1_200),
    ]
    stamp = replace(month.work(), actor_id=other.pk, request_id=held)
    document = book_document(stamp, dated=WORK, lines=lines, reason="Stamps")
    assert listed(month) == [(MANY, document.act_id)]
