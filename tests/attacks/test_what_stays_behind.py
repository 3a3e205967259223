"""What a shared computer, a proxy or a copied disk gives away afterwards."""

from pathlib import Path

import pytest
from django.test import Client

from casino.ledger.outbox import append
from casino.staff.models import Role
from script.children import running
from tests.world import World, a_club

pytestmark = pytest.mark.django_db
DAY = "from=2026-02-27&to=2026-02-27"


@pytest.fixture
def world(db: None) -> World:
    return a_club()


@pytest.mark.parametrize(
    "where",
    [
        "/tallinn/players/",
        f"/tallinn/reports/balance.csv?{DAY}",
        f"/tallinn/reports/balance.xlsx?{DAY}",
        "/api/v1/clubs/tallinn/tables/",
        "/api/v1/clubs/tallinn/players/",
        "/api/v1/clubs/tallinn/players/999999/",
        "/tallinn/nowhere/",
        "/",
        "/sign-in/",
    ],
)
def test_no_cache_keeps_a_figure_or_a_name(world: World, where: str):
    manager = Client()
    manager.force_login(world.staff[Role.MANAGER])
    answer = manager.get(where)
    assert answer.status_code in {200, 302, 404}
    assert "no-store" in answer["Cache-Control"]


def test_the_copies_of_the_acts_are_their_owners_alone(tmp_path: Path):
    append(tmp_path / "club" / "2026-02-27.jsonl", ["an act"])
    for path, mode in ((tmp_path / "club", 0o700), (tmp_path / "club/2026-02-27.jsonl", 0o600)):
        assert path.stat().st_mode & 0o777 == mode, path


def test_the_logs_of_the_office_are_their_owners_alone(tmp_path: Path):
    log = tmp_path / "log" / "web.log"
    with running(["true"], log=log) as child:
        child.wait(60)
    assert log.stat().st_mode & 0o777 == 0o600
