"""A paper that was attached to the wrong claim is taken off: its content goes, its name stays."""

import pytest
from django.test import Client

from casino.approvals.models import Proposal
from casino.approvals.services import refuse
from casino.approvals.signed import NeedsSignature, StaleProposal
from casino.audit.queries.exceptions import exceptions
from casino.players.services.erasing import anonymise_player
from casino.staff.models import Role
from jackpot.models import Attachment, Claim
from jackpot.services.awards import award_claim
from jackpot.services.claims import ClaimDecided
from jackpot.services.evidence import AttachedBefore, attach_evidence
from jackpot.services.taken_off import PaperOff, take_off_evidence
from tests.api.program import program
from tests.claiming import approved, claimed, fed, proposed, six_seated
from tests.correcting import floor, wrong
from tests.counting import sign
from tests.refusing import refused
from tests.world import EVENING, World, a_key

PASSPORT = b"%PDF-1.7 passport of another guest"
WHY = {"reason": "It is another guest's"}


@pytest.fixture
def claim(world: World) -> Claim:
    fed(world)
    return claimed(world, six_seated(world))


def attached(world: World, claim: Claim, clock: str = "23:08", **more: int) -> Attachment:
    paper = {"claim_id": claim.pk, "name": "id.pdf", "content": PASSPORT}
    return attach_evidence(world.stamp(clock, role=Role.SUPERVISOR), **paper, **more)


def test_a_paper_is_taken_off_a_draft_by_who_may_change_it_and_counts_no_more(
    world: World, claim: Claim
):
    paper = attached(world, claim)
    client, at = Client(), f"/tallinn/jackpot/claims/{claim.pk}/"
    client.force_login(world.staff[Role.SUPERVISOR])
    off = f"/tallinn/jackpot/papers/{paper.pk}/"
    assert off in client.get(at).text
    assert client.post(off, {"key": a_key(), **WHY})["Location"] == at
    page = client.get(at).text
    assert ("id.pdf" in page, "taken off" in page, off in page) == (True, True, False)
    assert client.get(f"{at}papers/{paper.pk}/").status_code == 404
    paper.refresh_from_db()
    assert (bytes(paper.content), len(paper.sha256)) == (b"", 64)
    assert proposed(world, claim).content["evidence"]["papers"] == []
    which = {"attachment_id": paper.pk, **WHY}
    refused(PaperOff, take_off_evidence, floor(world, "23:20"), **which)
    assert wrong(world) == []


def test_the_same_file_taken_off_in_error_is_attached_again(world: World, claim: Claim):
    paper = attached(world, claim)
    again = {"claim_id": claim.pk, "name": "id.pdf", "content": PASSPORT}
    refused(AttachedBefore, attach_evidence, floor(world, "23:09"), **again)
    take_off_evidence(floor(world, "23:10"), attachment_id=paper.pk, **WHY)
    assert attached(world, claim, "23:11").pk != paper.pk


def test_nobody_takes_a_paper_off_while_the_claim_waits(world: World, claim: Claim):
    paper = attached(world, claim)
    asked = proposed(world, claim)
    which = {"attachment_id": paper.pk, **WHY}
    said = refused(ClaimDecided, take_off_evidence, floor(world, "23:13"), **which)
    assert "withdraw the request" in str(said.next_step)
    assert asked.content["evidence"]["papers"] == [paper.sha256]


def test_a_paper_of_a_decided_claim_is_taken_off_by_two(world: World, claim: Claim):
    paper = attached(world, claim)
    approved(world, proposed(world, claim, base=1_000_000))
    which = {"attachment_id": paper.pk, **WHY}
    refused(NeedsSignature, take_off_evidence, floor(world, "23:20"), **which)
    send = program(world, Role.SUPERVISOR)
    at = f"claims/papers/{paper.pk}/take-off/"
    assert send.post(at, **WHY).status_code == 409
    asked = Proposal.objects.get(pk=send.post(f"{at}ask/", **WHY).json()["id"])
    assert asked.content["file"] == "id.pdf"
    sign(world, world.stamp("23:40", role=Role.MANAGER), asked, by=Role.MANAGER)
    paper.refresh_from_db()
    assert (bytes(paper.content), paper.off_signed_by) == (b"", world.staff[Role.MANAGER])
    listed = exceptions(world.club, first=EVENING, last=EVENING)
    assert "jackpot.take_off_paper" in [row.operation for _, row, _ in listed]
    assert wrong(world) == []


def test_an_award_asked_for_is_stale_where_its_guests_paper_went(world: World, claim: Claim):
    ann = world.player("Another")
    attached(world, claim, player_id=ann.pk)
    asked = proposed(world, claim, base=1_000_000)
    ask = world.stamp("23:13", role=Role.MANAGER)
    erase = anonymise_player.ask(ask, player_id=ann.pk, reason="Asked to be forgotten")
    assert erase.content["files"] == [f"id.pdf: {claim}"]
    sign(world, ask, erase, by=Role.ACCOUNTANT)
    assert bytes(Attachment.objects.get().content) == b""
    refused(StaleProposal, approved, world, asked)
    refuse(floor(world, "23:16"), proposal_id=asked.pk, remark="A paper went")
    award_claim.ask(floor(world, "23:17"), claim_id=claim.pk)
