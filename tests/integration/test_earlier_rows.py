"""Lists that grow lead from their latest rows to every earlier one, on pages and by API."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from html import unescape

import pytest

from casino.approvals import views as approvals
from casino.approvals.services import refuse
from casino.cage.services import funds
from casino.cage.services.club import rename_club
from casino.cage.services.vault_count import count_vault
from casino.cage.views import club, vault
from casino.closing.services.days import close_due_days
from casino.closing.views import days
from casino.house.queries import club_stamp
from casino.players import queries as players
from casino.players.services.rulings import hear_claim
from casino.rates import views as rates
from casino.rates.services import set_exchange_rate
from casino.staff.models import Role
from casino.tablefloats import views as fills
from casino.tablefloats.services import transfers as floats
from tests.api.program import program
from tests.tournaments import a_tournament
from tests.world import EVENING, World, a_key
from tournaments.queries import tournaments

pytestmark = pytest.mark.django_db
EARLIER = re.compile(r'href="(\?[^"]*before=[^"]+)"')
NUMBERS = range(1, 6)


def rulings(world: World) -> list[str]:
    for number in NUMBERS:
        stamp = world.stamp("22:00", role=Role.SUPERVISOR)
        hear_claim(stamp, place="cash", about="Table 1", decision=f"Decision {number}.")
    return [f"Decision {number}." for number in NUMBERS]


def currencies(world: World) -> list[str]:
    for number in NUMBERS:
        stamp = world.stamp("22:00", role=Role.ACCOUNTANT)
        day = date(2026, 2, number)
        set_exchange_rate(stamp, currency="SEK", day=day, rate="10.9", source=f"ECB {number}.")
    return [f"ECB {number}." for number in NUMBERS]


def void_fills(world: World) -> list[str]:
    session = world.session()
    for number in NUMBERS:
        stamps = [world.stamp(f"22:0{number}", role=Role.SUPERVISOR) for _ in range(2)]
        asked = floats.ask_fill(stamps[0], session_id=session.pk, chips={2_500: 1})
        floats.void_fill(stamps[1], transfer_id=asked.pk, reason="Not needed")
    return [f"/tallinn/fills/{each.pk}/" for each in fills.Transfer.objects.order_by("id")]


def decided(world: World) -> list[str]:
    world.fund()
    for number in NUMBERS:
        stamps = [world.stamp(f"22:0{number}", role=Role.SUPERVISOR) for _ in range(2)]
        asked = count_vault.ask(stamps[0], cash={10_000: 1}, reason=f"Count {number}.")
        refuse(stamps[1], proposal_id=asked.pk, remark="Not that")
    return [f"Count {number}." for number in NUMBERS]


def fundings(world: World) -> list[str]:
    founding = club_stamp(world.club, at=world.at("07:00"), actor_id=None)
    for number in NUMBERS:
        stamp = replace(founding, key=a_key())
        funds.fund_vault(stamp, cash={10_000: number}, memo=f"Funding {number}.")
    return [f"Funding {number}." for number in NUMBERS]


def renamings(world: World) -> list[str]:
    for number in NUMBERS:
        stamp = world.stamp(f"22:0{number}", role=Role.MANAGER)
        rename_club(stamp, name=f"Club {number}", language="en", reason=f"Renamed {number}.")
    return [f"Renamed {number}." for number in NUMBERS]


def evenings(world: World) -> list[str]:
    played = [date(2026, 2, number) for number in NUMBERS]
    for each in played:
        world.sell(day=each)
    return [f"/tallinn/days/{each}/journal.csv" for each in played]


def announced(world: World) -> list[str]:
    return [f"/tallinn/tournaments/{a_tournament(world, str(n)).pk}/" for n in NUMBERS]


@pytest.mark.parametrize(
    ("makes", "page", "where"),
    [
        (rulings, "rulings/?place=cash&id=1&about=Table+1", (players, "MAX_RULINGS")),
        (currencies, "rates/", (rates, "MAX_RATES")),
        (void_fills, "fills/", (fills, "ENDED")),
        (decided, "approvals/", (approvals, "PAST")),
        (fundings, "vault/", (vault, "MOVES")),
        (renamings, "rules/club/", (club, "CHANGES")),
        (evenings, "days/", (days, "DAYS")),
        (announced, "tournaments/", (tournaments, "MAX_SHOWN")),
    ],
)
def test_a_page_leads_to_every_earlier_row_once(
    world: World,
    makes: Callable[[World], list[str]],
    page: str,
    where: tuple[object, str],
    monkeypatch: pytest.MonkeyPatch,
):
    expected = makes(world)
    monkeypatch.setattr(*where, 2)
    reader = world.browser(Role.MANAGER)
    address, seen = f"/tallinn/{page}", []
    while address:
        text = reader.get(address).content.decode()
        found = [each for each in expected if each in text]
        assert len(found) in {1, 2}
        seen += found
        leads = EARLIER.search(text)
        address = address.partition("?")[0] + unescape(leads[1]) if leads else ""
    assert sorted(seen) == sorted(expected)


@pytest.mark.parametrize(
    ("makes", "list_", "name"),
    [(rulings, "rulings/", "decision"), (currencies, "rates/currencies/", "source")],
)
def test_the_api_leads_to_every_earlier_row_once(
    world: World, makes: Callable[[World], list[str]], list_: str, name: str
):
    expected, seen = makes(world), []
    reads, address = program(world, Role.ACCOUNTANT), f"{list_}?limit=2"
    while address:
        answer = reads.get(address)
        seen += [each[name] for each in answer.json()]
        link = re.fullmatch(r'<.*/(\?.+)>; rel="next"', answer.get("Link", ""))
        address = f"{list_}{link[1]}" if link else ""
    assert seen == expected[::-1]


def test_days_to_seal_are_said_beyond_the_days_that_a_page_lists(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    evenings(world)
    close_due_days(world.at("08:00", day=EVENING))
    monkeypatch.setattr(days, "DAYS", 1)
    reader = world.browser(Role.ACCOUNTANT)
    text = reader.get("/tallinn/days/").content.decode()
    assert "5 closed days to seal" in text
    assert text.count("/journal.csv") == 1
