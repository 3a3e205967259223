"""The Royal Flush Jackpot of a series: its pool goes from tournament to tournament."""

from typing import Any

import pytest

from casino.approvals.services import OwnProposal
from casino.approvals.signed import NeedsSignature, StaleProposal
from casino.cage.models import Payable, Shift
from casino.cage.services.payables import pay_out
from casino.cards import parse_card
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.claiming import evidence
from tests.refusing import refused
from tests.tournaments import a_template, a_tournament, enter, signed
from tests.world import World
from tournaments.forms.royal_flush import FlushForm
from tournaments.rules.flush_hand import NoStraightFlush, flush_hit
from tournaments.services import royal_flush
from tournaments.services.announcing import announce
from tournaments.services.refunds import (
    NoRefund,
    cancel_tournament,
    refund_all,
    refund_entry,
)
from tournaments.services.royal_flush import ClaimedBefore, Holder, PaysNothing, pay_royal_flush
from tournaments.services.shared import TournamentOver
from tournaments.services.starting import start
from tournaments.verify import verify_flushes

RFJ = {"variants": ["royal_flush_jackpot"], "rfj_cents": 1_000}
BOARD = ["TH", "JH", "QH", "2C", "3D"]


def claim(
    world: World,
    tournament: Any,
    hand: str = "1",
    board: Any = None,
    *,
    clock: str = "22:00",
    proof: dict[str, Any] | None = None,
    **own: str,
) -> Any:
    """Claim a hand, proved; own cards by the entry's number, as e1="AHKH"."""
    entries = {f"e{one.number}": one.pk for one in tournament.entries.all()}
    holders = [
        Holder(entry_id=entries[name], cards=[cards[:2], cards[2:]]) for name, cards in own.items()
    ]
    return pay_royal_flush.ask(
        world.stamp(clock, role=Role.SUPERVISOR),
        tournament_id=tournament.pk,
        hand_name=hand,
        board=board or BOARD,
        holders=holders,
        **(evidence(world, "21:55") if proof is None else proof),
    )


def test_a_royal_flush_takes_four_fifths_and_the_rest_stays_for_the_series(
    world: World, shift: Shift
):
    tournament = a_tournament(world, series=True, **RFJ)
    enter(world, tournament, "Ann", "Bob", shift_id=shift.pk)
    asked = claim(world, tournament, e1="AHKH")
    refused(OwnProposal, signed, world, asked, role=Role.SUPERVISOR, clock="22:05")
    signed(world, asked, clock="22:05")

    owed = Payable.objects.get()
    assert (owed.cents, owed.kind) == (1_600, "tournament.royal_flush")
    assert world.balance("rfj:pool", tournament.series_id or 0) == -400
    pay = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    refused(NeedsSignature, pay_out, world.stamp("22:10"), **pay)
    refused(ClaimedBefore, claim, world, tournament, e1="AHKH")

    template = a_template(world, "Saturday", **RFJ)
    later = announce(
        world.stamp("22:20", role=Role.MANAGER), template_id=template.pk, name="Saturday",
        starts_at=world.at("22:22"), series_id=tournament.series_id,
    )  # fmt: skip
    enter(world, later, "Cat", shift_id=shift.pk, clock="22:30")
    proof = evidence(world, "22:23")
    signed(world, claim(world, later, clock="22:24", proof=proof, e1="9H8H"), clock="22:25")
    assert world.balance("rfj:pool", tournament.series_id or 0) == -(1_400 - 280)


def test_who_signs_reads_the_cards_that_the_player_holds(world: World, shift: Shift):
    friday = a_tournament(world, series=True, **RFJ)
    enter(world, friday, "A", "B", shift_id=shift.pk)
    asked = claim(world, friday, e1="AHKH")
    client = world.browser(Role.MANAGER)
    assert "AH KH" in client.get(f"/tallinn/approvals/{asked.pk}/").content.decode()


def test_one_hand_is_paid_once_under_two_names(world: World, shift: Shift):
    tournament = a_tournament(world, series=True, **RFJ)
    enter(world, tournament, "Ann", "Bob", shift_id=shift.pk)
    first = claim(world, tournament, "1", e1="AHKH")
    second = claim(world, tournament, "hand 1", clock="22:01", e1="KHAH")
    signed(world, first, clock="22:05")
    refused(ClaimedBefore, signed, world, second, clock="22:06")
    said = refused(ClaimedBefore, claim, world, tournament, "one", board=BOARD[::-1], e1="AHKH")
    assert "as hand 1" in str(said.message)
    assert Payable.objects.count() == 1
    other = claim(world, tournament, "2", board=["TS", "JS", "QS", "2C", "3D"], e1="ASKS")
    signed(world, other, clock="22:09")
    assert list(verify_flushes(world.club.pk)) == []


def test_a_hand_that_was_paid_twice_all_the_same_is_found(
    world: World, shift: Shift, monkeypatch: pytest.MonkeyPatch
):
    tournament = a_tournament(world, series=True, **RFJ)
    enter(world, tournament, "Ann", "Bob", shift_id=shift.pk)
    monkeypatch.setattr(royal_flush, "is_one_deal", lambda *deals: False)
    for name in ("1", "hand 1"):
        signed(world, claim(world, tournament, name, e1="AHKH"), clock="22:05")
    [found] = verify_flushes(world.club.pk)
    assert "hand hand 1: paid as hand 1 too" in found.says


@pytest.mark.parametrize(
    ("board", "own", "refusal"),
    [
        (BOARD[:4], "AHKH", PaysNothing),
        (["TH", "JH", "QH", "KH", "AH"], "2C3C", PaysNothing),
        (BOARD, "AHKD", NoStraightFlush),
        (BOARD, "THKH", BadInput),
        (BOARD, "XXKH", BadInput),
    ],
)
def test_the_river_an_own_card_and_the_deck_are_checked(
    world: World, shift: Shift, board: list[str], own: str, refusal: Any
):
    tournament = a_tournament(world, series=True, **RFJ)
    enter(world, tournament, "Ann", shift_id=shift.pk)
    refused(refusal, claim, world, tournament, board=board, e1=own)


def test_a_claim_is_signed_for_the_pool_that_was_shown(world: World, shift: Shift):
    tournament = a_tournament(world, series=True, **RFJ)
    enter(world, tournament, "Ann", shift_id=shift.pk)
    asked = claim(world, tournament, e1="AHKH")
    enter(world, tournament, "Bob", shift_id=shift.pk)
    refused(StaleProposal, signed, world, asked, clock="22:05")


def test_a_tournament_without_the_part_pays_nothing(world: World, shift: Shift):
    tournament = a_tournament(world)
    enter(world, tournament, "Ann", shift_id=shift.pk)
    refused(PaysNothing, claim, world, tournament, e1="AHKH")


def test_a_wheel_is_a_straight_flush_and_omaha_plays_two_own_cards():
    def cards(text: str) -> list[Any]:
        return [parse_card(each) for each in text.split()]

    wheel = flush_hit(hand_id="1", board=cards("2S 3S 4S KD KH"), own={"a": cards("AS 5S")})
    assert (wheel.hand, wheel.holders[0].hole_cards_used) == ("straight_flush", 2)
    for own in ("AH 2C 3C 4C", "AH 2C 3C 4C 5C"):
        with pytest.raises(NoStraightFlush):
            flush_hit(hand_id="1", board=cards("KH QH JH TH 9D"), own={"a": cards(own)})


@pytest.mark.parametrize(
    ("board", "own", "used", "river"),
    [
        ("QH JH TH 2C 3D", "AH KH 4S 5S 6S", 2, True),
        ("", "AH KH QH JH TH 4S 5S", 5, True),
        ("TH", "AH KH QH JH 4S 5S", 4, True),
        ("", "AH KH QH JH TH 4S", 5, False),
    ],
    ids=["five hole cards", "stud", "stud with a common last card", "stud before the last card"],
)
def test_a_royal_flush_is_one_in_every_game_that_is_dealt(
    board: str, own: str, *, used: int, river: bool
):
    hit = flush_hit(
        hand_id="7",
        board=[parse_card(each) for each in board.split()],
        own={"Ann": [parse_card(each) for each in own.split()]},
    )
    assert (hit.hand, hit.holders[0].hole_cards_used) == ("royal_flush", used)
    assert hit.river_dealt is river


def test_seven_cards_of_stud_are_claimed_without_a_board(world: World, shift: Shift):
    friday = a_tournament(world, series=True, **RFJ)
    ann, _ = enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    typed = {"hand_name": "1", "holder": str(ann.pk), "own": "Ah Kh Qh Jh Th 4s 5s"}
    form = FlushForm(typed, entries=[ann], club=world.club, now=world.at("22:00"))
    assert not {"board", "own"} & set(form.errors)
    cards = ["AH", "KH", "QH", "JH", "TH", "4S", "5S"]
    asked = pay_royal_flush.ask(
        world.stamp("22:00", role=Role.SUPERVISOR), tournament_id=friday.pk, hand_name="1",
        board=[], holders=[Holder(entry_id=ann.pk, cards=cards)], **evidence(world, "21:55"),
    )  # fmt: skip
    signed(world, asked, clock="22:05")
    assert Payable.objects.get().cents == 1_600


def test_who_hit_has_played_and_what_was_hit_of_is_not_cancelled(world: World, shift: Shift):
    tournament = a_tournament(world, series=True, **RFJ)
    ann, bob = enter(world, tournament, "Ann", "Bob", shift_id=shift.pk)
    start(world.stamp("21:00", role=Role.DIRECTOR), tournament_id=tournament.pk)
    signed(world, claim(world, tournament, e1="AHKH"), clock="22:05")

    stamp = world.stamp("22:10", role=Role.SUPERVISOR)
    ill = {"cause": "withdrawal", "reason": "Ill"}
    said = refused(NoRefund, refund_entry.ask, stamp, entry_id=ann.pk, **ill)
    assert said.message == NoRefund.message
    # Bob has not played: what he paid into the jackpot went to Ann.
    said = refused(NoRefund, refund_entry.ask, stamp, entry_id=bob.pk, **ill)
    assert said.next_page == "journal-new"
    stamp = world.stamp("22:11", role=Role.DIRECTOR)
    refused(NoRefund, cancel_tournament.ask, stamp, tournament_id=tournament.pk, reason="Fire")


def test_a_cancelled_tournament_pays_no_hit(world: World, shift: Shift):
    tournament = a_tournament(world, series=True, **RFJ)
    enter(world, tournament, "Ann", "Bob", shift_id=shift.pk)
    asked = cancel_tournament.ask(
        world.stamp("21:50", role=Role.DIRECTOR), tournament_id=tournament.pk, reason="Fire"
    )
    signed(world, asked, clock="21:51")
    refused(TournamentOver, claim, world, tournament, e1="AHKH")
    refund_all(world.stamp("22:01", role=Role.DIRECTOR), tournament_id=tournament.pk)
    assert world.balance("rfj:pool", tournament.series_id or 0) == 0
