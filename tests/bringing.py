"""An act of the tests that is one posting, by one person: money for the vault."""

from casino.acts.kinds import Amount
from casino.acts.runner import act
from casino.house.stamp import Stamp
from casino.ledger.entries import Draft, credit, debit
from casino.staff.models import Role
from casino.staff.permissions import Action, actions

actions()["test_bring"] = Action(
    name="test_bring",
    title="Of the tests",
    threshold="",
    source="Tests",
    alone=frozenset({Role.MANAGER, Role.CASHIER}),
    does=frozenset({"test.bring"}),
    fixed=True,
)


@act("test.bring")
def bring(stamp: Stamp, *, cents: Amount) -> Draft:
    """Bring money into the vault."""
    lines = (debit("cash:vault", cents), credit("equity:funding", cents))
    return Draft(kind="cage.vault_funded", lines=lines)
