"""How many chips a player may bring to a table."""

from dataclasses import dataclass

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.money import WHOLE_BP
from casino.schema import Cents, Count


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """Least and most buy-in of a table."""

    min_cents: int
    max_cents: int


@dataclass(frozen=True, kw_only=True, slots=True)
class LeftBefore:
    """How a player last left: with what, how long ago, whether it was this table."""

    cents: Cents
    seconds_ago: Count
    same_table: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class BuyInVerdict:
    """Whether a buy-in is accepted; `code` says on what grounds, the range what is allowed."""

    accepted: bool
    code: str
    allowed_min_cents: int
    allowed_max_cents: int
    because: tuple[Because, ...] = ()


def top_up_verdict(
    book: RuleBook, limits: Limits, *, cents: int, stack_cents: int, in_hand: bool
) -> BuyInVerdict:
    """
    Return whether a seated player may add chips: between hands, up to the table's maximum.

    Source: OLY-2.19, VOO-C19, IMG-G4, IMG-C17, AMB-116.
    """
    room = max(0, limits.max_cents - stack_cents)
    if in_hand:
        code = "hand_in_progress"
    elif cents > room:
        code = "above_maximum"
    else:
        code = "top_up" if cents >= 1 else "below_minimum"
    cited = "chips.added" if code == "hand_in_progress" else "AMB-116"
    why = book.why(cited, code, stack_cents=stack_cents, cents=cents, in_hand=in_hand)
    return BuyInVerdict(
        accepted=code == "top_up",
        code=code,
        allowed_min_cents=1,
        allowed_max_cents=room,
        because=(why,),
    )


def buy_in_verdict(
    book: RuleBook,
    limits: Limits,
    *,
    cents: int,
    left_before: LeftBefore | None = None,
    short_buy_ins_used: int = 0,
    supervisor_approved: bool = False,
) -> BuyInVerdict:
    """
    Return whether a player may sit down with an amount.

    short_buy_ins_used: of this gaming day.

    Source: OLY-2.9, OLY-2.10, OLY-2.20, OLY-2.26, VOO-C17, VOO-C23, IMG-C12, AMB-110, AMB-111.
    """
    if left_before and _must_return(book, limits, left_before):
        return _return_verdict(book, cents, left_before)
    if cents > limits.max_cents:
        code, cited = "above_maximum", "decides.table_limits"
    elif cents >= limits.min_cents:
        code, cited = "buy_in", "decides.table_limits"
    else:
        code = _short_code(
            book, limits, cents, used=short_buy_ins_used, approved=supervisor_approved
        )
        cited = "buy_in.short" if book.buy_in else "decides.table_limits"
    minimum = _half_cents(book, limits) if code == "short_buy_in" else limits.min_cents
    return BuyInVerdict(
        accepted=code in ("buy_in", "short_buy_in"),
        code=code,
        allowed_min_cents=minimum,
        allowed_max_cents=limits.max_cents,
        because=(
            book.why(
                cited, code, cents=cents, min_cents=limits.min_cents, max_cents=limits.max_cents
            ),
        ),
    )


def _must_return(book: RuleBook, limits: Limits, left: LeftBefore) -> bool:
    return (
        book.buy_in is not None
        and left.same_table
        and left.seconds_ago < book.buy_in.return_seconds
        and left.cents >= limits.min_cents
    )


def _return_verdict(book: RuleBook, cents: int, left: LeftBefore) -> BuyInVerdict:
    same = cents == left.cents
    code = "return_with_same_amount" if same else "must_return_with_same_amount"
    facts = {"cents": cents, "left_with_cents": left.cents, "seconds_ago": left.seconds_ago}
    return BuyInVerdict(
        accepted=same,
        code=code,
        allowed_min_cents=left.cents,
        allowed_max_cents=left.cents,
        because=(book.why("buy_in.return_seconds", code, **facts),),
    )


def _half_cents(book: RuleBook, limits: Limits) -> int:
    """Return the least short buy-in, rounded up to the cent."""
    return -(-limits.min_cents * book.buy_in.short_bp // WHOLE_BP) if book.buy_in else 0


def _short_code(book: RuleBook, limits: Limits, cents: int, *, used: int, approved: bool) -> str:
    rule = book.buy_in
    if rule is None or not rule.short or cents < _half_cents(book, limits):
        return "below_minimum"
    if used >= rule.short_per_day:
        return "short_buy_in_used"
    if rule.short_needs_supervisor and not approved:
        return "supervisor_required"
    return "short_buy_in"
