"""Which accounts a tournament's events touch. Cents. Source: DESIGN section 4, AMB-57."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from casino.house.because import Because
from casino.ledger.entries import Draft, DraftLine, credit, debit, moving, posting, titled
from casino.messages import msg

# What is then due.
PRIZE = titled("tournament.prize", msg("Tournament prize"), won=True)
BOUNTY = titled("tournament.bounty", msg("Bounty chips"), won=True)
REFUND = titled("tournament.refund", msg("Tournament entry refunded"))
TICKET = titled("tournament.ticket", msg("Tournament ticket paid in cash"), won=True)
# What gives sales back.
REFUNDED = "tournaments.refunded"
ROYAL_FLUSH = titled("tournament.royal_flush", msg("Royal Flush Jackpot share"), won=True)
JACKPOT = titled("tournament.jackpot", msg("Tournament jackpot"), won=True)


@dataclass(frozen=True, kw_only=True, slots=True)
class Parts:
    """
    A ticket's money: bounty and Royal Flush part inside the price, the rest on top.

    fee_earned: its fee was income at once, as before fees waited for their tournament.
    """

    tournament_id: int
    series_id: int
    price_cents: int
    fee_cents: int = 0
    bounty_cents: int = 0
    rfj_cents: int = 0
    surcharge_cents: int = 0
    fee_earned: bool = False

    @property
    def total_cents(self) -> int:
        """What is paid altogether."""
        return self.price_cents + self.fee_cents + self.surcharge_cents

    @property
    def pool_cents(self) -> int:
        """What joins the prize pool."""
        return self.price_cents - self.bounty_cents - self.rfj_cents

    def lines(self) -> tuple[DraftLine, ...]:
        """Return where the money goes."""
        return (
            credit("tournament:pool", self.pool_cents, self.tournament_id),
            credit("income:fees", self.fee_cents)
            if self.fee_earned
            else credit("deferred:fees", self.fee_cents, self.tournament_id),
            credit("tournament:bounties", self.bounty_cents, self.tournament_id),
            credit("rfj:pool", self.rfj_cents, self.series_id),
            credit("surcharge:pool", self.surcharge_cents, self.series_id),
        )


@posting(
    "tournaments.{what}_sold",
    entry=msg("Tournament entry"),
    reentry=msg("Re-entry"),
    rebuy=msg("Rebuy"),
    addon=msg("Add-on"),
)
def ticket_sold(
    parts: Parts,
    *,
    what: str,
    paid: DraftLine,
    player_id: int,
    because: Sequence[Because],
    memo: str,
) -> Draft:
    """An entry, re-entry, rebuy or add-on is paid: in cash, chips, by wire or with a ticket."""
    return Draft(
        lines=moving(paid, *parts.lines()),
        player_id=player_id,
        because=tuple(because),
        memo=memo,
    )


for sold, taken_back in {
    "entry": msg("Tournament entry reversed"),
    "reentry": msg("Re-entry reversed"),
    "rebuy": msg("Rebuy reversed"),
    "addon": msg("Add-on reversed"),
}.items():
    titled(f"tournaments.{sold}_sold.reversed", taken_back)


@posting(
    "tournaments.result_imported",
    msg("Recorded tournament imported"),
    reversed_as=msg("Import of a recorded tournament taken back"),
)
def result_imported(parts: Parts, *, memo: str) -> Draft:
    """What a recorded tournament collected comes in at once, by the bank."""
    return Draft(
        lines=moving(debit("bank", parts.total_cents), *parts.lines()),
        memo=memo,
    )


@posting(
    REFUNDED,
    msg("Tournament entry refunded"),
    reversed_as=msg("Refund of a tournament entry reversed"),
)
def ticket_refunded(
    sales: Sequence[Parts],
    *,
    owed: Sequence[DraftLine],
    player_id: int,
    because: Sequence[Because],
    memo: str,
) -> Draft:
    """Sales are given back: out of the pools again, owed to who paid (AMB-70)."""
    back = (
        DraftLine(code=line.code, ref=line.ref, cents=-line.cents)
        for parts in sales
        for line in parts.lines()
    )
    return Draft(
        lines=moving(*back, *owed),
        player_id=player_id,
        because=tuple(because),
        memo=memo,
    )


@posting("tournaments.pool_fixed", msg("Prize pool fixed"), reversed_as=msg("Prize pool reopened"))
def pool_fixed(
    tournament_id: int,
    *,
    overlay_cents: int,
    ranking_cents: int,
    fee_cents: int,
    quarter: int,
    because: Sequence[Because],
    memo: str,
) -> Draft:
    """
    The house tops the pool up to the guarantee; the ranking gets its share (OLY-5.3).

    Nothing is given back any more: the fees are earned.
    """
    return Draft(
        lines=moving(
            debit("expense:overlay", overlay_cents),
            credit("tournament:pool", overlay_cents - ranking_cents, tournament_id),
            credit("ranking:pool", ranking_cents, quarter),
            debit("deferred:fees", fee_cents, tournament_id),
            credit("income:fees", fee_cents),
        ),
        because=tuple(because),
        memo=memo,
    )


@posting("tournaments.prizes_won", msg("Prizes awarded"), reversed_as=msg("Prizes taken back"))
def prizes_won(
    tournament_id: int,
    *,
    owed_cents: Mapping[int, int],
    ticket_cents: Mapping[int, int],
    house_adds_cents: int = 0,
    because: Sequence[Because],
    memo: str,
) -> Draft:
    """
    The pool becomes what the house owes by name, and tickets to other tournaments.

    owed_cents: by payable; ticket_cents: by target; house_adds_cents: where the house tops a
    satellite up to a whole ticket (AMB-58).
    """
    total = sum(owed_cents.values()) + sum(ticket_cents.values())
    return Draft(
        lines=moving(
            debit("tournament:pool", total - house_adds_cents, tournament_id),
            debit("expense:overlay", house_adds_cents),
            *(credit("payable", cents, payable) for payable, cents in owed_cents.items()),
            *(credit("tickets", cents, target) for target, cents in ticket_cents.items()),
        ),
        because=tuple(because),
        memo=memo,
    )


@posting(
    "tournaments.bounties_collected",
    msg("Bounty chips handed in"),
    reversed_as=msg("Bounty chips taken back"),
)
def bounties_collected(
    tournament_id: int, owed_cents: Mapping[int, int], *, because: Sequence[Because], memo: str
) -> Draft:
    """Bounty chips become what the house owes by name. owed_cents: by payable."""
    return Draft(
        lines=moving(
            debit("tournament:bounties", sum(owed_cents.values()), tournament_id),
            *(credit("payable", cents, payable) for payable, cents in owed_cents.items()),
        ),
        because=tuple(because),
        memo=memo,
    )


@posting(
    "tournaments.royal_flush_won",
    msg("Royal Flush Jackpot won"),
    reversed_as=msg("Royal Flush Jackpot taken back"),
)
def royal_flush_won(
    series_id: int, owed_cents: Mapping[int, int], *, because: Sequence[Because], memo: str
) -> Draft:
    """A part of a series' Royal Flush Jackpot becomes what the house owes (OLY-3.2.i)."""
    return Draft(
        lines=moving(
            debit("rfj:pool", sum(owed_cents.values()), series_id),
            *(credit("payable", cents, payable) for payable, cents in owed_cents.items()),
        ),
        because=tuple(because),
        memo=memo,
    )


@posting(
    "tournaments.jackpot_won",
    msg("Tournament jackpot won"),
    reversed_as=msg("Tournament jackpot taken back"),
)
def jackpot_won(
    series_id: int, owed_cents: Mapping[int, int], *, because: Sequence[Because], memo: str
) -> Draft:
    """A part of a series' surcharges becomes what the house owes (IMG-T30, AMB-80)."""
    return Draft(
        lines=moving(
            debit("surcharge:pool", sum(owed_cents.values()), series_id),
            *(credit("payable", cents, payable) for payable, cents in owed_cents.items()),
        ),
        because=tuple(because),
        memo=memo,
    )


@posting("tournaments.ticket_given", msg("Free ticket"))
def ticket_given(
    target_id: int, cents: int, *, player_id: int, because: Sequence[Because], memo: str
) -> Draft:
    """The house gives a ticket away: its expense now, owed until it is used (OLY-3.4.28)."""
    return Draft(
        lines=moving(debit("expense:campaign", cents), credit("tickets", cents, target_id)),
        player_id=player_id,
        because=tuple(because),
        memo=memo,
    )


@posting(
    "tournaments.ticket_paid",
    msg("Ticket to be paid out"),
    reversed_as=msg("Settlement of a ticket taken back"),
)
def ticket_paid(
    target_id: int, cents: int, *, payable_id: int, player_id: int, because: Sequence[Because],
    memo: str,
) -> Draft:  # fmt: skip
    """A ticket that can no longer be used becomes what the house owes its holder in money."""
    return Draft(
        lines=moving(debit("tickets", cents, target_id), credit("payable", cents, payable_id)),
        player_id=player_id,
        because=tuple(because),
        memo=memo,
    )


@posting("tournaments.tickets_lapsed", msg("Unused free tickets"))
def tickets_lapsed(target_id: int, cents: int, *, because: Sequence[Because], memo: str) -> Draft:
    """Tickets that the house gave and nobody used: its expense is taken back."""
    return Draft(
        lines=moving(debit("tickets", cents, target_id), credit("expense:campaign", cents)),
        because=tuple(because),
        memo=memo,
    )


@posting("tournaments.ticket_taken_back", msg("Free ticket taken back"))
def ticket_taken_back(
    target_id: int, cents: int, *, player_id: int, because: Sequence[Because], memo: str
) -> Draft:
    """A ticket that the house gave and nobody used is no ticket any more, nor an expense."""
    return Draft(
        lines=moving(debit("tickets", cents, target_id), credit("expense:campaign", cents)),
        player_id=player_id,
        because=tuple(because),
        memo=memo,
    )


@posting("tournaments.ticket_moved", msg("Ticket transferred to another tournament"))
def ticket_moved(
    from_id: int, to_id: int, cents: int, *, player_id: int, because: Sequence[Because], memo: str
) -> Draft:
    """A ticket leads to another tournament from now on."""
    return Draft(
        lines=moving(debit("tickets", cents, from_id), credit("tickets", cents, to_id)),
        player_id=player_id,
        because=tuple(because),
        memo=memo,
    )
