"""What proxies and collectors ask without signing in."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from casino.operations.finding import Level
from casino.operations.queries.doctor import examine
from tests.world import a_club


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    caches["panels"].clear()
    yield
    caches["panels"].clear()


@pytest.mark.usefixtures("database_away")
def test_a_process_that_lives_says_so_without_any_store_and_under_any_name():
    answer = Client().get("/healthz", HTTP_HOST="10.1.2.3")
    assert answer.status_code == 200
    assert answer.json()["program"] == "casino back office"
    assert answer.cookies == {}


@pytest.mark.usefixtures("database_away")
def test_without_its_database_it_takes_no_requests():
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["missing"]) == (503, ["database"])


def test_without_its_guards_it_takes_no_requests(db: None):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["missing"]) == (503, ["guards"])


def test_without_its_static_files_it_takes_no_requests(db: None, settings: Any, tmp_path: Path):
    """A second machine: each of its pages would be an error."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "casino.web.storage.StaticFiles"}
    }
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["missing"]) == (503, ["static files"])


def test_complete_and_guarded_it_takes_requests_and_remembers_it_for_seconds(
    db: None, django_assert_num_queries: Any
):
    assert Client().get("/readyz").json() == {"status": "ready", "missing": []}
    with django_assert_num_queries(0):
        assert Client().get("/readyz").status_code == 200


def figures(**headers: str) -> dict[str, float]:
    answer = Client().get("/metrics", **headers)
    assert answer.status_code == 200
    families = text_string_to_metric_families(answer.content.decode())
    return {
        f"{sample.name}{sorted(sample.labels.values())}": sample.value
        for family in families
        for sample in family.samples
    }


def test_a_collector_on_this_machine_reads_figures_of_the_business(db: None):
    before = figures()
    a_club().sell()
    after = figures()
    assert after["casino_up[]"] == 1
    assert after["casino_clubs[]"] == before["casino_clubs[]"] + 1
    assert after["casino_entries_total[]"] > before["casino_entries_total[]"]
    assert after["casino_finding['close', 'tallinn']"] == 2


@pytest.mark.usefixtures("database_away")
def test_a_database_that_is_away_is_a_figure_and_one_finding():
    assert figures()["casino_up[]"] == 0
    found = [each for each in examine() if each.level == Level.CRITICAL and each.part != "disk"]
    assert [each.part for each in found] == ["database"]
    assert "does not answer" in str(found[0].said)


@pytest.mark.parametrize(
    "headers",
    [{"REMOTE_ADDR": "192.0.2.7"}, {"HTTP_VIA": "1.1 proxy"}],
)
def test_strangers_and_who_comes_through_a_proxy_read_nothing(db: None, headers: dict[str, str]):
    assert Client().get("/metrics", **headers).status_code == 403


def test_with_a_token_only_who_sends_it_reads(db: None, settings: Any):
    settings.METRICS_TOKEN = "a-long-token"
    assert Client().get("/metrics").status_code == 403
    assert figures(REMOTE_ADDR="192.0.2.7", HTTP_AUTHORIZATION="Bearer a-long-token")


@pytest.mark.parametrize("path", ["/", "/tallinn/", "/healthz", "/sign-in/"])
@pytest.mark.parametrize("method", ["TRACE", "FOO", "DELETE"])
def test_a_page_is_asked_by_get_and_post_alone(db: None, method: str, path: str):
    answer = Client(enforce_csrf_checks=True).generic(method, path)
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD, OPTIONS, POST")
    assert answer["Cache-Control"]
