"""An award taken back on the pages, in the files and by a program: what moves is shown first."""

import csv
import io
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from casino.approvals.models import Proposal
from casino.bookkeeping.queries.registers import REGISTERS
from casino.cage.models import Payable
from casino.staff.models import Role
from casino.webhooks.models import Event, Message
from casino.webhooks.services.keeping import add_webhook
from jackpot.exports import hits_csv, movements_csv
from jackpot.models import Award, Claim
from jackpot.queries.movements import hits, pool_days
from jackpot.services.taking_back import take_back_award
from tests.api.program import program
from tests.claiming import awarded, claimed, fed, six_seated
from tests.integration.jackpot.test_awards_taken_back import WHY, asked, awarded_anew, signs
from tests.world import EVENING, World


@pytest.fixture
def hit(world: World) -> Claim:
    fed(world)
    return awarded(world, claimed(world, six_seated(world)))


def text(client: Client, address: str) -> str:
    return client.get(address).content.decode().replace("\u00a0", " ")


def test_the_claim_leads_to_it_and_the_page_says_what_moves(world: World, hit: Claim):
    floor, at = world.browser(Role.SUPERVISOR), f"/tallinn/jackpot/claims/{hit.pk}/"
    back = f"{at}take-back/"
    assert back in text(floor, at)
    assert back not in text(world.browser(Role.CASHIER), at)
    first = Payable.objects.earliest("id")

    page = text(floor, back)

    assert f"/payments/{first.pk}/" in page
    assert "6 000,00" in page
    sent = floor.post(back, {"key": uuid4(), "reason": WHY}, follow=True)
    assert f"/payments/{first.pk}/" in sent.content.decode()
    signs(world, Proposal.objects.latest("id"))
    open_again = text(floor, at)
    assert back not in open_again
    assert WHY in open_again
    assert "Send for approval" in open_again
    assert WHY in text(floor, f"{at}form/")
    assert WHY in text(world.browser(Role.CASHIER), f"/tallinn/payments/{first.pk}/")


def test_a_claim_without_an_award_says_so_on_the_page(world: World):
    fed(world)
    claim = claimed(world, six_seated(world))
    page = world.browser(Role.SUPERVISOR).get(f"/tallinn/jackpot/claims/{claim.pk}/take-back/")
    assert page.status_code == 409
    assert "no award that could be taken back" in page.content.decode()


def test_the_pools_page_and_files_say_that_it_was_taken_back(world: World, hit: Claim):
    signs(world, asked(world, hit))
    awarded_anew(world, hit)
    pool = Award.objects.latest("id").jackpot

    page = text(world.browser(Role.MANAGER), f"/tallinn/jackpot/{pool.pk}/")

    assert page.count("taken back</small>") == 1
    file = hits_csv(pool, hits(pool, club_id=world.club.pk)).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(file)))
    told = {row["reason"] for row in rows if row["taken_back_at"]}
    assert told == {WHY}
    assert {bool(row["taken_back_at"]) for row in rows} == {True, False}
    days = pool_days(pool, club_id=world.club.pk, first=EVENING, last=EVENING)
    moved = movements_csv(pool, days).decode("utf-8-sig")
    assert "jackpot.awarded.reversed,,1,6000.00" in moved
    (day,) = days
    assert (day.awarded_cents, day.drops_cents) == (-600_000, 0)


def test_a_program_looks_first_and_asks_then(world: World, hit: Claim):
    floor, where = program(world, Role.SUPERVISOR), f"claims/{hit.pk}/take-back/"

    ahead = floor.post(f"{where}preview/", reason=WHY)
    assert ahead.status_code == 200
    assert ahead.json()["content"]["total_cents"] == 600_000
    sent = floor.post(where, reason=WHY)

    assert sent.status_code == 201
    assert sent.json()["operation"] == take_back_award.name
    assert floor.get(f"claims/{hit.pk}/").json()["state"] == "awarded"
    assert floor.get(f"claims/{hit.pk}/").json()["taken_back"] == []
    signs(world, Proposal.objects.latest("id"))
    (back,) = floor.get(f"claims/{hit.pk}/").json()["taken_back"]
    assert back["total_cents"] == 600_000


def test_other_programs_are_told(world: World, hit: Claim):
    manager = world.stamp("22:00", role=Role.MANAGER)
    add_webhook(manager, address="https://tallinn.example/hook", events=[Event.JACKPOT_TAKEN_BACK])
    which = {"claim": hit.pk, "award": hit.award.pk}
    signs(world, asked(world, hit))
    facts = {"jackpot": "Bad beat", "day": str(EVENING), "cents": 600_000}
    assert Message.objects.get().facts == facts | which


def test_the_accountants_register_names_claim_and_signer_of_both(world: World, hit: Claim):
    signs(world, asked(world, hit))
    sql = REGISTERS["jackpots"].sql
    asks = {"club": world.club.pk, "first": EVENING, "last": EVENING}
    with connection.cursor() as cursor:
        cursor.execute(sql, asks)
        rows = [(row[2], row[3], row[5], row[7]) for row in cursor.fetchall()]
    who = world.staff[Role.MANAGER].username
    assert rows == [
        ("jackpot.awarded", -600_000, hit.pk, who),
        ("jackpot.awarded.reversed", 600_000, hit.pk, who),
    ]
