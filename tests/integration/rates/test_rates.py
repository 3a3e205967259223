"""Rates with their days and sources, returns and groups made of them, computed a second way."""

from collections import defaultdict
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from casino.journal.services.accounts import add_account
from casino.ledger import services as ledger
from casino.ledger.chart import CHART
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.models import LedgerLine
from casino.rates.models import ExchangeRate, TaxRate
from casino.rates.services import (
    FarFromTheLast,
    bring_exchange_rates,
    set_exchange_rate,
    set_tax_rate,
)
from casino.refusals import BadInput
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.sheets.sheet import Sheet
from casino.staff.models import Membership, Role
from jackpot.services.intercompany import open_intercompany
from tests.refusing import refused
from tests.world import EVENING, World, a_club, founding

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(days=1)
BEFORE = EVENING - timedelta(days=1)
# A Thursday, a Friday; the Saturday goes by the Friday's.
TABLE = f"Date,SEK,XYZ\n{BEFORE},11.10,N/A\n{EVENING},11.2345,\n"
ECB = "ECB reference rates"


def stamp(world: World, clock: str = "12:00", day: date = NEXT) -> Any:
    return world.stamp(clock, role=Role.ACCOUNTANT, day=day)


def made(world: World, name: str, **more: Any) -> Sheet:
    what: dict[str, Any] = {"first": EVENING, "last": NEXT, "country": "all"} | more
    return REPORTS[name].make(asked(world.club, stamp(world), **what))


def table(sheet: Sheet) -> list[dict[str, Any]]:
    names = [column.name for column in sheet.columns]
    return [dict(zip(names, row.cells, strict=True)) for row in sheet.rows]


def posted(world: World, day: date, *lines: Any) -> None:
    draft = Draft(kind="test.posted", lines=lines)
    ledger.post_once(world.stamp("22:00", day=day), "test.posted", draft)


def abroad(home: World) -> World:
    """A club in another currency whose books the accountant of the first keeps, too."""
    there = a_club("malmo", currency="SEK")
    open_intercompany(home.club.pk, there.club.pk)
    with founding(there.club):
        Membership.objects.create(
            user=home.staff[Role.ACCOUNTANT], club=there.club, role=Role.ACCOUNTANT
        )
    return there


def test_a_tax_goes_by_the_rate_of_its_day_and_names_what_no_public_text_has(world: World):
    rent = add_account(
        stamp(world), code="3100", name="Room hire", kind="income", tax_code="ee-vat"
    )
    for day, fees in ((date(2025, 12, 30), 10_001), (date(2026, 1, 2), 10_001)):
        posted(world, day, debit("cash:vault", fees), credit("income:fees", fees))
    posted(world, EVENING, debit("cash:vault", 5_000), credit("own:income", 5_000, rent.pk))
    what: dict[str, Any] = {"first": date(2025, 12, 1), "last": NEXT, "country": "ee"}
    sheet = made(world, "tax-return", **what)
    paid = {(row["period"], row["tax"]): row["tax_due"] for row in table(sheet)}
    assert paid["2025-12", "Gambling tax, tournaments"] == 600
    assert paid["2026-01", "Gambling tax, tournaments"] == 550
    assert paid["2026-02", "VAT, standard rate"] is None
    assert "VAT, standard rate" in sheet.notes[0]
    at: dict[str, Any] = {
        "tax": "ee-vat",
        "since": date(2025, 7, 1),
        "source": "VAT Act, section 15",
    }
    set_tax_rate(stamp(world), hundredths=2_400, **at)
    row = table(made(world, "tax-return", **what))[-1]
    assert (row["base"], row["rate"], row["tax_due"]) == (5_000, 2_400, 1_200)
    assert row["source"] == "VAT Act, section 15"
    assert made(world, "tax-return", **what).notes == ()


def test_a_rate_is_a_fact_with_a_day_and_a_source_or_refused_by_its_line(world: World):
    assert bring_exchange_rates(stamp(world), table=TABLE, source=ECB).currency == "SEK"
    assert ExchangeRate.objects.count() == 2
    one: dict[str, Any] = {"day": NEXT, "source": ECB}
    for currency, rate, field in (
        ("SEK", "0", "rate"), ("SEK", "eleven", "rate"), ("SEK", "1.1234567", "rate"),
        ("SEK", "NaN", "rate"), ("EUR", "1", "currency"), ("euro", "1", "currency"),
    ):  # fmt: skip
        with pytest.raises(BadInput) as caught:
            set_exchange_rate(stamp(world), currency=currency, rate=rate, **one)
        assert caught.value.field == field
    for text, said in (
        ("Date,SEK\n", "no rates"), ("Date,SEK\n1.2.2026,1", "Line 2"),
        ("Date,SEK\n2026-02-27,x", "Line 2"), ("Date,KRONA\n2026-02-27,1", "Line 1"),
    ):  # fmt: skip
        refusal = refused(BadInput, bring_exchange_rates, stamp(world), table=text, source=ECB)
        assert said in refusal.message
    assert ExchangeRate.objects.count() == 2
    set_tax_rate(stamp(world), tax="ee-vat", since=EVENING, hundredths=1, source="x")
    for change in (
        lambda: ExchangeRate.objects.update(rate_micro=1),
        lambda: ExchangeRate.objects.all().delete(),
        lambda: TaxRate.objects.update(hundredths=2),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()


def test_a_rate_far_from_the_one_before_is_asked_about_until_a_note_says_why(world: World):
    bring_exchange_rates(stamp(world), table=TABLE, source=ECB)
    one: dict[str, Any] = {"currency": "SEK", "day": NEXT, "source": ECB}
    asked = refused(FarFromTheLast, set_exchange_rate, stamp(world), rate="112345", **one)
    assert "SEK on" in asked.message
    assert "112345: more than a fifth off 11.2345" in asked.message
    refused(FarFromTheLast, set_exchange_rate, stamp(world), rate="8.9", **one)
    early = one | {"day": BEFORE - timedelta(days=9)}
    refused(FarFromTheLast, set_exchange_rate, stamp(world), rate="1.1", **early)
    later = f"Date,SEK\n{BEFORE},11.3\n{NEXT},113\n"
    refused(FarFromTheLast, bring_exchange_rates, stamp(world), table=later, source=ECB)
    assert ExchangeRate.objects.count() == 2

    set_exchange_rate(stamp(world), rate="13.4", **one)
    set_exchange_rate(stamp(world), rate="112345", note="Redenominated", **one)
    set_exchange_rate(stamp(world), rate="11.3", **one)  # goes by the day before, not by itself


def earning(world: World) -> World:
    """Let two clubs earn and owe each other; return the one abroad."""
    there = abroad(world)
    for club, factor in ((world, 1), (there, 7)):
        posted(club, BEFORE, debit("cash:vault", 90_001 * factor),
               credit("equity:funding", 90_001 * factor))  # fmt: skip
        posted(club, EVENING, debit("cash:vault", 3_337 * factor),
               credit("income:rake", 3_337 * factor))  # fmt: skip
        posted(club, NEXT, debit("expense:overlay", 111 * factor),
               credit("cash:vault", 111 * factor))  # fmt: skip
    posted(world, NEXT, debit("cash:vault", 1_000), credit("group:owes", 1_000, there.club.pk))
    posted(there, NEXT, debit("group:owed", 11_234, world.club.pk), credit("cash:vault", 11_234))
    return there


def test_two_clubs_in_two_currencies_are_one_to_the_cent(world: World):
    there = earning(world)
    gap = made(world, "group")
    assert gap.notes[0].startswith("Poker club malmo: no rate of SEK on 26.02.2026, 27.02.2026")
    assert {row["of_malmo"] for row in table(gap)} == {None}
    bring_exchange_rates(stamp(world), table=TABLE, source=ECB)

    rows = {row["account_code"] or row["account"]: row for row in table(made(world, "group"))}
    assert {code: row["of_malmo"] for code, row in rows.items()} == by_hand(there)
    assert sum(row["of_malmo"] for row in rows.values()) == 0
    assert sum(row["group"] for row in rows.values()) == 0
    assert (rows["group:owes"]["group"], rows["group:owed"]["group"]) == (0, 0)
    assert rows["income:rake"]["group"] == -(3_337 + round(Fraction(3_337 * 7 * 10_000, 112_345)))
    results = table(made(world, "group", by="results"))
    assert [row["account_code"] for row in results] == ["income:rake", "expense:overlay"]

    client = world.browser(Role.ACCOUNTANT)
    page = client.get(f"/tallinn/reports/group/?first={EVENING}&last={NEXT}").content.decode()
    assert f"/malmo/reports/ledger/?first={EVENING}" in page
    client.force_login(world.staff[Role.MANAGER])
    page = client.get(f"/tallinn/reports/group/?first={EVENING}&last={NEXT}").content.decode()
    assert "Not in the group, so still owed: Poker club malmo." in page
    assert "/malmo/" not in page


def test_the_same_report_of_several_clubs_stands_side_by_side_each_in_its_currency(world: World):
    earning(world)
    beside = {row["account"]: row for row in table(made(world, "clubs", by="income-statement"))}
    assert {name: (row["of_tallinn"], row["of_malmo"]) for name, row in beside.items()} == {
        CHART["income:rake"].name: (3_337, 3_337 * 7), CHART["expense:overlay"].name: (-111, -777),
    }  # fmt: skip
    for by in dict(REPORTS["clubs"].group_by):
        sheet = made(world, "clubs", by=by)
        assert [each.unit for each in sheet.columns if each.unit] == ["EUR", "SEK"], by
        links = [link for row in sheet.rows for link in row.links.values() if link.club == "malmo"]
        assert bool(links) == (by not in ("liabilities", "games")), by
    client = world.browser(Role.MANAGER)
    page = client.get(f"/tallinn/reports/clubs/?first={EVENING}&last={NEXT}").content.decode()
    assert "Poker club malmo" not in page


def by_hand(there: World) -> dict[str, int]:
    """Translate a club's lines one by one, with nothing of the report but its rates."""
    rates = {BEFORE: Fraction(1110, 100), EVENING: Fraction(112_345, 10_000)}
    rates[NEXT] = rates[EVENING]
    held: dict[str, int] = defaultdict(int)
    moved: dict[str, dict[date, int]] = defaultdict(lambda: defaultdict(int))
    opening = 0
    for line in LedgerLine.objects.filter(account__club_id=there.club.pk).select_related("account"):
        code = line.account.code
        if CHART[code].kind in ("asset", "liability"):
            held[code] += line.cents
            opening += line.cents if line.gaming_day < EVENING else 0
        elif line.gaming_day >= EVENING:
            moved[code][line.gaming_day] += line.cents
    found = {code: round(cents / rates[NEXT]) for code, cents in held.items()}
    for code, days in moved.items():
        found[code] = sum(round(cents / rates[day]) for day, cents in days.items())
    found["Brought forward"] = -round(opening / rates[BEFORE])
    found["Translation difference"] = -sum(found.values())
    # Of the other club alone: what the first owes it stands there, what the two differ by, in both.
    return found | {"group:owes": 0}
