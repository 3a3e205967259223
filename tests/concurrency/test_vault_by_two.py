"""Two signatures at the same instant on what the vault holds once."""

import pytest

from casino.approvals.services import approve
from casino.cage.services.funds import correct_vault, withdraw_funds
from casino.ledger.queries.documents import latest_entries
from casino.staff.models import Role
from tests.racing import race
from tests.world import a_club

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
    entry = latest_entries(world.club.pk, ["cage.vault_funded"])[0].id
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
