"""The hands computed once more, each with the rules of its own gaming day."""

from collections.abc import Collection, Iterator
from datetime import date
from itertools import groupby, islice
from typing import NamedTuple

from django.db.models.functions import Coalesce

from cashgames.models import Hand, Session
from cashgames.queries.board import terms_played
from cashgames.rules.families import families_dealt, named_game
from cashgames.rules.jackpot_drop import drop_terms, pot_charges
from cashgames.rules.rake import Mode, RakeTerms, rake_terms, table_terms
from casino.house.queries import book_on
from casino.house.rulebook import RuleBook
from casino.ledger.verify import Finding
from casino.refusals import Refusal

CHUNK = 5_000


class Charged(NamedTuple):
    """A recorded hand and what was taken from it, in cents."""

    session_id: int
    day: date
    name: str
    entry_id: int | None
    pots_cents: list[int]
    players_dealt: int
    first_round_passed: bool
    rake_cents: int
    drop_cents: int


def verify_hands(club_id: int) -> Iterator[Finding]:
    """
    Yield each hand whose rake or drop is not what the edition of its gaming day gives.

    Whether the first round was passed is taken as recorded. A hand of a mixed game does not say
    which game was dealt: it must agree with one of them; so must one at a table whose game or cap
    was changed.
    """
    sessions = Session.objects.filter(club_id=club_id).in_bulk()
    booked = Hand.objects.filter(session__club_id=club_id, reverses=None)
    recorded = booked.annotate(day=Coalesce("concerns", "gaming_day")).values_list(*Charged._fields)
    ordered = recorded.order_by("session_id", "day").iterator(chunk_size=CHUNK)
    for (session_id, day), hands in groupby(map(Charged._make, ordered), key=_night):
        try:
            yield from _wrong(sessions[session_id], day, hands)
        except Refusal as refusal:
            says = f"session {session_id} cannot be computed: {refusal.message}"
            yield Finding(day=day, what="rules", says=says)


def _terms(book: RuleBook, modes: Collection[Mode], *, special_cap: bool) -> set[RakeTerms]:
    """Return what the pots of a table may have paid that was on these modes."""
    held = {table_terms(book, special_cap=special_cap, mode=mode) for mode in modes}
    return held | {rake_terms(book.rake, mode=mode) for mode in modes if mode == "time"}


def _night(hand: Charged) -> tuple[int, date]:
    return hand.session_id, hand.day


def _wrong(session: Session, day: date, hands: Iterator[Charged]) -> Iterator[Finding]:
    book = book_on(session.club_id, day)
    # A table that was on time rake meanwhile took nothing from the pots of then; its others it did.
    modes: tuple[Mode, ...] = ("pot", "time") if session.time_rake_since else (session.mode,)
    charged = {
        (
            rake,
            drop_terms(book, family=family, campaign=session.pool_ref is None),
        )
        for game, special_cap in terms_played(session)
        for rake in _terms(book, modes, special_cap=special_cap)
        for family in families_dealt(named_game(game))
    }
    while some := list(islice(hands, CHUNK)):
        played = [(each.pots_cents, each.players_dealt, each.first_round_passed) for each in some]
        possible = zip(*(pot_charges(*terms, played) for terms in charged), strict=True)
        for hand, given in zip(some, possible, strict=True):
            if (hand.rake_cents, hand.drop_cents) not in given:
                yield _finding(hand, given)


def _finding(hand: Charged, given: tuple[tuple[int, int], ...]) -> Finding:
    right = " or ".join(f"{rake} and {drop}" for rake, drop in sorted(given))
    says = f"rake and drop of hand {hand.name} are {hand.rake_cents} and {hand.drop_cents}, "
    return Finding(
        day=hand.day,
        entry_id=hand.entry_id,
        what="rules",
        says=f"{says}the rules of that day give {right}",
    )
