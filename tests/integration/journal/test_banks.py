"""A document of the general journal names which of the club's accounts at banks it moves."""

import pytest

from casino.bank.services.accounts import add_account
from casino.journal.models import JournalDocument
from casino.journal.services.documents import book_document, reverse_document
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.integration.bank.months import IBAN, SECOND
from tests.integration.journal.test_documents import a_club_with_rent, accountant, lines
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db


@pytest.fixture
def banks() -> tuple[World, int]:
    """A club with two accounts at banks; the second one's ref."""
    world = a_club_with_rent()
    add_account(accountant(world), name="SEB", iban=IBAN)
    return world, add_account(accountant(world), name="Swed", iban=SECOND).ref


def test_a_document_moves_the_second_bank_account_and_is_taken_back_there(
    banks: tuple[World, int],
):
    world, ref = banks
    said = lines(9_000, debit=f"bank:{ref}")
    of_first = lines(500, debit="bank")
    first = book_document(accountant(world), dated=EVENING, lines=of_first, reason="Card")
    found = book_document(accountant(world), dated=EVENING, lines=said, reason="Rent")
    assert (world.balance("bank", ref), world.balance("bank")) == (9_000, 500)

    reverse_document(accountant(world), document_id=found.pk, reason="Twice")

    assert (world.balance("bank", ref), world.balance("bank")) == (0, 500)
    assert first.lines[0]["ref"] == 0


def test_a_bank_account_that_the_club_has_not_is_refused_at_its_line(banks: tuple[World, int]):
    world, ref = banks
    with pytest.raises(BadInput, match=rf"Line 1: There is no account bank:{ref + 1}\."):
        book_document(
            accountant(world), dated=EVENING, lines=lines(debit=f"bank:{ref + 1}"), reason="Rent"
        )


def test_the_page_of_a_document_offers_each_bank_account_and_says_its_name(
    banks: tuple[World, int],
):
    world, ref = banks
    client = world.browser(Role.ACCOUNTANT)
    offered = client.get("/tallinn/journal/new/").content.decode()
    assert '<option value="bank">SEB</option>' in offered
    assert f'<option value="bank:{ref}">Swed</option>' in offered
    book_document(
        accountant(world), dated=EVENING, lines=lines(9_000, debit=f"bank:{ref}"), reason="Rent"
    )
    found = JournalDocument.objects.get()
    shown = client.get(f"/tallinn/journal/documents/{found.pk}/").content.decode()
    assert f"<code>bank:{ref}</code> Swed" in shown
