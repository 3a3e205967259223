"""Awards are checked from their cards: whatever the owner of the database changes is found."""

import psycopg
import pytest

from jackpot.verify import verify_awards
from tests.claiming import awarded, claimed, fed, six_seated
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
    owner_connection.execute(attack.encode())
    found = [each.says for each in verify_awards(world.club.pk)]
    assert any(says in each for each in found), found
