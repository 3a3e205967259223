"""What the room sees of a tournament, the pictures on its screens, the results for others."""

import csv
import io
from typing import Any
from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from casino import pictures
from casino.cage.models import Shift
from casino.players.api import A_PICTURE
from casino.players.models import Photo
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.api.program import program
from tests.shifted import Clock
from tests.tournament_floor import begun, opened, td
from tests.tournaments import a_tournament, decided, enter, sold
from tests.world import World
from tournaments.models import ScreenPicture, Tournament
from tournaments.queries.card_codes import card_code
from tournaments.queries.waitlist import lists
from tournaments.services.listing import announce_coming, join_list
from tournaments.services.pictures import TooManyPictures, add_picture
from tournaments.services.selling import sell_entry
from tournaments.services.starting import close_registration, start
from tournaments.services.tables import draw_seats

NAMES = ["Mari Tamm", "Jaan Kask", "Ülle Põder", "Sergei Orlov"]


@pytest.fixture
def friday(world: World, shift: Shift) -> Tournament:
    tournament = a_tournament(world, places=4, big_blind_ante=True, levels=[[25, 50, 50, 20]] * 3)
    enter(world, tournament, *NAMES, shift_id=shift.pk)
    return tournament


@pytest.fixture(autouse=True)
def evening(world: World, clock: Clock) -> None:
    clock.stop(world.at("20:45"))


def drawn(kind: str = "PNG", size: tuple[int, int] = (900, 300), **more: Any) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, "red").save(out, kind, **more)
    return out.getvalue()


def sent(content: bytes, **more: Any) -> dict[str, Any]:
    return {"key": uuid4(), "content": SimpleUploadedFile("a.png", content), **more}


def screen(where: str) -> str:
    answer = Client().get(f"/board/tallinn/{where}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_picture_is_known_by_its_content_and_drawn_anew():
    exif = Image.Exif()
    exif[0x010E] = "a secret place"
    kept = pictures.cleaned(drawn("JPEG", exif=exif), side=300)
    assert (kept.width, kept.height) == (300, 100)
    assert b"secret" not in kept.content
    for wrong in (
        b"",
        b"<svg onload=x>",
        drawn()[:90],
        drawn("GIF"),
        drawn("BMP"),
        b"\0" * 9 * 1024**2,
    ):
        with pytest.raises(BadInput):
            pictures.cleaned(wrong, side=300)
    with pytest.raises(BadInput, match="too many pixels"):
        pictures.cleaned(drawn(size=(8_000, 6_000)), side=300)


def test_seats_payouts_and_lists_are_drawn_for_the_room(
    world: World, friday: Tournament, settings: LazySettings, clock: Clock
):
    one = f"tournaments/{friday.pk}/"
    assert "No seats drawn yet." in screen(f"{one}seats/")
    opened(world, friday, 1, seats=6)
    draw_seats(world.stamp("20:40", role=Role.DIRECTOR), tournament_id=friday.pk)
    begun(world, friday)
    clock.stop(world.at("21:05"))
    assert "M. T." in screen(f"{one}seats/")
    settings.PUBLIC_BOARD = "names"
    clock.stop(world.at("21:06"))
    shown = screen(f"{one}seats/?part=room")
    order = [shown.index(name) for name in sorted(NAMES)]
    assert order == sorted(order)
    assert "table 1, seat" in shown
    assert "big blind ante 50" in screen(one)
    assert "400,00" in screen(f"{one}pool/")
    assert "Friday" in screen("room/today/")
    for empty in ("waiting", "next", "sponsors", "ranking"):
        assert "data-empty" in screen(f"room/{empty}/")
    assert Client().get("/board/tallinn/room/nothing/").status_code == 404
    settings.PUBLIC_BOARD = "off"
    assert Client().get("/board/tallinn/room/").status_code == 404


def test_a_sponsor_s_picture_is_added_shown_and_taken_off(world: World, friday: Tournament):
    director, where = world.browser(Role.DIRECTOR), "/tallinn/tournaments/screens/"
    refused = director.post(where, sent(b"<script>", name="Bank"))
    assert "damaged" in refused.content.decode()
    assert director.post(where, sent(drawn(), name="Bank")).status_code == 302
    held = ScreenPicture.objects.get()
    assert f"/board/tallinn/pictures/{held.pk}/" in screen("room/sponsors/")
    picture = Client().get(f"/board/tallinn/pictures/{held.pk}/")
    assert (picture["Content-Type"], picture.content[:3]) == ("image/jpeg", b"\xff\xd8\xff")
    cashier = world.browser(Role.CASHIER)
    assert "Take off" not in cashier.get(where).content.decode()
    assert cashier.post(where, sent(drawn(), name="Mine")).status_code == 403
    director.post(f"{where}pictures/{held.pk}/remove/", {"key": uuid4()})
    assert Client().get(f"/board/tallinn/pictures/{held.pk}/").status_code == 404
    assert ScreenPicture.objects.count() == 1


def test_a_guest_s_photo_is_for_the_staff_alone(world: World):
    guest, cashier = world.player("Mari Tamm"), world.browser(Role.CASHIER)
    where = f"/tallinn/players/{guest.pk}/"
    assert cashier.post(f"{where}photo/", sent(drawn())).status_code == 302
    assert cashier.post(f"{where}photo/", sent(drawn("WEBP"))).status_code == 302
    assert Photo.objects.count() == 1
    assert "picture.jpg" in cashier.get(where).content.decode()
    picture = cashier.get(f"{where}picture.jpg")
    assert picture.content[:3] == b"\xff\xd8\xff"
    assert "no-store" in picture["Cache-Control"]
    assert Client().get(f"{where}picture.jpg").status_code == 302
    assert world.browser(Role.ACCOUNTANT).get(f"{where}picture.jpg").status_code == 403
    cashier.post(f"{where}photo/remove/", {"key": uuid4()})
    assert cashier.get(f"{where}picture.jpg").status_code == 404

    desk = program(world, Role.CASHIER)
    of_guest = f"players/{guest.pk}/photo/"
    assert desk.get(of_guest).status_code == 404
    wrong = desk.put(of_guest, content="PHNjcmlwdD4=")
    assert wrong.status_code == 400
    assert "damaged" in wrong.content.decode()
    assert desk.put(of_guest, content=A_PICTURE).status_code == 200
    assert desk.get(of_guest).content[:3] == b"\xff\xd8\xff"
    told = desk.put(f"players/{guest.pk}/", nationality="LV", named_in_results=True)
    assert (told.json()["nationality"], told.json()["named_in_results"]) == ("LV", True)
    assert desk.put(f"players/{guest.pk}/", nationality="QQ").status_code == 400
    assert desk.post(f"{of_guest}remove/").status_code == 200
    assert desk.get(of_guest).status_code == 404


def test_the_results_as_other_sites_ask_for_them(world: World, friday: Tournament):
    decided(world, friday, list(friday.entries.order_by("number")))
    director, where = world.browser(Role.DIRECTOR), f"/tallinn/tournaments/{friday.pk}/results/"
    rows = list(
        csv.DictReader(io.StringIO(director.get(f"{where}list.csv").content.decode("utf-8-sig")))
    )
    first = rows[0]
    assert (first["event"], first["player"], first["place"]) == ("Friday", "Anonymous", "1")
    assert (first["entries"], first["places_paid"], len(rows)) == ("4", "2", 4)
    assert first["prize"] == first["prize_by_structure"] != "0.00"
    sheet = director.get(f"{where}sheet/").content.decode()
    assert "Prize by structure" in sheet
    assert "100,00 + 10,00 EUR" in sheet

    assert "Anonymous" in sheet
    assert "Mari Tamm" not in sheet
    players = list(friday.entries.order_by("number").values_list("player", flat=True))
    mari, last = players[0], players[-1]
    form = director.get(f"/tallinn/players/{mari}/").context["form"]
    assert ("EE", "Estonia") in form.fields["nationality"].choices
    typed = {name: form[name].value() or "" for name in form.fields} | {"named_in_results": "on"}
    director.post(f"/tallinn/players/{mari}/", typed | {"nationality": "EE"})
    named = director.get(f"{where}list.csv").content.decode("utf-8-sig")
    (line,) = [one for one in csv.DictReader(io.StringIO(named)) if one["player"] != "Anonymous"]
    assert (line["player"], line["nationality"]) == ("Mari Tamm", "EE")
    assert "Mari Tamm" in director.get(f"{where}sheet/").content.decode()
    won = director.get(f"/tallinn/players/{mari}/tournaments/").context["career"]
    assert (won.line.tournaments, won.line.wins, won.best) == (1, 1, 1)
    assert won.line.cost_cents == 11_000
    lost = director.get(f"/tallinn/players/{last}/tournaments/").context["career"]
    assert (lost.line.cashes, lost.best, lost.result_cents) == (0, 4, -11_000)
    new = world.player("Nobody Yet").pk
    assert (
        "No tournament played yet."
        in director.get(f"/tallinn/players/{new}/tournaments/").content.decode()
    )


def test_a_guest_books_a_festival_s_place_by_the_code_of_the_card(world: World, friday: Tournament):
    festival = a_tournament(world, "Festival", festival=True, places=20)
    guest, where = world.player("Nobody Yet"), "/events/tallinn/"
    page = Client().get(where)
    names = dict(page.context["form"].fields["tournament_id"].choices)
    assert names == {festival.pk: "Festival", friday.pk: "Friday"}
    assert "sold at the desk" in page.content.decode()
    typed = {"key": uuid4(), "tournament_id": festival.pk, "card": card_code(guest)}
    for wrong in (str(guest.code), f"{guest.code}-00000000", "x", f"999-{typed['card'][4:]}"):
        refused = Client().post(where, typed | {"key": uuid4(), "card": wrong})
        assert (refused.status_code, festival.listed.count()) == (422, 0), wrong
        assert "There is no card with this code." in refused.content.decode(), wrong
    assert "Your place in Festival is booked." in Client().post(where, typed).content.decode()
    Client().post(where, typed)
    (held,) = festival.listed.all()
    assert (held.player, held.what, held.listed_by) == (guest, "booking", None)
    again = Client().post(where, typed | {"key": uuid4()})
    assert (again.status_code, festival.listed.count()) == (409, 1)
    lists = world.browser(Role.DIRECTOR).get(f"/tallinn/tournaments/{festival.pk}/waiting/")
    assert "Nobody Yet" in lists.content.decode()


def test_elsewhere_a_guest_says_to_come_and_takes_it_back_by_the_same_code(
    world: World, shift: Shift
):
    event = a_tournament(world, "Saturday", places=3)
    ann, where = world.player("Ann Announced"), "/events/tallinn/"
    page = Client().get(where).content.decode()
    assert "Elsewhere this holds no seat and no place" in page
    typed = {"tournament_id": event.pk, "card": card_code(ann)}

    def sends(**more: Any) -> Any:
        return Client().post(where, {"key": uuid4()} | typed | more)

    # Nobody outside learns whom the club knows, nor by which number.
    asked = sends(card="Ann Announced").content.decode()
    assert f"guest {ann.code}" not in asked
    assert "There is nothing of this card to withdraw" in sends(withdraw="1").content.decode()
    said = sends().content.decode()
    assert "The desk knows that you are coming to Saturday." in said
    assert "no seat and no place" in said
    assert sends().status_code == 409
    held = lists(event, world.at("20:00"))
    assert ([one.player for one in held.coming], held.free, held.bookings) == ([ann], 3, [])
    list_page = world.browser(Role.CASHIER).get(f"/tallinn/tournaments/{event.pk}/waiting/")
    assert f"/tablet/?player={ann.code}" in list_page.content.decode()

    assert "Saturday: withdrawn." in sends(withdraw="1").content.decode()
    assert lists(event, world.at("20:01")).coming == []
    sends()
    sold(world, event, "Bob", shift_id=shift.pk)
    desk = {"shift_id": shift.pk, "paid_with": "cash"}
    sell_entry(world.stamp("20:31"), tournament_id=event.pk, player_id=ann.pk, **desk)
    ended = [one.ended for one in event.listed.order_by("id")]
    assert ended == ["left", "paid"]
    assert sends().status_code == 409


def test_a_private_tournament_is_announced_to_nobody_outside(world: World):
    """Its screens have their own address; no public list names it, and nobody outside comes."""
    event = a_tournament(world, "Birthday", kind="private")
    guest, where = world.player("Ann"), "/events/tallinn/"
    said = {"key": uuid4(), "tournament_id": event.pk, "card": card_code(guest)}
    for answer in (
        Client().get(where),
        Client().post(where, said),
        Client().get("/board/tallinn/room/today/?part=room"),
    ):
        assert "Birthday" not in answer.content.decode()
    assert lists(event, world.at("20:46")).coming == []
    screen = Client().get(f"/board/tallinn/tournaments/{event.pk}/clock/?part=room")
    assert "Birthday" in screen.content.decode()


def test_who_said_to_come_may_wait_for_a_place_and_is_forgotten_at_the_end(
    world: World, shift: Shift
):
    event = a_tournament(world, "Saturday", places=2)
    enter(world, event, "Bob", "Cat", shift_id=shift.pk)
    where = {"tournament_id": event.pk}
    for name in ("Ann", "Eve"):
        guest = world.player(name)
        announce_coming(world.stamp("20:31"), card=card_code(guest), **where)
    join_list(world.stamp("20:32"), player_id=event.listed.order_by("id")[0].player_id, **where)
    held = lists(event, world.at("20:33"))
    assert [str(one.player) for one in held.waiting] == ["Ann"]
    assert [str(one.player) for one in held.coming] == ["Eve"]
    start(td(world, "21:00"), **where)
    close_registration(td(world, "21:30"), **where)
    assert lists(event, world.at("21:31")).coming == []


def test_more_pictures_than_come_round_in_a_minute_are_refused(world: World):
    for number in range(20):
        at = world.stamp(role=Role.DIRECTOR)
        add_picture(at, name=f"Sponsor {number}", content=drawn(size=(9, 9)))
    at = world.stamp(role=Role.DIRECTOR)
    with pytest.raises(TooManyPictures):
        add_picture(at, name="One more", content=drawn(size=(9, 9)))


def test_at_a_tablet_a_card_and_one_touch_sell_or_list(world: World, friday: Tournament):
    guest, cashier = world.player("Late Guest"), world.browser(Role.CASHIER)
    where = f"/tallinn/tournaments/{friday.pk}/tablet/?player={guest.code}"

    def touches() -> dict[str, Any]:
        return {one.route: one for one in cashier.get(where).context["touches"]}

    full = touches()
    assert list(full) == ["list-join"]
    Tournament.objects.filter(id=friday.pk).update(places=5)
    cash = cashier.get(where).context["touches"][0]
    assert (cash.route, cash.cents) == ("entry-sell", 11_000)
    sold = cashier.post(f"/tallinn/tournaments/{friday.pk}/entry/", {"key": cash.key} | cash.sends)
    assert sold.status_code == 302
    assert friday.entries.filter(player=guest).exists()
    assert touches() == {}


def test_seating_cards_are_printed_for_all_for_a_draw_and_for_who_moved(
    world: World, friday: Tournament
):
    opened(world, friday, 1, 2, seats=6)
    director, one = world.browser(Role.DIRECTOR), f"/tallinn/tournaments/{friday.pk}/"
    drawn_now = director.post(f"{one}floor/draw/", {"key": uuid4(), "print": "1"}, follow=True)
    assert drawn_now.request["PATH_INFO"].endswith("/cards/")
    assert "data-print-now" in drawn_now.content.decode()
    assert len(drawn_now.context["entries"]) == len(NAMES)
    entry = friday.entries.first()
    moved = {"key": uuid4(), "to": "2/6" if entry.table_no == 1 else "1/6", "reason": "x"}
    director.post(f"{one}players/{entry.pk}/move/", moved | {"print": "1"})
    card = director.get(f"{one}cards/?entry={entry.pk}").context["entries"]
    assert [each.pk for each in card] == [entry.pk]
    badges = director.get(f"{one}cards/?as=badges").content.decode()
    assert "Mari Tamm" in badges
