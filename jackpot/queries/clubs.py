"""What a club's books and people say of a pool that several clubs feed. Cents."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Q, Sum

from casino.house.models import Club
from casino.ledger.queries.balances import trial_balance
from casino.ledger.queries.documents import entries
from casino.messages import msg
from casino.paging import Page
from casino.refusals import NotFound
from casino.staff.models import Membership
from jackpot.models import Jackpot, Settlement, Taken
from jackpot.models import Limits as OwnLimits
from jackpot.queries.levels import clubs_of, held_cents, jackpots
from jackpot.rules.limits import Limits

TRANSFERS = 50  # of a page


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """
    One club's part of a pool; name: empty for clubs that the reader does not belong to.

    brought: what its tables and its changes by hand brought; taken: what hits took out of it.
    """

    name: str
    keeps: bool
    held_cents: int
    taken_cents: int

    @property
    def brought_cents(self) -> int:
        return self.held_cents + self.taken_cents


@dataclass(frozen=True, kw_only=True, slots=True)
class IntercompanyBalance:
    """What stands between a club and another one: owes, and is owed."""

    club: Club
    owes_cents: int
    owed_cents: int


def limits(club_id: int) -> Limits:
    """Return who approves how much at a club: its own amounts, or the usual ones."""
    own = OwnLimits.objects.filter(club_id=club_id).first()
    if own is None:
        return Limits()
    return Limits(
        accountant_award_cents=own.accountant_award_cents,
        check_from_cents=own.check_from_cents,
        manager_adjust_cents=own.manager_adjust_cents,
    )


def own_pools_cents(club_id: int) -> dict[int, int]:
    """Return what the books of a club hold of its own pools, by their ids; empty ones left out."""
    held = {each.pk: held_cents(each)[club_id] for each in jackpots(club_id)}
    return {own: cents for own, cents in held.items() if cents}


def clubs_where(user_id: int) -> list[Club]:
    """Return the clubs where somebody works, by name."""
    mine = Membership.objects.filter(user_id=user_id).values("club_id")
    return list(Club.objects.filter(id__in=mine).order_by("name", "id"))


def parts(jackpot: Jackpot, *, seen: Collection[int]) -> list[Part]:
    """Return each club's part of a pool; the clubs that are not of `seen` as one, unnamed."""
    names = dict(Club.objects.filter(id__in=clubs_of(jackpot)).values_list("id", "name"))
    standing = Taken.objects.filter(award__jackpot=jackpot, award__reversal=None)
    paid = standing.values("club_id")
    taken = dict(paid.annotate(cents=Sum("cents")).values_list("club_id", "cents"))
    found: dict[str, Part] = {}
    for club, held in held_cents(jackpot).items():
        name = names[club] if club in seen else ""
        before = found.get(name)
        found[name] = Part(
            name=name,
            keeps=club == jackpot.club_id or (before is not None and before.keeps),
            held_cents=held + (before.held_cents if before else 0),
            taken_cents=taken.get(club, 0) + (before.taken_cents if before else 0),
        )
    return list(found.values())


def intercompany(club_id: int) -> list[IntercompanyBalance]:
    """Return what stands between a club and each other one."""
    accounts = [row for row in trial_balance(club_id) if row.code in ("group:owes", "group:owed")]
    held = {(row.code, row.ref): row.cents for row in accounts}
    others = Club.objects.filter(id__in={row.ref for row in accounts}).order_by("name", "id")
    return [
        IntercompanyBalance(
            club=other,
            owes_cents=-held.get(("group:owes", other.pk), 0),
            owed_cents=held.get(("group:owed", other.pk), 0),
        )
        for other in others
    ]


@dataclass(frozen=True, kw_only=True, slots=True)
class Transfer:
    """Money that a club sent or got; other: the club at the other end; entry_id: in its books."""

    settlement: Settlement
    sent: bool
    other: Club
    entry_id: int
    reversed: bool


def settlement(club_id: int, settlement_id: int) -> Settlement:
    """Return money that a club sent or got. Raises NotFound."""
    ours = Settlement.objects.filter(Q(sender_id=club_id) | Q(receiver_id=club_id))
    found = ours.select_related("sender", "receiver").filter(id=settlement_id).first()
    if found is None:
        raise NotFound(msg("This club has no such transfer."), field="settlement_id")
    return found


def entry_of(settlement: Settlement, club_id: int) -> int:
    """Return the entry of a transfer in the books of one of its clubs."""
    sent = settlement.sender_id == club_id
    return settlement.sent_entry_id if sent else settlement.received_entry_id


def transfers(club_id: int, *, page: Page | None = None) -> list[Transfer]:
    """Return the money that a club sent and got, the latest first, and what was taken back."""
    found = {entry_of(each, club_id): each for each in settlements(club_id, page=page)}
    back = {each.reverses_id for each in entries(club_id, Q(reverses_id__in=found))}
    return [
        Transfer(
            settlement=each,
            sent=each.sender_id == club_id,
            other=each.receiver if each.sender_id == club_id else each.sender,
            entry_id=entry_id,
            reversed=entry_id in back,
        )
        for entry_id, each in found.items()
    ]


def settlements(club_id: int, *, page: Page | None = None) -> list[Settlement]:
    """Return the money that a club sent and got, the latest first."""
    ours = Settlement.objects.filter(Q(sender_id=club_id) | Q(receiver_id=club_id))
    people = ours.select_related("sender", "receiver", "proposal__proposed_by")
    return (page or Page(TRANSFERS)).of(people.order_by("-id"))
