"""Whole files of recorded hands, as other systems write them."""

import json
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from cashgames.rules.handfile import (
    HandRecord,
    phh_hands,
    read_hands,
)
from tests.unit.cashgames.handlines import PHH, a_row


def test_the_ending_of_the_name_says_the_format(tmp_path: Path):
    (tmp_path / "a.phh").write_text(PHH)
    (tmp_path / "a.jsonl").write_text(json.dumps(a_row()))
    (tmp_path / "a.csv").write_text("")
    assert [hand.external_id for hand in read_hands(tmp_path / "a.phh")] == ["a:1"]
    assert [hand.external_id for hand in read_hands(tmp_path / "a.jsonl")] == ["a:1"]
    with pytest.raises(ValueError, match=r"a.csv: .*\.jsonl, \.phh, \.phhs"):
        list(read_hands(tmp_path / "a.csv"))


ENDINGS: list[Callable[[str], bytes]] = [
    lambda text: text.encode(),
    lambda text: text.replace("\n", "\r\n").encode(),
    lambda text: b"\xef\xbb\xbf" + text.encode(),
]


@pytest.mark.parametrize("written", ENDINGS, ids=["as is", "CRLF", "byte order mark"])
def test_files_of_other_systems_are_read(written: Callable[[str], bytes], tmp_path: Path):
    (tmp_path / "a.phhs").write_bytes(written(f"[1]\n{PHH}\n[2]\n{PHH}"))
    (tmp_path / "a.jsonl").write_bytes(written(json.dumps(a_row()) + "\n"))
    rows = [*read_hands(tmp_path / "a.phhs"), *read_hands(tmp_path / "a.jsonl")]
    assert [type(row) for row in rows] == [HandRecord] * 3


def test_invalid_bytes_refuse_their_line_alone(tmp_path: Path):
    good = json.dumps(a_row()).encode()
    (tmp_path / "a.jsonl").write_bytes(good + b'\n{"id": "\xff\xfe"}\n' + good)
    assert [type(row).__name__ for row in read_hands(tmp_path / "a.jsonl")] == [
        "HandRecord",
        "RefusedRow",
        "HandRecord",
    ]


def test_hands_are_read_one_at_a_time():
    """A file without end can be read: nothing waits for its last line."""

    def endless() -> Any:
        while True:
            yield "[1]\n"
            yield PHH

    assert len(list(islice(phh_hands(endless()), 3))) == 3
