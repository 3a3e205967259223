"""Pots of a hand: uncalled bets, side pots, charges, and who wins what."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from cashgames.rules.first_round import Street
from cashgames.rules.games import GameRules
from cashgames.rules.hands import best_hand
from cashgames.rules.jackpot_drop import PotCharges, charges
from cashgames.rules.odd_chip import Seating, odd_chip_key, odd_chip_order
from cashgames.rules.rake import RakeTerms
from casino.cards import Card
from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.rules import SeatNo
from casino.messages import msg
from casino.money import equally
from casino.refusals import BadInput, Refusal
from casino.schema import Cents


class NotWholeChips(Refusal):
    """A bet that the chips of the table cannot make."""

    code = "not_whole_chips"
    message = msg("A bet is not a multiple of the table's smallest chip.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Contribution:
    """What a seat put into the hand in all; live: the cards are neither folded nor dead."""

    seat: SeatNo
    cents: Cents
    live: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Claim:
    """What a seat shows for each half of a pot (greater wins, None: nothing), its highest card."""

    halves: tuple[tuple[int, ...] | None, ...]
    odd_card: Card | None = None


Sharer = TypeVar("Sharer")
# A showdown on one board: the claims by seat. Two boards make two runs.
Run = Mapping[int, Claim]


@dataclass(frozen=True, kw_only=True, slots=True)
class Pot:
    """Money that some seats play for."""

    cents: int
    eligible: tuple[int, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PaidPot:
    """A pot after its charges, and what each winner gets of it."""

    cents: int
    eligible: tuple[int, ...]
    rake_cents: int
    drop_cents: int
    net_cents: int
    awards_cents: dict[int, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class Settled:
    """A hand's money, all of it: given back, charged, won."""

    returned_cents: dict[int, int]
    rake_cents: int
    drop_cents: int
    pots: tuple[PaidPot, ...]
    payouts_cents: dict[int, int]
    because: tuple[Because, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Played:
    """How a hand was played: how far it got, stacks dealt in, where the button was."""

    street: Street
    players: int
    seating: Seating
    campaign: bool = False


def settle(
    book: RuleBook,
    terms: RakeTerms,
    played: Played,
    *,
    contributions: Sequence[Contribution],
    runs: Sequence[Run],
) -> Settled:
    """
    Return who gets what of a hand. Every cent put in goes back, to the house or to a winner.

    runs: one showdown for each board; none is needed where one live hand is left. Raises
    NotWholeChips and BadInput.

    Source: OLY-1.30, OLY-1.46, OLY-1.47, OLY-2.39, VOO-G31, VOO-G32, IMG-G36, IMG-G43 to IMG-G45,
    HOME-24, HOME-27 to HOME-29, ONL-9, AMB-03, AMB-08, AMB-09, AMB-43 to AMB-48.
    """
    _check_contributions(contributions, terms.chip_unit_cents)
    returned = uncalled_cents(contributions)
    pots = tuple(side_pots(contributions, returned))
    _check_runs(runs, contributions, pots)
    taken = _charges(book, terms, played, pots)
    split = _Split(book=book, played=played, runs=runs, chip_unit_cents=terms.chip_unit_cents)
    paid = tuple(_paid(pots, taken, split))
    payouts: Counter[int] = Counter()
    for pot in paid:
        payouts.update(pot.awards_cents)
    return Settled(
        returned_cents=returned,
        rake_cents=sum(pot.rake_cents for pot in paid),
        drop_cents=sum(pot.drop_cents for pot in paid),
        pots=paid,
        payouts_cents=dict(sorted(payouts.items())),
        because=tuple(_reasons(split, returned, _dead_cents(contributions, returned), taken, paid)),
    )


def uncalled_cents(contributions: Sequence[Contribution]) -> dict[int, int]:
    """
    Return what the single highest bettor put in above the next one, live or not, by seat.

    Source: OLY-1.30, VOO-T36, IMG-G8, AMB-09.
    """
    by_cents = sorted(contributions, key=lambda one: one.cents, reverse=True)
    highest = by_cents[0]
    uncalled = highest.cents - (by_cents[1].cents if len(by_cents) > 1 else 0)
    return {highest.seat: uncalled} if uncalled else {}


def side_pots(contributions: Sequence[Contribution], returned: Mapping[int, int]) -> Iterator[Pot]:
    """
    Yield main pot and side pots: one for each level of the live bets, uncalled money taken out.

    What dead hands put in above the last level lies in the last pot.

    Source: OLY-1.9, OLY-1.32, OLY-1.47, VOO-G32, IMG-G45, HOME-29, ONL-9.
    """
    bets = {one.seat: one.cents - returned.get(one.seat, 0) for one in contributions}
    live = {one.seat for one in contributions if one.live}
    levels = sorted({bets[seat] for seat in live} - {0}) or [0]
    below = 0
    for level in levels:
        maximum = max(bets.values()) if level == levels[-1] else level
        cents = sum(min(bet, maximum) - min(bet, below) for bet in bets.values())
        if cents:
            yield Pot(cents=cents, eligible=tuple(sorted(s for s in live if bets[s] >= level)))
        below = level


def winners_by_half(run: Run, eligible: Sequence[int]) -> list[list[int]]:
    """
    Return for each half of a pot the seats that win it; a half that nobody can win is left out.

    Source: OLY-1.46, OLY-6.3.3, OLY-6.11.1, OLY-6.12.1.
    """
    halves = []
    for orders in zip(*(run[seat].halves for seat in eligible), strict=True):
        best = max((order for order in orders if order is not None), default=None)
        if best is not None:
            pairs = zip(eligible, orders, strict=True)
            halves.append([seat for seat, order in pairs if order == best])
    return halves


def showdown(
    game: GameRules, board: Sequence[Card], cards_by_seat: Mapping[int, Sequence[Card]]
) -> Run:
    """
    Return what each seat shows on one board, ranked by the game.

    Source: OLY-1.41, OLY-1.45, OLY-6.3.2, OLY-6.12.1.
    """
    return {seat: _claim(game, board, own) for seat, own in cards_by_seat.items()}


def _claim(game: GameRules, board: Sequence[Card], own: Sequence[Card]) -> Claim:
    hands = [best_hand(game, half, own, board) for half in game.halves]
    return Claim(
        halves=tuple(hand.value.order if hand else None for hand in hands), odd_card=max(own)
    )


def _check_contributions(contributions: Sequence[Contribution], chip_unit_cents: int) -> None:
    if not any(one.live for one in contributions):
        raise BadInput(msg("contributions: no player is left in the hand."), field="contributions")
    for i, one in enumerate(contributions):
        if one.cents % chip_unit_cents:
            raise NotWholeChips(field=f"contributions[{i}].cents")


def _dead_cents(
    contributions: Sequence[Contribution], returned: Mapping[int, int]
) -> dict[int, int]:
    """Return what folded and dead hands leave in the pots, by seat."""
    left = {one.seat: one.cents - returned.get(one.seat, 0) for one in contributions}
    return {one.seat: left[one.seat] for one in contributions if not one.live and left[one.seat]}


def _check_runs(
    runs: Sequence[Run], contributions: Sequence[Contribution], pots: Sequence[Pot]
) -> None:
    live = {one.seat for one in contributions if one.live}
    contested = {seat for pot in pots if len(pot.eligible) > 1 for seat in pot.eligible}
    if contested and not runs:
        raise BadInput(
            msg("showdown: missing although more than one hand is left."), field="showdown"
        )
    for run in runs:
        if strange := sorted(set(run) - live):
            said = msg("showdown: seat {strange} has no live hand.", strange=strange[0])
            raise BadInput(said, field="showdown")
        if missing := sorted(contested - set(run)):
            said = msg("showdown: the hand of seat {missing} is missing.", missing=missing[0])
            raise BadInput(said, field="showdown")


def _charges(book: RuleBook, terms: RakeTerms, played: Played, pots: Sequence[Pot]) -> PotCharges:
    return charges(
        book,
        terms,
        # Where all was given back there is no pot: nothing is charged on nothing.
        pots_cents=[pot.cents for pot in pots] or [0],
        players=played.players,
        street=played.street,
        campaign=played.campaign,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Split:
    """What decides who wins how much of a pot."""

    book: RuleBook
    played: Played
    runs: Sequence[Run]
    chip_unit_cents: int

    def awards(self, net_cents: int, eligible: Sequence[int]) -> dict[int, int]:
        """Split a pot over the boards, then the halves, then the winners in odd-chip order."""
        if len(eligible) == 1:
            return {eligible[0]: net_cents}
        awards: Counter[int] = Counter()
        for run, run_cents in self._shared(net_cents, self.runs):
            halves = winners_by_half(run, eligible)
            if self.book.odd_chip.between_halves == "second":
                halves.reverse()
            for winners, half_cents in self._shared(run_cents, halves):
                awards.update(dict(self._shared(half_cents, self._in_order(run, winners))))
        return dict(sorted(awards.items()))

    def _in_order(self, run: Run, winners: Sequence[int]) -> list[int]:
        odd_cards = {seat: run[seat].odd_card for seat in winners}
        family, seating = self.played.street.family, self.played.seating
        return odd_chip_order(self.book, family, seating, odd_cards)

    def _shared(self, cents: int, among: Sequence[Sharer]) -> Iterator[tuple[Sharer, int]]:
        return zip(among, equally(cents, len(among), self.chip_unit_cents), strict=True)


def _paid(pots: Sequence[Pot], taken: PotCharges, split: _Split) -> Iterator[PaidPot]:
    drops = [taken.drop.drop_cents] + [0] * len(pots)
    for pot, rake, drop in zip(pots, taken.rake.by_pot_cents, drops, strict=False):
        net = pot.cents - rake - drop
        yield PaidPot(
            cents=pot.cents,
            eligible=pot.eligible,
            rake_cents=rake,
            drop_cents=drop,
            net_cents=net,
            awards_cents=split.awards(net, pot.eligible),
        )


def _reasons(
    split: _Split,
    returned: Mapping[int, int],
    dead: Mapping[int, int],
    taken: PotCharges,
    paid: Sequence[PaidPot],
) -> Iterator[Because]:
    book, runs, family = split.book, split.runs, split.played.street.family
    if returned:
        yield book.why("pots.uncalled", returned)
    if dead:
        yield book.why("pots.dead_hands", dead)
    if len(paid) > 1:
        yield book.why("pots.side_pots", [pot.cents for pot in paid])
    yield from taken.because
    if len(runs) > 1:
        yield book.why("AMB-46", len(runs), boards=len(runs))
    if tied := [seats for run in runs for seats in winners_by_half(run, sorted(run)) if seats[1:]]:
        yield book.why("hands.suits", tied)
    if any(len(winners_by_half(run, list(run))) > 1 for run in runs):
        yield book.why("odd_chip.between_halves", book.odd_chip.between_halves)
    for pot in paid:
        facts = {"net_cents": pot.net_cents, "eligible": pot.eligible}
        yield book.why(odd_chip_key(family), pot.awards_cents, **facts)
