"""The jackpot's pages hold what happened: the papers as files, the reports, the form to print."""

import re
from collections import Counter
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from cashgames.models import Session
from casino.staff.models import Membership, Role, User
from jackpot.models import Claim, Jackpot
from jackpot.services.evidence import attach_evidence
from tests.claiming import awarded, claimed, fed, proved, six_seated
from tests.world import World, a_key

PDF = b"%PDF-1.7 <script>alert(1)</script>"


@pytest.fixture
def claim(world: World) -> Claim:
    fed(world)
    return proved(world, claimed(world, six_seated(world)))


def test_a_paper_is_a_file_to_keep_and_never_a_page(world: World, claim: Claim):
    stamp = world.stamp("23:11", role=Role.SUPERVISOR)
    kept = attach_evidence(stamp, claim_id=claim.pk, name='a".html', content=PDF)
    answer = world.browser(Role.SUPERVISOR).get(
        f"/tallinn/jackpot/claims/{claim.pk}/papers/{kept.pk}/"
    )

    assert answer.content == PDF
    assert answer["Content-Disposition"].startswith("attachment; ")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Type"] == "application/pdf"


def test_a_paper_of_another_claim_is_not_there(world: World, claim: Claim):
    stamp = world.stamp("23:11", role=Role.SUPERVISOR)
    kept = attach_evidence(stamp, claim_id=claim.pk, name="a.pdf", content=PDF)
    answer = world.browser(Role.SUPERVISOR).get(
        f"/tallinn/jackpot/claims/{claim.pk + 1}/papers/{kept.pk}/"
    )
    assert answer.status_code == 404


def test_a_refused_step_keeps_what_was_typed_and_says_which_condition_failed(world: World):
    fed(world)
    five = claimed(world, six_seated(world), players_dealt=5)
    page = (
        world.browser(Role.SUPERVISOR).get(f"/tallinn/jackpot/claims/{five.pk}/").content.decode()
    )
    assert "At least 6 players: 5 players dealt in (OLY-2.38)" in page
    assert "Send for approval" not in page


def test_the_pages_of_a_pool_show_the_hit_and_what_is_owed(world: World, claim: Claim):
    awarded(world, claim)
    pool = Jackpot.objects.get().pk
    client = world.browser(Role.ACCOUNTANT)

    funds = client.get("/tallinn/jackpot/funds/").content.decode()
    assert "1\u00a0000\u00a0000,00" not in funds
    assert "10\u00a0000,00" in funds  # 4,000 in the pool and 6,000 awarded, not yet paid
    form = client.get(f"/tallinn/jackpot/claims/{claim.pk}/form/").content.decode()
    assert "S-0417" in form
    hits = client.get(f"/tallinn/jackpot/{pool}/hits.csv")
    assert (
        hits["Content-Disposition"]
        == f'attachment; filename="tallinn_jackpot_{pool}_hits_club.csv"'
    )
    assert hits.content.decode().count("\r\n") == 1 + 6


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ({"played_at": "25:00"}, "Enter the time, for example 23:05."),
        ({"played_at": "11+02"}, "Enter the time, for example 23:05."),
        ({"board": "AsAdJc9h1x"}, "1X is not a card"),
        ({"cards_1": "Ah"}, "hole cards in Texas hold&#x27;em here: 2; entered: 1."),
        ({"cards_1": "AsJd"}, "AS is given twice."),
        ({"players_dealt": "٦"}, "Write a whole number in digits."),
        ({"players_dealt": "1 00"}, "Write a whole number in digits."),
        ({"hand_name": "\u202e17"}, "There is a character in it that cannot be shown."),
    ],
)
def test_what_is_mistyped_at_the_claim_desk_stays_and_is_explained(
    world: World, typed: dict[str, str], says: str
):
    session = world.session()
    now = datetime.now(UTC)
    Session.objects.update(opened_at=now - timedelta(hours=12))
    world.seat(session, "A", "B", "C", "D", "E", "F")
    noon = f"{(now - timedelta(hours=1)).astimezone(ZoneInfo(world.club.timezone)):%H:%M}"
    right = {"key": str(a_key()), "hand_name": "17", "played_at": noon, "players_dealt": "6"}
    cards = {"board": "AsAdJc9h9d", "cards_1": "AhJd", "cards_2": "9c9s", "showdown": "on"}
    client = world.browser(Role.SUPERVISOR)
    where = f"/tallinn/jackpot/claims/at/{session.pk}/"

    answer = client.post(where, right | cards | typed)
    assert answer.status_code in (400, 422)
    assert says in answer.content.decode()
    live = client.post(where, right | cards | typed, headers={"HX-Request": "true"})
    assert says in live.content.decode()
    assert not Claim.objects.exists()


def test_no_id_stands_twice_on_a_claims_page(world: World, claim: Claim):
    """One who is supervisor and accountant sees every form of the page at once."""
    person = world.staff[Role.SUPERVISOR]
    Membership.objects.create(club=world.club, user=person, role=Role.ACCOUNTANT)
    page = (
        world.browser(Role.SUPERVISOR).get(f"/tallinn/jackpot/claims/{claim.pk}/").content.decode()
    )
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert {"id_base_cents", "id_witnesses", "id_paper"} <= set(ids)
    assert [each for each, times in Counter(ids).items() if times > 1] == []
    assert page.count('name="key"') == 4


def test_hands_are_named_as_a_dealer_announces_them(world: World, claim: Claim):
    page = (
        world.browser(Role.SUPERVISOR).get(f"/tallinn/jackpot/claims/{claim.pk}/").content.decode()
    )
    assert "seat 1: Full house, aces full of jacks" in page
    assert "seat 2: Four nines, ace kicker" in page


def test_a_file_that_proves_nothing_is_refused_in_the_readers_language(world: World, claim: Claim):
    User.objects.filter(pk=world.staff[Role.SUPERVISOR].pk).update(language="et")
    page = world.browser(Role.SUPERVISOR).post(
        f"/tallinn/jackpot/claims/{claim.pk}/papers/",
        {"paper": SimpleUploadedFile("a.txt", b"It was so"), "key": a_key()},
    )
    assert "Lisage PDF-, JPEG- või PNG-fail kuni 5 MB." in page.content.decode()
