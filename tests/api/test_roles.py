"""Who may call what: the table here against every route of the running site."""

from dataclasses import replace
from datetime import date

import pytest
from django.test import Client

from casino.staff.models import Role, User
from casino.staff.permissions import performing
from tests.api.allowed import ALLOWED
from tests.api.program import program
from tests.api.routes import METHODS, operations, path_of
from tests.world import a_club, a_member

pytestmark = pytest.mark.django_db
LETTERS = {
    "C": Role.CASHIER,
    "S": Role.SUPERVISOR,
    "T": Role.DIRECTOR,
    "A": Role.ACCOUNTANT,
    "M": Role.MANAGER,
    "U": Role.AUDITOR,
}
NOBODYS = dict.fromkeys(
    (
        "player_id",
        "shift_id",
        "drawer_id",
        "session_id",
        "jackpot_id",
        "ranking_id",
        "claim_id",
        "attachment_id",
        "entry_id",
        "proposal_id",
        "box_id",
        "transfer_id",
        "payable_id",
        "bag_id",
        "separation_id",
        "exclusion_id",
        "hold_id",
        "waiting_id",
        "stack_id",
        "period_id",
        "share_id",
        "hand_id",
        "move_id",
        "tournament_id",
        "ticket_id",
        "entrant_id",
        "purchase_id",
        "deal_id",
        "knockout_id",
        "batch_id",
        "intake_id",
        "file_id",
        "job_id",
        "penalty_id",
        "table_penalty_id",
        "ruling_id",
        "race_id",
        "settlement_id",
        "pool_move_id",
        "listed_id",
        "request_id",
        "template_id",
        "series_id",
        "webhook_id",
        "token_id",
        "message_id",
        "user_id",
        "badge_id",
        "study_id",
        "own_account_id",
        "document_template_id",
        "document_id",
        "attached_file_id",
        "bankaccount_id",
        "statement_id",
        "line_id",
        "match_id",
        "matchingrule_id",
        "number",
    ),
    10**15,
) | {"day": date(2031, 1, 1)}


def test_each_role_may_call_what_the_table_says():
    """That nobody else may, is asked with ids that are there: test_matrix.py."""
    world = a_club()
    callers = {letter: program(world, role) for letter, role in LETTERS.items()}
    seen: dict[str, dict[str, str]] = {}
    for route, method, _ in operations():
        said, where = ALLOWED.get(str(route.pattern), {}).get(method, ""), path_of(route, NOBODYS)
        statuses = {
            letter: callers[letter].send(where, b"", method=method.upper()).status_code
            for letter in said
        }
        let_in = "".join(letter for letter, status in statuses.items() if status != 403)
        seen.setdefault(str(route.pattern), {})[method] = let_in

    assert seen == ALLOWED


def test_the_table_says_of_each_act_what_its_row_of_the_permissions_says():
    for route, method, function in operations():
        if act := getattr(function, "act", None):
            may = {LETTERS[letter] for letter in ALLOWED[str(route.pattern)][method]}
            assert may == performing(act.name, {}), act.name


def test_a_cashier_reads_the_own_shifts_and_whoever_answers_for_them_reads_all():
    world = a_club()
    shift = world.open_shift()
    a_member(world.club, Role.CASHIER, name="berta")
    berta = program(replace(world, staff={"berta": User.objects.get(username="berta")}), "berta")
    for part in ("", "slips/", "count-corrections/"):
        path = f"shifts/{shift.pk}/{part}"
        assert program(world, Role.CASHIER).get(path).status_code == 200
        assert program(world, Role.SUPERVISOR).get(path).status_code == 200
        assert berta.get(path).status_code == 403


def test_nobody_gets_in_without_a_key():
    world = a_club()
    caller = program(world, Role.MANAGER)
    stranger = Client()
    for route, method, _ in operations():
        address = caller.address(path_of(route, NOBODYS))
        answer = stranger.generic(method.upper(), address)
        assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Token"), address


def test_a_method_that_is_not_in_the_table_does_not_exist():
    caller = program(a_club(), Role.MANAGER)
    patterns = {str(one.pattern): one for one, _, _ in operations()}
    for route, methods in ALLOWED.items():
        where = path_of(patterns[route], NOBODYS)
        for method in {*METHODS, "patch", "delete", "options", "head", "trace"} - set(methods):
            answer = caller.send(where, b"", method=method.upper())
            assert answer.status_code == 405, f"{method} {route}"
