"""`manage.py verify`: silent on honest books, and it names what a superuser changed."""

from datetime import timedelta
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command

from cashgames.services.hands import rake_hand
from casino.cage.services.counts import submit_count
from casino.cage.services.desk import sell_chips
from casino.closing.services.days import close_due_days, seal_day
from casino.ledger import outbox
from casino.ledger.services import Posted
from casino.staff.models import Role
from tests.counting import close_by_two
from tests.integration.closing.test_closing import feed
from tests.owing import owe_prize
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.usefixtures("committed_db")
NEXT = EVENING + timedelta(days=1)
MORNING_AFTER = NEXT + timedelta(days=1)


@pytest.fixture(autouse=True)
def mirror(tmp_path: Path, settings: object) -> Path:
    settings.ANCHOR_DIR = tmp_path
    return tmp_path


@pytest.fixture
def sales(world: World) -> list[Posted]:
    """Three sales on an evening that was sealed, and one on the next day, still open."""
    return an_evening(world)


def an_evening(world: World) -> list[Posted]:
    shift = world.open_shift()
    feed(world, world.jackpot().pk, 300, "23:00")
    player = world.player("Ōļģa Ņ")
    sales = [
        sell_chips(world.stamp(clock), shift_id=shift.pk, cents=cents, player_id=player.pk)
        for clock, cents in (("22:00", 10_000), ("22:30", 20_000), ("23:59", 30_000))
    ]
    counted = {10000: 46}
    submit_count(world.stamp("06:30"), shift_id=shift.pk, cash=counted, chips={})
    reason = 'rack not "counted" ½'
    close_by_two(world, world.stamp("06:40"), shift_id=shift.pk, reason=reason)
    close_due_days(world.at("07:00", day=NEXT))
    seal(world)
    return [*sales, world.fund(clock="12:00", day=NEXT)]


def seal(world: World) -> None:
    seal_day(world.stamp("12:00", role=Role.ACCOUNTANT, day=NEXT), day=EVENING)


def verified(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Return the exit status and what was said."""
    capsys.readouterr()
    try:
        call_command("verify", *arguments)
        status = 0
    except CommandError as error:
        status = error.returncode
    return status, capsys.readouterr().out


def test_honest_books_are_intact(world: World, sales: list[Posted], capsys):
    close_due_days(world.at("07:00", day=MORNING_AFTER))
    outbox.deliver_outbox()

    status, said = verified(capsys)

    assert (status, said.count("\n")) == (0, 1)
    assert "tallinn: intact, 9 entries" in said


@pytest.mark.parametrize(
    ("forge", "named"),
    [
        ("jsonb_set(content, '{accounts,0,debit_cents}', '1')", "other totals"),
        ("jsonb_set(content, '{days,0,seal}', '\"00\"')", "another seal"),
        ("content || '{\"checklist\": []}'", "not what was written"),
    ],
)
def test_a_changed_document_is_named(forge: str, named: str, sales: list[Posted], capsys, forger):
    forger.execute(f"UPDATE office_closing SET content = {forge}")

    status, said = verified(capsys)

    assert (status, named in said, "document 1" in said) == (2, True, True)


def test_a_changed_act_of_a_sealed_day_is_named(sales: list[Posted], capsys, forger):
    forger.execute("UPDATE ledger_act SET arguments = '{}' WHERE operation = 'players.add_player'")

    status, said = verified(capsys)

    assert (status, f"BROKEN {EVENING}: trail" in said) == (2, True)


def test_a_day_that_should_be_closed_is_unfinished(world: World, sales: list[Posted], capsys):
    outbox.deliver_outbox()

    status, said = verified(capsys)

    assert status == 1
    assert f"unfinished {NEXT}: close" in said


def test_an_act_that_waits_too_long_for_its_copy_is_unfinished(
    world: World, sales: list[Posted], capsys, forger: psycopg.Connection
):
    close_due_days(world.at("07:00", day=MORNING_AFTER))
    assert verified(capsys)[0] == 0

    forger.execute("UPDATE ledger_act SET recorded_at = recorded_at - interval '5 minutes'")
    _, said = verified(capsys)

    assert "outbox: act" in said


def test_a_changed_amount_is_named(world: World, sales: list[Posted], capsys, forger):
    outbox.deliver_outbox()
    forged = sales[1].entry_id
    forger.execute(
        "UPDATE ledger_entry SET cents = ARRAY(SELECT sign(c) * 2000 FROM unnest(cents) c)"
        " WHERE id = %s",
        [forged],
    )
    assert f"{EVENING}: entry {forged}: cents: {{" in verified(capsys)[1]

    # The same with all the sums put right: the seal still knows, and the copy names the field.
    forger.execute(
        "UPDATE ledger_line SET cents = sign(cents) * 2000 WHERE entry_id = %s", [forged]
    )
    forger.execute(
        "UPDATE ledger_balance b SET cents = (SELECT coalesce(sum(cents), 0) FROM ledger_line l"
        " WHERE l.account_id = b.account_id)"
    )
    status, said = verified(capsys)

    assert status == 2
    assert f"{EVENING}: entry {forged}: content: is not what was sealed" in said
    assert f"{EVENING}: entry {forged}: cents: [" in said


def test_a_payment_that_the_ledger_does_not_know_is_named(
    world: World, sales: list[Posted], capsys, forger
):
    prize = owe_prize(world.stamp("12:00", day=NEXT), cents=30_000)
    assert "payments due" not in verified(capsys)[1]
    forger.execute("UPDATE cage_payable SET cents = 40000")
    said = verified(capsys)[1]
    assert f"payments due: payment {prize.pk}: due 40000, in the ledger 30000" in said


def test_a_changed_actor_is_named(world: World, sales: list[Posted], capsys, forger):
    outbox.deliver_outbox()
    manager = world.staff[Role.MANAGER].pk
    forger.execute("UPDATE ledger_act SET actor_id = %s WHERE id = %s", [manager, sales[0].act_id])

    status, said = verified(capsys)

    assert status == 2
    assert f"{EVENING}: entry {sales[0].entry_id}: content: is not what was sealed" in said
    assert f"{EVENING}: entry {sales[0].entry_id}: actor: act" in said


def test_an_entry_deleted_with_its_lines_is_named(
    world: World, sales: list[Posted], capsys, forger
):
    forged = sales[1].entry_id
    for table, column in (("ledger_line", "entry_id"), ("ledger_entry", "id")):
        forger.execute(f"DELETE FROM {table} WHERE {column} = %s", [forged])

    status, said = verified(capsys)

    assert status == 2
    assert f"{EVENING}: entry {forged}: entry: deleted; its seal line" in said
    assert "slip 3 of drawer Desk 1: is missing" in said


def test_two_entries_swapped_are_named(world: World, sales: list[Posted], capsys, forger):
    one, other = sales[0].entry_id, sales[2].entry_id
    for table, column in (("ledger_line", "entry_id"), ("ledger_entry", "id")):
        overriding = [(-1, one), (one, other), (other, -1)]
        if column == "id":
            forger.execute("ALTER TABLE ledger_entry ALTER id SET GENERATED BY DEFAULT")
        for new, old in overriding:
            forger.execute(f"UPDATE {table} SET {column} = %s WHERE {column} = %s", [new, old])

    status, said = verified(capsys)

    assert status == 2
    assert f"{EVENING}: entry {one}: entry: swapped with entry {other}" in said


def test_two_lines_under_the_seal_swapped_are_named(
    world: World, sales: list[Posted], capsys, forger
):
    for new, old in ((-1, 1), (1, 2), (2, -1)):
        forger.execute("UPDATE ledger_seal_line SET n = %s WHERE n = %s", [new, old])

    assert "seal line: number 2 where 1 belongs" in verified(capsys)[1]


@pytest.mark.parametrize("column", ["root", "balances", "closes", "previous", "seal"])
def test_an_edited_seal_is_named(world: World, sales: list[Posted], capsys, forger, column: str):
    outbox.deliver_outbox()
    forger.execute(f"UPDATE ledger_seal SET {column} = sha256('forged')")

    status, said = verified(capsys)

    assert status == 2
    assert f"BROKEN {EVENING}: {'seal' if column == 'seal' else f'seal, {column}'}: " in said


def test_a_whole_chain_made_anew_differs_from_the_copy_outside(
    world: World, sales: list[Posted], capsys, forger
):
    outbox.deliver_outbox()
    forger.execute("UPDATE ledger_act SET request_id = 'another'")
    forger.execute("DELETE FROM ledger_seal_line")
    forger.execute("DELETE FROM ledger_day_balance")
    forger.execute("DELETE FROM audit_actseal")
    forger.execute("DELETE FROM office_closing")
    forger.execute("DELETE FROM ledger_seal")
    forger.execute("UPDATE ledger_day SET state = 'closed' WHERE state = 'sealed'")
    seal_day(world.stamp("13:00", role=Role.ACCOUNTANT, day=NEXT), day=EVENING)

    status, said = verified(capsys)

    assert status == 2
    assert f"{EVENING}: seal: " in said
    assert "the copy outside says" in said


def test_a_forged_entry_of_an_open_day_differs_from_the_copy_outside(
    world: World, sales: list[Posted], capsys, forger
):
    outbox.deliver_outbox()
    forger.execute("UPDATE ledger_entry SET memo = 'gift' WHERE id = %s", [sales[3].entry_id])

    assert f"{NEXT}: entry {sales[3].entry_id}: memo: gift" in verified(capsys)[1]


LAST = "(SELECT max(id) FROM ledger_entry)"
FORGERIES = {
    "a balance set by hand": (
        "UPDATE ledger_balance SET cents = cents + 1",
        "balance of account",
    ),
    "a line alone": (
        f"UPDATE ledger_line SET cents = cents + 1 WHERE entry_id = {LAST}",
        "but its lines say",
    ),
    "the lines deleted": (
        f"DELETE FROM ledger_line WHERE entry_id = {LAST}",
        "the entry has no lines",
    ),
    "an act deleted": (
        f"DELETE FROM ledger_act WHERE id = (SELECT act_id FROM ledger_entry WHERE id = {LAST})",
        "the act is missing",
    ),
    "a level raised": (
        "UPDATE jackpot_snapshot SET level_cents = level_cents + 100",
        "jackpot level: Bad beat at",
    ),
    "a close moved": (
        "UPDATE ledger_close SET at = at - interval '1 hour'",
        "seal, closes",
    ),
    "a closing balance": (
        "UPDATE ledger_day_balance SET closing_cents = closing_cents + 1",
        "debit, credit, closing of account",
    ),
    "an entry slipped under the seal": (
        f"UPDATE ledger_entry SET gaming_day = '{EVENING}' WHERE id = {LAST}",
        "added after the seal",
    ),
    "an entry on no day": (
        f"UPDATE ledger_entry SET gaming_day = '2025-02-27' WHERE id = {LAST}",
        "has no such gaming day",
    ),
    "a sealed day reopened": (
        "UPDATE ledger_day SET state = 'open'",
        "state: open, with 1 seals",
    ),
    "a number jumped": (
        "UPDATE ledger_series SET last_number = last_number + 1",
        "is missing",
    ),
    "a floor taken away": (
        "UPDATE ledger_account SET floor = 0",
        "with floor 0",
    ),
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_other_forgeries_are_found_too(
    world: World, sales: list[Posted], capsys, forger, forgery: str
):
    sql, expected = FORGERIES[forgery]
    forger.execute(sql)

    status, said = verified(capsys, "--first", "100")

    assert (status, expected in said) == (2, True), said


def two_hands(world: World) -> int:
    """Deal two hands of 50.00 at a table; return the session."""
    world.jackpot()
    session = world.session()
    world.seat(session, "Mari Tamm", "Ivan Petrov", "Jānis Bērziņš")
    for name in ("1", "2"):
        rake_hand(
            world.stamp("21:00", role=Role.SUPERVISOR),
            session_id=session.pk,
            name=name,
            pots_cents=[5_000],
            players_dealt=3,
            board_cards_dealt=5,
        )
    return session.pk


def test_hands_and_ledger_agree_on_the_rake(world: World, capsys, forger):
    session = two_hands(world)
    assert "BROKEN" not in verified(capsys)[1]

    forger.execute("DELETE FROM cashgames_hand WHERE name = '2'")

    assert f"hands: session {session}: rake and drop of its hands" in verified(capsys)[1]


@pytest.mark.parametrize(
    "forgery",
    [
        # The two still come to the same.
        "rake_cents = rake_cents + CASE name WHEN '1' THEN 50 ELSE -50 END",
        # Its entry took the chips from another table.
        "session_id = session_id + 1",
        # The row is taken back, the entry is not.
        "rake_cents = -rake_cents, drop_cents = -drop_cents, reverses_id = id - 1 WHERE name = '2'",
    ],
)
def test_each_hand_agrees_with_its_own_entry(world: World, capsys, forger, forgery: str):
    two_hands(world)
    another = (
        "jsonb_populate_record(s, jsonb_build_object('id', id + 1, 'table_id', 0, 'act_id', 0))"
    )
    forger.execute(f"INSERT INTO cashgames_session SELECT ({another}).* FROM cashgames_session s")
    assert " hand 1:" not in verified(capsys)[1]

    forger.execute(f"UPDATE cashgames_hand SET {forgery}")

    assert " hand 1:" in verified(capsys)[1]


def test_one_club_is_checked_alone(world: World, sales: list[Posted], capsys, forger):
    a_club("riga")
    forger.execute("UPDATE ledger_balance SET cents = cents + 1")

    status, said = verified(capsys, "--club", "tallinn")

    assert status == 2
    assert "riga" not in said
    with pytest.raises(CommandError, match="no club narva"):
        call_command("verify", "--club", "narva")


def test_no_more_is_said_than_asked(world: World, sales: list[Posted], capsys, forger):
    forger.execute("UPDATE ledger_balance SET cents = cents + 1")

    assert verified(capsys, "--first", "2")[1].count("BROKEN") == 2
