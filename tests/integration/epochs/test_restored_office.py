"""A database that is as it was before acknowledged sales: nothing is booked until two say how."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from django.core.management import call_command
from django.db import IntegrityError
from django.utils import timezone

from casino.approvals.models import Proposal
from casino.approvals.services import OwnProposal, approve
from casino.cage.models import Shift
from casino.cage.services.desk import sell_chips
from casino.cage.services.funds import fund_vault
from casino.cage.services.opening import open_shift
from casino.cells.services.holding import hold_club, leave_club
from casino.epochs.models import LostAct, Opening, Settlement
from casino.epochs.queries.standing import lost_acts, standing
from casino.epochs.services.beginning import begin_where_due
from casino.epochs.services.settling import (
    CannotRecordAgain,
    MoveStands,
    SettledBefore,
)
from casino.house.models import Club
from casino.ledger import outbox
from casino.ledger.models import Act, Entry, Series
from casino.ledger.refusals import ClubHeld, KeyLost, NotSettled
from casino.ledger.services import Posted
from casino.paging import Page
from casino.players.services.guests import add_player
from casino.staff.models import Role
from script.servers import postgres_url
from tests.integration.verify.test_verify import verified
from tests.restoring import Rewind, ask, broken, lost_ids, sign, stamp_of
from tests.world import FLOAT, World

pytestmark = pytest.mark.usefixtures("committed_db")


def test_each_lost_act_is_listed_with_its_slip(world: World, begun: list[Posted]):
    found = lost_acts(world.club.pk)
    assert [each.row.act_id for each in found] == [sale.act_id for sale in begun[1:]]
    assert [each.slips for each in found] == [("Desk 1 3",), ("Desk 1 4",)]
    assert [each.cents for each in found] == [20_000, 30_000]
    assert {str(each.who) for each in found} == {"Cashier@Tallinn"}
    assert standing(world.club.pk).left == 2


def test_lost_acts_are_read_a_part_at_a_time_also_once_one_is_settled(
    world: World, begun: list[Posted]
):
    sign(world, ask(world, "not", lost_ids(world)[1]))
    first = Page(1)
    parts = [lost_acts(world.club.pk, page=first)]
    parts.append(lost_acts(world.club.pk, page=Page(1, first.next)))
    assert [[each.row.act_id for each in part] for part in parts] == [
        [sale.act_id] for sale in begun[1:]
    ]


def test_nothing_is_booked_and_no_desk_opens_before_all_is_settled(
    world: World, shift: Shift, begun: list[Posted]
):
    with pytest.raises(NotSettled) as refused:
        sell_chips(world.stamp("22:40"), shift_id=shift.pk, cents=500)
    assert "Two people settle" in str(refused.value.next_step)
    with pytest.raises(NotSettled):
        open_shift(world.stamp("22:40"), drawer_id=shift.drawer_id, cash=FLOAT, chips={})
    sign(world, ask(world, "again", lost_ids(world)[0]))
    with pytest.raises(NotSettled):
        sell_chips(world.stamp("22:40"), shift_id=shift.pk, cents=500)
    sign(world, ask(world, "not", *lost_ids(world)))
    assert sell_chips(world.stamp("22:40"), shift_id=shift.pk, cents=500).number


def test_a_loss_is_broken_books_until_it_is_settled(
    world: World,
    keep: Callable[[], Rewind],
    mirror: Path,
    servers: Path,
    capsys: pytest.CaptureFixture[str],
):
    with psycopg.connect(postgres_url(servers / "postgres", database="casino")) as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute("UPDATE epochs_epoch SET begun_at = '2020-01-01'")
    rewind = keep()
    sale = world.sell()
    outbox.deliver_outbox()
    rewind()
    age(mirror / "tallinn" / "2026-02-27.jsonl", sale.act_id)
    begin_where_due(at=timezone.now())
    missing = f"act {sale.act_id} says missing, the copy outside it is there"
    assert missing in "".join(broken(capsys))
    sign(world, ask(world, "not", *lost_ids(world)))
    outbox.deliver_outbox()
    assert broken(capsys) == []
    age(mirror / "tallinn" / "2026-02-27.jsonl", sale.act_id, "2026-11-02")
    assert missing in "".join(broken(capsys))


def test_a_loss_is_seen_where_acts_of_another_day_were_copied_with_it(
    world: World, keep: Callable[[], Rewind], mirror: Path
):
    rewind = keep()
    sale = world.sell()
    outbox.deliver_outbox()
    rewind()
    ours = mirror / "tallinn" / "2026-02-27.jsonl"
    others = [path for path in ours.parent.glob("*.jsonl") if path != ours]
    assert others
    for path in others:  # of the same copy, written after it
        os.utime(path, (ours.stat().st_mtime + 1,) * 2)
    assert begin_where_due(at=timezone.now())
    assert [each.row.act_id for each in lost_acts(world.club.pk)] == [sale.act_id]


def test_a_move_that_was_lost_stands(world: World, keep: Callable[[], Rewind]):
    rewind, there = keep(), "https://two.example"
    hold_club(replace(world.stamp("22:00"), actor_id=None), server="cell 1")
    leave_club(replace(world.stamp("22:01"), actor_id=None), address=there)
    outbox.deliver_outbox()
    rewind()
    begin_where_due(at=timezone.now())
    with pytest.raises(NotSettled):
        world.sell()
    with pytest.raises(MoveStands):
        ask(world, "not", *lost_ids(world))
    sign(world, ask(world, "again", *lost_ids(world)))
    assert Club.objects.get().moved_to == there
    with pytest.raises(ClubHeld):
        world.sell()


def age(path: Path, act_id: int, day: str = "2026-11-01") -> None:
    """Let the copy of an act say that it was recorded on another day, long ago."""
    lines = path.read_text().splitlines()
    for number, line in enumerate(lines):
        if line.startswith(f'{{"id": {act_id},'):
            lines[number] = json.dumps(json.loads(line) | {"recorded_at": f"{day}T20:10:00+00:00"})
    path.write_text("\n".join(lines) + "\n")


def test_what_is_recorded_again_is_the_act_as_it_was(
    world: World, begun: list[Posted], capsys: pytest.CaptureFixture[str]
):
    assert "2 lost acts are not settled" in verified(capsys)[1]
    before = world.balance("chips:floor")
    asked = ask(world, "again", *lost_ids(world))
    assert (asked.content["acts"][0]["slips"], asked.content["acts"][0]["cents"]) == (
        ["Desk 1 3"],
        20_000,
    )
    sign(world, asked)
    assert world.balance("chips:floor") == before - 50_000
    lost = LostAct.objects.order_by("act_id")
    again = [Act.objects.get(key=each.key) for each in lost]
    assert [act.operation for act in again] == ["cage.sell_chips"] * 2
    assert [act.actor_id for act in again] == [world.staff[Role.CASHIER].pk] * 2
    assert [act.happened_at for act in again] == [world.at("22:10"), world.at("22:20")]
    assert standing(world.club.pk).is_open
    outbox.deliver_outbox()
    assert broken(capsys) == []
    assert broken(capsys, "--copies") == []


def test_no_number_is_given_twice(world: World, shift: Shift, begun: list[Posted]):
    sign(world, ask(world, "not", *lost_ids(world)))
    sale = sell_chips(world.stamp("22:40"), shift_id=shift.pk, cents=500)
    assert sale.act_id > begun[-1].act_id + 999_000
    assert sale.entry_id > begun[-1].entry_id + 999_000
    assert sale.number == 201
    assert world.player("Jaan Kask").pk > 999_000


def test_who_asked_never_signs(world: World, begun: list[Posted]):
    asked = ask(world, "not", *lost_ids(world), role=Role.MANAGER)
    with pytest.raises(OwnProposal):
        sign(world, asked)
    assert not Settlement.objects.exists()


def test_it_is_settled_once(world: World, begun: list[Posted]):
    first, last = lost_ids(world)
    asked = ask(world, "again", first)
    key = uuid4()
    signing = replace(stamp_of(world, Role.MANAGER), key=key)
    one = approve(signing, proposal_id=asked.pk, digest=asked.digest)
    other = approve(signing, proposal_id=asked.pk, digest=asked.digest)
    assert one.pk == other.pk
    assert Settlement.objects.count() == 1
    assert Entry.objects.filter(act__key=LostAct.objects.get(pk=first).key).count() == 1
    with pytest.raises(SettledBefore):
        ask(world, "not", first, last)


def test_the_request_of_a_lost_act_is_answered_with_what_was_said_of_it(
    world: World, shift: Shift, keep: Callable[[], Rewind]
):
    rewind, keys = keep(), (uuid4(), uuid4())
    requests = [
        {"stamp": world.stamp("22:10", key=key), "shift_id": shift.pk, "cents": cents}
        for key, cents in zip(keys, (20_000, 30_000), strict=True)
    ]
    for each in requests:
        sell_chips(each["stamp"], shift_id=shift.pk, cents=each["cents"])
    outbox.deliver_outbox()
    rewind()
    begin_where_due(at=timezone.now())
    again, not_again = lost_ids(world)
    sign(world, ask(world, "again", again))
    sign(world, ask(world, "not", not_again))
    repeated = sell_chips(requests[0]["stamp"], shift_id=shift.pk, cents=20_000)
    assert repeated.replayed
    with pytest.raises(KeyLost):
        sell_chips(requests[1]["stamp"], shift_id=shift.pk, cents=30_000)


def test_what_a_copy_does_not_hold_is_written_off_and_entered_by_hand(
    world: World, keep: Callable[[], Rewind]
):
    rewind = keep()
    add_player(world.stamp("22:10"), name="Mari Tamm")
    outbox.deliver_outbox()
    rewind()
    begin_where_due(at=timezone.now())
    with pytest.raises(CannotRecordAgain, match="Act") as refused:
        ask(world, "again", *lost_ids(world))
    assert "Write it off" in str(refused.value.next_step)
    assert not Proposal.objects.exists()
    sign(world, ask(world, "not", *lost_ids(world)))
    assert world.player("Mari Tamm").pk


def test_what_two_had_signed_is_recorded_again_with_its_request(
    world: World, keep: Callable[[], Rewind]
):
    rewind = keep()
    asked = fund_vault.ask(world.stamp("22:10", role=Role.MANAGER), cash={10_000: 7})
    approve(world.stamp("22:12", role=Role.ACCOUNTANT), proposal_id=asked.pk, digest=asked.digest)
    outbox.deliver_outbox()
    rewind()
    begin_where_due(at=timezone.now())
    sign(world, ask(world, "again", *lost_ids(world)))
    assert world.balance("cash:vault") == 70_000
    assert standing(world.club.pk).is_open


def test_verify_finds_what_was_made_up_about_a_loss(
    world: World,
    begun: list[Posted],
    forger: psycopg.Connection,
    capsys: pytest.CaptureFixture[str],
):
    sign(world, ask(world, "again", lost_ids(world)[0]))
    sign(world, ask(world, "not", lost_ids(world)[0]))
    outbox.deliver_outbox()
    assert broken(capsys) == []
    for table, tamper, what in TAMPERED:
        forger.execute(f"CREATE TABLE as_it_was AS SELECT * FROM {table}")
        forger.execute(f"UPDATE {table} SET {tamper}")
        said = "".join(broken(capsys))
        forger.execute(f"DELETE FROM {table}")
        forger.execute(f"INSERT INTO {table} OVERRIDING SYSTEM VALUE SELECT * FROM as_it_was")
        forger.execute("DROP TABLE as_it_was")
        assert what in said, (tamper, said)
    assert broken(capsys) == []


TAMPERED = [
    ("epochs_settlement", "how = 'not'", "written off, and there again"),
    ("epochs_settlement", "how = 'again'", "recorded again, and not there"),
    ("epochs_settlement", "signed_by_id = asked_by_id", "not signed by those two"),
    ("epochs_settlement", "act_id = 1", "not signed by those two"),
    ("epochs_lostact", "copy = jsonb_set(copy, '{club_id}', '7')", "recorded again as something"),
    ("epochs_lostact", "copy = copy - 'entries'", "its list of lost acts is not what it was"),
    ("epochs_lostact", "key = gen_random_uuid()", "recorded again, and not there"),
    ("epochs_epoch", "digest = repeat('0', 64)", "the copy outside says otherwise"),
    ("epochs_epoch", "number = number + 10", "the copy outside does not name it"),
    ("epochs_skippedslips", "last = first", "slip 5 of drawer Desk 1: is missing"),
    ("epochs_skippedslips", "first = 1", "its number was left out by an epoch"),
    (
        "ledger_act",
        "arguments = '{}' WHERE key IN (SELECT key FROM epochs_lostact)",
        "as something",
    ),
]


def test_the_program_adds_nothing_to_the_list_and_opens_nothing_by_itself(
    world: World, begun: list[Posted]
):
    lost = LostAct.objects.latest("id")
    with pytest.raises(IntegrityError, match="listed as the epoch begins"):
        LostAct.objects.create(
            epoch=lost.epoch, club=lost.club, act_id=7, key=uuid4(), copy=lost.copy
        )
    with pytest.raises(IntegrityError, match="not settled"):
        Opening.objects.create(epoch=lost.epoch, club=lost.club, opened_at=timezone.now())


def test_the_command_says_what_is_to_be_settled(
    world: World, sales: list[Posted], capsys: pytest.CaptureFixture[str]
):
    call_command("begin_epoch")
    said = capsys.readouterr().out
    assert "Epoch 2 begins." in said
    assert "tallinn: 2 lost acts to settle." in said
    call_command("begin_epoch")
    assert "Epoch 2 goes on." in capsys.readouterr().out
    assert Club.objects.count() == 1
    assert Series.objects.get().last_number == 200
