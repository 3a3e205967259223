"""Two signatures at the same instant on what the vault holds once."""

import pytest

from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.bank.services.matching import Part, match_line
from casino.cage.models import VaultCount
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.funds import correct_vault, withdraw_funds
from casino.cage.services.vault_count import count_vault
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.queries.documents import latest_entries
from casino.paging import Page
from casino.staff.models import Role
from jackpot.services.intercompany import open_intercompany, settle
from tests.integration.bank.months import WORK, Month
from tests.integration.bank.test_deposit_variance import the_line
from tests.integration.jackpot.test_sharing import both
from tests.racing import meanwhile, race
from tests.world import FLOAT, RACK, World, a_club

pytestmark = pytest.mark.usefixtures("committed_db")


def test_of_two_payments_to_the_owners_one_finds_the_vault_empty(committed_db: None):
    world = a_club()
    world.fund(10_000)
    asked = [
        withdraw_funds.ask(world.stamp(f"21:0{n}", role=Role.MANAGER), cash={10_000: 1})
        for n in range(2)
    ]
    signer = [world.stamp("21:05", role=Role.ACCOUNTANT) for _ in asked]

    results = race(
        *(
            lambda s=stamp, p=proposal: approve(s, proposal_id=p.pk, digest=p.digest)
            for stamp, proposal in zip(signer, asked, strict=True)
        )
    )

    assert world.balance("cash:vault") == 0
    assert sorted(type(each).__name__ for each in results) == ["Proposal", "VaultLacks"]


def test_a_funding_is_taken_back_once_whoever_signs_first(committed_db: None):
    world = a_club()
    world.fund(10_000)
    world.fund(10_000, clock="07:01")
    entry = latest_entries(world.club.pk, ["cage.vault_funded"], page=Page(1))[0].id
    wrong = {"entry_id": entry, "reason": "Twice"}
    asked = [
        correct_vault.ask(world.stamp("21:00", role=role), **wrong)
        for role in (Role.MANAGER, Role.ACCOUNTANT)
    ]
    signers = (Role.ACCOUNTANT, Role.MANAGER)

    results = race(
        *(
            lambda r=role, p=proposal: approve(
                world.stamp("21:05", role=r), proposal_id=p.pk, digest=p.digest
            )
            for role, proposal in zip(signers, asked, strict=True)
        )
    )

    assert world.balance("cash:vault") == 10_000
    assert sorted(type(each).__name__ for each in results) == ["AlreadyReversed", "Proposal"]


def counted_off(world: World, *, expected_cents: int) -> Proposal:
    """Ask that the vault, in which a note of 100.00 is missing, be counted so."""
    stamp = world.stamp("23:20", role=Role.SUPERVISOR)
    cash = {10_000: expected_cents // 10_000 - 1}
    asked = count_vault.ask(stamp, cash=cash, reason="A note is missing")
    assert asked.content["expected_cents"] == expected_cents
    return asked


def assert_counted_as_shown(world: World, *, expected_cents: int) -> None:
    kept = VaultCount.objects.get(club=world.club)
    assert (kept.expected_cents, kept.over_cents) == (expected_cents, -10_000)
    assert world.balance("expense:over-short") == 10_000


def test_a_drawer_is_not_emptied_into_a_vault_whose_count_is_just_signed():
    """What was signed, 100.00 short, is what is booked, not what came in meanwhile besides."""
    world = a_club()
    shift = world.open_shift()
    submit_count(world.stamp("21:50"), shift_id=shift.pk, cash=FLOAT, chips=RACK)
    asked = counted_off(world, expected_cents=4_600_000)
    signer = world.stamp("23:30", role=Role.MANAGER)

    with meanwhile(count_vault, lambda: close_shift(world.stamp("23:30"), shift_id=shift.pk)) as by:
        approve(signer, proposal_id=asked.pk, digest=asked.digest)

    assert_counted_as_shown(world, expected_cents=4_600_000)
    assert by == [shift]
    assert world.balance("cash:vault") == 4_990_000


@pytest.mark.parametrize("counts", ["who sends", "who gets"])
def test_money_between_clubs_waits_for_a_vault_count_that_is_just_signed(counts: str):
    tallinn, tartu = a_club(), a_club("tartu")
    both(tallinn, tartu, Role.MANAGER, Role.ACCOUNTANT)
    open_intercompany(tallinn.club.pk, tartu.club.pk)
    for one, other, code in ((tallinn, tartu, "group:owes"), (tartu, tallinn, "group:owed")):
        one.fund(5_000_000)
        owing = (credit, debit) if code == "group:owes" else (debit, credit)
        lines = (owing[0](code, 150_000, other.club.pk), owing[1]("equity:funding", 150_000))
        draft = Draft(kind="test.owing", lines=lines)
        ledger.post_once(one.stamp("23:00"), "test.owing", draft)
    sent = settle.ask(
        tallinn.stamp("23:10", role=Role.MANAGER),
        club_id=tartu.club.pk,
        cents=150_000,
        through="cash:vault",
        note="Carried by two.",
    )
    world = tallinn if counts == "who sends" else tartu
    asked = counted_off(world, expected_cents=5_000_000)
    signer = tallinn.stamp("23:30", role=Role.ACCOUNTANT)

    with meanwhile(
        count_vault, lambda: approve(signer, proposal_id=sent.pk, digest=sent.digest)
    ) as beside:
        approve(world.stamp("23:30", role=Role.MANAGER), proposal_id=asked.pk, digest=asked.digest)

    assert_counted_as_shown(world, expected_cents=5_000_000)
    assert beside == [sent]
    moved = -150_000 if counts == "who sends" else 150_000
    assert world.balance("cash:vault") == 4_990_000 + moved


def test_a_bank_line_of_the_vault_waits_for_a_vault_count_that_is_just_signed():
    month = Month(a_club())
    world, line = month.world, the_line(month, 460_000)
    sent = match_line.ask(month.work(), line_id=line.pk, parts=[Part(code="cash:vault")])
    expected = world.balance("cash:vault")
    stamp = world.stamp("23:20", role=Role.SUPERVISOR, day=WORK)
    notes = {10_000: expected // 10_000 - 1}
    asked = count_vault.ask(stamp, cash=notes, reason="A note is missing")
    signs = {"role": Role.MANAGER, "day": WORK}
    first, second = world.stamp("23:30", **signs), world.stamp("23:30", **signs)

    with meanwhile(
        count_vault, lambda: approve(second, proposal_id=sent.pk, digest=sent.digest)
    ) as beside:
        approve(first, proposal_id=asked.pk, digest=asked.digest)

    kept = VaultCount.objects.get()
    assert beside == [sent]
    assert (kept.expected_cents, kept.over_cents) == (expected, 10_000 * notes[10_000] - expected)
