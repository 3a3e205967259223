"""Walk-ins who stay below the amount from which the house asks who they are."""

from datetime import UTC, date, datetime, time, timedelta

from django.db.models import Q

from casino.approvals.queries import hands_by_act
from casino.cage.queries.amounts import thresholds
from casino.ledger.queries.documents import acts_since, entries
from casino.ledger.queries.guests import repeated_unnamed, summed_unnamed
from casino.players.models import Player

SOLD = "cage.chips_sold"
WALK_IN_KINDS = (SOLD, "cage.chips_redeemed")
A_DAY = timedelta(days=1)


def is_near(cents: int, *, threshold_cents: int) -> bool:
    """Return whether an amount is three quarters of the threshold, or more."""
    return 4 * cents >= 3 * threshold_cents


def near_limit_walk_ins(
    club_id: int, *, first: date, last: date, known_at: datetime | None = None
) -> list[int]:
    """
    Return the acts that moved cash just below the ID threshold without a name, at one desk within
    an hour of another such amount, by the club's threshold of today.
    """
    threshold = thresholds(club_id).identify_from_cents
    return repeated_unnamed(
        club_id,
        WALK_IN_KINDS,
        named=_booked_since(club_id, first),
        low_cents=-(-3 * threshold // 4),
        high_cents=threshold,
        first=first,
        last=last,
        known_at=known_at,
    )


def sales_of_an_hour(
    club_id: int, *, first: date, last: date, known_at: datetime | None = None
) -> list[int]:
    """
    Return the acts with which the sales of a desk without a name came to the club's amount within
    an hour, by the club's threshold of today.
    """
    amounts = thresholds(club_id)
    return summed_unnamed(
        club_id,
        (SOLD,),
        named=_booked_since(club_id, first),
        from_cents=amounts.unnamed_sales_from_cents,
        first=first,
        last=last,
        known_at=known_at,
    )


def booked_for_own_guests(club_id: int, *, since: datetime) -> list[int]:
    """
    Return the entries from an instant on of guests whom who booked them had added within a day.

    A name that nobody else looked at is none: such a guest is as a walk-in.
    """
    added = acts_since(club_id, since - A_DAY)
    guests = dict(Player.objects.filter(act_id__in=added.values("id")).values_list("id", "act_id"))
    if not guests:
        return []
    booked = Q(player_id__in=guests, kind__in=WALK_IN_KINDS, happened_at__gte=since)
    rows = [each for each in entries(club_id, booked) if each.operation != "approvals.approve"]
    adding = {each.pk: each for each in added.filter(id__in=guests.values())}
    actors = {each.pk: each.actor_id or 0 for each in adding.values()}
    hands = hands_by_act(actors | {each.act_id: each.actor_id or 0 for each in rows})
    return [
        each.id
        for each in rows
        if (by := adding.get(guests[each.player_id or 0]))
        and hands[each.act_id] & hands[by.pk]
        and each.happened_at - by.happened_at < A_DAY
    ]


def _booked_since(club_id: int, first: date) -> list[int]:
    # A gaming day begins within a day of its date's midnight in UTC, wherever the club is.
    since = datetime.combine(first, time.min, tzinfo=UTC) - A_DAY
    return booked_for_own_guests(club_id, since=since)
