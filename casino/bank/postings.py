"""What the bank's statements and the owners bring into the books. Cents; money in is positive."""

from collections.abc import Sequence

from casino.bank.rules.matching import Share
from casino.ledger.entries import Draft, credit, debit, moving, posting
from casino.messages import msg


@posting(
    "bank.line_booked",
    msg("Bank statement line"),
    reversed_as=msg("Bank statement line reversed"),
)
def line_booked(ref: int, shares: Sequence[Share], *, memo: str) -> Draft:
    """What a line of a statement brought or took goes to the accounts that it is of."""
    return Draft(
        lines=moving(
            debit("bank", sum(each.cents for each in shares), ref),
            *(credit(each.code, each.cents, each.ref) for each in shares),
        ),
        memo=memo,
    )


@posting(
    "bank.cash_fetched", msg("Cash from the bank"), reversed_as=msg("Cash from the bank reversed")
)
def cash_fetched(ref: int, cents: int, *, memo: str) -> Draft:
    """Banknotes drawn from an account come into the vault."""
    return Draft(lines=moving(debit("cash:vault", cents), credit("bank", cents, ref)), memo=memo)


@posting(
    "bank.owners_paid_in",
    msg("Owners' contribution by bank"),
    reversed_as=msg("Owners' contribution by bank reversed"),
)
def owners_paid_in(ref: int, cents: int, *, memo: str) -> Draft:
    """The owners pay money into an account."""
    return Draft(
        lines=moving(debit("bank", cents, ref), credit("equity:funding", cents)), memo=memo
    )


@posting(
    "bank.owners_paid_out",
    msg("Owners' withdrawal by bank"),
    reversed_as=msg("Owners' withdrawal by bank reversed"),
)
def owners_paid_out(ref: int, cents: int, *, memo: str) -> Draft:
    """Money of an account is paid out to the owners."""
    return owners_paid_in(ref, -cents, memo=memo)
