"""Reading fills and credits: what is on its way, what differed, what a bank holds. Cents."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from operator import attrgetter

from django.db.models import QuerySet

from cashgames.models import Session
from cashgames.queries.tables import table_bank_cents
from casino.approvals.queries import approved_by
from casino.db import asked_once
from casino.kept_sql import kept_sql
from casino.ledger.queries.balances import balance_cents
from casino.messages import msg
from casino.paging import Page
from casino.refusals import NotFound
from casino.tablefloats.models import BankClosing, Transfer, TransferStep

UNDER_WAY = (Transfer.State.ASKED, Transfer.State.ISSUED)
# Where a bank is counted, by the names of the pages: who opens one is not told what it holds.
COUNTED_AT = ("credit-send", "credit-confirm")


@dataclass(frozen=True, kw_only=True, slots=True)
class TransferDifference:
    """A transfer of which not the same was sent and counted on arrival."""

    transfer: Transfer
    sent: TransferStep
    counted: TransferStep

    @property
    def difference_cents(self) -> int:
        """Counted less sent; negative: short."""
        return self.counted.cents - self.sent.cents


@dataclass(frozen=True, kw_only=True, slots=True)
class Bank:
    """House chips at a table, and the notes that came in for chips."""

    chips_cents: int
    cash_cents: int


def transfer(club_id: int, transfer_id: int) -> Transfer:
    """Return a fill or credit of the club. Raises NotFound."""
    for found in _transfers_by_id(club_id, transfer_id):
        return found
    raise NotFound(msg("There is no such fill or credit in this club."), field="transfer_id")


@kept_sql
def _transfers_by_id(club_id: int, transfer_id: int) -> QuerySet[Transfer]:
    return _transfers(club_id).filter(id=transfer_id)


def held_transfer(club_id: int, transfer_id: int) -> Transfer:
    """Hold a transfer for this transaction. Raises NotFound."""
    transfer(club_id, transfer_id)
    held = Transfer.objects.select_for_update(no_key=True, of=("self",))
    return held.select_related("session__table").get(id=transfer_id)


def transfers(club_id: int, *, page: Page) -> list[Transfer]:
    """Return the fills and credits that came to an end, the latest first."""
    return page.of(_transfers(club_id).exclude(state__in=UNDER_WAY).order_by("-number"))


@asked_once
@kept_sql
def transfers_under_way(club_id: int, *, day: date | None = None) -> QuerySet[Transfer]:
    """Return what is asked for or on its way, the oldest first; up to a gaming day if given."""
    waiting = _transfers(club_id).filter(state__in=UNDER_WAY)
    if day:
        waiting = waiting.filter(gaming_day__lte=day)
    return waiting.order_by("number")


def transfers_of(session_id: int, *, states: tuple[str, ...] = ()) -> list[Transfer]:
    """Return the fills and credits of a game, those of some states alone if given."""
    found = Transfer.objects.filter(session_id=session_id).prefetch_related("steps__lines")
    return list((found.filter(state__in=states) if states else found).order_by("number"))


def steps(transfer: Transfer) -> list[TransferStep]:
    """Return who did what with a transfer, in order."""
    found = transfer.steps.select_related("by", "shift__drawer").prefetch_related("lines")
    return list(found.order_by("id"))


def step(transfer: Transfer, state: str) -> TransferStep:
    """Return the step at which a transfer got into a state, or was counted there last."""
    *_, found = _steps(transfer, state)
    return found


def first_step(transfer: Transfer, state: str) -> TransferStep:
    """Return the step at which a transfer got into a state, as it was counted there first."""
    first, *_ = _steps(transfer, state)
    return first


@kept_sql
def _steps(transfer: Transfer, state: str) -> QuerySet[TransferStep]:
    found = TransferStep.objects.filter(transfer=transfer, state=state).order_by("id")
    return found.prefetch_related("lines")


def denominations(step: TransferStep) -> dict[tuple[str, int], int]:
    """Return what was counted at a step: (tender, denomination in cents) -> how many."""
    return {(line.tender, line.cents): line.quantity for line in step.lines.all()}


def transfer_differences(club_id: int, *, day: date | None = None) -> list[TransferDifference]:
    """Return the transfers that arrived otherwise than they left, the latest first; of one day."""
    found = []
    for each in _confirmed(club_id, day):
        by_state = {step.state: step for step in sorted(each.steps.all(), key=attrgetter("pk"))}
        sent, counted = by_state[Transfer.State.ISSUED], by_state[Transfer.State.CONFIRMED]
        if denominations(sent) != denominations(counted):
            found.append(TransferDifference(transfer=each, sent=sent, counted=counted))
    return found


def differing_fills(act_ids: Iterable[int]) -> set[int]:
    """Return which of these acts confirmed a fill that came to another sum than was issued."""
    counted = TransferStep.objects.filter(act_id__in=list(act_ids), entry_id__isnull=False)
    return set(counted.values_list("act_id", flat=True))


def differed_alone_cents(fill: Transfer) -> int:
    """
    Return what other fills of a table came to more or less than issued, signed by nobody.

    Of one gaming day, however often the table is opened. Source: DESIGN 12.3.
    """
    counted = TransferStep.objects.filter(
        transfer__session__table_id=fill.session.table_id,
        transfer__gaming_day=fill.gaming_day,
        transfer__way=Transfer.Way.FILL,
        state=Transfer.State.CONFIRMED,
        entry_id__isnull=False,
    )
    others = list(counted.exclude(transfer=fill).select_related("transfer").order_by("id"))
    signed = approved_by([each.act_id for each in others])
    alone = {each.transfer_id: each for each in others if each.act_id not in signed}
    issued = {each: step(of.transfer, Transfer.State.ISSUED) for each, of in alone.items()}
    return sum(abs(of.cents - issued[each].cents) for each, of in alone.items())


@kept_sql
def _confirmed(club_id: int, day: date | None) -> QuerySet[Transfer]:
    ended = _transfers(club_id).filter(state=Transfer.State.CONFIRMED).order_by("-number")
    return ended.filter(gaming_day=day) if day else ended


def missing_banks(club_id: int) -> list[BankClosing]:
    """Return the table banks that lacked chips at the end, the latest first."""
    found = BankClosing.objects.filter(session__club_id=club_id, void_at=None)
    return list(found.select_related("session__table", "closed_by").order_by("-id"))


def bank(session: Session) -> Bank:
    """Return what a table's bank holds by the books."""
    return Bank(
        chips_cents=balance_cents(session.club_id, "chips:bank", session.pk),
        cash_cents=table_bank_cents(session),
    )


def _transfers(club_id: int) -> QuerySet[Transfer]:
    found = Transfer.objects.filter(club_id=club_id).select_related("session__table")
    return found.prefetch_related("steps__by", "steps__lines")
