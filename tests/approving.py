"""An operation of the tests that needs two people: money for the vault."""

from datetime import timedelta
from typing import Annotated

from casino.acts.kinds import Id, Reason, Whole
from casino.approvals.signed import Preview, signed
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.services import Posted
from casino.staff.models import Role
from casino.staff.permissions import Action, actions

FUND, ALONE = "test.fund", "test.fund_alone"
NOBODY: list[int] = []
Money = Annotated[int, Whole(low=-(10**9))]
# Who is the second for what the tests bring along stands where everything else does.
for kind, asked, second in (
    (FUND, "test.ask", Role.MANAGER),
    (ALONE, "test.ask_at_night", Role.ACCOUNTANT),
):
    name = kind.replace(".", "_")
    actions()[name] = Action(
        name=name,
        title="Of the tests",
        threshold="",
        source="Tests",
        propose=frozenset({Role.SUPERVISOR, Role.MANAGER, Role.CASHIER}),
        second=frozenset({second}),
        kinds=frozenset({kind}),
        does=frozenset({kind, asked}),
        fixed=True,
    )


def unsigned(stamp: Stamp, *, cents: int, reason: str, people: list[int]) -> Preview:
    """Say that it is always signed; people: who gain by it."""
    return Preview(not_by=people)


@signed(
    "test.fund",
    asked_as="test.ask",
    preview=unsigned,
    kinds={FUND: "Fund the vault"},
    lives=timedelta(minutes=15),
)
def fund(
    stamp: Stamp, *, cents: Money, reason: Reason = "The night is long.", people: list[Id] = NOBODY
) -> Posted:
    """Bring the money that was asked for."""
    lines = (debit("cash:vault", cents), credit("equity:funding", cents))
    return ledger.post_entry(stamp, Draft(kind="cage.vault_funded", lines=lines))


@signed(
    "test.fund_alone",
    asked_as="test.ask_at_night",
    preview=unsigned,
    kinds={ALONE: "Fund the vault at night"},
    lives=timedelta(minutes=15),
    emergency=True,
)
def fund_alone(
    stamp: Stamp, *, cents: Money, reason: Reason = "Night", people: list[Id] = NOBODY
) -> Posted:
    """Bring the money, also when nobody else is there."""
    return fund.effect(stamp, cents=cents, reason=reason, people=people)


ask, ask_at_night = fund.ask, fund_alone.ask
