"""What a royal flush of a series is paid on: proved as a hit at a cash table, by every door."""

from typing import Any
from uuid import uuid4

import pytest
from django.template.loader import render_to_string

from casino.approvals import services as approvals
from casino.approvals.models import Proposal
from casino.house.queries import club_stamp
from casino.ledger.verify import Books
from casino.refusals import BadInput
from casino.staff.models import Membership, Role
from casino.verify.findings import broken
from tests.api.program import program
from tests.claiming import evidence, under
from tests.integration.tournaments.test_royal_flush import BOARD, RFJ, claim
from tests.refusing import refused
from tests.tournaments import a_tournament, enter
from tests.world import World
from tournaments.models import RoyalFlush, Tournament
from tournaments.services.royal_flush import EvidenceMissing

PROOF = {
    "deck_checked_by": "who checked the deck",
    "camera_at": "camera time",
    "witnesses": "witnesses",
    "seal_number": "deck seal number",
}
NEEDED_UNDER = [
    ("club", "deck_checked_by"),
    ("club", "witnesses"),
    *(("casino", one) for one in PROOF),
]
TYPED = {
    "deck_checked_by": "Tiina, dealer",
    "camera_at": "21:55",
    "witnesses": "Tiina; Ott",
    "seal_number": "S-0417",
    "note": "Kept in the safe",
}


@pytest.fixture
def friday(world: World) -> Tournament:
    tournament = a_tournament(world, series=True, **RFJ)
    enter(world, tournament, "Ann", "Bob", shift_id=world.open_shift().pk)
    return tournament


def page(of: Tournament) -> str:
    return f"/tallinn/tournaments/{of.pk}/royal-flush/"


def typed(of: Tournament, **proof: str) -> dict[str, Any]:
    hand = {"hand_name": "1", "board": " ".join(BOARD), "own": "AHKH"}
    return {"key": uuid4(), "holder": of.entries.get(number=1).pk, **hand, **proof}


@pytest.mark.parametrize(("profile", "missing"), NEEDED_UNDER)
def test_a_flush_is_not_sent_while_one_proof_is_missing(
    world: World, friday: Tournament, profile: str, missing: str
):
    under(world, profile)
    proof = evidence(world, "21:55")
    del proof[missing]
    told = refused(EvidenceMissing, claim, world, friday, proof=proof, e1="AHKH")
    assert (told.message, told.field) == (f"Still missing: {PROOF[missing]}.", missing)
    assert not Proposal.objects.filter(operation="tournaments.pay_royal_flush").exists()


def test_a_club_sends_a_flush_with_deck_check_and_witnesses(world: World, friday: Tournament):
    proof = {name: evidence(world, "21:55")[name] for name in ("deck_checked_by", "witnesses")}
    claim(world, friday, proof=proof, e1="AHKH")
    assert Proposal.objects.get().operation == "tournaments.pay_royal_flush"


@pytest.mark.parametrize("clock", ["20:59", "23:59"])
def test_a_camera_time_before_the_start_or_ahead_is_not_that_of_the_flush(
    world: World, friday: Tournament, clock: str
):
    told = refused(BadInput, claim, world, friday, proof=evidence(world, clock), e1="AHKH")
    assert told.field == "camera_at"
    assert not Proposal.objects.exists()


def test_what_proves_it_is_typed_on_the_page_shown_to_who_signs_and_kept(
    world: World, friday: Tournament
):
    under(world, "casino")
    director = world.browser(Role.DIRECTOR)
    shown = director.get(page(friday)).content.decode()
    assert [name for name in TYPED if f'name="{name}"' not in shown] == []

    lacks: Any = director.post(page(friday), typed(friday, **TYPED | {"seal_number": ""}))
    assert lacks.status_code == 422
    said = lacks.content.decode()
    assert "Still missing: deck seal number." in said
    assert 'value="Tiina; Ott"' in said

    director.post(page(friday), typed(friday, **TYPED))
    asked = Proposal.objects.get(operation="tournaments.pay_royal_flush")
    manager = world.browser(Role.MANAGER)
    read = manager.get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    assert "not entered" not in read
    assert all(word in read for word in ("S-0417", " 21:55", "Kept in the safe"))

    stamp = club_stamp(world.club, at=asked.proposed_at, actor_id=world.staff[Role.MANAGER].pk)
    approvals.approve(stamp, proposal_id=asked.pk, digest=asked.digest)
    kept = RoyalFlush.objects.get()
    assert {name: getattr(kept, name) for name in TYPED if name != "camera_at"} == {
        name: word for name, word in TYPED.items() if name != "camera_at"
    }
    assert kept.camera_at
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []


def test_a_program_proves_it_by_the_same_fields(world: World, friday: Tournament):
    under(world, "casino")
    caller = program(world, Role.DIRECTOR)
    holders = [{"entry_id": friday.entries.get(number=1).pk, "cards": ["AH", "KH"]}]
    hand = {"hand_name": "1", "board": BOARD, "holders": holders}
    at = f"tournaments/{friday.pk}/royal-flushes/"

    lacks = caller.post(at, **hand)
    assert (lacks.status_code, lacks.json()["error"]) == (422, "TOURNAMENT-113")
    assert lacks.json()["field"] == "deck_checked_by"

    asked = caller.post(at, **hand, **evidence(world, "21:55"))
    assert asked.status_code == 201, asked.json()
    assert asked.json()["content"]["seal_number"] == "S-0417"


def test_a_home_asks_for_none_of_it_and_who_looks_sees_what_is_empty(
    world: World, friday: Tournament
):
    under(world, "home")
    supervisor = world.staff[Role.SUPERVISOR]
    Membership.objects.create(user=supervisor, club=world.club, role=Role.MANAGER)
    asked = claim(world, friday, proof={}, e1="AHKH")
    assert (asked.alone, asked.approved) == (True, True)
    kept = RoyalFlush.objects.get()
    assert (kept.camera_at, kept.witnesses, kept.seal_number) == (None, "", "")

    host = world.browser(Role.SUPERVISOR)
    shown = host.get(page(friday)).content.decode()
    assert [name for name in TYPED if f'name="{name}"' in shown] == []
    read = host.get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    assert read.count("not entered") == len(PROOF)


def test_a_request_of_before_is_shown_without_evidence(world: World):
    cents = {"total_cents": 1_600, "pool_cents": 2_000}
    content = {"tournament": "Friday", "hand": "royal_flush", "board": BOARD, "shares": [], **cents}
    before = {"proposal": {"content": content}, "club": world.club}
    read = render_to_string("approvals/tournaments.pay_royal_flush.html", before)
    assert read.count("not entered") == len(PROOF)
