"""The house's charge on a pot."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from cashgames.rules.first_round import Street, first_round_key, first_round_passed
from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.rules import Rake
from casino.messages import msg
from casino.money import WHOLE_BP, allocate
from casino.refusals import Refusal

Mode = Literal["pot", "time"]


class NoSpecialCap(Refusal):
    """The house has no higher cap for special cases."""

    code = "no_special_cap"
    message = msg("This club has no special rake cap.")


class PercentAboveHouseMaximum(Refusal):
    """The session's percentage is more than the book allows."""

    code = "percent_above_house_maximum"
    message = msg("The rake percentage is above the club's maximum.")


class CapAboveHouseMaximum(Refusal):
    """The session's cap is more than the book allows."""

    code = "cap_above_house_maximum"
    message = msg("The rake cap is above the club's maximum.")


@dataclass(frozen=True, kw_only=True, slots=True)
class RakeTerms:
    """What one session charges, made once when it opens. mode "time": no pot rake."""

    percent_bp: int
    step_cents: int
    min_pot_cents: int
    cap_cents: int
    basis: Literal["total", "main"]
    chip_unit_cents: int
    mode: Literal["pot", "time"]


@dataclass(frozen=True, kw_only=True, slots=True)
class PotRake:
    """The rake of one hand, in all and by pot, and why."""

    rake_cents: int
    by_pot_cents: list[int]
    because: tuple[Because, ...]


def rake_terms(
    rule: Rake,
    *,
    mode: Mode = "pot",
    chip_unit_cents: int | None = None,
    special_cap: bool = False,
    percent_bp: int | None = None,
    step_cents: int | None = None,
    min_pot_cents: int | None = None,
    cap_cents: int | None = None,
    basis: Literal["total", "main"] | None = None,
) -> RakeTerms:
    """
    Return a session's terms: the book's, or the session's own within the book's limits.

    Raises NoSpecialCap, PercentAboveHouseMaximum, CapAboveHouseMaximum.

    Source: OLY-2.36, VOO-C24, IMG-C20, ONL-14, AMB-01, AMB-02, AMB-12, AMB-13.
    """
    terms = RakeTerms(
        mode=mode,
        chip_unit_cents=chip_unit_cents or rule.chip_unit_cents,
        percent_bp=rule.percent_bp if percent_bp is None else percent_bp,
        step_cents=step_cents or rule.step_cents,
        min_pot_cents=rule.min_pot_cents if min_pot_cents is None else min_pot_cents,
        cap_cents=_cap_cents(rule, cap_cents, special=special_cap),
        basis=basis or rule.basis,
    )
    if terms.percent_bp > rule.max_percent_bp:
        raise PercentAboveHouseMaximum(field="percent_bp")
    if terms.cap_cents > rule.max_cap_cents:
        raise CapAboveHouseMaximum(field="cap_cents")
    return terms


def table_terms(book: RuleBook, *, special_cap: bool, mode: Mode) -> RakeTerms:
    """
    Return the terms of a table that plays on into a day of other rules.

    A special cap or a time rake that they do not know is over: its pots pay as others do.
    Source: OLY-2.36, OLY-2.37, AMB-02, AMB-13.
    """
    special = special_cap and book.rake.special_cap_cents is not None
    return rake_terms(book.rake, special_cap=special, mode=mode if book.time_rake else "pot")


def _cap_cents(rule: Rake, cap_cents: int | None, *, special: bool) -> int:
    """Return the session's own cap, else the book's for special cases, else the book's."""
    if special and rule.special_cap_cents is None:
        raise NoSpecialCap(field="special_cap")
    if cap_cents is not None:
        return cap_cents
    return rule.special_cap_cents if special and rule.special_cap_cents else rule.cap_cents


def rake_cents(terms: RakeTerms, pots_cents: Sequence[int]) -> int:
    """
    Return the rake of a hand that passed its first round.

    Full steps only, never above the cap, whole chips. Uncalled bets are not in the pots.

    Source: OLY-2.36, VOO-C24, VOO-C25, IMG-C20, ONL-14, AMB-01 to AMB-05, AMB-08, AMB-12.
    """
    base = pots_cents[0] if terms.basis == "main" else sum(pots_cents)
    if base < terms.min_pot_cents or terms.mode == "time":
        return 0
    rake = base // terms.step_cents * terms.step_cents * terms.percent_bp // WHOLE_BP
    rake = min(rake, terms.cap_cents)
    return rake - rake % terms.chip_unit_cents


def rake_by_pot_cents(terms: RakeTerms, pots_cents: Sequence[int], rake: int) -> list[int]:
    """
    Return what each pot carries of the rake: the main pot all, or all in proportion.

    Source: VOO-C25, AMB-03, AMB-04.
    """
    if terms.basis == "main" or len(pots_cents) == 1:
        return [rake] + [0] * (len(pots_cents) - 1)
    return allocate(rake, pots_cents, terms.chip_unit_cents)


def rake(book: RuleBook, terms: RakeTerms, *, pots_cents: Sequence[int], street: Street) -> PotRake:
    """
    Return the rake of a hand and why it is that much.

    Source: OLY-2.36, OLY-2.40, VOO-C24 to VOO-C26, IMG-C20, IMG-C21, ONL-14, AMB-13.
    """
    if terms.mode == "time":
        return _nothing(pots_cents, book.why("AMB-13", 0, mode="time"))
    if not first_round_passed(street, book.first_round):
        key = first_round_key(street.family)
        return _nothing(pots_cents, book.why(key, 0, **asdict(street)))
    taken = rake_cents(terms, pots_cents)
    by_pot = rake_by_pot_cents(terms, pots_cents, taken)
    return PotRake(
        rake_cents=taken, by_pot_cents=by_pot, because=_reasons(book, terms, pots_cents, by_pot)
    )


def _nothing(pots_cents: Sequence[int], why: Because) -> PotRake:
    return PotRake(rake_cents=0, by_pot_cents=[0] * len(pots_cents), because=(why,))


def _reasons(
    book: RuleBook, terms: RakeTerms, pots_cents: Sequence[int], by_pot: list[int]
) -> tuple[Because, ...]:
    amount = book.why(
        "rake.percent_bp",
        sum(by_pot),
        pots_cents=list(pots_cents),
        percent_bp=terms.percent_bp,
        step_cents=terms.step_cents,
        min_pot_cents=terms.min_pot_cents,
        cap_cents=terms.cap_cents,
        chip_unit_cents=terms.chip_unit_cents,
    )
    return amount, book.why("rake.basis", by_pot, basis=terms.basis)
