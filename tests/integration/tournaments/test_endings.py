"""How tournaments end: a ticket in cash, the results as rows, the summary with two signatures."""

from casino.approvals.services import OwnProposal
from casino.cage.models import Payable, Shift
from casino.names import with_names
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournaments import a_tournament, decided, enter, signed
from tests.world import World
from tournaments import exports
from tournaments.models import EventSummary, Ticket
from tournaments.queries.ending import ending
from tournaments.services.selling import sell_entry
from tournaments.services.summary import NotEnded, sign_summary


def test_who_has_an_entry_already_wins_the_ticket_s_price_in_cash(world: World, shift: Shift):
    main = a_tournament(world, "Main", price_cents=10_000, fee_cents=1_000)
    terms = {"variants": ["satellite"], "kind": "satellite", "target": main.pk}
    satellite = a_tournament(world, "Satellite", **terms)
    entries = enter(world, satellite, "Ann", "Bob", "Cat", shift_id=shift.pk)
    desk = {"paid_with": "cash", "shift_id": shift.pk}
    sell_entry(world.stamp("20:45"), tournament_id=main.pk, player_id=entries[0].player_id, **desk)

    decided(world, satellite, entries)

    assert Ticket.objects.get().player == entries[1].player
    paid = Payable.objects.get(player=entries[0].player, kind="tournament.prize")
    assert paid.cents == 11_000
    assert world.balance("tickets", main.pk) == -11_000
    assert world.balance("tournament:pool", satellite.pk) == 0


def test_the_results_are_rows_with_what_is_paid(world: World, shift: Shift):
    tournament = a_tournament(world)
    entries = enter(world, tournament, "Ann", "=Bob", "Cat", shift_id=shift.pk)
    ended = decided(world, tournament, entries)

    found = ending(ended, at=world.at("23:30"))
    text = exports.results_csv(found).decode().split("\r\n")

    assert [(one.place, one.entry.player.name, one.paid) for one in found.won] == [
        (1, "Ann", False),
        (2, "=Bob", False),
        (3, "Cat", False),
    ]
    assert found.owed_cents == found.prizes_cents == 30_000
    assert text[2].startswith("2,1,2,'=Bob,")


def test_director_and_cage_sign_the_summary_once(world: World, shift: Shift):
    tournament = a_tournament(world)
    entries = enter(world, tournament, "Ann", "Bob", "Cat", shift_id=shift.pk)
    decided(world, tournament, entries)
    director = world.stamp("23:10", role=Role.DIRECTOR)
    asked = sign_summary.ask(director, tournament_id=tournament.pk)
    refused(OwnProposal, signed, world, asked, role=Role.DIRECTOR, clock="23:11")

    signed(world, asked, role=Role.CASHIER, clock="23:12")

    kept = EventSummary.objects.get().content
    assert (kept["received_cents"], kept["fee_cents"], kept["net_cents"]) == (33_000, 3_000, 30_000)
    assert [one["player"] for one in with_names(kept)["winners"]][:1] == ["Ann"]
    again = world.stamp("23:20", role=Role.DIRECTOR)
    refused(NotEnded, sign_summary.ask, again, tournament_id=tournament.pk)


def test_a_scanned_ticket_opens_its_prize_where_prizes_are_paid(world: World, shift: Shift):
    tournament = a_tournament(world)
    entries = enter(world, tournament, "Ann", "Bob", "Cat", shift_id=shift.pk)
    decided(world, tournament, entries)
    cashier = world.browser(Role.CASHIER)

    def scanned(text: str) -> str:
        return str(cashier.get("/tallinn/payments/", {"q": text}, follow=True).wsgi_request.path)

    first = Payable.objects.get(player=entries[0].player).pk
    ticket = "http://testserver/tallinn/tournaments/entries/{}/ticket/"
    assert scanned(ticket.format(entries[0].pk)) == f"/tallinn/payments/{first}/"
    assert scanned(ticket.format(entries[2].pk)).endswith(f"/entries/{entries[2].pk}/ticket/")
    assert scanned("http://testserver/riga/tournaments/") == "/tallinn/payments/"
    found = cashier.get("/tallinn/payments/", {"q": "friday 1"}).context["due"]
    assert [one.pk for one in found] == [first]
