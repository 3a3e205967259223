"""What moves money in a casino: signed by a second person, or named here with why not."""

from collections.abc import Iterator
from dataclasses import asdict
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

from casino.acts.runner import ACTS, Act
from casino.approvals.signed import NeedsSignature, SignedAct
from casino.cage.rules import CASINO, Thresholds

OURS = ("casino.", "cashgames.", "tournaments.", "jackpot.", "ranking.")
COMES_IN = "a guest's money comes in; the blind count of drawer, table or float compares it"
STAYS = "chips of a guest change their place; no money leaves the house"
CHARGED = "the house's charge by its rules; it is corrected by two once a level is fixed"
SECOND_COUNTS = "another person counts it on arrival, or once more, whatever the profile"
LISTED = "what two people counted differs: a reason, listed under Exceptions"
DECIDED = "carries out what two people signed before, or what the rules decide"
LAPSES = "a deal's players played on: with the last one out a given ticket nobody used lapses"
# Acts that move money and ask nobody, in any profile.
ALONE = {
    "cage.accept_drawer": SECOND_COUNTS,
    "cashgames.break_table": STAYS,
    "cashgames.bring_notes": COMES_IN,
    "cashgames.collect_time_rake": CHARGED,
    "cashgames.give_back": STAYS,
    "cashgames.import_hands": CHARGED,
    "cashgames.move_player": STAYS,
    "cashgames.pay_share": CHARGED,
    "cashgames.rake_hand": CHARGED,
    "cashgames.release_stack": STAYS,
    "cashgames.remove_stack": STAYS,
    "countroom.confirm_credit": SECOND_COUNTS,
    "countroom.count_box": SECOND_COUNTS,
    "countroom.issue_fill": SECOND_COUNTS,
    "countroom.name_missing": LISTED,
    "countroom.settle_table": LISTED,
    "ranking.close_quarter": DECIDED,
    "ranking.count_tournament": DECIDED,
    "ranking.recount_tournament": DECIDED,
    "office.reverse_breakage": STAYS,
    "tournaments.change_chips": LAPSES,
    "tournaments.clear_cancelled": DECIDED,
    "tournaments.import_result": DECIDED,
    "tournaments.knock_out": LAPSES,
    "tournaments.punish": LAPSES,
    "tournaments.refund_cancelled": DECIDED,
    "tournaments.remove_no_shows": LAPSES,
    "tournaments.stop_playing": LAPSES,
}


def names_in(code: CodeType) -> Iterator[str]:
    """Yield what a function calls, its inner functions too."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from names_in(inner)


def called_by(function: FunctionType) -> Iterator[Any]:
    """Yield the functions and acts of ours that a function names."""
    names, known = set(names_in(function.__code__)), function.__globals__
    for name in names:
        found = known.get(name)
        if isinstance(found, ModuleType) and found.__name__.startswith(OURS):
            yield from (getattr(found, inner, None) for inner in names)
        else:
            yield found


def posts(called: Any, seen: set[Any]) -> bool:
    """Return whether something books an entry, itself or by what it calls."""
    function = getattr(called, "effect", None) or getattr(called, "body", None) or called
    if not isinstance(function, FunctionType) or function in seen:
        return False
    seen.add(function)
    if not function.__module__.startswith(OURS):
        return False
    if function.__module__ == "casino.ledger.services":
        return function.__name__.startswith("post_")
    gives = getattr(function.__annotations__.get("return"), "__name__", "")
    return gives == "Draft" or any(posts(each, seen) for each in called_by(function))


def refuses_one(called: Any, seen: set[Any]) -> bool:
    """Return whether something refuses where the club wants two, itself or by what it calls."""
    function = getattr(called, "body", None) or called
    if not isinstance(function, FunctionType) or function in seen:
        return False
    seen.add(function)
    found = list(called_by(function))
    return NeedsSignature in found or any(refuses_one(each, seen) for each in found)


def test_every_act_that_moves_money_is_signed_or_named_with_its_reason():
    asks = {each.ask.name for each in ACTS.values() if isinstance(each, SignedAct)}
    ours = {name: each for name, each in ACTS.items() if not name.startswith("test.")}
    money = {name: each for name, each in ours.items() if name not in asks and posts(each, set())}
    assert len(money) > 50
    signed = {name for name, each in money.items() if isinstance(each, SignedAct)}
    signed |= {name for name, each in money.items() if refuses_one(each, set())}
    assert money.keys() - signed == ALONE.keys()


def test_an_act_that_posts_is_seen_and_one_that_does_not_is_not():
    assert posts(ACTS["cage.pay_out"], set())
    assert posts(ACTS["cage.sell_chips"], set())
    assert not posts(ACTS["cage.note_shift"], set())
    assert isinstance(ACTS["cage.pay_out"], Act)
    assert refuses_one(ACTS["cage.sell_chips"], set())
    assert not refuses_one(ACTS["cashgames.move_player"], set())


@pytest.mark.parametrize("name", asdict(Thresholds()))
def test_a_casino_signs_each_amount_above_zero_and_keeps_the_limits_of_the_law(name: str):
    amount, usual = getattr(CASINO, name), getattr(Thresholds(), name)
    if name.endswith("_second_from_cents") or name == "second_from_cents":
        assert amount == 1
    elif name.endswith(("_second_over_cents", "_alone_under_cents")):
        assert amount == 0
    else:
        assert amount == usual
