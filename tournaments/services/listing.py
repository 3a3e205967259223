"""Bookings without payment, the waiting list, and who is let in from it."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.dispatch import receiver

from casino.acts.kinds import Id, Name
from casino.acts.runner import act
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.messages import msg
from casino.players.models import Player
from casino.players.queries import admitted_player, card_ids
from casino.players.services.erasing import guest_erased
from casino.refusals import Conflict, Refusal
from tournaments.models import Tournament, WaitlistEntry
from tournaments.queries.card_codes import player_of_card
from tournaments.queries.clock import registration_open
from tournaments.queries.tournaments import has_entry, is_disqualified
from tournaments.queries.waitlist import listed, lists
from tournaments.rules.admission import Applicant, Offer, admission_verdict
from tournaments.rules.verdict import SaleVerdict
from tournaments.services.shared import WORDS as SALE_WORDS
from tournaments.services.shared import check_not_fixed, held_tournament, running_tournament

WORDS = {
    "not_paid": msg("Only festivals take bookings without payment. Sell the entry."),
    "waits": msg("All places are taken. Add the guest to the waiting list."),
    "registration_closed": msg("Registration for this tournament is closed."),
    "restricted": msg("This tournament is for a restricted group."),
    "not_this_way": msg("Entries to this tournament are not sold at the desk."),
}


class NotListed(Conflict):
    """The book gives no booking, or no place on the list, now."""

    code = "TOURNAMENT-040"


class ListedBefore(Conflict):
    """Everybody stands on a list once, and not beside an entry."""

    code = "TOURNAMENT-041"
    message = msg("This guest already has an entry, a booking or a waiting list place.")


class WrongCard(Refusal):
    """The number of a card alone could be counted through."""

    code = "TOURNAMENT-111"
    message = msg("There is no card with this code.")
    next_step = msg("Ask the desk for the code of your card.")


class NothingToWithdraw(Conflict):
    """A guest takes back what the guest has said."""

    code = "TOURNAMENT-112"
    message = msg("There is nothing of this card to withdraw for this tournament.")


class ListEnded(Conflict):
    """A place on a list is given up, or paid, once."""

    code = "TOURNAMENT-042"
    message = msg("This guest is no longer on the list.")


@act("tournaments.book_place")
def book_place(
    stamp: Stamp, *, tournament_id: Id, player_id: Id, fits: bool = True
) -> WaitlistEntry:
    """
    Keep a place that is paid later, where the book has bookings free of charge.

    Source: OLY-3.3.3, OLY-3.3.5. Raises NotFound, PlayerExcluded, TooYoung, TournamentOver,
    PoolIsFixed, NotListed, ListedBefore.
    """
    return _booked(stamp, tournament_id, player_id, fits=fits)


@act("tournaments.book_online")
def book_online(stamp: Stamp, *, tournament_id: Id, card: Name) -> WaitlistEntry:
    """
    Keep a place for a guest who says the code of the own card; paid at the desk.

    Source: OLY-3.3.3, OLY-3.3.5. Raises WrongCard, and as book_place.
    """
    return _booked(stamp, tournament_id, _of_card(stamp, card).pk, fits=False)


@act("tournaments.announce_coming")
def announce_coming(stamp: Stamp, *, tournament_id: Id, card: Name) -> WaitlistEntry:
    """
    Tell the desk that a guest comes, by the code of the own card: no seat, no place, no booking.

    Raises WrongCard, NotFound, PlayerExcluded, TooYoung, TournamentOver, PoolIsFixed, NotListed,
    ListedBefore.
    """
    guest = _of_card(stamp, card)
    tournament = _open(stamp, tournament_id, guest.pk)
    if not registration_open(tournament, stamp.at):
        raise NotListed(WORDS["registration_closed"])
    return _listed(stamp, tournament, guest.pk, what=WaitlistEntry.What.COMING)


@act(
    "tournaments.withdraw_online",
    replay=lambda stamp, tournament_id, card: WaitlistEntry.objects.filter(
        tournament=tournament_id,
        player__in=card_ids(_of_card(stamp, card).pk),
        ended=WaitlistEntry.Ended.LEFT,
    ).latest("id"),
)
def withdraw_online(stamp: Stamp, *, tournament_id: Id, card: Name) -> WaitlistEntry:
    """
    Take back the own booking, or that one comes, by the code of the own card.

    Raises WrongCard, NotFound, NothingToWithdraw.
    """
    guest = _of_card(stamp, card)
    held_tournament(stamp, tournament_id)
    kinds = (WaitlistEntry.What.BOOKING, WaitlistEntry.What.COMING)
    mine = WaitlistEntry.objects.filter(player__in=card_ids(guest.pk), ended_at=None)
    rows = list(mine.filter(tournament=tournament_id, what__in=kinds).order_by("id"))
    if not rows:
        raise NothingToWithdraw(field="card")
    _ended(stamp, rows, WaitlistEntry.Ended.LEFT)
    return listed(stamp.club_id, rows[-1].pk)


def _of_card(stamp: Stamp, card: str) -> Player:
    """Return whose card has this code. Raises WrongCard."""
    found = player_of_card(stamp.club_id, card)
    if found is None:
        raise WrongCard(field="card")
    return found


def _booked(stamp: Stamp, tournament_id: int, player_id: int, *, fits: bool) -> WaitlistEntry:
    tournament = _open(stamp, tournament_id, player_id)
    verdict = _admission(stamp, tournament, paid=False, fits=fits)
    if verdict.code != "booked":
        raise NotListed(WORDS[verdict.code], source=verdict.because[0].rule)
    return _listed(stamp, tournament, player_id, what=WaitlistEntry.What.BOOKING)


def _admission(stamp: Stamp, tournament: Tournament, *, paid: bool, fits: bool) -> SaleVerdict:
    """Return how a guest at the desk is admitted as the tournament stands."""
    found = lists(tournament, stamp.at)
    offer = Offer(
        is_open=registration_open(tournament, stamp.at),
        is_full=not found.free or bool(found.waiting),
        daily=tournament.daily,
        festival=tournament.festival,
        restricted=tournament.kind == Tournament.Kind.RESTRICTED,
    )
    book = book_on(stamp.club_id, tournament.gaming_day)
    return admission_verdict(book, offer, Applicant(way="desk", paid=paid, fits=fits))


@act("tournaments.join_list")
def join_list(
    stamp: Stamp, *, tournament_id: Id, player_id: Id, fits: bool = True
) -> WaitlistEntry:
    """
    Put a guest at the back of the waiting list, for an entry or, who is out, for a re-entry.

    From then on no unpaid booking holds. Source: OLY-3.3.4, OLY-3.3.7, OLY-3.3.8, OLY-3.3.11,
    AMB-75. Raises as book_place.
    """
    tournament = _open(stamp, tournament_id, player_id)
    verdict = _admission(stamp, tournament, paid=True, fits=fits)
    if verdict.code == "admitted":
        raise NotListed(msg("A place is free. Sell the entry."), source=verdict.because[0].rule)
    if verdict.code != "waits":
        raise NotListed(WORDS[verdict.code], source=verdict.because[0].rule)
    row = _listed(stamp, tournament, player_id, what=WaitlistEntry.What.WAITING)
    lapse_bookings(stamp, tournament)
    return row


@act("tournaments.leave_list")
def leave_list(stamp: Stamp, *, listed_id: Id) -> WaitlistEntry:
    """Take a guest off a list; a place is given to nobody else (OLY-3.3.8). Raises ListEnded."""
    held_tournament(stamp, listed(stamp.club_id, listed_id).tournament_id)
    row = listed(stamp.club_id, listed_id)
    if row.ended_at:
        raise ListEnded
    _ended(stamp, [row], WaitlistEntry.Ended.LEFT)
    return listed(stamp.club_id, listed_id)


@act("tournaments.admit_waiting")
def admit_waiting(stamp: Stamp, *, listed_id: Id) -> WaitlistEntry:
    """
    Let somebody who waits buy the next free place, late registration or not.

    Source: OLY-3.3.10, VOO-T5. Raises NotFound, TournamentOver, PoolIsFixed, ListEnded.
    """
    row = listed(stamp.club_id, listed_id)
    check_not_fixed(running_tournament(stamp, row.tournament_id))
    row = listed(stamp.club_id, listed_id)
    if row.ended_at or row.what != WaitlistEntry.What.WAITING:
        raise ListEnded
    WaitlistEntry.objects.filter(id=row.pk).update(
        admitted_by=stamp.person_id, admitted_at=stamp.at
    )
    return listed(stamp.club_id, listed_id)


def paid(stamp: Stamp, tournament: Tournament, player_id: int) -> None:
    """Take who has paid off the lists, as a step of a sale."""
    mine = tournament.listed.filter(player__in=card_ids(player_id), ended_at=None)
    _ended(stamp, list(mine), WaitlistEntry.Ended.PAID)


def list_again(tournament: Tournament, player_id: int, *, at: datetime) -> None:
    """
    Give back the line that a sale of an instant ended, as a step of its reversal.

    The place is where it was in the order (OLY-3.3.7). A booking holds no more once others wait or
    registration is over (OLY-3.3.4); who is listed anew stays there.
    """
    if tournament.listed.filter(player__in=card_ids(player_id), ended_at=None).exists():
        return
    lines = tournament.listed.filter(
        player__in=card_ids(player_id), ended=WaitlistEntry.Ended.PAID, ended_at=at
    )
    waiting = WaitlistEntry.What.WAITING
    others_wait = tournament.listed.filter(what=waiting, ended_at=None).exists()
    if others_wait or tournament.registration_closed_at:
        lines = lines.filter(what=waiting)
    lines.update(ended="", ended_at=None)


def plays_on(stamp: Stamp, tournament: Tournament, player_id: int) -> None:
    """Take who is in again off the list for a re-entry, as a step of an act."""
    listed_ = tournament.listed.filter(player__in=card_ids(player_id))
    mine = listed_.filter(reentry=True, ended_at=None)
    _ended(stamp, list(mine), WaitlistEntry.Ended.LEFT)


def lapse_bookings(stamp: Stamp, tournament: Tournament) -> None:
    """End the unpaid bookings: others wait (OLY-3.3.4)."""
    unpaid = tournament.listed.filter(what=WaitlistEntry.What.BOOKING, ended_at=None)
    _ended(stamp, list(unpaid), WaitlistEntry.Ended.LAPSED)


def end_unpaid(stamp: Stamp, tournament: Tournament) -> None:
    """End unpaid bookings, and who said to come: registration is over (OLY-3.3.4)."""
    lapse_bookings(stamp, tournament)
    _ended(stamp, list(_coming(tournament)), WaitlistEntry.Ended.LEFT)


def _coming(tournament: Tournament) -> QuerySet[WaitlistEntry]:
    return tournament.listed.filter(what=WaitlistEntry.What.COMING, ended_at=None)


def _open(stamp: Stamp, tournament_id: int, player_id: int) -> Tournament:
    tournament = running_tournament(stamp, tournament_id)
    check_not_fixed(tournament)
    admitted_player(stamp.club_id, player_id, gaming_day=stamp.gaming_day)
    entered = tournament.entries.filter(player__in=card_ids(player_id), refunded_at=None)
    if entered.filter(out_at=None).exists():
        raise ListedBefore(field="player_id")
    return tournament


def _listed(
    stamp: Stamp, tournament: Tournament, player_id: int, *, what: WaitlistEntry.What
) -> WaitlistEntry:
    """Write a line at the end of a list. Raises ListedBefore, NotListed."""
    out = has_entry(tournament, player_id)
    if is_disqualified(tournament, player_id):
        raise NotListed(SALE_WORDS["disqualified"], field="player_id", source="AMB-81")
    if out and not tournament.reentry:
        raise NotListed(msg("This tournament has no re-entries."), field="player_id")
    if what != WaitlistEntry.What.COMING:
        said = _coming(tournament).filter(player__in=card_ids(player_id))
        _ended(stamp, list(said), WaitlistEntry.Ended.LEFT)
    if tournament.listed.filter(player__in=card_ids(player_id), ended_at=None).exists():
        raise ListedBefore(field="player_id")
    return WaitlistEntry.objects.create(
        tournament=tournament,
        player_id=player_id,
        what=what,
        reentry=out,
        at=stamp.at,
        listed_by_id=stamp.actor_id,
        act_id=stamp.act_id,
    )


@receiver(guest_erased)
def forget_listed(sender: Any, *, player_ids: Collection[int], at: datetime, **_: Any) -> None:
    """Take an erased guest off the lists: a booking that nobody pays keeps a place."""
    lines = WaitlistEntry.objects.filter(player__in=player_ids, ended_at=None)
    for tournament_id in sorted(set(lines.values_list("tournament", flat=True))):
        hold(Tournament, tournament_id)
    lines.update(ended=WaitlistEntry.Ended.LEFT, ended_at=at)


def _ended(stamp: Stamp, rows: list[WaitlistEntry], how: WaitlistEntry.Ended) -> None:
    ids = [one.pk for one in rows]
    WaitlistEntry.objects.filter(id__in=ids).update(ended=how, ended_at=stamp.at)
