"""
Players, without Django: who they are, how old, what of that is shown; the clock, penalties and
pots given to the wrong player.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from difflib import SequenceMatcher
from typing import Any, Literal

from babel import Locale
from stdnum.ee import ik
from stdnum.exceptions import ValidationError
from stdnum.lv import pvn

from casino.house.because import Because
from casino.house.floor import Breach, Clock, Measure, Penalties, Step, Where
from casino.house.rulebook import RuleBook
from casino.messages import msg
from casino.names import natural, spelled
from casino.rates.rules import Law
from casino.refusals import BadInput, Refusal

OUT = Step(measure="out")
# Below the first of a house's measures.
LESS = -1
NO_MINUTES = msg("The rule book has no minutes for this penalty.")
HARDER: tuple[Measure, ...] = ("warning", "away", "second_place", "out")
# Of Babel's territories those that are no country of ISO 3166-1: unions, islands apart, tests.
NO_COUNTRIES = {
    "AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "IC", "QO", "TA", "UN", "XA", "XB", "ZZ",
}  # fmt: skip
COUNTRIES = tuple(
    sorted(
        code
        for code in map(str, Locale("en").territories)
        if len(code) == 2 and code.isalpha() and code not in NO_COUNTRIES  # noqa: PLR2004
    )
)
SHOWN, HIDDEN = 3, "\N{BULLET}\N{BULLET}\N{BULLET}"
LATVIAN_WITHOUT_BIRTH_DATE = "32"
# Of a club's terms those that a country's law may set.
BY_LAW = (
    "self_exclusion_months",
    "self_exclusion_max_months",
    "self_exclusion_on_request",
    "record_years",
)
# From so many tenths in common on, two names may be one that was mistyped.
ALIKE = 6


class NoPenalties(Refusal):
    """The book names no penalties."""

    code = "house_has_no_penalties"
    message = msg("This house has no list of penalties. The floor decides.")


class NoClock(Refusal):
    """The book has no clock for decisions."""

    code = "house_has_no_clock"
    message = msg("This house has no clock for decisions.")


@dataclass(frozen=True, kw_only=True, slots=True)
class AdmissionTerms:
    """
    How old a guest is at least, in years; how long a self-exclusion at least, and at most, in
    months, and whether it ends on the guest's request alone, no earlier; for how many years after
    the last visit the ID is kept. 0: as long as is asked.
    """

    minimum_age: int = 21
    self_exclusion_months: int = 0
    self_exclusion_max_months: int = 0
    self_exclusion_on_request: bool = False
    record_years: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonalCode:
    """A national personal code in its digits, and the birth date in it, if it holds one."""

    code: str
    birth_date: date | None


def countries(language: str) -> list[tuple[str, str]]:
    """
    Return the countries by their codes, in the order of their names in a language.

    Source: ISO 3166-1.
    """
    names = Locale.parse(language).territories
    named = ((code, names[code]) for code in COUNTRIES)
    return sorted(named, key=lambda one: natural(spelled(one[1], language)))


def personal_code(country: str, text: str) -> PersonalCode:
    """
    Return a personal code, checked where its country is known: "EE" or "LV".

    Raises BadInput for a code that cannot be: its length, its date or its check digit.
    """
    if country not in ("EE", "LV"):
        return PersonalCode(code=text, birth_date=None)
    try:
        code = ik.validate(text) if country == "EE" else pvn.validate(text)
        born = None if country == "LV" else ik.get_birth_date(code)
        if country == "LV" and not code.startswith(LATVIAN_WITHOUT_BIRTH_DATE):
            born = pvn.get_birth_date(code)
    except ValidationError as error:
        said = msg("This personal code cannot be right: compare it digit by digit.")
        raise BadInput(said, field="personal_code") from error
    return PersonalCode(code=code, birth_date=born)


def usual_terms(law: Law | None) -> AdmissionTerms:
    """Return the usual terms, those of a country's law where it has any. Source: COMPLIANCE 4."""
    duties = {name: getattr(law, name, None) for name in BY_LAW}
    asked: dict[str, Any] = {name: duty.number for name, duty in duties.items() if duty}
    on_request = bool(asked.pop("self_exclusion_on_request", 0))
    return AdmissionTerms(**asked, self_exclusion_on_request=on_request)


def falls_short(terms: AdmissionTerms, usual: AdmissionTerms) -> bool:
    """Return whether a country's law asks for longer or stricter terms. Source: COMPLIANCE 4."""
    if usual.self_exclusion_max_months:
        longest = terms.self_exclusion_max_months
        if not 0 < longest <= usual.self_exclusion_max_months:
            return True
    names = (name for name in BY_LAW if name != "self_exclusion_max_months")
    return any(getattr(terms, name) < getattr(usual, name) for name in names)


def age_on(day: date, birth_date: date) -> int:
    """
    Return somebody's age in years on a day; who was born on 29 February turns on 1 March.

    Source: PEERS 3b.
    """
    before_birthday = (day.month, day.day) < (birth_date.month, birth_date.day)
    return day.year - birth_date.year - before_birthday


def masked(text: str) -> str:
    """
    Return the last characters of what identifies somebody, too few to find them by.

    Source: RELIABILITY 4.
    """
    return HIDDEN + text[-SHOWN:] if len(text) > SHOWN else HIDDEN * bool(text)


def is_another_name(before: str, after: str) -> bool:
    """
    Return whether two names share no word and look unlike each other: no name that was mistyped.

    Source: RELIABILITY 4.
    """
    one, other = map(_plain, (before, after))
    shares = not set(one.split()).isdisjoint(other.split())
    return not shares and 10 * SequenceMatcher(None, one, other).ratio() < ALIKE


def _plain(name: str) -> str:
    """Return a name in small letters without their marks."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(each for each in letters if not unicodedata.combining(each))


@dataclass(frozen=True, kw_only=True, slots=True)
class Penalty:
    """What a breach brings, for how many minutes or rounds."""

    measure: Measure
    minutes: int
    rounds: int
    because: tuple[Because, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class DecisionTime:
    """The seconds that a player has, the countdown after them; 0 and 0: the call is refused."""

    started: bool
    seconds: int
    countdown_seconds: int
    because: tuple[Because, ...]


def penalty(
    book: RuleBook,
    *,
    at: Where,
    breach: Breach = "conduct",
    earlier: Sequence[tuple[Breach, Measure]] = (),
) -> Penalty:
    """
    Return what the book provides for a breach; the supervisor may be milder, with a reason.

    earlier: what the player was warned or punished for in this game already, and how, in order.
    The measures follow one another, and no breach begins below its own; after the last of the
    book every one puts the player out. Raises NoPenalties.

    Source: OLY-1.5, OLY-1.34, OLY-1.43, OLY-1.53, OLY-1.54, VOO-G5, VOO-G24, VOO-G26, VOO-T30,
    IMG-G10, IMG-G55, IMG-T29.
    """
    rule = book.penalties
    if rule is None:
        raise NoPenalties(field="house")
    ladder, behind = _ladder(rule, at), LESS
    for before, imposed in earlier:
        milder = min(_begins(ladder, rule.begins.get(before)), _begins(ladder, imposed))
        behind = max(behind, milder) + 1
    begins = _begins(ladder, rule.begins.get(breach))
    reached = max(behind, begins)
    if reached == LESS:
        step = Step(measure=rule.begins[breach])
    else:
        step = ladder[reached] if reached < len(ladder) else OUT
    cited = f"penalties.{at}" if ladder is not rule.tournament else "penalties.tournament"
    if breach in rule.begins and reached == begins:
        cited = f"penalties.begins.{breach}"
    elif reached >= len(ladder):
        cited = "penalties.repeated"
    why = book.why(cited, step.measure, at=at, breach=breach, before=len(earlier))
    return Penalty(measure=step.measure, minutes=step.minutes, rounds=step.rounds, because=(why,))


def _begins(ladder: Sequence[Step], first: Measure | None) -> int:
    """Return which measure of the house a breach begins with, LESS for less than any of them."""
    measures = [step.measure for step in ladder]
    if first is None:
        return 0
    if first in measures:
        return measures.index(first)
    return len(ladder) if first == "out" else LESS


def time_away(book: RuleBook, *, at: Where) -> Step:
    """
    Return how long the book sends a player away where the floor imposes it instead of more.

    A book that names no time means one round. Raises NoPenalties.

    Source: OLY-1.53, VOO-G5, IMG-G55, IMG-T29.
    """
    if book.penalties is None:
        raise NoPenalties(field="house")
    named = (*_ladder(book.penalties, at), *book.penalties.tournament)
    return next((each for each in named if each.measure == "away"), Step(measure="away", rounds=1))


def imposed(
    book: RuleBook,
    *,
    at: Where,
    due: Penalty,
    measure: Measure | None = None,
    minutes: int | None = None,
) -> Penalty | None:
    """
    Return what the floor makes of what the book provides, None for more than it may impose.

    A milder measure always, a harder one and a longer time away where the book leaves it to the
    floor. measure, minutes: None as the book has it. Raises NoPenalties, BadInput.

    Source: OLY-1.53, VOO-G5, IMG-G55, IMG-T29.
    """
    rule, chosen = book.penalties, measure or due.measure
    if rule is None:
        raise NoPenalties(field="house")
    because = due.because
    if HARDER.index(chosen) > HARDER.index(due.measure):
        if HARDER.index(chosen) > HARDER.index(rule.at_once.get(at, due.measure)):
            return None
        because += (book.why(f"penalties.at_once.{at}", chosen, at=at),)
    lasts = _lasts(book, due, chosen, at=at)
    if minutes and not lasts.minutes:
        raise BadInput(NO_MINUTES, field="minutes", source=due.because[0].rule)
    if minutes and minutes > lasts.minutes:
        if at not in rule.longer:
            return None
        because += (book.why("penalties.longer", minutes, at=at),)
    length = minutes or lasts.minutes
    return Penalty(measure=chosen, minutes=length, rounds=lasts.rounds, because=because)


def left_to_floor(book: RuleBook, measure: Measure, minutes: int | None = None) -> Penalty:
    """
    Return what the floor imposes where the book names no penalties; without a time, one round.

    Source: HOME-44, ONL-14. Raises BadInput.
    """
    if minutes and measure != "away":
        raise BadInput(NO_MINUTES, field="minutes")
    rounds = int(measure == "away" and not minutes)
    why = book.why("decides.dispute", measure, minutes=minutes or 0)
    return Penalty(measure=measure, minutes=minutes or 0, rounds=rounds, because=(why,))


def _lasts(book: RuleBook, due: Penalty, chosen: Measure, *, at: Where) -> Step | Penalty:
    """Return the length of a measure that the floor chose."""
    if chosen == due.measure:
        return due
    return time_away(book, at=at) if chosen == "away" else Step(measure=chosen)


def _ladder(rule: Penalties, at: Where) -> Sequence[Step]:
    """Return the steps of a place; a book without those of heads-up treats it like others."""
    return {"cash": rule.cash, "heads_up": rule.heads_up}.get(at) or rule.tournament


def decision_time(
    book: RuleBook,
    *,
    at: Literal["cash", "tournament"],
    turbo: bool = False,
    own_table: bool = True,
    refused: bool = False,
    set_seconds: int | None = None,
) -> DecisionTime:
    """
    Return the time for a decision once the clock is called; nothing is stored of it.

    own_table: the caller plays there; refused: the floor finds the call unreasonable;
    set_seconds: what the floor gives where the book leaves it to them. Raises NoClock, BadInput.

    Source: OLY-1.24, OLY-1.25, VOO-C22, VOO-T28, VOO-T29, IMG-G46.
    """
    rule = book.clock
    if rule is None:
        raise NoClock(field="house")
    if rule.own_table_only and not own_table:
        return _not_started(book, "own_table_only")
    if rule.may_refuse and refused:
        return _not_started(book, "may_refuse")
    if at == "cash" and rule.cash:
        if not set_seconds:
            raise BadInput(msg("set_seconds: say how long the player has."), field="set_seconds")
        return _time(book, "cash", set_seconds, 0)
    cited, seconds = _seconds(rule, turbo=turbo)
    return _time(book, cited, seconds, rule.countdown_seconds)


def _seconds(rule: Clock, *, turbo: bool) -> tuple[str, int]:
    if turbo and rule.turbo_seconds:
        return "turbo_seconds", rule.turbo_seconds
    return "seconds", rule.seconds


def _not_started(book: RuleBook, cited: str) -> DecisionTime:
    why = book.why(f"clock.{cited}", "not started")
    return DecisionTime(started=False, seconds=0, countdown_seconds=0, because=(why,))


def _time(book: RuleBook, cited: str, seconds: int, countdown_seconds: int) -> DecisionTime:
    why = book.why(f"clock.{cited}", seconds, countdown_seconds=countdown_seconds)
    return DecisionTime(
        started=True, seconds=seconds, countdown_seconds=countdown_seconds, because=(why,)
    )


class OtherSum(Refusal):
    """A correction moves money between players and creates none."""

    code = "other_sum"
    message = msg("The awarded pot does not match the pot that was paid out.")


@dataclass(frozen=True, kw_only=True, slots=True)
class PotCorrection:
    """What each seat gets (positive) or gives back (negative); it sums to nothing."""

    moves_cents: dict[int, int]
    because: tuple[Because, ...]


def pot_correction(
    book: RuleBook, *, awarded_cents: Mapping[int, int], right_cents: Mapping[int, int]
) -> PotCorrection:
    """
    Return who pays whom after a pot was given to the wrong player. Raises OtherSum.

    Source: OLY-1.43; where the book does not say it, the floor's decision of a dispute.
    """
    if sum(awarded_cents.values()) != sum(right_cents.values()):
        raise OtherSum(field="right_cents")
    seats = sorted({*awarded_cents, *right_cents})
    moves = {seat: right_cents.get(seat, 0) - awarded_cents.get(seat, 0) for seat in seats}
    moves = {seat: cents for seat, cents in moves.items() if cents}
    cited = "pots.wrong_award" if book.pots.wrong_award else "decides.dispute"
    return PotCorrection(moves_cents=moves, because=(book.why(cited, moves),))
