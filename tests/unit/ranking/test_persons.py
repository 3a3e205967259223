"""Cards of one person: joined over clubs, merged within one."""

from hypothesis import given
from hypothesis import strategies as st

from ranking.rules.persons import whose_points

CARD = st.integers(1, 12)


def test_a_card_counts_for_the_one_that_it_was_joined_to():
    assert whose_points([(1, 2)], {}) == {1: 2}
    assert whose_points([(1, 2), (2, 3)], {}) == {1: 3, 2: 3}


def test_a_double_counts_for_the_card_that_it_became():
    assert whose_points([], {1: 2, 3: 2}) == {1: 2, 3: 2}


def test_a_merge_of_a_joined_card_parts_nobody_from_the_other_club():
    assert whose_points([(5, 9)], {5: 7}) == {5: 9, 7: 9}


def test_joins_and_merges_in_a_circle_end_with_one_card():
    assert whose_points([(1, 2), (4, 5)], {2: 4, 5: 1}) == {2: 1, 4: 1, 5: 1}


@given(
    st.lists(st.tuples(CARD, CARD), unique_by=lambda pair: pair[0]),
    st.dictionaries(CARD, CARD),
)
def test_linked_cards_share_one_card_and_others_none(
    joined: list[tuple[int, int]], merged: dict[int, int]
):
    found = whose_points(joined, merged)
    for one, other in (*joined, *merged.items()):
        assert found.get(one, one) == found.get(other, other)
    linked = {card for pair in (*joined, *merged.items()) for card in pair}
    assert found.keys() <= linked
    assert not found.keys() & set(found.values())
