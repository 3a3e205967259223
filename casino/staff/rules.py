"""
Who may decide what, overrides from a rule, until when a claim is heard, how long who guesses waits.

No Django here.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.messages import msg
from casino.names import clean_text
from casino.refusals import Refusal

# From the first wrong password or PIN too many on one waits, each time twice as long.
FIRST_WAIT, MAX_WAIT = timedelta(seconds=15), timedelta(minutes=15)
# Roles of the staff that a book knows by another name, and whose word includes another's.
SPEAKS_FOR: dict[str, frozenset[str]] = {
    "director": frozenset({"supervisor"}),
    "manager": frozenset({"supervisor"}),
}


class NotDecided(Refusal):
    """The book does not know that anybody decides this."""

    code = "house_decides_no_such_thing"
    message = msg("The rule book does not say who decides this.")


class NotYoursToDecide(Refusal):
    """The role does not decide this."""

    status = 403
    code = "role_does_not_decide"
    message = msg("Your role may not approve this.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    """Whether a role decides; `needs`: the role that does; consent: everybody concerned agrees."""

    allowed: bool
    needs: str
    consent: bool
    because: tuple[Because, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ClaimVerdict:
    """Whether a claim is heard, `code` says on what grounds."""

    heard: bool
    code: Literal["heard", "too_late", "decided_finally"]
    because: tuple[Because, ...]


def may_decide(book: RuleBook, decision: str, role: str) -> Decision:
    """
    Return whether a role of the staff decides something, `short_buy_in`, `refund`.

    Where everybody concerned has to agree, the supervisor records it. A director speaks as a
    supervisor; so does the manager. Raises NotDecided.

    Source: OLY-0.1, OLY-1.3, OLY-1.4, OLY-1.49, OLY-1.53, OLY-2.6, OLY-2.9, OLY-2.18, OLY-2.20,
    OLY-2.22, OLY-2.27, OLY-2.33, OLY-2.34, OLY-2.36, OLY-2.37, OLY-3.3.1, OLY-3.3.9, OLY-3.3.10,
    OLY-3.4.2, OLY-3.4.26, OLY-4.11, OLY-5.1, VOO-C7, VOO-C10, VOO-C18, VOO-C21, VOO-G5, VOO-G6,
    VOO-G8, VOO-G35, VOO-G37, VOO-G38, VOO-T3, VOO-T14, VOO-T27, IMG-C5, IMG-C7, IMG-C22, IMG-G55,
    IMG-G58, IMG-G59, IMG-T5, HOME-44, AMB-38, AMB-39.
    """
    key = f"decides.{decision}"
    named = book.values.get(key)
    if named is None:
        raise NotDecided(field="decision")
    consent = named == "everyone"
    needs = "supervisor" if consent else named
    allowed = role == needs or needs in SPEAKS_FOR.get(role, ())
    why = book.why(key, allowed, decision=decision, role=role)
    return Decision(allowed=allowed, needs=needs, consent=consent, because=(why,))


def growing_wait(above: int) -> timedelta:
    """
    Return how long one waits after so many wrong tries more than are free.

    Source: NIST SP 800-63B 5.2.2.
    """
    return min(FIRST_WAIT * 2 ** min(above, 30), MAX_WAIT) if above >= 0 else timedelta(0)


def deviation(book: RuleBook, *, rule_id: str, role: str, reason: str) -> Because:
    """
    Return the reason that is kept for good where somebody sets a rule aside.

    rule_id: the paragraph or the key of the book that is set aside. Raises NotYoursToDecide, and
    BadInput where the reason is missing.

    Source: OLY-0.1, VOO-G37, IMG-G59, HOME-44.
    """
    verdict = may_decide(book, "deviation", role)
    if not verdict.allowed:
        raise NotYoursToDecide(source=verdict.because[0].rule)
    facts = {
        "rule": book.sources.get(rule_id, rule_id),
        "reason": clean_text(reason, max_length=200),
    }
    return book.why("decides.deviation", "set aside", **facts)


def claim_verdict(
    book: RuleBook, *, hands_since: int, undue_delay: bool = False, decided_before: bool = False
) -> ClaimVerdict:
    """
    Return whether a complaint about a hand is still heard.

    hands_since: hands begun at the table after that one; decided_before: the floor has spoken.

    Source: OLY-0.2, OLY-0.3, VOO-G34, VOO-G38, IMG-G52, IMG-G59, HOME-44.
    """
    rule = book.claims
    code: Literal["heard", "too_late", "decided_finally"] = "heard"
    cited = "decides.dispute"
    if rule and rule.final and decided_before:
        code, cited = "decided_finally", "claims.final"
    elif rule and rule.heard_until:
        late = {"next_hand": hands_since > 0, "undue_delay": undue_delay}
        code = "too_late" if late[rule.heard_until] else "heard"
        cited = "claims.heard_until"
    why = book.why(cited, code, hands_since=hands_since, undue_delay=undue_delay)
    return ClaimVerdict(heard=code == "heard", code=code, because=(why,))
