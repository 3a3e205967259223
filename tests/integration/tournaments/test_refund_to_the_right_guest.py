"""The refund of an entry sold by another guest's card is owed to who paid it."""

from casino.cage.models import Payable, Shift
from casino.cage.services.payables import PlayerNamed, identify, pay_out
from casino.ledger.verify import Books, verify_ledger
from casino.players.models import Player
from casino.staff.models import Role
from casino.verify.amounts import verify_amounts
from tests.integration.tournaments.test_guest_corrected import ask, corrected
from tests.integration.tournaments.test_slips_of_corrected_guests import in_statement
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, enter, signed
from tests.world import World
from tournaments.models import Entry
from tournaments.services.guest_corrections import GuestStays
from tournaments.services.refunds import cancel_tournament, refund_all


def refunded(world: World, shift: Shift) -> Entry:
    """The tournament of two is cancelled and its entries are refunded."""
    friday = a_tournament(world)
    entries = enter(world, friday, "Mari Tamm", "B", shift_id=shift.pk)
    what = {"tournament_id": friday.pk, "reason": "Too few"}
    signed(world, cancel_tournament.ask(td(world, "21:05"), **what), clock="21:06")
    refund_all(world.stamp("21:08"), tournament_id=friday.pk)
    return Entry.objects.get(id=entries[0].pk)


def due(player: Player) -> list[int]:
    return list(Payable.objects.due().filter(player=player).values_list("cents", flat=True))


def test_a_refund_is_owed_to_who_paid(world: World, shift: Shift):
    entry = refunded(world, shift)
    wrong, right, third = entry.player, world.player("Mari Tamm"), world.player("Third")
    assert due(wrong) == [11_000]
    named = {"payable_id": Payable.objects.get(player=wrong).pk, "player_id": right.pk}
    assert refused(PlayerNamed, identify, td(world, "21:10"), **named).next_step

    client = world.browser(Role.SUPERVISOR)
    ticket = client.get(f"/tallinn/tournaments/entries/{entry.pk}/ticket/").content.decode()
    assert f"/tournaments/entries/{entry.pk}/guest/" in ticket
    asked = ask(world, entry, right.pk, "21:12")
    assert asked.content["refund_cents"] == 11_000
    signed(world, asked, clock="21:13")

    assert (due(wrong), due(right)) == ([], [11_000])
    assert in_statement(world, wrong) == []
    assert len(in_statement(world, right)) == 4  # sold, refunded, that reversed, refunded
    corrected(world, Entry.objects.get(id=entry.pk), third.pk, "21:14")
    assert (due(wrong), due(right), due(third)) == ([], [], [11_000])
    assert not list(verify_ledger(Books(club_id=world.club.pk)))
    assert not list(verify_amounts(world.club.pk))


def test_a_refund_that_was_paid_comes_back_first(world: World, shift: Shift):
    entry = refunded(world, shift)
    owed = Payable.objects.get(player=entry.player)
    paid = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    pay_out(world.stamp("21:20", role=Role.CASHIER), **paid)
    said = refused(GuestStays, ask, world, entry, world.player("Mari Tamm").pk, "21:22")
    assert said.next_page == "slip-reverse"
    assert due(entry.player) == []
