"""A drawer fetches cash from the vault in the middle of a shift, and brings some back: by two."""

from functools import partial

import pytest
from django.test import Client

from casino.approvals.services import COMPLETIONS, approve, refuse
from casino.cage import reports
from casino.cage.models import Shift, VaultMove, VaultMoveLine
from casino.cage.queries.shifts import ShiftNotOpen
from casino.cage.queries.stock import vault_move, vault_stock
from casino.cage.queries.tallies import moved_cents, over_short_cents, slips, tally
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import CountDiffers, RequestsWait, submit_count
from casino.cage.services.opening import open_shift
from casino.cage.services.vault import ChipsNotThere, VaultLacks, move_vault
from casino.cage.services.vault_count import count_vault
from casino.ledger.verify import Books
from casino.refusals import BadInput
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.refusing import refused
from tests.world import FLOAT, RACK, World, a_key

pytestmark = pytest.mark.django_db


def sign(world: World, asked, clock: str = "22:05") -> None:
    approve(world.stamp(clock, role=Role.MANAGER), proposal_id=asked.pk, digest=asked.digest)


def test_a_drawer_that_runs_low_is_filled_from_the_vault_once_its_keeper_signed(
    world: World, shift: Shift
):
    drawer, vault = (world.balance("cash:drawer", shift.drawer_id), world.balance("cash:vault"))
    stamp = world.stamp("22:00")
    asked = move_vault.ask(stamp, shift_id=shift.pk, way="fetch", cash={5000: 20, 1000: 5})
    assert world.balance("cash:vault") == vault

    sign(world, asked)
    assert world.balance("cash:drawer", shift.drawer_id) == drawer + 105_000
    assert world.balance("cash:vault") == vault - 105_000
    assert move_vault.ask(stamp, shift_id=shift.pk, way="fetch", cash={5000: 20, 1000: 5}) == (
        asked
    )
    slip = slips(shift)[0]
    assert (slip.kind, slip.memo) == ("cage.vault_fetched", "20 \u00d7 50,00, 5 \u00d7 10,00")
    assert tally(shift).cash.in_cents == 105_000


def test_what_is_too_much_goes_back_to_the_vault(world: World, shift: Shift):
    vault = world.balance("cash:vault")
    asked = move_vault.ask(world.stamp("22:00"), shift_id=shift.pk, way="bring", cash={10000: 2})
    sign(world, asked)
    assert world.balance("cash:vault") == vault + 20_000
    assert tally(shift).cash.out_cents == 20_000


def test_nothing_moves_that_is_not_there_or_not_counted(world: World, shift: Shift):
    ask = {"shift_id": shift.pk, "way": "fetch"}
    refused(BadInput, move_vault.ask, world.stamp("22:00"), **ask, cash={})
    refused(BadInput, move_vault.ask, world.stamp("22:00"), **ask, cash={777: 1})
    away = ask | {"way": "away"}
    refused(BadInput, move_vault.ask, world.stamp("22:00"), **away, cash={5000: 1})
    refused(VaultLacks, move_vault.ask, world.stamp("22:00"), **ask, cash={10000: 900_000})


def test_a_count_waits_for_what_was_asked_at_the_drawer(world: World, shift: Shift):
    asked = move_vault.ask(world.stamp("22:00"), shift_id=shift.pk, way="fetch", cash={5000: 1})
    count = {"shift_id": shift.pk, "cash": FLOAT, "chips": RACK}
    said = refused(RequestsWait, submit_count, world.stamp("22:01"), **count)
    called = f"Transfer from vault to drawer, request {asked.pk} (1 \u00d7 50,00)"
    assert str(said.message) == f"Waiting for approval: {called}."
    assert (said.next_page, said.about) == ("approval", {"proposal_id": asked.pk})

    refuse(world.stamp("22:02"), proposal_id=asked.pk, remark="Not needed")
    submit_count(world.stamp("22:03"), **count)
    again = {"shift_id": shift.pk, "way": "fetch", "cash": {5000: 1}}
    refused(ShiftNotOpen, move_vault.ask, world.stamp("22:04"), **again)


def chips_of_the_vault(world: World) -> dict[int, int]:
    """Count 100 chips of 25,00 and 50 of 5,00 in the vault before the shift, by two."""
    world.fund()
    stamp = world.stamp("19:00", role=Role.SUPERVISOR)
    cash = {10_000: world.balance("cash:vault") // 10_000}
    counted = count_vault.ask(stamp, cash=cash, chips={2500: 100, 500: 50})
    sign(world, counted, "19:05")
    return vault_stock(world.club.pk, "chips").now


def test_a_rack_is_filled_with_chips_of_the_vault_and_both_are_known_by_denomination(world: World):
    assert chips_of_the_vault(world) == {2500: 100, 500: 50}
    shift = open_shift(
        world.stamp("20:00"), drawer_id=world.drawer().pk, cash={5000: 10}, chips={2500: 20}
    )
    asks = {"shift_id": shift.pk, "way": "fetch"}
    asked = move_vault.ask(world.stamp("22:00"), **asks, cash={1000: 5}, chips={2500: 40})
    sign(world, asked)

    slip = slips(shift)[0]
    assert slip.memo == "5 \u00d7 10,00, 40 \u00d7 \u25cf 25,00"
    assert (slip.number, moved_cents(slip)) == (2, 105_000)
    assert vault_stock(world.club.pk, "chips").now == {2500: 40, 500: 50}
    result = tally(shift)
    assert (result.cash.in_cents, result.chips.in_cents) == (5_000, 100_000)
    assert result.chips.expected_cents == 150_000
    assert world.balance("chips:floor") == 0

    back = move_vault.ask(world.stamp("22:30"), **asks | {"way": "bring"}, chips={2500: 10})
    sign(world, back, "22:35")
    assert vault_stock(world.club.pk, "chips").now == {2500: 50, 500: 50}
    assert tally(shift).chips.expected_cents == 125_000
    moved = vault_move(slips(shift)[0].act_id)
    assert (moved.asked_by, moved.given_by) == (world.staff["cashier"], world.staff["manager"])

    counted = {"cash": {5000: 10, 1000: 5}, "chips": {2500: 50}}
    submit_count(world.stamp("23:00"), shift_id=shift.pk, **counted)
    closed = close_shift(world.stamp("23:05"), shift_id=shift.pk)
    assert over_short_cents(closed) == 0
    assert vault_stock(world.club.pk, "chips").now == {2500: 100, 500: 50}


def test_who_signs_sees_which_chips_the_vault_lacks_by_its_count(world: World):
    chips_of_the_vault(world)
    opens = {"drawer_id": world.drawer().pk, "cash": {5000: 1}}
    shift = open_shift(world.stamp("20:01"), **opens, chips={2500: 90})
    asks = {"shift_id": shift.pk, "way": "fetch"}
    asked = move_vault.ask(world.stamp("22:00"), **asks, chips={2500: 11, 500: 50})
    shown = COMPLETIONS[asked.operation].ahead
    ahead = shown(world.stamp("22:01", role=Role.MANAGER), asked)
    assert {str(name): held for name, held in ahead.items()} == {
        "Chips of 25,00 by the vault count": "fewer than that"
    }
    sign(world, asked)  # what dealers dropped may lie there, too: people look
    assert vault_stock(world.club.pk, "chips").now == {2500: -1, 500: 0}


def test_a_drawer_brings_no_chips_that_it_does_not_hold(world: World):
    shift = world.open_shift()
    held = tally(shift).chips.expected_cents
    asks = {"shift_id": shift.pk, "way": "bring"}
    too_many = {500: held // 500 + 1}
    refused(
        ChipsNotThere,
        move_vault.ask,
        world.stamp("22:06"),
        **asks,
        chips=too_many,
    )
    two = [move_vault.ask(world.stamp("22:07"), **asks, chips={500: held // 500}) for _ in range(2)]
    sign(world, two[0])
    signed = {"proposal_id": two[1].pk, "digest": two[1].digest}
    manager = world.stamp("22:08", role=Role.MANAGER)
    refused(ChipsNotThere, approve, manager, **signed)


def test_chips_of_the_vault_that_differ_have_a_reason(world: World):
    chips_of_the_vault(world)
    count = {"cash": {10_000: world.balance("cash:vault") // 10_000}, "chips": {2500: 99, 500: 50}}
    supervisor = world.stamp("21:00", role=Role.SUPERVISOR)
    refused(CountDiffers, sign, world, count_vault.ask(supervisor, **count), "21:00:30")
    again = world.stamp("21:01", role=Role.SUPERVISOR)
    sign(world, count_vault.ask(again, **count, reason="One is broken"), "21:02")
    latest = reports.roll_forwards(world.club.pk)[0]
    (chip,) = [row for row in latest.rows if (row.tender, row.cents) == ("chips", 2500)]
    assert (chip.opening, chip.closing, chip.otherwise) == (100, 99, -1)
    assert world.balance("expense:over-short") == 0


def test_chips_of_the_vault_that_are_all_gone_were_counted_as_none(world: World):
    chips_of_the_vault(world)
    manager, cash = Client(), world.balance("cash:vault") // 10_000
    manager.force_login(world.staff[Role.MANAGER])
    page = partial(manager.post, "/tallinn/vault/count/")
    none = {"chips_2500": 0, "chips_500": 0}
    assert page({"cash_10000": cash, "key": a_key()}).status_code == 302
    assert page({"cash_10000": cash, "key": a_key()} | none)["Location"] == "/tallinn/vault/count/"
    assert "It is kept." in manager.get("/tallinn/vault/count/").content.decode()
    gone = {"cash": {10_000: cash}, "chips": {2500: 0, 500: 0}, "reason": "Gone"}
    stamp = world.stamp("21:00", role=Role.SUPERVISOR)
    sign(world, count_vault.ask(stamp, **gone), "21:05")
    assert vault_stock(world.club.pk, "chips").now == {2500: 0, 500: 0}


def test_verify_knows_what_went_between_vault_and_drawers(world: World, shift: Shift):
    asked = move_vault.ask(
        world.stamp("22:00"), shift_id=shift.pk, way="bring", cash={5000: 1}, chips={500: 2}
    )
    sign(world, asked)
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []
    moved = VaultMove.objects.get()
    VaultMoveLine.objects.create(move=moved, tender="chips", cents=100_000, quantity=1)
    (finding,) = broken(world.club, Books(club_id=world.club.pk))
    assert finding.says == f"move {moved.pk}: chips by denomination 101000, in the ledger 1000"
