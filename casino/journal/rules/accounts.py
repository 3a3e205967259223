"""What the club's own accounts may be. Cents."""

from casino.ledger.chart import Kind
from casino.limits import MAX_CENTS
from casino.messages import Message, msg

# A line above it is taken for a typing error, unless the account says otherwise.
USUAL_LIMIT_CENTS = 100_000_000
MAX_LIMIT_CENTS = MAX_CENTS
CODE = r"[0-9A-Za-z][0-9A-Za-z.-]{0,7}"
KINDS: dict[str, Message] = {
    Kind.ASSET.value: msg("Asset"),
    Kind.LIABILITY.value: msg("Liability"),
    Kind.INCOME.value: msg("Income"),
    Kind.EXPENSE.value: msg("Expense"),
    Kind.EQUITY.value: msg("Equity"),
}
