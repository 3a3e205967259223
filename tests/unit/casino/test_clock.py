"""The gaming day on ordinary nights and on the nights when the clock is changed."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.clock import day_bounds, gaming_day, local_time, quarter

ZONES = ["Europe/Tallinn", "Europe/Riga", "Europe/Vilnius", "UTC"]
SEVEN = time(7)
FIRST, LAST = date(1990, 1, 1), date(2040, 12, 31)
days = st.dates(FIRST, LAST)
instants = st.integers(0, 51 * 365 * 86_400).map(
    lambda seconds: datetime(1990, 1, 2, tzinfo=UTC) + timedelta(seconds=seconds)
)
closes = st.sampled_from([SEVEN, time(0), time(3, 30), time(4), time(23, 59)])


@pytest.mark.parametrize("zone", ZONES)
def test_the_days_tile_fifty_years(zone: str) -> None:
    day, end = FIRST, day_bounds(FIRST, timezone=zone, closes_at=SEVEN)[0]
    while day <= LAST:
        opens_at, closes_at = day_bounds(day, timezone=zone, closes_at=SEVEN)
        assert opens_at == end
        assert closes_at - opens_at in {timedelta(hours=hours) for hours in (23, 24, 25)}
        assert opens_at.astimezone(ZoneInfo(zone)).time() == SEVEN
        day, end = day + timedelta(days=1), closes_at


@given(instants, st.sampled_from(ZONES), closes)
def test_an_instant_lies_in_the_day_that_it_belongs_to(
    at: datetime, zone: str, closes_at: time
) -> None:
    day = gaming_day(at, timezone=zone, closes_at=closes_at)
    first, end = day_bounds(day, timezone=zone, closes_at=closes_at)
    assert first <= at < end


@given(days, st.sampled_from(ZONES), closes)
def test_a_day_begins_at_its_first_instant_and_not_before(
    day: date, zone: str, closes_at: time
) -> None:
    first, end = day_bounds(day, timezone=zone, closes_at=closes_at)
    here = {"timezone": zone, "closes_at": closes_at}
    assert gaming_day(first, **here) == day
    assert gaming_day(end - timedelta(microseconds=1), **here) == day
    assert gaming_day(end, **here) == day + timedelta(days=1)


@pytest.mark.rule("AMB-37")
@pytest.mark.parametrize(
    ("at", "day"),
    [
        (datetime(2027, 3, 28, 3, 59, tzinfo=UTC), date(2027, 3, 27)),
        (datetime(2027, 3, 28, 4, 0, tzinfo=UTC), date(2027, 3, 28)),
        (datetime(2027, 10, 31, 4, 59, tzinfo=UTC), date(2027, 10, 30)),
        (datetime(2027, 10, 31, 5, 0, tzinfo=UTC), date(2027, 10, 31)),
    ],
)
def test_seven_is_seven_on_the_wall_when_the_clock_is_changed(at: datetime, day: date) -> None:
    assert gaming_day(at, timezone="Europe/Tallinn", closes_at=SEVEN) == day


@pytest.mark.rule("AMB-93")
@pytest.mark.parametrize(
    ("day", "name"),
    [
        (date(2026, 1, 1), "2026Q1"),
        (date(2026, 3, 31), "2026Q1"),
        (date(2026, 4, 1), "2026Q2"),
        (date(2026, 9, 30), "2026Q3"),
        (date(2026, 12, 31), "2026Q4"),
    ],
)
def test_the_quarter_of_a_day(day: date, name: str) -> None:
    assert quarter(day) == name


@pytest.mark.parametrize("form", ["%H:%M", "%H:%M:%S", "%d.%m.%Y %H:%M"])
def test_the_hour_that_autumn_repeats_says_which_of_the_two_it_is(form: str) -> None:
    first, second = (datetime(2026, 10, 25, hour, 30, tzinfo=UTC) for hour in (0, 1))
    ends = [local_time(at, form, timezone="Europe/Tallinn")[-4:] for at in (first, second)]
    assert ends == [" +03", " +02"]
    assert not local_time(first - timedelta(hours=1), form, timezone="Europe/Tallinn").endswith(
        " +03"
    )
