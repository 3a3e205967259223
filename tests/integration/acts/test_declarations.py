"""What every act declares, whatever it does: kinds, key, row of the permissions, and its doors."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Model

from casino.acts import kinds
from casino.acts.arguments import Record
from casino.acts.kinds import Kind
from casino.acts.runner import ACTS, Act, argument_of
from casino.approvals.signed import SignedAct
from casino.ledger.services import as_json
from casino.staff.permissions import actions
from tests.acting import arguments_of
from tests.api.routes import operations

TOP = Path(__file__).resolve().parents[3]
INDEXED_BY_ACT = """
SELECT i.indrelid::regclass::text FROM pg_index i
JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
WHERE a.attname = 'act_id' AND i.indpred IS NULL
"""
WORD = re.compile(r'(?:check_allowed|can_perform)\(stamp, "([^"]+)"\)')
# What no person asks for, and no row lets anybody do.
OF_JOBS = {
    "approvals.expire",
    "audit.note_secret",
    "audit.note_wrong_pin",
    "cage.loosen_thresholds",
    "cage.note_unidentified",
    "cashgames.begin_period",
    "cashgames.note_due",
    "cells.hold_club",
    "cells.leave_club",
    "cells.release_club",
    "office.close_day",
    "office.document_day",
    "office.give_password_again",
    "office.hire",
    "ranking.count_tournament",
    "ranking.keep_ranking",
    "ranking.recount_tournament",
    "reports.note_mail_sent",
}
NOT_BY_API = OF_JOBS | {
    "approvals.void",  # a step of the act that ends somebody's access
    "audit.choose_password",  # one's own sign-in
    "tournaments.add_picture",  # a picture is looked at where it is sent
    "tournaments.book_online",  # the guest's own, on the public page
    "tournaments.announce_coming",  # likewise
    "tournaments.withdraw_online",  # likewise
    "tournaments.remove_picture",
    "audit.show_key",  # a page shows it once
    "bookkeeping.opening",  # with its asking: a step of taking over an imported file
    "approvals.note_alone",  # a step of what the host of a home does alone
    "players.note_admitted",  # a step of the act that changes what is known of a guest
    "players.note_renamed",  # likewise
    "cashgames.note_deviation",  # a step of the act that books the hand or the file
    "cashgames.import_hands",  # a command, for files of millions
    "tournaments.clear_cancelled",  # refund-all does it for each ticket
    "tournaments.import_result",  # a command
}

# Texts that name no guest by what they are: codes, numbers, columns, who works here or for us.
NOBODYS = {
    "address", "board", "cards", "code", "columns", "cost_center", "department", "digest", "game",
    "iban", "mapping", "number", "profile", "project", "query", "rate", "rule", "seal_number",
    "table", "tax_code", "variants", "lines.account",
}  # fmt: skip
COLLEAGUES = {"carrier", "dealer", "deck_checked_by", "username"}
CALL_COLLEAGUES = {"audit.give_role", "audit.propose_role", "office.hire"}


@pytest.fixture(scope="module")
def acts() -> dict[str, Act[..., object]]:
    for path in services():
        import_module(".".join(path.relative_to(TOP).with_suffix("").parts))
    return {name: act for name, act in ACTS.items() if not name.startswith("test.")}


def services() -> list[Path]:
    ours = [Path(app.path) for app in apps.get_app_configs() if Path(app.path).is_relative_to(TOP)]
    inside = [
        path for app in ours for path in app.rglob("services/*.py") if ".venv" not in str(path)
    ]
    return [path for path in inside if path.name != "__init__.py"]


def test_every_act_has_its_row_in_the_permissions(acts):
    named = {name for row in actions().values() for name in row.does}
    words = {name for path in services() for name in WORD.findall(path.read_text())}
    assert {name for name in named if not name.startswith("test.")} == (set(acts) - OF_JOBS) | words


def test_every_process_knows_every_act(acts):
    program = "import django; django.setup(); from casino.acts.runner import ACTS; print(*ACTS)"
    said = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, cwd=TOP
    )
    assert set(said.stdout.split()) == set(acts)


def test_every_act_of_a_page_is_one_of_the_api(acts):
    doors = {function.act.name for _, _, function in operations() if getattr(function, "act", None)}
    # What always needs two is asked for; its other half is the approval.
    signed = [act for act in acts.values() if isinstance(act, SignedAct)]
    halves = {act.name for act in signed if act.ask.name in doors | NOT_BY_API}
    halves |= {act.ask.name for act in signed if act.name in NOT_BY_API}
    assert set(acts) - doors - halves == NOT_BY_API - halves


def test_no_argument_is_of_no_kind(acts):
    bare = [
        (act.name, name)
        for act in acts.values()
        for name, each in act.arguments.items()
        if type(each.kind) is Kind
    ]
    assert bare == []


def test_a_key_tells_apart_all_that_is_said_and_keeps_no_secret(acts):
    for act in acts.values():
        one, other = arguments_of(act), arguments_of(act, other=True)
        for name, argument in act.arguments.items():
            changed = act.key_of(one | {name: other[name]})
            if isinstance(argument.kind, kinds.Hidden):
                assert name not in changed, act.name
            elif one[name] != other[name]:
                assert as_json(changed) != as_json(act.key_of(one)), (act.name, name)


def test_what_is_about_a_guest_stands_in_no_key(acts):
    for act in acts.values():
        given = arguments_of(act)
        for name, argument in act.arguments.items():
            if getattr(argument.kind, "private", False):
                assert act.key_of(given)[name] != given[name], (act.name, name)


def test_an_argument_comes_back_out_of_what_a_proposal_keeps(acts):
    for act in [each for each in acts.values() if isinstance(each, SignedAct)]:
        given = act.check(arguments_of(act))
        for name, argument in act.arguments.items():
            kept = json.loads(as_json({name: argument.kind.as_plain(given[name])}))[name]
            assert argument.kind.from_plain(kept) == given[name], (act.name, name)


def test_each_repeat_finds_the_row_that_the_act_gave():
    """By its id among the arguments, or the act's; of a signed act the approval finds it."""
    lost = [
        name
        for name, row in rows_found_by_act().items()
        if "act_id" not in {field.attname for field in row._meta.concrete_fields}
    ]
    assert lost == []


@pytest.mark.usefixtures("db")
def test_each_repeat_finds_that_row_by_an_index_however_long_the_history_is():
    with connection.cursor() as cursor:
        cursor.execute(INDEXED_BY_ACT)
        indexed = {name for (name,) in cursor.fetchall()}
    assert sorted({row._meta.db_table for row in rows_found_by_act().values()} - indexed) == []


def rows_found_by_act() -> dict[str, type[Model]]:
    """Return what acts give that no argument of theirs names, by the acts' names."""
    rows = {name: (get_args(act.gives) or (act.gives,))[0] for name, act in ACTS.items()}
    return {
        name: row
        for name, row in rows.items()
        if not ACTS[name].replay and not isinstance(ACTS[name], SignedAct)
        if isinstance(row, type) and issubclass(row, Model)
        if argument_of(row) not in ACTS[name].arguments
    }


@pytest.mark.parametrize(
    ("name", "argument"),
    [
        ("bookkeeping.take", "intake_id"),
        ("cashgames.call_waiting", "waiting_id"),
        ("players.let_together", "separation_id"),
        ("tournaments.leave_list", "listed_id"),
    ],
)
def test_a_row_with_a_new_name_is_found_by_its_argument_as_before(name: str, argument: str):
    assert argument_of(ACTS[name].gives) == argument
    assert argument in ACTS[name].arguments


def texts(kind: Kind, name: str) -> Iterator[tuple[str, kinds.Text]]:
    """Yield the texts of an argument, each by its name, those in its lists and records too."""
    if isinstance(kind, kinds.Text):
        yield name, kind
    elif isinstance(kind, Record):
        for part, each in kind.parts.items():
            yield from texts(each.kind, f"{name}.{part}")
    elif isinstance(of := getattr(kind, "of", None), Kind):
        yield from texts(of, name)


def test_each_text_of_an_act_is_looked_through_for_guests_or_could_name_none(
    acts: dict[str, Act[..., object]],
):
    kept = {
        (name, said)
        for name, act in acts.items()
        for argument, each in act.arguments.items()
        for said, kind in texts(each.kind, argument)
        if not (kind.free or kind.private)
    }
    codes = NOBODYS | COLLEAGUES
    named = {(name, said) for name, said in kept if not {said, *said.split(".")} & codes}
    assert {name for name, said in named if said == "name"} == CALL_COLLEAGUES
    assert {said for _, said in named} == {"name"}
