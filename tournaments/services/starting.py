"""Play begins, and registration ends."""

from typing import Any

from casino.acts.kinds import Id
from casino.acts.runner import act
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.messages import msg, msg_count
from casino.refusals import Conflict
from tournaments.models import Tournament
from tournaments.queries import tournaments
from tournaments.queries.order import playing
from tournaments.rules.participants import start_verdict
from tournaments.services.listing import end_unpaid
from tournaments.services.seating import sit_all
from tournaments.services.shared import held_tournament, running_tournament


class NotStarted(Conflict):
    """A tournament begins with enough players, once."""

    code = "TOURNAMENT-010"


class BeforeAnnounced(Conflict):
    """Guests come at the announced time: to begin earlier is meant, not a slip of the hand."""

    code = "TOURNAMENT-122"
    message = msg("The announced start time has not come yet.")


@act("tournaments.start")
def start(stamp: Stamp, *, tournament_id: Id, ahead_of_time: bool = False) -> Tournament:
    """
    Begin play: the clock runs. Too few players: it is cancelled instead (VOO-T7, AMB-69).

    ahead_of_time: before the announced time is meant. Raises NotFound, TournamentOver, NotStarted,
    BeforeAnnounced.
    """
    tournament = running_tournament(stamp, tournament_id)
    if tournament.started_at:
        raise NotStarted(msg("This tournament has already started."))
    book = book_on(stamp.club_id, tournament.gaming_day)
    verdict = start_verdict(book, paid_entries=len(tournaments.unrefunded(tournament)))
    if not verdict.allowed:
        raise NotStarted(
            msg_count(
                "The tournament needs at least {number} entry to start.",
                "The tournament needs at least {number} entries to start.",
                book.tournament.min_participants,
            ),
            source=verdict.because[0].rule,
            next_step=msg(
                "Wait for more entries, or cancel the tournament and refund all entries."
            ),
            next_page="tournament-cancel",
        )
    if stamp.at < tournament.starts_at and not ahead_of_time:
        raise BeforeAnnounced(field="ahead_of_time")
    sit_all(stamp, tournament, playing(tournament))
    return _marked(tournament, started_at=stamp.at)


@act("tournaments.close_registration")
def close_registration(stamp: Stamp, *, tournament_id: Id) -> Tournament:
    """
    End registration, rebuys and add-ons for good, so that the pool can be fixed (AMB-52).

    Raises NotFound, TournamentOver, NotStarted.
    """
    tournament = held_tournament(stamp, tournament_id)
    if tournament.started_at is None:
        raise NotStarted(msg("Registration can only be closed after the start."))
    running_tournament(stamp, tournament_id)
    if tournament.registration_closed_at:
        return tournament
    end_unpaid(stamp, tournament)
    return _marked(tournament, registration_closed_at=stamp.at)


def _marked(tournament: Tournament, **instants: Any) -> Tournament:
    Tournament.objects.filter(id=tournament.pk).update(**instants)
    return tournaments.tournament(tournament.club_id, tournament.pk)
