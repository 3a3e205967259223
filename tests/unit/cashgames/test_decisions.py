"""What the texts leave open in the cash room: each decision at work, and the setting that it is."""

from datetime import UTC, datetime, time

import pytest

from cashgames.rules.absence import seat_state
from cashgames.rules.buy_in import Limits, buy_in_verdict
from cashgames.rules.first_round import Street
from cashgames.rules.jackpot_drop import charges
from cashgames.rules.rake import rake, rake_by_pot_cents, rake_cents, rake_terms
from cashgames.rules.seating import seat_verdict
from cashgames.rules.time_rake import AboveHouseMaximum, Stay, checked_time_rake, periods
from casino import clock
from casino.cage.rules import cash_paid
from casino.house.rulebook import NAMES, BookError, load_book

OLYMPIC, VOODOO, IMG = load_book("olympic"), load_book("voodoo"), load_book("img")
FLOP = Street(family="flop", board_cards_dealt=3)
LIMITS = Limits(min_cents=10_000, max_cents=40_000)


@pytest.mark.rule("AMB-01")
@pytest.mark.parametrize(
    ("pot", "settings", "taken"),
    [
        (999, {}, 0),
        (1_000, {}, 50),
        (1_999, {}, 50),
        (3_000, {}, 150),
        (20_000, {}, 1_000),
        (3_999, {"rake.percent_bp": 400}, 120),
        (3_999, {"rake.step_cents": 500}, 175),
        (1_999, {"rake.min_pot_cents": 2_000}, 0),
    ],
)
def test_each_full_step_of_the_pot_pays(pot: int, settings: dict[str, int], taken: int) -> None:
    book = OLYMPIC.with_overrides(settings)
    assert rake_cents(rake_terms(book.rake), [pot]) == taken


@pytest.mark.rule("AMB-04", "AMB-03")
def test_voodoo_computes_on_the_main_pot_and_takes_from_it() -> None:
    main, side = rake_terms(VOODOO.rake), rake_terms(IMG.rake)
    pots = [2_000, 8_000]
    assert rake_by_pot_cents(main, pots, rake_cents(main, pots)) == [100, 0]
    assert rake_by_pot_cents(side, pots, rake_cents(side, pots)) == [100, 400]
    changed = rake_terms(VOODOO.with_overrides({"rake.basis": "total"}).rake)
    assert rake_cents(changed, pots) == 500


@pytest.mark.rule("AMB-08", "AMB-10")
def test_rake_and_drop_are_both_of_the_pot_as_played() -> None:
    """3000 pays 150, not what 2900 would pay; an absent stack that is dealt in is a player."""
    terms = rake_terms(OLYMPIC.rake)
    taken = charges(OLYMPIC, terms, pots_cents=[3_000], players=6, street=FLOP)
    assert (taken.rake.rake_cents, taken.drop.drop_cents) == (150, 100)
    assert taken.drop.main_pot_after_cents == 2_750
    five = charges(OLYMPIC, terms, pots_cents=[3_000], players=5, street=FLOP)
    assert (five.drop.drop_cents, five.drop.reason) == (0, "too_few_players")


@pytest.mark.rule("AMB-12", "AMB-05")
def test_the_rake_is_whole_chips_and_the_chip_divides_the_rake_of_a_step() -> None:
    chips = IMG.with_overrides({"rake.chip_unit_cents": 25})
    assert rake_cents(rake_terms(chips.rake), [1_990]) == 75
    assert rake_cents(rake_terms(chips.rake, chip_unit_cents=10), [1_990]) == 90
    assert rake_cents(rake_terms(IMG.rake), [1_999]) == 99
    assert OLYMPIC.with_overrides({"rake.chip_unit_cents": 25}).rake.chip_unit_cents == 25
    with pytest.raises(BookError, match="must divide the rake of one step, 50"):
        OLYMPIC.with_overrides({"rake.chip_unit_cents": 20})


@pytest.mark.rule("AMB-13")
def test_a_table_that_pays_for_its_time_pays_jackpot_money_and_no_pot_rake() -> None:
    terms = rake_terms(OLYMPIC.rake, mode="time")
    taken = charges(OLYMPIC, terms, pots_cents=[3_000], players=6, street=FLOP)
    assert (taken.rake.rake_cents, taken.drop.drop_cents) == (0, 100)
    assert rake(OLYMPIC, terms, pots_cents=[3_000], street=FLOP).because[0].rule == "AMB-13"


@pytest.mark.rule("AMB-16")
def test_the_amount_of_time_rake_is_for_each_period() -> None:
    stays = [Stay(player="Anna", seat=1, from_minute=0, to_minute=None)]
    rule = checked_time_rake(OLYMPIC, 25_000)
    paid = periods(rule, stays, table_cents=25_000, closed_minute=61)
    assert [period.collected_cents for period in paid] == [25_000, 25_000, 25_000]
    hours = OLYMPIC.with_overrides(
        {"time_rake.period_minutes": 60, "time_rake.max_table_cents": 9_000}
    )
    with pytest.raises(AboveHouseMaximum):
        checked_time_rake(hours, 9_001)
    rule = checked_time_rake(hours, 9_000)
    assert len(list(periods(rule, stays, table_cents=9_000, closed_minute=61))) == 2


@pytest.mark.rule("AMB-14")
def test_time_rake_is_split_in_chips_of_the_house() -> None:
    stays = [Stay(player=p, seat=s, from_minute=0, to_minute=None) for s, p in ((3, "A"), (5, "B"))]
    chips = checked_time_rake(OLYMPIC.with_overrides({"time_rake.chip_unit_cents": 100}), 9_100)
    (paid,) = periods(chips, stays, table_cents=9_100, closed_minute=30)
    assert paid.shares_cents == {"A": 4_600, "B": 4_500}


@pytest.mark.rule("AMB-118", "AMB-121")
@pytest.mark.parametrize("name", NAMES)
def test_a_night_is_a_gaming_day_and_ends_at_seven(name: str) -> None:
    """Bought in short at 23:30 and again at 02:00: one night. At 07:00 a new one begins."""
    house = load_book(name).house

    def day(*at: int) -> object:
        instant = datetime(2026, 7, *at, tzinfo=UTC)
        return clock.gaming_day(instant, timezone=house.timezone, closes_at=house.closes_at)

    assert house.closes_at == time(7)
    assert day(1, 20, 30) == day(1, 23, 0) == day(2, 3, 59)
    assert day(2, 4, 0) != day(2, 3, 59)


@pytest.mark.rule("AMB-118")
def test_the_second_short_buy_in_of_a_night_is_refused() -> None:
    asked = {"cents": 5_000, "supervisor_approved": True}
    assert buy_in_verdict(OLYMPIC, LIMITS, **asked).accepted
    assert (
        buy_in_verdict(OLYMPIC, LIMITS, **asked, short_buy_ins_used=1).code == "short_buy_in_used"
    )


@pytest.mark.rule("AMB-112")
def test_a_house_may_allow_a_second_break() -> None:
    away = {"minutes_absent": 20, "permission": True, "breaks_used": 1, "waiting_list": False}
    twice = OLYMPIC.with_overrides({"absence.breaks_per_day": 2})
    states = [seat_state(book, **away).state for book in (OLYMPIC, twice)]
    assert states == ["blinds_collected", "on_break"]


@pytest.mark.rule("AMB-122")
@pytest.mark.parametrize(
    ("plays_tournament", "code"), [(True, "plays_tournament"), (False, "free")]
)
def test_only_a_taken_tournament_seat_bars_cash_play(*, plays_tournament: bool, code: str) -> None:
    verdict = seat_verdict(
        OLYMPIC, player="Anna", seat_no=1, seats=9, taken=(), plays_tournament=plays_tournament
    )
    assert verdict.code == code


@pytest.mark.rule("AMB-123")
@pytest.mark.parametrize(
    ("unit", "owed", "paid"),
    [(1, 1_003, 1_003), (5, 1_002, 1_000), (5, 1_003, 1_005), (10, 1_005, 1_010), (5, 0, 0)],
)
def test_the_desk_rounds_cash_by_an_entry_of_its_own(unit: int, owed: int, paid: int) -> None:
    book = OLYMPIC.with_overrides({"house.cash_unit_cents": unit})
    cash = cash_paid(book, owed, notes_cents=[500, 1])
    assert (cash.paid_cents, cash.rounding_cents) == (paid, paid - owed)
    assert cash_paid(OLYMPIC, owed, notes_cents=[500, unit]) == cash
    assert cash.because[0].rule == "AMB-123"
