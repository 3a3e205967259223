"""A form whose answer was lost is sent again: it says what was done, as at first."""

from typing import Any
from uuid import uuid4

from django.test import Client

from casino.cage.models import Shift
from casino.ledger.models import Act
from casino.staff.models import Role
from tests.tournament_floor import begun, opened, td
from tests.tournaments import a_tournament, enter
from tests.world import World
from tournaments.models import Knockout
from tournaments.queries.card_codes import card_code
from tournaments.services.tables import draw_seats

EVENTS = "/events/tallinn/"


def twice(client: Client, where: str, typed: dict[str, str]) -> None:
    """Send a form, and once more with its key: nothing else happens, the answer is the same."""
    typed = {"key": str(uuid4())} | typed
    first = client.post(where, typed)
    acts = Act.objects.count()
    again = client.post(where, typed)
    assert Act.objects.count() == acts
    assert (first.status_code, again.status_code) == (302, 302), again.content.decode()[-2000:]
    assert again["Location"] == first["Location"]


def test_a_player_who_was_moved_sits_there(world: World):
    session = world.session()
    (seat,) = world.seat(session, "Mari")
    where = f"/tallinn/tables/{session.pk}/move/{seat.seat.player_id}/"
    typed = {"place": f"{session.pk}:7", "reason": "Asked"}
    twice(world.browser(Role.SUPERVISOR), where, typed)


def test_a_player_who_was_eliminated_is_out(world: World, shift: Shift):
    friday = a_tournament(world)
    first, *_rest = enter(world, friday, "A", "B", "C", "D", shift_id=shift.pk)
    opened(world, friday, 1)
    draw_seats(td(world, "20:50"), tournament_id=friday.pk)
    begun(world, friday)
    where = f"/tallinn/tournaments/{friday.pk}/knock-out/?entry={first.pk}"
    director = world.browser(Role.DIRECTOR)
    twice(director, where, {"entry_id": str(first.pk), "stack": "1000"})

    # Another stack under the same key is another request.
    typed = {"entry_id": str(first.pk), "stack": "2000", "key": str(Act.objects.latest("id").key)}
    assert director.post(where, typed).status_code == 422
    assert Knockout.objects.get().stack == 1_000


def test_a_broken_table_is_broken(world: World):
    world.session()
    session = world.session("2")
    typed = {f"stack_{each.seat.player_id}": "200" for each in world.seat(session, "Mari", "Ann")}
    where = f"/tallinn/tables/{session.pk}/break/"
    twice(world.browser(Role.SUPERVISOR), where, typed | {"cards": ""})


def test_another_colleague_is_told_nothing_by_somebody_elses_key(world: World):
    session = world.session()
    (seat,) = world.seat(session, "Mari")
    where = f"/tallinn/tables/{session.pk}/move/{seat.seat.player_id}/"
    typed = {"place": f"{session.pk}:7", "reason": "Asked", "key": str(uuid4())}
    assert world.browser(Role.SUPERVISOR).post(where, typed).status_code == 302
    assert world.browser(Role.MANAGER).post(where, typed).status_code == 422


def told(typed: dict[str, Any]) -> str:
    return " ".join(Client().post(EVENTS, typed).content.decode().split())


def test_the_last_place_is_booked_however_often_it_is_sent(world: World, shift: Shift, clock: Any):
    clock.stop(world.at("20:45"))
    festival = a_tournament(world, "Festival", festival=True, places=2)
    ann, card = (
        {"tournament_id": festival.pk, "card": card_code(world.player(name))}
        for name in ("Ann", "Ben")
    )
    told(ann | {"key": uuid4()})
    booked, gone = card | {"key": uuid4()}, card | {"key": uuid4(), "withdraw": "1"}
    for _ in range(2):
        assert "Your place in Festival is booked." in told(booked)

    assert "Festival: withdrawn." in told(gone)
    assert "Your place in Festival is booked." in told(card | {"key": uuid4()})
    assert "Festival: withdrawn." in told(gone)


def test_a_count_whose_rows_were_exchanged_is_another_count(world: World):
    world.open_shift()
    desk = world.browser(Role.CASHIER)
    typed = {"key": str(uuid4()), "cash_5000": "20", "cash_10000": "10", "chips_2500": "100"}
    assert desk.post("/tallinn/till/count/", typed).status_code == 302

    again = desk.post("/tallinn/till/count/", typed | {"cash_5000": "10", "cash_10000": "20"})
    assert again.status_code == 422
    assert "This key was already used for another operation." in again.content.decode()


def test_a_transfer_of_other_notes_is_another_transfer(world: World):
    world.open_shift()
    desk = world.browser(Role.CASHIER)
    where = "/tallinn/till/vault/"
    typed = {"key": str(uuid4()), "way": "fetch", "cash_5000": "20", "cash_10000": "10"}
    assert desk.post(where, typed).status_code == 302
    assert desk.post(where, typed | {"cash_5000": "10", "cash_10000": "20"}).status_code == 422
