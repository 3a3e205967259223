"""Who works at the cage and wants more than is theirs: each try is refused, or it is listed."""

from collections.abc import Callable
from typing import Any

import pytest

from casino.cage.models import Shift
from casino.ledger.models import Act
from casino.players.models import Player
from casino.players.services.guests import add_player
from casino.staff.models import Role
from tests.api.program import Program, program
from tests.racing import race
from tests.shifted import Clock
from tests.world import FLOAT, RACK, World, a_club, a_key, of_the_desk

DAY = {"first": "2026-02-27", "last": "2026-02-27"}
ALONE = "APPROVAL-010"


@pytest.fixture
def world(committed_db: None, clock: Clock) -> World:
    """An evening at ten o'clock."""
    world = a_club()
    clock.set(world.at("22:00"))
    return world


@pytest.fixture
def shift(world: World) -> Shift:
    world.sell(2_000_000, "19:00")
    return world.open_shift()


@pytest.fixture
def cashier(world: World) -> Program:
    return program(world, Role.CASHIER)


def error(answer: Any) -> str:
    """Return the code of a refusal."""
    assert answer.status_code >= 400, answer.json()
    return str(answer.json()["error"])


def done(answer: Any) -> Any:
    assert answer.status_code in {200, 201}, answer.json()
    return answer.json()


def listed(world: World) -> str:
    """Return what the auditor reads under Exceptions."""
    found = program(world, Role.AUDITOR).get("reports/exceptions/", **DAY)
    assert found.status_code == 200
    return str(found.json()["rows"])


def denominations(counted: dict[int, int]) -> dict[str, int]:
    return {str(cents): many for cents, many in counted.items()}


def signs(caller: Program, asked: dict[str, Any]) -> Any:
    where = f"proposals/{asked['proposal_id']}/"
    return caller.post(f"{where}approve/", digest=caller.get(where).json()["digest"])


def a_known_guest(world: World) -> Player:
    found = add_player(world.stamp("20:00", role=Role.SUPERVISOR), name="Rein Known")
    Player.objects.filter(id=found.pk).update(document="AB 1", birth_date="1988-06-24")
    return found


def test_who_counts_too_little_first_does_not_close_alone_on_a_second_count(
    world: World, shift: Shift, cashier: Program
):
    """500 counted where 4 000 belonged, then counted again to match: not without a second."""
    where, chips = f"shifts/{shift.pk}", denominations(RACK)
    done(cashier.post(f"{where}/count/", cash={"10000": 5}, chips=chips))
    done(cashier.post(f"{where}/count/", cash=denominations(FLOAT), chips=chips))
    assert error(cashier.post(f"{where}/close/")) == ALONE

    asked = done(cashier.post(f"{where}/ask-close/"))
    signer = program(world, Role.SUPERVISOR)
    read = signer.get(f"proposals/{asked['proposal_id']}/").json()["content"]["counts"]
    assert [each["cash_cents"] for each in read] == [50_000, 400_000]
    done(signs(signer, asked))
    assert "counted again" in listed(world)


def test_a_redemption_split_into_small_ones_is_signed_in_the_end(
    world: World, shift: Shift, cashier: Program
):
    of_the_desk(world.club, redeem_second_from_cents=100_000)
    guest = a_known_guest(world)
    for named in ({"player_id": guest.pk}, {}):
        what = {"shift_id": shift.pk, "cents": 24_900} | named
        for _ in range(4):
            done(cashier.post("chips/redeem/", **what))
        assert error(cashier.post("chips/redeem/", **what)) == ALONE, named


def test_sales_at_once_do_not_slip_below_the_limit_together(
    world: World, shift: Shift, cashier: Program
):
    what = {"shift_id": shift.pk, "cents": 150_000, "player_id": world.player().pk}

    answers = race(*[lambda: cashier.post("chips/sell/", **what)] * 6)

    assert sorted(each.status_code for each in answers) == [201, 409, 409, 409, 409, 409]
    assert {each.json()["error"] for each in answers if each.status_code == 409} == {"CAGE-013"}


def test_walk_ins_just_below_the_limit_are_said_and_listed(
    world: World, shift: Shift, cashier: Program
):
    """Four times 1 999,00 in a minute, both ways, without a name."""
    desk = world.browser(Role.CASHIER)
    for way in ("sell", "sell", "redeem"):
        said = desk.get("/tallinn/till/standing/", {"cents": "1999"}).content.decode()
        first = not Act.objects.filter(operation__startswith="cage.sell").exists()
        assert ("just below the ID limit" in said) is not first
        typed = {"key": str(a_key()), "player": "", "cents": "1999"}
        desk.post(f"/tallinn/till/{way}/", typed)
    assert listed(world).count("walk-ins just below the ID limit") == 2


@pytest.mark.parametrize(
    ("role", "path", "body"),
    [
        (Role.CASHIER, "chips/ask-redeem/", {"cents": 250_000}),
        (Role.MANAGER, "vault/ask/", {"cash": {"10000": 1_000}}),
        (Role.MANAGER, "vault/ask-withdrawal/", {"cash": {"10000": 10}}),
        (Role.MANAGER, "vault/ask-deposit/", {"cents": 1_000, "seal": "EE 1"}),
    ],
)
def test_nobody_signs_in_a_second_role_what_they_asked_in_the_first(
    world: World, shift: Shift, role: str, path: str, body: dict[str, Any]
):
    world.also(role, Role.SUPERVISOR)
    own = program(world, role)
    redeems = {"shift_id": shift.pk, "player_id": a_known_guest(world).pk}
    asked = done(own.post(path, **body | (redeems if "redeem" in path else {})))
    assert error(signs(own, asked)) == "APPROVAL-001"
    page = world.browser(role)
    digest = own.get(f"proposals/{asked['proposal_id']}/").json()["digest"]
    typed = {"key": str(a_key()), "digest": digest}
    answer = page.post(f"/tallinn/approvals/{asked['proposal_id']}/", typed)
    assert "You cannot approve your own request" in answer.content.decode()


def test_one_person_brings_no_million_into_the_vault_and_takes_none_out(world: World, shift: Shift):
    manager = program(world, Role.MANAGER)
    before = world.balance("cash:vault")
    tries: dict[str, Callable[[], Any]] = {
        "fund": lambda: manager.post("vault/", cash={"50000": 2_000}),
        "withdraw": lambda: manager.post("vault/withdraw/", cash={"10000": 10}),
        "pack": lambda: manager.post("vault/bags/", cents=100_000, seal="EE 1"),
    }
    assert {error(each()) for each in tries.values()} <= {ALONE, "CAGE-060"}
    for path in ("vault/", "vault/ask/", "vault/withdraw/", "vault/ask-withdrawal/"):
        assert manager.post(path, cents=100).status_code == 400, path
    assert error(tries["withdraw"]()) == ALONE
    assert world.balance("cash:vault") == before


def test_a_bag_of_a_thousand_is_not_credited_with_a_million_nor_by_who_packed_it(
    world: World, shift: Shift
):
    world.also(Role.MANAGER, Role.ACCOUNTANT)
    callers = (Role.MANAGER, Role.SUPERVISOR, Role.ACCOUNTANT)
    manager, supervisor, accountant = (program(world, each) for each in callers)
    done(signs(supervisor, done(manager.post("vault/ask-deposit/", cents=100_000, seal="EE 1"))))
    bag = manager.get("vault/bags/").json()[0]["id"]
    carried = manager.post(f"vault/bags/{bag}/ask-hand-over/", carrier="K. Saar")
    done(signs(supervisor, done(carried)))
    credit, statement = f"vault/bags/{bag}/credit/", {"statement": "line 12", "reason": "x"}
    assert error(manager.post(credit, cents=100_000, **statement)) == "CAGE-029"
    assert error(accountant.post(credit, cents=100_000_000, **statement)) == "CAGE-063"
    assert error(accountant.post(credit, cents=110_000, **statement)) == ALONE
    done(accountant.post(credit, cents=100_000, **statement))
    assert "bank deposit" in listed(world)
