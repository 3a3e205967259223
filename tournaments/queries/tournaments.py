"""Tournaments, and who is in them."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Count, Q, QuerySet

from casino.db import asked_once
from casino.kept_sql import kept_sql
from casino.messages import msg
from casino.paging import Page
from casino.players.queries import card_ids
from casino.refusals import NotFound
from tournaments.models import (
    Entry,
    Knockout,
    Purchase,
    Series,
    StructureVersion,
    Template,
    Ticket,
    Tournament,
)

MAX_SHOWN = 200


def series_list(club_id: int) -> list[Series]:
    return list(Series.objects.filter(club_id=club_id).order_by("name", "id"))


def series(club_id: int, series_id: int) -> Series:
    """Return a series of the club. Raises NotFound."""
    found = Series.objects.filter(club_id=club_id, id=series_id).first()
    if found is None:
        raise NotFound(msg("This club has no such series."), field="series_id")
    return found


def templates(club_id: int) -> list[Template]:
    """Return the templates of a club that are not retired."""
    used = Template.objects.filter(club_id=club_id, retired_at=None)
    return list(used.order_by("name", "id"))


def template(club_id: int, template_id: int) -> Template:
    """Return a template of the club, retired or not. Raises NotFound."""
    found = Template.objects.filter(club_id=club_id, id=template_id).first()
    if found is None:
        raise NotFound(msg("This club has no such template."), field="template_id")
    return found


def tournaments(club_id: int, *, page: Page | None = None) -> list[Tournament]:
    """Return the latest tournaments of a club, the last to start first."""
    found = Tournament.objects.filter(club_id=club_id).select_related("series")
    return (page or Page(MAX_SHOWN)).of(found.order_by("-starts_at", "-id"))


@kept_sql
def unfinished(club_id: int, day: date) -> QuerySet[Tournament]:
    """Return the tournaments up to a gaming day with neither result nor cancellation, in order."""
    found = Tournament.objects.filter(club_id=club_id, gaming_day__lte=day)
    return found.filter(finished_at=None, cancelled_at=None).order_by("starts_at", "id")


@kept_sql
def to_refund(club_id: int, day: date) -> QuerySet[Tournament]:
    """
    Return the cancelled tournaments of which an entry sold up to a gaming day is not given back.

    unrefunded: how many such entries there are. Until then nobody is owed the money by name.
    """
    entries = Q(entries__refunded_at=None, entries__purchases__gaming_day__lte=day)
    found = Tournament.objects.filter(club_id=club_id, cancelled_at__isnull=False)
    found = found.annotate(unrefunded=Count("entries", filter=entries, distinct=True))
    return found.filter(unrefunded__gt=0).order_by("cancelled_at", "id")


NUMBER_DIGITS = 10


def tournament(club_id: int, tournament_id: int) -> Tournament:
    """Return a tournament of the club. Raises NotFound."""
    for found in _tournaments(club_id, tournament_id):
        return found
    raise NotFound(msg("This club has no such tournament."), field="tournament_id")


@kept_sql
def _tournaments(club_id: int, tournament_id: int) -> QuerySet[Tournament]:
    return Tournament.objects.select_related("fixed").filter(club_id=club_id, id=tournament_id)


@asked_once
def version(tournament: Tournament) -> StructureVersion:
    """Return the structure that holds now."""
    return _latest(tournament)[0]


def version_before(tournament: Tournament, act_id: int) -> StructureVersion:
    """Return the structure that held as an act was carried out."""
    held = StructureVersion.objects.filter(tournament=tournament, act_id__lt=act_id)
    return held.latest("number")


@kept_sql
def _latest(tournament: Tournament) -> QuerySet[StructureVersion]:
    found = StructureVersion.objects.filter(tournament=tournament)
    return found.select_related("author", "approved_by").order_by("-number")[:1]


def entries(tournament: Tournament, *, page: Page | None = None) -> list[Entry]:
    """Return who is in a tournament, refunded entries too, by ticket."""
    found = tournament.entries.select_related("player").order_by("number", "id")
    return page.of(found) if page else list(found)


def entry(club_id: int, entry_id: int) -> Entry:
    """Return an entry of the club. Raises NotFound."""
    for found in _entries(club_id, entry_id):
        return found
    raise NotFound(msg("There is no such entry in this club."), field="entry_id")


@kept_sql
def _entries(club_id: int, entry_id: int) -> QuerySet[Entry]:
    found = Entry.objects.select_related("player", "tournament")
    return found.filter(tournament__club_id=club_id, id=entry_id)


def unrefunded(tournament: Tournament) -> list[Entry]:
    """Return the entries whose money was not given back, by ticket."""
    kept = tournament.entries.filter(refunded_at=None).select_related("player")
    return list(kept.order_by("number"))


def entered_count(tournament: Tournament) -> int:
    """Return how many entries there are whose money was not given back."""
    return tournament.entries.filter(refunded_at=None).count()


@asked_once
def left_count(tournament: Tournament) -> int:
    """Return how many are not out."""
    return tournament.entries.filter(refunded_at=None, out_at=None).count()


def find_entries(
    tournament: Tournament, text: str, *, most: int, left: bool = False
) -> list[Entry]:
    """
    Return who is in a tournament by name, ticket or code, of too many the latest; by ticket.

    left: only who still plays.
    """
    found = tournament.entries.select_related("player")
    if left:
        found = found.filter(out_at=None, refunded_at=None)
    if text:
        which = Q(player__name__icontains=text)
        if text.isascii() and text.isdecimal() and len(text) < NUMBER_DIGITS:
            which |= Q(number=int(text)) | Q(player__code=int(text))
        found = found.filter(which)
    return list(found.order_by("-number", "-id")[:most])[::-1]


@kept_sql
def latest_purchases(tournament: Tournament) -> QuerySet[Purchase]:
    """Return what was sold and given back last, the latest first."""
    return purchases(tournament).order_by("-id")[:20]


def purchases(tournament: Tournament) -> QuerySet[Purchase]:
    """Return everything sold and given back."""
    sold = Purchase.objects.filter(entry__tournament=tournament)
    return sold.select_related(
        "entry__player", "sold_by", "slip", "refund", "request", "restores__refund_of"
    )


def sold_once(found: Iterable[Purchase]) -> list[Purchase]:
    """
    Leave out each sale whose tender was corrected or whose refund was taken back: it was sold once.

    What took it back is left out with it.
    """
    sales = list(found)
    sold = {each.act_id for each in sales if each.refund_of_id is None}
    restored = {each.restores_id for each in sales}
    wrong = {
        each.refund_of_id
        for each in sales
        if each.refund_of_id and (each.act_id in sold or each.pk in restored)
    }
    return [each for each in sales if not {each.pk, each.refund_of_id} & wrong]


def purchase(club_id: int, purchase_id: int) -> Purchase:
    """Return something sold in the club. Raises NotFound."""
    sold = Purchase.objects.select_related("entry__player", "entry__tournament", "slip")
    row = sold.filter(entry__tournament__club_id=club_id, id=purchase_id).first()
    if row is None:
        raise NotFound(msg("This club has no such ticket."), field="purchase_id")
    return row


def sale_of(club_id: int, slip_id: int) -> Purchase:
    """Return what a slip of the club sold in a tournament. Raises NotFound."""
    sold = Purchase.objects.select_related("entry__player", "entry__tournament", "slip", "refund")
    row = sold.filter(entry__tournament__club_id=club_id, slip=slip_id, refund_of=None).first()
    if row is None:
        raise NotFound(msg("This club has no such ticket."), field="entry_id")
    while hasattr(row, "refund") and hasattr(row.refund, "restored"):
        row = purchase(club_id, row.refund.restored.pk)
    return row


def ticket_of(tournament: Tournament, player_id: int) -> Ticket | None:
    """Return a ticket to a tournament that a player has not used, by any card; or None."""
    won = Ticket.objects.unused().filter(target=tournament, player__in=card_ids(player_id))
    return won.order_by("id").first()


def has_entry(tournament: Tournament, player_id: int) -> bool:
    """Return whether a player entered a tournament, by any card."""
    entered = tournament.entries.filter(player__in=card_ids(player_id), refunded_at=None)
    return entered.exists()


def is_disqualified(tournament: Tournament, player_id: int) -> bool:
    """Return whether a player was put out of a tournament for good, by any card."""
    out = Knockout.objects.filter(entry__tournament=tournament, disqualified=True)
    standing = out.filter(undone_at=None, came_back_at=None, chip_change=None)
    return standing.filter(entry__player__in=card_ids(player_id)).exists()


def has_entry_or_ticket(tournament: Tournament, player_id: int) -> bool:
    """Return whether a player holds an entry or a ticket to a tournament (AMB-61)."""
    return has_entry(tournament, player_id) or ticket_of(tournament, player_id) is not None


@kept_sql
def open_tickets(tournament: Tournament) -> QuerySet[Ticket]:
    """Return the tickets to a tournament that nobody has used yet, the oldest first."""
    held = Ticket.objects.unused().filter(target=tournament)
    return held.select_related("player", "won_in").order_by("id")


def ticket(club_id: int, ticket_id: int) -> Ticket:
    """Return a ticket of the club that was won or given. Raises NotFound."""
    found = Ticket.objects.select_related("player", "target", "won_in")
    row = found.filter(target__club_id=club_id, id=ticket_id).first()
    if row is None:
        raise NotFound(msg("This club has no such ticket."), field="ticket_id")
    return row


def settled_ticket(club_id: int, payable_id: int) -> Ticket:
    """Return the ticket that a payment is the price of. Raises NotFound."""
    found = Ticket.objects.select_related("player").filter(
        payable__club=club_id, payable=payable_id
    )
    for ticket in found:
        return ticket
    raise NotFound(msg("This payment is not for a settled ticket."), field="payable_id")


@kept_sql
def stranded_tickets(club_id: int, day: date) -> QuerySet[Ticket]:
    """Return unused tickets to tournaments up to a gaming day that take no entries any more."""
    over = Q(target__registration_closed_at__isnull=False)
    over |= Q(target__cancelled_at__isnull=False) | Q(target__finished_at__isnull=False)
    held = Ticket.objects.unused().filter(over, target__club_id=club_id)
    held = held.filter(target__gaming_day__lte=day)
    return held.select_related("player", "target").order_by("won_at", "id")
