"""What the books say of tournaments is read by a rule, and told in the words of its own book."""

import ast
from pathlib import Path

import pytest

from casino.house.rulebook import NAMES, BookError, load_book

RULES = Path(__file__).parents[3] / "tournaments" / "rules"
SECTIONS = {
    "tournament", "variants", "purchases", "admission", "structure", "seat_draw", "table_moves",
    "table_chips", "paid_stack", "bubble", "ending", "refund", "royal_flush_pool", "prizes",
}  # fmt: skip


def read_names() -> set[str]:
    """Return the attributes that tournament rules read and the values that they cite."""
    names = set()
    for path in RULES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute):
                names.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                names.add(node.value.rpartition(".")[2])
    return names


@pytest.mark.parametrize("house", NAMES)
def test_no_value_is_there_that_no_rule_reads(house: str) -> None:
    keys = [key for key in load_book(house).sources if key.partition(".")[0] in SECTIONS]
    known = read_names()
    assert keys
    assert [key for key in keys if key.rpartition(".")[2] not in known] == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("variants.freezeout.rebuy", "sometimes"),
        ("admission.ways", ["pigeon"]),
        ("tournament.satellite_rest", "house_keeps"),
        ("tournament.disqualified_prize", "house_keeps"),
        ("seat_draw.by", "choice"),
    ],
)
def test_a_value_that_no_rule_knows_is_refused(key: str, value: object) -> None:
    with pytest.raises(BookError) as refused:
        load_book("olympic").with_overrides({key: value})
    assert refused.value.field.startswith(key)
