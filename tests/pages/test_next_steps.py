"""A refusal says what to do next: its page opens for the reader, and what was typed stays."""

import os
import re
import time
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest
from django.db import transaction
from django.test import RequestFactory
from playwright.sync_api import Page, expect

from cashgames.models import Session
from casino.cage.models import PaymentThresholds
from casino.players.models import Player
from casino.refusals import refusals
from casino.staff.models import Role
from casino.staff.permissions import acting
from casino.web.fields import ActForm
from casino.web.next_steps import begin_with_typed
from casino.web.session_store import SessionStore
from tests.pages.evening import Answer, address, ids, routes, signed_in
from tests.pages.filling import Forms
from tests.pages.leading import BACK, DONE, OPENS, STEP, lacks, opens, refused
from tests.pages.people import Person
from tests.world import World, a_club, a_key

# LONG=1: little and much of everything, not one of the two.
LONG = os.environ.get("LONG")
Crawled = Callable[[str], dict[str, Answer]]
# What is typed where nothing stands: little, and more than anybody has.
TYPED = (
    {"money": "1,00", "number": "1", "ticks": True},
    {"money": "9 999 999,00", "number": "9", "ticks": False},
)


def by_name() -> dict[str, Any]:
    return {str(route.name): route for route in routes().values()}


def test_every_next_page_is_an_address_that_somebody_acts_at():
    named = {kind.next_page for kind in refusals().values() if kind.next_page}
    assert len(named) > 20
    assert named - set(by_name()) == set()
    assert {name for name in named if not acting(name, {})} == set()


@pytest.mark.parametrize("role", Role.values)
def test_every_next_page_opens_for_who_is_sent_there(evening: World, role: str):
    client, known = signed_in(evening, role), ids(evening)
    found = {}
    for name in {kind.next_page for kind in refusals().values() if kind.next_page}:
        if role in acting(name, {}):
            where = address(known, by_name()[name])
            page = client.get(where, follow=True)
            found[where] = page.status_code if not opens(page) else OPENS
    assert {where: status for where, status in found.items() if status != OPENS} == {}


def attempts(pages: dict[str, Answer]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield (address, values) of every form on the club's pages that somebody opens."""
    seen = set()
    for page in pages.values():
        if not page.is_a("html"):
            continue
        for form in Forms(page.content.decode()):
            target = form.action or page.where
            which = (target, frozenset(form.kinds))
            if which not in seen and target.startswith("/tallinn/"):
                for typed in TYPED if LONG else TYPED[len(seen) % len(TYPED) :][:1]:
                    yield target, form.filled(**typed)
                seen.add(which)


@pytest.mark.parametrize("role", Role.values)
def test_the_next_step_of_what_is_refused_opens_for_the_reader_and_leads_back(
    evening: World,
    crawled: Crawled,
    role: str,
    record_property: Callable[[str, object], None],
):
    pages = crawled(role)
    evening.club.language = "en"
    evening.club.save()
    client, codes, wrong = signed_in(evening, role), set(), []
    for where, values in attempts(pages):
        before = transaction.savepoint()
        # What was done once is refused the second time, as likely as not.
        for _ in ("first", "again"):
            answer = client.post(where, values | {"key": a_key()})
            if refusal := refused(answer):
                codes.add(refusal.code)
                lacking = lacks(client, where, answer, refusal)
                wrong += [(where, refusal.code, each) for each in lacking]
            if answer.status_code != DONE:
                break
        transaction.savepoint_rollback(before)
    assert not wrong, "\n".join(map(str, wrong))
    assert codes
    record_property("refusals", " ".join(sorted(codes)))


def a_table_that_asks_for_ids_early() -> tuple[World, Session]:
    """Return a club with a shift, a guest and a table, where 200,00 in cash takes an ID."""
    world = a_club()
    world.open_shift()
    world.player("Mari Tamm")
    PaymentThresholds.objects.filter(club=world.club).update(identify_from_cents=20_000)
    return world, world.session()


def test_who_comes_back_finds_what_was_typed_under_a_new_key_and_only_once(db: None):
    world, session = a_table_that_asks_for_ids_early()
    guest = Player.objects.get()
    client = signed_in(world, Role.CASHIER)
    buy_in = {"key": a_key(), "player": f"{guest.code}", "seat_no": "1", "cents": "250"}
    seat = f"/tallinn/tables/{session.pk}/seat/"
    refused_page = client.post(seat, buy_in | {"paid_with": "cash"}).getvalue().decode()
    to = STEP.search(refused_page)
    assert to is not None, refused_page[refused_page.find('role="alert"') :][:600]
    assert to[1] == f"/tallinn/players/{guest.pk}/"
    back = BACK.search(client.get(to[1]).getvalue().decode())
    assert back is not None
    form = client.get(unescape(back[1]), follow=True).context["form"]
    assert (form["player"].value(), form["cents"].value()) == (str(guest.code), "250")
    assert str(form["key"].value()) != buy_in["key"]
    assert BACK.search(client.get(to[1]).getvalue().decode()) is None


@pytest.mark.parametrize(
    ("kept_at", "age", "begins"), [("/1/", 0, True), ("/2/", 0, False), ("/1/", 901, False)]
)
def test_a_form_begins_with_what_was_typed_into_it_lately_and_not_elsewhere(
    db: None, kept_at: str, age: int, *, begins: bool
):
    request, form = RequestFactory().get("/1/", {"typed": "1"}), ActForm()
    request.session = SessionStore()
    request.session["draft"] = {
        "form": f"{ActForm.__module__}.{ActForm.__qualname__}",
        "address": kept_at,
        "typed": {"cents": "2 500"},
        "at": time.time() - age,
    }
    begin_with_typed(request, form)
    assert ("cents" in form.initial) is begins


def test_a_page_of_others_says_whose_it_is(db: None):
    page = signed_in(a_club(), Role.DIRECTOR).get("/tallinn/vault/").getvalue().decode()
    assert "Ask: manager." in page


@pytest.mark.parametrize("role", Role.values)
def test_no_page_begins_with_an_error(crawled: Crawled, role: str):
    pages = {name: page for name, page in crawled(role).items() if page.is_a("html")}
    wrong = re.compile(r'<p class="error"|<div class="note bad" role="alert"')
    assert pages
    assert {name for name, page in pages.items() if wrong.search(page.content.decode())} == set()


def test_the_verdict_on_a_hand_that_nobody_typed_names_what_is_missing(db: None):
    world = a_club()
    world.jackpot()
    session = world.session()
    client = signed_in(world, Role.SUPERVISOR)
    desk = f"/tallinn/jackpot/claims/at/{session.pk}/"
    beside = client.post(desk, {"key": a_key()}, headers={"HX-Request": "true"})
    text = beside.getvalue().decode()
    assert "Still missing: Hand" in text
    assert "This field is required" not in text


def test_two_keys_lead_to_the_next_step_and_back_to_what_was_typed(page: Page, live_site: str):
    world, session = a_table_that_asks_for_ids_early()
    anna = Person(page, world, Role.CASHIER)
    anna.sign_in()
    page.goto(f"/tallinn/tables/{session.pk}/seat/")
    page.locator("#id_player").fill("101")
    page.locator("#id_seat_no").fill("1")
    page.locator("#id_cents").fill("250")
    page.locator("#id_paid_with").select_option("cash")
    page.keyboard.press("Control+Enter")
    anna.sees("ID is required")
    anna.photograph("refused-with-next-step")
    page.keyboard.press("F6")
    anna.sees("Mari Tamm")
    expect(page.locator(".left")).to_contain_text("with what was typed")
    anna.photograph("next-step")
    page.keyboard.press("F7")
    expect(page.locator("#id_cents")).to_have_value("250,00")
    expect(page.locator(".left")).to_have_count(0)
    anna.photograph("back-with-what-was-typed")
    assert anna.errors == []
