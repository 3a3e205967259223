"""Who counts looks everywhere for what they should find: on every page and in every answer."""

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import timedelta
from io import BytesIO
from itertools import chain, product
from typing import Any
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import NoReverseMatch

from casino.approvals.models import Proposal
from casino.cage.models import Drawer, Shift
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.desk import sell_chips
from casino.cage.services.funds import VaultFull, fund_vault
from casino.cage.services.handover import take_over
from casino.cage.services.opening import open_shift
from casino.cage.services.vault_count import count_vault
from casino.closing.services import days as days_services
from casino.ledger.queries.balances import account_id, balance_cents
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked as report_params
from casino.sheets.papers import Paper
from casino.staff.models import Role
from casino.tablefloats.models import Transfer
from casino.tablefloats.services.transfers import ask_fill, confirm_fill, issue_fill
from tests.api.program import program
from tests.api.routes import operations, path_of
from tests.pages.evening import address, ids, routes
from tests.refusing import refused
from tests.shifted import Clock
from tests.world import EVENING, FLOAT, RACK, World, a_club, a_key, a_member, of_the_desk

pytestmark = pytest.mark.django_db
BERTA = "berta"
COUNTS = {
    # Whoever counts, and what of.
    Role.CASHIER: {"drawer", "table float"},
    BERTA: {"drawer", "handed over", "table float"},
    Role.SUPERVISOR: {"drawer", "vault", "table float", "cash of the cage"},
    # The manager signs what the drawer differs by, and sees it there.
    Role.MANAGER: {"vault", "table float", "cash of the cage"},
}
IN_THE_BOOKS = (
    "reports/balance-sheet/",
    "days/2026-02-27/",
    "days/2026-02-27/report.csv",
    "reports/balance/",
    "reports/turnover/",
    "reports/cash/",
)
IN_FILES = [f"reports/balance-sheet.{ending}" for ending in ("csv", "xlsx", "pdf")]


@pytest.fixture(autouse=True)
def papers_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a PDF says lies packed in it, glyph by glyph: here its lines are read undrawn."""

    def words(paper: Paper) -> bytes:
        lines = (*paper.above, *chain.from_iterable(paper.rows), *paper.below)
        return "\n".join((paper.title, *lines)).encode()

    monkeypatch.setattr("casino.sheets.drawing.draw", words)


@pytest.fixture
def world(db: None, clock: Clock) -> World:
    """A night at which everything is being counted, and nothing was found yet."""
    world = a_club()
    clock.stop(world.at("23:10"))
    world.player()
    world.staff[BERTA] = a_member(world.club, Role.CASHIER, name="berta@tallinn")
    world.fund(5_013_700)
    first, second = world.drawer("Desk 1"), world.drawer("Desk 2")
    left = handed_over(world, first)
    session = world.session()
    shift = opened(world, second, "21:00")
    for at, chips in (("21:10", 100), ("21:20", 217)):
        fill(world, session.pk, shift, chips, at)
    for at, cents in (("21:30", 30_000), ("21:31", 47_700)):
        sell_chips(world.stamp(at), shift_id=shift.pk, cents=cents)
    submit_count(world.stamp("23:00"), shift_id=shift.pk, cash=FLOAT, chips=RACK)
    close_shift.ask(world.stamp("23:01"), shift_id=shift.pk, reason="Counted once")
    count_vault.ask(world.stamp("23:02", role=Role.MANAGER), cash={10000: 400}, reason="")
    berta = replace(world.stamp("23:03"), actor_id=world.staff[BERTA].pk, key=a_key())
    take_over.submit(berta, drawer_id=left.drawer_id, cash=FLOAT, chips=RACK)
    return world


def opened(world: World, drawer: Drawer, clock: str) -> Shift:
    return open_shift(world.stamp(clock), drawer_id=drawer.pk, cash=FLOAT, chips=RACK)


def handed_over(world: World, drawer: Drawer) -> Shift:
    """Leave 4 223,00 for the next cashier."""
    shift = opened(world, drawer, "20:00")
    for at, cents in (("20:10", 10_000), ("20:11", 12_300)):
        sell_chips(world.stamp(at), shift_id=shift.pk, cents=cents)
    counted = {
        "cash": FLOAT | {1000: 122, 100: 3},
        "chips": RACK | {500: 160, 100: 477},
    }
    submit_count(world.stamp("20:30"), shift_id=shift.pk, **counted)
    return close_shift(world.stamp("20:31"), shift_id=shift.pk, hand_over=True)


def fill(world: World, session_id: int, shift: Shift, chips: int, clock: str) -> None:
    supervisor = world.stamp(clock, role=Role.SUPERVISOR)
    asked = ask_fill(supervisor, session_id=session_id, chips={100: chips})
    counted = {"transfer_id": asked.pk, "chips": {100: chips}}
    issue_fill(world.stamp(clock), shift_id=shift.pk, **counted)
    confirm_fill(replace(supervisor, key=a_key()), **counted)


def figures(world: World) -> dict[str, int]:
    """Return what would be found of each, in cents."""
    club, (left, open_) = world.club.pk, Shift.objects.order_by("id")
    each = {
        "drawer": balance_cents(club, "cash:drawer", open_.drawer_id),
        "handed over": balance_cents(club, "cash:drawer", left.drawer_id),
        "vault": balance_cents(club, "cash:vault"),
        "table float": balance_cents(club, "chips:bank", Transfer.objects.first().session_id),
    }
    cash = {name: cents for name, cents in each.items() if name != "table float"}
    return each | {"cash of the cage": sum(cash.values())}


def said(content: bytes) -> str:
    """Return a text, or those in a workbook, without what stands between an amount's digits."""
    if content.startswith(b"PK"):
        with ZipFile(BytesIO(content)) as packed:
            content = b" ".join(map(packed.read, packed.namelist()))
    text = content.decode(errors="replace")
    for space in ("\u00a0", "\u202f", "&nbsp;", " "):
        text = text.replace(space, "")
    return text


def tells(content: bytes, cents: int) -> bool:
    """Return whether a content says an amount, as people, programs or workbooks write it."""
    whole, rest = divmod(cents, 100)
    cell = f"<v>{cents / 100:.15g}</v>"
    ways = f"(?<!\\d)({whole}[,.]{rest:02}|{cents})(?!\\d)|{re.escape(cell)}"
    return bool(re.search(ways, said(content)))


def known(world: World) -> Iterator[dict[str, Any]]:
    """Yield ids that addresses name, of each drawer, shift, account and request."""
    club, shifts = world.club.pk, list(Shift.objects.order_by("id"))
    common = ids(world) | {"transfer_id": Transfer.objects.earliest("id").pk}
    accounts = [
        account_id(club, code, ref)
        for code, ref in (
            ("cash:vault", 0),
            *(("cash:drawer", each.drawer_id) for each in shifts),
            ("chips:bank", common["session_id"]),
        )
    ]
    requests = [each.pk for each in Proposal.objects.order_by("id")]
    rows = max(len(shifts), len(accounts), len(requests), len(REPORTS))
    names = list(REPORTS)
    for n in range(rows):
        shift = shifts[n % len(shifts)]
        yield common | {
            "shift_id": shift.pk,
            "drawer_id": shift.drawer_id,
            "account_id": accounts[n % len(accounts)],
            "proposal_id": requests[n % len(requests)],
            "name": names[n % len(names)],
        }


def contents(world: World, who: str) -> Iterator[tuple[str, bytes]]:
    """Yield every page and every answer that somebody can open, by its address."""
    client, caller = Client(), program(world, who)
    client.force_login(world.staff[who])
    seen = set()
    for values, route in product(known(world), routes().values()):
        try:
            where = address(values, route)
        except NoReverseMatch:
            continue
        if where not in seen:
            seen.add(where)
            answer: Any = client.get(where)
            yield where, answer.getvalue()
    for values, (route, method, _) in product(known(world), operations()):
        if method != "get":
            continue
        where = path_of(route, values)
        if where not in seen:
            seen.add(where)
            yield f"API {where}", caller.get(where).getvalue()


def leaks(world: World, who: str, wanted: Collection[str]) -> set[tuple[str, str]]:
    """Return where somebody reads which of the figures wanted."""
    cents = {name: each for name, each in figures(world).items() if name in wanted}
    return {
        (where, name)
        for where, content in contents(world, who)
        for name, each in cents.items()
        if tells(content, each)
    }


@pytest.mark.parametrize("who", COUNTS)
def test_nothing_says_what_is_expected_to_who_counts_it(world: World, who: str):
    assert leaks(world, who, COUNTS[who]) == set()


def test_who_counts_nothing_reads_what_is_expected_so_that_the_search_would_find_it(world: World):
    wanted = COUNTS[Role.SUPERVISOR]
    found = leaks(world, Role.ACCOUNTANT, wanted)
    assert {name for _, name in found} == wanted
    where = {page.removeprefix("/tallinn/") for page, name in found if name == "vault"}
    assert where >= {*IN_THE_BOOKS, *IN_FILES}
    client, vault = Client(), figures(world)["vault"]
    client.force_login(world.staff[Role.AUDITOR])
    assert all(tells(client.get(f"/tallinn/{each}").getvalue(), vault) for each in IN_THE_BOOKS)


def test_the_books_say_what_is_left_out_until_the_count_and_give_no_sums(world: World):
    client = Client()
    for who, told in ((Role.SUPERVISOR, False), (Role.MANAGER, False), (Role.ACCOUNTANT, True)):
        client.force_login(world.staff[who])
        for where in (*IN_THE_BOOKS, "reports/cage-flow/"):
            page = client.get(f"/tallinn/{where}").getvalue().decode()
            assert ("shown after the count" in page) != told, (who, where)
    for who, sums in ((Role.MANAGER, False), (Role.ACCOUNTANT, True)):
        client.force_login(world.staff[who])
        foot = client.get("/tallinn/accounts/", follow=True).text.partition("<tfoot")[2]
        assert bool(re.search(r"\d,\d\d", foot.partition("</tfoot>")[0])) == sums, who


def test_no_check_of_the_day_sums_what_is_left_out(world: World):
    first = {}
    for who in (Role.MANAGER, Role.ACCOUNTANT):
        checks = program(world, who).get("days/2026-02-27/").json()["checks"]
        first[who] = [checks[0][name] for name in ("agrees", "left_cents", "right_cents")]

    assert first[Role.MANAGER] == [True, None, None]
    agrees, left, right = first[Role.ACCOUNTANT]
    assert (agrees, left) == (True, right)
    assert left > 5_013_700


def test_the_lines_of_one_account_say_no_sum_either(world: World):
    client, vault = Client(), figures(world)["vault"]
    day, before = f"{EVENING:%Y-%m-%d}", f"{EVENING - timedelta(days=1):%Y-%m-%d}"
    number = account_id(world.club.pk, "cash:vault")
    for where in (
        f"reports/ledger/?code=cash:vault&first={day}&last={day}",
        f"reports/ledger.csv?code=cash:vault&first={day}&last={day}",
        f"accounts/{number}/?day={day}",
        # What was carried forward to an instant of tonight, asked for with yesterday's lines.
        f"reports/ledger/?code=cash:vault&first={before}&last={before}&before={day}T23:00:00",
    ):
        for who, told in ((Role.MANAGER, False), (Role.ACCOUNTANT, True)):
            client.force_login(world.staff[who])
            page = client.get(f"/tallinn/{where}").getvalue()
            assert tells(page, vault) == (told and ".csv" not in where), (where, who)


def test_after_the_close_everybody_who_reads_the_books_reads_them_whole(world: World, clock: Clock):
    vault = figures(world)["vault"]
    days_services.close_due_days(world.at("07:01", day=EVENING + timedelta(1)))
    clock.stop(world.at("08:00", day=EVENING + timedelta(1)))
    client = world.browser(Role.MANAGER)

    page = client.get(f"/tallinn/days/{EVENING}/").getvalue()

    assert tells(page, vault)


def test_the_page_that_opens_a_shift_knows_no_denominations_of_a_drawer_that_waits(world: World):
    client = world.browser(BERTA)
    page = client.get("/tallinn/till/open/").content.decode()
    before = json.loads(page.split('id="before" type="application/json">')[1].split("<")[0])
    assert set(before) == set()


def test_the_shifts_report_says_no_sums_of_a_drawer_to_who_counts_it():
    world = a_club("other")
    shift = world.open_shift()
    sell_chips(world.stamp("21:30"), shift_id=shift.pk, cents=47_700)
    for role, said in ((Role.SUPERVISOR, (None, None)), (Role.ACCOUNTANT, (47_700, 0))):
        stamp = world.stamp("22:00", role=role)
        sheet = REPORTS["shifts"].sheet(report_params(world.club, stamp))
        assert (sheet.rows[0].cells[4], sheet.rows[0].cells[5]) == said, role
        assert bool(sheet.notes) == (None in said) != any(each.summed for each in sheet.columns)


def test_no_refusal_says_what_the_vault_holds(world: World):
    of_the_desk(world.club, vault_maximum_cents=5_000_000)
    manager = world.stamp("23:05", role=Role.MANAGER)
    said = refused(VaultFull, fund_vault.ask, manager, cash={10_000: 100})
    assert not tells(
        f"{said.message} {said.next_step}".encode(), 5_000_000 - figures(world)["vault"]
    )
