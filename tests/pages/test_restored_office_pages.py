"""The pages of a restored office: the list, one who asks, another who signs, then the desks."""

from pathlib import Path
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from casino.approvals.models import Proposal
from casino.cage.models import Shift
from casino.cage.services.desk import sell_chips
from casino.epochs.models import Epoch, LostAct, Settlement
from casino.ledger.models import Act
from casino.staff.models import Role
from tests.pages.evening import signed_in
from tests.world import World, a_club

pytestmark = pytest.mark.usefixtures("committed_db")


@pytest.fixture(autouse=True)
def mirror(tmp_path: Path, settings: object) -> Path:
    settings.ANCHOR_DIR = tmp_path
    return tmp_path


@pytest.fixture
def shift() -> tuple[World, Shift]:
    world = a_club()
    return world, world.open_shift()


def lose(world: World, at_work: Shift, sale: Act) -> None:
    """List what a restore lost, as the beginning of its epoch does."""
    now = Epoch.objects.get()
    epoch = Epoch.objects.create(
        number=2,
        system=now.system,
        timeline=now.timeline,
        begun_at=timezone.now(),
        copies={str(world.club.pk): True},
        known={},
    )
    for number, shift_id in enumerate((at_work.pk, 99), start=1):
        copy = {
            "id": 900_000 + number,
            "key": str(uuid4()),
            "club_id": world.club.pk,
            "actor_id": world.staff[Role.CASHIER].pk,
            "operation": "cage.sell_chips",
            "arguments": sale.arguments | {"shift_id": shift_id},
            "happened_at": "2026-02-27T20:10:00+00:00",
            "request_id": "",
            "entries": [
                {
                    "kind": "cage.chips_sold",
                    "memo": "",
                    "cents": [5_000, -5_000],
                    "series_id": at_work.drawer.series_id,
                    "number": 40 + number,
                }
            ],
        }
        lost = {"act_id": copy["id"], "key": copy["key"], "copy": copy}
        LostAct.objects.create(epoch=epoch, club=world.club, **lost)


@pytest.fixture
def world(shift: tuple[World, Shift]) -> World:
    """A club whose restore lost a sale and a sale of a shift that is not there."""
    world, at_work = shift
    sale = Act.objects.get(
        pk=sell_chips(world.stamp("22:00"), shift_id=at_work.pk, cents=5_000).act_id
    )
    with transaction.atomic():
        lose(world, at_work, sale)
    return world


def sent(browser: Client, chosen: list[int], how: str) -> object:
    reason = {"reason": "The slip is in the drawer.", "key": str(uuid4())}
    return browser.post("/tallinn/restored/", {"lost_ids": chosen, "how": how} | reason)


def signed(world: World, browser: Client) -> int:
    proposal = Proposal.objects.latest("id")
    digest = {"digest": proposal.digest, "key": str(uuid4())}
    return browser.post(f"/tallinn/approvals/{proposal.pk}/", digest).status_code


def test_the_list_shows_slip_person_act_and_amount(world: World):
    text = signed_in(world, Role.SUPERVISOR).get("/tallinn/restored/").content.decode()
    for part in ("2 lost acts to settle", "Desk 1 41", "Cashier@Tallinn", "Sell chips", "50,00"):
        assert part in text
    assert "nothing can be booked" in text
    assert "Record again" in text
    assert "Record again" not in (
        signed_in(world, Role.AUDITOR).get("/tallinn/restored/").content.decode()
    )


def test_a_desk_is_refused_and_led_to_the_list(world: World, shift: tuple[World, Shift]):
    sale = {"cents": "10,00", "key": str(uuid4())}
    page = signed_in(world, Role.CASHIER).post("/tallinn/till/sell/", sale)
    assert page.status_code == 409
    text = page.content.decode()
    assert "what it lost is not settled" in text
    assert "Two people settle each lost act" in text


def test_two_people_settle_and_the_desks_open(world: World, shift: tuple[World, Shift]):
    first, other = LostAct.objects.order_by("id").values_list("id", flat=True)
    supervisor, manager = signed_in(world, Role.SUPERVISOR), signed_in(world, Role.MANAGER)
    assert sent(supervisor, [first], "again").status_code == 302
    assert signed(world, supervisor) != 302
    assert not Settlement.objects.exists()
    proposal = Proposal.objects.get()
    text = manager.get(f"/tallinn/approvals/{proposal.pk}/").content.decode()
    assert "Desk 1 41" in text
    assert "in the name of who did it" in text
    assert signed(world, manager) == 302
    assert sent(supervisor, [other], "not").status_code == 302
    assert signed(world, manager) == 302
    text = supervisor.get("/tallinn/restored/").content.decode()
    assert "desks may open" in text
    assert "recorded again" in text
    assert "written off" in text
    sale = sell_chips(world.stamp("22:40"), shift_id=shift[1].pk, cents=500)
    assert sale.number > 200


def test_what_cannot_be_recorded_again_is_said_and_stays_chosen(world: World):
    other = LostAct.objects.latest("id")
    page = sent(signed_in(world, Role.SUPERVISOR), [other.pk], "again")
    assert page.status_code == 409
    text = page.content.decode()
    assert "cannot be recorded again" in text
    assert "Write it off with a reason" in text
    assert f'value="{other.pk}" checked' in text
    assert not Proposal.objects.exists()


def test_a_copy_that_is_gone_is_said_by_two(world: World):
    for lost in LostAct.objects.all():
        sent(signed_in(world, Role.SUPERVISOR), [lost.pk], "not")
        signed(world, signed_in(world, Role.MANAGER))
    now = Epoch.objects.latest("number")
    copies = {str(world.club.pk): False}
    server = {"system": now.system, "timeline": now.timeline, "begun_at": timezone.now()}
    Epoch.objects.create(number=3, copies=copies, known={}, **server)
    supervisor, manager = signed_in(world, Role.SUPERVISOR), signed_in(world, Role.MANAGER)
    text = supervisor.get("/tallinn/restored/").content.decode()
    assert "The copy outside is missing or incomplete." in text
    gone = {"reason": "The disk burnt.", "key": str(uuid4())}
    assert supervisor.post("/tallinn/restored/no-copy/", gone).status_code == 302
    assert signed(world, manager) == 302
    text = supervisor.get("/tallinn/restored/").content.decode()
    assert "The disk burnt." in text
    assert "desks may open" in text


def test_an_office_that_was_never_restored_says_so():
    world = a_club()
    text = signed_in(world, Role.CASHIER).get("/tallinn/restored/").content.decode()
    assert "This office was never restored." in text


def test_the_installation_says_the_epoch_and_who_waits(world: World):
    text = signed_in(world, Role.MANAGER).get("/tallinn/installation/").content.decode()
    assert "Epoch 2, since" in text
    assert "Nothing is booked until two people have settled" in text
