"""A month of nights in every profile, added up by programs that know nothing but the file."""

import csv
import io
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import date, datetime, timedelta
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


Files = Sequence[bytes]


@pytest.fixture
def month(db: None) -> tuple[World, list[Batch]]:
    """Five weekends of the demo, every night sealed, in two batches that follow each other."""
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
    half = len(days) // 2
    return world, [sent(world, days[0], days[half - 1]), sent(world, days[half], days[-1])]


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


def table(files: Files, delimiter: str = ",") -> list[dict[str, object]]:
    texts = [io.StringIO(each.decode("utf-8-sig"), newline="") for each in files]
    return [row for text in texts for row in csv.DictReader(text, delimiter=delimiter)]


def sheet(files: Files) -> list[dict[str, object]]:
    """Read workbooks, whose days are days and whose heads filter and stay."""
    found: list[dict[str, object]] = []
    for content in files:
        book = openpyxl.load_workbook(io.BytesIO(content)).active
        heads, *rest = ([cell.value for cell in row] for row in book.iter_rows())
        assert (book.freeze_panes, book.print_title_rows) == ("A2", "$1:$1")
        assert book.auto_filter.ref.startswith("A1:")
        found += [dict(zip(heads, row, strict=False)) for row in rest]
    for name in {"entry_date", "gaming_day", "posted_at", "BatchDate", "Date"} & set(found[0]):
        assert isinstance(found[0][name], datetime), name
    return found


def test_every_profile_adds_up_to_the_trial_balance_and_xero_in_files_of_300_lines(
    month: tuple[World, list[Batch]], tmp_path: Path
):
    world, batches = month
    expected = trial_balance(world)
    assert sum(batch.lines for batch in batches) > 1_000
    assert len(expected) > 4
    content = {slug: [read(file_of(world, batch, slug)) for batch in batches] for slug in BUILT_IN}
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
        "odoo": odoo(table(content["odoo"])),
        "datev": posted(content["datev"]),
        "beancount": beancount(content["beancount"], tmp_path),
        "hledger": hledger(content["hledger"], tmp_path),
    } | {
        slug: added(table(content[slug], ";"), *ESTONIAN)
        for slug in ("directo", "simplbooks", "smartaccounts")
    }
    assert set(found) == set(BUILT_IN)
    kinds = {number: CHART[code].kind for code, number in NUMBERS.items()}
    assert found.pop("beancount") == renamed(expected, kinds, beancount_account)
    assert found.pop("hledger") == renamed(expected, kinds, hledger_account)
    for slug, sums in found.items():
        assert sums == expected, slug
    check_xero(world, batches[0])


ESTONIAN = ("Account", "Debit", "Credit")


def renamed(sums: Counter[str], kinds: dict[str, str], name: object) -> Counter[str]:
    return Counter({name(kinds[number], number): value for number, value in sums.items()})  # type: ignore[operator]


def odoo(rows: list[dict[str, object]]) -> Counter[str]:
    """
    Read rows as Odoo's importer does: one with a value of the document begins it, what follows
    with those columns empty are its further lines. Each balances, and each is there once.
    """
    documents: list[list[dict[str, object]]] = []
    for row in rows:
        if row["ref"] or row["date"] or row["journal_id"]:
            assert row["ref"]
            assert row["journal_id"]
            assert date.fromisoformat(str(row["date"]))
            documents.append([])
        documents[-1].append(row)
    assert len({lines[0]["ref"] for lines in documents}) == len(documents)
    names = [f"line_ids/{name}" for name in ("account_id", "debit", "credit")]
    for lines in documents:
        assert not sum(added(lines, *names).values())
    return added(rows, *names)


def posted(files: Files) -> Counter[str]:
    """Add up batches of DATEV: each of a month, its days within what its first line says."""
    sums: Counter[str] = Counter()
    for content in files:
        months = zipfile.ZipFile(io.BytesIO(content)) if content[:2] == b"PK" else None
        names = [each for each in months.namelist() if "EXTF_" in each] if months else [""]
        for name in names:
            text = (months.read(name) if months else content).decode("utf-8-sig")
            about, heads, *lines = csv.reader(io.StringIO(text, newline=""), delimiter=";")
            assert (about[:5], len(heads)) == (["EXTF", "700", "21", "Buchungsstapel", "13"], 125)
            assert about[14][:6] == about[15][:6]
            for line in lines:
                row = dict(zip(heads, line, strict=True))
                assert row["Soll/Haben-Kennzeichen"] == "S"
                assert (
                    about[14][4:] <= row["Belegdatum"][2:] + row["Belegdatum"][:2] <= about[15][4:]
                )
                amount = cents(row["Umsatz (ohne Soll/Haben-Kz)"])
                sums[row["Konto"]] += amount
                sums[row["Gegenkonto (ohne BU-Schlüssel)"]] -= amount
    return without_zeros(sums)


def xero(content: Files) -> Counter[str]:
    """Add up drafts by narration and date; each balances and no file has over 300 lines."""
    sums: Counter[str] = Counter()
    for row in table(content):
        date_ = str(row["Date"])
        assert date(int(date_[6:]), int(date_[3:5]), int(date_[:2]))
        assert row["TaxRate"]
        sums[str(row["AccountCode"])] += cents(row["Amount"])
    return without_zeros(sums)


def quickbooks(content: Files) -> Counter[str]:
    sums = added(table(content), "Account Name", "Debits", "Credits")
    return Counter({NAMES[name]: value for name, value in sums.items()})


def merit(content: Files) -> Counter[str]:
    sums: Counter[str] = Counter()
    for batch in (json.loads(line) for each in content for line in each.splitlines()):
        assert sum(cents(r["Debit"]) - cents(r["Credit"]) for r in batch["EntryRow"]) == 0
        for row in batch["EntryRow"]:
            sums[row["AccountCode"]] += cents(row["Debit"]) - cents(row["Credit"])
    return without_zeros(sums)


def said(command: list[object]) -> str:
    """Run a program that finds nothing wrong, and return what it says."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


def kept(content: Files, folder: Path, ending: str, include: str) -> Path:
    """Lay the files of months beside each other, and one that includes them all."""
    names = [folder / f"{n}.{ending}" for n, _ in enumerate(content)]
    for name, each in zip(names, content, strict=True):
        name.write_bytes(each)
    whole = folder / f"books.{ending}"
    whole.write_text("".join(include.format(name.name) for name in names))
    return whole


def beancount(content: Files, folder: Path) -> Counter[str]:
    """Let Beancount's own checker read the months together, and Beancount itself add them up."""
    file = kept(content, folder, "beancount", 'include "{}"\n')
    texts = [each.decode() for each in content]
    assert all(" balance " in text for text in texts)
    opened = [line.split()[2] for text in texts for line in text.splitlines() if " open " in line]
    assert len(set(opened)) == len(opened)
    wrong = folder / "wrong.beancount"
    wrong.write_text(re.sub(r"(balance .*\d)(\d ~ 0)", r"\g<1>9\2", texts[0], count=1))
    assert (
        b"Balance failed"
        in subprocess.run([BIN / "bean-check", wrong], capture_output=True, check=False).stderr
    )
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


def hledger(content: Files, folder: Path) -> Counter[str]:
    """Let hledger check strictly and add up."""
    program = shutil.which("hledger")
    assert program, "hledger is missing: script/test installs it"
    file = kept(content, folder, "journal", "include {}\n")
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
    assert len(names) > 2
    seen: set[str] = set()
    sums: Counter[str] = Counter()
    for name in names:
        rows = table([parts.read(name)])
        assert len(rows) <= 300
        narrations = {str(row["Narration"]) for row in rows}
        assert not narrations & seen
        seen |= narrations
        for row in rows:
            sums[str(row["AccountCode"])] += cents(row["Amount"])
    assert without_zeros(sums) == added(
        table([read(file_of(world, batch))]), "account_code", "debit", "credit"
    )
    manifest = json.loads(parts.read("manifest.json"))
    assert [part["file"] for part in manifest["parts"]] == names
    assert sum(part["lines"] for part in manifest["parts"]) == batch.lines
