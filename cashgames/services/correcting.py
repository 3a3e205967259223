"""How anything of a table is taken back: its entry by another one, its row by another row."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from inspect import signature
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.dispatch import Signal

from cashgames import postings
from cashgames.models import ChipMove, Correction, Hand, Session, Settled, TimeShare
from cashgames.models.corrections import Correctable
from cashgames.services.joined_pools import Joined, feeding
from casino.approvals.signed import SignedAct, signed
from casino.db import refusing
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, reversal
from casino.ledger.queries.balances import balance_cents, refs
from casino.ledger.queries.documents import entry
from casino.ledger.queries.rows import EntryRow
from casino.ledger.refusals import AccountClosed, NotEnough
from casino.ledger.services import Posted
from casino.messages import msg
from casino.refusals import Conflict

P = ParamSpec("P")
Wrong = TypeVar("Wrong", Hand, ChipMove, TimeShare)


WEEK = timedelta(days=7)
WAITS = "What is put right after the night waits for the manager to come in."

# Sent with session_id and hand_name, or since and until: who paid hands that a table dealt so, or
# then, returns what stands of it: claim_id, about and cents each.
hands_awarded = Signal()


class CorrectedMeanwhile(Conflict):
    """A booking is corrected once; what stands instead may be corrected again."""

    code = "TABLE-030"
    message = msg("This has been corrected in the meantime.")
    next_step = msg("Open the table and look at what is booked now.")


# What is done first where an account does not hold what a correction takes from it.
FIRST = {
    "chips:table": msg("First correct what was booked later at the table."),
    "chips:floor": msg("First correct what was booked later: the cash-outs and redemptions."),
    "jackpot:pool": msg("The pool has been paid out since. The manager adjusts the jackpot first."),
    "cash:drawer": msg("Fetch cash from the vault first."),
    "cash:table": msg(
        "The notes have gone to the cage since. Reverse that first; "
        "of a closed table it is a variance of the drawer."
    ),
    "tips": msg("The tips have been paid out since. The office books a late entry."),
}
# The same where an account takes no entries any more.
CLOSED = {
    "chips:bank": msg(
        "Leave it as it is: the table float was counted at its close, which shows the error as its "
        "variance."
    ),
    "jackpot:pool": msg("This hand fed a pool that is closed. The manager adjusts the jackpot."),
}


@dataclass(kw_only=True)
class Correcting:
    """
    A correction that runs: what it posts, in order, and the row that keeps why.

    within: the instant of a night that what it posts is of, None where it is of the open day.
    """

    stamp: Stamp
    session: Session
    concerns: date
    reason: str
    within: Stamp | None = None
    settled: dict[int, int] = field(default_factory=dict)
    seq: int = field(default=0)
    joined: Joined | None = field(default=None)

    def next_seq(self) -> int:
        """Return the place of the next entry among the act's."""
        self.seq += 1
        return self.seq

    def post(self, draft: Draft) -> Posted:
        """Book one entry of the correction."""
        if self.joined:
            self.joined.bring(draft)
        if self.within:
            draft = replace(draft, adjustment=True)
        return ledger.post_entry(self.within or self.stamp, draft, seq=self.next_seq())

    def take_back(self, row: Wrong, *, posted: Posted | None, **amounts: int) -> Wrong:
        """Keep the row that takes another one back. amounts: those below zero."""
        back = type(row)(**{each.attname: getattr(row, each.attname) for each in _columns(row)})
        for name, cents in amounts.items():
            setattr(back, name, cents)
        back.reverses, back.instead_of = row, None
        self.head(back)
        back.entry_id = posted.entry_id if posted else None
        with refusing(
            cashgames_hand_reversed_once=CorrectedMeanwhile,
            cashgames_move_reversed_once=CorrectedMeanwhile,
            cashgames_share_reversed_once=CorrectedMeanwhile,
        ):
            back.save(force_insert=True)
        return back

    def head(self, row: Hand | ChipMove | TimeShare) -> None:
        """
        Let a row be booked by this correction; it concerns the day of the one it is about.

        What was waived was booked on no day, and so is what takes that back.
        """
        first: Any = row.reverses or row.instead_of
        row.act_id, row.concerns = self.stamp.act_id, self.concerns
        if first.gaming_day:
            day = day_of(first)
            row.gaming_day = self.stamp.gaming_day
            row.concerns = None if day == row.gaming_day else day

    def reverse(self, first: EntryRow, *, series: int | None = None) -> Posted:
        """Book the entry that takes another one back, line by line."""
        return self.post(
            reversal(first.draft, entry_id=first.id, memo=self.reason).numbered(series)
        )

    def booked(self, entry_id: int) -> EntryRow:
        """Return an entry of the club."""
        found = entry(self.stamp.club_id, entry_id)
        assert found is not None  # the row that names it refers to it
        return found

    @contextmanager
    def at_tables(self, changes: dict[int, int]) -> Iterator[None]:
        """
        Let entries move the chips of tables, of closed ones too, which are at zero afterwards.

        changes: by session the chips that the correction leaves there, below zero: takes away.
        What a closed table would keep or lack is what guests hold. Raises NotEnough, AccountClosed.
        """
        club = self.stamp.club_id
        closed = sorted(changes.keys() - set(refs(club, "chips:table")))
        for each in closed:
            ledger.set_account_open(club, "chips:table", ref=each, is_open=True)
        try:
            for each in closed:
                if changes[each] < 0:
                    self._settle(each, changes[each])
            said: dict[str, Any] = {"memo": self.reason, "next_seq": self.next_seq}
            with feeding(self.stamp, changes.keys(), **said) as self.joined:
                yield
        except NotEnough as error:
            raise NotEnough(error.message, next_step=FIRST.get(error.account)) from error
        except AccountClosed as error:
            raise AccountClosed(error.message, next_step=CLOSED.get(error.account)) from error
        for each in closed:
            if left := -balance_cents(club, "chips:table", each):
                self._settle(each, left)
            ledger.set_account_open(club, "chips:table", ref=each, is_open=False)

    def keep(self, what: Correction.What, **box: Any) -> Correction:
        """Keep who corrected what, and why. box: which one, as the row names it."""
        kept = Correction.objects.create(
            session=self.session,
            what=what,
            reason=self.reason,
            concerns=self.concerns,
            gaming_day=(self.within or self.stamp).gaming_day,
            at=self.stamp.at,
            asked_by_id=self.stamp.person_id,
            signed_by_id=self.stamp.signed_by_id,
            act_id=self.stamp.act_id,
            **box,
        )
        Settled.objects.bulk_create(
            Settled(correction=kept, session_id=each, cents=cents)
            for each, cents in self.settled.items()
            if cents
        )
        return kept

    def _settle(self, session_id: int, cents: int) -> None:
        self.post(postings.table_corrected(session_id, cents, memo=self.reason))
        self.settled[session_id] = self.settled.get(session_id, 0) + cents


def day_of(row: Hand | ChipMove | TimeShare) -> date:
    """Return the gaming day that a booking concerns."""
    day = row.concerns or row.gaming_day
    assert day is not None  # it was booked
    return day


def corrects(
    name: str, **declared: Any
) -> Callable[[Callable[Concatenate[Stamp, P], Correction]], SignedAct[P, Correction]]:
    """
    Declare an act that corrects, as `signed` does; the signature may come days later.

    Its first argument is what it corrects.
    """

    def declare(
        body: Callable[Concatenate[Stamp, P], Correction],
    ) -> SignedAct[P, Correction]:
        _, corrected, *_ = signature(body).parameters
        made = signed(name, lives=WEEK, waits=WAITS, latest_of=corrected, **declared)
        return made(body)

    return declare


def check_stands(row: Correctable) -> None:
    """Raise CorrectedMeanwhile where a row was taken back."""
    if row.reversed_by:
        raise CorrectedMeanwhile


def awarded(session: Session, **hands: Any) -> dict[str, Any]:
    """Return what was awarded for hands of a table. A correction leaves it, and two decide it."""
    said: list[Any] = hands_awarded.send(None, session_id=session.pk, **hands)
    found = [each for _, awards in said for each in awards]
    return {"awarded": found} if found else {}


def _columns(row: Hand | ChipMove | TimeShare) -> list[Any]:
    return [each for each in row._meta.concrete_fields if not each.primary_key]  # noqa: SLF001
