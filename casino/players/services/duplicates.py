"""Two cards of one person become one: one of the staff sees it, a second one confirms it."""

from collections.abc import Collection
from datetime import date, timedelta

from django.db.models import Q

from casino.acts.kinds import Id, PrivateReason
from casino.approvals.queries import undecided
from casino.approvals.signed import Preview, signed
from casino.approvals.undecided import void_all
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.players.models import Exclusion, Player, SeatingRestriction
from casino.players.queries import Gone, exclusions_on, place_of, player, separations
from casino.players.services.guests import keep_version, note_exclusions
from casino.players.services.places import PlaysElsewhere
from casino.refusals import BadInput

ANONYMISE, MERGE, PART = "players.anonymise", "players.merge", "players.part"
# Who somebody is and what they show: put right on the card that goes on, so it lies there alone.
CARRIED = ("birth_date", "document", "language", "nationality")
# How an exclusion ended, if it did.
ENDED = ("lifted_at", "corrected_id", "end_asked_on", "ended_by_id")
CORRECT_EXCLUSION = "players.correct_exclusion"


def merge_preview(stamp: Stamp, *, player_id: int, other_id: int, reason: str) -> Preview:
    """Say which cards become one. Raises NotFound, BadInput, Gone, PlaysElsewhere."""
    stays, duplicate = _pair(stamp, player_id, other_id)
    return Preview(
        content={"code": stays.code, "double_code": duplicate.code},
        ahead={"stays": stays.name, "double": duplicate.name},
    )


@signed(
    MERGE,
    asked_as="players.propose_merge",
    preview=merge_preview,
    kinds={MERGE: msg("Merge duplicates")},
    lives=timedelta(days=3),
    waits="The other shift knows the guest, too.",
)
def merge_players(stamp: Stamp, *, player_id: Id, other_id: Id, reason: PrivateReason) -> Player:
    """
    Let one guest go on for both: what was booked stays where it is, what is asked later follows.

    other_id: the duplicate; its exclusions and separations hold for the guest that goes on, who
    gets, too, what only the duplicate knows of the person and of their document.
    """
    which = [player_id, other_id]
    list(Player.objects.select_for_update().filter(id__in=which).order_by("id"))
    stays, duplicate = _pair(stamp, *which)
    Player.objects.filter(merged_into=duplicate).update(merged_into=stays)
    duplicate.merged_into = stays
    _carry_over(stamp, stays, duplicate)
    for exclusion in exclusions_on(duplicate.pk, stamp.gaming_day):
        copy, _ = Exclusion.objects.get_or_create(
            player=stays,
            act_id=exclusion.act_id,
            defaults={
                "kind": exclusion.kind,
                "since": exclusion.since,
                "until": exclusion.until,
                "asked_until": exclusion.asked_until,
                "reason": exclusion.reason,
            },
        )
        # That of a former merge ended with the separation, and holds again.
        for name in ENDED:
            setattr(copy, name, None)
        copy.save(update_fields=ENDED)
    _separate(stamp, stays, duplicate)
    void_requests(stamp, [duplicate.pk])
    return note_exclusions(stamp, stays)


def _carry_over(stamp: Stamp, stays: Player, duplicate: Player) -> None:
    """Let the one that goes on have what it lacks, and the duplicate no more of that."""
    nothing = {"birth_date": None}
    fields = [*CARRIED]
    if duplicate.personal_code and stays.birth_date in {None, duplicate.birth_date}:
        fields += ["code_country", "personal_code"]
    carried = []
    for field in fields:
        value, own = getattr(duplicate, field), getattr(stays, field)
        if value and (not own or own == value):
            carried += [] if own else [field]
            setattr(stays, field, value)
            setattr(duplicate, field, nothing.get(field, ""))
    duplicate.save(update_fields=["merged_into", *fields])
    if carried:
        stays.save(update_fields=fields)
        keep_version(stamp, stays)


def requests_about(player_ids: Collection[int]) -> Q:
    """Return the condition of requests to merge, part or erase guests, or about an exclusion."""
    named = Q(content__player_id__in=player_ids) | Q(content__other_id__in=player_ids)
    return named & Q(operation__in=(MERGE, PART, ANONYMISE, CORRECT_EXCLUSION))


def void_requests(stamp: Stamp, player_ids: Collection[int]) -> None:
    """Refuse what waits about guests who are merged or erased, save what is carried out now."""
    waiting = undecided(stamp.club_id, requests_about(player_ids))
    void_all(stamp, waiting.exclude(id=stamp.proposal_id), why="guest")


def _separate(stamp: Stamp, stays: Player, duplicate: Player) -> None:
    """Keep the one that goes on from whomever the duplicate is kept from, the longer of the two."""
    own = {_other(pair, stays): pair for pair in _lasting(stamp, stays)}
    for pair in _lasting(stamp, duplicate):
        other_id = _other(pair, duplicate)
        before = own.get(other_id)
        if other_id == stays.pk or (before and _end(before) >= _end(pair)):
            continue
        low, high = sorted((stays.pk, other_id))
        standing = SeatingRestriction.objects.filter(low_id=low, high_id=high, lifted_at=None)
        standing.update(lifted_at=stamp.at)
        SeatingRestriction.objects.create(
            low_id=low,
            high_id=high,
            since=pair.since,
            until=pair.until,
            reason=pair.reason,
            act_id=stamp.act_id,
        )


def _lasting(stamp: Stamp, card: Player) -> list[SeatingRestriction]:
    """Return the pairs of a card that nobody lifted and whose last day is not over."""
    pairs = [each for each in separations(card.pk) if each.lifted_at is None]
    return [each for each in pairs if _end(each) >= stamp.gaming_day]


def _other(pair: SeatingRestriction, card: Player) -> int:
    return pair.high_id if pair.low_id == card.pk else pair.low_id


def _end(pair: SeatingRestriction) -> date:
    return pair.until or date.max


def _pair(stamp: Stamp, player_id: int, other_id: int) -> tuple[Player, Player]:
    """Return who goes on and the duplicate. Raises NotFound, BadInput, Gone, PlaysElsewhere."""
    if player_id == other_id:
        raise BadInput(msg("Choose two different cards."), field="other_id")
    stays, duplicate = player(stamp.club_id, player_id), player(stamp.club_id, other_id)
    if any(each.merged_into_id or each.anonymised_at for each in (stays, duplicate)):
        raise Gone(field="other_id")
    if place := place_of(duplicate.pk):
        raise PlaysElsewhere(
            msg("{duplicate} is playing at {about}.", duplicate=duplicate, about=place.about),
            field="other_id",
        )
    return stays, duplicate
