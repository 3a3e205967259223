"""When a paid entry is given back."""

from dataclasses import dataclass
from typing import Literal

from casino.house.because import Because
from casino.house.rulebook import RuleBook

Cause = Literal[
    "tournament_cancelled", "tournament_changed", "too_few_participants", "withdrawal", "no_show",
    "disqualification",
]  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """Why an entry should be given back, and how things stand."""

    cause: Cause
    approved: bool
    before_start: bool
    valid_reason: bool
    stack_in_play: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Refunded:
    """The whole entry, buy-in and fee, or nothing."""

    code: Literal["refund", "no_refund"]
    refund_cents: int
    because: tuple[Because, ...]


def refund(book: RuleBook, *, paid_cents: int, request: Request) -> Refunded:
    """
    Return what is given back of an entry.

    Source: OLY-3.3.9, OLY-1.55, VOO-T7, VOO-T14, VOO-G5, IMG-T4, IMG-T5, IMG-T29, AMB-69, AMB-70,
    AMB-76, AMB-81.
    """
    match request.cause:
        case "tournament_cancelled" | "too_few_participants":
            given_back = True
        case "tournament_changed":
            given_back = book.refund.changed == "on_demand" and not request.stack_in_play
        case "withdrawal":
            given_back = _may_withdraw(book, request)
        case _:
            given_back = False
    cents = paid_cents if given_back else 0
    cited = _cited(book, request.cause)
    if request.stack_in_play and not given_back:
        cited = "AMB-70"
    why = book.why(cited, cents, cause=request.cause, paid_cents=paid_cents)
    code: Literal["refund", "no_refund"] = "refund" if given_back else "no_refund"
    return Refunded(code=code, refund_cents=cents, because=(why,))


def may_be_refunded(book: RuleBook, *, before_start: bool) -> bool:
    """
    Return whether some reason gives back the entry of a tournament that takes place.

    Source: as refund.
    """
    rule = book.refund
    withdraws = rule.withdrawal and (before_start or not rule.only_before_start)
    return withdraws or rule.changed == "on_demand"


def _cited(book: RuleBook, cause: Cause) -> str:
    """Return the paragraph that decides a cause."""
    refunds = "refund.withdrawal"
    keys: dict[Cause, str] = {
        "tournament_cancelled": refunds if book.refund.withdrawal else "decides.tournament_change",
        "tournament_changed": "refund.changed" if book.refund.changed else refunds,
        "too_few_participants": "tournament.min_participants",
        "withdrawal": refunds,
        "no_show": "tournament.no_show",
        "disqualification": "penalties.repeated" if book.penalties else "AMB-81",
    }
    return keys[cause]


def _may_withdraw(book: RuleBook, request: Request) -> bool:
    rule = book.refund
    return (
        rule.withdrawal
        and request.approved
        and not request.stack_in_play
        and (request.before_start or not rule.only_before_start)
        and (request.valid_reason or not rule.only_valid_reason)
    )
