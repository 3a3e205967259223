"""Levels and stacks: fixed before the start, changed by whom, valid from which hand."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.house.rulebook import NAMES, load_book
from casino.refusals import BadInput
from tests.unit.tournaments.verdicts import cited
from tournaments.rules.participants import participants, start_verdict
from tournaments.rules.structure import (
    Change,
    Level,
    StacksDiffer,
    change_verdict,
    fixed_levels,
    level_of_hand,
    starting_stack,
)

START = datetime(2026, 1, 10, 17, tzinfo=UTC)
LEVELS = [Level(small_blind=25, big_blind=50), Level(small_blind=50, big_blind=100, ante=10)]


@pytest.mark.parametrize(
    ("house", "paragraph"),
    [
        ("olympic", "OLY-3.4.1"),
        ("voodoo", "VOO-T26"),
        ("img", "IMG-T13"),
        ("home", "HOME-10"),
    ],
)
def test_levels_are_fixed_before_the_start(house: str, paragraph: str) -> None:
    """VOO-T18: they rise in an order fixed beforehand."""
    book = load_book(house)
    assert cited(fixed_levels(book, LEVELS, started=False)) == [paragraph]
    assert fixed_levels(book, [Level(small_blind=50, big_blind=50)], started=False)
    with pytest.raises(BadInput, match="before the start"):
        fixed_levels(book, LEVELS, started=True)
    for wrong in ([], LEVELS[::-1], [Level(small_blind=100, big_blind=50)]):
        with pytest.raises(BadInput, match="levels: "):
            fixed_levels(book, wrong, started=False)


@pytest.mark.parametrize(
    ("house", "started", "told", "code", "paragraph"),
    [
        ("olympic", True, True, "changed", "OLY-3.4.2"),
        ("olympic", True, False, "players_not_told", "OLY-3.4.2"),
        ("voodoo", False, True, "changed", "VOO-T27"),
        ("voodoo", True, True, "started", "VOO-T27"),
        ("voodoo", False, False, "players_not_told", "VOO-T26"),
        ("img", True, True, "changed", "IMG-T5"),
        ("img", False, False, "players_not_told", "IMG-T13"),
        ("home", True, True, "changed", "HOME-44"),
    ],
)
def test_until_when_the_structure_may_change(
    *, house: str, started: bool, told: bool, code: str, paragraph: str
) -> None:
    verdict = change_verdict(load_book(house), Change(started=started, told=told))
    assert (verdict.code, cited(verdict.because)) == (code, [paragraph])
    assert verdict.allowed == (code == "changed")


@pytest.mark.parametrize(
    ("house", "paragraph"),
    [("olympic", "OLY-3.4.13"), ("voodoo", "VOO-T33"), ("img", "IMG-T14")],
)
def test_a_shuffle_that_has_begun_plays_the_old_level(house: str, paragraph: str) -> None:
    book = load_book(house)
    starts = [START, START + timedelta(minutes=20)]

    def level(seconds: int) -> int:
        began = START + timedelta(seconds=seconds)
        found = level_of_hand(book, level_starts_at=starts, shuffle_began_at=began)
        assert cited(found.because) == [paragraph]
        return found.number

    assert [level(0), level(1199), level(1200)] == [1, 1, 2]
    with pytest.raises(BadInput):
        level(-1)


@given(st.lists(st.integers(1, 3600), min_size=1, max_size=12), st.integers(0, 50_000))
def test_the_level_of_a_hand_is_the_last_one_that_has_begun(
    lengths: list[int], seconds: int
) -> None:
    starts = [START]
    for length in lengths:
        starts.append(starts[-1] + timedelta(seconds=length))
    began = START + timedelta(seconds=seconds)
    book = load_book("olympic")
    number = level_of_hand(book, level_starts_at=starts, shuffle_began_at=began).number
    assert starts[number - 1] <= began
    assert number == len(starts) or began < starts[number]


@pytest.mark.parametrize(
    ("house", "extra", "paragraph"),
    [("olympic", 2_000, "OLY-3.4.7"), ("voodoo", 0, "VOO-T8"), ("img", 0, "IMG-T6")],
)
def test_all_start_equal_but_for_chips_on_set_terms(house: str, extra: int, paragraph: str) -> None:
    """IMG-T6 knows equal stacks only."""
    book = load_book(house)
    met = starting_stack(
        book, chips=10_000, announced_chips=10_000, extra_chips=2_000, terms_met=True
    )
    assert (met.chips, met.extra) == (10_000 + extra, extra)
    assert {(why.rule, why.result) for why in met.because} == {(paragraph, met.chips)}
    assert starting_stack(book, chips=10, announced_chips=10, extra_chips=5).chips == 10
    with pytest.raises(StacksDiffer) as refused:
        starting_stack(book, chips=9_000, announced_chips=10_000)
    assert refused.value.source == paragraph


# ---------------------------------------------------------------- participants


def counted(house: str = "olympic", **still: bool) -> tuple[int, bool]:
    found = participants(
        load_book(house),
        entries={"A": 3, "B": 1, "C": 0},
        late_registration_open=still.get("late", False),
        rebuys_open=still.get("rebuys", False),
    )
    return found.count, found.final


def test_participants_are_persons_unless_the_house_counts_entries() -> None:
    """AMB-50 is a setting."""
    assert [counted(house)[0] for house in NAMES] == [2] * len(NAMES)
    entries = load_book("olympic").with_overrides({"tournament.participants": "entries"})
    found = participants(
        entries, entries={"A": 3, "B": 1, "C": 0}, late_registration_open=False, rebuys_open=False
    )
    assert found.count == 4


def test_numbers_are_final_when_late_registration_and_rebuys_have_ended() -> None:
    """AMB-52."""
    assert counted() == (2, True)
    assert counted(late=True) == counted(rebuys=True) == (2, False)


@pytest.mark.parametrize(("house", "minimum"), [("voodoo", 4), ("olympic", 2), ("img", 2)])
def test_too_few_paid_entries_cancel_a_tournament(house: str, minimum: int) -> None:
    """VOO-T7, AMB-69."""
    book = load_book(house)
    assert start_verdict(book, paid_entries=minimum).allowed
    assert start_verdict(book, paid_entries=minimum - 1).code == "too_few_participants"
