"""The club's own accounts, as a tree."""

from collections import defaultdict
from collections.abc import Iterator

from casino.journal.models import OwnAccount
from casino.ledger.chart import CHART
from casino.ledger.queries.balances import names_of
from casino.messages import Message, msg
from casino.refusals import NotFound

# What a line says of itself, else its account for it.
CODES = ("tax_code", "cost_center")


def own_accounts(club_id: int) -> list[tuple[int, OwnAccount]]:
    """Return (depth, account), each after its parent, by code."""
    children = defaultdict(list)
    for each in OwnAccount.objects.filter(club_id=club_id).order_by("code"):
        children[each.parent_id].append(each)

    def under(parent_id: int | None, depth: int) -> Iterator[tuple[int, OwnAccount]]:
        for each in children[parent_id]:
            yield depth, each
            yield from under(each.pk, depth + 1)

    return list(under(None, 0))


def own_account(club_id: int, own_account_id: int) -> OwnAccount:
    """Return an own account of a club. Raises NotFound."""
    found = OwnAccount.objects.filter(club_id=club_id, id=own_account_id).first()
    if found is None:
        raise NotFound(msg("The club has no such account."), field="own_account_id")
    return found


def own_by_code(club_id: int) -> dict[str, OwnAccount]:
    """Return the own accounts of a club by their numbers."""
    return {each.code: each for each in OwnAccount.objects.filter(club_id=club_id)}


def bank_accounts(club_id: int) -> dict[str, tuple[int, str]]:
    """
    Return (ref, name) of the club's accounts at banks, by what a line of a document says.

    The first one is `bank`, where wires and cards are booked, a further one `bank:<ref>`.
    """
    found = names_of(club_id, "bank")
    return {f"bank:{ref}" if ref else "bank": (ref, name) for ref, name in found.items()}


def account_names(club_id: int) -> dict[str, str | Message]:
    """Return what each account is called, by what a line of a document says: number or code."""
    own = OwnAccount.objects.filter(club_id=club_id).values_list("code", "name")
    banks = {said: name for said, (_, name) in bank_accounts(club_id).items()}
    return {**{code: each.name for code, each in CHART.items()}, **banks, **dict(own)}
