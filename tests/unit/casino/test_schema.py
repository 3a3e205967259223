"""Plain data is read strictly: nothing is guessed, every error names its place."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal

import pytest

from casino.refusals import BadInput
from casino.schema import Cents, Count, Distinct, Range, plain, read


@dataclass(frozen=True, kw_only=True)
class Chip:
    kind: Literal["chip"]
    cents: Cents


@dataclass(frozen=True, kw_only=True)
class Note:
    kind: Literal["note", "coin"]
    serial: str
    at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Till:
    open: bool
    things: tuple[Chip | Note, ...]
    by_seat: dict[int, Count]
    seats: Annotated[tuple[int, ...], Distinct(), Range(0, 3)] = ()


GOOD: dict[str, Any] = {
    "open": True,
    "things": [{"kind": "chip", "cents": 5}, {"kind": "coin", "serial": "x"}],
    "by_seat": {"4": 1},
}


def test_good_data_become_typed_values() -> None:
    till = read(Till, GOOD)
    assert till.things == (Chip(kind="chip", cents=5), Note(kind="coin", serial="x"))
    assert till.by_seat == {4: 1}


@pytest.mark.parametrize(
    ("change", "field", "says"),
    [
        ({"open": 1}, "open", "must be true or false, not 1"),
        ({"open": None}, "open", "not null"),
        ({"colour": 1}, "colour", "unknown, known are open, things"),
        ({"things": {}}, "things", "must be a list"),
        ({"things": [[]]}, "things[0]", "must be an object"),
        ({"things": [{"kind": "bag"}]}, "things[0].kind", "one of chip, note, coin"),
        ({"things": [{"kind": ["chip"]}]}, "things[0].kind", "one of chip, note, coin"),
        ({"things": [{"kind": "chip"}]}, "things[0].cents", "is missing"),
        ({"things": [{"kind": "chip", "cents": -1}]}, "things[0].cents", "from 0 to"),
        ({"things": [{"kind": "chip", "cents": True}]}, "things[0].cents", "a whole number"),
        ({"things": [{"kind": "chip", "cents": 1.0}]}, "things[0].cents", "a whole number"),
        ({"things": [{"kind": "chip", "cents": "1"}]}, "things[0].cents", "not '1'"),
        ({"by_seat": {"four": 1}}, "by_seat.four", "a whole number"),
        ({"by_seat": {"04": 1}}, "by_seat.04", "a whole number"),
        ({"seats": [1, 1]}, "seats", "not contain duplicates"),
        ({"seats": [1, 2, 3, 4]}, "seats", "must have 0 to 3 entries, not 4"),
    ],
)
def test_bad_data_are_refused_by_place_and_reason(
    change: dict[str, Any], field: str, says: str
) -> None:
    with pytest.raises(BadInput) as caught:
        read(Till, GOOD | change)
    assert caught.value.field == field
    assert says in caught.value.message


@pytest.mark.parametrize(
    "text",
    [
        "2026-01-10T05:00:00",
        "2026-01-10 05:00:00Z",
        "2026-02-30T05:00:00Z",
        "2026-W01-1T05:00:00Z",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z",
        "2026-01-10T05:00:00+02:00",
        5,
        None,
    ],
)
def test_an_instant_is_in_utc_and_exists(text: object) -> None:
    with pytest.raises(BadInput):
        read(datetime, text, "at")


def test_an_instant_comes_back_as_it_was_written() -> None:
    at = read(datetime, "2026-01-10T05:00:00Z")
    assert at == datetime(2026, 1, 10, 5, tzinfo=UTC)
    assert plain({1: (at, date(2026, 1, 10))}) == {"1": ["2026-01-10T05:00:00Z", "2026-01-10"]}
