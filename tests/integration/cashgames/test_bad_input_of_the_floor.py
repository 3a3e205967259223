"""What the floor may not do: each by page and by API, with the paragraph and the way on."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

import pytest

from casino.players.models import Player
from casino.staff.models import Membership, Role
from tests.api.program import Program, program
from tests.api.test_table import TERMS
from tests.world import World, a_club

pytestmark = pytest.mark.django_db
CHIPS = {2500: 1, 500: 2}
SHEET = {f"chips_{cents}": str(quantity) for cents, quantity in CHIPS.items()}


@dataclass(frozen=True, kw_only=True, slots=True)
class FloorCase:
    """One request, as a program and as a page send it."""

    path: str
    body: dict[str, Any]
    page: str
    form: dict[str, str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Floor:
    """A club with an open table; whoever acts is supervisor and cashier at once."""

    world: World
    tablet: Program
    table: int

    def do(self, path: str, **body: Any) -> Any:
        """Return what a request says that goes well."""
        answer = self.tablet.post(path, **body)
        assert answer.status_code < 300, answer.json()
        return answer.json()

    def open(self, **more: Any) -> int:
        """Open table at a new table."""
        table = self.do("tables/", name=f"Table {uuid4().hex[:6]}")["id"]
        return int(self.do("sessions/", table_id=table, **TERMS, **more)["id"])

    def guest(self, name: str = "Mari Tamm") -> int:
        """Return a guest."""
        return self.world.player(name).pk

    def sit(self, player: int, seat_no: int = 1, cents: int = 20_000, **more: Any) -> None:
        """Seat a guest with chips."""
        asked = self.seat(player, seat_no, cents, **more)
        self.do(asked.path, **asked.body)

    def leave(self, player: int, cents: int) -> None:
        """Cash a guest out in chips."""
        body = {"player_id": player, "cents": cents, "paid_with": "chips"}
        self.do(f"sessions/{self.table}/cash-outs/", **body)

    def seat(self, player: int, seat_no: int = 1, cents: int = 20_000, **more: Any) -> FloorCase:
        """Return how a guest is seated."""
        return FloorCase(
            path=f"sessions/{self.table}/seats/",
            body={"player_id": player, "seat_no": seat_no, "cents": cents, "paid_with": "chips"}
            | more,
            page=f"tables/{self.table}/seat/",
            form={
                "player": str(Player.objects.get(pk=player).code),
                "seat_no": str(seat_no),
                "cents": str(cents // 100),
                "paid_with": "chips",
            }
            | dict.fromkeys(more, "on"),
        )


@pytest.fixture
def floor(db: None) -> Floor:
    world = a_club()
    world.jackpot()
    world.sell(500_000)
    who = world.staff[Role.SUPERVISOR]
    Membership.objects.create(user=who, club=world.club, role=Role.CASHIER)
    tablet = program(world, Role.SUPERVISOR)
    room = Floor(world=world, tablet=tablet, table=0)
    return Floor(world=world, tablet=tablet, table=room.open())


def a_seat_that_is_taken(floor: Floor) -> FloorCase:
    floor.sit(floor.guest())
    return floor.seat(floor.guest("Jaan Kask"))


def a_player_who_sits_elsewhere(floor: Floor) -> FloorCase:
    mari = floor.guest()
    floor.sit(mari)
    return Floor(world=floor.world, tablet=floor.tablet, table=floor.open()).seat(mari)


def one_player_more_than_the_game_has_seats(floor: Floor) -> FloorCase:
    return floor.seat(floor.guest(), seat_no=10)


def a_top_up_during_a_hand(floor: Floor) -> FloorCase:
    mari = floor.guest()
    floor.sit(mari)
    return FloorCase(
        path=f"sessions/{floor.table}/top-ups/",
        body={
            "player_id": mari,
            "cents": 5_000,
            "stack_cents": 10_000,
            "in_hand": True,
            "paid_with": "chips",
        },
        page=f"tables/{floor.table}/top-up/{mari}/",
        form={"cents": "50", "stack_cents": "100", "in_hand": "on", "paid_with": "chips"},
    )


def a_second_short_buy_in(floor: Floor) -> FloorCase:
    mari = floor.guest()
    short = {"cents": 6_000, "supervisor_approved": True}
    floor.sit(mari, **short)
    floor.leave(mari, 6_000)
    return floor.seat(mari, **short)


def a_return_with_another_amount(floor: Floor) -> FloorCase:
    mari = floor.guest()
    floor.sit(mari)
    floor.leave(mari, 20_000)
    return floor.seat(mari, cents=30_000)


def a_close_with_chips_on_the_table(floor: Floor) -> FloorCase:
    floor.sit(floor.guest())
    return FloorCase(
        path=f"sessions/{floor.table}/close/", body={}, page=f"tables/{floor.table}/close/", form={}
    )


def a_count_by_the_same_person_twice(floor: Floor) -> FloorCase:
    table = floor.open(by_box=True)
    box = floor.do("boxes/", session_id=table, fee="rake", number="R1")["id"]
    floor.do(f"boxes/{box}/count/", chips=CHIPS)
    path = f"boxes/{box}/count/"
    return FloorCase(path=path, body={"chips": CHIPS}, page=path, form=SHEET)


def a_hand_where_boxes_are_counted(floor: Floor) -> FloorCase:
    table = floor.open(by_box=True)
    hand = {"name": "1", "pots_cents": [3_700], "players_dealt": 6}
    form = {"name": "1", "main_pot_cents": "37", "players_dealt": "6"}
    page = f"tables/{table}/hand/"
    return FloorCase(path=f"sessions/{table}/hands/", body=hand, page=page, form=form)


def boxes_where_hands_were_recorded_today(floor: Floor) -> FloorCase:
    table = floor.do("tables/", name="Table 1")["id"]
    first = floor.do("sessions/", table_id=table, **TERMS)["id"]
    room, mari = replace(floor, table=first), floor.guest()
    room.sit(mari)
    room.leave(mari, 20_000)
    floor.do(f"sessions/{first}/close/")
    form = {"table_id": str(table), "game": "texas_holdem", "by_box": "on"}
    blinds = {"small_blind_cents": "1", "big_blind_cents": "2"}
    limits = {"min_buy_in_cents": "100", "max_buy_in_cents": "500"}
    body = {"table_id": table, "by_box": True, **TERMS}
    return FloorCase(path="sessions/", body=body, page="tables/open/", form=form | blinds | limits)


def a_fill_confirmed_by_its_issuer(floor: Floor) -> FloorCase:
    drawer = floor.world.drawer()
    float_ = {"cash": {}, "chips": {2500: 10, 500: 10}}
    shift = floor.do("shifts/", drawer_id=drawer.pk, **float_)["id"]
    fill = floor.do(f"sessions/{floor.table}/bank/fill/", chips=CHIPS)["id"]
    floor.do(f"fills/{fill}/issue/", chips=CHIPS, shift_id=shift)
    path = f"fills/{fill}/confirm/"
    return FloorCase(path=path, body={"chips": CHIPS}, page=path, form=SHEET)


@pytest.mark.parametrize(
    ("forbidden", "refusal", "way_on"),
    [
        (a_seat_that_is_taken, (409, "TABLE-003", "OLY-2.11"), "Choose a free seat."),
        (a_player_who_sits_elsewhere, (409, "TABLE-004", "OLY-1.1"), "Cash the player out there"),
        (one_player_more_than_the_game_has_seats, (422, "TABLE-006", "AMB-114"), "Choose a free"),
        (a_top_up_during_a_hand, (422, "TABLE-007", "OLY-2.19"), "Wait until the hand is over."),
        (a_second_short_buy_in, (422, "TABLE-007", "OLY-2.20"), "Allowed: 100,00 to 500,00."),
        (a_return_with_another_amount, (422, "TABLE-007", "OLY-2.26"), "Allowed: 200,00."),
        (a_close_with_chips_on_the_table, (409, "TABLE-008", "AMB-117"), "Cash out the players"),
        (
            a_count_by_the_same_person_twice,
            (409, "COUNT-004", "AMB-07"),
            "let another person count",
        ),
        (a_hand_where_boxes_are_counted, (409, "TABLE-011", "AMB-07"), "Collect the boxes"),
        (boxes_where_hands_were_recorded_today, (409, "TABLE-012", "AMB-07"), "use another table"),
        (
            a_fill_confirmed_by_its_issuer,
            (409, "COUNT-009", "AMB-117"),
            "Another person must confirm.",
        ),
    ],
)
def test_the_floor_is_told_the_paragraph_and_the_way_on(
    floor: Floor,
    forbidden: Callable[[Floor], FloorCase],
    refusal: tuple[int, str, str],
    way_on: str,
):
    asked = forbidden(floor)
    told = floor.tablet.post(asked.path, **asked.body)
    said = told.json()
    assert (told.status_code, said["error"], said["source"]) == refusal, said
    assert way_on in said["next_step"].replace("\u00a0", " ")

    page = floor.world.browser(Role.SUPERVISOR)
    shown = page.post(f"/tallinn/{asked.page}", asked.form | {"key": str(uuid4())})
    text = shown.content.decode().replace("\u00a0", " ")
    status, code, paragraph = refusal
    assert shown.status_code == status
    missing = [words for words in (f"Paragraph {paragraph}", code, way_on) if words not in text]
    assert missing == []
