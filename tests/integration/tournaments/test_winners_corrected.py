"""A prize of a tournament owed to the wrong guest is owed to who won it; the others stay."""

from datetime import datetime
from typing import Any

import pytest
from django.db import IntegrityError
from django.db.transaction import atomic

from casino import db
from casino.approvals.models import Proposal
from casino.approvals.services import OwnProposal
from casino.approvals.signed import NeedsSignature, NothingChanges
from casino.audit.queries.listed import SIGNED
from casino.cage.models import Payable, Shift
from casino.cage.queries.renamed import first_owed, now_owed
from casino.cage.services.payables import NotOwed, PlayerNamed, identify, pay_out
from casino.refusals import NotFound
from casino.reports.queries.asked import asked as asked_report
from casino.reports.queries.guests import winnings
from casino.reports.queries.results import prizes
from casino.staff.models import Role
from tests.books import register
from tests.correcting import wrong
from tests.integration.tournaments.test_jackpots_taken_back import (
    adds_up,
    back,
    flush,
    given,
)
from tests.integration.tournaments.test_royal_flush import RFJ
from tests.merging import merged
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, decided, enter, now, signed
from tests.world import EVENING, World, a_key
from tournaments.models import Entry, Prize, Tournament
from tournaments.queries.awards import other_winners, prizes_of
from tournaments.queries.careers import career_of
from tournaments.queries.ending import dues_of
from tournaments.queries.pool_awards import standing_flushes, surcharge_pool_cents
from tournaments.queries.pools import money_check
from tournaments.services.guest_corrections import GuestStays, correct_guest
from tournaments.services.pool_awards_back import TakenBackBefore
from tournaments.services.right_winners import correct_prize
from tournaments.services.taking_back import PrizePaid, take_back_awards
from tournaments.verify import verify_flushes

WHY = "Sold by the card of another guest of that name"


@pytest.fixture
def friday(world: World, shift: Shift) -> Tournament:
    """Twelve players; three prizes are awarded, of which the first one is paid."""
    event = a_tournament(world)
    names = [f"G{number}" for number in range(1, 13)]
    decided(world, event, enter(world, event, *names, shift_id=shift.pk))
    pay(world, shift, first(event).payable)
    return now(event)


@pytest.fixture
def series(world: World, shift: Shift) -> Tournament:
    found = a_tournament(world, series=True, surcharge_cents=5_000, **RFJ)
    enter(world, found, "Ann", "Bob", "Cat", shift_id=shift.pk)
    return found


def first(event: Tournament) -> Prize:
    return prizes_of(event).select_related("payable", "entry__player").get(place=1)


def second(event: Tournament) -> Prize:
    return prizes_of(event).select_related("payable", "entry__player").get(place=2)


def pay(world: World, shift: Shift, owed: Payable | None, clock: str = "23:10") -> None:
    assert owed
    by = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    if owed.two or owed.cents >= 50_000:
        signed(world, pay_out.ask(world.stamp(clock), **by), clock=clock)
    else:
        pay_out(world.stamp(clock), **by)


def ask(world: World, owed: Payable | None, player_id: int, clock: str = "23:20") -> Proposal:
    what: dict[str, Any] = {"payable_id": owed.pk if owed else 0, "player_id": player_id}
    return correct_prize.ask(td(world, clock), **what, reason=WHY)


def corrected(world: World, owed: Payable | None, player_id: int, clock: str = "23:20") -> Payable:
    signed(world, ask(world, owed, player_id, clock), clock=clock)
    assert owed
    owed.refresh_from_db()
    return now_owed(owed)


def test_who_won_a_prize_by_the_correction_has_it_in_the_season(world: World, friday: Tournament):
    prize, right = second(friday), world.player("Right guest")
    wrong_one = prize.entry.player
    won = career_of(wrong_one).line.prizes_cents
    assert won == prize.cents > 0
    corrected(world, prize.payable, right.pk)
    sums = [career_of(each).line.prizes_cents for each in (wrong_one, right)]
    assert sums == [0, won]


def test_the_winner_of_an_unpaid_prize_is_put_right_where_another_prize_is_paid(
    world: World, shift: Shift, friday: Tournament
):
    was, right = second(friday).payable, world.player("Right guest")
    assert was
    refused(
        PrizePaid, take_back_awards.ask, td(world, "23:12"), tournament_id=friday.pk, reason="x"
    )
    what = {"payable_id": was.pk, "player_id": right.pk, "reason": WHY}
    refused(NeedsSignature, correct_prize, td(world, "23:19"), **what)
    request = ask(world, was, right.pk)
    refused(OwnProposal, signed, world, request, role=Role.DIRECTOR, clock="23:20")
    anew = corrected(world, was, right.pk, "23:21")

    assert (anew.player, anew.cents, anew.about) == (right, was.cents, was.about)
    assert (anew.kind, anew.two) == (was.kind, was.two)
    was.refresh_from_db()
    assert was.reversal
    assert (was.reversal.memo, world.balance("payable", was.pk)) == (WHY, 0)
    assert (second(friday).payable, first_owed(anew)) == (anew, was)
    (said,) = other_winners(friday)[second(friday).entry_id]
    assert (said.becomes, said.request.reason) == ("Right guest", WHY)
    assert not wrong(world)
    assert money_check(friday).agrees
    assert SIGNED[correct_prize.name] == SIGNED["jackpot.correct_share"]
    stale = {"payable_id": was.pk, "shift_id": shift.pk, "paid_with": "cash"}
    refused(NotOwed, pay_out.ask, world.stamp("23:25"), **stale)
    refused(NotOwed, ask, world, was, right.pk)
    pay(world, shift, anew, "23:26")
    assert not wrong(world)


def test_who_corrects_a_prize_never_pays_it(world: World, shift: Shift, friday: Tournament):
    anew = corrected(world, second(friday).payable, world.player("Right guest").pk)
    hands = {world.staff[Role.DIRECTOR].pk, world.staff[Role.MANAGER].pk}
    assert hands <= set(anew.not_by)


def test_what_is_paid_or_stays_as_it_is_is_refused(world: World, shift: Shift, friday: Tournament):
    owed, right = second(friday).payable, world.player("Right guest").pk
    assert owed
    refused(NothingChanges, ask, world, owed, owed.player_id)
    refused(NotFound, ask, world, Payable(pk=1), right)
    waits = ask(world, owed, right, "23:16")
    pay(world, shift, owed, "23:17")
    said = refused(PrizePaid, ask, world, owed, right)
    assert said.next_page == "slip-reverse"
    refused(PrizePaid, signed, world, waits, clock="23:18")
    named = {"payable_id": owed.pk, "player_id": right}
    said = refused(PlayerNamed, identify, td(world, "23:19"), **named)
    assert "correct the winner" in str(said.next_step)


def test_another_card_of_the_guest_is_no_other_guest(world: World, friday: Tournament):
    owed = second(friday).payable
    card = world.player("Second card").pk
    assert owed
    merged(world, owed.player_id, card, clock="23:16")
    refused(NothingChanges, ask, world, owed, card)


def test_who_signs_reads_that_the_guest_has_another_prize_of_the_award(
    world: World, friday: Tournament
):
    owed, paid = second(friday).payable, first(friday)
    request = ask(world, owed, paid.entry.player_id)
    assert request.content["also_cents"] == [paid.cents]
    page = world.browser(Role.MANAGER).get(f"/tallinn/approvals/{request.pk}/").content.decode()
    assert "already has a prize of this award" in page
    stranger = world.player("Right guest").pk
    assert "also_cents" not in ask(world, owed, stranger, "23:21").content


def test_after_it_the_entry_is_the_right_guests_too(world: World, shift: Shift, friday: Tournament):
    prize, right = second(friday), world.player("Right guest").pk
    what = {"entry_id": prize.entry_id, "player_id": right, "reason": WHY}
    said = refused(GuestStays, correct_guest.ask, td(world, "23:15"), **what)
    assert (said.next_page, said.about) == ("payment", {"payable_id": prize.payable_id})
    corrected(world, prize.payable, right)
    signed(world, correct_guest.ask(td(world, "23:22"), **what), clock="23:23")
    assert Entry.objects.get(id=prize.entry_id).player_id == right
    assert not wrong(world)


def test_statements_count_the_prize_to_the_right_guest(world: World, friday: Tournament):
    prize, right = second(friday), world.player("Right guest")
    corrected(world, prize.payable, right.pk)

    def won(player_id: int) -> int:
        reader = world.stamp("23:50", role=Role.ACCOUNTANT)
        asked = asked_report(world.club, reader, first=EVENING, last=EVENING, player_id=player_id)
        return sum(each.cents for each in winnings(asked))

    assert (won(prize.entry.player_id), won(right.pk)) == (0, prize.cents)


def test_the_file_and_the_report_of_results_name_who_gets_the_prize(
    world: World, friday: Tournament
):
    prize, right = second(friday), world.player("Right guest")
    was = prize.entry.player

    def named() -> tuple[str, str]:
        (filed,) = [row for row in register(world, "tournaments") if row["place"] == "2"]
        return filed["player_ref"], told()

    def told(known_at: datetime | None = None) -> str:
        reader = world.stamp("23:50", role=Role.ACCOUNTANT)
        asked = asked_report(world.club, reader, first=EVENING, last=EVENING, known_at=known_at)
        (row,) = [each.cells for each in prizes(asked).rows if each.cells[2] == 2]
        return str(row[3])

    assert named() == (str(was.code), was.name)
    before = db.now()
    corrected(world, prize.payable, right.pk)
    assert named() == (str(right.code), right.name)
    assert told(before) == was.name


def test_a_program_reads_to_whom_a_prize_of_the_results_is_owed(world: World, friday: Tournament):
    def told() -> list[list[str]]:
        answer = world.browser(Role.DIRECTOR).get(
            f"/api/v1/clubs/tallinn/tournaments/{friday.pk}/results/"
        )
        return [each["owed_to"] for each in answer.json()["won"][:3]]

    assert told() == [[], [], []]
    corrected(world, second(friday).payable, world.player("Right guest").pk)
    assert told() == [[], ["Right guest"], []]


def test_a_ticket_pays_what_is_owed_to_its_holder(world: World, friday: Tournament):
    prize, other = second(friday), first(friday).entry
    assert dues_of(prize.entry) == [prize.payable]
    anew = corrected(world, prize.payable, other.player_id)
    assert (dues_of(prize.entry), dues_of(other)) == ([], [anew])
    desk, scanned = world.browser(Role.CASHIER), "/tallinn/tournaments/entries/{}/ticket/?pay=1"
    assert desk.get(scanned.format(prize.entry_id)).status_code == 200
    answer = desk.get(scanned.format(other.pk))
    assert answer["Location"] == f"/tallinn/payments/{anew.pk}/"


def test_a_prize_is_corrected_twice_and_then_its_award_is_taken_back(world: World, shift: Shift):
    event = a_tournament(world)
    names = [f"G{number}" for number in range(1, 13)]
    decided(world, event, enter(world, event, *names, shift_id=shift.pk))
    pool = world.balance("tournament:pool", event.pk)
    owed = second(event).payable
    assert owed
    corrected(world, owed, world.player("One").pk, "23:20")
    corrected(world, second(event).payable, owed.player_id, "23:21")
    assert [each.becomes for each in other_winners(event)[second(event).entry_id]] == [
        "One",
        str(owed.player),
    ]
    asked = take_back_awards.ask(td(world, "23:25"), tournament_id=event.pk, reason=WHY)
    signed(world, asked, clock="23:26")
    assert not Payable.objects.due().exists()
    assert world.balance("tournament:pool", event.pk) < pool
    assert money_check(now(event)).agrees
    assert not wrong(world)


def test_a_share_of_a_series_jackpot_is_put_right_where_another_is_paid(
    world: World, shift: Shift, series: Tournament
):
    ann, cat = given(world, series, Ann=10_000, Cat=5_000)
    pay(world, shift, ann, "21:50")
    refused(PrizePaid, back, world, cat)
    bob = series.entries.get(player__name="Bob").player_id
    anew = corrected(world, cat, bob, "22:00")
    assert (anew.player_id, anew.cents) == (bob, 5_000)
    assert adds_up(world)
    assert not wrong(world)
    request = ask(world, anew, ann.player_id or 0, "22:05")
    assert request.content["also_cents"] == [10_000]


def test_a_corrected_share_goes_back_with_its_award(world: World, shift: Shift, series: Tournament):
    held = surcharge_pool_cents(world.club.pk, series.series_id or 0)
    ann, cat = given(world, series, Ann=10_000, Cat=5_000)
    bob = series.entries.get(player__name="Bob").player_id
    anew = corrected(world, cat, bob, "22:00")
    assert adds_up(world)
    signed(world, back(world, anew), clock="22:31")
    assert surcharge_pool_cents(world.club.pk, series.series_id or 0) == held
    assert not Payable.objects.due().exists()
    assert adds_up(world)
    assert not wrong(world)
    refused(TakenBackBefore, back, world, ann)
    refused(NotOwed, ask, world, anew, cat.player_id or 0, "22:40")


def test_a_flush_of_another_guest_stands_and_goes_back(world: World, series: Tournament):
    owed = flush(world, series, e1="AHKH")
    bob = series.entries.get(player__name="Bob").player_id
    anew = corrected(world, owed, bob, "22:10")
    assert standing_flushes().count() == 1
    assert adds_up(world)
    signed(world, back(world, anew), clock="22:31")
    assert not standing_flushes().exists()
    assert not list(verify_flushes(world.club.pk))
    assert adds_up(world)
    assert not wrong(world)


def test_the_database_lets_a_prize_be_anothers_only_as_it_is_owed(world: World, friday: Tournament):
    prize = second(friday)
    for change in ({"payable_id": first(friday).payable_id}, {"corrected_by": [1]}):
        with pytest.raises(IntegrityError), atomic():
            Prize.objects.filter(id=prize.pk).update(**change)


def test_it_is_asked_from_the_payment_and_the_results_say_to_whom(
    world: World, friday: Tournament, clock: Any
):
    clock.stop(world.at("23:20"))
    prize, right = second(friday), world.player("Right guest")
    floor, cashier = world.browser(Role.DIRECTOR), world.browser(Role.CASHIER)
    door = f"/tallinn/tournaments/prizes/{prize.payable_id}/guest/"
    payment = f"/tallinn/payments/{prize.payable_id}/"
    asked, paid_by = (each.get(payment).content.decode() for each in (floor, cashier))
    assert (door in asked, door in paid_by) == (True, False)
    assert ("paid at the till" in asked, "paid at the till" in paid_by) == (True, False)
    assert "The other prizes stay." in floor.get(door).content.decode()
    typed = {"key": a_key(), "player": str(right.code), "reason": WHY}
    assert floor.post(door, typed).status_code == 302
    request = Proposal.objects.latest("id")
    said = world.browser(Role.MANAGER).get(f"/tallinn/approvals/{request.pk}/").content.decode()
    assert "Right guest" in said
    signed(world, request, clock="23:20")
    results = floor.get(f"/tallinn/tournaments/{friday.pk}/results/").content.decode()
    assert "owed to Right guest" in results
