"""Two guests whose cards were scanned the wrong way round: their entries are exchanged by two."""

from typing import Any

from casino.approvals.signed import NothingChanges
from casino.cage.models import Payable, Shift
from casino.ledger.verify import Books
from casino.players.models import PlayingPlace
from casino.staff.models import Role
from casino.verify.findings import broken
from ranking.models import Points, Ranking
from ranking.services.counting import count_due, points_now
from tests.integration.tournaments.test_guest_corrected import ask, corrected, taken_back
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, decided, enter, now, signed, ticket_given
from tests.world import World
from tournaments.models import Entry, Tournament
from tournaments.queries.awards import prizes_of
from tournaments.queries.guests import other_guests
from tournaments.services.guest_corrections import GuestStays
from tournaments.services.prizes import award_prizes
from tournaments.services.selling import sell_entry
from tournaments.services.starting import start


def whose(*entries: Entry) -> list[int]:
    found = Entry.objects.in_bulk([each.pk for each in entries])
    return [found[each.pk].player_id for each in entries]


def counted(world: World, shift: Shift) -> tuple[Tournament, list[Entry], Ranking]:
    """Return a tournament of ten whose prizes are awarded and whose points are counted."""
    friday = a_tournament(world, ranking=True)
    entries = enter(world, friday, *[f"P{n}" for n in range(10)], shift_id=shift.pk)
    decided(world, friday, entries)
    count_due(world.at("23:03"))
    return friday, entries, Points.objects.first().score.ranking


def test_points_places_and_payables_follow(world: World, shift: Shift):
    friday, entries, ranking = counted(world, shift)
    before = points_now(ranking, friday)
    paid = set(prizes_of(friday).values_list("entry", flat=True))
    won = next(each for each in entries if each.pk in paid)
    lost = next(each for each in entries if each.pk not in paid and each.player_id in before)
    for one, other in [(won, lost), (lost, won)]:
        said = refused(GuestStays, ask, world, one, other.player_id, "23:05")
        assert said.next_page == "payment"
    taken_back(world, friday, "23:10")
    corrected(world, lost, won.player_id, "23:12")
    assert whose(won, lost) == [lost.player_id, won.player_id]
    signed(world, award_prizes.ask(td(world, "23:14"), tournament_id=friday.pk), clock="23:15")
    due = Payable.objects.filter(reversal=None).values_list("player", flat=True)
    assert (lost.player_id in due, won.player_id in due) == (True, False)
    assert now(friday).finished_at
    count_due(world.at("23:16"))
    exchange = {won.player_id: lost.player_id, lost.player_id: won.player_id}
    after = points_now(ranking, friday)
    assert after == {exchange.get(player, player): x100 for player, x100 in before.items()}
    assert not list(broken(world.club, Books(club_id=world.club.pk)))


def test_points_of_two_who_won_no_prize_are_exchanged(world: World, shift: Shift):
    friday, entries, ranking = counted(world, shift)
    before = points_now(ranking, friday)
    paid = set(prizes_of(friday).values_list("entry", flat=True))
    one, other, *_ = [each for each in entries if each.player_id in before and each.pk not in paid]
    corrected(world, one, other.player_id, "23:12")
    assert count_due(world.at("23:16")) == 1
    assert not count_due(world.at("23:17"))
    exchange = {one.player_id: other.player_id, other.player_id: one.player_id}
    after = points_now(ranking, friday)
    assert after == {exchange.get(player, player): x100 for player, x100 in before.items()}
    assert after != before
    assert not list(broken(world.club, Books(club_id=world.club.pk)))


def test_who_is_still_in_is_who_plays_and_both_tickets_say_it(world: World, shift: Shift):
    friday = a_tournament(world)
    ann, bob, *_ = enter(world, friday, "Ann", "Bob", "C", "D", shift_id=shift.pk)
    start(td(world, "21:00"), tournament_id=friday.pk)
    places = PlayingPlace.objects.filter(until=None).order_by("player").values("player", "about")
    before = list(places)
    asked = ask(world, ann, bob.player_id, "21:10")
    assert asked.content["exchanged_with"] == bob.number
    client = world.browser(Role.MANAGER)
    shown = client.get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    assert f"Ticket {bob.number} of Bob becomes Ann" in shown
    signed(world, asked, clock="21:11")
    assert whose(ann, bob) == [bob.player_id, ann.player_id]
    assert list(places) == before
    entries = list(Entry.objects.filter(tournament=friday).order_by("number"))
    said = {entry_id: one.was for entry_id, (one,) in other_guests(entries).items()}
    assert said == {ann.pk: "Ann", bob.pk: "Bob"}
    refused(NothingChanges, ask, world, bob, ann.player_id, "21:12")
    corrected(world, bob, bob.player_id, "21:13")
    assert whose(ann, bob) == [ann.player_id, bob.player_id]


def test_tickets_that_paid_both_are_exchanged_one_alone_is_not(world: World, shift: Shift):
    friday = a_tournament(world)
    (cat,) = enter(world, friday, "Cat", shift_id=shift.pk)
    paid: dict[str, Any] = {"paid_with": "ticket", "shift_id": shift.pk, "tournament_id": friday.pk}
    tickets = [ticket_given(world, friday, name) for name in ("Ann", "Bob")]
    ann, bob = (
        sell_entry(world.stamp("20:30"), **paid, player_id=ticket.player_id).entry
        for ticket in tickets
    )
    for one, other in [(ann, cat), (cat, ann)]:
        said = refused(GuestStays, ask, world, one, other.player_id, "20:31")
        assert "A ticket of Ann" in str(said.message)
    corrected(world, ann, bob.player_id, "20:33")
    for ticket in tickets:
        ticket.refresh_from_db()
        assert Entry.objects.get(id=ticket.used_by_id).player_id == ticket.player_id
    assert not list(broken(world.club, Books(club_id=world.club.pk)))
