"""Seats drawn by lot, players moved between tables, hands sat out, hand for hand."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.house.rulebook import load_book
from tests.unit.tournaments.verdicts import cited
from tournaments.rules.hand_for_hand import hand_for_hand
from tournaments.rules.moves import (
    NoSeatToMove,
    TableSeats,
    balancing_moves,
    first_hand,
    seat_move,
)
from tournaments.rules.seat_draw import TooFewSeats, draw_seats, exchange_verdict, redraw

OLYMPIC = load_book("olympic")
NINE = tuple(range(1, 10))


@pytest.mark.parametrize(
    ("house", "paragraph"),
    [
        ("olympic", "OLY-3.4.3"),
        ("voodoo", "VOO-T11"),
        ("img", "IMG-T6"),
        ("home", "HOME-3"),
    ],
)
def test_a_recorded_seed_gives_the_same_seats_again(house: str, paragraph: str) -> None:
    book, players = load_book(house), [f"P{i}" for i in range(17)]
    free = {1: NINE, 2: NINE}
    drawn = draw_seats(book, players=players, free=free, seed="2026-01-10 19:00")
    again = draw_seats(book, players=players[::-1], free={2: NINE[::-1], 1: NINE}, seed=drawn.seed)
    other = draw_seats(book, players=players, free=free, seed="2026-01-10 19:01")
    assert cited(drawn.because) == [paragraph]
    assert drawn.seats == again.seats != other.seats


@given(st.integers(1, 40), st.integers(1, 5), st.text(max_size=8))
def test_everybody_gets_one_seat_and_the_tables_are_equally_full(
    players: int, tables: int, seed: str
) -> None:
    names = [f"P{i}" for i in range(players)]
    free = dict.fromkeys(range(1, tables + 1), NINE)
    if players > 9 * tables:
        with pytest.raises(TooFewSeats):
            draw_seats(OLYMPIC, players=names, free=free, seed=seed)
        return
    seats = draw_seats(OLYMPIC, players=names, free=free, seed=seed).seats
    assert len(set(seats.values())) == len(seats) == players
    filled = Counter(seat.table for seat in seats.values())
    sizes = [filled[table] for table in free]
    assert max(sizes) - min(sizes) <= 1


def test_the_last_seat_is_given_too() -> None:
    seats = draw_seats(OLYMPIC, players=["A", "B", "C"], free={1: [4], 7: [2, 9]}, seed="").seats
    assert {(seat.table, seat.seat) for seat in seats.values()} == {(1, 4), (7, 2), (7, 9)}


@pytest.mark.parametrize(
    ("house", "facts", "code", "paragraph"),
    [
        ("olympic", {"tables_left": 3, "monthly": True}, "everybody", "OLY-3.4.16"),
        ("olympic", {"tables_left": 3}, "seats_stay", "OLY-3.4.3"),
        ("olympic", {"tables_left": 2, "monthly": True}, "seats_stay", "OLY-3.4.3"),
        ("olympic", {"tables_left": 1}, "final_table", "OLY-3.4.21"),
        ("voodoo", {"tables_left": 4, "table_broken": True}, "broken_table", "VOO-T21"),
        ("olympic", {"tables_left": 4, "table_broken": True}, "seats_stay", "OLY-3.4.3"),
        ("voodoo", {"tables_left": 1}, "final_table", "VOO-T22"),
        ("img", {"tables_left": 1}, "final_table", "IMG-T22"),
        ("home", {"tables_left": 1}, "final_table", "HOME-6"),
    ],
)
def test_when_seats_are_drawn_anew(
    house: str, facts: dict[str, int], code: str, paragraph: str
) -> None:
    verdict = redraw(load_book(house), **facts)  # type: ignore[arg-type]
    assert (verdict.code, cited(verdict.because)) == (code, [paragraph])


@pytest.mark.parametrize(
    ("house", "paragraph"),
    [("olympic", "OLY-3.4.3"), ("voodoo", "VOO-T11"), ("img", "IMG-T6"), ("home", "HOME-7")],
)
def test_players_do_not_exchange_the_seats_they_drew(house: str, paragraph: str) -> None:
    verdict = exchange_verdict(load_book(house))
    assert (verdict.allowed, cited(verdict.because)) == (False, [paragraph])


# ---------------------------------------------------------------- moves

# Small blind 4, big blind 5. At the other table the button is 2, small blind 3, big blind 7:
# who takes 4, 5 or 6 posts the next big blind; seat 9 became free last.
FULL = TableSeats(seats=9, taken=NINE, button=3)
SHORT = TableSeats(seats=9, taken=(1, 2, 3, 7, 8), button=2, vacated=9)


@pytest.mark.parametrize(
    ("house", "played", "from_seat", "to_seat", "paragraphs"),
    [
        ("olympic", "flop", 5, 4, ["OLY-3.4.17", "OLY-3.4.19"]),
        ("olympic", "stud", 9, 9, ["OLY-3.4.17", "OLY-3.4.19"]),
        ("olympic", "mixed", 5, 4, ["OLY-3.4.18", "OLY-3.4.19"]),
        ("voodoo", "flop", 5, 9, ["VOO-T20", "VOO-T23"]),
        ("img", "flop", 5, 4, ["IMG-T20"]),
        # Seat 5 is two from the button 3; so is seat 4 from the button 2.
        ("home", "flop", 5, 4, ["HOME-5"]),
    ],
)
def test_who_is_moved_and_where_he_sits_down(
    house: str, played: str, from_seat: int, to_seat: int, paragraphs: list[str]
) -> None:
    move = seat_move(load_book(house), played, from_table=FULL, to_table=SHORT)  # type: ignore[arg-type]
    assert (move.from_seat, move.to_seat) == (from_seat, to_seat)
    assert cited(move.because) == paragraphs
    assert move.at_once == (len(paragraphs) > 1)


def test_the_same_seat_as_seen_from_the_button_is_not_the_big_blind() -> None:
    """HOME-5: only seat 1 is free, the last before the button 2; so is seat 2 before 3."""
    short = TableSeats(seats=9, taken=(2, 3, 4, 5, 6, 7, 8, 9), button=2)
    move = seat_move(load_book("home"), "flop", from_table=FULL, to_table=short)
    assert (move.from_seat, move.to_seat) == (2, 1)


def test_the_seat_before_the_small_blind_is_the_last_to_be_given() -> None:
    """OLY-3.4.17: seat 3 lies between button and small blind, seat 6 waits three hands."""
    short = TableSeats(seats=6, taken=(2, 4, 5, 1), button=2)
    move = seat_move(OLYMPIC, "flop", from_table=FULL, to_table=short)
    assert move.to_seat == 6


@pytest.mark.parametrize(("taken", "mover"), [((1,), 1), ((1, 4), 4), ((1, 4, 6), 6)])
def test_the_big_blind_is_the_second_from_the_button_but_for_heads_up(
    taken: tuple[int, ...], mover: int
) -> None:
    """OLY-3.4.17."""
    table = TableSeats(seats=9, taken=taken, button=1)
    assert seat_move(OLYMPIC, "flop", from_table=table, to_table=SHORT).from_seat == mover


@pytest.mark.parametrize(("taken", "to_seat"), [((1,), 2), ((1, 4), 5), ((1, 4, 6), 5)])
def test_the_seat_that_posts_the_next_big_blind_is_given(
    taken: tuple[int, ...], to_seat: int
) -> None:
    """OLY-3.4.17: the third player of a table takes the big blind behind the small one."""
    table = TableSeats(seats=9, taken=taken, button=1)
    assert seat_move(OLYMPIC, "flop", from_table=FULL, to_table=table).to_seat == to_seat


@pytest.mark.parametrize(
    ("taken", "vacated", "mover", "to_seat"),
    [((2, 6, 8), 7, 8, 7), ((2, 6), 7, 2, 7), ((2, 6), None, 6, 4), ((2, 6), 1, 6, 4)],
)
def test_in_stud_the_seat_of_who_is_out_is_filled_from_the_same_side_of_the_table(
    taken: tuple[int, ...], vacated: int | None, mover: int, to_seat: int
) -> None:
    """OLY-3.4.17: seat 1 was taken again meanwhile, so the first free one is filled."""
    full = TableSeats(seats=8, taken=taken, button=1)
    short = TableSeats(seats=8, taken=(1, 2, 3), button=1, vacated=vacated)
    move = seat_move(OLYMPIC, "stud", from_table=full, to_table=short)
    assert (move.from_seat, move.to_seat) == (mover, to_seat)


@pytest.mark.parametrize(
    ("from_table", "to_table", "field"),
    [(TableSeats(seats=9, taken=(), button=1), SHORT, "from_table"), (FULL, FULL, "to_table")],
)
def test_without_a_player_or_a_free_seat_nobody_moves(
    from_table: TableSeats, to_table: TableSeats, field: str
) -> None:
    with pytest.raises(NoSeatToMove) as refused:
        seat_move(OLYMPIC, "flop", from_table=from_table, to_table=to_table)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("house", "seat", "code", "paragraph"),
    [
        ("olympic", 3, "sits_out_one_hand", "OLY-3.4.20"),
        ("olympic", 5, "dealt_in", "OLY-3.4.20"),
        ("olympic", 1, "dealt_in", "OLY-3.4.20"),
        ("voodoo", 3, "sits_out_one_hand", "VOO-T37"),
        ("img", 3, "sits_out_one_hand", "IMG-T21"),
        ("home", 3, "dealt_in", "HOME-44"),
    ],
)
def test_who_comes_between_small_blind_and_button_sits_out_one_hand(
    house: str, seat: int, code: str, paragraph: str
) -> None:
    table = TableSeats(seats=9, taken=(2, 4, 7, 9), button=2)
    verdict = first_hand(load_book(house), table, seat=seat)
    assert (verdict.code, cited(verdict.because)) == (code, [paragraph])


@pytest.mark.parametrize("taken", [(), (2,), (2, 6)])
def test_nothing_lies_between_where_the_button_is_the_small_blind(taken: tuple[int, ...]) -> None:
    """OLY-3.4.20."""
    table = TableSeats(seats=9, taken=taken, button=2)
    assert first_hand(OLYMPIC, table, seat=3).code == "dealt_in"


# ---------------------------------------------------------------- hand for hand


@pytest.mark.parametrize(
    ("house", "facts", "on", "paragraphs"),
    [
        ("olympic", {"players_left": 10}, True, ["OLY-3.4.23", "OLY-3.4.24"]),
        ("olympic", {"players_left": 11}, False, ["OLY-3.4.23"]),
        ("olympic", {"players_left": 9}, False, ["OLY-3.4.23"]),
        ("img", {"players_left": 10}, True, ["IMG-T23"]),
        ("voodoo", {"players_left": 10}, False, ["VOO-T35"]),
        ("voodoo", {"players_left": 10, "international": True}, True, ["VOO-T35"]),
        (
            "voodoo",
            {"players_left": 21, "international": True, "scoring_places": 20},
            True,
            ["VOO-T35"],
        ),
        ("olympic", {"players_left": 21, "scoring_places": 20}, False, ["OLY-3.4.23"]),
        ("home", {"players_left": 10}, False, ["HOME-0"]),
    ],
)
def test_one_place_before_the_prizes_play_goes_hand_for_hand(
    *, house: str, facts: dict[str, int], on: bool, paragraphs: list[str]
) -> None:
    found = hand_for_hand(load_book(house), paid_places=9, **facts)  # type: ignore[arg-type]
    assert (found.on, cited(found.because)) == (on, paragraphs)
    # OLY-3.4.24 freezes an all-in until the other tables have played their hand.
    assert found.freezes == ("OLY-3.4.24" in paragraphs)


@pytest.mark.parametrize("book", ["home", "img", "olympic", "voodoo"])
@given(data=st.data())
def test_all_moves_together_balance_the_tables_and_seat_nobody_on_another(
    book: str, data: st.DataObject
) -> None:
    """OLY-3.4.14, VOO-T19, IMG-T20, HOME-5."""
    sizes = data.draw(st.lists(st.integers(1, 9), min_size=2, max_size=6))
    tables = {
        number: TableSeats(
            seats=9,
            taken=tuple(sorted(data.draw(st.permutations(NINE))[:size])),
            button=data.draw(st.integers(1, 9)),
        )
        for number, size in enumerate(sizes, start=1)
    }
    rules = load_book(book)
    at = {(number, seat) for number, table in tables.items() for seat in table.taken}
    for move, chosen in balancing_moves(rules, "flop", tables):
        at.remove((move.from_table, chosen.from_seat))
        assert (move.to_table, chosen.to_seat) not in at
        at.add((move.to_table, chosen.to_seat))
    after = Counter(number for number, _ in at)
    assert max(after.values()) - min(after.values()) < rules.tournament.balance_difference
