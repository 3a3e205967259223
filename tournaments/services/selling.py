"""Tickets at the desk: entries, re-entries, rebuys, add-ons."""

from typing import Any, Literal, get_args

from django.db.models import Max, QuerySet

from casino.acts.kinds import Amount, Id, Number
from casino.approvals.signed import Preview, signed
from casino.db import refusing
from casino.house.because import Because
from casino.house.queries import book_on
from casino.house.rulebook import RuleBook
from casino.house.stamp import Stamp
from casino.house.tournaments import Way
from casino.messages import msg
from casino.players.queries import admitted_player
from casino.refusals import Conflict
from tournaments.models import Entry, Knockout, Purchase, PurchaseRequest, Ticket, Tournament
from tournaments.postings import Parts
from tournaments.queries import tournaments
from tournaments.queries.clock import registration_open
from tournaments.queries.waitlist import lists
from tournaments.rules.admission import Applicant, Offer, admission_verdict
from tournaments.services.during_play import NEXT, More, allowed_more, stays_out
from tournaments.services.listing import paid
from tournaments.services.sales import (
    check_shown,
    entry_parts,
    more_parts,
    sale_preview,
    sale_signature,
    sell,
)
from tournaments.services.seating import draw_late, keep_seat, sit
from tournaments.services.shared import (
    WORDS,
    PaidWith,
    TournamentDesk,
    check_not_fixed,
    running_tournament,
)
from tournaments.services.used_tickets import check_no_ticket, ticket_to_use

ENTRY, MORE = "tournaments.sell_entry", "tournaments.sell_more"
Money = Literal["cash", "chips", "card", "bank"]
MONEY = get_args(Money)
# In which way an entry is bought that is not paid at the desk: the book names the ways.
WAYS: dict[str, Way] = {"bank": "wire", "online_room": "online_room"}


class NotAdmitted(Conflict):
    """The book does not admit the guest now."""

    code = "TOURNAMENT-006"


class EnteredBefore(Conflict):
    """One person once in a tournament."""

    code = "TOURNAMENT-007"
    message = msg("This guest is already in the tournament.")
    next_step = msg("Sell a re-entry or a rebuy if the tournament has them.")
    next_page = "tournament"


def entry_preview(
    stamp: Stamp,
    *,
    tournament_id: int,
    player_id: int,
    paid_with: PaidWith,
    shift_id: int | None,
    fits: bool,
    ticket_id: int | None,
    cents: int | None,
) -> Preview:
    """Say who enters. Raises as sell_entry."""
    tournament, _ = _open(stamp, tournament_id, player_id, fits=fits, paid_with=paid_with)
    if paid_with == "ticket":
        book = book_on(stamp.club_id, tournament.gaming_day)
        ticket_to_use(book, tournament, player_id, ticket_id)
    if tournaments.has_entry(tournament, player_id):
        raise EnteredBefore(field="player_id")
    desk = TournamentDesk.of(stamp, tournament, paid_with=paid_with, shift_id=shift_id)
    parts = entry_parts(tournament)
    check_shown(parts, cents)
    return sale_preview(stamp, tournament, desk, parts, player_id=player_id)


def entry_signature(
    stamp: Stamp, *, tournament_id: int, paid_with: PaidWith, **_: Any
) -> str | None:
    """Return the signature of an entry."""
    parts = entry_parts(tournaments.tournament(stamp.club_id, tournament_id))
    return sale_signature(stamp, parts, paid_with=paid_with, kind=ENTRY)


@signed(
    ENTRY,
    asked_as="tournaments.ask_entry",
    preview=entry_preview,
    kinds={ENTRY: msg("Sell entry")},
    signs=entry_signature,
)
def sell_entry(
    stamp: Stamp,
    *,
    tournament_id: Id,
    player_id: Id,
    paid_with: PaidWith,
    shift_id: Id | None,
    fits: bool = True,
    ticket_id: Id | None = None,
    cents: Amount | None = None,
) -> Purchase:
    """
    Sell an entry at the actor's drawer; the numbered slip is the ticket.

    fits: the guest is of the group that a restricted tournament is for; ticket_id: of a ticket
    won, else the guest's own is looked up; who holds one pays no money; cents: the price that was
    shown, which may have changed since.
    A second person signs money from the club's amount on.
    Source: OLY-1.2, OLY-3.3.1 to OLY-3.3.10, OLY-3.4.28, AMB-57.
    Raises NotFound, PlayerExcluded, TournamentOver, PoolIsFixed, NotAdmitted, EnteredBefore,
    NoTicket, TicketFirst, LookAgain, ShiftNotOpen, NotEnough, NeedsSignature.
    """
    tournament, because = _open(stamp, tournament_id, player_id, fits=fits, paid_with=paid_with)
    check_shown(entry_parts(tournament), cents)
    paid(stamp, tournament, player_id)
    book = book_on(stamp.club_id, tournament.gaming_day)
    ticket = (
        ticket_to_use(book, tournament, player_id, ticket_id) if paid_with == "ticket" else None
    )
    entry = _enter(stamp, tournament, player_id)
    if ticket:
        Ticket.objects.filter(id=ticket.pk).update(used_by=entry)
    draw_late(stamp, tournament, entry)
    return sell(
        stamp,
        entry,
        what=Purchase.What.ENTRY,
        parts=entry_parts(tournament),
        desk=TournamentDesk.of(stamp, tournament, paid_with=paid_with, shift_id=shift_id),
        because=because,
    )


def _open(
    stamp: Stamp, tournament_id: int, player_id: int, *, fits: bool, paid_with: PaidWith
) -> tuple[Tournament, tuple[Because, ...]]:
    """Return a tournament that a guest may enter now, and why. Raises as sell_entry."""
    tournament = running_tournament(stamp, tournament_id)
    check_not_fixed(tournament)
    admitted_player(stamp.club_id, player_id, gaming_day=stamp.gaming_day)
    book = book_on(stamp.club_id, tournament.gaming_day)
    way = WAYS.get(paid_with, "desk")
    because = _admitted(book, tournament, stamp, player_id=player_id, fits=fits, way=way)
    if paid_with in MONEY:
        check_no_ticket(tournament, player_id)
    return tournament, because


def _admitted(
    book: RuleBook,
    tournament: Tournament,
    stamp: Stamp,
    *,
    player_id: int,
    fits: bool,
    way: Way,
) -> tuple[Because, ...]:
    """Return why a guest is admitted: a place is free, in the order of the list. Raises both."""
    found = lists(tournament, stamp.at)
    here = found.place_of(player_id)
    offer = Offer(
        is_open=registration_open(tournament, stamp.at),
        is_full=not found.has_room(player_id),
        daily=tournament.daily,
        restricted=tournament.kind == Tournament.Kind.RESTRICTED,
    )
    waits = bool(here and here.what == "waiting") and not found.holds_ticket(player_id)
    approved = bool(here and here.admitted_at) and not offer.is_full
    who = Applicant(way=way, paid=True, fits=fits, waits=waits, approved=approved)
    verdict = admission_verdict(book, offer, who)
    if verdict.code not in ("admitted", "admitted_late"):
        ahead = verdict.code == "waits" and found.free
        said = WORDS["others_wait" if ahead else verdict.code]
        raise NotAdmitted(
            said,
            source=verdict.because[0].rule,
            next_step=NEXT.get(verdict.code),
            next_page=None if verdict.code == "not_this_way" else "place-book",
        )
    if waits and not found.moves and not approved:
        raise NotAdmitted(WORDS["list_closed"], source=found.because[0].rule)
    return verdict.because


def _check_way(stamp: Stamp, tournament: Tournament, what: More, paid_with: Money) -> None:
    """Raise NotAdmitted for a re-entry bought in a way that the book does not have for entries."""
    if what != "reentry":
        return
    book = book_on(stamp.club_id, tournament.gaming_day)
    who = Applicant(way=WAYS.get(paid_with, "desk"), paid=True)
    verdict = admission_verdict(book, Offer(daily=tournament.daily), who)
    if (code := verdict.code) == "not_this_way":
        raise NotAdmitted(WORDS[code], source=verdict.because[0].rule, next_step=NEXT[code])


def _enter(stamp: Stamp, tournament: Tournament, player_id: int) -> Entry:
    """Give a guest the next ticket number. Raises EnteredBefore."""
    if tournaments.has_entry(tournament, player_id):
        raise EnteredBefore(field="player_id")
    latest = tournament.entries.aggregate(number=Max("number"))["number"] or 0
    with refusing(tournaments_person_once=EnteredBefore(field="player_id")):
        return Entry.objects.create(
            tournament=tournament,
            player_id=player_id,
            number=latest + 1,
            registered_at=stamp.at,
            act_id=stamp.act_id,
        )


def more_preview(
    stamp: Stamp,
    *,
    entry_id: int,
    what: More,
    paid_with: Money,
    shift_id: int | None,
    chips: int,
    in_hand: bool,
    request_id: int | None,
) -> Preview:
    """Say what is bought again. Raises as sell_more."""
    entry, asked, _ = allowed_more(
        stamp, entry_id, what=what, chips=chips, in_hand=in_hand, request_id=request_id
    )
    tournament = entry.tournament
    _check_way(stamp, tournament, what, paid_with)
    desk = TournamentDesk.of(stamp, tournament, paid_with=paid_with, shift_id=shift_id)
    parts = _parts_of(entry, tournament, what, asked)
    return sale_preview(stamp, tournament, desk, parts, player_id=entry.player_id)


def more_signature(
    stamp: Stamp, *, entry_id: int, what: More, paid_with: Money, **_: Any
) -> str | None:
    """Return the signature of what is bought again."""
    entry = tournaments.entry(stamp.club_id, entry_id)
    parts = _parts_of(entry, entry.tournament, what)
    return sale_signature(stamp, parts, paid_with=paid_with, kind=MORE)


def _parts_of(
    entry: Entry, tournament: Tournament, what: More, asked: PurchaseRequest | None = None
) -> Parts:
    stays = what == "addon" or (asked and stays_out(entry, asked))
    return more_parts(tournament, what, new_chip=not stays and _out(entry).exists())


@signed(
    MORE,
    asked_as="tournaments.ask_more",
    preview=more_preview,
    kinds={MORE: msg("Sell rebuy, add-on or re-entry")},
    signs=more_signature,
)
def sell_more(
    stamp: Stamp,
    *,
    entry_id: Id,
    what: More,
    paid_with: Money,
    shift_id: Id | None,
    chips: Number = 0,
    in_hand: bool = False,
    request_id: Id | None = None,
) -> Purchase:
    """
    Sell a re-entry, a rebuy or an add-on. chips: the player's stack as the floor says it.

    What the floor asked for holds with the stack of that time, and is settled by it, or what two
    let the desk sell late; request_id: of what was seen as asked for, which is sold once and not
    after it was withdrawn.
    Who was knocked out comes back with a new bounty chip (AMB-66). A second person signs money from
    the club's amount on. Source: OLY-3.2.a to OLY-3.2.d, VOO-T2, IMG-V1 to IMG-V3, HOME-1.
    Raises NotFound, TournamentOver, PoolIsFixed, PlayerExcluded, NotSold, NotAdmitted, AskedNoMore,
    ShiftNotOpen, NotEnough, NeedsSignature.
    """
    entry, asked, because = allowed_more(
        stamp, entry_id, what=what, chips=chips, in_hand=in_hand, request_id=request_id
    )
    tournament = entry.tournament
    _check_way(stamp, tournament, what, paid_with)
    if what == "reentry":
        paid(stamp, tournament, entry.player_id)
    stays = what == "addon" or (asked and stays_out(entry, asked))
    back = False if stays else _come_back(stamp, entry, what)
    sale = sell(
        stamp,
        entry,
        what=Purchase.What(what),
        parts=more_parts(tournament, what, new_chip=back),
        desk=TournamentDesk.of(stamp, tournament, paid_with=paid_with, shift_id=shift_id),
        because=because,
    )
    if asked:
        PurchaseRequest.objects.filter(id=asked.pk).update(purchase=sale)
    return sale


def _come_back(stamp: Stamp, entry: Entry, what: More) -> bool:
    """Let who was knocked out play again; return whether that was so. A rebuy keeps the seat."""
    back = bool(_out(entry).update(came_back_at=stamp.at))
    if back and what == "rebuy" and keep_seat(entry):
        Entry.objects.filter(id=entry.pk).update(out_at=None)
        sit(stamp, entry.tournament, entry)
    elif back:
        Entry.objects.filter(id=entry.pk).update(out_at=None, table_no=None, seat_no=None)
        draw_late(stamp, entry.tournament, entry)
    return back


def _out(entry: Entry) -> QuerySet[Knockout]:
    return Knockout.objects.filter(entry=entry, undone_at=None, came_back_at=None)
