"""What the house owes by name, and how it was paid."""

from collections import defaultdict
from collections.abc import Collection
from datetime import date, datetime, timedelta
from functools import reduce
from operator import and_

from django.db.models import Count as CountOf
from django.db.models import Exists, OuterRef, Q, QuerySet, Sum

from casino.approvals.queries import hands_by_act, hands_of
from casino.cage.models import Payable, Payment
from casino.cage.queries.amounts import thresholds
from casino.db import asked_once
from casino.house.stamp import Stamp
from casino.kept_sql import kept_sql
from casino.ledger.queries.as_of import recorded_by
from casino.ledger.queries.documents import act_entries, entries, entries_on, writers
from casino.ledger.queries.rows import EntryRow
from casino.messages import msg
from casino.paging import Page
from casino.players.queries import cards, linked_cards
from casino.refusals import NotFound

MAX_NUMBER_DIGITS = 9
AN_HOUR = timedelta(hours=1)
ROUNDED = ("cage.cash_rounded", "cage.cash_rounded.reversed")
WITHHELD = "tax:withheld"
WHO_PAID = ("paid_by", "second", "shift__drawer", "entry")


def payable(club_id: int, payable_id: int) -> Payable:
    """Return a payment due of the club, paid or not. Raises NotFound."""
    of_club = Payable.objects.filter(club_id=club_id, id=payable_id)
    found = of_club.select_related("player", "reversal").first()
    if found is None:
        raise NotFound(msg("There is no such payment in this club."), field="payable_id")
    return found


def held_payable(club_id: int, payable_id: int) -> Payable:
    """Hold a payment due for this transaction. Raises NotFound."""
    payable(club_id, payable_id)
    held = Payable.objects.select_for_update(no_key=True, of=("self",))
    return held.select_related("player").get(id=payable_id)


def needs_document(payable: Payable) -> bool:
    """Return whether the guest is to be identified before this is paid."""
    known = payable.player_id and any(each.identified for each in cards(payable.player_id))
    return not known and payable.cents >= thresholds(payable.club_id).identify_from_cents


def named_by(payable: Payable) -> set[int]:
    """
    Return who said whose payment it is, where it was owed to nobody in particular before.

    Where it was taken back and is owed anew as it was, who said so of the payment before it.
    """
    same = {"club": payable.club_id, "kind": payable.kind, "about": payable.about}
    before = Payable.objects.filter(**same, player=payable.player_id, reversal__isnull=False)
    ids = [payable.pk, *(before.values_list("pk", flat=True) if payable.player_id else ())]
    named = [act for pk in ids for act in writers("cage_payable", pk, "cage.identify")]
    return {person for act in named for person in hands_of(act.pk, act.actor_id or 0)}


def payment_of(payable: Payable) -> Payment | None:
    """Return how a payable was paid, None while it is due."""
    paid = Payment.objects.filter(payable=payable, reversal=None)
    return paid.select_related(*WHO_PAID, "payable__club").first()


def withheld_cents(club_id: int, paid: Collection[Payment]) -> dict[int, int]:
    """Return by entry what of each payment was kept for the tax authority."""
    booked = entries(club_id, Q(id__in=[each.entry_id for each in paid]))
    return {each.id: -each.cents_on(WITHHELD) for each in booked}


def every_withheld_cents(club_id: int) -> dict[int, int]:
    """Return by entry what was ever kept for the tax authority."""
    booked = entries_on(club_id, WITHHELD, date.min, date.max)
    return {each.id: -each.cents_on(WITHHELD) for each in booked}


def standing_by_payable(payable_ids: Collection[int]) -> dict[int, Payment]:
    """Return by payable how each was paid; those that are due are left out."""
    paid = Payment.objects.filter(payable__in=payable_ids, reversal=None)
    return {each.payable_id: each for each in paid.select_related("entry", "shift__drawer")}


def taken_back(payable: Payable) -> list[Payment]:
    """Return the payments that were taken back, the first one first."""
    found = Payment.objects.filter(payable=payable, reversal__isnull=False).order_by("id")
    return list(found.select_related(*WHO_PAID, "reversal"))


def due_of_act(club_id: int, act_id: int, *, kind: str) -> Payable | None:
    """Return what an act owes, paid or not, None where it owes nothing of the kind."""
    return Payable.objects.filter(club_id=club_id, act_id=act_id, kind=kind).first()


def due_beside(payable: Payable) -> list[Payable]:
    """Return what the same act owes besides and is still to be paid: other shares of one hit."""
    due = Payable.objects.due().filter(club_id=payable.club_id, act_id=payable.act_id)
    return list(due.exclude(pk=payable.pk).select_related("player").order_by("id"))


def acts_due(club_id: int, *, kind: str) -> list[int]:
    """Return the acts that owe what is still to be paid of a kind."""
    due = Payable.objects.due().filter(club_id=club_id, kind=kind)
    return list(due.values_list("act_id", flat=True))


def origin(payable: Payable) -> EntryRow:
    """Return the entry that owes it, with its because."""
    of_act = act_entries(payable.club_id, payable.act_id)
    return next(
        entry
        for entry in of_act
        if ("payable", payable.pk) in {(line.code, line.ref) for line in entry.lines}
    )


def payment_booked(entry_id: int) -> Payment | None:
    """Return the payment that an entry booked, None when it is another kind of slip."""
    return Payment.objects.select_related("paid_by", "second").filter(entry_id=entry_id).first()


def roundings(
    club_id: int, act_ids: Collection[int], *, known_at: datetime | None = None
) -> dict[int, EntryRow]:
    """Return by entry what the smallest coin made of it in cash, which is booked right after it."""
    rounded = Q(act_id__in=act_ids, kind__in=ROUNDED)
    acts = {each.act_id for each in entries(club_id, rounded, known_at=known_at)}
    found: dict[int, EntryRow] = {}
    before: dict[int, int] = {}
    for each in entries(club_id, Q(act_id__in=acts), known_at=known_at) if acts else ():
        if each.kind not in ROUNDED:
            before[each.act_id] = each.id
        elif each.act_id in before:
            found[before[each.act_id]] = each
    return found


def rounded_cents(club_id: int, slip: EntryRow) -> int | None:
    """Return what went over the counter in cash by a slip that was rounded, None of any other."""
    rounding = roundings(club_id, [slip.act_id]).get(slip.id)
    if rounding is None:
        return None
    return abs(slip.cents_on("cash:drawer") + rounding.cents_on("cash:drawer"))


def payables(club_id: int, text: str = "", *, page: Page | None = None) -> list[Payable]:
    """Return what is still to be paid, the oldest first; text: words, names, or a number."""
    due = Payable.objects.due().filter(club_id=club_id).select_related("player")
    if words := text.split():
        found = reduce(
            and_, (Q(about__icontains=word) | Q(player__name__icontains=word) for word in words)
        )
        if text.isascii() and text.isdigit() and len(text) <= MAX_NUMBER_DIGITS:
            found |= Q(id=int(text)) | Q(player__code=int(text))
        due = due.filter(found)
    oldest = due.order_by("owed_at", "id")
    return page.of(oldest) if page else list(oldest)


def due_total(club_id: int) -> tuple[int, int]:
    """Return how many payments are due and what they come to, in cents."""
    due = Payable.objects.due().filter(club_id=club_id)
    found = due.aggregate(number=CountOf("id"), cents=Sum("cents"))
    return found["number"], found["cents"] or 0


@asked_once
@kept_sql
def due_after(club_id: int, day: date, *, known_at: datetime | None = None) -> QuerySet[Payable]:
    """
    Return what was still to be paid at the end of a gaming day, the oldest first.

    known_at: what was written down later is left out.
    """
    paid = standing_payments(day, known_at=known_at).filter(payable=OuterRef("pk"))
    owed = recorded_by(Payable.objects.filter(club_id=club_id, gaming_day__lte=day), known_at)
    due = owed.exclude(_taken_back(day, known_at)).filter(~Exists(paid))
    return due.select_related("player").order_by("owed_at", "id")


def standing_payments(
    day: date = date.max, *, known_at: datetime | None = None
) -> QuerySet[Payment]:
    """Return the payments up to the end of a gaming day that were not taken back by then."""
    booked = Payment.objects.filter(entry__gaming_day__lte=day)
    return recorded_by(booked.exclude(_taken_back(day, known_at)), known_at, by="entry")


def _taken_back(day: date, known_at: datetime | None) -> Q:
    back = Q(reversal__gaming_day__lte=day)
    return back & Q(reversal__recorded_at__lte=known_at) if known_at else back


def paid_alone_cents(stamp: Stamp, player_id: int) -> int:
    """Return what one cashier alone paid a person of payments due on the gaming day, all cards'."""
    people = [card.pk for card in linked_cards(player_id)]
    of_day = Payment.objects.filter(payable__club_id=stamp.club_id, payable__player__in=people)
    alone = of_day.filter(paid_at__gte=stamp.opens_at, second=None, reversal=None)
    return sum(alone.values_list("payable__cents", flat=True))


def many_paid_alone(
    club_id: int, *, first: date, last: date, known_at: datetime | None = None
) -> list[int]:
    """
    Return the acts with which what somebody paid without a second person within an hour, at any
    desk and by an API key of a colleague too, came to the amount from which a desk redeems no
    chips so, by the club's threshold of today.
    """
    least_cents = thresholds(club_id).redeem_second_from_cents
    alone = standing_payments(known_at=known_at).filter(
        payable__club_id=club_id, second=None, entry__gaming_day__range=(first, last)
    )
    paid = list(alone.select_related("payable").order_by("paid_at", "id"))
    hands = hands_by_act({each.act_id: each.paid_by_id for each in paid})
    hours: defaultdict[int, list[Payment]] = defaultdict(list)
    found = []
    for each in paid:
        reached = False
        for person_id in hands[each.act_id]:
            hour = [one for one in hours[person_id] if each.paid_at - one.paid_at < AN_HOUR]
            before_cents = sum(one.payable.cents for one in hour)
            whole_cents = before_cents + each.payable.cents
            reached |= 0 < before_cents < least_cents <= whole_cents
            hours[person_id] = [*hour, each]
        if reached:
            found.append(each.act_id)
    return found


def payables_with_payments(club_id: int) -> list[tuple[Payable, Payment | None]]:
    """Return every payable with how it was paid, None while it is due, in order of their ids."""
    paid = Payment.objects.filter(payable__club_id=club_id, reversal=None)
    how = {each.payable_id: each for each in paid.select_related(*WHO_PAID)}
    owed = Payable.objects.filter(club_id=club_id).select_related("player").order_by("id")
    return [(each, how.get(each.pk)) for each in owed]


def payments(club_id: int, *, limit: int = 50) -> list[Payment]:
    """Return what was paid, the latest first."""
    found = Payment.objects.filter(payable__club_id=club_id)
    return list(found.select_related("payable__player", *WHO_PAID).order_by("-id")[:limit])
