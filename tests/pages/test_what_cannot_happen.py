"""A page whose act cannot happen says why, and draws neither its form nor its preview."""

import re
from collections.abc import Callable
from html import unescape
from itertools import product
from typing import Any

import pytest
from django.db import connection

from cashgames.models import ChipMove, Hand, Session, TimePeriod, TimeShare
from casino.acts.outlook import Undecided, Untyped, look_ahead
from casino.approvals.models import Proposal
from casino.cage.models import Drawer, Payable, Shift
from casino.countroom.models import Box
from casino.db import glance
from casino.house.stamp import Stamp
from casino.players.models import Player
from casino.refusals import BadInput
from casino.staff.models import Role
from casino.staff.permissions import acting, is_shown
from ranking.models import Ranking
from tests.pages.evening import Answer, address, ids, routes, signed_in
from tests.pages.leading import opens
from tests.story import Story
from tests.world import World, a_club
from tournaments.models import Entry as Entrant
from tournaments.models import Knockout, Ticket, Tournament

Crawled = Callable[[str], dict[str, Answer]]
STEP = re.compile(r'<a href="([^"]+)" data-key="F6"')
ROWS = {
    "session_id": Session,
    "hand_id": Hand,
    "move_id": ChipMove,
    "share_id": TimeShare,
    "period_id": TimePeriod,
    "payable_id": Payable,
    "shift_id": Shift,
    "box_id": Box,
    "tournament_id": Tournament,
    "entrant_id": Entrant,
    "ticket_id": Ticket,
    "knockout_id": Knockout,
    "proposal_id": Proposal,
    "ranking_id": Ranking,
}
# What is still done when all is over: corrections, what is owed, what is noted or claimed later.
STILL = {
    "box-void",
    "chips-correct",
    "chips-take-back",
    "claim-desk",
    "claim-take-back",
    "count-correct",
    "dealer",
    "dealer-correct",
    "guest-correct",
    "game-correct",
    "hand-correct",
    "hand-found",
    "hand-take-back",
    "jackpot-award-back",
    "notes-take-back",
    "prize-winner",
    "prizes-take-back",
    "ranking-correct",
    "ranking-pay",
    "ranking-winner",
    "settle-take-back",
    "share-pay",
    "share-take-back",
    "share-waive",
    "summary-sign",
    "table-boxes",  # the right one for a box that was voided since
    "time-rake-collect",
    "tournament-refund-all",
}


def test_of_what_is_over_only_corrections_and_what_is_owed_have_a_form(db: None):
    world = a_club()
    list(Story(world))
    known, drawn, closed = ids(world), set(), set()
    for role in Role.values:
        client = signed_in(world, role)
        for route in routes().values():
            name = str(route.name)
            named = [each for each in route.pattern.converters if each in ROWS]
            if not named or is_shown(name) or role not in acting(name, {}):
                continue
            for values in product(*(ends_of(each) for each in named)):
                answer = client.get(address(known, route, **dict(zip(named, values, strict=True))))
                page = answer.getvalue().decode()
                if answer.status_code == 200 and '<form method="post"' in page.split("<main")[-1]:
                    drawn.add(name)
                elif 'class="note bad door"' in page:
                    closed.add(name)
    assert drawn - STILL == set()
    assert len(closed) > 30, sorted(closed)


def ends_of(name: str) -> list[int]:
    """Return the first and the last row that an address may name."""
    rows = sorted(ROWS[name].objects.values_list("pk", flat=True))
    return sorted({*rows[:1], *rows[-1:]})


@pytest.mark.parametrize("role", Role.values)
def test_the_next_step_of_what_cannot_happen_opens_for_the_reader(
    evening: World, crawled: Crawled, role: str
):
    client, wrong = signed_in(evening, role), {}
    for name, page in crawled(role).items():
        if to := page.says_why_not and STEP.search(page.content.decode()):
            opened = client.get(unescape(to[1]), follow=True)
            if not opens(opened):
                wrong[name] = (to[1], opened.status_code)
    assert wrong == {}


def test_a_table_that_is_closed_takes_nobody_and_its_page_leads_to_the_next_game(db: None):
    world = a_club()
    session = world.session()
    Session.objects.filter(id=session.pk).update(closed_at=world.at("23:00"))
    answer = signed_in(world, Role.SUPERVISOR).get(f"/tallinn/tables/{session.pk}/seat/")
    page = answer.getvalue().decode()
    assert answer.status_code == 409
    assert "This table is closed." in page
    assert STEP.findall(page) == ["/tallinn/tables/open/"]


def looked(body: Callable[..., Any], stamp: Stamp, **known: Any) -> list[str]:
    """Return how far the body of an act came that takes an id and an amount."""
    steps: list[str] = []
    look_ahead(lambda stamp, **given: body(steps, **given), stamp, ["id", "cents"], known)
    return steps


def test_what_depends_on_what_is_typed_is_left_open(db: None):
    def body(steps: list[str], *, id: int, cents: int) -> None:  # noqa: A002
        steps.append(f"knows {id}")
        if cents > 5:
            raise BadInput

    assert looked(body, a_club().stamp("20:00"), id=7) == ["knows 7"]


def test_what_is_refused_whatever_is_typed_is_refused(db: None):
    def body(_steps: list[str], **_: Any) -> None:
        raise BadInput

    with pytest.raises(BadInput):
        looked(body, a_club().stamp("20:00"))


def test_what_may_be_left_empty_is_refused_only_where_that_is_refused_too(db: None):
    def body(_stamp: Any, *, cents: int | None) -> None:
        if cents is not None:
            raise BadInput

    stamp = a_club().stamp("20:00")
    look_ahead(body, stamp, ["cents"], {}, may_be_none=["cents"])
    for known, may_be_none in (({"cents": 7}, ["cents"]), ({}, [])):
        with pytest.raises(BadInput):
            look_ahead(body, stamp, ["cents"], known, may_be_none=may_be_none)


def test_a_look_ahead_writes_nothing_and_holds_nothing(db: None):
    world = a_club()

    def body(steps: list[str], **_: Any) -> None:
        held = Player.objects.select_for_update(no_key=True).order_by("pk")
        steps.append(str(held.count()))
        list(held)
        steps.append("read")
        Drawer.objects.create(club=world.club, name="Nobody's", series_id=10**6)
        steps.append("written")

    assert looked(body, world.stamp("20:00")) == ["0", "read"]
    assert not Drawer.objects.filter(series_id=10**6).exists()


def test_a_glance_takes_no_lock(db: None):
    seen: list[str] = []

    def listen(execute: Any, sql: str, *more: Any) -> Any:
        seen.append(sql)
        return execute(sql, *more)

    with glance(), connection.execute_wrapper(listen):
        list(Player.objects.select_for_update(no_key=True, of=("self",)))
    assert not [sql for sql in seen if "FOR NO KEY" in sql]


def test_nobody_looks_at_what_nobody_typed():
    said = Untyped()
    for look in (bool, str, int, len, hash, iter, lambda value: value + 1, lambda value: value < 1):
        with pytest.raises(Undecided):
            look(said)
