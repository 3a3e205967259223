"""The rankings of a club, the scheme of each on a day, and what their pools hold. Cents."""

import json
from datetime import date, timedelta
from typing import Any

from django.db.models import QuerySet

from casino.db import asked_once
from casino.house.models import Adoption, Club
from casino.house.queries import NoBookAdopted, book_on, edition
from casino.house.rulebook import RuleBook
from casino.house.rules import Ranking as Scheme
from casino.kept_sql import kept_sql
from casino.ledger.queries.balances import balance_cents
from casino.messages import msg
from casino.players.models import Player
from casino.refusals import Conflict, NotFound
from ranking.models import ClosedQuarter, Edition, Ranking, SamePerson
from ranking.rules.payout import ranking_of
from ranking.rules.periods import account_ref, last_day
from ranking.rules.persons import whose_points


class NoScheme(Conflict):
    """A ranking counts by an edition of its scheme."""

    code = "RANKING-001"
    message = msg("This ranking has no version for that gaming day.")
    next_step = msg("Ask the manager to propose one.")
    next_page = "ranking-edition"


@asked_once
@kept_sql
def rankings(club_id: int) -> QuerySet[Ranking]:
    """Return the rankings that count a club's tournaments, its own first."""
    found = Ranking.objects.filter(clubs=club_id).select_related("club")
    return found.order_by("-own", "name", "id")


def ranking(club_id: int, ranking_id: int) -> Ranking:
    """Return a ranking that counts the club's tournaments. Raises NotFound."""
    for found in rankings(club_id):
        if found.pk == ranking_id:
            return found
    raise NotFound(msg("This club has no such ranking."), field="ranking_id")


@asked_once
def own(club_id: int) -> Ranking | None:
    """Return the club's own ranking, once it is kept."""
    return next(iter(_own(club_id)), None)


@kept_sql
def _own(club_id: int) -> QuerySet[Ranking]:
    return Ranking.objects.filter(club_id=club_id, own=True).select_related("club").order_by("id")


def scheme(ranking: Ranking, day: date) -> RuleBook:
    """
    Return the book whose ranking holds on a gaming day: the club's, or the ranking's edition.

    Raises NoScheme.
    """
    found = _own_book(ranking, day) if ranking.own else _further_book(ranking, day)
    if found is None or found.ranking is None:
        raise NoScheme
    return found


def _own_book(ranking: Ranking, day: date) -> RuleBook | None:
    try:
        return book_on(ranking.club_id, day)
    except NoBookAdopted:
        return None


def _further_book(ranking: Ranking, day: date) -> RuleBook | None:
    found = Edition.objects.filter(ranking=ranking, period__contains=day).first()
    return edition_book(found.book, found.overrides) if found else None


def edition_book(book: str, overrides: dict[str, object]) -> RuleBook:
    """Return a book with other values of its ranking."""
    return edition(book, json.dumps(overrides, sort_keys=True))


def rule_on(ranking: Ranking, day: date) -> Scheme | None:
    """Return places, factors and percentages on a gaming day, None where none holds."""
    try:
        return ranking_of(scheme(ranking, day))
    except NoScheme:
        return None


def editions(ranking: Ranking) -> list[Edition]:
    """Return the editions of a further ranking that nobody withdrew, the latest first."""
    begun = ranking.editions.filter(period__isempty=False).select_related("proposal__proposed_by")
    return list(begun.order_by("-period"))


def quarter_scheme(ranking: Ranking, quarter: str) -> RuleBook:
    """
    Return the book that pays a quarter: the last one until its end with a ranking.

    A club that went over to a book without one pays what was collected before. Raises NoScheme.
    """
    last = last_day(quarter)
    try:
        return scheme(ranking, last)
    except NoScheme:
        if ranking.own:
            return _last_own_book(ranking, last)
        before = ranking.editions.filter(period__startswith__lte=last_day(quarter))
        latest = before.order_by("-period").first()
        if latest is None:
            raise
        return edition_book(latest.book, latest.overrides)


def _last_own_book(ranking: Ranking, last: date) -> RuleBook:
    adopted = Adoption.objects.filter(club=ranking.club_id, period__startswith__lte=last)
    for each in adopted.order_by("-period"):
        ends = each.period.upper
        book = _own_book(ranking, min(last, ends - timedelta(days=1)) if ends else last)
        if book and book.ranking:
            return book
    raise NoScheme


@asked_once
@kept_sql
def clubs(ranking: Ranking) -> QuerySet[Club]:
    """Return the clubs whose tournaments a ranking counts, by id."""
    return Club.objects.filter(counted_in=ranking).order_by("id")


@kept_sql
def clubs_beside(club_id: int) -> QuerySet[Club]:
    """Return the other clubs that share a ranking with a club."""
    shared = Club.objects.filter(counted_in__clubs=club_id).exclude(id=club_id)
    return shared.distinct().order_by("name", "id")


def ref(ranking: Ranking, quarter: str) -> int:
    """Return what the pool of a quarter is kept under in each club's books."""
    return account_ref(quarter, ranking=0 if ranking.own else ranking.pk)


def pools_cents(ranking: Ranking, quarter: str) -> dict[int, int]:
    """Return what each club holds of a quarter's pool, by club."""
    at = ref(ranking, quarter)
    return {club.pk: -balance_cents(club.pk, "ranking:pool", at) for club in clubs(ranking)}


@asked_once
def persons(ranking: Ranking) -> dict[int, int]:
    """
    Return for whom a player's points count, by player, where it is another card.

    Doubles of one club are merged among its guests; cards of two clubs are joined here.
    """
    return whose_points(_joined(ranking), dict(_duplicates(ranking)))


@kept_sql
def _joined(ranking: Ranking) -> QuerySet[SamePerson, Any]:
    here = Club.objects.filter(counted_in=ranking)
    joined = SamePerson.objects.filter(player__club__in=here, person__club__in=here, parted=None)
    return joined.values_list("player", "person")


@kept_sql
def _duplicates(ranking: Ranking) -> QuerySet[Player, Any]:
    here = Club.objects.filter(counted_in=ranking)
    found = Player.objects.filter(club__in=here, merged_into__isnull=False)
    return found.values_list("id", "merged_into")


def joined_near(club_id: int) -> list[SamePerson]:
    """Return the cards that count for another club's, of a club and who shares its rankings."""
    near = [club_id, *(each.pk for each in clubs_beside(club_id))]
    found = SamePerson.objects.filter(player__club__in=near, person__club__in=near, parted=None)
    return list(found.select_related("player__club", "person__club").order_by("-id"))


def joined_card(club_id: int, player_id: int) -> SamePerson:
    """Return what a card counts for, at a club that shares a ranking with both. Raises NotFound."""
    for each in joined_near(club_id):
        if each.player_id == player_id:
            return each
    said = msg("This card counts for no card of another club.")
    raise NotFound(said, field="player_id")


def paid_together(joined: SamePerson) -> list[ClosedQuarter]:
    """Return the quarters that were closed since two cards counted as one, in order."""
    either = [str(joined.player_id), str(joined.person_id)]
    found = ClosedQuarter.objects.filter(cards__has_any_keys=either, act_id__gt=joined.act_id)
    return list(found.select_related("ranking").order_by("id"))


def card_at(ranking: Ranking, player_id: int, club_id: int) -> int | None:
    """Return the card of a person at a club, None where the desk still has to find it."""
    person = persons(ranking)
    who = person.get(player_id, player_id)
    cards = [who, *(card for card, other in person.items() if other == who)]
    found = Player.objects.filter(club_id=club_id, id__in=cards)
    there = dict(found.values_list("id", "merged_into"))
    # A card that was merged goes on as another; only where none is left it is theirs.
    standing = sorted((card for card in cards if card in there), key=lambda card: bool(there[card]))
    return next(iter(standing), None)
