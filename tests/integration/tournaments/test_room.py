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
from casino.players.models import Photo
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.tournament_floor import begun, opened
from tests.tournaments import a_tournament, decided, enter
from tests.world import World
from tournaments.models import ScreenPicture, Tournament
from tournaments.services.tables import draw_seats

NAMES = ["Mari Tamm", "Jaan Kask", "Ülle Põder", "Sergei Orlov"]


@pytest.fixture
def friday(world: World, shift: Shift) -> Tournament:
    tournament = a_tournament(world, places=4, big_blind_ante=True, levels=[[25, 50, 50, 20]] * 3)
    enter(world, tournament, *NAMES, shift_id=shift.pk)
    return tournament


def as_role(world: World, role: str) -> Client:
    client = Client()
    client.force_login(world.staff[role])
    return client


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
    world: World, friday: Tournament, settings: LazySettings
):
    one = f"tournaments/{friday.pk}/"
    assert "No seats drawn yet." in screen(f"{one}seats/")
    opened(world, friday, 1, seats=6)
    draw_seats(world.stamp("20:40", role=Role.DIRECTOR), tournament_id=friday.pk)
    begun(world, friday)
    assert "M. T." in screen(f"{one}seats/")
    settings.PUBLIC_BOARD = "names"
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
    director, where = as_role(world, Role.DIRECTOR), "/tallinn/tournaments/screens/"
    refused = director.post(where, sent(b"<script>", name="Bank"))
    assert "damaged" in refused.content.decode()
    assert director.post(where, sent(drawn(), name="Bank")).status_code == 302
    held = ScreenPicture.objects.get()
    assert f"/board/tallinn/pictures/{held.pk}/" in screen("room/sponsors/")
    picture = Client().get(f"/board/tallinn/pictures/{held.pk}/")
    assert (picture["Content-Type"], picture.content[:3]) == ("image/jpeg", b"\xff\xd8\xff")
    cashier = as_role(world, Role.CASHIER)
    assert "Take off" not in cashier.get(where).content.decode()
    assert cashier.post(where, sent(drawn(), name="Mine")).status_code == 200
    director.post(f"{where}pictures/{held.pk}/remove/", {"key": uuid4()})
    assert Client().get(f"/board/tallinn/pictures/{held.pk}/").status_code == 404
    assert ScreenPicture.objects.count() == 1


def test_a_guest_s_photo_is_for_the_staff_alone(world: World):
    guest, cashier = world.player("Mari Tamm"), as_role(world, Role.CASHIER)
    where = f"/tallinn/players/{guest.pk}/"
    assert cashier.post(f"{where}photo/", sent(drawn())).status_code == 302
    assert cashier.post(f"{where}photo/", sent(drawn("WEBP"))).status_code == 302
    assert Photo.objects.count() == 1
    assert "picture.jpg" in cashier.get(where).content.decode()
    picture = cashier.get(f"{where}picture.jpg")
    assert picture.content[:3] == b"\xff\xd8\xff"
    assert "no-store" in picture["Cache-Control"]
    assert Client().get(f"{where}picture.jpg").status_code == 302
    assert as_role(world, Role.ACCOUNTANT).get(f"{where}picture.jpg").status_code == 403
    cashier.post(f"{where}photo/remove/", {"key": uuid4()})
    assert cashier.get(f"{where}picture.jpg").status_code == 404


def test_the_results_as_other_sites_ask_for_them(world: World, friday: Tournament):
    decided(world, friday, list(friday.entries.order_by("number")))
    director, where = as_role(world, Role.DIRECTOR), f"/tallinn/tournaments/{friday.pk}/results/"
    rows = list(
        csv.DictReader(io.StringIO(director.get(f"{where}list.csv").content.decode("utf-8-sig")))
    )
    first = rows[0]
    assert (first["event"], first["player"], first["place"]) == ("Friday", "Mari Tamm", "1")
    assert (first["entries"], first["places_paid"], len(rows)) == ("4", "1", 4)
    assert first["prize"] == first["prize_by_structure"] != "0.00"
    sheet = director.get(f"{where}sheet/").content.decode()
    assert "Prize by structure" in sheet
    assert "100,00 + 10,00 EUR" in sheet

    mari, jaan = (world.player(name).pk for name in NAMES[:2])
    won = director.get(f"/tallinn/players/{mari}/tournaments/").context["career"]
    assert (won.line.tournaments, won.line.wins, won.best) == (1, 1, 1)
    assert won.line.cost_cents == 11_000
    lost = director.get(f"/tallinn/players/{jaan}/tournaments/").context["career"]
    assert (lost.line.cashes, lost.best, lost.result_cents) == (0, 2, -11_000)
    new = world.player("Nobody Yet").pk
    assert (
        "No tournament played yet."
        in director.get(f"/tallinn/players/{new}/tournaments/").content.decode()
    )
