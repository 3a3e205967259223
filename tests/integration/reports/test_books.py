"""The reports of the books: balances, statements, lines, bases of taxes."""

from copy import deepcopy
from dataclasses import replace
from datetime import timedelta
from urllib.parse import urlencode

import pytest

from casino.ledger import services
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.queries.balances import account_id, trial_balance
from casino.ledger.queries.documents import account_entries
from casino.paging import Page
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked as asked_of
from casino.staff.models import Role, User
from tests.integration.reports.asking import NIGHT, cents, lines
from tests.world import EVENING, World

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(night: World, db: None) -> World:
    return deepcopy(night)


def test_what_was_there_and_what_came_and_went_is_what_is_there(world: World):
    for name in ("cash", "chips"):
        for line in lines(world, name):
            opening, came, went, closing = (
                cents([line], column) for column in ("opening", "in", "out", "closing")
            )
            assert opening + came - went == closing
            held = trial_balance(world.club.pk)
            now = sum(each.cents for each in held if each.code == line["account_code"])
            assert abs(now) == closing, line["account_code"]


def test_the_turnover_sums_to_nothing_and_debits_are_credits(world: World):
    found = lines(world, "turnover")
    assert cents(found, "debit") == cents(found, "credit") > 0
    assert cents(found, "closing") == cents(found, "opening") == 0


def test_the_trial_balance_tells_what_was_known_from_what_is_known(world: World):
    """What happened at 22:30 was written down only now: then nobody knew."""
    stamp = world.stamp("22:30")
    lines_of = (debit("cash:vault", 700), credit("equity:funding", 700))
    services.post_once(stamp, "test.late", Draft(kind="test.late", lines=lines_of))
    at = f"as_of={EVENING}T22:45"

    now, then = (lines(world, "balance", f"{at}&by={way}") for way in ("now", "then"))

    assert then == [], "the whole night was written down by the test, long after it"
    vault = next(line for line in now if line["account_code"] == "cash:vault")
    before = lines(world, "balance", f"as_of={EVENING}T22:15&by=now")
    vault_before = next(line for line in before if line["account_code"] == "cash:vault")
    assert cents([vault], "debit") - cents([vault_before], "debit") == 700
    assert cents(now, "debit") == cents(now, "credit")


def test_every_balance_opens_the_lines_that_made_it_on_days_without_any_too(world: World):
    """A balance of a month later: on that day nothing moved."""
    asked = asked_of(
        world.club,
        world.stamp("12:00", role=Role.ACCOUNTANT),
        as_of=world.at("12:00", day=EVENING + timedelta(40)),
    )
    rows = REPORTS["balance"].make(asked).rows
    assert len(rows) > 8
    for row in rows:
        assert row.why
        moved = lines(world, "ledger", urlencode(row.why.query))
        *_, debit_cents, credit_cents = row.cells
        assert cents(moved, "debit") - cents(moved, "credit") == debit_cents - credit_cents != 0


def test_an_account_is_one_line_and_its_parts_are_shown_on_demand(world: World):
    at = f"as_of={EVENING}T23:59"
    whole = [each for each in lines(world, "balance", at) if each["account_code"] == "chips:table"]
    assert [(each["ref"], each["parts"]) for each in whole] == [("", "2")]
    parts = lines(world, "balance", f"{at}&code=chips:table")
    assert [each["account_code"] for each in parts] == ["chips:table"] * 2
    assert cents(parts, "credit") == cents(whole, "credit") > 0


def test_a_balance_is_asked_to_the_second(world: World):
    day = EVENING + timedelta(3)
    for second in (20, 40):
        at = world.at("12:30", day=day) + timedelta(seconds=second)
        stamp = replace(world.stamp("12:30", day=day), at=at)
        both = (debit("cash:vault", 700), credit("equity:funding", 700))
        services.post_once(stamp, "test.seconds", Draft(kind="test.seconds", lines=both))
    vault = [
        cents(
            [x for x in lines(world, "balance", f"as_of={day}T12:30:{at}")
             if x["account_code"] == "cash:vault"],
            "debit",
        )
        for at in ("19", "30", "41")
    ]  # fmt: skip
    assert [vault[1] - vault[0], vault[2] - vault[1]] == [700, 700]


def test_the_statements_agree_with_the_ledger_and_with_each_other(world: World):
    at = f"as_of={EVENING}T23:59"
    held = lines(world, "balance-sheet", at)
    sums = {name: cents([x for x in held if x["section"] == name], "amount")
            for name in {x["section"] for x in held}}  # fmt: skip
    result = cents(lines(world, "income-statement"), "amount")
    assert sums["Assets"] == sums["Liabilities"] + sums["Equity"] + result > 0
    assert sums["Result not yet closed"] == result
    cash = [x for x in held if x["account_code"].startswith("cash:")]
    assert cents(lines(world, "cage-flow"), "amount") == cents(cash, "amount") > 0
    owed = cents(lines(world, "liabilities", at), "owed")
    assert owed == sums["Liabilities"]
    # A month later, the night is what stands beside.
    month = "first=2026-03-01&last=2026-03-31&by=month"
    (rake,) = (
        x for x in lines(world, "income-statement", month) if x["account_code"] == "income:rake"
    )
    assert (rake["amount"], rake["before"], rake["change"]) == ("0.00", "25.00", "-25.00")
    quarter = lines(world, "income-statement", "first=2026-05-01&last=2026-05-31&by=quarter")
    assert cents(quarter, "before") == result
    aged = lines(world, "liabilities", "as_of=2026-04-10T12:00&code=payable")
    assert [(x["owed"], x["days_30"], x["days_90"]) for x in aged] == [("400.00", "", "400.00")]


def test_fees_and_tables_are_the_bases_of_taxes(world: World):
    (month,) = lines(world, "taxes")
    assert (month["month"], month["fees"], month["tables"]) == ("2026-02", "0.00", "2")


def test_each_country_is_shown_what_its_taxes_ask_for(world: World):
    (ee,) = lines(world, "taxes", f"{NIGHT}&country=ee")
    assert (ee["fees"], ee["tournament_base"]) == ("0.00", "0.00"), (
        "its tournament is not played yet"
    )
    assert "table_income" not in ee
    (lv,) = lines(world, "taxes", f"{NIGHT}&country=lv")
    assert (lv["tables"], lv["table_income"]) == ("2", "25.00")


def test_a_report_says_what_accounts_hold_in_the_readers_language(world: World):
    User.objects.filter(pk=world.staff[Role.MANAGER].pk).update(language="et")
    page = world.browser(Role.MANAGER).get("/tallinn/reports/balance/").content.decode()
    assert "cash:vault" in page
    assert "Banknotes in the vault" not in page


def test_the_entries_of_an_account_come_a_part_at_a_time_the_latest_first(world: World):
    account = account_id(world.club.pk, "chips:floor") or 0
    every = account_entries(world.club.pk, account, page=Page(1_000))
    part = Page(2)
    latest = account_entries(world.club.pk, account, page=part)
    earlier = account_entries(world.club.pk, account, page=Page(1_000, part.next))
    assert latest + earlier == every
    assert len(latest) == 2 < len(every)
