"""What a start does, does only when due, and says while it does it."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client

from casino.house.models import Club
from casino.setup.management.commands import migrate
from casino.staff.models import User
from casino.web import demo
from demo.management.commands import demo as making
from script import environment, office, serve
from script.children import Child
from script.keeping import Kept
from tests.database import connect_as


@pytest.fixture
def var(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(office, "VAR", tmp_path)
    return tmp_path


class TestStamp:
    def test_a_step_is_due_until_it_was_done_and_again_in_another_state(self, var: Path):
        def due(state: str) -> bool:
            with office.stamped("step", lambda: state) as answer:
                return answer

        assert [due("one"), due("one"), due("two"), due("two")] == [True, False, True, False]

    def test_a_step_that_failed_stays_due(self, var: Path):
        with office.stamped("step", lambda: "same"):
            pass
        with pytest.raises(office.Unable), office.stamped("step", lambda: "other"):
            raise office.Unable
        with office.stamped("step", lambda: "same") as due:
            assert due

    def test_the_database_is_another_after_a_step_of_its_history(
        self, test_environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, committed_db: None
    ):
        for name, value in test_environment.items():
            monkeypatch.setenv(name, value)
        before = office.database()
        assert office.database() == before
        connect_as(test_environment["DATABASE_OWNER_URL"])
        call_command("migrate", "webhooks", "zero", fake=True, verbosity=0)
        connect_as(test_environment["DATABASE_URL"])
        assert office.database() != before

    def test_static_files_are_others_once_they_are_gone(self, var: Path):
        (var / "static").mkdir()
        (var / "static" / "staticfiles.json").touch()
        before = office.static_files()
        (var / "static" / "staticfiles.json").unlink()
        assert office.static_files() != before


class TestMigrate:
    def test_a_table_that_the_office_held_is_tried_again(
        self, test_environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, committed_db: None
    ):
        """Another connection holds it for two tries; a table is really locked in each."""
        said, stock = StringIO(), migrate.stock.Command.handle
        connect_as(test_environment["DATABASE_OWNER_URL"])
        beside = psycopg.connect(test_environment["DATABASE_OWNER_URL"])
        beside.execute("LOCK TABLE webhooks_webhook IN ROW EXCLUSIVE MODE")
        tries = []

        def handle(command: Any, *args: Any, **options: Any) -> None:
            tries.append(1)
            if len(tries) == 3:
                beside.rollback()
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '50ms'")
                cursor.execute("LOCK TABLE webhooks_webhook IN ACCESS EXCLUSIVE MODE")
            stock(command, *args, **options)

        monkeypatch.setattr(migrate.stock.Command, "handle", handle)
        call_command("migrate", verbosity=0, stderr=said)
        beside.close()
        connect_as(test_environment["DATABASE_URL"])
        assert len(tries) == 3
        assert said.getvalue().count("it is tried again") == 2


@pytest.mark.django_db
class TestDemo:
    @pytest.fixture(autouse=True)
    def nothing_grows(self) -> Iterator[None]:
        yield
        demo.end()

    def test_the_sign_in_page_shows_how_far_it_is_then_the_form(self, client: Client):
        demo.note(40)
        assert client.get("/")["Location"] == "/sign-in/"
        assert '<progress id="progress" value="40" max="100">' in page(client, "/sign-in/")
        demo.end()
        User.objects.create_user("anna", "x" * 12, name="Anna")
        assert client.get("/sign-in/?demo")["HX-Refresh"] == "true"
        assert 'name="password"' in page(client, "/sign-in/")

    def test_where_none_is_made_the_set_up_comes_first(self, client: Client):
        demo.end()
        assert client.get("/sign-in/")["Location"] == "/setup/"

    def test_one_that_fails_is_waited_for_no_longer(self, monkeypatch: pytest.MonkeyPatch):
        demo.begin()
        monkeypatch.setattr(making, "_play", fail)
        with pytest.raises(ZeroDivisionError):
            call_command("demo", weekends=1, stdout=StringIO())
        assert demo.percent_made() is None

    def test_it_says_how_far_it_is(self, monkeypatch: pytest.MonkeyPatch):
        said: list[Any] = []
        monkeypatch.setattr(demo, "note", said.append)
        call_command("demo", weekends=1, closed=True, stdout=StringIO())
        assert said == [0, 50]


def test_a_demo_that_is_not_finished_leaves_nothing(
    committed_db: None, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(making, "_play", fail)
    with pytest.raises(ZeroDivisionError):
        call_command("demo", weekends=1, stdout=StringIO())
    assert not Club.objects.exists()
    assert not User.objects.exists()


def fail(*_: object, **__: object) -> None:
    raise ZeroDivisionError


def page(client: Client, path: str) -> str:
    return client.get(path).content.decode()


class TestWatching:
    def test_the_office_stays_open_when_the_demo_ends_and_tells_how_it_ended(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ):
        monkeypatch.setattr(serve, "TOLD", tmp_path / "demo.txt")
        monkeypatch.setattr(serve, "log", lambda name: tmp_path / f"{name}.log")
        monkeypatch.setattr(serve, "ignore_signals", lambda: None)
        none = "No demo club: a reason. The next start of the office makes it.\n"
        for status, told in ((1, none), (0, "a reason\n")):
            (tmp_path / "demo.log").write_text("a reason\n")
            with child(f"raise SystemExit({status})") as made, child("raise SystemExit(78)") as one:
                web = Kept("web", partial(nullcontext, one), tmp_path / "demo.log")
                made.wait()
                one.wait()
                with web, pytest.raises(serve.Unable, match="The web refuses its settings"):
                    serve.watch([web], made)
            assert capsys.readouterr().out == told
        assert serve.TOLD.read_text() == "a reason\n"


@contextmanager
def child(program: str) -> Iterator[Child]:
    with subprocess.Popen([sys.executable, "-c", program]) as process:
        yield process


class TestInstalling:
    def test_pips_progress_is_shown_and_its_error_is_the_reason(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ):
        python = tmp_path / "python"
        python.write_text(
            "#!/bin/sh\necho Collecting one\necho Processing two\n"
            "[ -e fetched ] || { echo 'ERROR: no such package'; exit 1; }\necho Installing both\n"
        )
        python.chmod(0o755)
        lock = tmp_path / "lock.txt"
        lock.write_text("one==1 \\\n    --hash=sha256:0\ntwo==2\n")
        monkeypatch.chdir(tmp_path)
        with pytest.raises(SystemExit) as ended:
            environment.fetch(lock, python)
        assert str(ended.value).endswith("within reach?): ERROR: no such package")
        (tmp_path / "fetched").touch()
        environment.fetch(lock, python)
        assert capsys.readouterr().out == "  2 of 2 packages, unpacking ...\n"
