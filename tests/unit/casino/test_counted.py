"""What a count may hold."""

import pytest

from casino.cage.rules import counted_cents
from casino.refusals import BadInput


def test_a_denomination_that_the_club_lacks_is_named_in_its_amount():
    with pytest.raises(BadInput) as refusal:
        counted_cents({500: 2, 150: 1}, allowed=[500, 1_000], field="cash")
    assert str(refusal.value) == "1,50 is not a denomination of this club."
    assert refusal.value.field == "cash"


def test_a_count_is_the_sum_of_its_pieces():
    assert counted_cents({500: 2, 1_000: 3}, allowed=[500, 1_000], field="cash") == 4_000
