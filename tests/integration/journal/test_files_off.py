"""A paper that was attached wrongly is taken off: its content goes, what it was called stays."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.utils import IntegrityError

from casino.approvals.models import Proposal
from casino.approvals.queries import BESIDE, shown_digest
from casino.approvals.services import OtherContent, approve
from casino.approvals.signed import NeedsSignature, StaleProposal
from casino.audit.queries.exceptions import exceptions
from casino.closing.services.days import close_due_days, seal_day
from casino.journal.models import AttachedFile, JournalDocument
from casino.journal.services import documents as services
from casino.journal.services.documents import BOOK
from casino.journal.services.files import TakenOff, attach_file, take_off_file
from casino.players.queries import Gone
from casino.players.services.erasing import anonymise_player
from casino.refusals import NotFound
from casino.staff.models import Role
from tests.correcting import wrong
from tests.counting import sign
from tests.integration.journal.test_documents import a_club_with_rent, accountant, lines
from tests.refusing import refused
from tests.world import EVENING, World, a_key

pytestmark = pytest.mark.django_db
PAPER, OTHER = b"%PDF-1.4 offer over 500.00", b"%PDF-1.4 passport of Ann"
WHY = {"reason": "It is another guest's"}


@pytest.fixture
def world(db: None) -> World:
    return a_club_with_rent()


def signed_document(world: World) -> JournalDocument:
    asked = services.book_document.submit(
        accountant(world), dated=EVENING, lines=lines(90_000), reason="Rent"
    )
    sign(world, accountant(world), asked, by=Role.MANAGER)
    return JournalDocument.objects.get()


def alone_document(world: World) -> JournalDocument:
    return services.book_document(
        accountant(world), dated=EVENING, lines=lines(1_000), reason="Rent"
    )


def test_a_paper_of_what_one_booked_alone_is_taken_off_by_the_accountant(world: World):
    document = alone_document(world)
    file = attach_file(accountant(world), document_id=document.pk, name="id.pdf", content=OTHER)
    office, at = world.browser(Role.ACCOUNTANT), f"/tallinn/journal/documents/{document.pk}/"
    off = f"/tallinn/journal/files/{file.pk}/take-off/"
    assert off in office.get(at).text
    assert office.post(off, {"key": a_key(), **WHY})["Location"] == at
    page = office.get(at).text
    assert off not in page
    assert ("id.pdf" in page, WHY["reason"].replace("'", "&#x27;") in page) == (True, True)
    assert office.get(f"/tallinn/journal/files/{file.pk}/").status_code == 404
    file.refresh_from_db()
    assert (bytes(file.content), file.off_by) == (b"", world.staff[Role.ACCOUNTANT])
    assert len(file.sha256) == 64
    refused(TakenOff, take_off_file, accountant(world, "23:00"), attached_file_id=file.pk, **WHY)
    assert wrong(world) == []


def test_a_paper_of_a_signed_document_is_taken_off_by_two(world: World):
    document = signed_document(world)
    file = attach_file(accountant(world), document_id=document.pk, name="id.pdf", content=OTHER)
    which = {"attached_file_id": file.pk, **WHY}
    refused(NeedsSignature, take_off_file, accountant(world, "22:20"), **which)
    office = world.browser(Role.ACCOUNTANT)
    office.post(f"/tallinn/journal/files/{file.pk}/take-off/", {"key": a_key(), **WHY})
    asked = Proposal.objects.latest("id")
    assert "id.pdf" in world.browser(Role.MANAGER).get(f"/tallinn/approvals/{asked.pk}/").text
    sign(world, accountant(world, "22:30"), asked, by=Role.MANAGER)
    file.refresh_from_db()
    assert (bytes(file.content), file.off_signed_by) == (b"", world.staff[Role.MANAGER])
    assert wrong(world) == []


def test_a_paper_taken_off_is_an_exception_alone_and_by_two(world: World):
    stand_out = []
    for document in (signed_document(world), alone_document(world)):
        file = attach_file(accountant(world), document_id=document.pk, name="a.pdf", content=OTHER)
        done = take_off_file.submit(accountant(world), attached_file_id=file.pk, **WHY)
        if isinstance(done, Proposal):
            sign(world, accountant(world), done, by=Role.MANAGER)
        listed = exceptions(world.club, first=EVENING, last=EVENING)
        stand_out.append([row.operation for _, row, _ in listed].count("journal.take_off_file"))
    assert stand_out == [1, 2]


def test_a_paper_of_a_sealed_day_is_taken_off_by_two(world: World):
    document = alone_document(world)
    file = attach_file(accountant(world), document_id=document.pk, name="id.pdf", content=OTHER)
    late = EVENING + timedelta(1)
    close_due_days(world.at("07:01", day=late))
    seal_day(world.stamp("12:00", day=late, role=Role.ACCOUNTANT), day=EVENING)
    stamp = world.stamp("12:10", day=late, role=Role.ACCOUNTANT)
    assert isinstance(take_off_file.submit(stamp, attached_file_id=file.pk, **WHY), Proposal)


def test_who_signs_an_erasure_reads_which_papers_go_with_the_guest(world: World):
    document, ghost = signed_document(world), world.player("Ghost")
    paper = {"document_id": document.pk, "content": OTHER, "player_id": ghost.pk}
    attach_file(accountant(world), name="invoice.pdf", **paper)
    manager = world.stamp("22:30", role=Role.MANAGER)
    asked = anonymise_player.ask(manager, player_id=ghost.pk, reason="Asked for it")
    page = world.browser(Role.ACCOUNTANT).get(f"/tallinn/approvals/{asked.pk}/").text
    assert f"invoice.pdf: {document}" in page
    attach_file(accountant(world, "22:31"), name="contract.pdf", **paper | {"content": PAPER})
    refused(StaleProposal, sign, world, manager, asked, by=Role.ACCOUNTANT)


def test_a_paper_goes_with_the_guest_whose_it_is_said_to_be(world: World):
    document, ann, bob = alone_document(world), world.player("Ann"), world.player("Bob")
    files = [
        attach_file(
            accountant(world), document_id=document.pk, name="a.pdf", content=OTHER, player_id=each
        )
        for each in (ann.pk, bob.pk, None)
    ]
    ask = world.stamp("22:30", role=Role.MANAGER)
    asked = anonymise_player.ask(ask, player_id=ann.pk, reason="Asked to be forgotten")
    sign(world, ask, asked, by=Role.ACCOUNTANT)
    kept = [bool(bytes(each.content)) for each in AttachedFile.objects.order_by("id")]
    assert kept == [False, True, True]
    page = world.browser(Role.ACCOUNTANT).get(f"/tallinn/journal/documents/{document.pk}/").text
    assert "erased with the guest whose it was" in page
    late = {"document_id": document.pk, "name": "b.pdf", "content": OTHER, "player_id": ann.pk}
    refused(Gone, attach_file, accountant(world, "22:50"), **late)
    refused(NotFound, attach_file, accountant(world, "22:51"), **late | {"player_id": 2**40})
    assert files[0].sha256 == AttachedFile.objects.earliest("id").sha256
    assert wrong(world) == []


def test_nothing_but_the_taking_off_changes_a_paper(world: World):
    document = alone_document(world)
    attach_file(accountant(world), document_id=document.pk, name="id.pdf", content=OTHER)
    for change in ("content = 'x'", "off_at = now()", "content = '', off_reason = 'none'"):
        with (
            pytest.raises(IntegrityError, match="taken off once"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(f"UPDATE journal_attached_file SET {change}")


def test_what_the_manager_approves_is_what_lay_there_when_they_read(world: World):
    asked = services.book_document.submit(
        accountant(world), dated=EVENING, lines=lines(90_000), reason="Rent"
    )
    first = attach_file(accountant(world), proposal_id=asked.pk, name="offer.pdf", content=PAPER)
    manager, where = world.browser(Role.MANAGER), f"/tallinn/approvals/{asked.pk}/"
    read = manager.get(where).context["form"]["digest"].value()
    attach_file(accountant(world, "22:10"), proposal_id=asked.pk, name="b.pdf", content=OTHER)
    stamp = world.stamp("22:11", role=Role.MANAGER)
    for digest in (asked.digest, read):
        said = refused(OtherContent, approve, stamp, proposal_id=asked.pk, digest=digest)
        assert "Open the request again" in str(said.next_step)
    read = shown_digest(asked)
    take_off_file(accountant(world, "22:12"), attached_file_id=first.pk, **WHY)
    refused(OtherContent, approve, stamp, proposal_id=asked.pk, digest=read)
    approve(
        world.stamp("22:13", role=Role.MANAGER), proposal_id=asked.pk, digest=shown_digest(asked)
    )
    late = accountant(world, "22:20")
    document = JournalDocument.objects.get()
    attach_file(late, document_id=document.pk, name="c.pdf", content=PAPER)
    assert wrong(world) == []


def test_verify_finds_an_approval_of_other_papers(world: World, monkeypatch: pytest.MonkeyPatch):
    asked = services.book_document.submit(
        accountant(world), dated=EVENING, lines=lines(90_000), reason="Rent"
    )
    attach_file(accountant(world), proposal_id=asked.pk, name="offer.pdf", content=PAPER)
    approve(
        world.stamp("22:13", role=Role.MANAGER), proposal_id=asked.pk, digest=shown_digest(asked)
    )
    assert wrong(world) == []
    monkeypatch.setitem(BESIDE, BOOK, lambda asked: ["another"])
    assert "other content was approved" in str(wrong(world))
