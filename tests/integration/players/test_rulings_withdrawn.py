"""A decision of the floor that was noted wrongly is withdrawn; both stay."""

import pytest

from casino.acts.permission import NotAllowed
from casino.audit.queries.exceptions import exceptions
from casino.players.models import Ruling
from casino.players.services.rulings import (
    RulingWithdrawn,
    hand_pot_over,
    hear_claim,
    set_rule_aside,
    withdraw_ruling,
)
from casino.refusals import NotFound
from casino.staff.models import Role
from tests.api.program import program
from tests.refusing import refused
from tests.world import EVENING, World, a_club, a_key

pytestmark = pytest.mark.django_db
WRONG = "It was hand 17"


def floor(world: World, clock: str, role: str = Role.SUPERVISOR):
    return world.stamp(clock, role=role)


def withdrawn(world: World, ruling: Ruling, clock: str) -> Ruling:
    return withdraw_ruling(floor(world, clock), ruling_id=ruling.pk, reason=WRONG)


def test_a_claim_noted_at_the_wrong_hand_and_withdrawn_leaves_the_right_one_to_be_heard(
    world: World,
):
    table = {"place": "cash", "about": "1", "place_id": world.session().pk, "decision": "Misdeal"}
    wrong = hear_claim(floor(world, "22:00"), **table, hand="18")
    assert not hear_claim(floor(world, "22:01"), **table, hand="18").heard
    back = withdrawn(world, wrong, "22:02")
    right = hear_claim(floor(world, "22:03"), **table, hand="18")
    assert right.heard
    assert not hear_claim(floor(world, "22:04"), **table, hand="18").heard
    assert (back.withdraws, back.decision, back.hand, back.about) == (wrong, WRONG, "18", "1")
    wrong.refresh_from_db()
    assert (wrong.decision, wrong.heard) == ("Misdeal", True)


def test_of_two_pots_one_stands_and_who_reads_sees_both(world: World):
    session = world.session()
    table = {"place": "cash", "about": "1", "place_id": session.pk, "hand": "17", "pot": 9_000}
    wrong = hand_pot_over(floor(world, "22:00"), **table, given_to=[3], belongs_to=[5])
    hand_pot_over(floor(world, "22:01"), **table, given_to=[3], belongs_to=[6])
    client = world.browser(Role.SUPERVISOR)
    page = f"/tallinn/rulings/{wrong.pk}/withdraw/"
    here = f"/tallinn/rulings/?place=cash&id={session.pk}&about=1"
    assert page in client.get(here).content.decode()
    assert "seat 5 gets" in client.get(page).content.decode()

    sent = client.post(page, {"reason": "Seat 6 was meant", "key": str(a_key())})

    assert sent.status_code == 302
    shown = client.get(here).content.decode()
    assert "Seat 6 was meant" in shown
    assert page not in shown
    key = program(world, Role.SUPERVISOR)
    listed = {row["id"]: row for row in key.get("rulings/").json()}
    back = Ruling.objects.get(withdraws=wrong)
    assert listed[wrong.pk]["withdrawn_by_id"] == back.pk
    assert listed[back.pk]["withdraws_id"] == wrong.pk
    owes = [row["moves"]["3"] for row in listed.values() if "3" in row["moves"]]
    assert owes == [-9_000, -9_000]
    stands = [row for row in listed.values() if row["moves"] and row["withdrawn_by_id"] is None]
    assert [row["moves"] for row in stands] == [{"3": -9_000, "6": 9_000}]


def test_a_decision_is_withdrawn_once_and_by_who_decides(world: World):
    table = {"place": "cash", "about": "Table 1"}
    aside = set_rule_aside(floor(world, "22:00"), **table, rule="OLY-2.26", decision="Short")
    what = {"ruling_id": aside.pk, "reason": WRONG}
    refused(NotAllowed, withdraw_ruling, floor(world, "22:01", Role.CASHIER), **what)
    back = withdrawn(world, aside, "22:02")
    kinds = {row.operation for _, row, _ in exceptions(world.club, first=EVENING, last=EVENING)}
    assert "players.withdraw_ruling" in kinds
    refused(RulingWithdrawn, withdraw_ruling, floor(world, "22:03"), **what)
    refused(NotFound, withdraw_ruling, floor(world, "22:04"), ruling_id=back.pk, reason=WRONG)
    riga = a_club("riga")
    refused(NotFound, withdraw_ruling, riga.stamp("22:05", role=Role.SUPERVISOR), **what)
