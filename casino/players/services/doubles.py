"""Two cards of one person become one: one of the staff sees it, a second one confirms it."""

from datetime import timedelta

from casino.acts.kinds import Id, PrivateReason
from casino.approvals.signed import Preview, signed
from casino.house.stamp import Stamp
from casino.players.models import Bar, Player, Separation
from casino.players.queries import bars_on, place_of, player, separations
from casino.players.services.guests import Gone, note_bars
from casino.players.services.places import PlaysElsewhere
from casino.refusals import BadInput
from casino.words import say

MERGE = "players.merge"


def merge_preview(stamp: Stamp, *, player_id: int, other_id: int, reason: str) -> Preview:
    """Say which cards become one. Raises NotFound, BadInput, Gone, PlaysElsewhere."""
    stays, double = _pair(stamp, player_id, other_id)
    return Preview(
        content={"code": stays.code, "double_code": double.code},
        ahead={"stays": stays.name, "double": double.name},
    )


@signed(
    MERGE,
    asked_as="players.propose_merge",
    preview=merge_preview,
    kinds={MERGE: say("Merge duplicates")},
    lives=timedelta(days=3),
)
def merge_players(stamp: Stamp, *, player_id: Id, other_id: Id, reason: PrivateReason) -> Player:
    """
    Let one guest go on for both: what was booked stays where it is, what is asked later follows.

    other_id: the double; its bars and separations hold for the guest that goes on.
    """
    which = [player_id, other_id]
    list(Player.objects.select_for_update().filter(id__in=which).order_by("id"))
    stays, double = _pair(stamp, *which)
    Player.objects.filter(merged_into=double).update(merged_into=stays)
    double.merged_into = stays
    double.save(update_fields=["merged_into"])
    for bar in bars_on(double.pk, stamp.gaming_day):
        Bar.objects.get_or_create(
            player=stays,
            kind=bar.kind,
            since=bar.since,
            until=bar.until,
            reason=bar.reason,
            act_id=bar.act_id,
        )
    _separate(stamp, stays, double)
    return note_bars(stamp, stays)


def _separate(stamp: Stamp, stays: Player, double: Player) -> None:
    """Keep the one that goes on from whomever the double was kept from."""
    own = {each for pair in separations(stays.pk) for each in (pair.low_id, pair.high_id)}
    lasting = [pair for pair in separations(double.pk) if pair.lifted_at is None]
    for pair in lasting:
        other_id = pair.high_id if pair.low_id == double.pk else pair.low_id
        if other_id in own | {stays.pk}:
            continue
        low, high = sorted((stays.pk, other_id))
        Separation.objects.create(
            low_id=low,
            high_id=high,
            since=pair.since,
            until=pair.until,
            reason=pair.reason,
            act_id=stamp.act_id,
        )


def _pair(stamp: Stamp, player_id: int, other_id: int) -> tuple[Player, Player]:
    """Return who goes on and the double. Raises NotFound, BadInput, Gone, PlaysElsewhere."""
    if player_id == other_id:
        raise BadInput(say("Choose two different cards."), field="other_id")
    stays, double = player(stamp.club_id, player_id), player(stamp.club_id, other_id)
    if any(each.merged_into_id or each.anonymised_at for each in (stays, double)):
        raise Gone(field="other_id")
    if place := place_of(double.pk):
        raise PlaysElsewhere(
            say("{duplicate} is playing in {about}.", duplicate=double, about=place.about),
            field="other_id",
        )
    return stays, double
