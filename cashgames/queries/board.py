"""Reading the board: what a supervisor sees of every open table, and what changed at one."""

from copy import copy
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q

from cashgames.models import Correction, Hand, Session, TableChange, TimeShare
from cashgames.queries.absence import AbsentSeat, absent_seats
from cashgames.queries.games import game_borders, game_corrections, game_said
from cashgames.queries.tables import TableCheck, seats, table_check
from cashgames.queries.time_rake import NextPeriod, next_period
from cashgames.queries.waiting import list_of, waiting_line
from cashgames.rules.families import families_dealt, named_game
from cashgames.rules.jackpot_drop import drop_terms, pot_charges
from cashgames.rules.rake import table_terms
from casino.house.queries import book_on
from casino.house.rulebook import RuleBook
from casino.paging import Page


@dataclass(frozen=True, kw_only=True, slots=True)
class Tile:
    """
    One open table on the board.

    places: the most for its game; owing: shares of time rake not paid; waiting: for its game;
    breaks: its players would go to other tables of that game, it started last.
    """

    session: Session
    seated: int
    places: int
    minutes_open: int
    check: TableCheck
    next_period: NextPeriod | None
    owing: int
    away: list[AbsentSeat]
    waiting: int
    breaks: bool


def tile(
    session: Session, book: RuleBook, *, others: list[Session], places: int, at: datetime
) -> Tile:
    """Return an open table as the board shows it; others: all open tables."""
    alike = [other for other in others if other.same_game(session)]
    due = TimeShare.objects.filter(period__session=session, paid_at=None, waived="")
    waits_for = list_of(session)
    return Tile(
        session=session,
        seated=len(seats(session.pk)),
        places=places,
        minutes_open=int((at - session.opened_at).total_seconds()) // 60,
        check=table_check(session),
        next_period=next_period(session, at=at),
        owing=due.count() if session.time_rake_cents else 0,
        away=absent_seats(session, book, at=at),
        waiting=len(waiting_line(waits_for.pk)) if waits_for else 0,
        breaks=len(alike) > 1
        and session == max(alike, key=lambda other: (other.opened_at, other.pk)),
    )


def changes(session_id: int, *, page: Page | None = None) -> list[TableChange]:
    """Return what was changed at a table, the latest first."""
    found = TableChange.objects.filter(session_id=session_id)
    people = found.select_related("asked_by", "approved_by").order_by("-at", "-id")
    return page.of(people) if page else list(people)


def terms_played(session: Session) -> set[tuple[str, bool]]:
    """Return every (game, special cap) under which hands of a session may have been played."""
    game, special_cap = session.game, session.special_cap
    played = {(game, special_cap)}
    for change in changes(session.pk):
        game = change.before.get("game", game)
        special_cap = change.before.get("special_cap", special_cap)
        played.add((game, special_cap))
    said = {each.game for each in game_corrections([session])}
    return played | {(each, cap) for each in said for _, cap in list(played)}


def terms_changed(session: Session) -> list[datetime]:
    """Return the instants at which other terms of a session may have begun."""
    return sorted({each.at for each in changes(session.pk)} | game_borders([session]))


def on_terms_of(session: Session, at: datetime) -> Session:
    """
    Return a session as it was at an instant, by the changes since; it is not to be saved.

    Its game is what was said later of that instant, where it was corrected.
    """
    return _terms_of(session, changes(session.pk), game_corrections([session]), at)


def _terms_of(
    session: Session, changed: list[TableChange], said: list[Correction], at: datetime
) -> Session:
    then = copy(session)
    for change in changed:
        if change.at > at:
            then.game = change.before.get("game", then.game)
            then.special_cap = change.before.get("special_cap", then.special_cap)
            least = change.before.get("min_buy_in_cents", then.min_buy_in_cents)
            then.min_buy_in_cents = least
            by_time = change.before.get("time_rake_cents", then.time_rake_cents)
            then.time_rake_cents = by_time
    if right := game_said(said, at):
        then.game = right.game
    return then


def hands_to_correct(session: Session) -> list[Hand]:
    """Return the hands that were not raked by what was dealt in truth, as it was said later."""
    said = game_corrections([session])
    spans = [Q(played_at__gte=each.since, played_at__lt=each.until) for each in said]
    return _taken_otherwise(session, said, Q(*spans, _connector=Q.OR)) if spans else []


def hands_taken_otherwise(
    session: Session, since: datetime, until: datetime, *, game: str
) -> list[Hand]:
    """Return the hands of a time of which a game takes something else than they were raked by."""
    played = Q(played_at__gte=since, played_at__lt=until)
    return _taken_otherwise(session, game_corrections([session]), played, game=game)


def _taken_otherwise(
    session: Session, said: list[Correction], which: Q, *, game: str | None = None
) -> list[Hand]:
    """
    Return the hands of which a game takes something else: this one, or the right.

    A hand of a mixed game does not say what was dealt: it must agree with one of its games.
    """
    changed, played = changes(session.pk), session.hands.filter(Hand.STANDS, which)
    found, books = [], dict[date, RuleBook]()
    for hand in played.order_by("id"):
        then = _terms_of(session, changed, said, hand.played_at)
        if hand.played_day not in books:
            books[hand.played_day] = book_on(session.club_id, hand.played_day)
        book = books[hand.played_day]
        rake = table_terms(book, special_cap=then.special_cap, mode=then.mode)
        dealt = (hand.pots_cents, hand.players_dealt, hand.first_round_passed)
        drops = (
            drop_terms(book, family=family, campaign=session.pool_ref is None)
            for family in families_dealt(named_game(game or then.game))
        )
        possible = {next(pot_charges(rake, drop, [dealt])) for drop in drops}
        if (hand.rake_cents, hand.drop_cents) not in possible:
            found.append(hand)
    return found
