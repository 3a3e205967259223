"""A hand whose slip is found later, at a table that is closed or was counted short meanwhile."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from cashgames.models import Correction, Hand
from cashgames.queries import corrections as queries
from cashgames.queries.board import on_terms_of
from cashgames.queries.tables import hand as named_hand
from cashgames.rules.families import dealt_family, named_game
from cashgames.rules.first_round import Street
from cashgames.services.correcting import WAITS, WEEK, Correcting
from cashgames.services.corrections import BoardCards, Draws, OpenCards, Players, RightHand
from cashgames.services.hands import Dealt, HandKnown, charges_of, post_hand
from cashgames.services.over_short import explain_short, short_cents
from cashgames.services.plausible import check_noted, doubts_then, keep_note
from cashgames.services.shared import Game, Pots, check_by_hand, held_session
from casino.acts.kinds import Id, Name, Note, Reason
from casino.approvals.signed import Preview, signed
from casino.house.models import Club
from casino.house.queries import book_on, club_stamp
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import BadInput

FOUND = "cashgames.book_found_hand"


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundHand:
    """
    A hand as its slip has it, by the terms of its table then.

    concerns: its gaming day; short_cents: what of a shortage booked at the table it explains.
    """

    right: RightHand
    concerns: date
    short_cents: int


def found_preview(
    stamp: Stamp,
    *,
    session_id: int,
    name: str,
    played_at: datetime,
    pots_cents: list[int],
    players_dealt: int,
    reason: str,
    **dealt: Any,
) -> Preview:
    """Say what is taken of a hand, what of a shortage it explains, what was decided since."""
    said: dict[str, Any] = {"name": name, "played_at": played_at, "pots_cents": pots_cents} | dealt
    found = _found(stamp, session_id, players_dealt=players_dealt, **said)
    right, table = found.right, found.right.session
    hand = Hand(session_id=table.pk, played_at=played_at)
    left = {"over_short_change_cents": found.short_cents} if found.short_cents else {}
    return Preview(
        needs=FOUND if queries.is_over(stamp, found.concerns, at=played_at) else None,
        content={
            "table": str(table.table),
            "hand": name,
            "concerns": found.concerns.isoformat(),
            "before": {"pots_cents": [], "players_dealt": 0, "rake_cents": 0, "drop_cents": 0},
            "after": {
                "pots_cents": pots_cents,
                "players_dealt": players_dealt,
                "rake_cents": right.rake_cents,
                "drop_cents": right.drop_cents,
                "table": str(table.table),
            },
            **queries.levels_from(table, played_at),
        },
        ahead={
            "day_state": queries.day_state(stamp.club_id, found.concerns),
            **queries.pool_change(table, right.drop_cents),
            **queries.chips_change(table, found.short_cents - right.taken_cents),
            **left,
            "rake_shares": queries.rake_shares(
                hand, before=(0, 0), after=(right.rake_cents, players_dealt)
            ),
        },
    )


@signed(
    FOUND,
    asked_as="cashgames.ask_to_book_found_hand",
    preview=found_preview,
    kinds={FOUND: msg("Record a hand after the close")},
    lives=WEEK,
    waits=WAITS,
    latest_of=("session_id", "name"),
)
def book_found_hand(
    stamp: Stamp,
    *,
    session_id: Id,
    name: Name,
    played_at: datetime,
    pots_cents: Pots,
    players_dealt: Players,
    reason: Reason,
    board_cards_dealt: BoardCards = 0,
    open_cards_dealt: OpenCards = 0,
    draws_done: Draws = 0,
    game: Game | None = None,
    deviation: Note = "",
) -> Correction:
    """
    Book a hand that was dealt and not recorded, of a table that is closed since, too.

    What is taken of it is by the rules of its own gaming day and the terms of its table then, the
    entries are of today. It lay at the table: a shortage counted since is taken back by so much,
    and where the table is closed the rest comes from what guests hold by the books. By the
    supervisor while the gaming day is open and no level was fixed since; later the manager signs.
    Source: AMB-117, CATALOGUE 3.14.
    Raises NotFound, BadInput, TakenByBox, HandKnown, Implausible, NotEnough.
    """
    said: dict[str, Any] = {
        "name": name,
        "played_at": played_at,
        "pots_cents": pots_cents,
        "players_dealt": players_dealt,
        "board_cards_dealt": board_cards_dealt,
        "open_cards_dealt": open_cards_dealt,
        "draws_done": draws_done,
        "game": game,
        "deviation": deviation,
    }
    found = _found(stamp, session_id, **said)
    right, table = found.right, found.right.session
    correcting = Correcting(stamp=stamp, session=table, concerns=found.concerns, reason=reason)
    with correcting.at_tables({table.pk: found.short_cents - right.taken_cents}):
        explain_short(correcting, table, found.short_cents)
        concerns = None if found.concerns == stamp.gaming_day else found.concerns
        hand = Hand(session=table, played_at=played_at, concerns=concerns)
        seq = correcting.next_seq()
        post_hand(stamp, hand, right.book, right.dealt, right.taken, seq=seq)
    keep_note(stamp, table, right.doubts, name=name, deviation=deviation)
    return correcting.keep(Correction.What.HAND)


def _found(
    stamp: Stamp,
    session_id: int,
    *,
    name: str,
    played_at: datetime,
    pots_cents: list[int],
    players_dealt: int,
    game: str | None,
    deviation: str,
    **street: int,
) -> FoundHand:
    now = held_session(stamp, session_id)
    check_by_hand(now)
    if named_hand(now.pk, name):
        raise HandKnown(field="name")
    if not now.opened_at <= played_at <= min(now.closed_at or stamp.at, stamp.at):
        raise BadInput(msg("The table was not open at that time."), field="played_at")
    session = on_terms_of(now, played_at)
    club = Club.objects.get(id=stamp.club_id)
    day = club_stamp(club, at=played_at, actor_id=None).gaming_day
    book = book_on(stamp.club_id, day)
    said: dict[str, int] = {"players_dealt": players_dealt, "pot_cents": sum(pots_cents)}
    doubts = doubts_then(book, session, played_at, **said)
    check_noted(stamp, doubts, deviation, **said)
    family = dealt_family(named_game(session.game), named_game(game) if game else None)
    dealt = Dealt(
        name=name,
        pots_cents=pots_cents,
        players=players_dealt,
        street=Street(family=family, **street),
    )
    taken = charges_of(book, session, dealt)
    right = RightHand(session=session, book=book, dealt=dealt, taken=taken, doubts=doubts)
    short = short_cents(now, since=played_at)
    return FoundHand(right=right, concerns=day, short_cents=min(right.taken_cents, short))
