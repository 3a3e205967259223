"""Lines of JSON: each gets one answer, a bad one its error in place."""

import json

import pytest

from casino.calculators.lines import answers

GOOD = b'{"instant_utc": "2026-01-10T05:00:00Z", "timezone": "UTC", "close_local": "07:00"}'


def test_a_bad_line_does_not_stop_the_rest() -> None:
    told = list(answers("gaming_day", [GOOD, b"nonsense", GOOD]))
    assert [line.get("error") for line in told] == [None, "bad_input", None]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"", "is not valid JSON"),
        (b"{", "is not valid JSON"),
        (b"\xff\xfe", "is not UTF-8"),
        (b"\xef\xbb\xbf" + GOOD, "is not valid JSON"),
        (b"[]", "must be an object"),
        (b"null", "must be an object"),
        (b'{"a": NaN}', "NaN is not a number"),
        (b'{"a": 1, "a": 2}', "a: is given twice"),
        (b"[" * 100_000, "nested too deeply"),
        (b"9" * 10_000, "is not valid JSON"),
        (GOOD.replace(b"UTC", b"\\ud800"), "timezone: must be a time zone"),
        (GOOD.replace(b"UTC", b"../etc/passwd"), "timezone: must be a time zone"),
    ],
)
def test_a_line_that_cannot_be_read_says_why(line: bytes, says: str) -> None:
    (told,) = answers("gaming_day", [line])
    assert told["error"] == "bad_input"
    assert says in told["message"]
    json.dumps(told).encode()


def test_lines_are_answered_as_they_come() -> None:
    def endless():
        while True:
            yield GOOD

    assert next(answers("gaming_day", endless()))["gaming_day"] == "2026-01-09"
