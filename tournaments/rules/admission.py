"""Who may take part in a tournament: ways of registering, restrictions, bookings, late entries."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.tournaments import Admission, Way
from casino.messages import msg
from casino.refusals import Refusal
from tournaments.rules.verdict import NoTournaments, SaleVerdict, allow, refuse


class LateRegistrationEndMissing(Refusal):
    """In this house every tournament has late registration, and its end is announced."""

    code = "late_registration_end_missing"
    message = msg("Enter when late registration closes.")
    source = "OLY-3.3.6"


@dataclass(frozen=True, kw_only=True, slots=True)
class Offer:
    """A tournament as it stands; is_open: registration, late registration included."""

    is_open: bool = True
    is_full: bool = False
    daily: bool = False
    festival: bool = False
    restricted: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Applicant:
    """Who wants to take part. fits: as the restriction asks; waits: has a place on the list."""

    way: Way
    paid: bool
    fits: bool = True
    waits: bool = False
    banned: bool = False
    approved: bool = False


def admission_verdict(book: RuleBook, offer: Offer, applicant: Applicant) -> SaleVerdict:
    """
    Return whether somebody is admitted, booked, put on the list, or sent away.

    approved: by who admits after late registration. Who registers accepts the house's rules; who
    waits pays when he is given a place. Raises NoTournaments.

    Source: OLY-1.2, OLY-1.3, OLY-3.3.1 to OLY-3.3.7, OLY-3.3.10, VOO-T3 to VOO-T5, IMG-T1, IMG-T2,
    AMB-75.
    """
    ways, cited = _ways(book, daily=offer.daily)
    if applicant.banned:
        return refuse(book, "banned", "decides.ban")
    if offer.restricted and not applicant.fits:
        return refuse(book, "restricted", "admission.restricted")
    if applicant.way not in ways:
        return refuse(book, "not_this_way", f"admission.{cited}", way=applicant.way)
    return _by_time(book, offer, applicant, f"admission.{cited}")


def ways_in(book: RuleBook, *, daily: bool) -> tuple[Way, ...]:
    """
    Return how one may enter a tournament. Raises NoTournaments.

    Source: OLY-3.3.1, OLY-3.3.2, VOO-T3, IMG-T1.
    """
    return _ways(book, daily=daily)[0]


def _ways(book: RuleBook, *, daily: bool) -> tuple[tuple[Way, ...], str]:
    rule = admission_of(book)
    return (rule.daily_ways, "daily_ways") if daily and rule.daily_ways else (rule.ways, "ways")


def _by_time(book: RuleBook, offer: Offer, applicant: Applicant, cited: str) -> SaleVerdict:
    if offer.is_open:
        return _in_time(book, offer, applicant, cited)
    if applicant.waits and applicant.approved:
        return allow(book, "admitted_late", "decides.late_admission")
    return refuse(book, "registration_closed", "admission.late", "decides.late_admission")


def _in_time(book: RuleBook, offer: Offer, applicant: Applicant, cited: str) -> SaleVerdict:
    rule = admission_of(book)
    if offer.is_full:
        return allow(book, "waits", "admission.list_moves", "AMB-75")
    if not applicant.paid:
        booked = bool(offer.festival and rule.free_bookings)
        answer = allow if booked else refuse
        return answer(book, "booked" if booked else "not_paid", "admission.free_bookings", cited)
    accepted = ["admission.accepts_rules"] * rule.accepts_rules
    return allow(book, "admitted", cited, *accepted, way=applicant.way)


def list_moves(
    book: RuleBook, *, is_open: bool, rebuys_open: bool, freezeout: bool, director_says: bool
) -> SaleVerdict:
    """
    Return whether a place that becomes free goes to the first of the waiting list now.

    is_open: late registration, or the period announced for it. Where the list lives as long as
    rebuys, the tournament director says it in a freezeout. Raises NoTournaments.

    Source: OLY-3.3.7, VOO-T5, IMG-T2.
    """
    by_rebuys = admission_of(book).list_moves == "rebuy_period"
    in_time = (director_says if freezeout else rebuys_open) if by_rebuys else is_open
    answer = allow if in_time else refuse
    return answer(book, "first_moves_up" if in_time else "list_closed", "admission.list_moves")


def personal_verdict(
    book: RuleBook, what: Literal["place", "tickets"], *, holder: str, player: str
) -> SaleVerdict:
    """
    Return whether somebody may use a place on the list, or a ticket, that is in a name.

    Raises NoTournaments.

    Source: OLY-3.3.8, OLY-3.4.28, VOO-T6.
    """
    personal = getattr(admission_of(book), what) == "personal"
    if personal and holder != player:
        return refuse(book, "personal", f"admission.{what}", holder=holder, player=player)
    return allow(book, "own" if holder == player else "passed_on", f"admission.{what}")


def late_registration(book: RuleBook, ends_at: datetime | None) -> Because | None:
    """
    Return why a tournament has late registration until an instant, None if it has none.

    Raises LateRegistrationEndMissing, NoTournaments.

    Source: OLY-3.3.6, HOME-2.
    """
    rule = admission_of(book)
    if ends_at is None and rule.late == "always":
        raise LateRegistrationEndMissing(field="late_registration_ends_at")
    if ends_at is None or rule.late is None:
        return None
    return book.why("admission.late", ends_at)


def admission_of(book: RuleBook) -> Admission:
    """
    Return how one comes into the house's tournaments. Raises NoTournaments.

    Source: OLY-3.3.1, VOO-T3, IMG-T1.
    """
    if book.admission is None:
        raise NoTournaments(field="house")
    return book.admission
