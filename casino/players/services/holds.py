"""Holds of an authority: a guest's record that is not erased while one is in force."""

from collections.abc import Collection
from datetime import date

from django.db.models import Q, QuerySet

from casino.acts.kinds import Id, Reason, ShortName
from casino.acts.permission import can_perform
from casino.acts.runner import act
from casino.house.stamp import Stamp
from casino.messages import Message, msg
from casino.players.models import Hold
from casino.players.queries import family, player
from casino.players.services.guests import held_guest
from casino.refusals import BadInput, Conflict, NotFound

PLACE = "players.place_hold"


class OnHold(Conflict):
    """Said to those alone who may place a hold: nobody else learns that there is one."""

    code = "PLAYER-025"
    next_step = msg("Lift the hold on the guest's page once the authority agrees.")


@act(PLACE)
def place_hold(
    stamp: Stamp, *, player_id: Id, until: date | None = None, reference: ShortName
) -> Hold:
    """
    Keep a guest's record from being erased, for an authority: until a day, that day included, or
    until the hold is lifted. Each card of the person has it, also once they are parted.

    reference: the authority's. Source: COMPLIANCE 6. Raises NotFound, Gone, BadInput for a day that
    is over.
    """
    found = held_guest(stamp, player_id)
    if until and until < stamp.gaming_day:
        raise BadInput(msg("That day is over."), field="until")
    placed = Hold.objects.bulk_create(
        Hold(
            player_id=card_id,
            since=stamp.gaming_day,
            until=until,
            reference=reference,
            placed_by_id=stamp.person_id,
            act_id=stamp.act_id,
        )
        for card_id in family(found.pk)
    )
    return next(each for each in placed if each.player_id == found.pk)


@act("players.lift_hold")
def lift_hold(stamp: Stamp, *, player_id: Id, hold_id: Id, reason: Reason) -> Hold:
    """Let a hold end, on every card that has it; the act keeps why. Raises NotFound."""
    lifted = hold_of(stamp.club_id, player_id, hold_id)
    ends = {"lifted_at": stamp.at, "lifted_by_id": stamp.person_id}
    Hold.objects.filter(act_id=lifted.act_id, lifted_at=None).update(**ends)
    return hold_of(stamp.club_id, player_id, hold_id)


def holds(club_id: int, player_id: int) -> list[Hold]:
    """Return every hold on a guest's record, by any card, the latest first. Raises NotFound."""
    cards = family(player(club_id, player_id).pk)
    found = Hold.objects.filter(player__in=cards).select_related("placed_by", "lifted_by")
    by_act = {each.act_id: each for each in found.order_by("-id")}
    return list(by_act.values())


def hold_of(club_id: int, player_id: int, hold_id: int) -> Hold:
    """Return a hold on a guest's record. Raises NotFound."""
    for found in holds(club_id, player_id):
        if found.pk == hold_id:
            return found
    raise NotFound(msg("This guest has no such hold."), field="hold_id")


def in_force(day: date) -> QuerySet[Hold]:
    """Return the holds that keep records from being erased on a gaming day."""
    return Hold.objects.filter(Q(until=None) | Q(until__gte=day), lifted_at=None)


def why_held(stamp: Stamp, player_ids: Collection[int]) -> Message | None:
    """Return by what hold a person's record is kept, in words; None where none is in force."""
    found = in_force(stamp.gaming_day).filter(player__in=player_ids).order_by("id").last()
    if found is None:
        return None
    if found.until is None:
        return msg(
            "An authority wants this guest's record kept: {reference}, until further notice.",
            reference=found.reference,
        )
    return msg(
        "An authority wants this guest's record kept: {reference}, until {until:%d.%m.%Y}.",
        reference=found.reference,
        until=found.until,
    )


def may_know(stamp: Stamp) -> bool:
    """Return whether who acts may learn of a hold: who may place one."""
    return can_perform(stamp, PLACE)
