"""Reading players."""

from collections.abc import Collection
from datetime import date, datetime
from itertools import product
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest, Lower

from casino.clock import last_day
from casino.kept_sql import kept_sql
from casino.ledger.queries.as_of import recorded_by
from casino.messages import msg
from casino.paging import Page
from casino.players import models
from casino.players.models import (
    PAPER,
    Exclusion,
    Photo,
    Player,
    PlayingPlace,
    Ruling,
    SeatingRestriction,
    Version,
)
from casino.players.rules import AdmissionTerms, age_on
from casino.refusals import Conflict, NotFound

MAX_FOUND, MAX_RULINGS = 20, 200  # of a page
MAX_CODE_DIGITS = 9
ID_PARTS = ("document", "birth_date", "personal_code")


class PlayerExcluded(Conflict):
    """
    An exclusion in force keeps the guest out: their own wish, or the house's.

    Neither whose it is nor why is said at the desk, where the guest reads along.
    """

    code = "PLAYER-001"
    next_step = msg("Sell nothing more to this guest: the floor supervisor speaks with them.")


class TooYoung(Conflict):
    """The club admits nobody of that age."""

    code = "PLAYER-008"
    next_step = msg("Call the floor supervisor.")


class Merged(Conflict):
    """Another card of the same person goes on."""

    code = "PLAYER-009"


class Gone(Conflict):
    """What was erased or merged is changed no more, and does not play."""

    code = "PLAYER-005"
    message = msg("This guest was merged with another one, or erased.")


def player(club_id: int, player_id: int) -> Player:
    """Return a player of the club. Raises NotFound."""
    return _the_only(_players(club_id, player_id))


def admitted_player(club_id: int, player_id: int, *, gaming_day: date) -> Player:
    """
    Return a player who may play on a gaming day; who shows an excluded guest's document may not.

    Raises NotFound, Merged, Gone, PlayerExcluded, TooYoung. Source: OLY-1.3, OLY-1.54.
    """
    found = _the_only(_players_and_age(club_id, player_id))
    if found.merged_into:
        goes_on = f"{found.merged_into.code} {found.merged_into}"
        raise Merged(
            msg("This guest's card is now {goes_on}.", goes_on=goes_on),
            field="player_id",
            next_step=msg("Use that card."),
            next_page="player",
            about={"player_id": found.merged_into_id},
        )
    if found.anonymised_at:
        raise Gone(field="player_id")
    excluded = _excluded(found)
    if excluded.excluded_until and excluded.excluded_until >= gaming_day:
        own = excluded.pk == found.pk
        raise PlayerExcluded(
            msg(
                "{name} may not play here until {barred_until}.",
                name=found.name if own else f"{excluded.code} {excluded.name}",
                barred_until=last_day(excluded.excluded_until),
            ),
            field="player_id",
        )
    years = vars(found)["own_age"] or AdmissionTerms().minimum_age
    born = found.birth_date or (_youngest(found) if vars(found)["has_more_cards"] else None)
    if born and age_on(gaming_day, born) < years:
        raise TooYoung(
            msg("{name} is under {years}.", name=found.name, years=years),
            field="player_id",
        )
    return found


@kept_sql
def _players(club_id: int, player_id: int) -> QuerySet[Player]:
    return Player.objects.filter(club_id=club_id, id=player_id)


@kept_sql
def _players_and_age(club_id: int, player_id: int) -> QuerySet[Player]:
    own_age = models.AgeTerms.objects.filter(club_id=club_id).values("minimum_age")
    found = Player.objects.filter(club_id=club_id, id=player_id).annotate(paper=PAPER)
    # Few have another card, so the cards are not looked up with each guest.
    known = Player.objects.exclude(document="").alias(paper=PAPER).filter(club_id=club_id)
    twins = known.filter(paper=OuterRef("paper")).exclude(id=player_id)
    duplicates = Player.objects.filter(merged_into_id=player_id)
    return found.annotate(
        own_age=Subquery(own_age), has_more_cards=Exists(twins) | Exists(duplicates)
    )


def excluded_until(club_id: int, player_id: int, *, gaming_day: date) -> date | None:
    """Return until when a player may not play on a gaming day, by any card. Raises NotFound."""
    until = _excluded(_the_only(_players_and_age(club_id, player_id))).excluded_until
    return until if until and until >= gaming_day else None


def _excluded(found: Player) -> Player:
    return _longest_excluded(found) if vars(found)["has_more_cards"] else found


def _longest_excluded(found: Player) -> Player:
    """Return the card that is excluded longest of those that show a guest's document."""
    # What was lifted since a merge was lifted of the card that goes on.
    linked = [found, *(each for each in linked_cards(found.pk) if not each.merged_into_id)]
    return max(linked, key=lambda each: each.excluded_until or date.min)


def _youngest(found: Player) -> date | None:
    """Return the latest birth date that another card of a guest knows."""
    known = [each.birth_date for each in linked_cards(found.pk) if each.birth_date]
    return max(known, default=None)


def _the_only(found: list[Player]) -> Player:
    if not found:
        raise NotFound(msg("There is no such player in this club."), field="player_id")
    return found[0]


def find_players(club_id: int, text: str, *, page: Page | None = None) -> list[Player]:
    """
    Return up to 20 by name: players whose name holds the text, whose code or personal code it is.

    Where a duplicate matches, the player who goes on for it is found.
    """
    asked: list[Any] = [("name__icontains", text)]
    asked.append(("personal_code__in", [text, text.replace("-", "")]))
    if text.isascii() and text.isdigit() and len(text) <= MAX_CODE_DIGITS:
        asked.append(("code", int(text)))
    where = Q(*asked, *((f"duplicates__{name}", of) for name, of in asked), _connector=Q.OR)
    found = Player.objects.filter(where, club_id=club_id, merged_into=None)
    return (page or Page(MAX_FOUND)).of(found.distinct().order_by("name", "id"))


def survivors(player_ids: Collection[int]) -> dict[int, int]:
    """Return for each player the id of the one who goes on."""
    merged = Player.objects.filter(id__in=player_ids, merged_into__isnull=False)
    goes_on = {each.pk: each.merged_into_id or each.pk for each in merged}
    return {each: goes_on.get(each, each) for each in player_ids}


def main_card(player_id: int) -> int:
    """Return the id of the card that goes on for a person, from any of them."""
    return survivors([player_id])[player_id]


def card_ids(player_id: int) -> QuerySet[Player, Any]:
    """Return the ids of all cards of one person as a part of a question, from any of them."""
    return _whole(Player.objects.filter(id=player_id))


def family(player_id: int) -> list[int]:
    """Return the ids of all cards of one person, from any of them."""
    return sorted(card.pk for card in cards(player_id))


def _cards(player_id: int) -> QuerySet[Player]:
    return Player.objects.filter(id__in=card_ids(player_id))


def _whole(cards: QuerySet[Player]) -> QuerySet[Player, Any]:
    """Return the ids of all cards of the people of some cards."""
    # A union, as with "or" all guests are read, however many there are.
    people = cards.values(one=Coalesce("merged_into", F("id")))
    return people.union(Player.objects.filter(merged_into__in=people).values("id"))


@kept_sql
def cards(player_id: int) -> QuerySet[Player]:
    """Return all cards of one person, from any of them."""
    return _cards(player_id)


def _linked_cards(player_id: int) -> QuerySet[Player]:
    own = _cards(player_id)
    shown = own.exclude(document="").annotate(paper=PAPER)
    same = (
        Player.objects.exclude(document="")
        .alias(paper=PAPER)
        .filter(Exists(shown.filter(club=OuterRef("club"), paper=OuterRef("paper"))))
    )
    return Player.objects.filter(id__in=own.values("id").union(_whole(same)))


@kept_sql
def linked_cards(player_id: int) -> QuerySet[Player]:
    """
    Return the cards whose cash is one sum: a person's own, and those that show the same document.

    Such cards need not be merged; how the number is spaced and capitalised makes no difference.
    """
    return _linked_cards(player_id)


@kept_sql
def hold_guest(player_id: int) -> QuerySet[Player]:
    """Hold a person for this transaction, by any card: whoever adds up their cash waits."""
    people = _linked_cards(player_id).values(one=Coalesce("merged_into", F("id")))
    return Player.objects.select_for_update(no_key=True).filter(id__in=people).order_by("id")


def identity_act(person: Collection[Player]) -> int:
    """
    Return the act that entered the latest part of the ID which a person's cards show, 0 for none.

    What a merge carried from one card to the other was entered before it.
    """
    entered: dict[tuple[str, Any], int] = {}
    on_cards: dict[tuple[str, int], Any] = {}
    known = Version.objects.filter(player__in=person).order_by("act_id")
    for each, part in product(known, ID_PARTS):
        value = getattr(each, part)
        if value and value not in {was for (of, _), was in on_cards.items() if of == part}:
            entered[part, value] = each.act_id
        on_cards[part, each.player_id] = value
    shown = product([card for card in person if card.identified], ID_PARTS)
    return max((entered.get((part, getattr(card, part)), 0) for card, part in shown), default=0)


def terms(club_id: int) -> AdmissionTerms:
    """Return a club's terms for guests."""
    own = models.AgeTerms.objects.filter(club_id=club_id).values(*AdmissionTerms.__slots__).first()
    return AdmissionTerms(**own) if own else AdmissionTerms()


def exclusions_on(player_id: int, gaming_day: date) -> list[Exclusion]:
    """Return the exclusions in force on a gaming day, the longest first."""
    lasting = Exclusion.objects.filter(player_id=player_id, lifted_at=None, until__gte=gaming_day)
    return list(lasting.order_by("-until", "id"))


def excluded_among(player_ids: Collection[int], *, gaming_day: date) -> dict[int, date]:
    """Return who of these players may not play on a gaming day, and until when, by any card."""
    last = Greatest("excluded_until", "merged_into__excluded_until")
    found = Player.objects.filter(id__in=player_ids).annotate(last=last)
    return dict(found.filter(last__gte=gaming_day).values_list("id", "last"))


def exclusions(player_id: int) -> list[Exclusion]:
    """Return every exclusion that a player had, the latest first."""
    people = ("corrected__proposed_by", "corrected__decided_by", "ended_by")
    found = Exclusion.objects.filter(player_id=player_id).select_related(*people)
    return list(found.order_by("-id"))


def exclusion(player_id: int, exclusion_id: int) -> Exclusion:
    """Return one exclusion of a player. Raises NotFound."""
    for found in exclusions(player_id):
        if found.pk == exclusion_id:
            return found
    raise NotFound(msg("This guest has no such exclusion."), field="exclusion_id")


def versions(club_id: int, act_ids: Collection[int]) -> dict[int, tuple[Version, Version | None]]:
    """Return by act what it wrote of a guest, and what was known before, None of a new guest."""
    written = Version.objects.filter(player__club_id=club_id, act_id__in=act_ids)
    of_these = Version.objects.filter(player_id__in=written.values("player_id"))
    before: dict[int, Version] = {}
    found: dict[int, tuple[Version, Version | None]] = {}
    for each in of_these.order_by("act_id", "id"):
        if each.act_id in act_ids and each.act_id not in found:
            found[each.act_id] = each, before.get(each.player_id)
        before[each.player_id] = each
    return found


def called(club_id: int, lower_names: Collection[str]) -> int | None:
    """Return the code of a guest who has one of these names, in small letters; None: nobody."""
    guests = Player.objects.filter(club_id=club_id, anonymised_at=None)
    found = guests.annotate(lower=Lower("name")).filter(lower__in=lower_names)
    return next(iter(found.values_list("code", flat=True)[:1]), None)  # by their index, unsorted


def names(
    player_ids: Collection[int] | QuerySet[Any], *, known_at: datetime | None = None
) -> dict[int, str]:
    """
    Return the names of players by id.

    known_at: as they were written then; whoever was erased since has no name of then either.
    """
    found = dict(Player.objects.filter(id__in=player_ids).values_list("id", "name"))
    if known_at:
        former = recorded_by(Version.objects.filter(player__in=[*found]), known_at)
        found |= dict(former.order_by("act_id").values_list("player_id", "name"))
    return found


def language_of(player_id: int | None) -> str:
    """Return the language that a player reads, empty where nobody said one."""
    languages = Player.objects.values_list("language", flat=True)
    return languages.get(id=player_id) if player_id else ""


def place_of(player_id: int) -> PlayingPlace | None:
    """Return where a player plays now, by any card; or None."""
    return next(iter(_places(player_id)), None)


@kept_sql
def _places(player_id: int) -> QuerySet[PlayingPlace]:
    places = PlayingPlace.objects.filter(player__in=card_ids(player_id), until=None)
    return places.order_by("-id")


def photo(player_id: int) -> Photo | None:
    """Return the picture of a guest, the latest of all their cards; or None."""
    return Photo.objects.filter(player_id__in=family(player_id)).order_by("-id").first()


def separations(player_id: int) -> list[SeatingRestriction]:
    """Return with whom the player may not sit, and who was allowed again; the latest first."""
    pairs = SeatingRestriction.objects.filter(Q(low=player_id) | Q(high=player_id))
    return list(pairs.select_related("low", "high").order_by("-id"))


def separation(player_id: int, separation_id: int) -> SeatingRestriction:
    """Return one separation of a player. Raises NotFound."""
    for found in separations(player_id):
        if found.pk == separation_id:
            return found
    raise NotFound(msg("This guest has no such separation."), field="separation_id")


def kept_apart_from(player_id: int, *, gaming_day: date) -> set[int]:
    """Return with whom a player may not sit at one table on a gaming day (OLY-1.49)."""
    pairs = _kept_apart(player_id, gaming_day)
    return {player for pair in pairs for player in (pair.low_id, pair.high_id)} - {player_id}


def kept_apart_among(player_ids: Collection[int], *, gaming_day: date) -> dict[int, set[int]]:
    """Return who of these players may not sit at one table with whom of them (OLY-1.49)."""
    found: dict[int, set[int]] = {}
    pairs = SeatingRestriction.objects.filter(low__in=player_ids, high__in=player_ids)
    for low, high in _in_force(pairs, gaming_day).values_list("low", "high"):
        found.setdefault(low, set()).add(high)
        found.setdefault(high, set()).add(low)
    return found


@kept_sql
def _kept_apart(player_id: int, gaming_day: date) -> QuerySet[SeatingRestriction]:
    pairs = SeatingRestriction.objects.filter(Q(low=player_id) | Q(high=player_id))
    return _in_force(pairs, gaming_day)


def _in_force(pairs: QuerySet[SeatingRestriction], day: date) -> QuerySet[SeatingRestriction]:
    stand = pairs.filter(lifted_at=None, since__lte=day)
    return stand.filter(Q(until=None) | Q(until__gte=day))


def rulings(club_id: int, *, page: Page, place: str = "", about: str = "") -> list[Ruling]:
    """Return what the floor decided, the latest first; of one table or tournament, or of all."""
    made = Ruling.objects.select_related("ruled_by", "withdraws", "withdrawn").order_by("-id")
    made = made.filter(club_id=club_id)
    return page.of(made.filter(place=place, about=about) if place else made)


def ruling(club_id: int, ruling_id: int) -> Ruling:
    """Return a decision of the floor, none that withdraws another one. Raises NotFound."""
    if made := Ruling.objects.filter(club_id=club_id, id=ruling_id, withdraws=None).first():
        return made
    raise NotFound
