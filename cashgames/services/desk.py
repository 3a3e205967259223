"""Where money for chips comes from or goes to, and the move of chips that is kept."""

from dataclasses import dataclass
from typing import Literal

from cashgames.models import ChipMove, Seat, Session
from cashgames.rules.chips import payment_verdict
from casino.cage.queries.shifts import working_shift
from casino.cage.services.amounts import check_payable
from casino.cage.services.identity import check_identified
from casino.house.models import Club
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, DraftLine, credit, debit
from casino.ledger.queries.balances import account_id
from casino.messages import msg
from casino.refusals import BadInput, Refusal

PaidWith = Literal["cash", "chips", "table"]
# What is paid out or for time: at a drawer in cash, or in chips.
DeskMeans = Literal["cash", "chips"]


class MeansRefused(Refusal):
    """The book names what chips are bought with."""

    code = "TABLE-018"
    message = msg("This club does not accept that at the tables.")
    next_step = msg("Ask the guest to pay another way.")


@dataclass(frozen=True, kw_only=True, slots=True)
class TableDesk:
    """A drawer, the bank of a table, or no place at all: chips that stay chips."""

    paid_with: PaidWith
    account: str
    ref: int = 0
    series_id: int | None = None
    has_bank: bool = False

    def lines(self, cents: int) -> tuple[DraftLine, ...]:
        """
        Return what comes in here for chips; below zero, what goes out.

        Where the table has a bank of house chips, they come out of it or go back there.
        """
        if not self.has_bank:
            return (self.line(cents),)
        from_bank = debit("chips:stock", cents), credit("chips:bank", cents, self.ref)
        return (self.line(cents), *from_bank)

    def line(self, cents: int) -> DraftLine:
        """Return the money that comes in here; below zero, what goes out."""
        return debit(self.account, cents, self.ref)

    def check_payable(self, stamp: Stamp, cents: int) -> None:
        """Raise NotPayable as check_tender."""
        check_tender(stamp, cents, paid_with=self.paid_with)

    def check_identified(self, stamp: Stamp, *, player_id: int, cents: int) -> None:
        """Raise NotIdentified where cash is handed over and ID is missing."""
        if self.paid_with != "chips":
            check_identified(stamp, player_id=player_id, cents=cents)

    @classmethod
    def of(
        cls, stamp: Stamp, session: Session, *, paid_with: PaidWith, shift_id: int | None
    ) -> "TableDesk":
        """
        Return the actor's own drawer for cash, the table's bank for notes laid on the table.

        Raises BadInput, NotFound, ShiftNotOpen.
        """
        if paid_with == "chips":
            return cls(paid_with=paid_with, account="chips:floor")
        if paid_with == "table":
            if stamp.act_id:
                currency = Club.objects.get(id=stamp.club_id).currency
                ledger.open_account(stamp.club_id, "cash:table", ref=session.pk, currency=currency)
            bank = account_id(stamp.club_id, "chips:bank", session.pk)
            return cls(
                paid_with=paid_with,
                account="cash:table",
                ref=session.pk,
                has_bank=bank is not None,
            )
        if shift_id is None:
            raise BadInput(
                msg("You need an open shift to handle cash."),
                field="shift_id",
                next_step=msg("Open a shift."),
                next_page="till",
            )
        shift = working_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
        return cls(
            paid_with=paid_with,
            account="cash:drawer",
            ref=shift.drawer_id,
            series_id=shift.drawer.series_id,
        )


def check_tender(stamp: Stamp, cents: int, *, paid_with: PaidWith) -> None:
    """Raise NotPayable for what chips, and notes where they change hands, cannot make."""
    check_payable(stamp, cents, with_=("chips",) if paid_with == "chips" else ("chips", "cash"))


def check_means(stamp: Stamp, paid_with: PaidWith) -> None:
    """Raise MeansRefused where the book takes no such payment (OLY-2.10, VOO-C8, IMG-C4)."""
    book = book_on(stamp.club_id, stamp.gaming_day)
    means: Literal["chips", "cash"] = "chips" if paid_with == "chips" else "cash"
    verdict = payment_verdict(book, means=means, cards_dealt=False)
    if not verdict.allowed:
        raise MeansRefused(field="paid_with", source=verdict.because[0].rule)


def moved_chips(
    stamp: Stamp,
    *,
    seat: Seat,
    kind: ChipMove.Kind,
    draft: Draft,
    desk: TableDesk,
    short: bool = False,
) -> ChipMove:
    """Post the chips that came or went and keep the move; a stack of nothing posts nothing."""
    posted = ledger.post_entry(stamp, draft.numbered(desk.series_id)) if draft.lines else None
    return ChipMove.objects.create(
        seat=seat,
        kind=kind,
        cents=sum(abs(line.cents) for line in draft.lines if line.code == "chips:table"),
        paid_with=desk.paid_with,
        short=short,
        at=stamp.at,
        gaming_day=stamp.gaming_day,
        entry_id=posted.entry_id if posted else None,
        act_id=stamp.act_id,
    )
