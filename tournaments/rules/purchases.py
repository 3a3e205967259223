"""What a player may buy, or take, once the tournament is under way."""

from dataclasses import dataclass
from typing import Literal

from casino.house.rulebook import RuleBook
from casino.house.tournaments import VariantName
from casino.schema import Count
from tournaments.rules.variants import Format, tournament_format
from tournaments.rules.verdict import SaleVerdict, allow, refuse

Purchase = Literal["rebuy", "addon", "reentry", "extra_chips"]


@dataclass(frozen=True, kw_only=True, slots=True)
class PurchaseTerms:
    """What a tournament announced; most_...: for each player, None: no limit."""

    variants: tuple[VariantName, ...]
    addon: bool = False
    reentry: bool = False
    most_rebuys: Count | None = None
    most_addons: Count | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Buying:
    """What a player wants now; chips: the stack; taken: how often he has had the same."""

    purchase: Purchase
    chips: Count
    taken: Count = 0
    in_hand: bool = False
    in_period: bool = True


def purchase_allowed(book: RuleBook, terms: PurchaseTerms, buying: Buying) -> SaleVerdict:
    """
    Return whether a player may have a rebuy, an add-on, a re-entry or the extra chips now.

    The extra chips of a double chance are free; the money of all else joins the prize pool.
    Raises NoSuchVariant, VariantsContradict.

    Source: OLY-3.2.a to OLY-3.2.d, VOO-T2, IMG-V1 to IMG-V3, IMG-V5, IMG-G4, HOME-1.
    """
    announced = tournament_format(book, terms.variants)
    facts = {"purchase": buying.purchase, "chips": buying.chips, "taken": buying.taken}
    if buying.in_hand:
        return refuse(book, "hand_in_progress", "chips.added", **facts)
    if not buying.in_period:
        return refuse(book, "period_over", "purchases.within", **facts)
    code = _obstacle(terms, announced, buying)
    cited = _cited(book, terms, buying.purchase)
    return refuse(book, code, cited, **facts) if code else allow(book, "allowed", cited, **facts)


def _obstacle(terms: PurchaseTerms, announced: Format, buying: Buying) -> str | None:
    if buying.purchase == "rebuy":
        return _no_rebuy(terms, announced, buying)
    offered = {
        "addon": terms.addon,
        "reentry": terms.reentry,
        "extra_chips": announced.extra_chips,
    }
    if not offered[buying.purchase]:
        return "not_announced"
    hindered: dict[str, tuple[str, object]] = {
        "addon": ("no_more_addons", _is_used_up(terms.most_addons, buying)),
        "reentry": ("has_chips", buying.chips),
        "extra_chips": ("taken_already", buying.taken),
    }
    code, hinders = hindered[buying.purchase]
    return code if hinders else None


def _no_rebuy(terms: PurchaseTerms, announced: Format, buying: Buying) -> str | None:
    if announced.rebuy is None or announced.rebuy == "refused":
        return "freezeout" if announced.rebuy else "not_announced"
    if announced.rebuy == "when_broke" and buying.chips:
        return "has_chips"
    return "no_more_rebuys" if _is_used_up(terms.most_rebuys, buying) else None


def _is_used_up(most: int | None, buying: Buying) -> bool:
    return most is not None and buying.taken >= most


def _cited(book: RuleBook, terms: PurchaseTerms, purchase: Purchase) -> str:
    """Return the value that decides: of the variant that is about it, else the period's."""
    keys = [f"variants.{name}.{purchase}" for name in reversed(terms.variants)]
    return next((key for key in keys if key in book.sources), "purchases.within")
