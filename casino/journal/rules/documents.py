"""When a document of the general journal balances, and who signs it. Integer cents."""

from collections.abc import Collection, Iterable

from casino.messages import msg
from casino.money import format_cents
from casino.refusals import Refusal


class Unbalanced(Refusal):
    """Debits and credits agree, or nothing is booked."""

    code = "JOURNAL-003"


def balanced_cents(cents: Iterable[int]) -> int:
    """
    Return what lines come to on either side; debit positive.

    Raises Unbalanced, naming what is missing where. Source: DESIGN 4 (an entry sums to zero).
    """
    lines = list(cents)
    debit, credit = (sum(each * side for each in lines if each * side > 0) for side in (1, -1))
    if debit != credit:
        said = (
            msg(
                "Debit {debit}, credit {credit}: {missing} is missing on the debit side.",
                debit=format_cents(debit),
                credit=format_cents(credit),
                missing=format_cents(credit - debit),
            )
            if debit < credit
            else msg(
                "Debit {debit}, credit {credit}: {missing} is missing on the credit side.",
                debit=format_cents(debit),
                credit=format_cents(credit),
                missing=format_cents(debit - credit),
            )
        )
        raise Unbalanced(said, field="lines")
    return debit


def needs_second(
    cents: int,
    *,
    alone_cents: int,
    alone_under_cents: int,
    codes: Collection[str],
    by_two: Collection[str],
) -> bool:
    """
    Return whether a document needs a second person.

    alone_cents: what its author booked alone on that gaming day before; by_two: the accounts that
    are never one person's. Source: DESIGN 12.3, 12.4.
    """
    return bool(set(codes) & set(by_two)) or cents + alone_cents >= alone_under_cents
