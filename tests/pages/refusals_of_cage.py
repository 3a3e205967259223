"""What the cage refuses: drawers, the vault, the bank, guests' IDs."""

from django.utils import timezone

from casino.house.queries import club_stamp
from casino.players.models import Player
from casino.staff.models import Role
from casino.staff.services import set_pin
from tests.owing import owe_prize
from tests.pages.provoking import Send, Try
from tests.world import World

CASHIER, SUPERVISOR, MANAGER = Role.CASHIER, Role.SUPERVISOR, Role.MANAGER
ACCOUNTANT, DIRECTOR = Role.ACCOUNTANT, Role.DIRECTOR
COUNTED = {"cash_10000": "10", "cash_5000": "20", "cash_2000": "50", "cash_1000": "100"}
RACK = {"chips_2500": "100", "chips_500": "200", "chips_100": "500"}
COUNT = Send(role=CASHIER, page="till/count/", values=COUNTED | RACK)
CLOSED = Send(role=CASHIER, page="till/close/")
WITHDRAWN = Send(role=MANAGER, page="vault/withdraw/", values={"memo": "x", "cash_5000": "1"})


def a_prize_is_due(world: World) -> None:
    owed = Player.objects.get(name="Liis Saar").pk
    owe_prize(club_stamp(world.club, at=timezone.now(), actor_id=None), player_id=owed)


CAGE = [
    Try(role=MANAGER, page="shifts/drawers/add/", code="CAGE-006", values={"name": "2"}, times=2),
    Try(role=MANAGER, page="shifts/drawers/{drawer_id}/retire/", code="CAGE-073", leads=True),
    Try(role=CASHIER, page="till/sell/", code="MONEY-001", values={"cents": "10000001"}),
    Try(
        role=CASHIER,
        page="slips/{float_slip}/reverse/",
        code="CAGE-005",
        values={"reason": "x"},
    ),
    Try(
        role=CASHIER,
        page="till/vault/",
        code="CAGE-031",
        values={"way": "bring", "chips_2500": "301"},
    ),
    Try(
        role=CASHIER,
        page="till/count/",
        code="CAGE-064",
        leads=True,
        values=COUNTED | RACK,
        before=(Send(role=CASHIER, page="till/vault/", values={"way": "fetch", "cash_5000": "1"}),),
    ),
    Try(
        role=MANAGER,
        page="vault/",
        code="CAGE-060",
        values={"memo": "x", "cash_50000": "2100"},
        leads=True,
    ),
    Try(role=CASHIER, page="till/sell/", code="CAGE-041", values={"player": "", "cents": "10,37"}),
    Try(role=CASHIER, page="till/redeem/", code="CAGE-013", values={"player": "", "cents": "4100"}),
    Try(
        role=MANAGER,
        page="vault/withdraw/",
        code="CAGE-062",
        values={"memo": "x", "cash_50000": "900"},
        leads=True,
    ),
    Try(
        role=CASHIER,
        page="till/redeem/",
        code="LEDGER-004",
        values={"player": "{id_guest}", "cents": "4100"},
    ),
    Try(
        role=SUPERVISOR,
        page="players/{seated}/merge/",
        code="bad_input",
        values={"player": "{seated_code}", "reason": "x"},
    ),
    Try(
        role=SUPERVISOR,
        page="players/{seated}/apart/",
        code="bad_input",
        values={"player": "{seated_code}", "reason": "x"},
    ),
    Try(
        role=CASHIER,
        page="players/new/",
        code="PLAYER-003",
        values={"name": "Ott", "code_country": "EE", "personal_code": "38001085718"},
        before=(
            Send(
                role=CASHIER,
                page="players/new/",
                values={"name": "Jüri", "code_country": "EE", "personal_code": "38001085718"},
            ),
        ),
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="players/{guest_id}/bar/",
        code="PLAYER-004",
        values={"kind": "self", "until": "", "reason": "x"},
        before=(
            Send(
                role=SUPERVISOR,
                page="players/{guest_id}/bar/",
                values={"kind": "self", "until": "1.1.2099", "reason": "x"},
            ),
        ),
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="players/{guest_id}/bar/",
        code="PLAYER-019",
        values={"kind": "house", "until": "1.1.2098", "reason": "x"},
        before=(
            Send(
                role=SUPERVISOR,
                page="players/{guest_id}/bar/",
                values={"kind": "house", "until": "1.1.2099", "reason": "x"},
            ),
        ),
    ),
    Try(
        role=SUPERVISOR,
        page="players/{guest_id}/apart/",
        code="PLAYER-021",
        values={"player": "{seated_code}", "until": "1.1.2099", "reason": "x"},
        before=(
            Send(
                role=SUPERVISOR,
                page="players/{guest_id}/apart/",
                values={"player": "{seated_code}", "reason": "x"},
            ),
        ),
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="players/{guest_id}/merge/",
        code="PLAYER-002",
        values={"player": "{seated_code}", "reason": "x"},
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="players/{guest_id}/erase/",
        code="PLAYER-018",
        values={"reason": "x"},
        given=a_prize_is_due,
        leads=True,
    ),
]
APPROVALS = [
    Try(
        role=ACCOUNTANT,
        page="approvals/{asked}/",
        code="CAGE-040",
        before=(Send(role=MANAGER, page="vault/count/", values={"cash_5000": "1"}),),
    ),
    Try(
        role=CASHIER,
        page="approvals/{asked}/sign/",
        code="APPROVAL-020",
        values={"username": "manager@tallinn", "secret": "4711"},
        before=(
            Send(role=CASHIER, page="till/count/", values=COUNTED | {"chips_100": "1"}),
            Send(role=CASHIER, page="till/close/", values={"reason": "x"}),
        ),
        given=lambda world: set_pin(world.staff[MANAGER], "4711"),
    ),
    Try(
        role=MANAGER,
        page="approvals/{asked}/",
        code="APPROVAL-001",
        values={"digest": "0" * 64},
        before=(WITHDRAWN,),
        leads=True,
    ),
    Try(
        role=ACCOUNTANT,
        page="approvals/{asked}/",
        code="APPROVAL-004",
        values={"digest": "0" * 64},
        before=(WITHDRAWN,),
        leads=True,
    ),
    Try(
        role=MANAGER,
        page="approvals/{asked}/sign/",
        code="STAFF-002",
        values={"digest": "0" * 64, "username": "director@tallinn", "secret": "1"},
        before=(WITHDRAWN,),
    ),
    Try(
        role=MANAGER,
        page="approvals/{asked}/sign/",
        code="STAFF-006",
        values={"digest": "0" * 64, "username": "0" * 40, "secret": "1"},
        before=(WITHDRAWN,),
    ),
]
