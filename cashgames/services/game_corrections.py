"""What was dealt at a table in truth, where its game was chosen or changed wrongly, or too late."""

from dataclasses import dataclass
from datetime import date, datetime
from itertools import takewhile

from cashgames.models import Correction, Session
from cashgames.queries import corrections as queries
from cashgames.queries.board import hands_taken_otherwise, on_terms_of, terms_changed
from cashgames.rules.families import named_game
from cashgames.rules.table_limits import most_players
from cashgames.services.correcting import WAITS, WEEK, Correcting, awarded
from cashgames.services.shared import Game, held_session
from casino.acts.kinds import Id, Reason
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.house.models import Club
from casino.house.queries import book_on, club_stamp
from casino.house.stamp import Stamp
from casino.house.vocabulary import value_in_words
from casino.messages import msg
from casino.refusals import BadInput, Conflict

CORRECT = "cashgames.correct_game"


class GameRunsOn(Conflict):
    """What is dealt from now on is the table's game, what was dealt before is told of it."""

    code = "TABLE-036"
    next_step = msg("Change the game first, or say until when it was dealt.")
    next_page = "game-change"


def game_preview(
    stamp: Stamp,
    *,
    session_id: int,
    game: str,
    since: datetime | None,
    until: datetime | None,
    reason: str,
) -> Preview:
    """Say what was dealt by the books, and of which hands something else is to be taken."""
    right = _right(stamp, session_id, game, since, until)
    hands = hands_taken_otherwise(right.session, right.since, right.until, game=game)
    over = queries.is_over(stamp, right.concerns, at=right.since)
    paid = awarded(right.session, since=right.since, until=right.until)
    return Preview(
        needs=CORRECT if paid or over else None,
        content={
            "table": str(right.session.table),
            "concerns": right.concerns.isoformat(),
            "game": game,
            "since": right.since.isoformat(),
            "until": right.until.isoformat(),
            "before": {"games": right.before},
            **paid,
        },
        ahead={
            "day_state": queries.day_state(stamp.club_id, right.concerns),
            "hands": [each.name for each in hands],
        },
    )


@signed(
    CORRECT,
    asked_as="cashgames.ask_to_correct_game",
    preview=game_preview,
    kinds={CORRECT: msg("Correct a table's game after the close")},
    lives=WEEK,
    waits=WAITS,
    latest_of="session_id",
)
def correct_game(
    stamp: Stamp,
    *,
    session_id: Id,
    game: Game,
    reason: Reason,
    since: datetime | None = None,
    until: datetime | None = None,
) -> Correction:
    """
    Say what was dealt at a table from one instant to another, of a table that is closed, too.

    since: None, since it was opened; until: None, until the books say it, or its close. The hands
    of that time stay as they were booked and are corrected one by one; claims and hands found later
    go by what was dealt. By the supervisor while the gaming day is open and no level was fixed
    since; later, and where a hand of that time was awarded, the manager signs.
    Source: OLY-1.6, CATALOGUE 3.14.
    Raises NotFound, BadInput, GameNotOffered, NothingChanges, GameRunsOn.
    """
    right = _right(stamp, session_id, game, since, until)
    correcting = Correcting(
        stamp=stamp, session=right.session, concerns=right.concerns, reason=reason
    )
    span = {"since": right.since, "until": right.until}
    return correcting.keep(Correction.What.GAME, game=game, **span)


@dataclass(frozen=True, kw_only=True, slots=True)
class RightGame:
    """
    What was dealt at a table in truth, from one instant to another.

    concerns: the gaming day of its beginning; before: what was dealt by the books.
    """

    session: Session
    game: str
    since: datetime
    until: datetime
    concerns: date
    before: list[str]


def _right(
    stamp: Stamp, session_id: int, game: str, since: datetime | None, until: datetime | None
) -> RightGame:
    session = held_session(stamp, session_id)
    since = since or session.opened_at
    if not session.opened_at <= since <= min(session.closed_at or stamp.at, stamp.at):
        raise BadInput(msg("The table was not open at that time."), field="since")
    club = Club.objects.get(id=stamp.club_id)
    day = club_stamp(club, at=since, actor_id=None).gaming_day
    most_players(book_on(stamp.club_id, day), named_game(game), at="cash")
    borders = [each for each in terms_changed(session) if each > since]
    until = until or _until(session, game, borders)
    if not since < until <= min(session.closed_at or stamp.at, stamp.at):
        said = msg("The end must be after the beginning and while the table was open.")
        raise BadInput(said, field="until")
    instants = [since, *(each for each in borders if each < until)]
    before = list(dict.fromkeys(on_terms_of(session, each).game for each in instants))
    if before == [game]:
        raise NothingChanges(field="game")
    return RightGame(
        session=session, game=game, since=since, until=until, concerns=day, before=before
    )


def _until(session: Session, game: str, later: list[datetime]) -> datetime:
    """Return from when on the books say the same, or the table's close. later: changes of terms."""
    said = takewhile(lambda each: on_terms_of(session, each).game == game, reversed(later))
    if same := list(said):
        return same[-1]
    if session.closed_at:
        return session.closed_at
    if session.game == game:
        raise NothingChanges(field="game")
    raise GameRunsOn(
        msg("The table's game is {game}.", game=value_in_words(session.game)), field="game"
    )
