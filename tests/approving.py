"""An operation of the tests that needs two people: money for the vault."""

from datetime import timedelta

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.staff.models import Role
from casino.staff.permissions import Action, actions

FUND, ALONE = "test.fund", "test.fund_alone"
# Who is the second for what the tests bring along stands where everything else does.
for kind, second in ((FUND, Role.MANAGER), (ALONE, Role.ACCOUNTANT)):
    name = kind.replace(".", "_")
    actions()[name] = Action(
        name=name,
        title="Of the tests",
        threshold="",
        source="Tests",
        propose=frozenset({Role.SUPERVISOR}),
        second=frozenset({second}),
        kinds=frozenset({kind}),
        fixed=True,
    )


@completes(FUND, title="Fund the vault", lives=timedelta(minutes=15))
def fund(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> None:
    """Bring the money that was asked for."""
    cents = proposal.content["cents"]
    lines = (debit("cash:vault", cents), credit("equity:funding", cents))
    ledger.post(stamp, act, Draft(kind="cage.vault_funded", lines=lines))


@command
def ask(stamp: Stamp, *, cents: int, reason: str = "The night is long.") -> Proposal:
    """Ask for money in the vault."""
    act = ledger.act(stamp, "test.ask", cents=cents, reason=reason)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    return propose(stamp, act, operation=FUND, content={"cents": cents}, reason=reason)


@completes(
    ALONE,
    title="Fund the vault at night",
    lives=timedelta(minutes=15),
    emergency=True,
)
def fund_alone(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> None:
    """Bring the money, also when nobody else is there."""
    fund(stamp, act, proposal)


@command
def ask_at_night(stamp: Stamp, *, cents: int, not_by: tuple[int, ...] = ()) -> Proposal:
    """Ask for money that the manager may bring alone; not_by: who gains by it."""
    act = ledger.act(stamp, "test.ask_at_night", cents=cents)
    content = {"cents": cents}
    return propose(stamp, act, operation=ALONE, content=content, reason="Night", not_by=not_by)
