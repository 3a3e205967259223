"""A jackpot of a series given to the wrong player, taken back by two until any of it is paid."""

from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from casino.approvals.models import Proposal
from casino.approvals.services import OwnProposal
from casino.cage.models import Payable, Shift
from casino.cage.services.payables import pay_out
from casino.refusals import NotFound
from casino.staff.models import Role
from tests.integration.tournaments.test_royal_flush import RFJ, claim
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, decided, enter, signed
from tests.world import EVENING, World
from tournaments.models import Tournament
from tournaments.queries.pool_awards import rfj_pool_cents, surcharge_pool_cents
from tournaments.queries.pools import day_check
from tournaments.services.guest_corrections import GuestStays, correct_guest
from tournaments.services.knockouts import Out, knock_out, undo_knockout
from tournaments.services.pool_awards_back import LaterFlush, TakenBackBefore, take_back_jackpot
from tournaments.services.refunds import NoRefund, refund_entry
from tournaments.services.royal_flush import ClaimedBefore
from tournaments.services.series_jackpot import Winner, pay_series_jackpot
from tournaments.services.starting import start
from tournaments.services.taking_back import PrizePaid
from tournaments.verify import verify_flushes

OTHER = ["9H", "JS", "QS", "KS", "2D"]


@pytest.fixture
def friday(world: World, shift: Shift) -> Tournament:
    found = a_tournament(world, series=True, surcharge_cents=5_000, **RFJ)
    enter(world, found, "Ann", "Bob", "Cat", shift_id=shift.pk)
    return found


def given(world: World, friday: Tournament, **cents: int) -> list[Payable]:
    """Let the series' jackpot be paid to players by name."""
    ids = {each.player.name: each.pk for each in friday.entries.select_related("player")}
    shares = [Winner(entry_id=ids[name], cents=each) for name, each in cents.items()]
    what = {"tournament_id": friday.pk, "shares": shares, "reason": "Aces full"}
    signed(world, pay_series_jackpot.ask(td(world, "21:40"), **what), clock="21:41")
    act = Payable.objects.latest("id").act_id
    return list(Payable.objects.filter(act_id=act).order_by("id"))


def back(world: World, owed: Payable, clock: str = "22:30") -> Any:
    return take_back_jackpot.ask(td(world, clock), payable_id=owed.pk, reason="It was Bob")


def flush(world: World, friday: Tournament, hand: str = "1", **own: Any) -> Payable:
    signed(world, claim(world, friday, hand, **own), clock="22:05")
    return Payable.objects.latest("id")


def pays(world: World, shift: Shift, owed: Payable) -> None:
    by = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    signed(world, pay_out.ask(world.stamp("22:20"), **by), clock="22:21")


def adds_up(world: World) -> bool:
    moved, booked = day_check(world.club.pk, EVENING)
    return moved == booked


def test_a_series_jackpot_for_the_wrong_player_is_taken_back_and_given_anew(
    world: World, friday: Tournament
):
    held = partial(surcharge_pool_cents, world.club.pk, friday.series_id or 0)
    ann, cat = given(world, friday, Ann=10_000, Cat=5_000)
    assert held() == 0
    asked = back(world, cat)
    assert asked.content["total_cents"] == 15_000
    assert [each["cents"] for each in asked.content["shares"]] == [10_000, 5_000]
    refused(OwnProposal, signed, world, asked, role=Role.DIRECTOR, clock="22:31")
    signed(world, asked, clock="22:31")

    assert held() == 15_000
    assert not Payable.objects.due().exists()
    assert Payable.objects.get(id=ann.pk).reversal == Payable.objects.get(id=cat.pk).reversal
    assert adds_up(world)
    refused(TakenBackBefore, back, world, ann)
    (bob,) = given(world, friday, Bob=15_000)
    assert (bob.player and bob.player.name, held()) == ("Bob", 0)
    assert adds_up(world)


def test_what_was_paid_comes_back_first(world: World, shift: Shift, friday: Tournament):
    ann, cat = given(world, friday, Ann=10_000, Cat=5_000)
    asked = back(world, ann)
    pays(world, shift, cat)
    said = refused(PrizePaid, back, world, ann)
    assert said.next_page == "slip-reverse"
    refused(PrizePaid, signed, world, asked, clock="22:31")


def test_a_royal_flush_of_the_wrong_player_is_claimed_anew_from_the_whole_pool(
    world: World, friday: Tournament
):
    held = partial(rfj_pool_cents, world.club.pk, friday.series_id or 0)
    owed = flush(world, friday, e1="AHKH")
    assert (owed.cents, held()) == (2_400, 600)
    refused(ClaimedBefore, claim, world, friday, "1", e2="AHKH")
    signed(world, back(world, owed), clock="22:31")
    assert held() == 3_000
    anew = flush(world, friday, e2="AHKH")
    assert (anew.player and anew.player.name, anew.cents, held()) == ("Bob", 2_400, 600)
    assert not list(verify_flushes(world.club.pk))
    assert adds_up(world)
    refused(ClaimedBefore, claim, world, friday, "1", e1="AHKH")


def test_a_later_hand_that_was_paid_from_what_was_left_goes_first(world: World, friday: Tournament):
    first = flush(world, friday, e1="AHKH")
    later = flush(world, friday, "2", board=OTHER, e2="AS10S".replace("10", "T"))
    said = refused(LaterFlush, back, world, first)
    assert (said.next_page, said.about) == ("payment", {"payable_id": later.pk})
    signed(world, back(world, later), clock="22:31")
    signed(world, back(world, first, "22:32"), clock="22:33")
    assert rfj_pool_cents(world.club.pk, friday.series_id or 0) == 3_000


@pytest.mark.parametrize("won", ["jackpot", "flush"])
def test_once_it_is_taken_back_the_guest_of_the_entry_is_corrected(
    world: World, friday: Tournament, won: str
):
    owed = flush(world, friday, e1="AHKH") if won == "flush" else given(world, friday, Ann=900)[0]
    ann = friday.entries.get(player=owed.player)
    other = {"entry_id": ann.pk, "player_id": world.player("Ann 2").pk, "reason": "Other Ann"}
    said = refused(GuestStays, correct_guest.ask, td(world, "22:25"), **other)
    assert (said.next_page, said.about) == ("payment", {"payable_id": owed.pk})
    signed(world, back(world, owed), clock="22:31")
    signed(world, correct_guest.ask(td(world, "22:32"), **other), clock="22:33")
    assert friday.entries.get(id=ann.pk).player.name == "Ann 2"


@pytest.mark.parametrize("what", ["jackpot", "flush", "elimination"])
def test_what_was_taken_back_does_not_prove_that_the_stack_was_in_play(
    world: World, friday: Tournament, what: str
):
    start(td(world, "21:00"), tournament_id=friday.pk)
    ann = friday.entries.get(player__name="Ann")
    ill = {"entry_id": ann.pk, "cause": "withdrawal", "reason": "Ill"}
    assert refund_entry.ask(td(world, "21:01"), **ill)
    if what == "elimination":
        out = Out(entry_id=ann.pk, stack=10_000)
        (noted,) = knock_out(td(world, "21:40"), tournament_id=friday.pk, outs=[out])
    else:
        owed = (
            flush(world, friday, e1="AHKH") if what == "flush" else given(world, friday, Ann=9)[0]
        )
    refused(NoRefund, refund_entry.ask, td(world, "22:25"), **ill)
    if what == "elimination":
        undo_knockout(td(world, "22:30"), tournament_id=friday.pk, knockout_id=noted.pk)
    else:
        signed(world, back(world, owed), clock="22:31")
    assert refund_entry.ask(td(world, "22:32"), **ill)


def test_a_prize_is_no_jackpot(world: World, shift: Shift):
    event = a_tournament(world)
    decided(world, event, enter(world, event, "Ann", "Bob", shift_id=shift.pk))
    refused(NotFound, back, world, Payable.objects.filter(kind="tournament.prize")[0], "23:30")


def test_the_page_of_a_payment_leads_to_it(world: World, friday: Tournament):
    owed = given(world, friday, Ann=1_000)[0]
    director, cashier = Client(), Client()
    director.force_login(world.staff[Role.DIRECTOR])
    cashier.force_login(world.staff[Role.CASHIER])
    page, at = (
        f"/tallinn/payments/{owed.pk}/",
        f"/tallinn/tournaments/jackpots/{owed.pk}/take-back/",
    )
    assert at in director.get(page).content.decode()
    assert at not in cashier.get(page).content.decode()
    director.post(at, {"key": uuid4(), "reason": "It was Bob"})
    signed(world, Proposal.objects.latest("id"), clock="22:31")
    after = director.get(page).content.decode()
    assert "It was Bob" in after
    assert at not in after
