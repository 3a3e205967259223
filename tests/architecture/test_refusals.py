"""Every refusal has a code of its own, by which programs tell it from every other."""

import ast
import re
from collections import Counter, defaultdict

import pytest

from tests.architecture.test_money_rooms import CODE


def test_no_code_stands_for_two_reasons():
    # The codes of calculators are words, each topic's own.
    codes = Counter(
        found
        for path in CODE
        for found in re.findall(r'^    code = "(\w+-\d+)"$', path.read_text(), re.M)
    )
    assert len(codes) > 100
    assert {code: times for code, times in codes.items() if times > 1} == {}


OF_DJANGO = {"FieldDoesNotExist", "RuntimeError"}


def test_each_refusal_that_a_docstring_names_is_there():
    # The API's document lists by these names what an operation refuses.
    code, named = set(OF_DJANGO), defaultdict(set)
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_text())):
            code |= {getattr(node, part, None) for part in ("id", "attr", "name")}
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                for raised in re.findall(r"\bRaises ([^.]*)\.", ast.get_docstring(node) or ""):
                    for name in re.findall(r"\b(?:[A-Z][a-z]+){2,}\b", raised):
                        named[name].add(f"{path.name} {node.name}")
    assert len(named) > 300
    assert {name: sorted(at) for name, at in named.items() if name not in code} == {}


# What would make the books say what never happened. All next steps were read once, on 23 November
# 2026; what they advise is done, or is a page that books what happened.
FICTIONS = re.compile(
    r"\bre-?seat\b|\bpretend|\bas if\b|\bso that the (books|table|count)"
    r"|who (has |have )?(left|gone)\b.*\b(seat|buy)|\bthen cash out with\b|\bclose .* open it again"
    r"|\bmake the (books|count) (agree|match)|\bcount .* until it (agrees|matches)"
    r"|\bunder another (guest|name|drawer)|\ba (hand|buy-in|guest|sale) that never"
    r"|\bsplit (it|the amount)|\bone cent\b",
    re.IGNORECASE,
)


def advice() -> list[str]:
    """Return every text that a refusal may say: its sentences and its next steps."""
    said = []
    for path in CODE:
        for node in ast.walk(ast.parse(path.read_text())):
            named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if named and node.func.id in {"msg", "msg_count"}:
                said += [each.value for each in node.args if isinstance(each, ast.Constant)]
    return [each for each in said if isinstance(each, str)]


@pytest.mark.parametrize(
    "fiction",
    [
        "Reseat the player who left with the wrong stack, then cash out with the right amount.",
        "Close the table and open it again.",
        "Count again until it agrees.",
    ],
)
def test_a_fiction_is_known_when_it_is_read(fiction: str):
    assert FICTIONS.search(fiction)


def test_no_refusal_advises_what_never_happened():
    said = advice()
    assert len(said) > 1_000
    assert [each for each in said if FICTIONS.search(each)] == []


def test_no_refusal_says_what_its_page_says_below_it():
    assert [each for each in advice() if re.search(r"\. Nothing was booked\.$", each)] == []
