"""A transfer between two accounts of the club that is matched on both, taken back."""

from dataclasses import replace
from datetime import date

import pytest

from casino.bank.models import Match, StatementLine
from casino.bank.queries.books import open_entries, reconciliation
from casino.bank.services.accounts import add_account
from casino.bank.services.matching import Part, match_line
from casino.bank.services.unmatching import MatchedElsewhere, unmatch_line
from casino.bank.verify import verify_bank
from casino.staff.models import Role
from demo import bank_statement as paper
from tests.integration.bank.months import FIRST, IBAN, SECOND, WORK, Month
from tests.refusing import refused

pytestmark = pytest.mark.django_db
SENT = paper.Paper(
    iban=IBAN,
    currency="EUR",
    first=FIRST,
    last=date(2026, 2, 28),
    opening=0,
    moves=(paper.Move(day=date(2026, 2, 17), cents=-40_000, name="Own", iban=SECOND),),
)
RECEIVED = replace(SENT, iban=SECOND, moves=(replace(SENT.moves[0], cents=40_000, iban=IBAN),))


def test_the_side_that_booked_a_transfer_is_unmatched_after_the_other_one(month: Month):
    other = add_account(month.work(), name="LHV", iban=SECOND)
    (sent,), (received,) = (
        month.imported(paper.camt(SENT)),
        month.imported(paper.camt(RECEIVED), bankaccount_id=other.pk),
    )
    here, there = StatementLine.objects.get(statement=sent), received.lines.get()
    to_other = {"line_id": here.pk, "parts": [Part(code="bank", ref=other.ref)]}
    booked = match_line(month.work(), **to_other)
    match = match_line(month.work(), line_id=there.pk, entries=[booked.entry_id])
    back = {"match_id": booked.pk, "reason": "It was cash"}
    said = refused(MatchedElsewhere, unmatch_line, month.work(), **back)
    assert said.message == (
        "What this line booked is matched on LHV, too, with its line of 17.02.2026."
    )
    assert (said.next_page, said.about) == ("bank-unmatch", {"match_id": match.pk})
    pages = "/tallinn/bank-accounts/matches/{}/undo/"
    page = month.world.browser(Role.ACCOUNTANT).get(pages.format(booked.pk))
    assert pages.format(match.pk) in page.content.decode()

    unmatch_line(month.work(), match_id=match.pk, reason="The other side goes first")
    unmatch_line(month.work(), **back)
    assert open_entries(other) == []
    anew = match_line(month.work(), **to_other)
    match_line(month.work(), line_id=there.pk, entries=[anew.entry_id])
    state = reconciliation(other, WORK)
    assert state
    assert [each.is_late for each in state.items] == [True]
    assert Match.objects.filter(undone_act_id=None).count() == 2
    assert list(verify_bank(month.world.club.pk)) == []
