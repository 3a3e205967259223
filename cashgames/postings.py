"""Which accounts the events of a cash table touch. Cents. Source: DESIGN section 4."""

from casino.house.because import Because
from casino.ledger.entries import Draft, DraftLine, credit, debit, moving, posting, titled
from casino.messages import msg

# What is then due.
STACK_DUE = titled("cashgames.stack", msg("Stack in safekeeping"))
STACK_RELEASED = "cashgames.stack_released"
# Moves of chips at a table.
for _kind, _title in {
    "buy_in": msg("Buy-in"),
    "top_up": msg("Top-up"),
    "cash_out": msg("Cash-out"),
    "removed": msg("Stack in safekeeping"),
    "returned": msg("Stack returned from safekeeping"),
    "tip": msg("Tip"),
    "bar": msg("Food and drink"),
    "moved_out": msg("To another table"),
    "moved_in": msg("From another table"),
}.items():
    titled(_kind, _title)

for _kind, _title in {
    "bought_in": msg("Buy-in reversed"),
    "topped_up": msg("Top-up reversed"),
    "tip_paid": msg("Tip reversed"),
    "bar_paid": msg("Food and drink reversed"),
}.items():
    titled(f"cashgames.{_kind}.reversed", _title)

POT_RAKED = "cashgames.pot_raked"
NOTES_BROUGHT = "cashgames.notes_brought"
# What chips that leave a stack during the game are kept for.
SPENT_ON = {"tip": "tips", "bar": "clearing:bar"}


@posting(
    "cashgames.{kind}",
    bought_in=msg("Buy-in"),
    topped_up=msg("Top-up"),
)
def bought_in(
    session_id: int,
    cents: int,
    *,
    kind: str,
    paid: tuple[DraftLine, ...],
    player_id: int,
    because: tuple[Because, ...],
) -> Draft:
    """
    A player brings chips to a seat.

    paid: cash into a drawer, notes into the table's bank and chips out of it, or chips held.
    """
    return Draft(
        lines=moving(*paid, credit("chips:table", cents, session_id)),
        player_id=player_id,
        because=because,
    )


@posting("cashgames.cashed_out", msg("Cash-out"), reversed_as=msg("Cash-out reversed"))
def cashed_out(
    session_id: int, cents: int, *, paid: tuple[DraftLine, ...], player_id: int
) -> Draft:
    """A player leaves the table with chips, or has them paid in cash at a drawer."""
    return Draft(
        lines=moving(debit("chips:table", cents, session_id), *paid),
        player_id=player_id,
    )


@posting(
    "cashgames.table_over_short",
    msg("Table over/short"),
    reversed_as=msg("Table over/short reversed"),
)
def table_over_short(
    session_id: int, *, over_cents: int, floor_cents: int, player_id: int | None, reason: str
) -> Draft:
    """
    A table is counted over its books, or short if negative; chips are owed wherever they lie.

    What a table lacks was taken along, so the house still owes it (AMB-117); what is over were
    chips that guests hold by the books (floor_cents), and what is still more is a loss.
    """
    return Draft(
        lines=moving(
            debit("chips:floor", floor_cents),
            debit("expense:over-short", over_cents - floor_cents),
            credit("chips:table", over_cents, session_id),
        ),
        player_id=player_id,
        memo=reason,
        adjustment=True,
    )


@posting(
    "cashgames.stack_removed",
    msg("Stack in safekeeping"),
    reversed_as=msg("Stack in safekeeping reversed"),
)
def stack_removed(session_id: int, cents: int, *, stack_id: int, player_id: int) -> Draft:
    """An absent player's stack leaves the table; it stays the player's money (AMB-120)."""
    return Draft(
        lines=moving(
            debit("chips:table", cents, session_id), credit("safekeeping", cents, stack_id)
        ),
        player_id=player_id,
    )


@posting(
    "cashgames.stack_returned",
    msg("Stack returned from safekeeping"),
    reversed_as=msg("Return from safekeeping reversed"),
)
def stack_returned(
    session_id: int, cents: int, *, stack_id: int, player_id: int, because: tuple[Because, ...]
) -> Draft:
    """A kept stack comes back to a table (IMG-C18, AMB-120)."""
    return Draft(
        lines=moving(
            debit("safekeeping", cents, stack_id), credit("chips:table", cents, session_id)
        ),
        player_id=player_id,
        because=because,
    )


@posting(
    STACK_RELEASED,
    msg("Stack in safekeeping, to be paid"),
    reversed_as=msg("Release of a stack reversed"),
)
def stack_released(cents: int, *, stack_id: int, payable_id: int, player_id: int) -> Draft:
    """A kept stack is to be paid out at the desk."""
    return Draft(
        lines=moving(debit("safekeeping", cents, stack_id), credit("payable", cents, payable_id)),
        player_id=player_id,
    )


@posting("cashgames.time_paid", msg("Time rake"), reversed_as=msg("Time rake reversed"))
def time_paid(
    cents: int, *, paid: DraftLine, player_id: int, because: tuple[Because, ...]
) -> Draft:
    """A player pays a share of the time rake, in chips off the stack or in cash (OLY-2.37)."""
    return Draft(
        lines=moving(paid, credit("income:time-rake", cents)),
        player_id=player_id,
        because=because,
    )


@posting(
    "cashgames.{purpose}_paid",
    tip=msg("Tip"),
    bar=msg("Food and drink"),
)
def chips_spent(
    session_id: int,
    cents: int,
    *,
    purpose: str,
    player_id: int,
    because: tuple[Because, ...],
) -> Draft:
    """Chips leave the table for food and drink, or as a tip; neither is the house's (OLY-2.19)."""
    return Draft(
        lines=moving(debit("chips:table", cents, session_id), credit(SPENT_ON[purpose], cents)),
        player_id=player_id,
        because=because,
    )


@posting(
    NOTES_BROUGHT,
    msg("Notes from a table"),
    reversed_as=msg("Notes from a table reversed"),
)
def notes_brought(session_id: int, cents: int, *, drawer_id: int) -> Draft:
    """The notes of a table's bank come to a drawer."""
    return Draft(
        lines=moving(
            debit("cash:drawer", cents, drawer_id), credit("cash:table", cents, session_id)
        ),
    )


@posting(
    "cashgames.stack_moved",
    msg("Table change"),
    reversed_as=msg("Table change reversed"),
)
def stack_moved(session_id: int, cents: int, *, to_session_id: int, player_id: int) -> Draft:
    """A player goes to another table with the stack; no cash moves (OLY-2.27, OLY-2.34)."""
    return Draft(
        lines=moving(
            debit("chips:table", cents, session_id), credit("chips:table", cents, to_session_id)
        ),
        player_id=player_id,
    )


@posting(
    POT_RAKED,
    msg("Rake and jackpot drop"),
    reversed_as=msg("Rake and jackpot drop reversed"),
)
def pot_raked(
    session_id: int,
    *,
    rake_cents: int,
    drop_cents: int,
    pool_ref: int | None,
    because: tuple[Because, ...] = (),
    memo: str = "",
) -> Draft:
    """The house takes its rake and the jackpot its drop out of a pot (OLY-2.36, OLY-2.38)."""
    return Draft(
        lines=moving(
            debit("chips:table", rake_cents + drop_cents, session_id),
            credit("income:rake", rake_cents),
            credit("jackpot:pool", drop_cents, pool_ref or 0),
        ),
        because=because,
        memo=memo,
    )


@posting("jackpot.followed", msg("Correction carried into the shared pool"))
def pool_followed(own: int, cents: int, *, into: int, memo: str) -> Draft:
    """
    What is put right in a pool that a club had before it joined a shared one is the shared one's.

    cents: what goes there; below zero, what comes from it. It is no drop, but what was brought.
    """
    lines = moving(debit("jackpot:pool", cents, own), credit("jackpot:pool", cents, into))
    return Draft(lines=lines, memo=memo)


@posting("cashgames.table_corrected", msg("Correction at a closed table"))
def table_corrected(session_id: int, cents: int, *, memo: str) -> Draft:
    """
    What a correction leaves on a table that is closed is what guests hold, and comes from there.

    cents: that it left there; below zero, that it lacks.
    """
    return Draft(
        lines=moving(debit("chips:table", cents, session_id), credit("chips:floor", cents)),
        memo=memo,
    )


@posting("cashgames.cash_between", msg("Cash between drawers, for a correction"))
def cash_between(cents: int, *, from_id: int, to_id: int, memo: str) -> Draft:
    """
    A correction is paid at another drawer than the booking was.

    cents: from the one to the other; below zero, the other way.
    """
    return Draft(
        lines=moving(debit("cash:drawer", cents, to_id), credit("cash:drawer", cents, from_id)),
        memo=memo,
    )
