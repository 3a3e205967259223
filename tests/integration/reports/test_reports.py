"""A night as every report tells it: their figures agree with each other and with the ledger."""

import csv
import html
import io
import re
from copy import deepcopy
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db.models import Q
from django.utils import timezone
from openpyxl import load_workbook

from cashgames.models import ChipMove, Hand
from cashgames.services.chip_corrections import take_back_chips
from cashgames.services.corrections import take_back_hand
from cashgames.services.hands import rake_hand
from casino.approvals.services import refuse
from casino.ledger import services
from casino.ledger.entries import Draft, credit, debit, reversal
from casino.ledger.queries.balances import balance_cents
from casino.ledger.queries.documents import entries
from casino.reports.exports import Drawing
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked as asked_of
from casino.reports.queries.pictures import PICTURES
from casino.staff.models import Role
from casino.web.templatetags.charts import picture
from tests.approving import ask
from tests.integration.reports.asking import FIGURE, NIGHT, asked, cents, lines
from tests.shifted import Clock
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(night: World, db: None) -> World:
    return deepcopy(night)


@pytest.mark.parametrize("way", ["day", "table", "game", "hour", "dealer"])
def test_rake_is_the_same_however_it_is_grouped(world: World, way: str):
    found = lines(world, "rake", f"{NIGHT}&by={way}")
    assert cents(found, "rake") == -balance_cents(world.club.pk, "income:rake") == 2_500
    assert cents(found, "jackpot_money") == 500
    assert sum(int(line["hands"]) for line in found) == 5


def test_each_hand_stands_under_its_dealer_and_its_hour(world: World):
    by_dealer = {
        line["dealer"]: line["hands"] for line in lines(world, "rake", f"{NIGHT}&by=dealer")
    }
    assert by_dealer == {"Tiina": "3", "not recorded": "2"}
    hours = [(line["hour"], line["hands"]) for line in lines(world, "rake", f"{NIGHT}&by=hour")]
    assert hours == [("21:00 to 22:00", "2"), ("22:00 to 23:00", "2"), ("23:00 to 00:00", "1")]


def test_hours_stand_in_the_order_of_the_night(world: World):
    later = {"session_id": Hand.objects.latest("id").session_id, "name": "late"}
    pot = {"pots_cents": [10_000], "players_dealt": 6, "board_cards_dealt": 5}
    rake_hand(world.stamp("02:15", role=Role.SUPERVISOR), **later, **pot)
    hours = [line["hour"] for line in lines(world, "rake", f"{NIGHT}&by=hour")]
    assert hours[-2:] == ["23:00 to 00:00", "02:00 to 03:00"]


def test_the_overview_draws_what_each_role_looks_at(world: World, clock: Clock):
    clock.set(world.at("23:50"))
    for role, shown in ((Role.ACCOUNTANT, set(PICTURES)), (Role.SUPERVISOR, {"rake", "hours"})):
        client = world.browser(role)
        page = client.get("/tallinn/overview/?nights=90").text
        found = set(re.findall(r'hx-get="/tallinn/overview/(\w+)/', page))
        assert shown <= found
        assert ("cash" in found) == (role == Role.ACCOUNTANT)
        for name in found:
            answer = client.get(f"/tallinn/overview/{name}/?nights=90")
            assert (answer.status_code, "/tallinn/reports/" in answer.text) == (200, True), name
        drawn = client.get("/tallinn/overview/rake/?nights=7").text
        assert re.findall(r"<title>([^<]+)</title>", drawn) == ["27.02.2026: 25,00"]
        drawn = client.get("/tallinn/overview/guests/?nights=7").text
        assert re.findall(r"<title>([^<]+)</title>", drawn) == ["27.02.2026: 12"]


def test_what_is_below_nothing_hangs_below_the_line():
    series = [("Hold", [-60_000, None, 90_000])]
    drawing = Drawing(
        names=["A", "B", "C"], series=series, leads=[["", "", ""]], say=str, unit="EUR", least=100
    )
    shown = picture(drawing)
    below, above = shown["series"][0]["points"]
    zero = float(shown["zero"])
    assert (float(below["top"]), below["below"]) == (zero, True)
    assert float(above["top"]) + float(above["height"]) == pytest.approx(zero, abs=0.11)
    assert float(above["height"]) / float(below["height"]) == pytest.approx(1.5, abs=0.01)


def test_tables_stand_in_the_order_of_their_numbers(world: World):
    found = lines(world, "rake", f"{NIGHT}&by=table")
    assert [line["table"] for line in found] == ["Table 2", "Table 10"]


def test_slips_add_up_to_what_came_into_the_drawers_and_left_them(world: World):
    found = lines(world, "slips")
    drawers = [row for row in lines(world, "cash") if row["account_code"] == "cash:drawer"]
    for way in ("in", "out"):
        assert cents(found, way) == cents(drawers, way)
    assert cents(found, "in") > 0
    sheet = REPORTS["slips"].make(asked_of(world.club, world.stamp(), first=EVENING, last=EVENING))
    summed = [column.name for column in sheet.columns if column.summed]
    assert summed == ["in", "out"]  # what was sold and what was paid are no one sum


def test_slips_are_listed_without_a_gap(world: World):
    numbers = [int(line["number"]) for line in lines(world, "slips")]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 3


def test_the_club_in_figures_adds_up_what_the_other_reports_say(world: World):
    (day,) = lines(world, "statistics", f"{NIGHT}&by=day")
    (year,) = lines(world, "statistics", f"{NIGHT}&by=year")
    assert (year.pop("period"), day.pop("period")) == ("2026", str(EVENING))
    assert year == day
    assert (day["rake"], day["fees"], day["over_short"]) == ("25.00", "0.00", "-400.00")
    assert day["house"] == "-375.00", "the prize of the test was the house's own loss"
    assert (day["hands"], day["guests"]) == ("5", "12")


def test_what_is_owed_is_owed_on_its_day_and_later(world: World):
    assert cents(lines(world, "payments"), "amount") == 40_000
    before = EVENING - timedelta(days=1)
    assert lines(world, "payments", f"first={before}&last={before}") == []


def test_every_report_is_a_page_and_two_files_of_the_same_lines(world: World):
    client = world.browser(Role.MANAGER)
    for name in REPORTS:
        query = asked(name)
        shown = client.get(f"/tallinn/reports/{name}/?{query}").content.decode()
        text = client.get(f"/tallinn/reports/{name}.csv?{query}").content.decode()
        file = client.get(f"/tallinn/reports/{name}.xlsx?{query}").content
        rows = list(csv.reader(io.StringIO(text)))
        book: Any = load_workbook(io.BytesIO(file)).active
        summed = 1 if "<tfoot>" in shown else 0
        assert shown.count("<tr>") == 1 + max(len(rows) - 1, 1) + summed, name
        assert book.max_row == len(rows) + summed, name
        excel = client.get(f"/tallinn/reports/{name}.excel.csv?{query}").content
        theirs = list(csv.reader(io.StringIO(excel.decode("utf-8-sig"))))
        assert excel.startswith(b"\xef\xbb\xbf"), name
        assert [len(row) for row in theirs] == [len(row) for row in rows], name
        if len(rows) > 1:
            said = [row[-2] or row[-1].partition("=")[2] for row in rows[1:]]
            assert all(each.startswith("http://testserver/tallinn/") for each in said), name
            linked = [cell.hyperlink.target for cell in book[2] if cell.hyperlink]
            assert client.get(linked[0].removeprefix("http://testserver")).status_code == 200, name


def test_every_figure_leads_to_a_page_that_opens(world: World):
    client = world.browser(Role.MANAGER)
    kinds: dict[str, str] = {}
    for name in set(REPORTS) - {"guest"}:
        page = client.get(f"/tallinn/reports/{name}/?{asked(name)}").content.decode()
        lines, _, _ = page.partition("<tfoot>")
        bare = re.findall(r'<td class="n">\s*([^<\s][^<]*)', lines)
        assert bare == [], name
        found = re.findall(r'title="why\?" href="([^"]+)"', lines)
        # One address of a kind: the ids in it are of no matter here.
        kinds |= {re.sub("[0-9]+", "0", address): html.unescape(address) for address in found}
    for address in kinds.values():
        assert client.get(address).status_code == 200, address
    assert len(kinds) > len(REPORTS)


def test_the_lines_behind_a_figure_sum_to_it(world: World):
    client = world.browser(Role.MANAGER)
    page = client.get(f"/tallinn/reports/rake/?{NIGHT}&by=table").content.decode()
    address = re.search(r'href="([^"]+)">\s*15,00\s*<', page)
    assert address is not None
    behind = html.unescape(address[1]).replace("/takings/", "/takings.csv")
    found = list(csv.DictReader(io.StringIO(client.get(behind).content.decode())))
    assert [line["table"] for line in found] == ["Table 2"] * 3
    assert cents(found, "rake") == 1_500
    assert lines(world, "takings", f"{NIGHT}&by=hour&only=dawn") == []


def test_the_ledger_is_every_line_of_the_days_or_those_of_an_account(world: World):
    whole = lines(world, "ledger")
    assert cents(whole, "debit") == cents(whole, "credit") > 0
    rake = lines(world, "ledger", f"{NIGHT}&code=income:rake")
    assert {line["account_code"] for line in rake} == {"income:rake"}
    assert cents(rake, "credit") == 2_500
    assert len(whole) == len({(line["entry"], line["account"], line["ref"]) for line in whole})


def test_a_long_report_comes_in_pages_and_its_sums_are_those_of_all(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("casino.reports.views.reports.LINES_OF_A_PAGE", 7)
    client, whole = world.browser(Role.MANAGER), lines(world, "ledger")
    first = client.get(f"/tallinn/reports/ledger/?{NIGHT}").content.decode()
    assert first.count("<tr>") == 1 + 7 + 1
    assert f"Lines 1 to 7 of {len(whole)}" in first
    more = client.get(f"/tallinn/reports/ledger/?{NIGHT}&from=7").content.decode()
    sums = [page.partition("<tfoot>")[2].partition("</tfoot>")[0] for page in (first, more)]
    assert sums[0] == sums[1] != ""
    assert whole[7]["entry"] in more


def test_what_was_written_down_later_is_left_out_of_days_too(world: World):
    """The night was written down by the test, long after it: then nobody knew."""
    for name in set(REPORTS) - {"balance", "guest", "tax-return"}:
        assert lines(world, name, f"{NIGHT}&known_at={EVENING}T23:59") == [], name
    # A return says of each tax what it comes to, nothing too.
    returned = lines(world, "tax-return", f"{NIGHT}&known_at={EVENING}T23:59")
    assert {row["base"] for row in returned} == {"0.00"}
    assert lines(world, "statistics", f"{NIGHT}&by=shift&known_at={EVENING}T23:59") == []
    assert lines(world, "days", f"{NIGHT}&known_at=2099-01-01T00:00") == lines(world, "days")


def test_a_slip_taken_back_later_was_good_then(world: World):
    (sold,) = (
        each
        for each in entries(world.club.pk, Q(kind="cage.chips_sold"))
        if each.cents_on("cash:drawer") == 12_300
    )
    then = timezone.now()
    stamp = world.stamp("23:30")
    back = reversal(sold.draft, entry_id=sold.id, memo="wrong")
    services.post_entry(services.act(stamp, "test.back").on(stamp), back)
    slips = REPORTS["slips"]
    now, known = (
        slips.make(asked_of(world.club, stamp, first=EVENING, last=EVENING, known_at=at)).rows
        for at in (None, then)
    )
    assert "undone" not in "".join(row.cells[-1] for row in known)
    assert "undone" in "".join(row.cells[-1] for row in now)


def test_a_shift_shows_what_the_club_came_to_while_it_was_open(world: World):
    (day,) = lines(world, "statistics", f"{NIGHT}&by=day")
    (shift,) = lines(world, "statistics", f"{NIGHT}&by=shift")
    same = ("hands", "guests", "rake", "fees", "jackpot_money")
    assert [shift[name] for name in same] == [day[name] for name in same]
    assert (shift["over_short"], day["over_short"]) == ("0.00", "-400.00"), "the vault's, not its"
    page = (
        world.browser(Role.MANAGER)
        .get(f"/tallinn/reports/statistics/?{NIGHT}&by=shift")
        .content.decode()
    )
    behind = [html.unescape(address) for address in re.findall(r'href="([^"]+shift=[^"]+)"', page)]
    rake = next(address for address in behind if "income" in address and "time" not in address)
    found = (
        world.browser(Role.MANAGER).get(rake.replace("/ledger/", "/ledger.csv")).content.decode()
    )
    assert cents(list(csv.DictReader(io.StringIO(found))), "credit") == 2_500
    none = "/tallinn/reports/ledger/?shift=999999"
    assert world.browser(Role.MANAGER).get(none).status_code == 404


def test_what_was_reversed_counts_no_longer_in_a_day_or_a_shift(world: World):
    def both() -> list[tuple[str, ...]]:
        found = [lines(world, "statistics", f"{NIGHT}&by={by}")[0] for by in ("day", "shift")]
        return [
            tuple(each[name] for name in ("hands", "guests", "jackpot_money")) for each in found
        ]

    def of_shift(known_at: datetime) -> Any:
        stamp = world.stamp("23:40")
        what = {"first": EVENING, "last": EVENING, "by": "shift", "known_at": known_at}
        return REPORTS["statistics"].make(asked_of(world.club, stamp, **what)).rows[0].cells[:3]

    then = timezone.now()
    assert both() == [("5", "12", "5.00")] * 2
    before = of_shift(then)
    floor = {"role": Role.SUPERVISOR}
    typed, moved = Hand.objects.latest("id"), ChipMove.objects.latest("id")
    take_back_hand(world.stamp("23:30", **floor), hand_id=typed.pk, reason="never dealt")
    take_back_chips(world.stamp("23:31", **floor), move_id=moved.pk, reason="never sat")

    assert both() == [("4", "11", "4.00")] * 2
    assert sorted(line["guests"] for line in lines(world, "tables")) == ["5", "6"]
    assert of_shift(then) == before


def test_a_gaming_day_has_a_line_that_agrees_with_the_other_reports(world: World):
    (day,) = lines(world, "days")
    assert (day["gaming_day"], day["state"], day["rake"]) == (str(EVENING), "open", "25.00")
    cash = lines(world, "cash")
    assert cents([day], "cash") == cents(cash, "closing")
    assert day["due"] == "400.00"
    assert int(day["entries"]) == len({line["entry"] for line in lines(world, "ledger")})


def test_what_a_drawer_began_with_stands_by_denomination(world: World):
    found = [line for line in lines(world, "shift-sheets") if line["of"] == "cash"]
    (shift,) = lines(world, "shifts")
    assert cents(found, "opened") == cents([shift], "float") > 0
    assert lines(world, "over-short") == [], "the shift is not closed"


def test_the_year_to_date_runs_from_january_month_by_month(world: World):
    later = world.stamp("22:00", day=EVENING + timedelta(days=31))
    more = (debit("chips:floor", 600), credit("income:rake", 600))
    services.post_once(later, "test.more", Draft(kind="test.more", lines=more))
    query = f"first={EVENING}&last={later.gaming_day}&by=to_date"
    found = {line["period"]: line["rake"] for line in lines(world, "statistics", query)}
    assert found == {"2026-02": "25.00", "2026-03": "31.00"}


def test_what_was_refused_stands_out_with_who_and_why(world: World):
    assert lines(world, "exceptions") == []
    refused = ask(world.stamp("22:05"), cents=500)
    manager = world.stamp("22:10", role=Role.MANAGER)
    refuse(manager, proposal_id=refused.pk, remark="Not tonight")
    (found,) = lines(world, "exceptions")
    assert (found["kind"], found["reason"]) == ("refused approval", "Not tonight")
    assert found["who"] == str(world.staff[Role.MANAGER])


def test_a_request_that_was_withdrawn_stands_out_as_no_refusal(world: World):
    own = world.stamp("22:05")
    asked = ask(own, cents=500)
    refuse(world.stamp("22:10"), proposal_id=asked.pk, remark="Typed wrongly")
    (found,) = lines(world, "exceptions")
    assert (found["kind"], found["reason"]) == ("request withdrawn", "Typed wrongly")
    said = world.browser(Role.CASHIER).get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    assert "Withdrawn by" in said
    assert "Refused by" not in said


def test_a_name_that_looks_like_a_formula_is_text_in_both_files(world: World):
    found = lines(world, "tournaments")
    assert found[0]["tournament"] == f"'{FIGURE}"
    answer = world.browser(Role.MANAGER).get(f"/tallinn/reports/tournaments.xlsx?{NIGHT}")
    cell: Any = load_workbook(io.BytesIO(answer.content)).active["B2"]  # type: ignore[index]
    assert (cell.value, cell.data_type) == (FIGURE, "s")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("first=2026-03-01&last=2026-02-01", "The last day is before the first."),
        ("first=1900-01-01&last=2026-02-01", "The maximum is three years"),
        ("first=soon", "Write the date like 21.11.1990."),
        ("by=colour", "Select a valid choice"),
    ],
)
def test_a_question_that_cannot_be_is_refused_at_its_field(world: World, query: str, said: str):
    client = world.browser(Role.MANAGER)
    for ending in ("/", ".csv", ".xlsx"):
        answer = client.get(f"/tallinn/reports/rake{ending}?{query}")
        assert answer.status_code == 400
        assert said in answer.content.decode()


@pytest.mark.parametrize(
    ("asks", "box", "written"),
    [
        ("rake/?first=2026-11-01&last=2026-11-21", "first", "01.11.2026"),
        ("rake/?first=1.11.26&last=2026-11-21", "first", "1.11.26"),
        ("balance/?as_of=2026-11-21T07:00:00", "as_of", "21.11.2026 07:00"),
        ("balance/?as_of=2026-11-21T07:00:05", "as_of", "21.11.2026 07:00:05"),
        ("balance/?as_of=yesterday", "as_of", "yesterday"),
    ],
)
def test_what_an_address_asks_stands_in_its_box_as_people_write_it(
    world: World, asks: str, box: str, written: str
):
    page = world.browser(Role.ACCOUNTANT).get(f"/tallinn/reports/{asks}").content.decode()
    (typed,) = re.findall(rf'<input[^>]*name="{box}"[^>]*>', page)
    assert f'value="{written}"' in typed
