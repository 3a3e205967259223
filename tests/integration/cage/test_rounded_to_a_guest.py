"""Slip and statement of a guest say what went over the counter in coins that exist."""

import html
import re
from typing import Any

import pytest

from cashgames.services.time_rake import collect_time_rake, find_due_time_rake, plan_time_rake
from casino.cage.services.payables import pay_out
from casino.players.models import Player
from casino.staff.models import Role
from tests.counting import reverse_by_two
from tests.integration.reports.asking import NIGHT, cents, lines
from tests.owing import owe_prize
from tests.world import World, a_club, of_the_desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    """A club where five cents are the smallest coin."""
    made = a_club(overrides={"house.cash_unit_cents": 5})
    of_the_desk(made.club, **dict.fromkeys(("second_from_cents", "manager_from_cents"), 10**8))
    return made


def paper(world: World, entry_id: int) -> str:
    client = world.browser(Role.MANAGER)
    page = client.get(f"/{world.club.slug}/slips/{entry_id}/").content.decode()
    (slip,) = re.findall(r"<article.*?</article>", page, re.DOTALL)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", slip)))


def in_cash(text: str) -> list[str]:
    return re.findall(r"rounded\s*:\s*(\S+)", text)


def statement(world: World, guest: Player, by: str = "entries") -> tuple[int, int]:
    found = lines(world, "guest", f"{NIGHT}&player={guest.code}&by={by}")
    return cents(found, "in"), cents(found, "out")


def paid(world: World, guest: Player) -> Any:
    owed = owe_prize(world.stamp("20:40"), cents=30_037, player_id=guest.pk)
    shift = world.open_shift()
    slip = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    return shift, pay_out(world.stamp("21:00"), **slip)


def test_a_guests_statement_says_what_was_handed_out(world: World):
    ann = world.player("Ann")
    shift, payment = paid(world, ann)
    assert in_cash(paper(world, payment.entry_id)) == ["300,35"]
    for by in ("entries", "year"):
        assert statement(world, ann, by) == (0, 30_035)
    slip = {"shift_id": shift.pk, "entry_id": payment.entry_id, "reason": "Wrong guest"}
    reverse_by_two(world, world.stamp("21:10"), **slip)
    for by in ("entries", "year"):
        assert statement(world, ann, by) == (0, 0)


def test_slips_and_statements_of_time_rake_in_cash_say_what_the_drawer_took(world: World):
    shift, session = world.open_shift(), world.session("Table 10")
    world.seat(session, "Ann", "Bob", "Cid")
    manager = world.stamp("21:00", role=Role.MANAGER)
    plan_time_rake(manager, session_id=session.pk, table_cents=1_000)
    find_due_time_rake(world.at("21:01"))
    where = {"period_id": session.periods.get().pk, "paid_with": "cash", "shift_id": shift.pk}
    before = world.balance("cash:drawer", shift.drawer_id)
    collect_time_rake(world.stamp("21:31"), **where)
    took = world.balance("cash:drawer", shift.drawer_id) - before
    shares = session.periods.get().shares.all()
    papers = [in_cash(paper(world, each.entry_id)) for each in shares]
    assert (took, papers) == (1_005, [["3,35"]] * 3)
    said = [
        cents([row], "in") - cents([row], "out")
        for each in shares
        for row in lines(world, "guest", f"{NIGHT}&player={each.seat.player.code}")
        if row["event"] in ("cashgames.time_paid", "cage.cash_rounded")
    ]
    assert sum(said) == took
