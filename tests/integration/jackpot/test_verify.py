"""Awards are checked from their cards: whatever the owner of the database changes is found."""

import psycopg
import pytest

from casino.verify.amounts import verify_amounts
from jackpot.models import Claim
from jackpot.verify import verify_awards
from tests.claiming import awarded, claimed, fed, six_seated
from tests.integration.jackpot.test_awards_taken_back import taken_back
from tests.world import World, a_club


def hit() -> World:
    world = a_club()
    fed(world)
    awarded(world, claimed(world, six_seated(world)))
    return world


def test_an_award_as_it_was_made_is_right(db: None):
    assert list(verify_awards(hit().club.pk)) == []


@pytest.mark.parametrize(
    ("attack", "says"),
    [
        (
            "UPDATE jackpot_share SET cents = cents + 1, bad_beat_cents = bad_beat_cents + 1",
            "the shares are not what the hand gives",
        ),
        (
            "UPDATE jackpot_claim SET hands = replace(hands::text, '9S', '8S')::jsonb",
            "the shares are not what the hand gives",
        ),
        ("UPDATE jackpot_award SET base_cents = 900000", "the shares are not what the hand gives"),
        ("UPDATE jackpot_award SET paid_since_cents = 7", "the base leaves out"),
        ("UPDATE jackpot_share SET payable_id = payable_id + 100", "the entry is not"),
    ],
)
def test_what_was_changed_afterwards_is_found(
    committed_db: None, owner_connection: psycopg.Connection, attack: str, says: str
):
    world = hit()
    owner_connection.execute("ALTER TABLE jackpot_claim DISABLE TRIGGER stands")
    owner_connection.execute("ALTER TABLE jackpot_share DISABLE TRIGGER share_kept")
    owner_connection.execute(attack.encode())
    found = [each.says for each in verify_awards(world.club.pk)]
    assert any(says in each for each in found), found


def test_an_award_that_forgot_that_it_was_taken_back_is_found(
    committed_db: None, owner_connection: psycopg.Connection
):
    world = hit()
    taken_back(world, Claim.objects.get())
    assert [*verify_awards(world.club.pk), *verify_amounts(world.club.pk)] == []
    owner_connection.execute("ALTER TABLE jackpot_awardreversal DISABLE TRIGGER USER")
    owner_connection.execute("DELETE FROM jackpot_awardreversal")

    awards = [each.says for each in verify_awards(world.club.pk)]
    assert any("differ on whether it was taken back" in each for each in awards), awards
    amounts = {each.what.rpartition(" ")[0] for each in verify_amounts(world.club.pk)}
    assert {"awards that stand of jackpot claim", "jackpot share taken back by act"} <= amounts
