"""Money that was booked to another club and never sent is taken back in both books, by two."""

import pytest
from django.test import Client

from casino.approvals.models import Proposal
from casino.approvals.services import NotYours
from casino.audit.queries.exceptions import exceptions
from casino.cage.services.vault import VaultLacks
from casino.journal.services.documents import CorrectedElsewhere, DocumentLine, book_document
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.refusals import AlreadyReversed
from casino.refusals import NotFound
from casino.staff.models import Membership, Role
from jackpot.models import Jackpot, Settlement
from jackpot.queries.clubs import transfers
from jackpot.services.intercompany import reverse_settlement, settle
from tests.api.program import program
from tests.claiming import awarded, claimed, six_seated
from tests.integration.jackpot.test_sharing import (
    closed,
    findings,
    pool,
    signed,
)
from tests.refusing import refused
from tests.world import EVENING, World

__all__ = ["pool"]


@pytest.fixture
def sent(tallinn: World, tartu: World, pool: Jackpot) -> Settlement:
    """Book 1 500,00 of the 2 000,00 that Tallinn owes Tartu."""
    closed(pool, tallinn)
    tallinn.fund()
    awarded(tartu, claimed(tartu, six_seated(tartu)))
    stamp = tallinn.stamp("23:30", role=Role.MANAGER)
    terms = {"cents": 150_000, "through": "cash:vault", "note": "Carried by two."}
    proposal = settle.ask(stamp, club_id=tartu.club.pk, **terms)
    signed(tallinn, proposal, "23:40", day=EVENING, role=Role.ACCOUNTANT)
    return Settlement.objects.get()


def asked(world: World, sent: Settlement) -> Proposal:
    stamp = world.stamp("23:50", role=Role.MANAGER)
    return reverse_settlement.ask(stamp, settlement_id=sent.pk, reason="Never sent.")


def agreed(world: World, proposal: Proposal, clock: str = "23:55") -> None:
    signed(world, proposal, clock, day=EVENING, role=Role.ACCOUNTANT)


@pytest.mark.parametrize("asks", ["tallinn", "tartu"])
def test_either_club_takes_it_back_in_both_books(
    tallinn: World, tartu: World, sent: Settlement, asks: str
):
    tartu.staff.update(tallinn.staff)
    where = {"tallinn": tallinn, "tartu": tartu}[asks]
    agreed(where, asked(where, sent))

    assert tallinn.balance("group:owes", tartu.club.pk) == -200_000
    assert tartu.balance("group:owed", tallinn.club.pk) == 200_000
    for world in (tallinn, tartu):
        assert [each.reversed for each in transfers(world.club.pk)] == [True]
    assert findings(tallinn, tartu) == []


@pytest.mark.parametrize(
    ("asks", "stands_as"),
    [
        ("tallinn", "jackpot.money_received.reversed"),
        ("tartu", "jackpot.money_sent.reversed"),
    ],
)
def test_it_stands_among_the_exceptions_of_the_other_club_too(
    tallinn: World, tartu: World, sent: Settlement, asks: str, stands_as: str
):
    tartu.staff.update(tallinn.staff)
    here, other = (tallinn, tartu) if asks == "tallinn" else (tartu, tallinn)
    agreed(here, asked(here, sent))
    rows = exceptions(other.club, first=EVENING, last=EVENING)
    assert stands_as in [row.operation for _, row, _ in rows]


def test_it_is_taken_back_once(tallinn: World, tartu: World, sent: Settlement):
    first, second = asked(tallinn, sent), asked(tallinn, sent)
    agreed(tallinn, first)

    refused(AlreadyReversed, agreed, tallinn, second, "23:57")
    refused(AlreadyReversed, asked, tallinn, sent)
    assert tallinn.balance("group:owes", tartu.club.pk) == -200_000


def test_who_signs_it_works_at_both_clubs_and_a_third_does_not_know_it(
    tallinn: World, tartu: World, sent: Settlement
):
    proposal = asked(tallinn, sent)
    Membership.objects.filter(user=tallinn.staff[Role.ACCOUNTANT], club=tartu.club).delete()
    refused(NotYours, agreed, tallinn, proposal)
    stamp = tallinn.stamp("23:50", role=Role.MANAGER)
    refused(NotFound, reverse_settlement.ask, stamp, settlement_id=sent.pk + 1, reason="Whose?")


def test_the_vault_that_got_it_must_still_hold_it(tallinn: World, tartu: World, sent: Settlement):
    cents = tartu.balance("cash:vault") - 149_999
    draft = Draft(
        kind="test.out", lines=(debit("equity:funding", cents), credit("cash:vault", cents))
    )
    ledger.post_once(tartu.stamp("23:45", role=Role.ACCOUNTANT), "test.out", draft)

    refused(VaultLacks, asked, tallinn, sent)


def test_the_journal_leads_to_the_page_that_takes_it_back(
    tallinn: World, tartu: World, sent: Settlement
):
    said = refused(
        CorrectedElsewhere,
        book_document,
        tallinn.stamp("23:50", role=Role.ACCOUNTANT),
        dated=EVENING,
        reason="Never sent",
        lines=[
            DocumentLine(account="cash:vault", debit_cents=100),
            DocumentLine(account="group:owes", credit_cents=100),
        ],
    )
    assert said.next_page == "jackpot-intercompany"

    client = Client()
    client.force_login(tallinn.staff[Role.MANAGER])
    where = f"/tallinn/jackpot/between/{sent.pk}/reverse/"
    assert where in client.get("/tallinn/jackpot/between/").content.decode()
    assert "1 500,00" in client.get(where).content.decode().replace("\xa0", " ")
    agreed(tallinn, asked(tallinn, sent))
    assert where not in client.get("/tallinn/jackpot/between/").content.decode()


def test_transfers_between_clubs_are_read_a_part_at_a_time_by_page_and_by_program(
    tallinn: World, tartu: World, sent: Settlement, monkeypatch: pytest.MonkeyPatch
):
    stamp = tallinn.stamp("23:45", role=Role.MANAGER)
    terms = {"cents": 50_000, "through": "cash:vault", "note": "The rest."}
    rest = settle.ask(stamp, club_id=tartu.club.pk, **terms)
    signed(tallinn, rest, "23:50", day=EVENING, role=Role.ACCOUNTANT)
    office = program(tallinn, Role.MANAGER)
    first = office.get("jackpots/between/transfers/?limit=1")
    assert [each["cents"] for each in first.json()] == [50_000]
    address = first["Link"].removeprefix("<").removesuffix('>; rel="next"')
    second = office.client.get(address, headers=office.headers())
    assert [each["id"] for each in second.json()] == [sent.pk]
    assert "Link" not in second

    monkeypatch.setattr("jackpot.queries.clubs.TRANSFERS", 1)
    client = Client()
    client.force_login(tallinn.staff[Role.MANAGER])
    page = client.get("/tallinn/jackpot/between/")
    earlier = client.get("/tallinn/jackpot/between/", {"before": page.context["next"]})
    shown = [each.context["transfers"] for each in (page, earlier)]
    assert [[row.settlement.cents for row in rows] for rows in shown] == [[50_000], [150_000]]
    assert "?before=" in page.content.decode()
    assert "?before=" not in earlier.content.decode()
