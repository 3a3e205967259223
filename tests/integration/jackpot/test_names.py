"""A jackpot whose name was mistyped is called otherwise; what was sealed keeps the old name."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from cashgames.services.hands import rake_hand
from casino.approvals.signed import NothingChanges
from casino.closing.services.days import close_due_days, seal_day
from casino.house.stamp import Stamp
from casino.refusals import NotFound
from casino.reports.queries import REPORTS
from casino.reports.queries.asked import asked
from casino.sheets.files import csv_chunks
from casino.staff.models import Role
from jackpot.services.pools import JackpotNamed, open_jackpot, rename_jackpot
from tests.claiming import six_seated
from tests.correcting import wrong
from tests.refusing import refused
from tests.world import EVENING, World, a_club, a_key

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(1)


def manager(world: World, clock: str = "21:00") -> Stamp:
    return world.stamp(clock, role=Role.MANAGER)


def test_a_mistyped_jackpot_is_renamed_by_the_club_that_keeps_it(world: World):
    pool = world.jackpot("Bad baet")
    world.jackpot("Second")
    mine = {"jackpot_id": pool.pk}
    refused(JackpotNamed, rename_jackpot, manager(world), **mine, name="Second")
    refused(NothingChanges, rename_jackpot, manager(world), **mine, name="Bad baet")
    other = a_club("riga")
    refused(NotFound, rename_jackpot, manager(other), **mine, name="Bad beat")
    client = world.browser(Role.MANAGER)
    page = f"/tallinn/jackpot/{pool.pk}/"
    assert f'href="{page}rename/"' in client.get(page).text
    sent = {"key": str(a_key()), "name": "Bad beat"}
    assert client.post(f"{page}rename/", sent)["Location"] == page
    assert "Bad beat" in client.get("/tallinn/jackpot/").text
    assert wrong(world) == []


def test_the_report_of_a_sealed_day_calls_a_jackpot_as_it_was_sealed(world: World):
    pool = world.jackpot("Bad baet")
    world.fund()
    close_due_days(world.at("07:01", day=NEXT))
    seal_day(world.stamp("12:00", day=NEXT, role=Role.ACCOUNTANT), day=EVENING)
    client = world.browser(Role.ACCOUNTANT)
    sealed = client.get(f"/tallinn/days/{EVENING}/report.csv").content
    assert b"Bad baet" in sealed
    stamp = world.stamp("13:00", day=NEXT, role=Role.MANAGER)
    rename_jackpot(stamp, jackpot_id=pool.pk, name="Bad beat")
    assert client.get(f"/tallinn/days/{EVENING}/report.csv").content == sealed


def test_a_report_known_then_calls_a_jackpot_as_then(world: World):
    pool = world.jackpot("Bad baet")
    table = six_seated(world)
    what: dict[str, Any] = {"pots_cents": [10_000], "players_dealt": 6}
    rake_hand(
        world.stamp("22:00", role=Role.SUPERVISOR),
        session_id=table.pk,
        name="1",
        board_cards_dealt=5,
        **what,
    )
    then = timezone.now()
    for clock, name in (("23:00", "First"), ("23:10", "Big one")):
        rename_jackpot(manager(world, clock), jackpot_id=pool.pk, name=name)
    stamp = world.stamp("14:00", day=NEXT, role=Role.ACCOUNTANT)
    for known_at, name in ((then, "Bad baet"), (None, "Big one")):
        days = {"first": EVENING, "last": NEXT, "known_at": known_at}
        sheet = REPORTS["jackpots"].make(asked(world.club, stamp, **days))
        assert name in b"".join(csv_chunks(sheet)).decode()


def test_a_repeated_request_for_a_jackpot_finds_it_under_its_right_name(world: World):
    stamp = world.stamp("21:00", role=Role.MANAGER, key=a_key())
    opened = open_jackpot(stamp, name="Bad baet")
    rename_jackpot(manager(world, "21:01"), jackpot_id=opened.pk, name="Bad beat")
    assert open_jackpot(stamp, name="Bad baet").pk == opened.pk
