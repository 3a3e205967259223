"""Every act has its way back, or says why it needs none: a new one without is red here."""

import tomllib
from pathlib import Path
from typing import Any

from casino.acts.runner import ACTS
from casino.approvals.signed import SignedAct
from tests.integration.audit.test_casino_by_two import posts

WAYS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "ways_back.toml").read_text())
TEMPLATES = Path(__file__).resolve().parents[3] / "templates"
# An act named so takes something back; what it took back is done anew by the act that did it.
BACK = ("correct_", "reverse_", "take_back_", "undo_", "unmatch_", "withdraw_")


def acts() -> set[str]:
    """Return what is done; who asks for a signature does nothing yet."""
    asks = {each.ask.name for each in ACTS.values() if isinstance(each, SignedAct)}
    return {name for name in ACTS if name not in asks and not name.startswith("test.")}


def told() -> list[str]:
    """Return the acts of the table, each as often as it stands there."""
    nothing = [name for names in WAYS["nothing"].values() for name in names]
    listed = [*WAYS["again"]["acts"], *nothing]
    return [*WAYS["by"], *WAYS["stays"], *listed]


def test_each_act_stands_in_the_table_of_ways_back_once():
    backs = {name for name in acts() if name.partition(".")[2].startswith(BACK)}
    assert sorted(acts() - backs - set(told())) == []
    assert sorted(set(told()) - acts()) == []
    assert sorted(name for name in set(told()) if told().count(name) > 1) == []


def test_the_ways_back_that_it_names_are_acts():
    named = {back for backs in WAYS["by"].values() for back in backs}
    assert sorted(named - acts()) == []


def test_what_moves_money_is_never_called_nothing_to_take_back():
    for why, names in WAYS["nothing"].items():
        moving = [name for name in names if posts(ACTS[name], set())]
        assert moving == [], why


def test_what_stays_is_said_on_its_page_before_it_is_pressed():
    for name, (page, words) in WAYS["stays"].items():
        assert words in (TEMPLATES / page).read_text(), name
