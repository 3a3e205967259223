"""Tournaments taken over from records give the points that another program computed for them."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from casino.ledger.models import Entry as Slip
from ranking.models import Score
from ranking.services.counting import count_due
from ranking.verify import verify_ranking
from tests.functional.test_recorded_tournaments import FOLDERS, expected_of, take, world
from tests.world import World
from tournaments.models import Tournament

__all__ = ["world"]
pytestmark = pytest.mark.usefixtures("committed_db")
# The excerpt; LONG=1: all results too, which `test_recorded_tournaments` takes anyway.
TAKEN = FOLDERS if os.environ.get("LONG") else FOLDERS[:1]


@pytest.mark.parametrize("folder", TAKEN, ids=lambda folder: folder.parent.name)
def test_imported_results_give_the_expected_points(world: World, folder: Path):
    take(world, folder / "tournaments.jsonl")

    count_due(datetime.now(UTC))

    compared = 0
    for name, expected in expected_of(folder).items():
        slip = Slip.objects.filter(memo__endswith=f", record {name}").first()
        points = expected.get("unique_players", {}).get("ranking", {}).get("points")
        if slip is None or not points:
            continue
        tournament = Tournament.objects.get(act_id=slip.act_id)
        score = Score.objects.get(tournament=tournament, number=1)
        given = {one.player.name: one.after_x100 for one in score.points.select_related("player")}
        assert given == {one["player"]: one["points_x100"] for one in points}, name
        compared += 1
    assert compared >= 2
    assert Score.objects.count() == Tournament.objects.filter(ranking=True).count()
    assert list(verify_ranking(world.club.pk)) == []
