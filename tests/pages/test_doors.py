"""Every page against every role, computed from the addresses that the program really has."""

import csv
import re
from collections import Counter
from collections.abc import Callable
from io import StringIO
from itertools import chain
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import resolve

from casino.ledger.queries.balances import account_id
from casino.sheets.dialects import FORMULA
from casino.staff.models import Membership, Role
from casino.staff.permissions import opening
from tests.pages.evening import MARKUP, OPENS, PAYLOAD, Answer, address, ids, routes, signed_in
from tests.world import World, a_club

Crawled = Callable[[str], dict[str, Answer]]
# Who opens no file that says what guests and tables are called.
NAMELESS = {Role.CASHIER, Role.DIRECTOR}
IDS = {
    "session_id",
    "shift_id",
    "entry_id",
    "player_id",
    "account_id",
    "jackpot_id",
    "claim_id",
    "ranking_id",
}
# What is sent alone leads on when it is looked at; somebody who signs in opens the last one.
OTHERWISE = {
    "wrong-pins-seen": 302,
    "api-keys-known": 302,
    "end-session": 302,
    "mfa_index": 302,
    "mfa_authenticate": 302,
}
# What is asked for below the club, and the status of the answer.
ODD = {
    "acts/?before=" + "9" * 5_000: 200,
    "acts/?before=-1": 200,
    "players/?q=%00%25_'\"": 200,
    "players/?q=" + "x" * 3_000: 200,
    "players/suggestions/?player=%F0%9F%83%8F": 200,
    "days/2026-02-30/": 404,
    "days/0001-01-01/": 404,
    "till/steal/": 302,
}


def test_the_table_says_who_opens_each_page_below_a_club():
    assert len(routes()) > 30
    assert [a for a, route in routes().items() if not opening(route.name, {})] == []


@pytest.mark.parametrize("role", Role.values)
def test_a_role_opens_its_pages_and_no_others(crawled: Crawled, role: str):
    found = {
        name: answer.status
        for name, answer in crawled(role).items()
        if not answer.is_own
        and (answer.status in {200, 302} or answer.says_why_not) != (role in opening(name, {}))
    }
    assert found == {}


def test_everybody_opens_the_pages_of_their_own_sign_in(crawled: Crawled):
    own = {name: page.status for name, page in crawled(Role.CASHIER).items() if page.is_own}
    assert {name: status for name, status in own.items() if status != OPENS} == OTHERWISE
    assert len(own) > len(OTHERWISE) + 15


@pytest.mark.parametrize("role", Role.values)
def test_a_role_opens_every_link_on_its_pages(crawled: Crawled, role: str):
    found = {(name, to) for name, page in crawled(role).items() for to in links(page)}
    assert len(found) > 100
    assert {(name, to) for name, to in found if role not in opening(to, {})} == set()


def links(page: Answer) -> set[str]:
    """Return the names of the club's addresses that a page links to."""
    if not page.is_a("html"):
        return set()
    found = re.findall(r'(?:href|action)="(/tallinn/[^"?#]*)', page.content.decode())
    return {str(resolve(unquote(each)).url_name) for each in found}


@pytest.mark.parametrize("role", Role.values)
def test_no_page_begins_with_an_error(crawled: Crawled, role: str):
    pages = {name: page.content for name, page in crawled(role).items() if page.is_a("html")}
    assert {name for name, page in pages.items() if b'class="error" role="alert"' in page} == set()


@pytest.mark.parametrize("role", Role.values)
def test_no_id_stands_twice_on_a_page(crawled: Crawled, role: str):
    pages = {name: page.content for name, page in crawled(role).items() if page.is_a("html")}
    ids = {name: Counter(re.findall(rb'\sid="([^"]+)"', page)) for name, page in pages.items()}
    assert sum(map(len, ids.values())) > 200
    assert {(name, each) for name, of in ids.items() for each, n in of.items() if n > 1} == set()


@pytest.mark.parametrize("role", Role.values)
def test_names_are_text_and_never_markup(crawled: Crawled, role: str):
    pages = {name: page.content for name, page in crawled(role).items() if page.is_a("html")}
    assert {name for name, content in pages.items() if MARKUP.encode() in content} == set()
    assert sum(b"&lt;script&gt;" in content for content in pages.values()) > 5


@pytest.mark.parametrize("role", Role.values)
def test_no_cell_of_any_file_is_a_formula(crawled: Crawled, role: str):
    files = {name: cells(file) for name, file in crawled(role).items() if file.is_a("csv")}
    assert {(name, cell) for name, file in files.items() for cell in file if runs(cell)} == set()
    named = sum(PAYLOAD in cell for file in files.values() for cell in file)
    assert named > 5 or role in NAMELESS


def cells(file: Answer) -> list[str]:
    """Return the cells of a file."""
    text = file.content.decode("utf-8-sig")
    return list(chain.from_iterable(csv.reader(StringIO(text), delimiter=mark(text))))


def runs(cell: str) -> bool:
    """Return whether a spreadsheet would compute a cell that is no number."""
    number = cell.replace("\u2212", "-").replace(",", ".").lstrip("-+").strip()
    return cell.startswith(FORMULA) and not number[:1].isdigit()


def mark(text: str) -> str:
    """Return what stands between the cells of a file."""
    first = text.splitlines()[0] if text else ""
    return max(",;\t", key=first.count)


def test_strangers_learn_nothing_about_a_club(evening: World):
    other = a_club("riga")
    theirs, known = signed_in(other, Role.MANAGER), ids(evening)
    for route in routes().values():
        where = address(known, route)
        assert theirs.get(where).status_code == 404, where
        answer = Client().get(where)
        assert answer.status_code == 302, where
        assert answer["Location"].startswith("/sign-in/"), where


def test_ids_of_nothing_and_of_another_club_are_not_there(evening: World):
    riga = a_club("riga")
    riga.open_shift()
    riga.seat(riga.session(), "Ilze", "Rasa")
    here, there = ids(evening), ids(riga)
    clients = {role: signed_in(evening, role) for role in Role.values}
    found, tried = {}, set()
    for route in routes().values():
        client = clients[max(opening(route.name, {}))]
        for name in IDS & set(route.pattern.converters):
            tried.add(name)
            theirs = address(there, route).replace("/riga/", "/tallinn/")
            for where in (theirs, address(here, route, **{name: 10**30})):
                if (status := client.get(where).status_code) not in {404, 302}:
                    found[where] = status
    assert found == {}
    assert tried == IDS


def test_odd_addresses_are_no_mistakes_of_ours(evening: World):
    cashier = {"club": evening.club, "role": Role.CASHIER}
    Membership.objects.create(user=evening.staff[Role.MANAGER], **cashier)
    client = signed_in(evening, Role.MANAGER)
    found = {page: client.get(f"/tallinn/{page}").status_code for page in ODD}
    assert found == ODD


def test_a_day_that_cannot_be_read_is_refused(evening: World):
    vault = f"/tallinn/accounts/{account_id(evening.club.pk, 'cash:vault')}/"
    client = signed_in(evening, Role.MANAGER)
    for day in ("x", "2026-W01-1", "0001-01-01", "2026-02-30"):
        assert client.get(vault, {"day": day}).status_code == 400, day
