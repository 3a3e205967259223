"""Two cells on one machine: a club goes from one to the other, and is never written at both."""

import os
import re
import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connections
from django.test import Client
from django.utils import timezone

from casino.cells.numbers import IDS
from casino.cells.services import moving
from casino.closing.services.days import close_due_days
from casino.ledger.models import Act, Balance, Seal
from casino.ledger.outbox import deliver_outbox
from casino.ledger.refusals import ClubHeld
from casino.staff.models import Membership, Role, User
from casino.staff.services import _is_pin, set_pin
from ranking.models import Ranking
from script.servers import postgres_url
from tests.database import connect_as, patient, superuser
from tests.story import Story
from tests.world import EVENING, PASSWORD, World, a_club, founding

pytestmark = pytest.mark.usefixtures("committed_db")
TWO = "https://two.example"
MOVE = ("move_club", "tallinn", "--address", TWO)
DAYS = {"first": str(EVENING), "last": "2026-05-31"}
LATER, DAY = date(2026, 5, 4), timedelta(days=1)
BEGINS = """
SELECT act FROM ledger_begin(gen_random_uuid(), %s, NULL, 'test.sell', '{}', house_now(), '')
"""
ASKED_AT = re.compile(rb"(before|as_of)=[^,&]+")  # in the links of a balance
BACK = "UPDATE house_club SET is_held = false, moved_to = '' WHERE slug = 'tallinn'"


class Cells:
    """Cell 0 is the tests' own database, cell 1 another one beside it."""

    def __init__(self, servers: Path, folder: Path, settings: Any) -> None:
        self.servers, self.folder, self.settings = servers, folder, settings

    def url(self, cell: int, role: str = "casino_app") -> str:
        return patient(self.servers, role).replace("/casino?", f"/{('casino', 'two')[cell]}?")

    @contextmanager
    def at(self, cell: int, role: str = "casino_app") -> Iterator[None]:
        """Be the office of a cell."""
        before = self.settings.ANCHOR_DIR
        self.settings.ANCHOR_DIR = self.folder / str(cell)
        connect_as(self.url(cell, role))
        try:
            yield
        finally:
            self.settings.ANCHOR_DIR = before
            connect_as(self.url(0))

    def refused(self, *command: str) -> str:
        """Return why a command is."""
        with pytest.raises(CommandError) as caught:
            call_command(*command)
        return str(caught.value)


@pytest.fixture
def cells(servers: Path, tmp_path: Path, settings: Any) -> Iterator[Cells]:
    with superuser(servers) as server:
        server.execute("CREATE DATABASE two OWNER casino_owner TEMPLATE casino_template")
    settings.ANCHOR_DIR = tmp_path / "0"
    settings.NEW_CELL_ADMIN_URL = postgres_url(servers / "postgres", database="two")
    found = Cells(servers, tmp_path, settings)
    with found.at(1, "casino_owner"):
        call_command("set_cell", "1")
    yield found
    connect_as(found.url(0))
    with superuser(servers) as server:
        server.execute("DROP DATABASE two WITH (FORCE)")


def killed_at(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Move the club in a process that dies where it would take a step."""
    connections.close_all()
    if (child := os.fork()) == 0:
        with monkeypatch.context() as dying:
            dying.setattr(moving, step, lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL))
            _move_and_exit()
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert ended == -signal.SIGKILL


def _move_and_exit() -> None:
    try:
        call_command(*MOVE)
    except BaseException:
        traceback.print_exc()  # who ends like that says nothing else
    finally:
        os._exit(1)


def books(folder: Path, world: World) -> dict[str, Any]:
    """Return what a club's books say: seals, balances, files to the byte."""
    club_id = world.club.pk
    seals = Seal.objects.filter(club_id=club_id).order_by("id")
    balances = Balance.objects.filter(account__club_id=club_id).order_by("pk")
    found: dict[str, Any] = {
        "seals": [(each.day, bytes(each.seal)) for each in seals],
        "balances": list(balances.values_list("account_id", "cents")),
    }
    for profile in ("journal", "days"):
        file, period = folder / profile, ["--from", DAYS["first"], "--to", DAYS["last"]]
        call_command("export", profile, "--club", "tallinn", *period, "-o", str(file))
        found[profile] = file.read_bytes()
    return found


def reports(world: World) -> list[bytes]:
    """Return the files of reports as the office hands them out."""
    reader = signed_in(world, Role.ACCOUNTANT)
    answers = [
        reader.get(f"/tallinn/reports/{name}.csv", DAYS)
        for name in ("balance", "takings", "shifts", "ledger", "slips")
    ]
    assert {answer.status_code for answer in answers} == {200}
    content = b"".join(ASKED_AT.sub(b"", b"".join(answer)) for answer in answers)
    return content.splitlines(keepends=True)


def signed_in(world: World, role: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(pk=world.staff[role].pk))
    return client


def closed() -> None:
    """End the days that entries opened, and copy all outside."""
    close_due_days(timezone.now())
    deliver_outbox()


def test_a_club_goes_whole_from_one_cell_to_another(cells: Cells, monkeypatch: pytest.MonkeyPatch):
    world, narva = two_clubs()
    stays_while_it_is_open_or_tied(cells, world, narva)
    closed()

    killed_at("_digest", monkeypatch)  # all is copied, nothing committed
    with cells.at(1):
        assert not Act.objects.exists()
    with pytest.raises(ClubHeld):
        world.sell(100, day=LATER + DAY)
    call_command("move_club", "tallinn", "--stay")
    world.sell(100, day=LATER + DAY)
    closed()

    before, files = books(cells.folder, world), reports(world)
    killed_at("leave_club", monkeypatch)  # between the two commits
    assert reports(world) == files  # held: people look, and nobody books
    with pytest.raises(ClubHeld):
        world.sell(100, day=LATER + 2 * DAY)
    assert "They are in the other cell" in cells.refused("move_club", "tallinn", "--stay")
    with cells.at(1):
        assert (books(cells.folder, world), reports(world)) == (before, files)
        posted = world.sell(4_200, day=LATER + 2 * DAY)
        assert posted.entry_id > IDS
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(moving, "_server", lambda _: "cell 2")
        assert "tallinn is held for cell 1 (" in cells.refused(*MOVE)
    for _ in range(2):  # the rest, and once more
        call_command(*MOVE)

    is_a_closed_record(cells, world, narva)
    assert books(cells.folder, world) == before
    with cells.at(1):
        works(world)
        assert cells.refused(*MOVE).startswith("A club moves to a cell of a higher number")


def two_clubs() -> tuple[World, World]:
    """One in which nearly everything happened; its cashier works at the other one, too."""
    world, narva = a_club(), a_club("narva")
    for _ in Story(world):
        pass
    both = world.staff[Role.CASHIER]
    with founding(narva.club):
        Membership.objects.create(user=both, club=narva.club, role=Role.CASHIER)
    set_pin(both, "7391")
    world.sell(100, day=LATER)
    return world, narva


def stays_while_it_is_open_or_tied(cells: Cells, world: World, narva: World) -> None:
    narva.open_shift()
    said = cells.refused("move_club", "narva", "--address", TWO)
    assert said.startswith("narva is not closed: the shift of Cashier@Narva on Desk 1 is open; ")
    assert cells.refused(*MOVE) == f"tallinn is not closed: the gaming day {LATER} is not over."
    close_due_days(timezone.now())
    ranking = Ranking.objects.get(club=world.club)
    with founding(narva.club):
        ranking.clubs.add(narva.club)
    said = cells.refused(*MOVE)
    assert said.endswith("have something in common (ranking ranking clubs): move them together.")
    assert {"tallinn", "narva"} < {*said.split()}
    assert cells.refused("move_club", "tallinn", "--stay") == "tallinn is not held."
    with founding(narva.club):
        ranking.clubs.remove(narva.club)
    with cells.at(0, "casino_owner"):
        assert cells.refused("set_cell", "3").startswith("This is cell 0 and has clubs")


def is_a_closed_record(cells: Cells, world: World, narva: World) -> None:
    """Nobody writes it, it is whole, and its address leads to the new cell."""
    call_command("verify", "--club", "tallinn", "--copies")
    with pytest.raises(ClubHeld):
        world.sell(100, day=LATER + 2 * DAY)
    with psycopg.connect(cells.url(0), autocommit=True) as somebody:
        for sql, given in ((BEGINS, [world.club.pk]), (BACK, None)):
            with pytest.raises(psycopg.errors.CheckViolation) as caught:
                somebody.execute(sql, given)
            assert caught.value.diag.constraint_name == "house_club_held"
    manager = signed_in(world, Role.MANAGER)
    for path in ("/tallinn/reports/?day=1", "/api/v1/clubs/tallinn/shifts/", "/board/tallinn/"):
        answer = (manager.post if "/api/" in path else manager.get)(path)
        assert (answer.status_code, answer.get("Location")) == (308, TWO + path), path
        assert f"The club is at {TWO} now." in answer.content.decode()
    open_pages_are_told(manager)
    assert signed_in(narva, Role.MANAGER).get("/tallinn/tables/").status_code == 404
    narva.sell(500, day=LATER)
    set_pin(world.staff[Role.CASHIER], "8264")  # they work at the other club here, too


def open_pages_are_told(manager: Client) -> None:
    """A page that was open learns it from a whole page, a form is told where to go."""
    news = manager.get("/tallinn/news/", headers={"HX-Request": "true"})
    board = manager.get("/board/tallinn/room/", {"part": "room"})
    form = manager.post("/tallinn/players/new/", {"name": "Mari Tamm"})
    assert [(each.status_code, each.get("Location")) for each in (news, board, form)] == [
        (200, None),
        (200, None),
        (409, None),
    ]
    for each in (news, board, form):
        assert each.content.lstrip().startswith(b"<!doctype html>")
        assert f'href="{TWO}/tallinn/"'.encode() in each.content


def works(world: World) -> None:
    """People sign in with what they had, and go on; what they do is verified."""
    closed()
    call_command("verify", "--copies")
    assert signed_in(world, Role.MANAGER).get("/tallinn/tables/").status_code == 200
    cashier = User.objects.get(pk=world.staff[Role.CASHIER].pk)
    assert cashier.check_password(PASSWORD)
    assert _is_pin(cashier, "7391")
    set_pin(cashier, "8264")
    world.sell(100, day=LATER + 3 * DAY)
    closed()
    call_command("verify")
