"""Which paper lay beside a document when it was signed."""

import pytest

from casino.approvals.queries import shown_digest
from casino.approvals.services import AlreadyDecided, approve
from casino.journal.models import JournalDocument
from casino.journal.services import documents as services
from casino.journal.services.files import attach_file
from casino.staff.models import Role
from tests.integration.journal.test_documents import a_club_with_rent, accountant, lines
from tests.refusing import refused
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db
PAPER = b"%PDF-1.4 offer over 500.00"


def test_a_decided_request_takes_no_paper_and_its_document_says_which_came_afterwards():
    world: World = a_club_with_rent()
    asked = services.book_document.submit(
        accountant(world), dated=EVENING, lines=lines(90_000), reason="Rent"
    )
    paper = {"proposal_id": asked.pk, "content": PAPER}
    attach_file(accountant(world), name="offer.pdf", **paper)
    approve(
        world.stamp("22:10", role=Role.MANAGER), proposal_id=asked.pk, digest=shown_digest(asked)
    )

    later = accountant(world, "23:30")
    refused(AlreadyDecided, attach_file, later, name="invoice.pdf", **paper)
    document = JournalDocument.objects.get()
    later = accountant(world, "23:31")
    attach_file(later, document_id=document.pk, name="invoice.pdf", content=PAPER)
    client = world.browser(Role.MANAGER)
    page = client.get(f"/tallinn/journal/documents/{document.pk}/").content.decode()
    offer, invoice = (
        " ".join(row.split()) for row in page.split("<tr>") if "/journal/files/" in row
    )
    who = world.staff[Role.ACCOUNTANT]
    assert (str(who) in offer, "after the approval" in offer) == (True, False)
    assert (str(who) in invoice, "attached after the approval" in invoice) == (True, True)
    assert "23:31" in invoice
