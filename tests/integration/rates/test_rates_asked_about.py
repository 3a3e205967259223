"""A rate of a tax that looks mistyped, or of days already paid, is asked about once."""

from datetime import date, timedelta
from typing import Any

import pytest

from casino.cage.models import Shift
from casino.rates import services
from casino.rates.models import TaxRate
from casino.rates.rules import is_mistyped
from casino.rates.services import RateDoubted, set_exchange_rate, set_tax_rate
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.integration.rates.test_withholding import adopt, pay, won
from tests.integration.rates.test_withholding import shift as drawer
from tests.refusing import refused
from tests.shifted import Clock
from tests.tournaments import signed
from tests.world import EVENING, World, a_key

__all__ = ["drawer"]

LAW: dict[str, Any] = {"tax": "lv-winnings", "source": "Law"}
SINCE = EVENING - timedelta(days=300)
KEEPS = (
    "Tax on 1 payment since {since} was withheld at the former rate, 1\u00a0785,00, and stays so."
)


def accountant(world: World, clock: str = "20:00") -> Any:
    return world.stamp(clock, role=Role.ACCOUNTANT)


def paid(world: World, shift: Shift, name: str) -> None:
    pay(world, won(world, 1_000_000, world.player(name).pk), shift)


@pytest.fixture
def shift(world: World, drawer: Shift) -> Shift:
    """A drawer in a club that withholds, and has done so of a prize of ten thousand."""
    adopt(world)
    paid(world, drawer, "Ann")
    return drawer


@pytest.mark.parametrize(
    ("rate", "before", "unit", "odd"),
    [
        (2_550, 2_300, "bp", False), (400, 600, "bp", False), (9_900, 2_550, "bp", True),
        (255, 2_550, "bp", True), (5_001, None, "bp", True), (5_000, None, "bp", False),
        (0, 550, "bp", True), (550, 0, "bp", False),
        (4_044_000, 3_369_600, "cents", False), (33_696, 3_369_600, "cents", True),
    ],
)  # fmt: skip
def test_a_rate_twice_or_half_the_one_before_or_above_a_half_looks_mistyped(
    rate: int, before: int | None, unit: Any, odd: object
):
    assert is_mistyped(rate, before, unit=unit) == odd


def test_no_rate_of_a_public_text_would_have_been_asked_about():
    for tax in services.TAXES.values():
        rates = [rate for _, rate in sorted(tax.public().items())]
        for rate, before in zip(rates, [None, *rates], strict=False):
            assert not is_mistyped(rate, before, unit=tax.unit)


def test_a_rate_of_ninety_nine_percent_is_asked_about_once(world: World):
    asked = LAW | {"since": EVENING, "hundredths": 9_900}
    said = refused(RateDoubted, set_tax_rate, accountant(world), **asked)
    assert said.message == "The rate is 99,00 %, until then 25,50 %."
    first = LAW | {"tax": "ee-vat", "since": EVENING, "hundredths": 9_900}
    said = refused(RateDoubted, set_tax_rate, accountant(world), **first)
    assert said.message == "The rate is 99,00 %, more than half."
    assert not TaxRate.objects.exists()
    set_tax_rate(accountant(world), **asked, figures_meant=True)


@pytest.mark.usefixtures("shift")
def test_a_rate_of_days_already_paid_says_which_payments_keep_the_former_one(
    world: World, clock: Clock
):
    asked = LAW | {"since": SINCE, "hundredths": 2_600}
    said = refused(RateDoubted, set_tax_rate.ask, accountant(world, "22:10"), **asked)
    assert said.message == KEEPS.format(since=f"{SINCE:%d.%m.%Y}")
    later = LAW | {"since": EVENING + timedelta(days=1), "hundredths": 2_600}
    set_tax_rate.ask(accountant(world, "22:11"), **later)
    proposal = set_tax_rate.ask(accountant(world, "22:12"), **asked, figures_meant=True)

    clock.stop(world.at("22:13"))
    page = world.browser(Role.MANAGER).get(f"/tallinn/approvals/{proposal.pk}/").content.decode()
    assert "1 payment, 1\u00a0785,00: unchanged" in page
    signed(world, proposal, clock="22:13")
    assert TaxRate.objects.get().since == SINCE


def test_a_rate_asked_for_before_a_payment_is_signed_after_it(world: World, shift: Shift):
    asked = LAW | {"since": EVENING, "hundredths": 2_600}
    proposal = set_tax_rate.ask(accountant(world, "22:10"), **asked, figures_meant=True)
    paid(world, shift, "Bob")
    signed(world, proposal, clock="22:13")
    assert TaxRate.objects.exists()


def test_the_page_of_rates_asks_beside_a_tick_and_goes_on_with_it(world: World):
    client, where = world.browser(Role.ACCOUNTANT), "/tallinn/rates/"
    typed = {"what": "tax", "tax": "lv-table", "since": "2026-02-27", "hundredths": "404,40"}
    typed |= {"source": "Law", "key": a_key()}
    assert "figures_meant" not in client.get(where).content.decode()

    asked = client.post(where, typed)

    page = asked.content.decode()
    assert (asked.status_code, 'name="figures_meant"' in page) == (409, True)
    assert page.count("The rate is 404,40, until then 40\u00a0440,00.") == 1
    key = asked.context["forms"]["tax"]["key"].value()
    assert client.post(where, typed | {"key": key, "figures_meant": "on"}).status_code == 302


def test_no_rate_of_a_day_to_come_is_taken(world: World):
    ahead = {"currency": "SEK", "day": date(2036, 2, 27), "rate": "11", "source": "ECB"}
    said = refused(BadInput, set_exchange_rate, accountant(world), **ahead)
    assert said.field == "day"
