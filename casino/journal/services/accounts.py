"""Accounts of the club's own: opened, changed, closed by the accountant."""

from typing import Annotated

from casino.acts.kinds import Cents, Id, Name, OneOf, Text, Written
from casino.acts.runner import act
from casino.db import refusing
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.journal.models import OwnAccount
from casino.journal.queries.accounts import own_account
from casino.journal.rules.accounts import CODE, KINDS, MAX_LIMIT_CENTS, USUAL_LIMIT_CENTS
from casino.kept_sql import hold
from casino.ledger import services as ledger
from casino.ledger.chart import CHART
from casino.ledger.queries.balances import balance_cents
from casino.messages import msg
from casino.money import format_cents
from casino.refusals import BadInput, Conflict

Code = Annotated[
    str,
    Written(pattern=CODE, says=msg("Up to eight letters, digits, dots and hyphens."), max_length=8),
]
KindOf = Annotated[str, OneOf(words=tuple(KINDS))]
TaxCode = Annotated[str, Text(max_length=50, may_be_empty=True)]
CostCenter = Annotated[str, Text(max_length=20, may_be_empty=True)]
Limit = Annotated[int, Cents(minimum=1, maximum=MAX_LIMIT_CENTS)]


class CodeTaken(Conflict):
    """An account's code is its alone."""

    code = "JOURNAL-001"
    message = msg("Another account has this code.")


class StillHolds(Conflict):
    """An account is closed when it is empty."""

    code = "JOURNAL-002"
    next_step = msg("Move its balance to another account first.")


@act("journal.add_account")
def add_account(
    stamp: Stamp,
    *,
    code: Code,
    name: Name,
    kind: KindOf,
    parent_id: Id | None = None,
    tax_code: TaxCode = "",
    cost_center: CostCenter = "",
    limit_cents: Limit = USUAL_LIMIT_CENTS,
) -> OwnAccount:
    """
    Open an account of the club's own; its kind and code stay.

    limit_cents: a line above it is refused as a typing error. Raises CodeTaken, NotFound, BadInput
    for a parent of another kind.
    """
    if code in CHART:
        raise CodeTaken(field="code")
    with refusing(journal_account_code=CodeTaken(field="code")):
        added = OwnAccount.objects.create(
            club_id=stamp.club_id,
            code=code,
            name=name,
            kind=kind,
            parent=_parent(stamp, parent_id, kind),
            tax_code=tax_code,
            cost_center=cost_center,
            limit_cents=limit_cents,
            act_id=stamp.act_id,
        )
    currency = Club.objects.get(id=stamp.club_id).currency
    ledger.open_account(
        stamp.club_id, added.ledger_code, ref=added.pk, currency=currency, name=str(added)
    )
    return added


@act("journal.change_account")
def change_account(
    stamp: Stamp,
    *,
    own_account_id: Id,
    name: Name,
    parent_id: Id | None = None,
    tax_code: TaxCode = "",
    cost_center: CostCenter = "",
    limit_cents: Limit = USUAL_LIMIT_CENTS,
) -> OwnAccount:
    """Say anew what an account is called, where it stands and what it may take. Raises NotFound."""
    found = _held(stamp, own_account_id)
    found.name, found.tax_code, found.cost_center = name, tax_code, cost_center
    found.parent = _parent(stamp, parent_id, found.kind)
    found.limit_cents = limit_cents
    above = found.parent
    while above:
        if above == found:
            raise BadInput(msg("An account cannot stand under itself."), field="parent_id")
        above = above.parent
    found.save(update_fields=["name", "parent", "tax_code", "cost_center", "limit_cents"])
    ledger.name_account(stamp.club_id, found.ledger_code, ref=found.pk, name=str(found))
    return found


@act("journal.close_account")
def close_account(stamp: Stamp, *, own_account_id: Id) -> OwnAccount:
    """Let an empty account take no more. Raises NotFound, StillHolds."""
    found = _held(stamp, own_account_id)
    if cents := balance_cents(stamp.club_id, found.ledger_code, found.pk):
        raise StillHolds(
            msg("{account} still holds {cents}.", account=str(found), cents=format_cents(cents))
        )
    return _set_open(found, is_open=False)


@act("journal.reopen_account")
def reopen_account(stamp: Stamp, *, own_account_id: Id) -> OwnAccount:
    """Let a closed account take postings again. Raises NotFound."""
    return _set_open(_held(stamp, own_account_id), is_open=True)


def _held(stamp: Stamp, own_account_id: int) -> OwnAccount:
    # The tree is the club's: two changes at once must not make a ring.
    hold(Club, stamp.club_id)
    return own_account(stamp.club_id, own_account_id)


def _set_open(found: OwnAccount, *, is_open: bool) -> OwnAccount:
    found.is_open = is_open
    found.save(update_fields=["is_open"])
    ledger.set_account_open(found.club_id, found.ledger_code, ref=found.pk, is_open=is_open)
    return found


def _parent(stamp: Stamp, parent_id: int | None, kind: str) -> OwnAccount | None:
    if parent_id is None:
        return None
    found = own_account(stamp.club_id, parent_id)
    if found.kind != kind:
        raise BadInput(msg("{account} is of another kind.", account=str(found)), field="parent_id")
    return found
