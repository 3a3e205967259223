"""What the house refuses on its pages, provoked one by one: each next step leads on, and back."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction

from cashgames.models import Session
from cashgames.services.tables import add_table
from casino.cage.models import PaymentThresholds
from casino.players.models import Player
from casino.staff.models import Role
from tests.pages.evening import signed_in
from tests.pages.leading import STEP, lacks, refused
from tests.world import World, a_club, a_key

CASHIER, SUPERVISOR, MANAGER, DIRECTOR = Role.CASHIER, Role.SUPERVISOR, Role.MANAGER, Role.DIRECTOR


@dataclass(frozen=True, kw_only=True, slots=True)
class Try:
    """Who sends what to which page, what is refused, and whether its next step is a page here."""

    role: str
    page: str
    code: str
    values: dict[str, str] = field(default_factory=dict)
    times: int = 1
    leads: bool = False


GUEST, SEATED = "{guest}", "{seated}"
SEAT = {"player": GUEST, "cents": "200", "paid_with": "chips"}
HAND = {"name": "1", "players_dealt": "2", "main_pot_cents": "20", "first_round_passed": "on"}

CAGE = [
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
]
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
        values={
            "table_id": "{table}",
            "game": "texas_holdem",
            "small_blind_cents": "1",
            "big_blind_cents": "2",
            "min_buy_in_cents": "100",
            "max_buy_in_cents": "500",
        },
    ),
    Try(role=SUPERVISOR, page="close-floor/", code="OFFICE-010"),
]


@pytest.fixture
def world(db: None) -> World:
    world = a_club()
    world.open_shift()
    PaymentThresholds.objects.filter(club=world.club).update(redeem_second_from_cents=10_000_000)
    world.seat(world.session(), "Mari Tamm", "Jaan Kask")
    world.player("Liis Saar")
    Player.objects.filter(name="Jaan Kask").update(birth_date="1988-06-24", document="AB1")
    add_table(world.stamp("07:00", role=Role.MANAGER), name="3")
    return world


def known(world: World) -> dict[str, Any]:
    return {
        "session": Session.objects.get().pk,
        "seated": Player.objects.get(name="Mari Tamm").pk,
        "guest": Player.objects.get(name="Liis Saar").code,
        "seated_code": Player.objects.get(name="Mari Tamm").code,
        "id_guest": Player.objects.get(name="Jaan Kask").code,
        "table": Session.objects.get().table_id,
    }


@pytest.mark.parametrize("app", [CAGE, FLOOR], ids=["cage", "floor"])
def test_what_is_refused_says_its_next_step_which_opens_and_leads_back(
    world: World, app: list[Try]
):
    ids, wrong = known(world), []
    for each in app:
        before = transaction.savepoint()
        client = signed_in(world, each.role)
        where = f"/tallinn/{each.page.format(**ids)}"
        values = {name: value.format(**ids) for name, value in each.values.items()}
        for _ in range(each.times):
            answer = client.post(where, values | {"key": a_key()})
        refusal = refused(answer)
        if refusal is None or refusal.code != each.code:
            shown = (answer.context or {}).get("form")
            wrong.append((each.page, each.code, refusal, getattr(shown, "errors", None)))
        else:
            wrong += [
                (each.page, each.code, fault) for fault in lacks(client, where, answer, refusal)
            ]
            if each.leads != bool(STEP.search(answer.getvalue().decode())):
                wrong.append((each.page, each.code, "leads", not each.leads))
        transaction.savepoint_rollback(before)
    assert not wrong, "\n".join(map(str, wrong))
