"""An entry that was sold by another guest's card is put right by two."""

from typing import Any

import pytest

from casino.approvals.models import Proposal
from casino.approvals.signed import NeedsSignature, NothingChanges
from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Payable, Shift
from casino.cage.services.payables import PlayerNamed, identify
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.amounts import verify_amounts
from casino.verify.findings import broken
from ranking.models import Points, Score
from ranking.services.correcting import PlaceOf, correct_points
from ranking.services.counting import count_due, points_now
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, decided, enter, now, signed, sold, ticket_given
from tests.world import EVENING, World
from tournaments.models import Entry, Tournament
from tournaments.queries.awards import prizes_of
from tournaments.queries.careers import career_of
from tournaments.queries.guests import other_guests
from tournaments.queries.waitlist import lists
from tournaments.services.guest_corrections import GuestStays, correct_guest
from tournaments.services.listing import book_place
from tournaments.services.prizes import award_prizes
from tournaments.services.sale_reversals import take_back_sale
from tournaments.services.selling import sell_entry
from tournaments.services.shared import TournamentOver
from tournaments.services.taking_back import take_back_awards

WHY = "Another Mari of the queue"


def ask(world: World, entry: Entry, player_id: int, clock: str) -> Proposal:
    what = {"entry_id": entry.pk, "player_id": player_id, "reason": WHY}
    return correct_guest.ask(td(world, clock), **what)


def corrected(world: World, entry: Entry, player_id: int, clock: str) -> Entry:
    signed(world, ask(world, entry, player_id, clock), clock=clock)
    return Entry.objects.select_related("player").get(id=entry.pk)


def taken_back(world: World, event: Tournament, clock: str) -> None:
    asked = take_back_awards.ask(td(world, clock), tournament_id=event.pk, reason=WHY)
    signed(world, asked, clock=clock)


def test_a_prize_is_owed_to_who_won_it(world: World, shift: Shift):
    friday = a_tournament(world)
    entries = enter(world, friday, "Mari Tamm", "B", "C", "D", "E", shift_id=shift.pk)
    wrong, right = entries[0].player_id, world.player("Mari Tamm").pk
    decided(world, friday, entries)
    owed = Payable.objects.get(player=wrong)
    named = {"payable_id": owed.pk, "player_id": right}
    said = refused(PlayerNamed, identify, td(world, "23:04"), **named)
    assert "correct the winner" in str(said.next_step)
    what = {"purchase_id": entries[0].purchases.get().pk, "shift_id": shift.pk, "reason": WHY}
    stands = refused(TournamentOver, take_back_sale.ask, world.stamp("23:04"), **what)
    assert "Correct its guest" in str(stands.next_step)
    said = refused(GuestStays, ask, world, entries[0], right, "23:05")
    assert (said.next_page, said.about) == ("payment", {"payable_id": owed.pk})
    taken_back(world, friday, "23:10")
    what = {"entry_id": entries[0].pk, "player_id": right, "reason": WHY}
    refused(NeedsSignature, correct_guest, td(world, "23:11"), **what)

    entry = corrected(world, entries[0], right, "23:12")

    anew = award_prizes.ask(td(world, "23:14"), tournament_id=friday.pk)
    signed(world, anew, clock="23:15")
    owed = Payable.objects.filter(reversal=None, cents=30_000)
    assert list(owed.values_list("player", flat=True)) == [right]
    assert now(friday).finished_at
    assert [one.place for one in career_of(entry.player).played] == [1]
    assert not career_of(world.club.players.get(id=wrong)).played
    (other,) = other_guests([entry])[entry.pk]
    assert (other.was, other.reason) == ("Mari Tamm", WHY)
    assert not list(verify_amounts(world.club.pk))
    listed = exceptions(world.club, first=EVENING, last=EVENING)
    assert "tournaments.correct_guest" in {row.operation for _, row, _ in listed}


def test_points_follow_the_guest(world: World, shift: Shift):
    friday = a_tournament(world, ranking=True)
    entries = enter(world, friday, "Mari Tamm", "B", "C", "D", "E", shift_id=shift.pk)
    right = world.player("Mari Tamm").pk
    decided(world, friday, entries)
    count_due(world.at("23:03"))
    ranking = Points.objects.first().score.ranking
    before = points_now(ranking, friday)
    taken_back(world, friday, "23:10")
    corrected(world, entries[0], right, "23:12")
    signed(world, award_prizes.ask(td(world, "23:14"), tournament_id=friday.pk), clock="23:15")
    count_due(world.at("23:16"))
    after = points_now(ranking, friday)
    assert after == {
        (right if player == entries[0].player_id else player): x100
        for player, x100 in before.items()
    }


def test_points_of_who_won_no_prize_follow_the_guest(world: World, shift: Shift):
    friday = a_tournament(world, ranking=True)
    entries = enter(world, friday, *[f"P{n}" for n in range(10)], shift_id=shift.pk)
    right, third = world.player("Mari Tamm").pk, world.player("Mari Kask").pk
    decided(world, friday, entries)
    count_due(world.at("23:03"))
    ranking = Points.objects.first().score.ranking
    before = points_now(ranking, friday)
    paid = set(prizes_of(friday).values_list("entry", flat=True))
    one = next(each for each in entries if each.player_id in before and each.pk not in paid)
    signed(world, ask(world, one, third, "23:10"), clock="23:11")
    asked = ask(world, Entry.objects.get(id=one.pk), right, "23:12")
    signed(world, asked, clock="23:13")
    assert not list(broken(world.club, Books(club_id=world.club.pk)))
    assert count_due(world.at("23:16")) == 1
    assert not count_due(world.at("23:17"))
    after = points_now(ranking, friday)
    assert after == {
        (right if player == one.player_id else player): x100 for player, x100 in before.items()
    }
    assert Score.objects.get(ranking=ranking, tournament=friday, number=2).proposal_id == asked.pk
    assert not list(broken(world.club, Books(club_id=world.club.pk)))


def test_places_that_were_corrected_by_hand_stay_with_another_guest(world: World, shift: Shift):
    friday = a_tournament(world, ranking=True)
    entries = enter(world, friday, *[f"P{n}" for n in range(10)], shift_id=shift.pk)
    decided(world, friday, entries)
    count_due(world.at("23:03"))
    ranking = Points.objects.first().score.ranking
    counted = Score.objects.get(ranking=ranking, tournament=friday).places
    players = [player for (player,) in counted]
    players[3], players[4] = players[4], players[3]
    places = [PlaceOf(player_id=who, place=at) for at, who in enumerate(players, start=1)]
    what = {"tournament_id": friday.pk, "places": places, "reason": "The film says so"}
    asked = correct_points.ask(world.stamp("23:05", role=Role.ACCOUNTANT), **what)
    signed(world, asked, clock="23:06")
    before = points_now(ranking, friday)
    one, right = next(each for each in entries if each.player_id == players[3]), world.player("R")
    corrected(world, one, right.pk, "23:12")
    count_due(world.at("23:16"))
    assert points_now(ranking, friday) == {
        (right.pk if player == one.player_id else player): x100 for player, x100 in before.items()
    }


def test_nobody_is_in_twice_and_what_was_refunded_stays(world: World, shift: Shift):
    friday = a_tournament(world)
    ann, bob = enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    refused(NothingChanges, ask, world, ann, ann.player_id, "20:40")
    Entry.objects.filter(id=bob.pk).update(refunded_at=world.at("20:41"))
    refused(GuestStays, ask, world, bob, world.player("Carl").pk, "20:42")
    assert corrected(world, ann, bob.player_id, "20:43").player_id == bob.player_id


def test_the_ticket_that_paid_is_the_wrong_guest_s_again(world: World, shift: Shift):
    friday = a_tournament(world)
    used = ticket_given(world, friday, "Mari Tamm")
    paid: dict[str, Any] = {"paid_with": "ticket", "shift_id": shift.pk}
    who = {"tournament_id": friday.pk, "player_id": used.player_id}
    entry = sell_entry(world.stamp("20:30"), **who, **paid).entry
    refused(GuestStays, ask, world, entry, world.player("Nobody").pk, "20:31")
    own = ticket_given(world, friday, "Mari of the ticket")
    corrected(world, entry, own.player_id, "20:33")
    used.refresh_from_db()
    own.refresh_from_db()
    assert (used.used_by, own.used_by_id) == (None, entry.pk)


def test_it_is_asked_from_the_ticket_and_stands_on_the_tournament_s_page(
    world: World, shift: Shift
):
    friday = a_tournament(world)
    entry = sold(world, friday, "Mari Tamm", shift_id=shift.pk).entry
    right = world.player("Mari Maasikas")
    client = world.browser(Role.SUPERVISOR)
    page = f"/tallinn/tournaments/entries/{entry.pk}/guest/"
    ticket = f"/tallinn/tournaments/entries/{entry.pk}/ticket/"
    assert page in client.get(ticket).content.decode()
    assert "Mari Tamm" in client.get(page).content.decode()
    asked = ask(world, entry, right.pk, "20:40")
    client.force_login(world.staff[Role.MANAGER])
    shown = client.get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    assert "Mari Maasikas" in shown
    what = {"entry_id": entry.pk, "player_id": right.pk, "reason": WHY}
    ahead = correct_guest.preview(td(world, "20:40"), **what).ahead
    assert ahead == {"was_card": str(entry.player.code), "becomes_card": str(right.code)}
    signed(world, asked, clock="20:41")
    shown = client.get(f"/tallinn/tournaments/{friday.pk}/").content.decode()
    assert WHY in shown
    assert "Mari Maasikas" in shown


def test_who_is_in_by_a_corrected_entry_holds_no_booking_beside_it(world: World, shift: Shift):
    friday, right = a_tournament(world, places=2, festival=True), world.player("Mari Tamm")
    book_place(world.stamp("18:30"), tournament_id=friday.pk, player_id=right.pk)
    entry = sold(world, friday, "Mari Tamm", shift_id=shift.pk).entry
    corrected(world, entry, right.pk, "20:40")
    assert lists(friday, world.at("20:41")).free == 1
    sold(world, friday, "Carl", shift_id=shift.pk, clock="20:45")


@pytest.mark.parametrize("clock", ["20:45", "23:20"])
def test_seat_and_eliminations_stay(world: World, shift: Shift, clock: str):
    friday = a_tournament(world)
    entries = enter(world, friday, "Ann", "Bob", "Carl", shift_id=shift.pk)
    if clock > "21:00":
        decided(world, friday, entries)
    out, right = entries[2], world.player("Carla").pk
    before = Entry.objects.filter(id=out.pk).values("number", "out_at", "table_no", "seat_no").get()
    corrected(world, out, right, clock)
    after = Entry.objects.filter(id=out.pk).values("number", "out_at", "table_no", "seat_no").get()
    assert after == before
