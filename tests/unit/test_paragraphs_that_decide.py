"""The paragraph beside a decision is the one that decides it."""

import pytest

from tests.unit.vectors import answer, cases

DECIDES = [
    ("buy_in", "top-up-in-hand", {"OLY-2.19"}),
    ("refund", "cancelled-voo", {"VOO-T14"}),
    ("refund", "voo-disqualified", {"VOO-G5"}),
    ("refund", "img-disqualified", {"IMG-T29"}),
    ("prize_pool_split", "custom", {"OLY-3.1"}),
    ("table_limits", "twice-five-card-8", {"OLY-2.31"}),
    ("absence", "second-break", {"AMB-112", "OLY-2.22"}),
    ("jackpot_qualification", "he-equal-hands-nobody-loses", {"AMB-24"}),
    ("jackpot_ledger", "correction", {"AMB-35"}),
    ("ranking_payout", "tie-at-ten", {"AMB-94"}),
    ("ranking_points", "tie-3-4", {"AMB-98"}),
]


@pytest.mark.parametrize(("topic", "name", "rules"), DECIDES)
def test_what_decides_is_cited(topic: str, name: str, rules: set[str]) -> None:
    case = next(each for each in cases(topic) if each["id"] == name)
    cited = {why["rule"] for why in answer(topic, case["given"])["because"]}
    assert cited & rules, cited
