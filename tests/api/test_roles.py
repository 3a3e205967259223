"""Who may call what: the table here against every route of the running site."""

from dataclasses import replace
from datetime import date

import pytest
from django.test import Client

from casino.calculators.registry import CALCULATORS
from casino.reports.queries import REPORTS
from casino.staff.models import Role, User
from casino.staff.permissions import performing
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
ALLOWED = {
    "me/": {"get": "CSTAMU"},
    "days/": {"get": "SAMU"},
    "days/<day:day>/": {"get": "SAMU"},
    "days/<day:day>/report.csv": {"get": "SAMU"},
    "days/<day:day>/journal.csv": {"get": "SAMU"},
    "days/<day:day>/seal/": {"post": "A"},
    "closings/": {"get": "SAMU", "post": "A"},
    "closings/<id:number>/": {"get": "SAMU"},
    "late-entries/": {"get": "SAMU", "post": "A"},
    "webhooks/": {"get": "M", "post": "M"},
    "webhooks/<id:webhook_id>/": {"get": "M"},
    "webhooks/<id:webhook_id>/end/": {"post": "M"},
    "webhooks/messages/<id:message_id>/again/": {"post": "M"},
    "close-floor/": {"post": "SM"},
    "rules/": {"get": "CSTAMU"},
    "rules/<day:day>/": {"get": "CSTAMU"},
    "rules/proposals/": {"post": "M"},
    "proposals/": {"get": "CSTAMU"},
    "proposals/<id:proposal_id>/": {"get": "CSTAMU"},
    "proposals/<id:proposal_id>/approve/": {"post": "CSTAMU"},
    "proposals/<id:proposal_id>/together/": {"get": "CSTAMU", "post": "CSTAMU"},
    "proposals/<id:proposal_id>/refuse/": {"post": "CSTAMU"},
    "proposals/<id:proposal_id>/approve-alone/": {"post": "M"},
    "proposals/<id:proposal_id>/confirm/": {"post": "A"},
    "proposals/done-alone/": {"get": "AMU"},
    "access/": {"get": "AMU"},
    "access/roles/": {"post": "M"},
    "access/<id:user_id>/end/": {"post": "M"},
    "access/<id:user_id>/renew/": {"post": "M"},
    "access/keys/": {"get": "AMU", "post": "M"},
    "access/keys/<id:token_id>/end/": {"post": "M"},
    "access/reviews/": {"get": "AMU", "post": "U"},
    "players/terms/": {"get": "CSTAMU", "post": "M"},
    "what-if/": {"get": "SAMU", "post": "SAM"},
    "what-if/<id:study_id>/": {"get": "SAMU"},
    "what-if/<id:study_id>/cancel/": {"post": "SAM"},
    "slips/<id:entry_id>/print/": {"post": "CSTAMU"},
    "drawers/<id:drawer_id>/levels/": {"post": "M"},
    "reports/jobs/": {"post": "SAMU"},
    "players/": {"get": "CSTM", "post": "CSTM"},
    "players/<id:player_id>/": {"get": "CSTM", "put": "CSTM"},
    "players/<id:player_id>/bar/": {"post": "SM"},
    "players/<id:player_id>/erase/": {"post": "SM"},
    "players/<id:player_id>/identity/": {"post": "SMU"},
    "players/<id:player_id>/merge/": {"post": "CSTM"},
    "players/<id:player_id>/nights/<day:day>/": {"get": "SAMU"},
    "players/<id:player_id>/nights/<day:day>/night.csv": {"get": "SAMU"},
    "players/<id:player_id>/separations/": {"get": "CSTMU", "post": "SM"},
    "players/<id:player_id>/separations/<id:separation_id>/end/": {"post": "SM"},
    "vault/": {"post": "M"},
    "vault/ask/": {"post": "M"},
    "vault/withdraw/": {"post": "M"},
    "vault/ask-withdrawal/": {"post": "M"},
    "vault/entries/<id:entry_id>/correct/": {"post": "AM"},
    "vault/entries/<id:entry_id>/ask-correct/": {"post": "AM"},
    "vault/ask-deposit/": {"post": "M"},
    "vault/bags/<id:bag_id>/ask-hand-over/": {"post": "M"},
    "vault/bags/<id:bag_id>/ask-credit/": {"post": "A"},
    "vault/bags/": {"get": "SAMU", "post": "M"},
    "vault/bags/<id:bag_id>/hand-over/": {"post": "M"},
    "vault/bags/<id:bag_id>/credit/": {"post": "A"},
    "vault/count/": {"post": "SM"},
    "permissions/": {"get": "CSTAMU", "post": "M"},
    "control-profile/": {"get": "CSTAMU", "post": "M"},
    "permissions/history/": {"get": "CSTAMU"},
    "settings/": {"get": "CSTAMU", "post": "M"},
    "settings/pieces/": {"post": "M"},
    "settings/history/": {"get": "CSTAMU"},
    "slip-texts/": {"get": "MU", "post": "M"},
    "slip-texts/history/": {"get": "MU"},
    "drawers/": {"get": "CSTAMU", "post": "M"},
    "shifts/": {"post": "C"},
    "shifts/ask/": {"post": "C"},
    "shifts/mine/": {"get": "C"},
    "shifts/<id:shift_id>/": {"get": "CSAMU"},
    "shifts/<id:shift_id>/slips/": {"get": "CSAMU"},
    "shifts/<id:shift_id>/count/": {"post": "C"},
    "shifts/<id:shift_id>/notes/": {"get": "CSAMU", "post": "CSM"},
    "shifts/<id:shift_id>/close/": {"post": "C"},
    "shifts/<id:shift_id>/reverse/": {"post": "C"},
    "shifts/<id:shift_id>/ask-reversal/": {"post": "C"},
    "shifts/<id:shift_id>/ask-vault/": {"post": "C"},
    "shifts/<id:shift_id>/ask-close/": {"post": "C"},
    "shifts/<id:shift_id>/force-close/": {"post": "SM"},
    "shifts/<id:shift_id>/ask-force-close/": {"post": "SM"},
    "shifts/over-short.csv": {"get": "SAMU"},
    "drawers/<id:drawer_id>/accept/": {"post": "C"},
    "drawers/<id:drawer_id>/take-over/": {"post": "C"},
    "drawers/<id:drawer_id>/ask-take-over/": {"post": "C"},
    "payables/": {"get": "CSTAMU"},
    "payables/payments.csv": {"get": "SAMU"},
    "payables/thresholds/": {"get": "CSTAMU", "post": "M"},
    "payables/<id:payable_id>/": {"get": "CSTAMU"},
    "payables/<id:payable_id>/pay/": {"post": "C"},
    "payables/<id:payable_id>/ask/": {"post": "C"},
    "payables/<id:payable_id>/identify/": {"post": "CSTM"},
    "chips/sell/": {"post": "C"},
    "chips/redeem/": {"post": "C"},
    "chips/ask-redeem/": {"post": "C"},
    "tables/": {"get": "CSTAMU", "post": "SM"},
    "sessions/": {"get": "CSTAMU", "post": "SM"},
    "sessions/<id:session_id>/": {"get": "CSTAMU"},
    "sessions/<id:session_id>/close/": {"post": "SM"},
    "sessions/<id:session_id>/seats/": {"post": "CSM"},
    "sessions/<id:session_id>/top-ups/": {"post": "CSM"},
    "sessions/<id:session_id>/cash-outs/": {"post": "CSM"},
    "sessions/<id:session_id>/ask-cash-out/": {"post": "CSM"},
    "sessions/<id:session_id>/over-short/": {"get": "CSAMU", "post": "SM"},
    "sessions/<id:session_id>/over-short/ask/": {"post": "SM"},
    "sessions/<id:session_id>/hands/": {"get": "CSTAMU", "post": "SM"},
    "boxes/": {"get": "CSAMU", "post": "SM"},
    "boxes/<id:box_id>/": {"get": "CSAMU"},
    "boxes/<id:box_id>/count/": {"post": "CSA"},
    "boxes/<id:box_id>/void/preview/": {"post": "SM"},
    "boxes/<id:box_id>/void/": {"post": "SM"},
    "boxes/<id:box_id>/void/ask/": {"post": "SM"},
    "fills/": {"get": "CSAMU"},
    "fills/<id:transfer_id>/": {"get": "CSAMU"},
    "fills/<id:transfer_id>/issue/": {"post": "C"},
    "fills/<id:transfer_id>/confirm/": {"post": "SM"},
    "fills/<id:transfer_id>/take/": {"post": "C"},
    "fills/<id:transfer_id>/void/": {"post": "SM"},
    "sessions/<id:session_id>/bank/": {"get": "CSAMU"},
    "sessions/<id:session_id>/bank/fill/": {"post": "SM"},
    "sessions/<id:session_id>/bank/credit/": {"post": "SM"},
    "sessions/<id:session_id>/bank/missing/": {"post": "SM"},
    "sessions/<id:session_id>/settle/": {"post": "SAM"},
    "sessions/<id:session_id>/dealer/": {"post": "SM"},
    "sessions/<id:session_id>/absences/": {"get": "CSTAMU", "post": "CSM"},
    "sessions/<id:session_id>/absences/back/": {"post": "CSM"},
    "sessions/<id:session_id>/absences/stay/": {"post": "SM"},
    "sessions/<id:session_id>/absences/remove/": {"post": "SM"},
    "sessions/<id:session_id>/spendings/": {"post": "CSM"},
    "sessions/<id:session_id>/notes/": {"post": "C"},
    "sessions/<id:session_id>/moves/": {"post": "SM"},
    "sessions/<id:session_id>/break/": {"post": "SM"},
    "sessions/<id:session_id>/changes/": {"get": "CSTAMU"},
    "sessions/<id:session_id>/game/": {"post": "SM"},
    "sessions/<id:session_id>/limits/": {"post": "SM"},
    "sessions/<id:session_id>/special-cap/": {"post": "M"},
    "sessions/<id:session_id>/time-rake/": {"get": "CSTAMU", "post": "M"},
    "time-rake/<id:period_id>/collect/": {"post": "CSM"},
    "time-rake/shares/": {"get": "CSTAMU"},
    "time-rake/shares/<id:share_id>/pay/": {"post": "CSM"},
    "time-rake/shares/<id:share_id>/waive/": {"post": "SM"},
    "hands/<id:hand_id>/correct/preview/": {"post": "SM"},
    "hands/<id:hand_id>/correct/": {"post": "SM"},
    "hands/<id:hand_id>/correct/ask/": {"post": "SM"},
    "hands/<id:hand_id>/take-back/preview/": {"post": "SM"},
    "hands/<id:hand_id>/take-back/": {"post": "SM"},
    "hands/<id:hand_id>/take-back/ask/": {"post": "SM"},
    "chip-moves/<id:move_id>/correct/preview/": {"post": "CSM"},
    "chip-moves/<id:move_id>/correct/": {"post": "CSM"},
    "chip-moves/<id:move_id>/correct/ask/": {"post": "CSM"},
    "chip-moves/<id:move_id>/take-back/preview/": {"post": "CSM"},
    "chip-moves/<id:move_id>/take-back/": {"post": "CSM"},
    "chip-moves/<id:move_id>/take-back/ask/": {"post": "CSM"},
    "time-rake/shares/<id:share_id>/take-back/preview/": {"post": "CSM"},
    "time-rake/shares/<id:share_id>/take-back/": {"post": "CSM"},
    "time-rake/shares/<id:share_id>/take-back/ask/": {"post": "CSM"},
    "sessions/<id:session_id>/corrections/": {"get": "CSAMU"},
    "stacks/": {"get": "CSTAMU"},
    "stacks/<id:stack_id>/give-back/": {"post": "CSM"},
    "stacks/<id:stack_id>/release/": {"post": "CSM"},
    "waiting/": {"get": "CSTAMU", "post": "CSM"},
    "waiting/<id:waiting_id>/call/": {"post": "CSM"},
    "waiting/<id:waiting_id>/no-show/": {"post": "CSM"},
    "waiting/<id:waiting_id>/leave/": {"post": "CSM"},
    "waiting/<id:waiting_id>/move/": {"post": "SM"},
    "tournaments/": {"get": "CSTAMU", "post": "STM"},
    "tournaments/<id:tournament_id>/": {"get": "CSTAMU"},
    "tournaments/<id:tournament_id>/pool/": {"get": "CSTAMU"},
    "tournaments/<id:tournament_id>/check/": {"get": "CSTAMU"},
    "tournaments/<id:tournament_id>/entries/": {"get": "CSTAMU", "post": "C"},
    "tournaments/<id:tournament_id>/cancel/": {"post": "STM"},
    "tournaments/<id:tournament_id>/refund-all/": {"post": "CSTM"},
    "tournaments/<id:tournament_id>/structure/": {"post": "STM"},
    "tournaments/<id:tournament_id>/start/": {"post": "STM"},
    "tournaments/<id:tournament_id>/close-registration/": {"post": "STM"},
    "tournaments/<id:tournament_id>/knockouts/": {"post": "STM"},
    "tournaments/<id:tournament_id>/knockouts/<id:knockout_id>/undo/": {"post": "STM"},
    "tournaments/<id:tournament_id>/standings/": {"get": "CSTAMU"},
    "tournaments/<id:tournament_id>/fix/": {"post": "STM"},
    "tournaments/<id:tournament_id>/prizes/": {"post": "STM"},
    "tournaments/<id:tournament_id>/deals/": {"get": "CSTAMU", "post": "STM"},
    "tournaments/<id:tournament_id>/deals/<id:deal_id>/agreements/": {"post": "STM"},
    "tournaments/<id:tournament_id>/deals/<id:deal_id>/agreements/withdraw/": {"post": "STM"},
    "tournaments/<id:tournament_id>/bags/": {"get": "CSTAMU", "post": "STM"},
    "tournaments/<id:tournament_id>/begin-day/": {"post": "STM"},
    "tournaments/<id:tournament_id>/jackpot/": {"post": "STM"},
    "tournaments/<id:tournament_id>/tickets/": {"get": "CSTAMU", "post": "STM"},
    "tournament-tickets/<id:ticket_id>/clear/": {"post": "STM"},
    "tournaments/<id:tournament_id>/royal-flushes/": {"post": "STM"},
    "tournaments/<id:tournament_id>/bounties/": {"post": "STM"},
    "tournaments/<id:tournament_id>/floor/": {"get": "CSTAMU"},
    "tournaments/<id:tournament_id>/tables/": {"post": "STM"},
    "tournaments/<id:tournament_id>/tables/break/": {"post": "STM"},
    "tournaments/<id:tournament_id>/draws/": {"get": "CSTAMU", "post": "STM"},
    "tournaments/<id:tournament_id>/draws/again/": {"post": "STM"},
    "tournaments/<id:tournament_id>/moves/": {"get": "CSTAMU", "post": "STM"},
    "tournaments/<id:tournament_id>/balance/": {"post": "STM"},
    "tournaments/<id:tournament_id>/sit-down/": {"post": "STM"},
    "tournaments/<id:tournament_id>/clock/": {"get": "CSTAMU"},
    "tournaments/<id:tournament_id>/clock/pause/": {"post": "STM"},
    "tournaments/<id:tournament_id>/clock/resume/": {"post": "STM"},
    "tournaments/<id:tournament_id>/clock/set/": {"post": "STM"},
    "tournaments/<id:tournament_id>/chips/": {"get": "CSTAMU", "post": "STM"},
    "tournaments/<id:tournament_id>/chips/counts/": {"post": "STM"},
    "tournaments/<id:tournament_id>/chips/races/": {"get": "CSTAMU", "post": "STM"},
    "tournaments/<id:tournament_id>/penalties/": {"get": "CSTAMU", "post": "STM"},
    "tournaments/<id:tournament_id>/penalties/<id:penalty_id>/end/": {"post": "STM"},
    "tournaments/<id:tournament_id>/waiting/": {"get": "CSTAMU", "post": "CSTM"},
    "tournaments/<id:tournament_id>/results/": {"get": "CSTAMU"},
    "tournaments/<id:tournament_id>/summary/": {"post": "STM"},
    "tournaments/<id:tournament_id>/bookings/": {"post": "CSTM"},
    "tournament-lists/<id:listed_id>/leave/": {"post": "CSTM"},
    "tournament-lists/<id:listed_id>/admit/": {"post": "STM"},
    "tournament-entries/<id:entry_id>/purchases/": {"post": "C"},
    "tournament-entries/<id:entry_id>/refund/": {"post": "CSTM"},
    "tournament-templates/": {"get": "CSTAMU", "post": "STM"},
    "tournament-series/": {"get": "CSTAMU", "post": "STM"},
    "jackpots/": {"get": "CSTAMU"},
    "jackpots/<id:jackpot_id>/history/": {"get": "CSTAMU"},
    "jackpots/funds/": {"get": "SAMU"},
    "jackpots/<id:jackpot_id>/movements/": {"get": "CSTAMU"},
    "jackpots/<id:jackpot_id>/adjust/": {"post": "M"},
    "jackpots/<id:jackpot_id>/parts/": {"get": "CSTAMU"},
    "jackpots/<id:jackpot_id>/share/": {"post": "M"},
    "jackpots/between/": {"get": "SAMU", "post": "AM"},
    "jackpots/limits/": {"get": "CSTAMU", "post": "M"},
    "rankings/": {"get": "CSTAMU"},
    "rankings/editions/": {"post": "M"},
    "rankings/same-person/": {"post": "AM"},
    "rankings/<id:ranking_id>/standing/": {"get": "CSTAMU"},
    "rankings/<id:ranking_id>/tonight/": {"get": "CSTAMU"},
    "rankings/<id:ranking_id>/players/<id:player_id>/": {"get": "CSTAMU"},
    "rankings/<id:ranking_id>/quarters/": {"get": "CSTAMU", "post": "A"},
    "rankings/<id:ranking_id>/payouts/": {"get": "SAMU", "post": "A"},
    "tournaments/<id:tournament_id>/points/": {"get": "CSTAMU", "post": "AM"},
    "claims/": {"get": "CSTAMU", "post": "STM"},
    "claims/<id:claim_id>/": {"get": "CSTAMU"},
    "claims/<id:claim_id>/papers/": {"get": "CSTAMU", "post": "STM"},
    "claims/<id:claim_id>/papers/<id:attachment_id>/": {"get": "CSTAMU"},
    "claims/<id:claim_id>/preview/": {"get": "CSTAMU"},
    "claims/<id:claim_id>/evidence/": {"post": "STM"},
    "claims/<id:claim_id>/check/": {"post": "A"},
    "claims/<id:claim_id>/propose/": {"post": "STM"},
    "claims/<id:claim_id>/withdraw/": {"post": "STM"},
    "files/batches/": {"get": "AMU", "post": "AM"},
    "files/batches/<id:batch_id>/": {"get": "AMU"},
    "files/batches/<id:batch_id>/files/": {"post": "AM"},
    "files/kept/<id:file_id>/": {"get": "AMU"},
    "files/kept/<id:file_id>/content": {"get": "AMU"},
    "files/accounts/": {"get": "AMU", "post": "AM"},
    "files/profiles/": {"get": "AMU", "post": "AM"},
    "files/registers/": {"post": "SAMU"},
    "files/imports/": {"get": "AM", "post": "AM"},
    "files/imports/<id:intake_id>/": {"get": "AM"},
    "files/imports/<id:intake_id>/columns/": {"post": "AM"},
    "files/imports/<id:intake_id>/take/": {"post": "AM"},
    "files/imports/<id:intake_id>/undo/": {"post": "AM"},
    "files/jobs/": {"get": "AMU"},
    "files/jobs/<id:job_id>/": {"get": "AMU"},
    "files/jobs/<id:job_id>/cancel/": {"post": "AM"},
    "entries/<id:entry_id>/": {"get": "CSTAMU"},
    "trial-balance/": {"get": "SAMU"},
    "calculators/": {"get": "STAMU"},
    "reports/": {"get": "SAMU"},
} | {f"calculators/{topic}/": {"post": "STAMU"} for topic in CALCULATORS}
ALLOWED |= {f"reports/{name}/": {"get": "SAMU"} for name in REPORTS}
ALLOWED |= {"reports/guest/": {"get": "SM"}, "reports/exceptions/": {"get": "AMU"}}
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
        "waiting_id",
        "stack_id",
        "period_id",
        "share_id",
        "hand_id",
        "move_id",
        "tournament_id",
        "ticket_id",
        "entrant_id",
        "deal_id",
        "knockout_id",
        "batch_id",
        "intake_id",
        "file_id",
        "job_id",
        "penalty_id",
        "listed_id",
        "webhook_id",
        "token_id",
        "message_id",
        "user_id",
        "study_id",
        "number",
    ),
    10**15,
) | {"day": date(2031, 1, 1)}


def test_each_role_may_call_what_the_table_says_and_nothing_else():
    world = a_club()
    callers = {letter: program(world, role) for letter, role in LETTERS.items()}
    seen: dict[str, dict[str, str]] = {}
    for route, method, _ in operations():
        statuses = {
            letter: caller.send(path_of(route, NOBODYS), b"", method=method.upper()).status_code
            for letter, caller in callers.items()
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
    for path in (f"shifts/{shift.pk}/", f"shifts/{shift.pk}/slips/"):
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
    for route, methods in ALLOWED.items():
        pattern = next(one for one, _, _ in operations() if str(one.pattern) == route)
        for method in {*METHODS, "patch", "delete", "options", "head", "trace"} - set(methods):
            answer = caller.send(path_of(pattern, NOBODYS), b"", method=method.upper())
            assert answer.status_code == 405, f"{method} {route}"
