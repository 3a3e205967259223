"""The matrix of permissions: complete, within its limits, and open to a club's own roles."""

import pytest

from casino.refusals import BadInput, NotFound
from casino.staff.permissions import (
    FixedAction,
    acting,
    actions,
    kept_apart,
    opening,
    permission_override,
    permission_overrides,
    signing,
)

ROLES = {"cashier", "supervisor", "director", "accountant", "manager", "auditor"}


def test_every_row_is_whole():
    for action in actions().values():
        columns = (action.alone, action.propose, action.second, action.read)
        assert action.title, action.name
        assert action.source, action.name
        assert frozenset().union(*columns) <= ROLES, action.name
        assert not (action.alone and action.propose), action.name
        assert bool(action.kinds) <= bool(action.second), action.name
        assert action.usual.acts or "auditor" in action.read or action.fixed, action.name
        writes = action.usual.acts | action.usual.seconds
        own = {"review_access", "choose_password"}
        assert "auditor" not in writes or action.name in own, action.name


def test_a_page_and_a_kind_stand_in_one_row():
    for column in ("pages", "kinds"):
        named = [name for action in actions().values() for name in getattr(action, column)]
        assert len(named) == len(set(named))


def test_cashier_and_accountant_and_money_and_auditor_are_kept_apart():
    money = ROLES - {"auditor"}
    assert set(kept_apart()) == {("cashier", "accountant"), *((role, "auditor") for role in money)}


def test_a_club_says_otherwise_and_everything_else_stays():
    own = permission_overrides([("pay", ["cashier", "supervisor"], ["manager"], None)])
    assert acting("payment", own) == {"cashier", "supervisor"}
    assert signing("cage.pay_out", own) == {"manager"}
    assert acting("slip-reverse", own) == {"cashier"}


def test_what_nobody_names_nobody_opens():
    assert opening("nobody-names-it", {}) == acting("nobody-names-it", {}) == set()


def test_a_club_says_who_reads_and_what_it_never_said_is_as_usual():
    never_said, wider, gone = (
        permission_overrides([(name, [], [], reads)])
        for name, reads in (
            ("see_trail", None),
            ("see_trail", ["supervisor", "auditor"]),
            ("a_row_of_former_times", ["cashier"]),
        )
    )
    assert opening("acts", never_said) == {"accountant", "manager", "auditor"}
    assert opening("acts", wider) == {"supervisor", "auditor"}
    assert gone == {}


def test_who_acts_or_signs_at_a_club_sees_what_the_row_shows():
    own = permission_overrides([("count_boxes", ["director"], [], ["manager", "auditor"])])
    assert "director" not in opening("boxes", {})
    assert opening("boxes", own) == {"director", "manager", "auditor"}
    assert acting("box-count", own) == {"director"}


def test_one_address_may_show_much_to_many_and_take_something_from_few():
    assert opening("thresholds", {}) == ROLES
    assert acting("thresholds", {}) == {"manager"}
    assert acting("calculator", {}) == opening("calculator", {}) == ROLES - {"cashier"}


@pytest.mark.parametrize(
    ("name", "acts", "seconds", "says"),
    [
        ("pay", ["cashier", "auditor"], ["manager"], "auditor reads"),
        ("pay", ["cashier"], ["auditor"], "auditor reads"),
        ("pay", [], ["manager"], "At least one role must"),
        ("pay", ["cashier"], [], "At least one role must"),
        ("sell_chips", ["cashier"], ["manager"], "This needs no approval"),
        ("sell_chips", ["cashier", "accountant"], [], "accountant and cashier must stay separate"),
        ("late_entry", ["accountant", "cashier"], ["manager"], "must stay separate"),
        ("pay", ["cashier", "owner"], ["manager"], "no role owner"),
    ],
)
def test_no_club_leaves_the_limits(name: str, acts: list[str], seconds: list[str], says: str):
    with pytest.raises(BadInput, match=says):
        permission_override(name, acts=acts, seconds=seconds, reads=["accountant", "auditor"])


@pytest.mark.parametrize(
    ("reads", "says"),
    [
        (["manager"], "auditor reads"),
        (["auditor", "owner"], "no role owner"),
        (["auditor", "cashier"], "count blind"),
    ],
)
def test_the_auditor_reads_and_who_counts_blind_does_not(reads: list[str], says: str):
    with pytest.raises(BadInput, match=says):
        permission_override("see_books", acts=[], seconds=[], reads=reads)


def test_who_changes_the_rules_is_the_same_at_every_club():
    with pytest.raises(FixedAction):
        permission_override("rules", acts=["manager"], seconds=["manager"], reads=[])
    with pytest.raises(NotFound):
        permission_override("rob_the_bank", acts=["manager"], seconds=[], reads=[])
