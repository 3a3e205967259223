"""What the floor refuses: tables, seats, lists, hands and their corrections."""

from casino.staff.models import Role
from tests.pages.provoking import Send, Try

CASHIER, SUPERVISOR, MANAGER = Role.CASHIER, Role.SUPERVISOR, Role.MANAGER
ACCOUNTANT = Role.ACCOUNTANT
GUEST = "{guest}"
SEAT = {"player": GUEST, "cents": "200", "paid_with": "chips"}
HAND = {"name": "1", "players_dealt": "2", "main_pot_cents": "20", "first_round_passed": "on"}
GAME = {"game": "texas_holdem", "small_blind_cents": "1", "big_blind_cents": "2"}
OPENED = GAME | {"table_id": "{table_3}", "min_buy_in_cents": "100", "max_buy_in_cents": "500"}
WAITS = Send(role=SUPERVISOR, page="waiting/add/", values=GAME | {"player": GUEST})
OTHER_WAITS = Send(role=SUPERVISOR, page="waiting/add/", values=GAME | {"player": "{other}"})
AWAY = Send(role=SUPERVISOR, page="tables/{session}/away/{seated}/")
GONE = [
    Send(
        role=SUPERVISOR,
        page=f"tables/{{session}}/cash-out/{{{each}}}/",
        values={"cents": "200", "paid_with": "chips"},
    )
    for each in ("seated", "second")
]
ON_TABLE = {"seat_no": "5", "paid_with": "table"}
SEATED = Send(role=SUPERVISOR, page="tables/{session}/seat/", values=SEAT | ON_TABLE)
TOPPED_UP = Send(
    role=CASHIER,
    page="tables/{session}/top-up/{guest_id}/",
    values={"cents": "100", "paid_with": "cash", "stack_cents": "200"},
)
FILLED = (
    Send(role=SUPERVISOR, page="tables/{session}/bank/fill/", values={"chips_500": "1"}),
    Send(role=CASHIER, page="fills/{transfer_id}/issue/", values={"chips_500": "1"}),
    Send(role=SUPERVISOR, page="fills/{transfer_id}/confirm/", values={"chips_500": "1"}),
)
CLOSED = (*GONE, Send(role=SUPERVISOR, page="tables/{session}/close/"))
BY_BOX = Send(role=SUPERVISOR, page="tables/open/", values=OPENED | {"by_box": "on"})
DEALT = Send(role=SUPERVISOR, page="tables/{session}/hand/", values=HAND)


FLOOR = [
    Try(role=MANAGER, page="tables/add/", code="TABLE-010", values={"name": "2"}, times=2),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/seat/",
        code="TABLE-003",
        values=SEAT | {"seat_no": "1"},
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/seat/",
        code="TABLE-006",
        values=SEAT | {"seat_no": "10"},
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/hand/",
        code="TABLE-027",
        values=HAND | {"main_pot_cents": "999999"},
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/cash-out/{seated}/",
        code="TABLE-026",
        values={"cents": "9000", "paid_with": "chips"},
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/spend/{seated}/",
        code="TABLE-025",
        values={"cents": "9000", "purpose": "tip"},
        leads=True,
    ),
    Try(role=SUPERVISOR, page="tables/{session}/close/", code="TABLE-008", leads=True),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/seat/",
        code="TABLE-004",
        values=SEAT | {"seat_no": "5", "player": "{seated_code}"},
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/seat/",
        code="TABLE-007",
        values=SEAT | {"seat_no": "5", "cents": "50"},
    ),
    Try(
        role=SUPERVISOR,
        page="waiting/add/",
        code="LIST-001",
        values={"player": GUEST, "game": "omaha", "small_blind_cents": "1", "big_blind_cents": "2"},
        times=2,
    ),
    Try(role=SUPERVISOR, page="tables/{session}/back/{seated}/", code="AWAY-002", leads=True),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/remove/{seated}/",
        code="AWAY-002",
        values={"cents": "10"},
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/away/{seated}/",
        code="AWAY-001",
        times=2,
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="tables/open/",
        code="TABLE-001",
        values=OPENED | {"table_id": "{table}"},
    ),
    Try(role=SUPERVISOR, page="close-floor/", code="OFFICE-010"),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/seat/",
        code="TABLE-002",
        values=SEAT | {"seat_no": "5"},
        meanwhile=CLOSED,
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{latest}/hand/",
        code="TABLE-011",
        before=(BY_BOX,),
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="tables/open/",
        code="TABLE-012",
        values=OPENED | {"table_id": "{table}", "by_box": "on"},
        before=CLOSED,
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/seat/",
        code="TABLE-013",
        values=SEAT | {"player": "{other}", "seat_no": "5"},
        before=(
            WAITS,
            Send(
                role=SUPERVISOR,
                page="waiting/{waiting_id}/call/",
                values={"place": "{session}:5"},
            ),
        ),
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/seat/",
        code="TABLE-014",
        values=SEAT | {"seat_no": "5"},
        before=(
            Send(
                role=SUPERVISOR,
                page="players/{guest_id}/apart/",
                values={"player": "{seated_code}", "reason": "x"},
            ),
        ),
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/seat/",
        code="TABLE-015",
        values=SEAT | {"player": "{other}", "seat_no": "5"},
        before=(WAITS,),
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/game/",
        code="TABLE-016",
        values=GAME | {"game": "five_card_omaha"},
        before=(
            Send(
                role=SUPERVISOR,
                page="tables/{session}/move/{seated}/",
                values={"place": "{session}:9"},
            ),
        ),
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/limits/",
        code="TABLE-017",
        values={"min_buy_in_cents": "50", "max_buy_in_cents": "1000", "reason": "x"},
    ),
    Try(
        role=SUPERVISOR,
        page="hands/{hand}/take-back/",
        code="TABLE-030",
        values={"reason": "x"},
        before=(
            DEALT,
            Send(
                role=SUPERVISOR,
                page="hands/{hand}/take-back/",
                values={"reason": "x"},
                confirms=True,
            ),
        ),
    ),
    Try(
        role=SUPERVISOR,
        page="hands/{hand}/correct/",
        code="APPROVAL-013",
        values={"main_pot_cents": "30", "reason": "x", "confirm": "1", "shown": "x"},
        before=(DEALT,),
    ),
    Try(
        role=SUPERVISOR,
        page="chips/{move}/take-back/",
        code="TABLE-028",
        values={"reason": "x"},
        before=CLOSED,
    ),
    Try(
        role=SUPERVISOR,
        page="chips/{guest_move}/take-back/",
        code="TABLE-032",
        values={"reason": "x"},
        before=(SEATED, TOPPED_UP),
    ),
    Try(
        role=MANAGER,
        page="tables/{session}/time-rake/plan/",
        code="TIME-001",
        values={"table_cents": "20"},
        before=(DEALT,),
    ),
    Try(
        role=SUPERVISOR,
        page="waiting/{waiting_id}/leave/",
        code="LIST-002",
        before=(WAITS,),
        times=2,
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/seat/",
        code="PLAYER-001",
        values=SEAT | {"seat_no": "5"},
        before=(
            Send(
                role=SUPERVISOR,
                page="players/{guest_id}/bar/",
                values={"kind": "house", "until": "31.12.2099", "reason": "x"},
            ),
        ),
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/seat/",
        code="PLAYER-008",
        values=SEAT | {"seat_no": "5"},
        before=(Send(role=CASHIER, page="players/{guest_id}/", values={"birth_date": "1.1.2015"}),),
    ),
    Try(
        role=CASHIER,
        page="waiting/{second_waiting}/call/",
        code="queue_jump",
        values={"place": "{session}:5"},
        before=(WAITS, OTHER_WAITS),
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="waiting/add/",
        code="LEDGER-001",
        values=GAME | {"player": GUEST, "game": "omaha", "key": "{key}"},
        before=(
            Send(
                role=SUPERVISOR,
                page="waiting/add/",
                values=GAME | {"player": GUEST, "key": "{key}"},
            ),
        ),
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/boxes/",
        code="COUNT-001",
        values={"fee": "rake", "number": "1"},
    ),
    Try(
        role=SUPERVISOR,
        page="boxes/{box}/count/",
        code="COUNT-004",
        values={"chips_500": "1"},
        times=2,
        before=(
            BY_BOX,
            Send(
                role=SUPERVISOR,
                page="tables/{latest}/boxes/",
                values={"fee": "rake", "number": "1"},
            ),
        ),
    ),
]
MONEY = [
    Try(
        role=SUPERVISOR,
        page="tables/{session}/close/",
        code="TABLE-024",
        before=(*FILLED, *GONE),
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/close/",
        code="TABLE-023",
        before=(
            SEATED,
            Send(
                role=SUPERVISOR,
                page="tables/{session}/cash-out/{guest_id}/",
                values={"cents": "200", "paid_with": "chips"},
            ),
            *GONE,
        ),
    ),
    Try(
        role=SUPERVISOR,
        page="chips/{guest_move}/correct/",
        code="TABLE-029",
        values={"cents": "150", "paid_with": "chips", "reason": "x"},
        before=(
            Send(
                role=CASHIER,
                page="tables/{session}/seat/",
                values=SEAT | {"seat_no": "5", "paid_with": "cash"},
            ),
        ),
    ),
    Try(
        role=CASHIER,
        page="fills/{transfer_id}/confirm/",
        code="COUNT-009",
        values={"chips_500": "1"},
        before=FILLED[:2],
        given=lambda world: world.also(CASHIER, SUPERVISOR),
    ),
    Try(
        role=MANAGER,
        page="rules/propose/",
        code="HOUSE-004",
        values={"book": "voodoo", "first_day": "{today}", "reason": "x"},
        before=(Send(role=CASHIER, page="till/sell/", values={"cents": "50"}),),
    ),
    Try(
        role=MANAGER,
        page="rules/profile/",
        code="AUDIT-003",
        values={"profile": "casino", "reason": "x"},
        given=lambda world: world.also(CASHIER, ACCOUNTANT),
    ),
]
# A club that takes chips alone, lets none leave the table, and asks the players.
OWN_RULES = {
    "buy_in.paid_with": ["chips"],
    "chips.food_and_drink": False,
    "decides.seat_change": "everyone",
}
BY_OWN_RULES = [
    Try(
        role=CASHIER,
        page="tables/{session}/seat/",
        code="TABLE-018",
        values=SEAT | {"seat_no": "5", "paid_with": "cash"},
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/spend/{seated}/",
        code="TABLE-019",
        values={"cents": "1", "purpose": "bar"},
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/move/{seated}/",
        code="TABLE-020",
        values={"place": "{session}:9"},
    ),
]
