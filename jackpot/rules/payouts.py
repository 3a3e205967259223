"""What the two jackpots pay, and to which seats."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.rules import Jackpot
from casino.messages import msg
from casino.money import allocate, equally, part
from casino.refusals import Refusal


class NoJackpot(Refusal):
    """The house plays without a jackpot."""

    code = "house_has_no_jackpot"
    message = msg("This club has no jackpot.")


class TooFewPlayers(Refusal):
    """Fewer seats at the table than the jackpot needs."""

    code = "too_few_players"
    message = msg("There are too few players at the table for the jackpot.")


class NoLosingOrWinningHand(Refusal):
    """A bad beat needs a hand that lost and one that won."""

    code = "no_losing_or_winning_hand"
    message = msg("Enter the seats of the losing and the winning hand.")


class SeatNotAtTable(Refusal):
    """A seat that lost or won is not among the seats of the table."""

    code = "seat_not_at_table"
    message = msg("The losing or winning seat is not at this table.")


class SeatLostAndWon(Refusal):
    """One seat cannot be both."""

    code = "seat_lost_and_won"
    message = msg("One seat cannot both lose and win a hand.")


class NoHolder(Refusal):
    """A royal flush needs somebody who holds it."""

    code = "no_holder"
    message = msg("Enter the seat with the royal flush.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Payout:
    """What a jackpot pays, by seat. `parts`: how it was divided before the seats."""

    total_cents: int
    payouts_cents: dict[int, int]
    parts: dict[str, int | str]
    because: tuple[Because, ...]


def bad_beat_payout(
    book: RuleBook,
    *,
    base_cents: int,
    losing_seats: Collection[int],
    winning_seats: Collection[int],
    seats: Collection[int],
) -> Payout:
    """
    Return the Bad Beat's money by seat.

    base_cents: of the hit; seats: all at the table. The house says whether the two hands' seats
    get a part of the table's share, too; where nobody else sits there they do.
    Raises NoJackpot, TooFewPlayers, NoLosingOrWinningHand, SeatNotAtTable, SeatLostAndWon.

    Source: OLY-4.6, OLY-4.8.1 to OLY-4.8.3, AMB-26, AMB-27.
    """
    rule = _checked_bad_beat(book, losing_seats, winning_seats, seats)
    total, shares = _bad_beat_shares(rule, base_cents)
    hands = {*losing_seats, *winning_seats}
    sharing = set(seats) - hands if rule.table_seats == "others" else ()
    groups = [sorted(set(g)) for g in (losing_seats, winning_seats, sharing or seats)]
    payouts = dict.fromkeys(sorted(set(seats)), 0)
    for share, group in zip(shares, groups, strict=True):
        for seat, cents in zip(group, equally(share, len(group)), strict=True):
            payouts[seat] += cents
    names = ("losing", "winning", "table")
    return Payout(
        total_cents=total,
        payouts_cents=payouts,
        parts={f"{name}_cents": share for name, share in zip(names, shares, strict=True)},
        because=(
            book.why("jackpot.bad_beat_bp", total, base_cents=base_cents, bp=rule.bad_beat_bp),
            *(
                book.why(f"jackpot.{name}_bp", share, total_cents=total, **{f"{name}_seats": group})
                for name, share, group in zip(names, shares, groups, strict=True)
            ),
        ),
    )


def _bad_beat_shares(rule: Jackpot, base_cents: int) -> tuple[int, list[int]]:
    """Return what the Bad Beat pays, and the parts of losing hand, winning hand and table."""
    total = part(base_cents, rule.bad_beat_bp)
    return total, allocate(total, [rule.losing_bp, rule.winning_bp, rule.table_bp])


def _checked_bad_beat(
    book: RuleBook, losing: Collection[int], winning: Collection[int], seats: Collection[int]
) -> Jackpot:
    rule = _jackpot(book)
    if len(set(seats)) < rule.min_players:
        raise TooFewPlayers(field="seats", source=book.source("jackpot.min_players"))
    if not losing or not winning:
        missing = "winning_seats" if losing else "losing_seats"
        raise NoLosingOrWinningHand(field=missing, source=book.source("jackpot.bad_beat_bp"))
    if not {*losing, *winning} <= set(seats):
        raise SeatNotAtTable(field="seats")
    if set(losing) & set(winning):
        raise SeatLostAndWon(field="winning_seats")
    return rule


def paid_from(
    book: RuleBook, *, base_cents: int, bad_beat: bool, royal_flush: bool
) -> dict[str, int]:
    """
    Return what a hit pays from a base to each kind of hand, before the seats are counted.

    Royal flush and bad beat of one hand are paid from one base. Raises NoJackpot.

    Source: OLY-4.6, OLY-4.8.1 to OLY-4.8.3, OLY-4.10.
    """
    rule = _jackpot(book)
    found: dict[str, int] = {}
    if royal_flush:
        paid = royal_flush_payout(book, base_cents=base_cents, holders=[1])
        found["royal_flush_cents"] = paid.total_cents
    if bad_beat:
        _, shares = _bad_beat_shares(rule, base_cents)
        found |= dict(zip(("losing_cents", "winning_cents", "table_cents"), shares, strict=True))
    return found


def royal_flush_payout(book: RuleBook, *, base_cents: int, holders: Sequence[int]) -> Payout:
    """
    Return the Royal Flush Jackpot's money by seat: a fixed sum, or a part of a small base.

    Raises NoJackpot, NoHolder.

    Source: OLY-4.10, AMB-31, AMB-32.
    """
    rule = _jackpot(book)
    if not holders:
        raise NoHolder(field="holders", source=book.source("jackpot.royal_fixed_cents"))
    fixed = base_cents >= rule.royal_threshold_cents
    total = rule.royal_fixed_cents if fixed else part(base_cents, rule.royal_bp)
    seats = sorted(set(holders))
    return Payout(
        total_cents=total,
        payouts_cents=dict(zip(seats, equally(total, len(seats)), strict=True)),
        parts={"rule": "fixed" if fixed else "percent"},
        because=(
            book.why(
                "jackpot.royal_fixed_cents",
                total,
                base_cents=base_cents,
                threshold_cents=rule.royal_threshold_cents,
                holders=seats,
            ),
        ),
    )


def _jackpot(book: RuleBook) -> Jackpot:
    if book.jackpot is None:
        raise NoJackpot(field="house")
    return book.jackpot
