"""Chips in play are those issued less those removed; races, counts and penalties."""

from typing import Any

import pytest

from casino.cage.models import Shift
from casino.refusals import BadInput, Refusal
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, enter, now
from tests.world import World, a_club
from tournaments.models import ChipRace, Entry, Tournament
from tournaments.queries import chips as chips_queries
from tournaments.queries.order import playing, standings
from tournaments.rules.chip_race import CardsDoNotMatchOddChips, CardTwice
from tournaments.services.chips import (
    AtSeat,
    AtTable,
    RacedBefore,
    StaysOnTable,
    change_chips,
    count_chips,
    race_chips,
)
from tournaments.services.knockouts import (
    LastOne,
    NotPlaying,
    Out,
    PlayNotBegun,
    knock_out,
    undo_knockout,
)
from tournaments.services.penalties import TooHard, end_penalty, punish
from tournaments.services.presence import NotRemoved
from tournaments.services.selling import sell_more
from tournaments.services.shared import TooManyChips
from tournaments.services.starting import close_registration, start
from tournaments.services.tables import draw_seats, open_tables

REBUY = {"variants": ["rebuy_when_broke"], "rebuy_cents": 10_000, "rebuy_levels": 2}
ADDON = {"addon_cents": 10_000, "addon_stack": 15_000, "rebuy_stack": 12_000}
CARDS = {1: ["AS"], 2: ["KS"]}


def begun(world: World, shift: Shift, *names: str, **terms: Any) -> tuple[Tournament, list[Entry]]:
    tournament = a_tournament(world, **terms)
    entries = enter(world, tournament, *(names or ("A", "B", "C")), shift_id=shift.pk)
    where = {"tournament_id": tournament.pk}
    tables = {"numbers": [1], "seats": 6}
    if "heads_up" in tournament.variants:
        tables = {"numbers": range(1, len(entries) + 1), "seats": 2}
    open_tables(td(world, "20:45"), **where, **tables)
    draw_seats(td(world, "20:50"), **where)
    for seat, entry in enumerate(entries, start=1):
        Entry.objects.filter(id=entry.pk).update(seat_no=seat + 100)
    for seat, entry in enumerate(entries, start=1):
        Entry.objects.filter(id=entry.pk).update(seat_no=seat)
    start(td(world, "21:00"), **where)
    return now(tournament), entries


def in_play(tournament: Tournament) -> int:
    return chips_queries.chips(tournament).in_play


def out(world: World, tournament: Tournament, entry: Entry, stack: int, **more: Any) -> Any:
    outs = [Out(entry_id=entry.pk, stack=stack, **more)]
    return knock_out(td(world, "21:20"), tournament_id=tournament.pk, outs=outs)[0]


def test_tickets_rebuys_and_add_ons_bring_the_chips_that_were_announced(world: World, shift: Shift):
    tournament, entries = begun(world, shift, **REBUY, **ADDON)
    assert in_play(tournament) == 30_000
    again = {"entry_id": entries[0].pk, "paid_with": "cash", "shift_id": shift.pk}
    sell_more(world.stamp("21:05"), what="rebuy", **again)
    sell_more(world.stamp("21:06"), what="addon", **again)
    found = chips_queries.chips(tournament)
    assert found.issued == {"stack": 30_000, "rebuy": 12_000, "addon": 15_000}
    assert (found.in_play, found.average) == (57_000, 19_000)


def test_who_is_knocked_out_leaves_the_chips_and_who_is_disqualified_does_not(
    world: World, shift: Shift
):
    tournament, (first, second, _) = begun(world, shift)
    out(world, tournament, first, 9_000)
    assert in_play(tournament) == 30_000
    rude = {"breach": "rudeness", "stack": 12_500}
    gone = impose(world, tournament, second, "21:21", **rude).knockout
    assert chips_queries.chips(tournament).removed == {"disqualified": 12_500}
    assert in_play(tournament) == 17_500
    undo_knockout(td(world, "21:25"), tournament_id=tournament.pk, knockout_id=gone.pk)
    assert in_play(tournament) == 30_000


def test_extra_chips_come_into_play_and_a_no_show_s_stack_leaves_it(world: World, shift: Shift):
    tournament, (first, second, _) = begun(world, shift)
    where = {"tournament_id": tournament.pk}
    change_chips(
        td(world), **where, entry_id=first.pk, what="extra_chips", chips=500, reason="In time"
    )
    gone: dict[str, Any] = {"entry_id": second.pk, "what": "no_show", "reason": "Never came"}
    early = refused(NotRemoved, change_chips, td(world), **where, **gone, chips=10_000)
    assert early.source == "OLY-3.4.5"
    close_registration(td(world, "21:30"), **where)
    refused(BadInput, change_chips, td(world, "21:31"), **where, **gone, chips=9_800)
    change_chips(td(world, "21:31"), **where, **gone, chips=10_000)
    assert in_play(tournament) == 30_500 - 10_000
    assert [each.pk for each in playing(tournament)] != [first.pk, second.pk]
    assert standings(tournament)[0].entry.pk == second.pk


def test_chips_stay_on_the_table_where_the_book_says_so(world: World, shift: Shift):
    tournament, (first, *_) = begun(world, shift)
    taken = {"tournament_id": tournament.pk, "entry_id": first.pk, "what": "taken_off"}
    refusal = refused(StaysOnTable, change_chips, td(world), **taken, chips=100, reason="Pocket")
    assert refusal.source == "OLY-3.4.10"
    assert in_play(tournament) == 30_000


def race(world: World, tournament: Tournament, **more: Any) -> ChipRace:
    asked: dict[str, Any] = {
        "table_no": 1,
        "old_chip": 1,
        "new_chip": 5,
        "stacks": {1: 41, 2: 39},
        "cards": {1: ["AS"], 2: ["KS", "QH", "9D", "2C"]},
    } | more
    stacks, cards = asked.pop("stacks"), asked.pop("cards")
    asked["players"] = [
        AtSeat(seat_no=seat, old_chips=chips, cards=cards.get(seat, ()))
        for seat, chips in stacks.items()
    ]
    return race_chips(td(world), tournament_id=tournament.pk, **asked)


def test_the_printed_chip_race_is_kept_with_cards_and_result(world: World, shift: Shift):
    tournament, _ = begun(world, shift)
    made = race(world, tournament)
    assert {seat: each["new_chips"] for seat, each in made.seats.items()} == {"1": 9, "2": 7}
    assert made.seats["1"] == {
        "old_chips": 41, "cards": ["AS"], "new_chips": 9, "won": True, "saved": False,
    }  # fmt: skip
    found = chips_queries.chips(tournament)
    assert (found.issued["raced_up"], found.removed["raced_off"]) == (80, 80)


def test_a_race_that_rounds_changes_the_chips_in_play(world: World, shift: Shift):
    tournament, _ = begun(world, shift)
    race(world, tournament, stacks={1: 41, 2: 37}, cards={1: ["AS"], 2: ["KS", "2C"]})
    assert in_play(tournament) == 30_000 - 78 + 80


@pytest.mark.parametrize(
    ("more", "refusal"),
    [
        ({"cards": CARDS}, CardsDoNotMatchOddChips),
        ({"cards": {1: ["AS"], 2: ["AS", "QH", "9D", "2C"]}}, CardTwice),
        ({"cards": {1: ["XX"], 2: ["KS", "QH", "9D", "2C"]}}, BadInput),
        ({"stacks": {6: 41}}, BadInput),
        ({"new_chip": 1}, Refusal),
        ({"old_chip": 25, "new_chip": 100, "stacks": {1: 1_201}, "cards": CARDS}, TooManyChips),
    ],
)
def test_a_race_that_cannot_have_been(
    world: World, shift: Shift, more: dict[str, Any], refusal: Any
):
    tournament, _ = begun(world, shift)
    refused(refusal, race, world, tournament, **more)
    assert not ChipRace.objects.exists()


def test_chips_are_raced_off_a_table_once(world: World, shift: Shift):
    tournament, _ = begun(world, shift)
    race(world, tournament)
    refused(RacedBefore, race, world, tournament)


def test_a_count_says_what_is_missing(world: World, shift: Shift):
    tournament, _ = begun(world, shift)
    where = {"tournament_id": tournament.pk}
    assert (
        count_chips(td(world), **where, tables=[AtTable(table_no=1, chips=30_000)]).difference == 0
    )
    assert (
        count_chips(
            td(world, "21:11"), **where, tables=[AtTable(table_no=1, chips=29_900)]
        ).difference
        == -100
    )
    latest = chips_queries.latest_count(tournament)
    assert latest
    assert latest.difference == -100
    other = [AtTable(table_no=2, chips=30_000)]
    refused(BadInput, count_chips, td(world, "21:12"), **where, tables=other)


def impose(world: World, tournament: Tournament, entry: Entry, clock: str, **more: Any) -> Any:
    asked = {"breach": "conduct", "reason": "Talked about a live hand"} | more
    return punish(td(world, clock), tournament_id=tournament.pk, entry_id=entry.pk, **asked)


def test_a_warning_then_a_missed_round_then_the_end(world: World, shift: Shift):
    tournament, (first, *_) = begun(world, shift)
    made = [impose(world, tournament, first, f"21:1{step}") for step in range(2)]
    assert [(one.measure, one.rounds) for one in made] == [("warning", 0), ("away", 1)]
    assert list(chips_queries.away(tournament)) == [first.pk]
    end_penalty(td(world, "21:15"), tournament_id=tournament.pk, penalty_id=made[1].pk)
    assert not chips_queries.away(tournament)
    refused(BadInput, impose, world, tournament, first, "21:16")
    last = impose(world, tournament, first, "21:17", stack=7_000)
    assert (last.measure, last.because[0]["rule"]) == ("out", "OLY-1.54")
    # "Out" is a column of money.
    assert last.get_measure_display() == "Disqualified"
    assert in_play(tournament) == 23_000
    assert standings(tournament)[0].entry.pk == first.pk
    refused(NotPlaying, impose, world, tournament, first, "21:18")


def test_the_supervisor_is_milder_with_a_reason_and_never_harder(world: World, shift: Shift):
    tournament, (first, *_) = begun(world, shift)
    refusal = refused(TooHard, impose, world, tournament, first, "21:10", measure="away")
    assert refusal.source == "OLY-1.53"
    refused(BadInput, impose, world, tournament, first, "21:10", reason=" ")
    rude = impose(
        world, tournament, first, "21:11", breach="rudeness", measure="warning", reason="Apology"
    )
    assert (rude.book_measure, rude.measure) == ("out", "warning")


@pytest.mark.parametrize(("book", "lasts"), [("img", (20, 0)), ("voodoo", (10, 0))])
def test_who_is_sent_away_in_place_of_more_is_so_for_the_time_of_the_house(
    db: None, book: str, lasts: tuple[int, int]
):
    world = a_club(book=book)
    shift = world.open_shift(clock="18:00")
    tournament, (first, *_) = begun(world, shift, "A", "B", "C", "D")
    for clock in ("21:11", "21:12", "21:13"):
        made = impose(world, tournament, first, clock, measure="away" if clock > "21:11" else None)
    assert (made.book_measure, made.minutes, made.rounds) == ("out", *lasts)


def test_a_disqualification_that_was_undone_counts_no_more(world: World, shift: Shift):
    tournament, (first, *_) = begun(world, shift)
    made = impose(world, tournament, first, "21:11", breach="rudeness", stack=10_000)
    assert made.measure == "out"
    assert chips_queries.penalties_before(first) == [("rudeness", "out")]
    undo_knockout(td(world, "21:12"), tournament_id=tournament.pk, knockout_id=made.knockout_id)
    assert chips_queries.penalties_before(first) == []


def test_nobody_is_punished_before_the_start_and_the_last_one_stays(world: World, shift: Shift):
    tournament = a_tournament(world, "Later")
    entry = enter(world, tournament, "X", shift_id=shift.pk)[0]
    refused(PlayNotBegun, impose, world, tournament, entry, "20:50")
    begun_, (first, second) = begun(world, shift, "D", "E", name="Now")
    out(world, begun_, first, 10_000)
    refused(
        LastOne, impose, world, begun_, second, "21:30", breach="rudeness", stack=20_000
    )  # fmt: skip


def test_heads_up_the_third_warning_is_second_place(world: World, shift: Shift):
    terms = {"variants": ["heads_up"], "places": 2}
    tournament, (first, _) = begun(world, shift, "D", "E", **terms)
    measures = [impose(world, tournament, first, f"21:1{step}").measure for step in range(2)]
    last = impose(world, tournament, first, "21:15", stack=3_000)
    assert [*measures, last.measure] == ["warning", "warning", "second_place"]
    assert [(one.place, one.entry.pk) for one in standings(tournament)][-1][0] == 2


def test_of_more_than_two_left_nobody_is_put_out_with_second_place(world: World, shift: Shift):
    tournament, (first, second, *_) = begun(world, shift, *"ABCDE", variants=["heads_up"])
    for step in range(2):
        impose(world, tournament, first, f"21:1{step}")
    assert impose(world, tournament, first, "21:15", stack=3_000).measure == "out"
    assert standings(tournament)[-1].place == 5
    chosen = {"breach": "rudeness", "measure": "second_place", "stack": 3_000}
    said = refused(BadInput, impose, world, tournament, second, "21:16", **chosen)
    assert (said.field, said.source) == ("measure", "OLY-1.53")


@pytest.mark.parametrize(("book", "step", "minutes"), [("voodoo", 1, 10), ("img", 2, 20)])
def test_other_houses_send_a_player_away_for_minutes(db: None, book: str, step: int, minutes: int):
    world = a_club(book, book=book)
    tournament, (first, *_) = begun(world, world.open_shift(), *"ABCD")
    made = [impose(world, tournament, first, f"21:1{each}") for each in range(step)][-1]
    assert (made.measure, made.minutes, made.rounds) == ("away", minutes, 0)
