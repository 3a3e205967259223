"""What the jackpot takes from a pot, and both charges of a hand together."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cashgames.rules.first_round import Street, first_round_key, first_round_passed
from cashgames.rules.rake import PotRake, RakeTerms, rake, rake_by_pot_cents, rake_cents
from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.rules import Family


@dataclass(frozen=True, kw_only=True, slots=True)
class DropTerms:
    """What a session drops into the jackpot of each hand."""

    drop_cents: int
    min_players: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Drop:
    """The jackpot money of one hand; `reason` says what decided it."""

    drop_cents: int
    reason: str
    main_pot_after_cents: int
    because: tuple[Because, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class PotCharges:
    """Everything that is taken from the pots of one hand."""

    rake: PotRake
    drop: Drop

    @property
    def because(self) -> tuple[Because, ...]:
        """
        Return the reasons of the rake, then of the drop.

        Source: AMB-08.
        """
        return self.rake.because + self.drop.because


def no_jackpot_reason(book: RuleBook, *, family: Family, campaign: bool) -> str | None:
    """
    Return why a table has no jackpot at all, or None if it has.

    Source: OLY-4.2, OLY-4.11, AMB-20.
    """
    if book.jackpot is None:
        return "house_has_no_jackpot"
    if campaign:
        return "campaign"
    return None if family in book.jackpot.families else "game_excluded"


def drop_terms(book: RuleBook, *, family: Family, campaign: bool = False) -> DropTerms | None:
    """
    Return a session's terms of the jackpot money, None where nothing is ever taken.

    Source: OLY-2.38, OLY-4.3, OLY-4.11, AMB-20.
    """
    if book.jackpot is None or no_jackpot_reason(book, family=family, campaign=campaign):
        return None
    return DropTerms(drop_cents=book.jackpot.drop_cents, min_players=book.jackpot.min_players)


def drop_cents(terms: DropTerms, *, main_pot_cents: int, main_rake_cents: int, players: int) -> int:
    """
    Return the jackpot money of a hand that passed its first round: all of it or nothing.

    players: stacks dealt into the hand.

    Source: OLY-2.38, OLY-2.39, OLY-4.1, AMB-08, AMB-10, AMB-11.
    """
    enough = players >= terms.min_players and main_pot_cents - main_rake_cents >= terms.drop_cents
    return terms.drop_cents if enough else 0


def drop(
    book: RuleBook,
    *,
    main_pot_cents: int,
    main_rake_cents: int,
    players: int,
    street: Street,
    campaign: bool = False,
) -> Drop:
    """
    Return the jackpot money of a hand and why it is that much.

    Source: OLY-2.38, OLY-2.39, OLY-2.40, OLY-4.1, OLY-4.3, OLY-4.11, AMB-10, AMB-11, AMB-20.
    """
    none = no_jackpot_reason(book, family=street.family, campaign=campaign)
    terms = drop_terms(book, family=street.family, campaign=campaign)
    taken = 0
    if terms and first_round_passed(street, book.first_round):
        taken = drop_cents(
            terms, main_pot_cents=main_pot_cents, main_rake_cents=main_rake_cents, players=players
        )
    reason = none or ("taken" if taken else _why_not(book, players, street))
    facts = {"main_pot_cents": main_pot_cents, "main_rake_cents": main_rake_cents}
    cited = _cited(reason, street.family)
    return Drop(
        drop_cents=taken,
        reason=reason,
        main_pot_after_cents=main_pot_cents - main_rake_cents - taken,
        because=(book.why(cited, taken, players=players, **facts),) if book.jackpot else (),
    )


def _why_not(book: RuleBook, players: int, street: Street) -> str:
    if book.jackpot and players < book.jackpot.min_players:
        return "too_few_players"
    if not first_round_passed(street, book.first_round):
        return "first_round_not_passed"
    return "main_pot_too_small"


def _cited(reason: str, family: Family) -> str:
    """Return the key of the book, or the paragraph, that stands behind a reason."""
    keys = {
        "campaign": "jackpot.campaigns",
        "game_excluded": "jackpot.families",
        "too_few_players": "jackpot.min_players",
        "first_round_not_passed": first_round_key(family),
        "main_pot_too_small": "AMB-11",
    }
    return keys.get(reason, "jackpot.drop_cents")


def charges(
    book: RuleBook,
    terms: RakeTerms,
    *,
    pots_cents: Sequence[int],
    players: int,
    street: Street,
    campaign: bool = False,
) -> PotCharges:
    """
    Return rake and jackpot money of one hand with their reasons; the rake goes first.

    Source: OLY-2.36, OLY-2.38, OLY-2.39, AMB-08, AMB-13, AMB-46.
    """
    raked = rake(book, terms, pots_cents=pots_cents, street=street)
    dropped = drop(
        book,
        main_pot_cents=pots_cents[0],
        main_rake_cents=raked.by_pot_cents[0],
        players=players,
        street=street,
        campaign=campaign,
    )
    return PotCharges(rake=raked, drop=dropped)


def pot_charges(
    rake_rule: RakeTerms,
    drop_rule: DropTerms | None,
    hands: Iterable[tuple[Sequence[int], int, bool]],
) -> Iterator[tuple[int, int]]:
    """
    Yield (rake cents, drop cents) of each hand of one session, for imports by the million.

    A hand is (pots in cents, stacks dealt in, first round passed).

    Source: as `rake` and `drop`.
    """
    for pots, players, passed in hands:
        if not passed:
            yield 0, 0
            continue
        raked = rake_cents(rake_rule, pots)
        if drop_rule is None:
            yield raked, 0
            continue
        main = raked if len(pots) == 1 else rake_by_pot_cents(rake_rule, pots, raked)[0]
        yield (
            raked,
            drop_cents(drop_rule, main_pot_cents=pots[0], main_rake_cents=main, players=players),
        )
