"""From the club's threshold on the house knows with whom it deals: linked cash, both ways."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from uuid import uuid5

import structlog
from django.db import DatabaseError

from casino.acts.kinds import Amount, Id
from casino.acts.runner import act
from casino.approvals.queries import askers, hands_by_act, hands_of
from casino.cage.queries.amounts import thresholds
from casino.cage.queries.walk_ins import SOLD, WALK_IN_KINDS, booked_for_own_guests, is_near
from casino.cage.rules import Thresholds
from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger.queries.as_of import recorded_by
from casino.ledger.queries.documents import act_of, acts_since
from casino.ledger.queries.guests import UnnamedSlip, handed_cents, unnamed_slips
from casino.messages import Message, msg
from casino.money import format_cents
from casino.players.models import Player
from casino.players.queries import cards, hold_guest, identity_act, linked_cards
from casino.refusals import Conflict, Refusal

log = structlog.get_logger()
AN_HOUR, A_DAY = timedelta(hours=1), timedelta(days=1)


@act("cage.note_unidentified", replay=lambda *_, **__: None)
def note_unidentified(stamp: Stamp, *, cents: Amount, player_id: Id | None = None) -> None:
    """
    Keep that cash was refused because no ID was seen.

    cents: with what the club's days link to it. Nobody asks for it. Source: COMPLIANCE 1 (AMLR 21).
    """


class NotIdentified(Conflict):
    """From the club's threshold on the player is identified first."""

    code = "CAGE-013"
    message = msg("ID is required. Choose the guest and enter the birth date and document.")
    next_step = msg("Add the ID on the guest's page, then try again.")
    next_page = "player"
    # What was refused, and of whom; nothing is kept of no amount.
    cents = 0
    player_id: int | None = None

    @classmethod
    def of(cls, player_id: int | None, cents: int, said: Message) -> "NotIdentified":
        """Return the refusal of an amount. Of a walk-in there is no page to add an ID to."""
        chosen = None if player_id else msg("Choose the guest with ID on file.")
        refusal = cls(said, field="player_id", next_step=chosen)
        refusal.cents, refusal.player_id = cents, player_id
        return refusal

    def after(self, stamp: Stamp) -> None:
        """Keep who was refused how much; whatever hinders that leaves the refusal as it is."""
        try:
            if self.cents:
                _keep(stamp, cents=self.cents, player_id=self.player_id)
        except (Refusal, DatabaseError):
            log.exception("a refusal for want of ID could not be kept")


@command
def _keep(stamp: Stamp, *, cents: int, player_id: int | None) -> None:
    key = uuid5(stamp.key, f"unidentified {player_id} {cents}")
    note_unidentified.step(replace(stamp, key=key), cents=cents, player_id=player_id)


@dataclass(frozen=True, kw_only=True, slots=True)
class GuestStanding:
    """
    Where a guest stands against the threshold, in cents.

    sum_cents: cash of the linked gaming days or of as many times 24 hours, whichever is more, with
    the amount asked for; of who is identified the amount alone. repeated: how many amounts like
    this one, just below the threshold, the desk moved without a name within the hour; hour_cents:
    what it sold without a name within the hour, with this one, from the club's amount on.
    """

    sum_cents: int
    threshold_cents: int
    days: int
    identified: bool
    repeated: int = 0
    hour_cents: int = 0

    @property
    def stops(self) -> bool:
        """Return whether nothing is booked before the guest is identified."""
        return self.sum_cents >= self.threshold_cents and not self.identified

    @property
    def nears(self) -> bool:
        """Return whether the threshold is near: ask for the ID now."""
        return is_near(self.sum_cents, threshold_cents=self.threshold_cents)


def standing(
    stamp: Stamp,
    *,
    player_id: int | None,
    cents: int,
    series_id: int | None = None,
    sells: bool = False,
    amounts: Thresholds | None = None,
) -> GuestStanding:
    """
    Return where a guest would stand after an amount of cash; a walk-in has no sum of their own.

    series_id: of the drawer at which a walk-in stands, who buys chips where it sells; amounts: the
    club's, where they are known.
    Source: RELIABILITY 1.12 (single or linked operations), 4; RPS 19(3).
    """
    amounts = amounts or thresholds(stamp.club_id)
    linked = linked_cards(player_id) if player_id else []
    # Another card's birth date says nothing of who shows the same document here.
    people = {card.pk: card.merged_into_id or card.pk for card in linked}
    own = [card for card in linked if people[card.pk] == people[player_id or 0]]
    identified = any(card.identified for card in own)
    before = 0
    if linked and not identified:
        before = handed_cents(
            stamp.club_id,
            list(people),
            gaming_day=stamp.gaming_day,
            at=stamp.at,
            days=amounts.identify_linked_days,
        )
    found = GuestStanding(
        sum_cents=before + cents,
        threshold_cents=amounts.identify_from_cents,
        days=amounts.identify_linked_days,
        identified=identified,
    )
    if not series_id:
        return found
    if not people or people.keys() <= {*added_by_who_asks(stamp, since=stamp.at - A_DAY)}:
        since = stamp.at - AN_HOUR
        named = booked_for_own_guests(stamp.club_id, since=since)
        slips = unnamed_slips(series_id, WALK_IN_KINDS, since=since, named=named)
        return _beside(found, slips, cents=cents, sells=sells, amounts=amounts)
    return found


def added_by_who_asks(stamp: Stamp, *, since: datetime) -> list[int]:
    """Return the guests whom who asks added: names that nobody else has looked at."""
    acts = acts_since(stamp.club_id, since)
    added = Player.objects.filter(club_id=stamp.club_id, act_id__in=acts.values("id"))
    people = dict(added.values_list("act_id", "id"))
    actors = dict(acts.filter(id__in=people).values_list("id", "actor_id"))
    hands = hands_by_act({act_id: actor or 0 for act_id, actor in actors.items()})
    return [people[each] for each in people if hands[each] & askers(stamp)]


def _beside(
    found: GuestStanding,
    slips: list[UnnamedSlip],
    *,
    cents: int,
    sells: bool,
    amounts: Thresholds,
) -> GuestStanding:
    """Return where a walk-in stands beside the others of the desk's hour."""
    near = partial(is_near, threshold_cents=amounts.identify_from_cents)
    sold = [each.cents for each in slips if each.kind == SOLD] if sells else []
    of_hour = sum(sold) + cents
    return replace(
        found,
        repeated=sum(near(abs(each.cents)) for each in slips) if near(cents) else 0,
        hour_cents=of_hour if sold and of_hour >= amounts.unnamed_sales_from_cents else 0,
    )


def needs_lock(stamp: Stamp, *, player_id: int | None = None, **_: object) -> bool:
    """Return whether an amount is only right while nobody else books for the same guest."""
    return player_id is not None and not any(card.identified for card in cards(player_id))


def hold_for_sum(stamp: Stamp, *, player_id: int | None = None, **_: object) -> None:
    """Hold the guest whose cash is added up until the amount is booked."""
    if player_id:
        hold_guest(player_id)


def check_identified(
    stamp: Stamp, *, player_id: int | None, cents: int, amounts: Thresholds | None = None
) -> None:
    """
    Raise NotIdentified where an amount of cash needs ID that the house has not seen.

    Within an act the guest is held until it is booked, where the sum decides.
    """
    if stamp.act_id and needs_lock(stamp, player_id=player_id):
        hold_for_sum(stamp, player_id=player_id)
    found = standing(stamp, player_id=player_id, cents=cents, amounts=amounts)
    if not found.stops:
        return
    said = {
        "sum": format_cents(found.sum_cents),
        "threshold": format_cents(found.threshold_cents),
    }
    if found.days > 1:
        linked = msg(
            "{sum} in cash within {days} days. ID is required from {threshold}.",
            **said,
            days=found.days,
        )
        raise NotIdentified.of(player_id, found.sum_cents, linked)
    of_day = msg("{sum} in cash today. ID is required from {threshold} a day.", **said)
    raise NotIdentified.of(player_id, found.sum_cents, of_day)


def is_own_new_identity(stamp: Stamp, *, player_id: int, cents: int) -> bool:
    """
    Return whether who pays was the last to enter any of the guest's ID, within 24 hours, and the
    sum needs one.

    Somebody else looks at it then: the sum looks back as far, over the end of a gaming day too, or
    over the days that the club links. Source: DESIGN 12.4.
    """
    typed = identity_act(cards(player_id))
    entered = typed and act_of(typed)
    if not entered:
        return False
    amounts = thresholds(stamp.club_id)
    looks_back = max(1, amounts.identify_linked_days) * A_DAY
    if entered.happened_at < min(stamp.opens_at, stamp.at - looks_back):
        return False
    if hands_of(entered.pk, entered.actor_id or 0).isdisjoint(askers(stamp)):
        return False
    handed = handed_cents(
        stamp.club_id,
        [card.pk for card in linked_cards(player_id)],
        gaming_day=stamp.gaming_day,
        at=stamp.at,
        days=amounts.identify_linked_days,
    )
    return handed + cents >= amounts.identify_from_cents


def earlier_name(guest: Player, act_id: int) -> str:
    """Return what a guest was called a day before an act, or at first; empty: as now."""
    act, known = act_of(act_id), guest.versions.order_by("act_id")
    if not act:
        return ""
    called = recorded_by(known, act.recorded_at - A_DAY).last() or known.first()
    return called.name if called and called.name != guest.name else ""
