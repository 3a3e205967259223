"""Seats, by paragraph: who is called from the list, who may sit, change, be moved."""

import pytest

from cashgames.rules.absence import NoAbsenceRule, absent_cards, seat_state
from cashgames.rules.buy_in import LeftBefore, Limits, buy_in_verdict
from cashgames.rules.seating import (
    NoTableToBreak,
    OpenTable,
    break_table,
    change_verdict,
    limits_change_verdict,
    seat_verdict,
)
from cashgames.rules.waiting_list import (
    NobodyWaits,
    QueueJump,
    WaitingPlayer,
    next_for_seat,
)
from casino.cards import DECK
from casino.house.rulebook import load_book
from casino.refusals import BadInput

OLYMPIC = load_book("olympic")
LIST = (WaitingPlayer(player="Anna"), WaitingPlayer(player="Peter"), WaitingPlayer(player="Maria"))
GONE = (WaitingPlayer(player="Anna", present=False), *LIST[1:])


@pytest.mark.parametrize(
    ("house", "rule"),
    [
        pytest.param("olympic", "OLY-2.3", id="OLY-2.3 one list, first come first served"),
        pytest.param("voodoo", "VOO-C3", id="VOO-C3 registered with the director"),
        pytest.param("img", "IMG-C18", id="IMG-C18 a player of the waiting list"),
    ],
)
def test_a_free_seat_goes_to_the_first_of_the_list(house: str, rule: str) -> None:
    called = next_for_seat(load_book(house), LIST)
    assert (called.player, called.passed_over, called.because[0].rule) == ("Anna", (), rule)


@pytest.mark.parametrize(
    ("house", "player", "passed"),
    [
        pytest.param("olympic", "Peter", ("Anna",), id="OLY-2.4 not there when called"),
        pytest.param("voodoo", "Peter", ("Anna",), id="VOO-C3 not there at the start"),
        pytest.param("img", "Anna", (), id="IMG takes no seat away for it"),
    ],
)
def test_who_is_not_there_may_lose_the_seat(
    house: str, player: str, passed: tuple[str, ...]
) -> None:
    called = next_for_seat(load_book(house), GONE)
    assert (called.player, called.passed_over) == (player, passed)


@pytest.mark.rule("OLY-2.4")
def test_a_list_of_absent_players_gives_the_seat_to_nobody() -> None:
    with pytest.raises(NobodyWaits):
        next_for_seat(OLYMPIC, GONE[:1])
    with pytest.raises(NobodyWaits, match="Sofia is not on the list"):
        next_for_seat(OLYMPIC, LIST, wanted="Sofia", supervisor=True, reason="a guest of honour")


@pytest.mark.rule("OLY-2.6")
def test_nobody_jumps_the_queue_without_a_supervisor_and_a_reason() -> None:
    with pytest.raises(QueueJump, match="Anna is first") as refused:
        next_for_seat(OLYMPIC, LIST, wanted="Maria")
    assert refused.value.source == "OLY-2.6"
    with pytest.raises(BadInput):
        next_for_seat(OLYMPIC, LIST, wanted="Maria", supervisor=True)
    called = next_for_seat(OLYMPIC, LIST, wanted="Maria", supervisor=True, reason="broken table")
    assert (called.player, called.passed_over) == ("Maria", ("Anna", "Peter"))
    assert called.because[0].inputs["reason"] == "broken table"
    assert next_for_seat(OLYMPIC, LIST, wanted="Anna").player == "Anna"


SITS = {"player": "Anna", "seat_no": 3, "seats": 9, "taken": {1, 2}}
PAIR = {frozenset({"Anna", "Peter"})}


@pytest.mark.parametrize(
    ("house", "changes", "code"),
    [
        pytest.param("olympic", {}, "free", id="OLY-2.11 a free seat"),
        pytest.param("olympic", {"seat_no": 2}, "seat_taken", id="OLY-2.11 a taken seat"),
        pytest.param("voodoo", {"seat_no": 2}, "seat_taken", id="VOO-C9 a taken seat"),
        pytest.param("img", {"seat_no": 9}, "free", id="IMG-C6 any seat"),
        pytest.param("img", {"seat_no": 10}, "no_such_seat", id="IMG-C6 a seat of the table"),
        pytest.param("olympic", {"banned": True}, "banned", id="OLY-1.3 sent out"),
        pytest.param("voodoo", {"banned": True}, "banned", id="VOO-G5 sent out"),
        pytest.param("olympic", {"plays_tournament": True}, "plays_tournament", id="OLY-2.7"),
        pytest.param("voodoo", {"plays_tournament": True}, "plays_tournament", id="VOO-C4"),
        pytest.param("img", {"plays_tournament": True}, "free", id="AMB-122 IMG forbids it not"),
        pytest.param("home", {"plays_tournament": True}, "free", id="AMB-122 HOME neither"),
        pytest.param("online", {"plays_tournament": True}, "free", id="AMB-122 ONL neither"),
        pytest.param(
            "olympic", {"seated": ["Peter"], "kept_apart": PAIR}, "kept_apart", id="OLY-1.49"
        ),
        pytest.param(
            "voodoo", {"seated": ["Peter"], "kept_apart": PAIR}, "kept_apart", id="VOO-G35"
        ),
        pytest.param(
            "olympic", {"seated": ["Maria"], "kept_apart": PAIR}, "free", id="OLY-1.49 no"
        ),
    ],
)
def test_who_may_take_a_seat(house: str, changes: dict[str, object], code: str) -> None:
    verdict = seat_verdict(load_book(house), **SITS | changes)
    assert (verdict.code, verdict.allowed) == (code, code == "free")


@pytest.mark.parametrize(
    ("house", "supervisor", "others", "code"),
    [
        pytest.param("olympic", False, True, "supervisor_required", id="OLY-1.52 on one's own"),
        pytest.param("olympic", True, False, "free", id="OLY-2.34 the supervisor knows"),
        pytest.param("voodoo", False, True, "supervisor_required", id="VOO-C10 on one's own"),
        pytest.param("img", True, False, "others_disagree", id="IMG-C7 the others say no"),
        pytest.param("img", False, True, "free", id="IMG-C7 the others agree"),
    ],
)
def test_who_lets_a_player_change_seats(
    *, house: str, supervisor: bool, others: bool, code: str
) -> None:
    verdict = change_verdict(load_book(house), supervisor=supervisor, others_agree=others)
    assert verdict.code == code


@pytest.mark.parametrize(
    ("house", "supervisor", "agreed", "code"),
    [
        pytest.param("olympic", True, "Anna Peter", "free", id="OLY-2.18 all agree"),
        pytest.param("olympic", True, "Anna", "not_agreed", id="OLY-2.18 one does not"),
        pytest.param("olympic", False, "Anna Peter", "supervisor_required", id="OLY-2.9"),
        pytest.param("voodoo", True, "Peter", "not_agreed", id="VOO-C18 one does not"),
        pytest.param("voodoo", False, "Anna Peter", "supervisor_required", id="VOO-C7"),
        pytest.param("img", True, "", "free", id="IMG-C5 the casino sets them"),
    ],
)
def test_a_change_of_limits_needs_everybody(
    *, house: str, supervisor: bool, agreed: str, code: str
) -> None:
    verdict = limits_change_verdict(
        load_book(house), supervisor=supervisor, agreed=agreed.split(), seated=["Anna", "Peter"]
    )
    assert verdict.code == code
    if code == "not_agreed":
        assert len(verdict.because[0].inputs["not_agreed"]) == 1


TABLES = (
    OpenTable(name="A", blinds_cents=(100, 200), opened_no=1, players=("Anna", "Peter")),
    OpenTable(name="B", blinds_cents=(500, 500), opened_no=3, players=("Maria",)),
    OpenTable(name="C", blinds_cents=(100, 200), opened_no=2, players=("Tom", "Eva", "Ida")),
)


@pytest.mark.rule("OLY-2.27", "OLY-2.28")
def test_the_table_opened_last_is_broken_and_its_players_post_no_blind() -> None:
    broken = break_table(OLYMPIC, TABLES, blinds_cents=(100, 200), free_seats=7)
    assert (broken.table, broken.seated, broken.waiting) == ("C", ("Tom", "Eva", "Ida"), ())
    assert not broken.posts_new_blind
    assert [why.rule for why in broken.because] == ["OLY-2.27", "OLY-2.28"]


@pytest.mark.rule("OLY-2.35")
def test_cards_decide_who_sits_where_seats_are_too_few() -> None:
    cards = [DECK["9S"], DECK["9H"], DECK["KD"]]
    broken = break_table(OLYMPIC, TABLES, blinds_cents=(100, 200), free_seats=2, cards=cards)
    assert (broken.seated, broken.waiting) == (("Ida", "Tom"), ("Eva",))
    with pytest.raises(BadInput, match="one card for each"):
        break_table(OLYMPIC, TABLES, blinds_cents=(100, 200), free_seats=2)


@pytest.mark.parametrize(("house", "blinds"), [("olympic", (500, 500)), ("img", (100, 200))])
def test_a_table_is_broken_only_into_one_with_the_same_blinds(
    house: str, blinds: tuple[int, int]
) -> None:
    with pytest.raises(NoTableToBreak):
        break_table(load_book(house), TABLES, blinds_cents=blinds, free_seats=9)


@pytest.mark.parametrize(
    ("house", "at", "dealt", "cards", "blinds"),
    [
        pytest.param("olympic", "cash", True, "removed_at_turn", "paid", id="OLY-1.8 OLY-2.24"),
        pytest.param("olympic", "tournament", True, "dead_at_once", "paid", id="OLY-1.9"),
        pytest.param("voodoo", "cash", False, "not_dealt", "owed", id="VOO-C14"),
        pytest.param("img", "cash", False, "not_dealt", "new_players_blind", id="IMG-C11"),
    ],
)
def test_what_becomes_of_an_absent_players_cards(
    *, house: str, at: str, dealt: bool, cards: str, blinds: str
) -> None:
    away = absent_cards(load_book(house), at=at)
    assert (away.dealt, away.cards, away.blinds, away.live) == (dealt, cards, blinds, False)


@pytest.mark.rule("OLY-2.25", "OLY-1.9")
def test_an_absent_big_blind_wins_no_showdown_but_who_is_back_in_time_may() -> None:
    away = absent_cards(OLYMPIC, at="cash", big_blind=True)
    assert not away.live
    assert "OLY-2.25" in [why.rule for why in away.because]
    elsewhere = {"voodoo": "VOO-G17", "img": "IMG-G47"}
    for house, rule in elsewhere.items():
        away = absent_cards(load_book(house), at="tournament", big_blind=True)
        assert rule in [why.rule for why in away.because[1:]]
    assert absent_cards(OLYMPIC, at="cash", big_blind=True, back_before_turn=True).live
    for house in ("olympic", "img"):  # IMG-T11
        assert not absent_cards(load_book(house), at="tournament", back_before_turn=True).live
    with pytest.raises(NoAbsenceRule):
        absent_cards(load_book("online"), at="cash")


@pytest.mark.rule("IMG-C19")
def test_who_takes_the_chips_along_has_ended_the_session() -> None:
    away = {"minutes_absent": 1, "permission": True, "breaks_used": 0, "waiting_list": False}
    left = seat_state(load_book("img"), **away, took_chips=True)
    assert (left.state, left.because[0].rule) == ("session_over", "IMG-C19")
    assert seat_state(load_book("img"), **away).state == "sitting_out"


@pytest.mark.rule("AMB-120")
@pytest.mark.parametrize(
    ("seconds", "code"), [(3599, "must_return_with_same_amount"), (3600, "buy_in")]
)
def test_the_hour_for_coming_back_runs_from_the_removal_of_the_stack(
    seconds: int, code: str
) -> None:
    removed = LeftBefore(cents=30_000, seconds_ago=seconds, same_table=True)
    limits = Limits(min_cents=10_000, max_cents=40_000)
    assert buy_in_verdict(OLYMPIC, limits, cents=20_000, left_before=removed).code == code
