"""Who is admitted, booked, put on the list or sent away, and in whose name a place is."""

from datetime import UTC, datetime

import pytest

from casino.house.rulebook import load_book
from tests.unit.tournaments.verdicts import cited
from tournaments.rules.admission import (
    Applicant,
    LateRegistrationEndMissing,
    Offer,
    admission_verdict,
    late_registration,
    list_moves,
    personal_verdict,
)
from tournaments.rules.verdict import NoTournaments

OPEN = Offer()
PAYS = Applicant(way="desk", paid=True)
BOOKS = Applicant(way="desk", paid=False)
CLOSED = Offer(is_open=False)


@pytest.mark.parametrize(
    ("house", "offer", "applicant", "code", "paragraph"),
    [
        # Ways of registering: OLY-3.3.1 desk and wire, OLY-3.3.2 daily desk and online room.
        ("olympic", OPEN, PAYS, "admitted", "OLY-3.3.1"),
        ("olympic", OPEN, Applicant(way="wire", paid=True), "admitted", "OLY-3.3.1"),
        ("olympic", OPEN, Applicant(way="online_room", paid=True), "not_this_way", "OLY-3.3.1"),
        ("olympic", Offer(daily=True), PAYS, "admitted", "OLY-3.3.2"),
        (
            "olympic",
            Offer(daily=True),
            Applicant(way="online_room", paid=True),
            "admitted",
            "OLY-3.3.2",
        ),
        (
            "olympic",
            Offer(daily=True),
            Applicant(way="wire", paid=True),
            "not_this_way",
            "OLY-3.3.2",
        ),
        ("voodoo", OPEN, PAYS, "admitted", "VOO-T3"),
        ("voodoo", OPEN, Applicant(way="wire", paid=True), "not_this_way", "VOO-T3"),
        ("img", OPEN, PAYS, "admitted", "IMG-T1"),
        ("img", OPEN, BOOKS, "not_paid", "IMG-T1"),
        # Bookings without payment.
        ("olympic", Offer(festival=True), BOOKS, "booked", "OLY-3.3.3"),
        ("olympic", OPEN, BOOKS, "not_paid", "OLY-3.3.3"),
        ("voodoo", Offer(festival=True), BOOKS, "not_paid", "VOO-T3"),
        # Restrictions.
        (
            "olympic",
            Offer(restricted=True),
            Applicant(way="desk", paid=True, fits=False),
            "restricted",
            "OLY-3.3.5",
        ),
        (
            "voodoo",
            Offer(restricted=True),
            Applicant(way="desk", paid=True, fits=False),
            "restricted",
            "VOO-T4",
        ),
        ("olympic", Offer(restricted=True), PAYS, "admitted", "OLY-3.3.1"),
        # The list, and what comes after late registration.
        ("olympic", Offer(is_full=True), PAYS, "waits", "OLY-3.3.7"),
        ("img", Offer(is_full=True), BOOKS, "waits", "IMG-T2"),
        ("olympic", CLOSED, PAYS, "registration_closed", "OLY-3.3.6"),
        (
            "olympic",
            CLOSED,
            Applicant(way="desk", paid=True, waits=True, approved=True),
            "admitted_late",
            "OLY-3.3.10",
        ),
        (
            "olympic",
            CLOSED,
            Applicant(way="desk", paid=True, waits=True),
            "registration_closed",
            "OLY-3.3.6",
        ),
        (
            "olympic",
            CLOSED,
            Applicant(way="desk", paid=True, approved=True),
            "registration_closed",
            "OLY-3.3.6",
        ),
        (
            "olympic",
            OPEN,
            Applicant(way="desk", paid=True, banned=True),
            "banned",
            "OLY-1.3",
        ),
    ],
)
def test_who_is_admitted(
    house: str, offer: Offer, applicant: Applicant, code: str, paragraph: str
) -> None:
    verdict = admission_verdict(load_book(house), offer, applicant)
    assert (verdict.code, cited(verdict.because)[0]) == (code, paragraph)
    assert verdict.allowed == (code in {"admitted", "admitted_late", "booked", "waits"})


def test_who_registers_accepts_the_rules_where_the_book_says_so() -> None:
    accepted = admission_verdict(load_book("olympic"), OPEN, PAYS)
    assert cited(accepted.because) == ["OLY-3.3.1", "OLY-1.2"]
    assert cited(admission_verdict(load_book("img"), OPEN, PAYS).because) == ["IMG-T1"]


def test_a_house_without_tournaments_admits_nobody() -> None:
    with pytest.raises(NoTournaments):
        admission_verdict(load_book("online"), OPEN, PAYS)


def test_every_tournament_has_late_registration_where_the_book_says_so() -> None:
    """OLY-3.3.6; HOME-2 knows late players only where they were announced."""
    ends = datetime(2026, 1, 10, 18, tzinfo=UTC)
    with pytest.raises(LateRegistrationEndMissing):
        late_registration(load_book("olympic"), None)
    why = late_registration(load_book("olympic"), ends)
    assert why is not None
    assert (why.rule, why.result) == ("OLY-3.3.6", ends)
    assert late_registration(load_book("home"), None) is None


@pytest.mark.parametrize(
    ("house", "facts", "moves", "paragraph"),
    [
        ("olympic", {"is_open": True}, True, "OLY-3.3.7"),
        ("olympic", {"rebuys_open": True}, False, "OLY-3.3.7"),
        ("img", {"is_open": True}, True, "IMG-T2"),
        ("img", {}, False, "IMG-T2"),
        ("voodoo", {"rebuys_open": True}, True, "VOO-T5"),
        ("voodoo", {"is_open": True}, False, "VOO-T5"),
        ("voodoo", {"freezeout": True, "rebuys_open": True}, False, "VOO-T5"),
        ("voodoo", {"freezeout": True, "director_says": True}, True, "VOO-T5"),
    ],
)
def test_until_when_the_first_of_the_list_moves_up(
    *, house: str, facts: dict[str, bool], moves: bool, paragraph: str
) -> None:
    nothing = dict.fromkeys(["is_open", "rebuys_open", "freezeout", "director_says"], False)
    verdict = list_moves(load_book(house), **nothing | facts)
    assert (verdict.allowed, cited(verdict.because)) == (moves, [paragraph])
    assert verdict.code == ("first_moves_up" if moves else "list_closed")


@pytest.mark.parametrize(
    ("house", "what", "paragraph"),
    [
        ("olympic", "place", "OLY-3.3.8"),
        ("olympic", "tickets", "OLY-3.4.28"),
        ("voodoo", "place", "VOO-T6"),
    ],
)
def test_a_place_and_a_ticket_are_personal(house: str, what: str, paragraph: str) -> None:
    book = load_book(house)
    other = personal_verdict(book, what, holder="A", player="B")  # type: ignore[arg-type]
    own = personal_verdict(book, what, holder="A", player="A")  # type: ignore[arg-type]
    assert (other.allowed, other.code, cited(other.because)) == (False, "personal", [paragraph])
    assert (own.allowed, own.code) == (True, "own")
    silent = personal_verdict(load_book("img"), "tickets", holder="A", player="B")
    assert (silent.allowed, silent.code) == (True, "passed_on")
