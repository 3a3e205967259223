"""A month of nights in every profile, added up by programs that know nothing but the file."""

import csv
import io
import json
import shutil
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from datetime import date, timedelta
from pathlib import Path

import openpyxl
import pytest
from django.core.management import call_command

from casino.bookkeeping.models import Batch
from casino.bookkeeping.rules.plaintext import beancount_account, hledger_account
from casino.bookkeeping.rules.profiles import BUILT_IN
from casino.bookkeeping.services.profiles import save_profile
from casino.closing.services.days import close_day, seal_day
from casino.house.models import Club
from casino.ledger.chart import CHART
from casino.ledger.queries import balances, gaming_days
from casino.schema import plain
from casino.staff.models import User
from tests.books import NUMBERS, World, file_of, mapped, read, sent

pytestmark = pytest.mark.django_db
BIN = Path(sys.executable).parent
NAMES = {CHART[code].name: number for code, number in NUMBERS.items()}


@pytest.fixture
def month(db: None) -> tuple[World, Batch]:
    """Five weekends of the demo, every night sealed, all in one batch."""
    call_command("demo", weekends=5, closed=True, verbosity=0)
    club = Club.objects.get()
    staff = {role: User.objects.get(username="maria") for role in ("accountant", "cashier")}
    world = World(club=club, staff=staff)
    days = [row.day for row in gaming_days.days(club.pk)][::-1]
    for day in days:
        end = world.at("12:00", day=day + timedelta(1))
        close_day(club, day, now=end)
        if not gaming_days.seal_of(club.pk, day):
            seal_day(world.stamp("12:00", role="accountant", day=day + timedelta(1)), day=day)
    mapped(world)
    return world, sent(world, days[0], days[-1])


def trial_balance(world: World) -> Counter[str]:
    """Return number outside -> cents, from the ledger alone; empty accounts left out."""
    found: Counter[str] = Counter()
    for row in balances.trial_balance(world.club.pk):
        found[NUMBERS[row.code]] += row.cents
    return without_zeros(found)


def without_zeros(sums: Counter[str]) -> Counter[str]:
    return Counter({key: cents for key, cents in sums.items() if cents})


def cents(text: object) -> int:
    """Return an amount of a file, exact."""
    units, _, rest = str(text or "0").replace(",", ".").partition(".")
    whole = int(units.lstrip("-") or 0) * 100 + int(rest.ljust(2, "0"))
    return -whole if str(text).startswith("-") else whole


def added(rows: Iterable[dict[str, object]], account: str, debit: str, credit: str) -> Counter[str]:
    """Add up a table by its heads."""
    sums: Counter[str] = Counter()
    for row in rows:
        assert not (row[debit] and row[credit])
        sums[str(row[account])] += cents(row[debit]) - cents(row[credit])
    return without_zeros(sums)


def table(content: bytes, delimiter: str = ",") -> list[dict[str, object]]:
    text = content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter))


def sheet(content: bytes) -> list[dict[str, object]]:
    rows = openpyxl.load_workbook(io.BytesIO(content), read_only=True).active.iter_rows()
    heads, *rest = ([cell.value for cell in row] for row in rows)
    return [dict(zip(heads, row, strict=False)) for row in rest]


def test_every_profile_adds_up_to_the_trial_balance_and_xero_in_files_of_300_lines(
    month: tuple[World, Batch], tmp_path: Path
):
    world, batch = month
    expected = trial_balance(world)
    assert batch.lines > 1_000
    assert len(expected) > 4
    content = {slug: read(file_of(world, batch, slug)) for slug in BUILT_IN}
    two = ("account_code", "debit", "credit")
    found = {
        "journal": added(table(content["journal"]), *two),
        "journal-excel": added(table(content["journal-excel"], ";"), *two),
        "journal-xlsx": added(sheet(content["journal-xlsx"]), *two),
        "xero": xero(content["xero"]),
        "quickbooks": quickbooks(content["quickbooks"]),
        "merit": added(sheet(content["merit"]), "AccountCode", "Debit", "Credit"),
        "merit-api": merit(content["merit-api"]),
        "standard-books": added(table(content["standard-books"], "\t"), *ESTONIAN),
        "e-arveldaja": added(sheet(content["e-arveldaja"]), *ESTONIAN),
        "beancount": beancount(content["beancount"], tmp_path),
        "hledger": hledger(content["hledger"], tmp_path),
    } | {
        slug: added(table(content[slug], ";"), *ESTONIAN)
        for slug in ("directo", "simplbooks", "smartaccounts")
    }
    assert set(found) == set(BUILT_IN)
    kinds = {NUMBERS[code]: account.kind for code, account in CHART.items()}
    assert found.pop("beancount") == renamed(expected, kinds, beancount_account)
    assert found.pop("hledger") == renamed(expected, kinds, hledger_account)
    for slug, sums in found.items():
        assert sums == expected, slug
    check_xero(world, batch)


ESTONIAN = ("Account", "Debit", "Credit")


def renamed(sums: Counter[str], kinds: dict[str, str], name: object) -> Counter[str]:
    return Counter({name(kinds[number], number): value for number, value in sums.items()})  # type: ignore[operator]


def xero(content: bytes) -> Counter[str]:
    """Add up drafts by narration and date; each balances and no file has over 300 lines."""
    sums: Counter[str] = Counter()
    for row in table(content):
        date_ = str(row["Date"])
        assert date(int(date_[6:]), int(date_[3:5]), int(date_[:2]))
        assert row["TaxRate"]
        sums[str(row["AccountCode"])] += cents(row["Amount"])
    return without_zeros(sums)


def quickbooks(content: bytes) -> Counter[str]:
    sums = added(table(content), "Account Name", "Debits", "Credits")
    return Counter({NAMES[name]: value for name, value in sums.items()})


def merit(content: bytes) -> Counter[str]:
    sums: Counter[str] = Counter()
    for batch in json.loads(content):
        assert sum(cents(r["Debit"]) - cents(r["Credit"]) for r in batch["EntryRow"]) == 0
        for row in batch["EntryRow"]:
            sums[row["AccountCode"]] += cents(row["Debit"]) - cents(row["Credit"])
    return without_zeros(sums)


def said(command: list[object]) -> str:
    """Run a program that finds nothing wrong, and return what it says."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


def beancount(content: bytes, folder: Path) -> Counter[str]:
    """Let Beancount's own checker read the file, and Beancount itself add it up."""
    file = folder / "books.beancount"
    file.write_bytes(content)
    checked = subprocess.run(
        [BIN / "bean-check", file], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")
    adding = (
        "import sys\nfrom beancount import loader\nfrom beancount.core import data\n"
        "entries, errors, _ = loader.load_file(sys.argv[1])\nassert not errors\n"
        "for entry in data.filter_txns(entries):\n"
        "    for p in entry.postings:\n"
        "        print(p.account, p.units.number)\n"
    )
    out = said([sys.executable, "-W", "ignore", "-c", adding, file])
    sums: Counter[str] = Counter()
    for line in out.splitlines():
        account, amount = line.split()
        sums[account] += cents(amount)
    return without_zeros(sums)


def hledger(content: bytes, folder: Path) -> Counter[str]:
    """Let hledger check strictly and add up."""
    program = shutil.which("hledger")
    assert program, "hledger is missing: script/test installs it"
    file = folder / "books.journal"
    file.write_bytes(content)
    assert not said([program, "-f", file, "check", "--strict"])
    wish = ["balance", "--flat", "--no-total", "-O", "csv"]
    out = said([program, "-f", file, *wish])
    _, *rows = csv.reader(io.StringIO(out))
    return Counter({name: cents(amount.removesuffix(" EUR")) for name, amount in rows})


def check_xero(world: World, batch: Batch) -> None:
    """No file of Xero's has more than 300 lines, and no journal stands in two of them."""
    settings = plain(asdict(BUILT_IN["xero"])) | {"documents": "entry"}
    save_profile(world.stamp("13:00", role="accountant", day=date(2030, 1, 1)), settings=settings)
    file = file_of(world, batch, "xero")
    parts = zipfile.ZipFile(io.BytesIO(read(file)))
    names = [name for name in parts.namelist() if name.endswith(".csv")]
    assert len(names) > 3
    seen: set[str] = set()
    sums: Counter[str] = Counter()
    for name in names:
        rows = table(parts.read(name))
        assert len(rows) <= 300
        narrations = {str(row["Narration"]) for row in rows}
        assert not narrations & seen
        seen |= narrations
        for row in rows:
            sums[str(row["AccountCode"])] += cents(row["Amount"])
    assert without_zeros(sums) == trial_balance(world)
    manifest = json.loads(parts.read("manifest.json"))
    assert [part["file"] for part in manifest["parts"]] == names
    assert sum(part["lines"] for part in manifest["parts"]) == batch.lines
