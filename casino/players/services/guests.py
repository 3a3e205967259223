"""Writing what is known of a guest, who may not play, and who looked at it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Annotated, Any
from uuid import uuid5

from django.conf import settings
from django.db.models import Max

from casino.acts.kinds import Day, Id, OneOf, PrivateName, PrivateReason, Reason, Text
from casino.acts.runner import act
from casino.clock import months_later
from casino.db import refusing
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.messages import msg, msg_count
from casino.players.models import Exclusion, Player, Version
from casino.players.queries import (
    Gone,
    Merged,
    PlayerExcluded,
    TooYoung,
    admitted_player,
    exclusions_on,
    linked_cards,
    player,
    terms,
)
from casino.players.rules import COUNTRIES, is_another_name
from casino.players.rules import personal_code as read_code
from casino.players.services.terms import source_of
from casino.refusals import BadInput, Conflict

EARLIEST_BIRTH = date(1900, 1, 1)
BirthDate = Annotated[date, Day(years=range(EARLIEST_BIRTH.year, 2101), private=True)]
Country = Annotated[str, OneOf(words=("", "EE", "LV", "XX"))]
PersonalCode = Annotated[str, Text(max_length=20, may_be_empty=True, private=True)]
Document = Annotated[str, Text(max_length=50, may_be_empty=True, private=True)]
GuestLanguage = Annotated[str, OneOf(words=("", *dict(settings.LANGUAGES)))]
Nationality = Annotated[str, OneOf(words=("", *COUNTRIES))]
Notes = Annotated[str, Text(max_length=500, may_be_empty=True, private=True)]
KNOWN = (
    "name",
    "birth_date",
    "code_country",
    "personal_code",
    "document",
    "photo",
    "notes",
    "language",
    "nationality",
    "named_in_results",
)


class KnownAlready(Conflict):
    """One person, one guest."""

    code = "PLAYER-003"
    message = msg("Another guest has this personal code.")
    next_step = msg("Find that guest. Duplicates are merged by two people.")
    next_page = "players"


class OwnWishStands(Conflict):
    """Who excluded themselves is not let in before their day."""

    code = "PLAYER-004"
    message = msg("A self-exclusion cannot be lifted before its last day.")
    next_step = msg("If it was entered in error, two people correct it on the guest's page.")
    next_page = "player"


class ShorterThanTerm(Conflict):
    """What a guest asks for lasts as long as the club's term for it, or longer."""

    code = "PLAYER-023"
    next_step = msg("Agree on a later day with the guest.")


class LongerExclusion(Conflict):
    """An earlier day than that of an exclusion in force would change nothing."""

    code = "PLAYER-019"


@act("players.add_player")
def add_player(
    stamp: Stamp,
    *,
    name: PrivateName,
    birth_date: BirthDate | None = None,
    code_country: Country = "",
    personal_code: PersonalCode = "",
    document: Document = "",
    photo: bool = False,
    language: GuestLanguage = "",
    nationality: Nationality = "",
    named_in_results: bool = False,
    notes: Notes = "",
) -> Player:
    """
    Add a guest under the club's next code.

    code_country: "EE", "LV" or another, "XX"; language: of the slips, "": the club's; nationality:
    by ISO 3166-1; named_in_results: the guest agrees to be named where results are published.
    Raises BadInput for a name without visible letters, a birth date or code that cannot be, a code
    without its country, and KnownAlready. The act keeps fingerprints: what is known of a guest can
    be erased, acts cannot.
    """
    values = _checked(
        stamp,
        {
            "name": name,
            "birth_date": birth_date,
            "code_country": code_country,
            "personal_code": personal_code,
            "document": document,
            "photo": photo,
            "language": language,
            "nationality": nationality,
            "named_in_results": named_in_results,
            "notes": notes,
        },
    )
    code = _next_code(stamp.club_id)
    with refusing(players_person_once=KnownAlready(field="personal_code")):
        added = Player.objects.create(
            club_id=stamp.club_id, code=code, act_id=stamp.act_id, **values
        )
    return keep_version(stamp, added)


def check_guest(stamp: Stamp, **known: Any) -> None:
    """Raise what add_player would raise for these values; nothing is written."""
    values = _checked(stamp, add_player.check(known))
    code = values["personal_code"]
    person = {"code_country": values["code_country"], "personal_code": code}
    unmerged = Player.objects.filter(club_id=stamp.club_id, merged_into=None)
    if code and unmerged.filter(**person).exists():
        raise KnownAlready(field="personal_code")


@act("players.change_player")
def change_player(
    stamp: Stamp,
    *,
    player_id: Id,
    name: PrivateName | None = None,
    birth_date: BirthDate | None = None,
    code_country: Country | None = None,
    personal_code: PersonalCode | None = None,
    document: Document | None = None,
    photo: bool | None = None,
    language: GuestLanguage | None = None,
    nationality: Nationality | None = None,
    named_in_results: bool | None = None,
    notes: Notes | None = None,
) -> Player:
    """
    Change what is known of a guest; what is None or missing stays as it is.

    Raises what add_player raises, NotFound and Gone.
    """
    changed = held_guest(stamp, player_id)
    before = _refused(stamp, linked_cards(player_id))
    called = changed.name if changed.identified else None
    wanted = {
        "name": name,
        "birth_date": birth_date,
        "code_country": code_country,
        "personal_code": personal_code,
        "document": document,
        "photo": photo,
        "language": language,
        "nationality": nationality,
        "named_in_results": named_in_results,
        "notes": notes,
    }
    given = {field: value for field, value in wanted.items() if value is not None}
    kept = {field: getattr(changed, field) for field in KNOWN}
    for field, value in _checked(stamp, kept | given, given=given).items():
        setattr(changed, field, value)
    with refusing(players_person_once=KnownAlready(field="personal_code")):
        changed.save(update_fields=KNOWN)
    keep_version(stamp, changed)
    # The last of the act, as what follows a step is written by the step.
    for card_id in sorted(before - _refused(stamp, Player.objects.filter(id__in=before))):
        noting = replace(stamp, key=uuid5(stamp.key, f"admitted {card_id}"), act_id=0)
        note_admitted.step(noting, player_id=card_id)
    if called and is_another_name(called, changed.name):
        noting = replace(stamp, key=uuid5(stamp.key, "renamed"), act_id=0)
        note_renamed.step(noting, player_id=changed.pk)
    return changed


@act("players.note_admitted", replay=lambda *_, **__: None)
def note_admitted(stamp: Stamp, *, player_id: Id) -> None:
    """
    Keep that a change of what is known of a guest lets in who was excluded or too young.

    A step of the act that changed it.
    """


@act("players.note_renamed", replay=lambda *_, **__: None)
def note_renamed(stamp: Stamp, *, player_id: Id) -> None:
    """
    Keep that a guest with an ID on file was given another name, not one that was mistyped.

    A step of the act that changed it.
    """


def _refused(stamp: Stamp, cards: Iterable[Player]) -> set[int]:
    """Return which of some cards are those of who is excluded or too young to play."""
    refused = set()
    for card in cards:
        try:
            admitted_player(stamp.club_id, card.pk, gaming_day=stamp.gaming_day)
        except (PlayerExcluded, TooYoung):
            refused.add(card.pk)
        except (Gone, Merged):
            continue
    return refused


@act("players.see_identity")
def see_identity(stamp: Stamp, *, player_id: Id, reason: Reason) -> Player:
    """
    Return a guest to somebody who has a reason to see the ID in full; the act keeps it.

    Raises NotFound, BadInput (no reason).
    """
    return player(stamp.club_id, player_id)


@act("players.bar_player")
def exclude_player(
    stamp: Stamp,
    *,
    player_id: Id,
    until: date | None,
    reason: PrivateReason,
    kind: Exclusion.Kind = Exclusion.Kind.HOUSE,
) -> Player:
    """
    Exclude a guest until a day, that day included; None lifts the house's exclusions.

    kind: "self" for a guest's own wish, which nobody lifts. Source: OLY-1.3, OLY-1.5, OLY-1.54.
    Raises BadInput without a reason or for a day that is over, NotFound, Gone, OwnWishStands,
    ShorterThanTerm, LongerExclusion.
    """
    excluded = held_guest(stamp, player_id)
    if until is None:
        _lift(stamp, excluded, kind)
    elif until < stamp.gaming_day:
        raise BadInput(msg("That day is over."), field="until")
    else:
        check_term(stamp, kind, since=stamp.gaming_day, until=until)
        _check_longest(stamp, excluded, kind, until)
        own_wish = kind == Exclusion.Kind.SELF
        open_end = own_wish and terms(stamp.club_id).self_exclusion_on_request
        Exclusion.objects.create(
            player=excluded,
            kind=kind,
            since=stamp.gaming_day,
            until=date.max if open_end else until,
            asked_until=until if open_end else None,
            reason=reason,
            act_id=stamp.act_id,
        )
    return note_exclusions(stamp, excluded)


def held_guest(stamp: Stamp, player_id: int) -> Player:
    """Lock a guest until the transaction's end, and only then read. Raises NotFound, Gone."""
    list(Player.objects.select_for_update(no_key=True).filter(id=player_id))
    found = player(stamp.club_id, player_id)
    if found.merged_into_id or found.anonymised_at:
        raise Gone(field="player_id")
    return found


def note_exclusions(stamp: Stamp, excluded: Player) -> Player:
    """Note on the guest until when the exclusions in force last, as a step of an act."""
    lasting = [exclusion.until for exclusion in exclusions_on(excluded.pk, stamp.gaming_day)]
    excluded.excluded_until = max(lasting, default=None)
    excluded.save(update_fields=["excluded_until"])
    return excluded


def check_term(stamp: Stamp, kind: str, *, since: date, until: date) -> None:
    """
    Raise ShorterThanTerm where a guest's own exclusion ends before the club's term for it,
    BadInput where it ends after the longest.
    """
    own, own_wish = terms(stamp.club_id), kind == Exclusion.Kind.SELF
    months, longest = own.self_exclusion_months, own.self_exclusion_max_months
    first, last = months_later(since, months), months_later(since, longest)
    if own_wish and longest and until > last:
        raise BadInput(
            msg("A self-exclusion lasts until {last:%d.%m.%Y} or earlier.", last=last),
            field="until",
            source=source_of(stamp, "self_exclusion_max_months"),
        )
    if own_wish and until < first:
        raise ShorterThanTerm(
            msg_count(
                "A self-exclusion lasts {number} month: until {first:%d.%m.%Y} or later.",
                "A self-exclusion lasts {number} months: until {first:%d.%m.%Y} or later.",
                months,
                first=first,
            ),
            field="until",
            source=source_of(stamp, "self_exclusion_months"),
        )


def _lift(stamp: Stamp, excluded: Player, kind: str) -> None:
    lasting = exclusions_on(excluded.pk, stamp.gaming_day)
    own_wish = [exclusion for exclusion in lasting if exclusion.kind == Exclusion.Kind.SELF]
    if own_wish and (kind == Exclusion.Kind.SELF or len(own_wish) == len(lasting)):
        if max(each.last_day for each in own_wish) < stamp.gaming_day:
            said = msg("A self-exclusion ends on the guest's request: enter that on the page.")
            raise OwnWishStands(said, field="until", next_step=None)
        raise OwnWishStands(field="until")
    by_house = Exclusion.objects.filter(player=excluded, kind=Exclusion.Kind.HOUSE, lifted_at=None)
    by_house.update(lifted_at=stamp.at)


def _check_longest(stamp: Stamp, excluded: Player, kind: str, until: date) -> None:
    """Raise LongerExclusion where one of the same kind lasts longer."""
    alike = [each for each in exclusions_on(excluded.pk, stamp.gaming_day) if each.kind == kind]
    last = max((each.last_day for each in alike), default=until)
    if last > until:
        by_house = kind == Exclusion.Kind.HOUSE
        raise LongerExclusion(
            msg("Excluded until {until:%d.%m.%Y} already.", until=last),
            field="until",
            next_step=msg("Lift that exclusion first: save with an empty day.")
            if by_house
            else None,
        )


def _checked(
    stamp: Stamp, values: Mapping[str, Any], *, given: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return what is known of a guest, clean; a code's own birth date where none was written."""
    told = values if given is None else given
    clean = dict(values)
    if written := clean.get("personal_code"):
        if told.get("personal_code") and not clean.get("code_country"):
            said = msg("Choose the country whose personal code this is.")
            raise BadInput(said, field="code_country")
        read = read_code(clean.get("code_country") or "", written)
        clean["personal_code"] = read.code
        if told.get("birth_date") is None and told.get("personal_code") and read.birth_date:
            clean["birth_date"] = read.birth_date
        if read.birth_date and clean["birth_date"] != read.birth_date:
            said = msg("The personal code says another birth date.")
            raise BadInput(said, field="birth_date")
    born = clean["birth_date"]
    if born and not EARLIEST_BIRTH <= born <= stamp.gaming_day:
        raise BadInput(msg("That birth date cannot be right."), field="birth_date")
    return clean


def keep_version(stamp: Stamp, known: Player) -> Player:
    """Keep what is known of a guest from this act on."""
    values = {name: getattr(known, name) for name in KNOWN}
    Version.objects.create(player=known, act_id=stamp.act_id, **values)
    return known


def _next_code(club_id: int) -> int:
    """Return the next code; the lock on the club keeps two desks from taking the same."""
    hold(Club, club_id)
    latest = Player.objects.filter(club_id=club_id).aggregate(code=Max("code"))["code"]
    return (latest or 100) + 1
