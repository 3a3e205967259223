"""Recorded hands of every game, imported into sessions of the right game, to the cent."""

from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest

from cashgames.models import Hand
from cashgames.rules.handfile import HandRecord, read_hands
from cashgames.rules.table_limits import GameNotOffered
from cashgames.verify import verify_hands
from casino.house.queries import book_on
from casino.refusals import BadInput
from tests.imports import a_session, counts, imported
from tests.recorded import expected, folders
from tests.world import EVENING, World, a_club

CHIPS = 900_000


@pytest.fixture
def world(committed_db: None) -> World:
    world = a_club()
    world.fund()
    world.jackpot()
    return world


def by_game(folder: Path, world: World) -> dict[str, list[HandRecord]]:
    """Return the hands of a folder that stand alone, by game, as played tonight."""
    found = defaultdict(list)
    for row in read_hands(folder / "hands.jsonl"):
        if isinstance(row, HandRecord):
            found[row.game].append(replace(row, played_at=world.at("21:00")))
    return found


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.parent.name)
def test_every_game_that_the_house_offers_takes_its_recorded_hands(folder: Path, world: World):
    known = expected(folder)
    games = by_game(folder, world)
    offered = book_on(world.club.pk, EVENING).tables.max_players
    assert len(games) >= 15
    assert len(games.keys() & offered) >= 7

    for game, hands in games.items():
        if game not in offered:
            with pytest.raises((BadInput, GameNotOffered)):
                a_session(world, table=game, game=game)
            continue
        session = a_session(world, table=game, game=game, chips=CHIPS)
        assert counts(imported(world, session, hands)[0]) == (len(hands), 0, 0), game
        for hand in Hand.objects.filter(session=session):
            row = known[hand.name]
            taken = (hand.rake_cents, hand.drop_cents)
            assert taken == (row["rake_whole_pot_cents"], row["jackpot_drop_cents"]), hand.name
    assert list(verify_hands(world.club.pk)) == []
