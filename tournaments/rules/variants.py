"""What kinds of tournament a house has, and what the announced ones come to together."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.tournaments import Variant, VariantName
from casino.messages import msg
from casino.refusals import Refusal
from casino.schema import Cents


class NoSuchVariant(Refusal):
    """The house has no tournaments of this kind."""

    code = "no_such_variant"
    message = msg("This club has no tournaments of this kind.")


class VariantsContradict(Refusal):
    """What one kind of tournament allows another one refuses."""

    code = "variants_contradict"
    message = msg(
        "These variants do not go together. Freezeout excludes rebuy, and prizes are by "
        "place, by chips or in tickets."
    )


class PartNotAnnounced(Refusal):
    """A part of the ticket belongs to a kind of tournament that was not announced."""

    code = "part_not_announced"
    message = msg(
        "Bounties are for Terminator tournaments only, and the jackpot part is for Royal "
        "Flush Jackpot tournaments only."
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Format:
    """What a tournament is by all its variants together; most_players: at one table."""

    rebuy: Literal["when_broke", "at_will", "refused"] | None
    extra_chips: bool
    prizes: Literal["places", "chips", "tickets"]
    own_chip: bool
    joker: bool
    royal_flush_part: bool
    most_players: int | None
    because: tuple[Because, ...]


def tournament_format(book: RuleBook, variants: Sequence[VariantName]) -> Format:
    """
    Return what a tournament of some announced variants is.

    Rebuys at will include those of who is broke. Raises NoSuchVariant, VariantsContradict.

    Source: OLY-3.2.a to OLY-3.2.i, OLY-1.53, VOO-T2, IMG-V1 to IMG-V6, HOME-1.
    """
    if unknown := [name for name in variants if name not in book.variants]:
        raise NoSuchVariant(
            msg("This club has no {unknown} tournaments.", unknown=unknown[0]), field="variants"
        )
    chosen = [book.variants[name] for name in variants]
    rebuys = {one.rebuy for one in chosen if one.rebuy}
    prizes = [one.prizes for one in chosen if one.prizes]
    if len(set(prizes)) > 1 or ("refused" in rebuys and len(rebuys) > 1):
        raise VariantsContradict(field="variants")
    return Format(
        rebuy="at_will" if "at_will" in rebuys else next(iter(rebuys), None),
        extra_chips=any(one.extra_chips for one in chosen),
        prizes=prizes[0] if prizes else "places",
        own_chip=any(one.own_chip for one in chosen),
        joker=any(one.joker for one in chosen),
        royal_flush_part=any(one.royal_flush_part for one in chosen),
        most_players=next((one.most_players for one in chosen if one.most_players), None),
        because=tuple(_why(book, name, one) for name, one in zip(variants, chosen, strict=True)),
    )


def told_apart(book: RuleBook) -> list[VariantName]:
    """
    Return the house's kinds of tournament, one of those alike.

    Voodoo's rebuys at will are sold to who is broke alone, as its rebuys are. Source: VOO-T2.
    """
    first: dict[Variant, VariantName] = {}
    for name, variant in book.variants.items():
        first.setdefault(variant, name)
    return list(first.values())


def most_at_a_table(book: RuleBook, variants: Sequence[VariantName]) -> tuple[int, str]:
    """
    Return how many sit at one table at most, and the paragraph that says so.

    What a variant says; else the largest number of the book's games, for a tournament names none.
    Source: OLY-1.53, VOO-G2, IMG-G1, HOME-1, AMB-113, AMB-114.
    """
    for name in variants:
        if most := book.variants[name].most_players:
            return most, book.source(f"variants.{name}.most_players")
    most, game = max((most, game) for game, most in book.tables.max_players.items())
    return most, book.source(f"tables.max_players.{game}")


def check_parts(book_format: Format, *, bounty_cents: Cents, rfj_cents: Cents) -> None:
    """
    Refuse a ticket with a part that its tournament does not have. Raises PartNotAnnounced.

    Source: OLY-3.2.g, OLY-3.2.i, VOO-T2, IMG-V4, AMB-57.
    """
    if bounty_cents and not book_format.own_chip:
        raise PartNotAnnounced(field="bounty_cents", source="OLY-3.2.g")
    if rfj_cents and not book_format.royal_flush_part:
        raise PartNotAnnounced(field="rfj_cents", source="OLY-3.2.i")


def check_surcharge(book: RuleBook, cents: Cents) -> None:
    """
    Refuse a tournament jackpot where the house has none. Raises PartNotAnnounced.

    Source: IMG-T30, HOME-0, AMB-80.
    """
    if cents and not book.tournament.jackpot_surcharge:
        raise PartNotAnnounced(
            msg("This club has no tournament jackpots."),
            field="surcharge_cents",
            source=book.source("tournament.jackpot_surcharge"),
        )


def _why(book: RuleBook, name: VariantName, variant: Variant) -> Because:
    key = next(key for key in book.sources if key.startswith(f"variants.{name}."))
    return book.why(key, getattr(variant, key.rpartition(".")[2]), variant=name)
