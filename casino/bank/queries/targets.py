"""Which accounts a line of a statement may be of, and what they are called."""

from dataclasses import dataclass

from casino.bank.models import BankAccount
from casino.bank.queries.accounts import accounts
from casino.bank.rules.matching import FEES
from casino.journal.postings import OPEN_CODES
from casino.journal.queries.accounts import own_accounts
from casino.ledger.chart import CHART
from casino.messages import Message

# Of the chart: what a document may be of, the usual first.
CODES = (FEES, *(code for code in OPEN_CODES if code not in {FEES, "bank"}))


@dataclass(frozen=True, kw_only=True, slots=True)
class Target:
    """An account that a line may be of."""

    code: str
    ref: int
    name: str | Message

    @property
    def value(self) -> str:
        """How a page sends it."""
        return f"{self.code} {self.ref}"


def targets(account: BankAccount) -> list[Target]:
    """Return the accounts that lines of a bank account may be of: the usual ones first."""
    others = (each for each in accounts(account.club_id) if each.pk != account.pk)
    own = (each for _, each in own_accounts(account.club_id) if each.is_open)
    return [
        *(Target(code=code, ref=0, name=CHART[code].name) for code in CODES),
        *(Target(code="bank", ref=each.ref, name=each.name) for each in others),
        *(Target(code=each.ledger_code, ref=each.pk, name=str(each)) for each in own),
    ]


def target_names(club_id: int) -> dict[tuple[str, int], str | Message]:
    """Return what every account is called that a line may be of, or was."""
    return {
        **{(code, 0): CHART[code].name for code in CODES},
        **{("bank", each.ref): each.name for each in accounts(club_id)},
        **{(each.ledger_code, each.pk): str(each) for _, each in own_accounts(club_id)},
    }
