"""Bookings and the waiting list: personal, in order, bookings lapse, re-entries at the back."""

import pytest

from casino.approvals.services import approve
from casino.cage.models import Shift
from casino.players.services.erasing import anonymise_player
from casino.staff.models import Role
from tests.merging import merged
from tests.refusing import refused
from tests.tournaments import a_tournament, enter, sold
from tests.world import World, a_club
from tournaments.models import Knockout, Tournament, WaitlistEntry
from tournaments.queries.card_codes import card_code
from tournaments.queries.waitlist import lists
from tournaments.services.during_play import NotSold
from tournaments.services.knockouts import Out, knock_out, undo_knockout
from tournaments.services.listing import (
    ListedBefore,
    ListEnded,
    NotListed,
    admit_waiting,
    book_place,
    join_list,
    leave_list,
    withdraw_online,
)
from tournaments.services.selling import NotAdmitted, sell_entry, sell_more
from tournaments.services.starting import close_registration, start

pytestmark = pytest.mark.django_db


def join(world: World, tournament: Tournament, name: str, clock: str = "20:40") -> WaitlistEntry:
    return join_list(
        world.stamp(clock), tournament_id=tournament.pk, player_id=world.player(name).pk
    )


def book(world: World, tournament: Tournament, name: str) -> WaitlistEntry:
    return book_place(
        world.stamp("20:10"), tournament_id=tournament.pk, player_id=world.player(name).pk
    )


def buy(world: World, shift: Shift, row: WaitlistEntry, clock: str = "21:30") -> dict[str, object]:
    return {
        "tournament_id": row.tournament_id,
        "player_id": row.player_id,
        "shift_id": shift.pk,
        "paid_with": "cash",
    }


def out(world: World, tournament: Tournament, entry_id: int, clock: str = "21:10") -> None:
    knock_out(
        world.stamp(clock, role=Role.SUPERVISOR),
        tournament_id=tournament.pk,
        outs=[Out(entry_id=entry_id, stack=1000)],
    )


def begun(world: World, tournament: Tournament) -> None:
    start(world.stamp("21:00", role=Role.SUPERVISOR), tournament_id=tournament.pk)


def test_the_first_who_waits_gets_the_free_place_and_nobody_else(world: World, shift: Shift):
    tournament = a_tournament(world, places=3)
    first, *_ = enter(world, tournament, "Ann", "Bob", "Cat", shift_id=shift.pk)
    one, two = join(world, tournament, "Dan"), join(world, tournament, "Eve")
    refused(NotAdmitted, sell_entry, world.stamp("20:50"), **buy(world, shift, one))
    begun(world, tournament)
    out(world, tournament, first.pk)
    stranger = world.player("Zoe").pk

    refused(NotAdmitted, sell_entry, world.stamp("21:11"), **buy(world, shift, two))
    refused(
        NotAdmitted,
        sell_entry,
        world.stamp("21:11"),
        **(buy(world, shift, two) | {"player_id": stranger}),
    )
    sale = sell_entry(world.stamp("21:12"), **buy(world, shift, one))

    assert sale.entry.player_id == one.player_id
    assert [row.pk for row in lists(tournament, world.at("21:13")).waiting] == [two.pk]
    assert WaitlistEntry.objects.get(id=one.pk).ended == "paid"


def test_bookings_are_free_at_festivals_only_and_lapse_once_somebody_waits(
    world: World, shift: Shift
):
    daily = a_tournament(world, "Daily")
    festival = a_tournament(world, "Festival", places=3, festival=True)
    assert refused(NotListed, book_place, world.stamp("20:10"), tournament_id=daily.pk,
                   player_id=world.player("Ann").pk).source == "OLY-3.3.3"  # fmt: skip
    booked = book(world, festival, "Bea")
    enter(world, festival, "Ann", "Bob", shift_id=shift.pk)
    refused(NotListed, book_place, world.stamp("20:35"), tournament_id=festival.pk,
            player_id=world.player("Cid").pk)  # fmt: skip

    waits = join(world, festival, "Dan")

    assert WaitlistEntry.objects.get(id=booked.pk).ended == "lapsed"
    sale = sell_entry(world.stamp("20:45"), **buy(world, shift, waits))
    assert sale.entry.player_id == waits.player_id
    refused(NotAdmitted, sell_entry, world.stamp("20:46"), **buy(world, shift, booked))


def test_who_booked_pays_for_the_own_place(world: World, shift: Shift):
    festival = a_tournament(world, "Festival", places=3, festival=True)
    booked = book(world, festival, "Bea")
    enter(world, festival, "Ann", "Bob", shift_id=shift.pk)
    refused(NotAdmitted, sell_entry, world.stamp("20:40"),
            **(buy(world, shift, booked) | {"player_id": world.player("Zoe").pk}))  # fmt: skip

    assert sell_entry(world.stamp("20:41"), **buy(world, shift, booked)).entry.number == 3


def test_a_reentry_stands_at_the_back_of_the_list(world: World, shift: Shift):
    tournament = a_tournament(world, places=3, variants=["freezeout"], reentry=True)
    first, second, _ = enter(world, tournament, "Ann", "Bob", "Cat", shift_id=shift.pk)
    waits = join(world, tournament, "Dan")
    begun(world, tournament)
    out(world, tournament, first.pk)
    again = {"entry_id": first.pk, "what": "reentry", "paid_with": "cash", "shift_id": shift.pk}

    assert refused(NotSold, sell_more, world.stamp("21:11"), **again).source == "OLY-3.3.11"
    back = join_list(world.stamp("21:12"), tournament_id=tournament.pk, player_id=first.player_id)
    assert back.reentry
    refused(NotSold, sell_more, world.stamp("21:13"), **again)
    sell_entry(world.stamp("21:14"), **buy(world, shift, waits))
    out(world, tournament, second.pk, clock="21:15")

    assert sell_more(world.stamp("21:16"), **again).what == "reentry"


def test_everybody_stands_on_a_list_once_and_leaves_it_once(world: World, shift: Shift):
    tournament = a_tournament(world, places=2)
    ann, _ = enter(world, tournament, "Ann", "Bob", shift_id=shift.pk)
    waits = join(world, tournament, "Dan")
    twice = {"tournament_id": tournament.pk, "player_id": waits.player_id}
    refused(ListedBefore, join_list, world.stamp("20:50"), **twice)
    refused(ListedBefore, join_list, world.stamp("20:50"), **(twice | {"player_id": ann.player_id}))

    leave_list(world.stamp("20:51"), listed_id=waits.pk)

    refused(ListEnded, leave_list, world.stamp("20:52"), listed_id=waits.pk)


def test_nobody_waits_while_a_place_is_free(world: World, shift: Shift):
    tournament = a_tournament(world, places=3)
    refused(NotListed, join_list, world.stamp("20:40"), tournament_id=tournament.pk,
            player_id=world.player("Dan").pk)  # fmt: skip


def test_after_late_registration_the_supervisor_admits_who_waits(world: World, shift: Shift):
    tournament = a_tournament(world, places=3, late_levels=1)
    first, *_ = enter(world, tournament, "Ann", "Bob", "Cat", shift_id=shift.pk)
    waits = join(world, tournament, "Dan")
    begun(world, tournament)
    out(world, tournament, first.pk, clock="21:30")
    sale = buy(world, shift, waits)
    assert refused(NotAdmitted, sell_entry, world.stamp("21:31"), **sale).source == "OLY-3.3.6"

    admit_waiting(world.stamp("21:32", role=Role.SUPERVISOR), listed_id=waits.pk)

    bought = sell_entry(world.stamp("21:33"), **sale)
    assert bought.entry.player_id == waits.player_id


def test_unpaid_bookings_end_with_registration(world: World, shift: Shift):
    festival = a_tournament(world, "Festival", places=4, festival=True)
    booked = book(world, festival, "Bea")
    enter(world, festival, "Ann", "Bob", shift_id=shift.pk)
    begun(world, festival)
    close_registration(world.stamp("22:00", role=Role.SUPERVISOR), tournament_id=festival.pk)

    assert WaitlistEntry.objects.get(id=booked.pk).ended == "lapsed"


def test_in_voodoo_s_freezeout_the_director_says_when_the_list_moves(db: None):
    world = a_club(book="voodoo")
    shift = world.open_shift(clock="18:00")
    tournament = a_tournament(world, places=4)
    first, *_ = enter(world, tournament, "Ann", "Bob", "Cat", "Don", shift_id=shift.pk)
    waits = sold_out = join(world, tournament, "Eve")
    begun(world, tournament)
    out(world, tournament, first.pk)
    assert refused(
        NotAdmitted, sell_entry, world.stamp("21:11"), **buy(world, shift, sold_out)
    ).source == "VOO-T5"  # fmt: skip

    admit_waiting(world.stamp("21:12", role=Role.DIRECTOR), listed_id=waits.pk)

    assert sell_entry(world.stamp("21:13"), **buy(world, shift, waits)).entry.number == 5


def test_an_entry_sold_twice_moves_nothing(world: World, shift: Shift):
    tournament = a_tournament(world, places=3)
    sold(world, tournament, "Ann", shift_id=shift.pk)
    before = world.balance("cash:drawer", shift.drawer_id)
    full = a_tournament(world, "Full", places=2)
    enter(world, full, "Bob", "Cat", shift_id=shift.pk)
    after = world.balance("cash:drawer", shift.drawer_id)

    refused(NotAdmitted, sell_entry, world.stamp("20:45"), tournament_id=full.pk,
            player_id=world.player("Zoe").pk, paid_with="cash", shift_id=shift.pk)  # fmt: skip

    assert world.balance("cash:drawer", shift.drawer_id) == after == before + 22_000


def test_who_waits_for_a_reentry_waits_no_more_once_the_elimination_is_undone(
    world: World, shift: Shift
):
    tournament = a_tournament(world, reentry=True, places=3)
    ann, *_ = enter(world, tournament, "Ann", "Bob", "Cat", shift_id=shift.pk)
    row = join(world, tournament, "Dan")
    start(world.stamp("21:00", role=Role.SUPERVISOR), tournament_id=tournament.pk)
    out(world, tournament, ann.pk)
    join_list(world.stamp("21:11"), tournament_id=tournament.pk, player_id=ann.player_id)

    mistake = Knockout.objects.get(entry=ann)
    director = world.stamp("21:12", role=Role.DIRECTOR)
    undo_knockout(director, tournament_id=tournament.pk, knockout_id=mistake.pk)

    waiting = lists(tournament, world.at("21:13")).waiting
    assert [each.pk for each in waiting] == [row.pk]


def test_a_booking_of_a_merged_card_is_the_guests_who_books_no_other_and_withdraws_it(
    world: World,
):
    festival = a_tournament(world, festival=True, places=3)
    double, mari = book(world, festival, "Maria"), world.player("Mari")
    merged(world, mari.pk, double.player_id, clock="20:15")
    mine = {"tournament_id": festival.pk}

    refused(ListedBefore, book_place, world.stamp("20:20"), **mine, player_id=mari.pk)
    assert lists(festival, world.at("20:25")).free == 2
    withdraw_online(world.stamp("20:30"), **mine, card=card_code(mari))
    assert lists(festival, world.at("20:35")).free == 3


def test_an_erased_guest_keeps_no_place(world: World):
    festival = a_tournament(world, festival=True, places=3)
    booked = book(world, festival, "Mari")
    floor = world.stamp("20:20", role=Role.SUPERVISOR)
    asked = anonymise_player.ask(floor, player_id=booked.player_id, reason="Asked")
    accountant = world.stamp("20:25", role=Role.ACCOUNTANT)
    approve(accountant, proposal_id=asked.pk, digest=asked.digest)

    found = lists(festival, world.at("20:30"))
    assert (found.bookings, found.free) == ([], 3)
    refused(ListEnded, leave_list, world.stamp("20:31"), listed_id=booked.pk)
