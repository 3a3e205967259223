"""A pool of two clubs on the pages: each reader sees the names of their own clubs alone."""

import pytest
from django.test import Client

from casino.staff.models import Role
from jackpot.models import Jackpot, Limits
from tests.claiming import ROYAL, awarded, claimed, fed, six_seated
from tests.integration.jackpot.test_pools import feed
from tests.integration.jackpot.test_sharing import BEFORE, both, closed, shared, sharing
from tests.world import World, a_club, a_key


@pytest.fixture
def tallinn(db: None) -> World:
    return a_club()


@pytest.fixture
def tartu(db: None) -> World:
    return a_club("tartu")


@pytest.fixture
def pool(tallinn: World, tartu: World) -> Jackpot:
    """A pool of both clubs, hit in Tartu: Tallinn owes it 2,000.00."""
    pool = shared(tallinn, tartu)
    feed(tallinn, pool.pk, 600_000, "23:00", day=BEFORE)
    feed(tartu, pool.pk, 400_000, "23:00", day=BEFORE)
    closed(pool, tallinn)
    awarded(tartu, claimed(tartu, six_seated(tartu)))
    return pool


def page(client: Client, path: str) -> str:
    return client.get(path).content.decode().replace("\u00a0", " ")


def test_a_pool_shows_what_each_club_brought(tallinn: World, tartu: World, pool: Jackpot):
    whole = page(tallinn.browser(Role.MANAGER), f"/tallinn/jackpot/{pool.pk}/")
    assert "Poker club tartu" in whole
    assert "The pool by club" in whole
    part = page(tartu.browser(Role.SUPERVISOR), f"/tartu/jackpot/{pool.pk}/")
    assert "Other clubs of the group" in part
    assert "Poker club tallinn" not in part
    assert "6 000,00" in part  # what Tartu's hit paid, and what the others brought


def test_the_hands_of_another_club_are_not_shown(tallinn: World, tartu: World, pool: Jackpot):
    here = page(tallinn.browser(Role.SUPERVISOR), f"/tallinn/jackpot/{pool.pk}/")
    assert "No hits at this club yet." in here
    assert "Mari" not in here
    moved = page(tallinn.browser(Role.SUPERVISOR), f"/tallinn/jackpot/{pool.pk}/movements.csv")
    assert "jackpot.awarded_elsewhere,,1,-2000.00,6000.00,4000.00" in moved


def test_the_accountants_settle_what_stands_between_the_clubs(
    tallinn: World, tartu: World, pool: Jackpot
):
    manager, path = tallinn.browser(Role.MANAGER), "/tallinn/jackpot/between/"
    assert "2 000,00" in page(manager, path)
    sent = {
        "club_id": tartu.club.pk,
        "cents": "2000",
        "through": "cash:vault",
        "note": "Carried",
        "key": a_key(),
    }
    answer = manager.post(path, sent)
    assert answer.status_code == 302
    assert "Approve it when it has arrived" in page(manager, answer["Location"])
    stranger = page(tartu.browser(Role.SUPERVISOR), "/tartu/jackpot/between/")
    assert "Another club of the group" in stranger
    assert "Poker club tallinn" not in stranger


def test_another_club_is_chosen_from_ones_own(tallinn: World):
    pool = tallinn.jackpot()
    other = a_club("riga")
    manager, path = tallinn.browser(Role.MANAGER), f"/tallinn/jackpot/{pool.pk}/share/"
    assert "You do not work at another club" in page(manager, path)
    asked = {"club_id": other.club.pk, "reason": "One pool", "key": a_key()}
    assert "Poker club riga" not in manager.post(path, asked).content.decode()


def test_what_a_club_brings_of_its_own_pool_stands_on_the_form_and_on_the_approval(
    tallinn: World, tartu: World
):
    own, pool = tartu.jackpot("Own"), tallinn.jackpot()
    both(tallinn, tartu, Role.MANAGER, Role.ACCOUNTANT)
    feed(tartu, own.pk, 2_431_050, "11:00", day=BEFORE)
    told = "Poker club tartu brings 24 310,50:"
    form = page(tallinn.browser(Role.MANAGER), f"/tallinn/jackpot/{pool.pk}/share/")
    assert told in form
    asked = sharing(tallinn, pool, tartu)
    assert told in page(tallinn.browser(Role.ACCOUNTANT), f"/tallinn/approvals/{asked.pk}/")


def test_the_funds_say_what_goes_to_the_other_club(tallinn: World, tartu: World, pool: Jackpot):
    here = page(tallinn.browser(Role.ACCOUNTANT), "/tallinn/jackpot/funds/")
    assert "this club's part of 4 000,00" in here
    assert "Due to other clubs" in here
    there = page(tartu.browser(Role.ACCOUNTANT), "/tartu/jackpot/funds/")
    assert "Due from other clubs for shares paid here: 2 000,00" in there
    rows = page(tallinn.browser(Role.ACCOUNTANT), "/tallinn/jackpot/funds.csv").splitlines()
    assert rows[0] == "at,item,amount"
    assert [row.split(",", 1)[1] for row in rows if "other clubs" in row] == [
        "owed to other clubs,2000.00",
        "to come from other clubs,0.00",
    ]


def test_limits_are_proposed_by_the_manager_and_hold_once_approved(tallinn: World):
    manager, path = tallinn.browser(Role.MANAGER), "/tallinn/jackpot/limits/"
    shown = page(manager, path)
    assert "standard amounts" in shown
    assert 'value="500,01"' in shown
    amounts = {"accountant_award_cents": "500", "check_from_cents": "1000"}
    wanted = amounts | {"manager_adjust_cents": "50", "reason": "Small ones", "key": a_key()}
    answer = manager.post(path, wanted)
    assert answer.status_code == 302
    shown = page(manager, answer["Location"])
    assert "The accountant approves an award up to" in shown
    assert "500,00" in shown


def test_a_royal_flush_above_the_clubs_amount_asks_for_the_accountants_check(tallinn: World):
    fed(tallinn)
    claim = claimed(tallinn, six_seated(tallinn), **ROYAL)
    path = f"/tallinn/jackpot/claims/{claim.pk}/"
    accountant, says = tallinn.browser(Role.ACCOUNTANT), "Confirm the base"
    assert says not in page(accountant, path)
    Limits.objects.create(
        club=tallinn.club,
        accountant_award_cents=0,
        check_from_cents=50_000,
        manager_adjust_cents=0,
    )
    assert says in page(accountant, path)
    assert "The accountant must check the base" in page(tallinn.browser(Role.SUPERVISOR), path)
