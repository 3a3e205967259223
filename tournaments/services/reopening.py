"""Start, the close of registration or a cancellation, pressed by mistake: taken back by two."""

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import Preview, signed
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import Conflict
from tournaments.models import (
    ClockMark,
    Knockout,
    Purchase,
    Ticket,
    Tournament,
    WaitlistEntry,
)
from tournaments.queries import tournaments
from tournaments.queries.chips import standing_races
from tournaments.queries.days import under_way
from tournaments.queries.order import playing
from tournaments.queries.undo import undone_acts
from tournaments.services.seating import all_leave, sit_all
from tournaments.services.shared import check_not_fixed, held_tournament, running_tournament

REOPEN, START = "tournaments.reopen_registration", "tournaments.take_back_start"
CANCELLED = "tournaments.take_back_cancel"


class NotTakenBack(Conflict):
    """What was not pressed, or what play has gone on from, is not taken back."""

    code = "TOURNAMENT-121"


def reopening_preview(stamp: Stamp, *, tournament_id: int, reason: str) -> Preview:
    """Say how many are in while registration is closed. Raises as reopen_registration."""
    return _said(_closed(stamp, tournament_id))


@signed(
    REOPEN,
    asked_as="tournaments.ask_to_reopen_registration",
    preview=reopening_preview,
    kinds={REOPEN: msg("Reopen registration")},
    latest_of="tournament_id",
    one_open=True,
)
def reopen_registration(stamp: Stamp, *, tournament_id: Id, reason: Reason) -> Tournament:
    """
    Open registration, rebuys and add-ons again that were closed by mistake.

    They last as long as announced; bookings that ended with the close hold again. Until the pool
    is fixed. Source: AMB-52. Raises NotFound, TournamentOver, PoolIsFixed, NotTakenBack.
    """
    tournament = _closed(stamp, tournament_id)
    ended = tournament.listed.filter(ended_at=tournament.registration_closed_at)
    listed = tournament.listed.filter(ended_at=None).values("player")
    ended.exclude(ended=WaitlistEntry.Ended.PAID).exclude(player__in=listed).update(
        ended="", ended_at=None
    )
    Tournament.objects.filter(id=tournament.pk).update(registration_closed_at=None)
    return tournaments.tournament(stamp.club_id, tournament.pk)


def start_preview(stamp: Stamp, *, tournament_id: int, reason: str) -> Preview:
    """Say how many are in and do not play yet. Raises as take_back_start."""
    return _said(_begun(stamp, tournament_id))


@signed(
    START,
    asked_as="tournaments.ask_to_take_back_start",
    preview=start_preview,
    kinds={START: msg("Take back the start of a tournament")},
    latest_of="tournament_id",
    one_open=True,
)
def take_back_start(stamp: Stamp, *, tournament_id: Id, reason: Reason) -> Tournament:
    """
    Take back a start that was pressed by mistake: the clock stands before the first level.

    Seats and entries stay. Until play went on: a player is out, the clock was set, something was
    sold that is sold during play. Raises NotFound, TournamentOver, PoolIsFixed, NotTakenBack.
    """
    tournament = _begun(stamp, tournament_id)
    all_leave(stamp, tournament)
    Tournament.objects.filter(id=tournament.pk).update(started_at=None)
    return tournaments.tournament(stamp.club_id, tournament.pk)


def cancel_back_preview(stamp: Stamp, *, tournament_id: int, reason: str) -> Preview:
    """Say how many are in. Raises as take_back_cancel."""
    return _said(_cancelled(stamp, tournament_id))


@signed(
    CANCELLED,
    asked_as="tournaments.ask_to_take_back_cancel",
    preview=cancel_back_preview,
    kinds={CANCELLED: msg("Take back the cancellation of a tournament")},
    latest_of="tournament_id",
    one_open=True,
)
def take_back_cancel(stamp: Stamp, *, tournament_id: Id, reason: Reason) -> Tournament:
    """
    Let a tournament take place after all that was cancelled by mistake: it is as it was.

    Who had a seat has it, but for who plays elsewhere since. Until an entry or a ticket to it was
    given back. Source: AMB-69, AMB-122. Raises NotFound, NotTakenBack.
    """
    tournament = _cancelled(stamp, tournament_id)
    Tournament.objects.filter(id=tournament.pk).update(cancelled_at=None)
    found = tournaments.tournament(stamp.club_id, tournament.pk)
    if under_way(found):
        sit_all(stamp, found, playing(found))
    return found


def _said(tournament: Tournament) -> Preview:
    entries = tournaments.entered_count(tournament)
    return Preview(content={"tournament": tournament.name, "entries": entries})


def _cancelled(stamp: Stamp, tournament_id: int) -> Tournament:
    """Hold a cancelled tournament of which nothing was given back. Raises as take_back_cancel."""
    tournament = held_tournament(stamp, tournament_id)
    if tournament.cancelled_at is None:
        raise NotTakenBack(msg("This tournament has not been cancelled."))
    since = tournament.cancelled_at
    tickets = Ticket.objects.filter(target=tournament, cleared_at__gte=since)
    if tournament.entries.filter(refunded_at__gte=since).exists() or tickets.exists():
        raise NotTakenBack(
            msg("Entries or tickets of this tournament have been refunded since."),
            next_step=msg(
                "Take back those refunds while they are unpaid. Where one is paid, refund the"
                " others too and announce the tournament anew."
            ),
            next_page="tournament-refund-all",
        )
    return tournament


def _closed(stamp: Stamp, tournament_id: int) -> Tournament:
    """Hold a tournament whose registration is closed. Raises as reopen_registration."""
    tournament = running_tournament(stamp, tournament_id)
    check_not_fixed(tournament)
    if tournament.registration_closed_at is None:
        raise NotTakenBack(msg("Registration has not been closed."))
    return tournament


def _begun(stamp: Stamp, tournament_id: int) -> Tournament:
    """Hold a tournament that was started and not played yet. Raises as take_back_start."""
    tournament = running_tournament(stamp, tournament_id)
    check_not_fixed(tournament)
    if tournament.started_at is None:
        raise NotTakenBack(msg("This tournament has not started."))
    if tournament.registration_closed_at:
        raise NotTakenBack(
            msg("Registration is closed."),
            next_step=msg("Reopen registration first."),
            next_page="registration-reopen",
        )
    of_entry = {"entry__tournament": tournament}
    done = undone_acts(tournament)
    marks = ClockMark.objects.filter(tournament=tournament, at__gte=tournament.started_at)
    if (
        Knockout.objects.filter(**of_entry, undone_at=None).exists()
        or marks.exclude(act_id__in=done).exists()
        or standing_races(tournament).exists()
    ):
        raise NotTakenBack(
            msg("Play has gone on: a player was eliminated, or the clock or chips were changed."),
            next_step=msg("Undo that first, the latest act before the others."),
            next_page="floor-undo",
        )
    during_play = ("rebuy", "addon", "reentry")
    sold = Purchase.objects.filter(**of_entry, what__in=during_play, refund=None).order_by("-id")
    if latest := sold.first():
        raise NotTakenBack(
            msg("A rebuy, add-on or re-entry has been sold since the start."),
            next_step=msg("Reverse that sale first."),
            next_page="sale-take-back",
            about={"entry_id": latest.original.slip_id},
        )
    return tournament
