"""Tournament chips, stacks of who is away, who is out, who has won, who is put out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.house.rulebook import NAMES, load_book
from casino.refusals import BadInput
from tests.unit.tournaments.verdicts import cited
from tournaments.rules.ending import disqualify, stays_verdict, winner
from tournaments.rules.paid_stack import paid_stack
from tournaments.rules.table_chips import (
    Passing,
    Thing,
    chip_check,
    passing_verdict,
    thing_verdict,
)


@pytest.mark.parametrize(
    ("house", "thing", "allowed", "paragraph"),
    [
        ("olympic", "tournament_chips", True, "OLY-3.4.8"),
        ("olympic", "card_cap", True, "OLY-3.4.8"),
        ("olympic", "terminator_chip", True, "OLY-3.4.8"),
        ("olympic", "cash_chips", False, "OLY-3.4.8"),
        ("voodoo", "terminator_chip", True, "VOO-T31"),
        ("voodoo", "cash_chips", False, "VOO-T31"),
        ("img", "card_cap", True, "IMG-G48"),
        ("img", "terminator_chip", True, "IMG-G48"),
        ("img", "cash_chips", False, "IMG-G2"),
        ("home", "cash", False, "HOME-33"),
        ("home", "card_cap", True, "HOME-44"),
        ("home", "terminator_chip", False, "HOME-33"),
    ],
)
def test_what_may_lie_on_the_table(
    *, house: str, thing: Thing, allowed: bool, paragraph: str
) -> None:
    verdict = thing_verdict(load_book(house), thing)
    assert (verdict.allowed, cited(verdict.because)) == (allowed, [paragraph])


@pytest.mark.parametrize(
    ("house", "passing", "code", "paragraph"),
    [
        ("olympic", "off_table", "stay_on_table", "OLY-3.4.10"),
        ("olympic", "to_player", "never", "OLY-3.4.9"),
        ("voodoo", "to_player", "never", "VOO-T9"),
        ("voodoo", "off_table", "removed", "VOO-T10"),
        ("voodoo", "hidden", "removed", "VOO-T10"),
        ("img", "off_table", "removed", "IMG-T10"),
        ("home", "hidden", "removed", "HOME-22"),
        ("olympic", "in_play", "in_play", "OLY-3.4.8"),
    ],
)
def test_chips_pass_in_play_only(house: str, passing: Passing, code: str, paragraph: str) -> None:
    verdict = passing_verdict(load_book(house), passing)
    assert (verdict.code, cited(verdict.because)) == (code, [paragraph])
    assert verdict.allowed == (passing == "in_play")


def test_chips_in_play_are_those_issued_less_those_removed() -> None:
    check = chip_check(
        load_book("voodoo"),
        issued={"stack": 200_000, "rebuy": 40_000, "addon": 10_000, "raced_up": 500},
        removed={"raced_off": 450, "disqualified": 7_050, "taken_off": 1_000},
        counted={"1": 122_000, "2": 119_900},
    )
    assert (check.in_play, check.difference) == (242_000, -100)


# ---------------------------------------------------------------- who is away


@pytest.mark.parametrize(
    ("house", "facts", "state", "paragraphs"),
    [
        ("olympic", {}, "not_in_play", ["OLY-3.4.5"]),
        ("olympic", {"somebody_waits": True}, "in_play", ["OLY-3.4.6", "OLY-3.4.11"]),
        ("olympic", {"has_come": True}, "in_play", ["OLY-3.4.11"]),
        ("voodoo", {}, "in_play", ["VOO-T13"]),
        ("voodoo", {"has_come": True}, "in_play", ["VOO-T15"]),
        ("img", {"late_registration": True}, "in_play", ["IMG-T4", "IMG-T3"]),
        ("img", {"late_registration": False}, "removed", ["IMG-T4"]),
        ("img", {"has_come": True}, "in_play", ["IMG-T11"]),
        ("home", {}, "in_play", ["HOME-9"]),
        ("home", {"has_come": True}, "in_play", ["HOME-12"]),
        ("online", {}, "in_play", ["AMB-76"]),
    ],
)
def test_what_becomes_of_the_stack_of_who_is_away(
    house: str, facts: dict[str, bool], state: str, paragraphs: list[str]
) -> None:
    """AMB-76 is cited everywhere: whatever becomes of the chips, the money stays in the pool."""
    nothing = {"has_come": False, "somebody_waits": False, "late_registration": True}
    found = paid_stack(load_book(house), **nothing | facts)
    assert (found.state, found.posts) == (state, state == "in_play")
    assert list(dict.fromkeys(cited(found.because))) == [
        *paragraphs,
        *["AMB-76"] * ("AMB-76" not in paragraphs),
    ]


# ---------------------------------------------------------------- who is out, who has won


def test_who_wins_all_chips_wins() -> None:
    """IMG-T27."""
    book = load_book("img")
    assert winner(book, {"A": 100, "B": 1}).player is None
    won = winner(book, {"A": 0, "B": 101})
    assert (won.player, cited(won.because)) == ("B", ["IMG-T27"])


@pytest.mark.parametrize(
    ("house", "facts", "code", "paragraphs"),
    [
        ("img", {"chips": 1, "in_seat": False}, "in_play", ["IMG-T27"]),
        ("img", {"in_seat": True}, "may_rebuy", ["IMG-V1"]),
        ("img", {"in_seat": False}, "left_the_seat", ["IMG-T17", "IMG-T18"]),
        ("img", {"in_seat": True, "may_rebuy": False}, "out", ["IMG-T18"]),
        ("olympic", {"in_seat": False}, "may_rebuy", ["OLY-3.2.a"]),
    ],
)
def test_who_is_out_leaves_the_table(
    house: str, facts: dict[str, int], code: str, paragraphs: list[str]
) -> None:
    given = {"chips": 0, "may_rebuy": True} | facts
    verdict = stays_verdict(load_book(house), **given)  # type: ignore[arg-type]
    assert (verdict.code, cited(verdict.because)) == (code, paragraphs)
    assert verdict.allowed == (code in {"in_play", "may_rebuy"})


def test_a_disqualified_player_keeps_the_place_at_which_he_leaves() -> None:
    """AMB-81, VOO-G5: the stack leaves play, nothing is refunded."""
    out = disqualify(
        load_book("voodoo"), players_left=2, chips=7_000, prizes_cents=[5_000, 3_000, 2_000]
    )
    assert (out.place, out.removed_chips, out.prizes_cents) == (2, 7_000, (5_000, 3_000, 2_000))
    assert cited(out.because) == ["AMB-81"]


def test_a_withheld_prize_is_shared_by_the_other_places() -> None:
    """AMB-81 is a setting, and the supervisor's word goes before it."""
    prizes = [5_000, 3_000, 2_000]
    given = {"players_left": 2, "chips": 0, "prizes_cents": prizes}
    book = load_book("olympic")
    withheld = disqualify(book, **given, withheld=True)  # type: ignore[arg-type]
    # 3000 by 5000 to 2000: 2143 and 857.
    assert withheld.prizes_cents == (7_143, 0, 2_857)
    strict = book.with_overrides({"tournament.disqualified_prize": "withheld"})
    assert disqualify(strict, **given).prizes_cents == withheld.prizes_cents  # type: ignore[arg-type]
    kept = disqualify(strict, **given, withheld=False)  # type: ignore[arg-type]
    assert kept.prizes_cents == tuple(prizes)


def test_a_withheld_prize_is_shared_by_those_only_who_have_none_yet() -> None:
    """AMB-81: nothing is taken back from who was paid, and nothing is left in the pool."""
    prizes = [5_000, 3_000, 2_000]
    given = {"players_left": 2, "chips": 0, "prizes_cents": prizes, "withheld": True}
    book = load_book("olympic")
    assert disqualify(book, **given, awarded={3}).prizes_cents == (8_000, 0, 2_000)  # type: ignore[arg-type]
    assert disqualify(book, **given, awarded={1, 3}).prizes_cents == tuple(prizes)  # type: ignore[arg-type]


def test_heads_up_a_disqualified_player_has_second_place_and_its_prize() -> None:
    """OLY-1.53: the other wins, and nobody withholds the prize."""
    out = disqualify(
        load_book("olympic"),
        players_left=2,
        chips=10,
        prizes_cents=[600, 400],
        heads_up=True,
        withheld=True,
    )
    assert (out.place, out.prizes_cents, cited(out.because)) == (2, (600, 400), ["OLY-1.53"])
    with pytest.raises(BadInput):
        disqualify(load_book("olympic"), players_left=1, chips=1, prizes_cents=[1])


@given(
    st.sampled_from(NAMES),
    st.lists(st.integers(1, 10**6), min_size=1, max_size=12),
    st.integers(2, 20),
)
def test_nothing_of_the_prizes_falls_to_the_house(
    house: str, prizes: list[int], players_left: int
) -> None:
    prizes.sort(reverse=True)
    out = disqualify(
        load_book(house), players_left=players_left, chips=0, prizes_cents=prizes, withheld=True
    )
    assert sum(out.prizes_cents) == sum(prizes)
    others = [cents for cents in out.prizes_cents if cents]
    assert others == sorted(others, reverse=True)
