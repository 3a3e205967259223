"""Hands in the PHH format: each read, or refused by field and reason."""

from datetime import UTC, datetime

import pytest

from cashgames.rules.handfile import (
    MAX_RECORD_LENGTH,
    HandRecord,
    RefusedRow,
)
from tests.unit.cashgames.handlines import PHH, phh_rows


def changed(line: str) -> str:
    """The hand with one of its fields written otherwise."""
    name = line.partition(" ")[0]
    return "\n".join(line if old.startswith(name) else old for old in PHH.splitlines())


def test_a_phh_hand_is_named_by_file_and_number():
    rows = phh_rows(PHH, PHH.replace("hand = 1", ""), changed("hand = 'x7'"))
    assert [row.external_id for row in rows] == ["night:1", "night:2", "night:x7"]


def test_a_hand_says_its_money_where_its_file_does():
    rows = phh_rows(
        PHH, changed("currency = 'USD'"), PHH + "currency = 'SEK'\n", PHH + "currency = 1\n"
    )
    *said, wrong = rows
    assert {row.currency for row in said} >= {"SEK"}
    assert (wrong.field, isinstance(wrong, RefusedRow)) == ("currency", True)


def acting(action: str) -> str:
    """The hand with one action after the deal."""
    return changed(f"actions = ['d dh p1 AsKs', 'd dh p2 QdQh', '{action}']")


def played(*actions: str) -> str:
    """The hand with these actions after all three got their cards."""
    dealt = ["d dh p1 AsKs", "d dh p2 QdQh", "d dh p3 2c3c"]
    return changed(f"actions = {[*dealt, *actions]}")


BAD_PHH: dict[str, tuple[str, str, str]] = {
    "no TOML": ("poker", "", "cannot be read"),
    "a field twice": (PHH + "hand = 2\n", "", "cannot be read"),
    "bytes that are no UTF-8": (PHH + "event = '\udcff'\n", "", "not UTF-8"),
    "10 MB": (PHH + "event = '" + "x" * 10_000_000 + "'", "", f"{MAX_RECORD_LENGTH}"),
    "300 levels": (PHH + "deep = " + "[" * 5000 + "]" * 5000, "", ""),
    "no variant": (PHH.replace("variant", "kind"), "variant", "missing"),
    "an unknown variant": (changed("variant = 'XX'"), "variant", "'XX' is not supported"),
    "a list of variants": (changed("variant = ['NT']"), "variant", "not supported"),
    "no stacks": (PHH.replace("starting_stacks", "stacks"), "starting_stacks", "missing"),
    "no antes": (PHH.replace("antes", "ante"), "antes", "missing"),
    "no actions": (PHH.replace("actions", "deeds"), "actions", "missing"),
    "a stack for two of three": (changed("antes = [0, 0]"), "antes", "one amount per player"),
    "a negative stack": (changed("starting_stacks = [-1, 9, 9]"), "starting_stacks", "-1"),
    "parts of a cent": (changed("starting_stacks = [1.005, 9, 9]"), "starting_stacks", "1.005"),
    "a stack of nan": (changed("starting_stacks = [nan, 9, 9]"), "starting_stacks", "number"),
    "a stack of inf": (changed("starting_stacks = [inf, 9, 9]"), "starting_stacks", "whole"),
    "a stack without end": (changed("starting_stacks = [1e99999999, 9, 9]"), "", ""),
    "true for a stack": (changed("starting_stacks = [true, 9, 9]"), "starting_stacks", "number"),
    "a number for actions": (changed("actions = 7"), "actions", "do not match"),
    "an action of one word": (changed("actions = ['p1']"), "actions", "do not match"),
    "an action without words": (changed("actions = ['']"), "actions", "do not match"),
    "a bet of no amount": (acting("p1 cbr"), "actions", "do not match"),
    "a bet of text": (acting("p1 cbr all"), "actions", "number"),
    "a bet above the stack": (acting("p1 cbr 100.01"), "actions", "p1 bets"),
    "a bet below the blind": (acting("p2 cbr 1.00"), "actions", "p2 bets"),
    "a player too many": (changed("actions = ['p4 f']"), "actions", "'p4'"),
    "player 0": (changed("actions = ['p0 f']"), "actions", "'p0'"),
    "cards for a player too many": (changed("actions = ['d dh p9 AsKs']"), "actions", "'p9'"),
    "an unknown deal": (changed("actions = ['d dx AsKs']"), "actions", "'dx'"),
    "an unknown action": (changed("actions = ['p1 bluffs']"), "actions", "'bluffs'"),
    "a card that is none": (acting("d db 4h5x6h"), "actions", "not a deal of cards"),
    "half a card": (acting("d db 4h5h6"), "actions", "not a deal of cards"),
    "a bet of one who got no cards": (acting("p3 cc"), "actions", "p3 acts without cards"),
    "a bet after the fold": (played("p3 f", "p3 cc"), "actions", "p3 acts without"),
    "a raise below the bet": (played("p3 cbr 1.00"), "actions", "not above 200"),
    "a flop while a bet is open": (
        played("p3 cbr 6.00", "p1 f", "d db 4h5h6h"),
        "actions",
        "p2 has yet to answer",
    ),
    "an end while a bet is open": (
        played("p3 cbr 6.00", "p1 f"),
        "actions",
        "p2 has yet to answer",
    ),
    "a flop when all folded": (
        played("p3 f", "p1 f", "d db 4h5h6h"),
        "actions",
        "after the end of the hand",
    ),
    "no player dealt in": (changed("actions = []"), "actions", "no player is left"),
    "one player": (changed("actions = ['d dh p1 AsKs']"), "players", "not 1"),
    "a number too long to name": (changed(f"hand = '{'7' * 100}'"), "hand", "printable"),
    "a number with a line in it": (changed('hand = "a\\nb"'), "hand", "printable"),
    "an instant of nowhere": (PHH + "_at = '2026-01-10T20:00:00'", "played_at", "offset"),
    "no such zone": (
        PHH + "year=2026\nmonth=1\nday=2\ntime=20:00:00\ntime_zone='Moon'",
        "time",
        "do not make a valid time",
    ),
    "no such day": (
        PHH + "year=2026\nmonth=2\nday=30\ntime=20:00:00",
        "time",
        "do not make a valid time",
    ),
    "the year 1": (
        PHH + "year=1\nmonth=1\nday=1\ntime=00:00:00\ntime_zone='Asia/Tokyo'",
        "played_at",
        "impossible year",
    ),
    "a year beyond": (PHH + f"year={10**18}\nmonth=1\nday=1\ntime=00:00:00", "time", "valid time"),
}


@pytest.mark.parametrize("case", BAD_PHH)
def test_a_phh_hand_that_is_none_is_named_and_the_others_are_read(case: str):
    text, field, reason = BAD_PHH[case]
    before, refused, after = phh_rows(PHH, text, PHH)
    assert isinstance(before, HandRecord)
    assert isinstance(after, HandRecord)
    assert isinstance(refused, RefusedRow), refused
    assert refused.field == field or not field
    assert reason in refused.reason
    assert refused.reason.isprintable()
    assert len(refused.reason) <= 300


@pytest.mark.parametrize(
    ("more", "at"),
    [
        ("", None),
        ("year=2026\nmonth=1\nday=10\n", None),
        ("time=20:00:00\n", None),
        (
            "year=2026\nmonth=1\nday=10\ntime=20:00:00\ntime_zone='Europe/Tallinn'\n",
            datetime(2026, 1, 10, 18, tzinfo=UTC),
        ),
        ("_at='2026-01-10T20:00:00+02:00'\n", datetime(2026, 1, 10, 18, tzinfo=UTC)),
    ],
)
def test_a_phh_hand_knows_its_instant_where_it_is_whole(more: str, at: datetime | None):
    (hand,) = phh_rows(PHH + more)
    assert isinstance(hand, HandRecord)
    assert hand.played_at == at
