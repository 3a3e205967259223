"""Erasing a person and keeping the books: amounts stay, the name and the ID go."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice
from typing import Any, cast

from django.db.models import Exists, ForeignObjectRel, Max, OuterRef, Q, QuerySet
from django.dispatch import Signal

from casino.acts.kinds import Id, PrivateReason
from casino.approvals.services import forget_reasons
from casino.approvals.signed import Preview, signed
from casino.clock import ONE_DAY, gaming_day, months_later
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger.queries.documents import act_of, acts_since, players_with_entries
from casino.ledger.queries.guests import last_entry_at, without_entries_since
from casino.messages import Message, first_of, msg, msg_count
from casino.players.models import (
    Exclusion,
    Photo,
    Player,
    PlayingPlace,
    SeatingRestriction,
    Version,
)
from casino.players.queries import (
    Gone,
    cards,
    exclusions_on,
    family,
    identity_act,
    place_of,
    player,
    terms,
)
from casino.players.services.duplicates import ANONYMISE, requests_about, void_requests
from casino.players.services.holds import OnHold, in_force, may_know, why_held
from casino.players.services.parting import forget_on_others
from casino.players.services.places import PlaysElsewhere
from casino.players.services.terms import source_of
from casino.refusals import Conflict

MAX_DUE = 20  # of a page
MAX_NAMED = 8
# Tells those above: of which club, who, and when.
guest_erased = Signal()
# Asks those above, of all cards of a person: whoever still holds something of it raises StillHeld.
guest_leaves = Signal()
# Asks those above which papers of a person go: each answers with what they are called.
papers_of_guest = Signal()
NOTHING: dict[str, Any] = {
    "birth_date": None,
    "code_country": "",
    "personal_code": "",
    "document": "",
    "photo": False,
    "notes": "",
    "language": "",
    "nationality": "",
    "named_in_results": False,
}


class ExclusionStands(Conflict):
    """Whom the house keeps out, it has to recognise."""

    code = "PLAYER-006"
    message = msg("This guest is excluded. The data is needed until the exclusion ends.")


class StillHeld(Conflict):
    """Whose money or place the house holds, it has to recognise: nobody could be paid."""

    code = "PLAYER-018"
    next_step = msg("Settle it first, then erase the guest.")

    @classmethod
    def of(cls, what: str | Message, *, page: str) -> "StillHeld":
        """Return the refusal that says what is held. page: where it is settled."""
        said = msg("The house still holds something of this guest: {what}.", what=what)
        return cls(said, field="player_id", next_page=page)


class RecordsKept(Conflict):
    """Who was identified stays on record for the club's years after the last visit."""

    code = "PLAYER-024"
    next_step = msg("The years are set under Terms for guests.")
    next_page = "players-terms"


class InUse(Conflict):
    """What others refer to is not undone."""

    code = "PLAYER-017"
    message = msg("Some of these guests have played or paid since.")


def erasing_preview(stamp: Stamp, *, player_id: int, reason: str) -> Preview:
    """
    Say what remains, and which papers go.

    Raises NotFound, Gone, ExclusionStands, PlaysElsewhere, StillHeld, RecordsKept, OnHold.
    """
    found = _erasable(stamp, player_id)
    papers = _papers(stamp.club_id, player_id)
    return Preview(
        content={"code": found.code, **({"files": papers} if papers else {})},
        ahead={"guest": found.name, "afterwards": _nobody(found)},
    )


@signed(
    ANONYMISE,
    asked_as="players.propose_anonymising",
    preview=erasing_preview,
    kinds={ANONYMISE: msg("Erase a guest's name and ID")},
    lives=timedelta(days=14),
    waits="The accountant first looks at what the law keeps.",
)
def anonymise_player(stamp: Stamp, *, player_id: Id, reason: PrivateReason) -> Player:
    """
    Erase a person, duplicates and former versions too; every entry keeps its amount and guest.

    What somebody wrote of the guest goes, too: why they were kept out or apart, merged or erased;
    what still waits of the latter two is refused. Kept files that may name them are emptied.
    """
    found = player(stamp.club_id, player_id)
    everybody = family(found.pk)
    forget_on_others(stamp.club_id, everybody)
    Version.objects.filter(player_id__in=everybody).update(name=_nobody(found), **NOTHING)
    Player.objects.filter(id__in=everybody).update(
        name=_nobody(found), anonymised_at=stamp.at, **NOTHING
    )
    Photo.objects.filter(player__in=everybody).delete()
    own = Exclusion.objects.filter(player__in=everybody)
    # On a card that this one was merged with by mistake, too.
    acts = [each.act_id for each in own if _about(each) in everybody]
    (own | Exclusion.objects.filter(act_id__in=acts)).update(reason="")
    pairs = SeatingRestriction.objects.filter(Q(low__in=everybody) | Q(high__in=everybody))
    pairs.update(reason="")
    void_requests(stamp, everybody)
    forget_reasons(stamp.club_id, requests_about(everybody))
    guest_erased.send(sender=Player, club_id=stamp.club_id, player_ids=everybody, at=stamp.at)
    return player(stamp.club_id, found.pk)


@dataclass(frozen=True, kw_only=True, slots=True)
class Kept:
    """For how many years after the last day with the house who was identified stays on record."""

    last: date
    years: int

    @property
    def first(self) -> date:
        """The first day on which the guest may be erased."""
        return months_later(self.last, 12 * self.years) + ONE_DAY

    @property
    def said(self) -> Message:
        """What the desk reads."""
        return msg_count(
            "This guest was identified: erasing is possible from {first:%d.%m.%Y}, {number} "
            "year after the last visit, {last:%d.%m.%Y}.",
            "This guest was identified: erasing is possible from {first:%d.%m.%Y}, {number} "
            "years after the last visit, {last:%d.%m.%Y}.",
            self.years,
            first=self.first,
            last=self.last,
        )


def kept_on_record(stamp: Stamp, player_id: int) -> Kept | None:
    """
    Return how long the club's term keeps a guest from being erased; None where it doesn't.

    It keeps who was ever identified, from the latest of their entries, places and ID on.
    Source: COMPLIANCE 6.
    """
    years, of_person = terms(stamp.club_id).record_years, family(player_id)
    shown = _identified(Version.objects.filter(player__in=of_person))
    if not years or not shown:
        return None
    seen = act_of(identity_act(cards(player_id)) or shown.latest("act_id").act_id)
    left = PlayingPlace.objects.filter(player__in=of_person).aggregate(at=Max("until"))["at"]
    known = [seen and seen.happened_at, left, last_entry_at(stamp.club_id, of_person)]
    club = Club.objects.get(id=stamp.club_id)
    last = max(each for each in known if each)
    day = gaming_day(last, timezone=club.timezone, closes_at=club.closes_at)
    kept = Kept(last=day, years=years)
    return kept if kept.first > stamp.gaming_day else None


def due_for_erasing(stamp: Stamp) -> list[Player]:
    """
    Return identified guests whose years on record are over, up to twenty, known longest first.

    Once the term has ended, erasing is a duty, unless an authority wants the record kept.
    Source: COMPLIANCE 6.
    """
    years = terms(stamp.club_id).record_years
    if not years:
        return []
    since = months_later(stamp.gaming_day, -12 * years)
    after = stamp.opens_at - (stamp.gaming_day - since)
    later = acts_since(stamp.club_id, after).order_by("happened_at", "id").first()
    shown = _identified(Version.objects.all())
    shown = shown.filter(act_id__lt=later.pk) if later else shown
    held = in_force(stamp.gaming_day)
    known = Player.objects.filter(club_id=stamp.club_id, merged_into=None, anonymised_at=None)
    known = known.filter(
        Q(excluded_until=None) | Q(excluded_until__lt=stamp.gaming_day),
        Exists(shown.filter(player=OuterRef("pk")))
        | Exists(shown.filter(player__merged_into=OuterRef("pk"))),
        ~Exists(held.filter(player=OuterRef("pk"))),
        ~Exists(held.filter(player__merged_into=OuterRef("pk"))),
    )
    ids = known.order_by("act_id").values_list("id", flat=True)
    idle = without_entries_since(list(ids), since)
    over = (each for each in idle if not kept_on_record(stamp, each))
    return [player(stamp.club_id, each) for each in islice(over, MAX_DUE)]


def _identified(versions: QuerySet[Version]) -> QuerySet[Version]:
    """Return what was known of guests while their document and whose it is were on file."""
    return versions.exclude(document="").exclude(birth_date=None, personal_code="")


def _papers(club_id: int, player_id: int) -> list[str]:
    """Return what the papers are called that are said to be a person's and go with them."""
    told = papers_of_guest.send(sender=Player, club_id=club_id, player_ids=family(player_id))
    return [paper for _, papers in told for paper in papers or ()]


def forget_unused(stamp: Stamp, *, player_ids: Collection[int]) -> None:
    """
    Blank guests who were added by mistake, as a step of an act; their codes stay used.

    Raises InUse, with the codes, when one of them has played, paid or been noted since.
    """
    unused = Player.objects.filter(club_id=stamp.club_id, id__in=player_ids, anonymised_at=None)
    used: set[int] = set()
    # Whoever refers to guests, those too who have no name in their direction ("+").
    for relation in Player._meta.get_fields(include_hidden=True):  # noqa: SLF001
        if isinstance(relation, ForeignObjectRel) and relation.related_model is not Version:
            name = relation.field.name
            rows = cast("Any", relation.related_model).objects.filter(**{f"{name}__in": player_ids})
            used |= set(rows.values_list(f"{name}_id", flat=True))
    used |= players_with_entries(stamp.club_id, player_ids)
    used |= set(unused.exclude(merged_into=None).values_list("id", flat=True))
    if codes := sorted(unused.filter(id__in=used).values_list("code", flat=True)):
        named = first_of([str(code) for code in codes], MAX_NAMED)
        raise InUse(msg("Guests {codes} have played or paid since.", codes=named))
    for each in unused:
        Version.objects.filter(player=each).update(name=_nobody(each), **NOTHING)
        Player.objects.filter(id=each.pk).update(
            name=_nobody(each), anonymised_at=stamp.at, **NOTHING
        )


def _about(exclusion: Exclusion) -> int:
    """Return the id of the guest whom an exclusion was first written about, on whatever card."""
    same = Exclusion.objects.filter(act_id=exclusion.act_id)
    wrong = Exclusion.objects.filter(corrected__decision_act_id=exclusion.act_id).first()
    return _about(wrong) if wrong else same.earliest("id").player_id


def _erasable(stamp: Stamp, player_id: int) -> Player:
    """Return a guest who can be erased, held by an act: exclusions, seats wait. Raises why not."""
    if stamp.act_id:
        list(Player.objects.select_for_update().filter(club_id=stamp.club_id, id=player_id))
    found = player(stamp.club_id, player_id)
    if found.merged_into_id or found.anonymised_at:
        raise Gone(field="player_id")
    if exclusions_on(player_id, stamp.gaming_day):
        raise ExclusionStands(field="player_id")
    if place := place_of(player_id):
        raise PlaysElsewhere(
            msg("{found} is playing at {about}.", found=found, about=place.about), field="player_id"
        )
    of_person = family(player_id)
    guest_leaves.send(sender=Player, club_id=stamp.club_id, player_ids=of_person)
    held = why_held(stamp, of_person)
    if held and may_know(stamp):
        raise OnHold(held, field="player_id")
    if kept := kept_on_record(stamp, player_id):
        source = source_of(stamp, "record_years")
        raise RecordsKept(kept.said, field="player_id", source=source)
    if held:
        raise RecordsKept(
            msg("This guest's record has to be kept for now."),
            field="player_id",
            next_step=msg("Ask the manager."),
            next_page=None,
        )
    return found


def _nobody(found: Player) -> str:
    return f"Guest {found.code}"
