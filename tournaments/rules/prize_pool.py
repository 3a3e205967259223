"""Where the money of a tournament's tickets goes: prize pool, fee, bounties, other pools."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.rules import Ranking, Role, TournamentKind
from casino.messages import msg
from casino.money import part
from casino.refusals import Refusal
from casino.schema import Cents, Count
from tournaments.rules.verdict import SaleVerdict, allow, refuse


class PartsAbovePrice(Refusal):
    """Bounty and Royal Flush part are inside the price and cannot be more than it."""

    code = "parts_above_price"
    message = msg("Bounty and Royal Flush Jackpot part add up to more than the buy-in.")
    source = "AMB-57"


class MoreRefundsThanEntries(Refusal):
    """More was given back than came in."""

    code = "more_refunds_than_entries"
    message = msg("There are more refunds than entries.")
    source = "AMB-70"


class NotARankingTournament(Refusal):
    """A kind of tournament that never counts for the ranking, or a house without one."""

    code = "not_a_ranking_tournament"
    message = msg("This tournament cannot count for the ranking.")
    source = "OLY-5.2"


@dataclass(frozen=True, kw_only=True, slots=True)
class TicketLine:
    """
    Tickets of one kind and price.

    Bounty and Royal Flush part (rfj) are inside the price; fee and surcharge come on top.
    """

    kind: Literal["entry", "reentry", "rebuy", "addon", "refund"]
    count: Count
    price_cents: Cents
    fee_cents: Cents
    bounty_cents: Cents
    rfj_cents: Cents
    surcharge_cents: Cents

    @property
    def signed_count(self) -> int:
        """Return how many tickets it adds; a refund takes them away."""
        return -self.count if self.kind == "refund" else self.count


@dataclass(frozen=True, kw_only=True, slots=True)
class PrizePool:
    """Everything received, by where it goes. Net: what the prizes are made of."""

    received_cents: int
    gross_prize_pool_cents: int
    ranking_contribution_cents: int
    net_prize_pool_cents: int
    fee_cents: int
    bounty_pool_cents: int
    rfj_pool_cents: int
    jackpot_surcharge_cents: int
    because: tuple[Because, ...]


def prize_pool(
    book: RuleBook, *, kind: TournamentKind, ranking: bool, lines: Sequence[TicketLine]
) -> PrizePool:
    """
    Return where the money of all tickets goes; the parts sum to what was received.

    Raises PartsAbovePrice, MoreRefundsThanEntries, NotARankingTournament.

    Source: OLY-3.1, OLY-3.2.g, OLY-3.2.i, OLY-5.3, IMG-T15, IMG-T30, AMB-56, AMB-57, AMB-70,
    AMB-80.
    """
    _check(lines)
    sums = {
        name: sum(line.signed_count * getattr(line, name) for line in lines)
        for name in ("price_cents", "fee_cents", "bounty_cents", "rfj_cents", "surcharge_cents")
    }
    gross = sums["price_cents"] - sums["bounty_cents"] - sums["rfj_cents"]
    if min(gross, *sums.values()) < 0:
        raise MoreRefundsThanEntries(field="lines")
    rule = ranking_rule(book, kind) if ranking else None
    contribution = part(gross, rule.contribution_bp) if rule else 0
    why = [book.why("AMB-57", gross, **sums)]
    if book.purchases and any(line.kind in ("rebuy", "addon") for line in lines):
        why.append(book.why("purchases.money", gross))
    if rule:
        facts = {"gross_cents": gross, "bp": rule.contribution_bp}
        why.append(book.why("ranking.contribution_bp", contribution, **facts))
    return PrizePool(
        received_cents=sums["price_cents"] + sums["fee_cents"] + sums["surcharge_cents"],
        gross_prize_pool_cents=gross,
        ranking_contribution_cents=contribution,
        net_prize_pool_cents=gross - contribution,
        fee_cents=sums["fee_cents"],
        bounty_pool_cents=sums["bounty_cents"],
        rfj_pool_cents=sums["rfj_cents"],
        jackpot_surcharge_cents=sums["surcharge_cents"],
        because=tuple(why),
    )


def ranking_rule(book: RuleBook, kind: TournamentKind) -> Ranking:
    """
    Return the house's ranking if a kind of tournament may count. Raises NotARankingTournament.

    Source: OLY-5.1, OLY-5.2.
    """
    if book.ranking is None or kind in book.ranking.barred_kinds:
        raise NotARankingTournament(field="kind")
    return book.ranking


def ranking_mark(book: RuleBook, *, by: Role, kind: TournamentKind) -> SaleVerdict:
    """
    Return whether somebody who makes a tournament may mark it as one that counts.

    Source: OLY-5.1, OLY-5.2.
    """
    if book.ranking is None:
        return refuse(book, "house_has_no_ranking", "ranking.barred_kinds")
    if kind in book.ranking.barred_kinds:
        return refuse(book, "kind_never_counts", "ranking.barred_kinds", kind=kind)
    answer = allow if by == book.decides.ranking else refuse
    code = "counts" if by == book.decides.ranking else "not_by_this_role"
    return answer(book, code, "decides.ranking", by=by)


def _check(lines: Sequence[TicketLine]) -> None:
    for i, line in enumerate(lines):
        if line.bounty_cents + line.rfj_cents > line.price_cents:
            raise PartsAbovePrice(field=f"lines[{i}]")
    if sum(line.signed_count for line in lines) < 0:
        raise MoreRefundsThanEntries(field="lines")
