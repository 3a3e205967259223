"""Whose name was changed lately is shown with the earlier one to who signs, or stands out."""

from datetime import date

import pytest

from casino.approvals.models import Proposal
from casino.approvals.services import COMPLETIONS
from casino.approvals.signed import StaleProposal
from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Payable, Shift
from casino.cage.services.payables import pay_out
from casino.players.models import Player
from casino.players.services.guests import change_player
from casino.staff.models import Role
from tests.claiming import pages_at
from tests.owing import owe_prize
from tests.refusing import refused
from tests.tournaments import signed
from tests.world import EVENING, World

EARLIER = "Earlier name"


@pytest.fixture
def ann(world: World) -> Player:
    return world.player("Ann Lepp")


@pytest.fixture
def prize(world: World, ann: Player) -> Payable:
    return owe_prize(world.stamp("21:00"), player_id=ann.pk, cents=150_000)


def rename(world: World, guest: Player, name: str, clock: str) -> None:
    change_player(world.stamp(clock), player_id=guest.pk, name=name)


def ask(world: World, prize: Payable, shift: Shift, clock: str = "22:00") -> Proposal:
    where = {"payable_id": prize.pk, "shift_id": shift.pk, "paid_with": "cash"}
    asked = pay_out.submit(world.stamp(clock), **where)
    assert isinstance(asked, Proposal)
    return asked


def shown(world: World, asked: Proposal) -> dict[str, str]:
    ahead = COMPLETIONS[asked.operation].ahead
    assert ahead
    found = ahead(world.stamp("22:04", role=Role.SUPERVISOR), asked)
    return {str(name): str(value) for name, value in found.items()}


def test_who_signs_reads_what_a_renamed_guest_was_called(
    world: World, shift: Shift, ann: Player, prize: Payable, monkeypatch: pytest.MonkeyPatch
):
    """A cashier gives the winner an accomplice's name for half an hour."""
    pages_at(monkeypatch, world, "22:04")
    rename(world, ann, "Bob Kask", "21:30")
    asked = ask(world, prize, shift)
    assert shown(world, asked) == {EARLIER: "Ann Lepp"}
    page = world.browser(Role.SUPERVISOR).get(f"/tallinn/approvals/{asked.pk}/")
    assert "Ann Lepp" in page.content.decode()


def test_a_name_changed_after_the_request_lets_nobody_sign_it(
    world: World, shift: Shift, ann: Player, prize: Payable
):
    asked = ask(world, prize, shift)
    assert shown(world, asked) == {}
    rename(world, ann, "Bob Kask", "22:01")
    refused(StaleProposal, signed, world, asked, role=Role.SUPERVISOR, clock="22:05")


def test_a_name_changed_on_the_way_to_the_prize_is_shown_too(
    world: World, shift: Shift, ann: Player
):
    """Who runs the tournament renames who leads it, before two people award the prizes."""
    rename(world, ann, "Bob Kask", "20:58")
    prize = owe_prize(world.stamp("21:00"), player_id=ann.pk, cents=150_000)
    assert shown(world, ask(world, prize, shift)) == {EARLIER: "Ann Lepp"}


def test_a_name_that_is_as_before_again_is_no_matter(
    world: World, shift: Shift, ann: Player, prize: Payable
):
    for clock, name in (("21:10", "Bob Kask"), ("21:11", "Ann Lepp")):
        rename(world, ann, name, clock)
    asked = ask(world, prize, shift)
    assert shown(world, asked) == {}
    signed(world, asked, role=Role.SUPERVISOR, clock="22:05")


@pytest.mark.parametrize(
    ("name", "stands_out"),
    [
        ("Bob Kask", True),
        ("Anne Lepp", False),
        ("Ann Tamm", False),
        ("Än Lep", False),
        ("ÄNN LEPP", False),
        ("Lépp Mari-Ulrike", False),
    ],
)
def test_an_identified_guest_who_is_given_another_name_stands_out(
    world: World, ann: Player, name: str, *, stands_out: bool
):
    rename(world, ann, "Ann L", "20:10")
    rename(world, ann, "Mister X", "20:11")  # nobody has seen who it is yet
    paper = {"name": "Ann Lepp", "document": "AB 1", "birth_date": date(1990, 1, 1)}
    change_player(world.stamp("20:12"), player_id=ann.pk, **paper)
    rename(world, ann, name, "20:13")
    found = exceptions(world.club, first=EVENING, last=EVENING)
    told = [(row.operation, row.arguments, str(kind)) for kind, row, _ in found]
    noted = ("players.note_renamed", {"player_id": ann.pk}, "identified guest renamed")
    assert told == [noted] * stands_out
