"""Who may sit where: bans, pairs kept apart, one place at a time, changes, broken tables."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from casino.cards import Card
from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.messages import msg
from casino.refusals import BadInput, Conflict


class NoTableToBreak(Conflict):
    """A table is broken only into another one with the same blinds."""

    code = "no_table_to_break"
    message = msg("There is no other table with the same blinds.")
    next_step = msg("Move the players one by one, then close the table.")
    next_page = "session"


@dataclass(frozen=True, kw_only=True, slots=True)
class SeatVerdict:
    """Whether somebody may sit, change or be moved; `code` says on what grounds."""

    allowed: bool
    code: str
    because: tuple[Because, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenTable:
    """A table with its blinds, in which order it was opened, and who sits there."""

    name: str
    blinds_cents: tuple[int, int]
    opened_no: int
    players: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Broken:
    """Which table ends, who gets a seat at once, who waits, and whether they post a blind."""

    table: str
    seated: tuple[str, ...]
    waiting: tuple[str, ...]
    posts_new_blind: bool
    because: tuple[Because, ...]


def seat_verdict(
    book: RuleBook,
    *,
    player: str,
    seat_no: int,
    seats: int,
    taken: Collection[int],
    seated: Collection[str] = (),
    kept_apart: Collection[frozenset[str]] = (),
    banned: bool = False,
    plays_tournament: bool = False,
) -> SeatVerdict:
    """
    Return whether a player may take a seat that he chose.

    plays_tournament: from taking the tournament seat until knocked out; a mere registration does
    not count. kept_apart: pairs that the club does not let sit together.

    Source: OLY-1.3, OLY-1.49, OLY-2.7, OLY-2.11, VOO-C4, VOO-C9, VOO-G5, VOO-G35, IMG-C6, AMB-122.
    """
    apart = any(frozenset({player, other}) in kept_apart for other in seated)
    if banned:
        code, cited = "banned", "decides.ban"
    elif plays_tournament and book.floor.one_place_at_a_time:
        code, cited = "plays_tournament", "floor.one_place_at_a_time"
    elif apart:
        code, cited = "kept_apart", "decides.kept_apart"
    elif not 1 <= seat_no <= seats:
        code, cited = "no_such_seat", "seats.choice"
    else:
        code, cited = "seat_taken" if seat_no in taken else "free", "seats.choice"
    return _verdict(book, code, cited, player=player, seat_no=seat_no)


def change_verdict(book: RuleBook, *, supervisor: bool, others_agree: bool) -> SeatVerdict:
    """
    Return whether a seated player may change seat or table: who decides it stands in the book.

    Source: OLY-1.52, OLY-2.34, VOO-C10, IMG-C7.
    """
    by_others = book.decides.seat_change == "everyone"
    agreed = others_agree if by_others else supervisor
    refused = "others_disagree" if by_others else "supervisor_required"
    return _verdict(book, "free" if agreed else refused, "decides.seat_change")


def limits_change_verdict(
    book: RuleBook, *, supervisor: bool, agreed: Collection[str], seated: Collection[str]
) -> SeatVerdict:
    """
    Return whether a table's minimum or maximum buy-in may change: everybody there agrees, too.

    Source: OLY-2.9, OLY-2.18, VOO-C7, VOO-C18, IMG-C5.
    """
    against = sorted(set(seated) - set(agreed))
    if not supervisor:
        return _verdict(book, "supervisor_required", "decides.table_limits")
    everybody = book.decides.table_limits_change == "everyone"
    code = "not_agreed" if everybody and against else "free"
    return _verdict(book, code, "decides.table_limits_change", not_agreed=against)


def break_table(
    book: RuleBook,
    tables: Sequence[OpenTable],
    *,
    blinds_cents: tuple[int, int],
    free_seats: int,
    cards: Sequence[Card] = (),
) -> Broken:
    """
    Return which of the tables with some blinds is broken, and who of it sits down at once.

    The table opened last ends. With too few free seats the players draw: cards, one for each in
    the order of the table's players, the highest first. A move keeps session and stack.
    Raises NoTableToBreak, and BadInput where cards are needed and missing.

    Source: OLY-2.27, OLY-2.28, OLY-2.35.
    """
    alike = [table for table in tables if table.blinds_cents == blinds_cents]
    if book.seats is None or book.seats.breaks_first is None:
        said = msg("The rule book has no rule for breaking a table; the floor decides.")
        raise NoTableToBreak(said, source=book.sources.get("decides.deviation"))
    if len(alike) <= 1:
        raise NoTableToBreak(field="blinds_cents", source=book.sources["seats.breaks_first"])
    last = max(alike, key=lambda table: table.opened_no)
    order = last.players
    because = [book.why("seats.breaks_first", last.name, blinds_cents=blinds_cents)]
    if free_seats < len(order):
        order = _drawn(order, cards)
        because.append(book.why("seats.too_few_seats", list(order), free_seats=free_seats))
    posts = book.seats.moved_posts_blind is not False
    if not posts:
        because.append(book.why("seats.moved_posts_blind", posts))
    return Broken(
        table=last.name,
        seated=order[:free_seats],
        waiting=order[free_seats:],
        posts_new_blind=posts,
        because=tuple(because),
    )


def _drawn(players: Sequence[str], cards: Sequence[Card]) -> tuple[str, ...]:
    if len(cards) != len(players):
        raise BadInput(
            msg("cards: enter one card for each player. The cards decide the order."), field="cards"
        )
    drawn = sorted(zip(cards, players, strict=True), reverse=True)
    return tuple(player for _, player in drawn)


def _verdict(book: RuleBook, code: str, cited: str, **facts: object) -> SeatVerdict:
    # What a book does not speak of is the floor's to decide.
    key = cited if cited in book.sources else "decides.dispute"
    return SeatVerdict(allowed=code == "free", code=code, because=(book.why(key, code, **facts),))
