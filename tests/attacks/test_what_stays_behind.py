"""What a shared computer, a proxy or a copied disk gives away afterwards."""

import logging
from copy import copy
from pathlib import Path

import pytest
import structlog
from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.test import Client
from structlog.stdlib import ProcessorFormatter

from casino.ledger.outbox import append
from casino.staff.models import Role
from script import serve
from script.children import running
from tests.world import PASSWORD, World

pytestmark = pytest.mark.django_db
DAY = "from=2026-02-27&to=2026-02-27"


@pytest.mark.parametrize(
    "where",
    [
        "/sign-in/code/",
        "/setup/",
        "/me/",
        "/board/tallinn/",
        "/standing/tallinn/",
        "/api/v1/schema/?format=json",
        "/api/v1/docs/",
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
    manager = world.browser(Role.MANAGER)
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


def test_how_to_sign_in_to_the_demo_is_its_owners_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(serve, "VAR", tmp_path)
    monkeypatch.setattr(serve, "TOLD", tmp_path / "demo.txt")
    (tmp_path / "log").mkdir()
    (tmp_path / "log/demo.log").write_text("manager  a-password")
    serve.tell_of_demo(0)
    assert (tmp_path / "demo.txt").stat().st_mode & 0o777 == 0o600


def test_no_log_quotes_a_row_or_a_variable(
    world: World, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
):
    refused_row(world, "Yuri Zhivago")
    said = capsys.readouterr().out
    (record,) = caplog.records
    json_lines = dict(settings.LOGGING["formatters"]["json"])
    del json_lines["()"]
    said += ProcessorFormatter(**json_lines).format(copy(record))
    assert said.count("null value in column") >= 2
    assert "Zhivago" not in said


def test_no_log_opens_anything(world: World, caplog: pytest.LogCaptureFixture):
    """Keys, passwords, PINs and marks that were sent, right and wrong, are in no line."""
    caplog.set_level(logging.DEBUG)
    secret = "s3cretS3cretS3cret"
    browser, api = Client(), "/api/v1/clubs/tallinn/"
    browser.get(f"/standing/tallinn/7-{secret}/")
    browser.get(f"/nothing/?token={secret}")
    browser.get(f"{api}days/", headers={"Authorization": f"Bearer {secret}"})
    browser.post("/sign-in/", {"username": "manager@tallinn", "password": secret})
    browser.post("/sign-in/", {"username": "manager@tallinn", "password": PASSWORD})
    browser.post("/unlock/", {"pin": secret})
    browser.cookies["sessionid"] = secret
    browser.get("/tallinn/days/")
    logging.getLogger("django.request").error(
        "Internal Server Error: %s", f"/standing/tallinn/7-{secret}/"
    )
    json_lines = dict(settings.LOGGING["formatters"]["json"])
    del json_lines["()"]
    lines = [ProcessorFormatter(**json_lines).format(copy(each)) for each in caplog.records]
    assert any("/standing/tallinn/7-" in line for line in lines)
    assert not [line for line in lines if secret in line or PASSWORD in line]


def refused_row(world: World, name: str) -> None:
    """Log what PostgreSQL refuses, by each of the program's logs."""
    guest = world.player().pk
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO players_version (player_id, name) VALUES (%s, %s)", [guest, name]
            )
    except IntegrityError as error:
        structlog.get_logger().exception("not kept")
        logging.getLogger("django.request").error("Task: %r", error, exc_info=True)
