"""What may be taken to income under a club's policy, what was, and what of it came back."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Q, Sum

from cashgames.models import HeldStack
from casino.cage.models import Payable
from casino.cage.rules import restored_cents
from casino.clock import months_later
from casino.closing.models import BreakagePolicy
from casino.closing.rules import lapsing_cents
from casino.ledger.chart import CHART
from casino.ledger.queries.lapsed import Owed, lowest_owed_cents, owed_accounts
from casino.messages import Message
from casino.players.queries import names as names_of_guests
from tournaments.models import Ticket, Tournament

CHIPS, TICKETS = "chips:floor", "tickets"
# Which months of the policy an account goes by.
MONTHS = {
    "payable": "payables_months",
    "safekeeping": "stacks_months",
    TICKETS: "tickets_months",
    CHIPS: "chips_months",
}
NEVER = BreakagePolicy()


@dataclass(frozen=True, kw_only=True, slots=True)
class BreakageItem:
    """
    Something owed that may lapse, or did. key: "payable:17"; cents: what may lapse now.

    lapsed_cents: what did; back_cents: what of that was presented since; since, moved: the gaming
    day of its first entry and of its last; chips have no age of their own.
    """

    key: str
    kind: Message
    name: str
    player_id: int | None
    player: str
    cents: int
    owed_cents: int
    lapsed_cents: int
    since: date
    moved: date
    entry_id: int

    @property
    def back_cents(self) -> int:
        return restored_cents(self.owed_cents, self.lapsed_cents)


def policies(club_id: int) -> list[BreakagePolicy]:
    """Return the club's policies, the one in force first."""
    found = BreakagePolicy.objects.filter(club_id=club_id)
    return list(found.select_related("changed_by", "signed_by").order_by("-id"))


def policy(club_id: int) -> BreakagePolicy:
    """Return the policy in force; without one nothing ever lapses."""
    return BreakagePolicy.objects.filter(club_id=club_id).order_by("-id").first() or NEVER


def breakage_items(club_id: int, today: date) -> list[BreakageItem]:
    """Return everything that may lapse under the policy in force, or did, the oldest first."""
    held = policy(club_id)
    found = owed_accounts(club_id, list(MONTHS))
    names, won = _names(found), _won(found)
    guests = names_of_guests({player_id for _, player_id in names.values() if player_id})
    made = []
    for each in found:
        months = getattr(held, MONTHS[each.code])
        owed = each.cents
        if each.code == TICKETS:
            # What the house gave lapses with its tournament, by an act of its own.
            owed = each.cents if won.get(each.ref) == each.cents else 0
        cents = lapsing_cents(owed, each.lapsed_cents, moved=each.moved, today=today, months=months)
        if each.code == CHIPS:
            cents = _of_chips(club_id, each, today, months)
        name, player_id = names.get((each.code, each.ref), ("", None))
        made.append(
            BreakageItem(
                key=f"{each.code}:{each.ref}",
                kind=CHART[each.code].name,
                name=name,
                player_id=player_id,
                player=guests.get(player_id or 0, ""),
                cents=cents,
                owed_cents=each.cents,
                lapsed_cents=each.lapsed_cents,
                since=each.since,
                moved=each.moved,
                entry_id=each.entry_id,
            )
        )
    return sorted(made, key=lambda item: (item.moved, item.key))


def _of_chips(club_id: int, chips: Owed, today: date, months: int | None) -> int:
    """Chips are alike: as old as the policy asks is what was out at each close since then."""
    if months is None:
        return 0
    lowest = lowest_owed_cents(club_id, CHIPS, since=months_later(today, -months))
    return max(lowest - chips.lapsed_cents, 0)


def _won(found: list[Owed]) -> dict[int, int]:
    """Return by tournament what its tickets are worth that were won and that nobody can play."""
    targets = [each.ref for each in found if each.code == TICKETS]
    over = Q(registration_closed_at__isnull=False) | Q(cancelled_at__isnull=False)
    closed = Tournament.objects.filter(over | Q(finished_at__isnull=False), id__in=targets)
    won = Ticket.objects.unused().filter(target__in=closed, won_in__isnull=False)
    return dict(won.values_list("target").annotate(cents=Sum("cents")).order_by())


def _names(found: list[Owed]) -> dict[tuple[str, int], tuple[str, int | None]]:
    """Return what each item is called at the desk, and whose it is."""
    of = {code: [each.ref for each in found if each.code == code] for code in MONTHS}
    due = Payable.objects.filter(id__in=of["payable"])
    stacks = HeldStack.objects.filter(id__in=of["safekeeping"]).select_related("session__table")
    targets = Tournament.objects.filter(id__in=of[TICKETS])
    return (
        {("payable", each.pk): (each.about, each.player_id) for each in due}
        | {("safekeeping", each.pk): (str(each.session.table), each.player_id) for each in stacks}
        | {(TICKETS, each.pk): (str(each), None) for each in targets}
    )
