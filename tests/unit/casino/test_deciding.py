"""Who decides, by paragraph; departures from a rule; until when a claim is heard."""

from dataclasses import fields

import pytest

from casino.house.rulebook import NAMES, load_book
from casino.house.rules import Decides
from casino.refusals import BadInput
from casino.staff.rules import NotDecided, NotYoursToDecide, claim_verdict, deviation, may_decide

STAFF = ("cashier", "supervisor", "director", "accountant", "manager", "auditor")
FLOOR = {"supervisor", "director", "manager"}
MANAGER, DESK = {"manager"}, {"cashier"}


@pytest.mark.parametrize(
    ("rule", "decision", "deciding"),
    [
        ("OLY-0.1", "deviation", FLOOR),
        ("OLY-1.3", "ban", FLOOR),
        ("OLY-1.4", "dispute", FLOOR),
        ("OLY-1.24", "clock", FLOOR),
        ("OLY-1.49", "kept_apart", FLOOR),
        ("OLY-1.53", "penalty", FLOOR),
        ("OLY-2.6", "list_skip", FLOOR),
        ("OLY-2.9", "table_limits", FLOOR),
        ("OLY-2.18", "table_limits_change", FLOOR),
        ("OLY-2.20", "short_buy_in", FLOOR),
        ("OLY-2.22", "permitted_break", FLOOR),
        ("OLY-2.27", "table_break", FLOOR),
        ("OLY-2.33", "special_offer", MANAGER),
        ("OLY-1.52", "seat_change", FLOOR),
        ("OLY-2.36", "rake_terms", MANAGER),
        ("OLY-2.37", "time_rake", MANAGER),
        ("OLY-3.3.1", "sale", DESK),
        ("OLY-3.3.1", "payout", DESK),
        ("OLY-3.3.9", "refund", FLOOR),
        ("OLY-3.3.10", "late_admission", FLOOR),
        ("OLY-3.4.2", "tournament_change", MANAGER),
        ("OLY-3.4.26", "deal", FLOOR),
        ("OLY-4.11", "campaign", MANAGER),
        ("OLY-5.1", "ranking", MANAGER),
        ("AMB-38", "correction", MANAGER),
        ("AMB-39", "jackpot_hit", FLOOR),
        ("AMB-39", "jackpot_payment", DESK),
        ("VOO-C7", "table_limits", FLOOR),
        ("VOO-C10", "seat_change", FLOOR),
        ("VOO-C18", "table_limits_change", FLOOR),
        ("VOO-C21", "permitted_break", FLOOR),
        ("VOO-C24", "rake_terms", MANAGER),
        ("VOO-G5", "ban", FLOOR),
        ("VOO-G5", "penalty", FLOOR),
        ("VOO-G6", "phones", FLOOR),
        ("VOO-G8", "spectators", FLOOR),
        ("VOO-G35", "kept_apart", MANAGER),
        ("VOO-G37", "deviation", FLOOR),
        ("VOO-G38", "dispute", FLOOR),
        ("VOO-T3", "sale", DESK),
        ("VOO-T3", "payout", DESK),
        ("VOO-T5", "late_admission", FLOOR),
        ("VOO-T28", "clock", FLOOR),
        ("VOO-T14", "refund", FLOOR),
        ("VOO-T27", "tournament_change", MANAGER),
        ("IMG-C5", "table_limits", FLOOR),
        ("IMG-C5", "table_limits_change", FLOOR),
        ("IMG-C7", "seat_change", FLOOR),
        ("IMG-C20", "rake_terms", MANAGER),
        ("IMG-C22", "game_rules", MANAGER),
        ("IMG-G46", "clock", FLOOR),
        ("IMG-G55", "penalty", FLOOR),
        ("IMG-G55", "ban", FLOOR),
        ("IMG-G58", "payout", DESK),
        ("IMG-G59", "dispute", FLOOR),
        ("IMG-G59", "deviation", FLOOR),
        ("IMG-T1", "sale", DESK),
        ("IMG-T5", "tournament_change", MANAGER),
        ("HOME-44", "dispute", FLOOR),
        ("HOME-44", "deviation", FLOOR),
        ("ONL-14", "rake_terms", MANAGER),
    ],
)
def test_a_decision_is_taken_by_its_role_and_no_other(
    rule: str, decision: str, deciding: set[str]
) -> None:
    houses = {"OLY": "olympic", "VOO": "voodoo", "IMG": "img", "HOME": "home", "ONL": "online"}
    book = load_book(houses.get(rule.split("-", maxsplit=1)[0], "olympic"))
    verdicts = {role: may_decide(book, decision, role) for role in STAFF}
    assert {role for role, verdict in verdicts.items() if verdict.allowed} == deciding
    assert {verdict.because[0].rule for verdict in verdicts.values()} == {rule}


@pytest.mark.rule("AMB-38", "HOME-0", "HOME-44", "ONL-14")
@pytest.mark.parametrize("name", NAMES)
def test_in_every_house_the_desk_sells_and_pays_and_the_manager_corrects(name: str) -> None:
    book = load_book(name)
    for decision in ("sale", "payout"):
        assert may_decide(book, decision, "cashier").allowed
    assert may_decide(book, "correction", "manager").allowed
    assert not may_decide(book, "correction", "supervisor").allowed
    floor = "manager" if name == "online" else "supervisor"
    for decision in ("ban", "seat_change", "table_limits", "table_limits_change"):
        assert may_decide(book, decision, floor).needs == floor


@pytest.mark.parametrize("name", NAMES)
def test_everything_that_a_book_gives_to_somebody_somebody_decides(name: str) -> None:
    book = load_book(name)
    for field in fields(Decides):
        if getattr(book.decides, field.name) is not None:
            assert any(may_decide(book, field.name, role).allowed for role in STAFF), field.name
        else:
            with pytest.raises(NotDecided):
                may_decide(book, field.name, "manager")


@pytest.mark.parametrize(
    ("house", "decision", "consent"),
    [
        pytest.param("olympic", "table_limits_change", True, id="OLY-2.18"),
        pytest.param("voodoo", "table_limits_change", True, id="VOO-C18"),
        pytest.param("img", "seat_change", True, id="IMG-C7"),
        pytest.param("img", "table_limits_change", False, id="IMG-C5"),
        pytest.param("olympic", "seat_change", False, id="OLY-2.34"),
    ],
)
def test_some_decisions_need_everybody_concerned(
    *, house: str, decision: str, consent: bool
) -> None:
    assert may_decide(load_book(house), decision, "supervisor").consent == consent


@pytest.mark.parametrize(
    ("house", "rule"),
    [("olympic", "OLY-0.1"), ("voodoo", "VOO-G37"), ("img", "IMG-G59"), ("home", "HOME-44")],
)
def test_a_rule_is_set_aside_by_the_floor_with_a_reason_that_stays(house: str, rule: str) -> None:
    book = load_book(house)
    kept = deviation(
        book, rule_id="rake.cap_cents", role="supervisor", reason=" the deck was foul "
    )
    assert kept.rule == rule
    assert kept.inputs == {"rule": book.source("rake.cap_cents"), "reason": "the deck was foul"}
    with pytest.raises(BadInput):
        deviation(book, rule_id="rake.cap_cents", role="supervisor", reason=" ")
    with pytest.raises(NotYoursToDecide) as refused:
        deviation(book, rule_id="rake.cap_cents", role="cashier", reason="the deck was foul")
    assert refused.value.source == rule


@pytest.mark.parametrize(
    ("house", "claim", "code"),
    [
        pytest.param("olympic", {"hands_since": 0}, "heard", id="OLY-0.3 at once"),
        pytest.param("olympic", {"hands_since": 1}, "heard", id="OLY-0.3 no fixed number of hands"),
        pytest.param(
            "olympic", {"hands_since": 0, "undue_delay": True}, "too_late", id="OLY-0.3 delayed"
        ),
        pytest.param(
            "olympic", {"hands_since": 0, "decided_before": True}, "decided_finally", id="OLY-0.2"
        ),
        pytest.param("voodoo", {"hands_since": 0}, "heard", id="VOO-G34 same hand"),
        pytest.param("voodoo", {"hands_since": 1}, "too_late", id="VOO-G34 next hand"),
        pytest.param(
            "voodoo", {"hands_since": 0, "decided_before": True}, "decided_finally", id="VOO-G38"
        ),
        pytest.param("img", {"hands_since": 1}, "too_late", id="IMG-G52 new round"),
        pytest.param(
            "img", {"hands_since": 0, "decided_before": True}, "decided_finally", id="IMG-G59"
        ),
        pytest.param(
            "home", {"hands_since": 0, "decided_before": True}, "decided_finally", id="HOME-44"
        ),
        pytest.param(
            "online", {"hands_since": 9, "undue_delay": True}, "heard", id="ONL is silent"
        ),
    ],
)
def test_until_when_a_claim_is_heard(house: str, claim: dict[str, int], code: str) -> None:
    verdict = claim_verdict(load_book(house), **claim)
    assert (verdict.code, verdict.heard) == (code, code == "heard")
    assert verdict.because[0].says
