"""What the services of tournaments share: rows held, money at the desk, who somebody is here."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypeVar

from casino.acts.kinds import Id, Number, Several, Text, Whole
from casino.cage.models import Shift
from casino.cage.queries.shifts import held_shift, working_shift
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger import services as ledger
from casino.ledger.entries import DraftLine, debit
from casino.ledger.queries.documents import entry
from casino.messages import Message, msg
from casino.money import whole
from casino.refusals import BadInput, Conflict, Refusal
from casino.staff.models import Membership
from tournaments.models import Purchase, Series, Tournament
from tournaments.postings import Parts
from tournaments.queries import tournaments
from tournaments.queries.chips import chips
from tournaments.queries.pools import lacks_prizes

Named = TypeVar("Named")
PaidWith = Literal["cash", "chips", "card", "bank", "ticket", "online_room"]
# By place, in basis points.
Shares = Annotated[Sequence[int], Several(of=Whole(low=1, high=10_000), maximum=200)]
SomeChips = Annotated[int, Whole(low=1)]
TableNo = Annotated[int, Whole(low=1, high=999)]
SeatNo = Annotated[int, Whole(low=1, high=23)]
CARD = Text(max_length=2)
EACH_PLAYER_ONCE = msg("Enter each player once.")
# Why the rules refuse a sale, by the code of their verdict.
WORDS = {
    "disqualified": msg(
        "This player was disqualified. If that is not right, undo the disqualification first."
    ),
    "registration_closed": msg("Registration for this tournament is closed."),
    "waits": msg("All places are taken."),
    "others_wait": msg("Players on the waiting list come first."),
    "list_closed": msg(
        "The waiting list no longer moves automatically. Ask the supervisor to admit the guest."
    ),
    "restricted": msg("This tournament is for a restricted group."),
    "not_this_way": msg("Entries to this tournament are not sold that way."),
    "left_the_seat": msg("The player left the seat with no chips there: eliminated."),
    "banned": msg("This guest is not eligible for this tournament."),
    "hand_in_progress": msg("Chips can only be sold between hands."),
    "period_over": msg("The period for this is over or has not started."),
    "freezeout": msg("A freezeout has no rebuys."),
    "not_announced": msg("This tournament does not offer that."),
    "has_chips": msg("The player still has chips."),
    "no_more_rebuys": msg("The player has used all announced rebuys."),
    "no_more_addons": msg("The player has used all announced add-ons."),
    "taken_already": msg("The player has already taken the extra chips."),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class ChipsOf:
    """An entry and its chips."""

    entry_id: Id
    chips: Number


class TournamentOver(Conflict):
    """Nothing more happens in a tournament that was cancelled or is over."""

    code = "TOURNAMENT-001"
    message = msg("This tournament was cancelled or is over.")


class PoolIsFixed(Conflict):
    """Once two people have fixed the pool it no longer changes, until two reopen it (AMB-52)."""

    code = "TOURNAMENT-002"
    message = msg("The prize pool of this tournament is fixed.")
    source = "AMB-52"
    next_step = msg(
        "If it was fixed too early or with wrong payouts, reopen it with two signatures"
        " before prizes are awarded."
    )
    next_page = "pool-reopen"


class NotFixed(Conflict):
    """Prizes are paid from a pool that two people fixed (AMB-52)."""

    code = "TOURNAMENT-020"
    message = msg("The prize pool is not fixed yet.")
    source = "AMB-52"
    next_step = msg("Close registration, then fix the prize pool with two signatures.")
    next_page = "tournament"


class TooManyChips(Refusal):
    """Nobody has chips that were never issued."""

    code = "TOURNAMENT-061"
    next_step = msg("Count again, or record the chips over, with a reason.")
    next_page = "tournament-chips"


class LooksMistyped(Conflict):
    """A figure is asked about once: a finger may have slipped, or it is meant."""

    code = "TOURNAMENT-139"
    next_step = msg("Correct the figure, or confirm it.")


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentDesk:
    """The actor's drawer, and the account that takes what a guest pays with."""

    paid_with: PaidWith
    account: str
    ref: int
    shift: Shift

    def line(self, cents: int) -> DraftLine:
        """Return the money that comes in."""
        return debit(self.account, cents, self.ref)

    @classmethod
    def of(
        cls, stamp: Stamp, tournament: Tournament, *, paid_with: PaidWith, shift_id: int | None
    ) -> "TournamentDesk":
        """Return where a ticket is paid. Raises BadInput, NotFound, ShiftNotOpen."""
        if shift_id is None:
            raise BadInput(
                msg("You need an open shift to sell tickets."),
                field="shift_id",
                next_step=msg("Open a shift."),
                next_page="till",
            )
        find = held_shift if stamp.act_id and paid_with != "cash" else working_shift
        shift = find(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
        accounts = {
            "cash": ("cash:drawer", shift.drawer_id),
            "chips": ("chips:floor", 0),
            "card": ("bank", 0),
            "bank": ("bank", 0),
            "ticket": ("tickets", tournament.pk),
            # The online poker room hands on what it took for tickets by wire.
            "online_room": ("bank", 0),
        }
        account, ref = accounts[paid_with]
        return cls(paid_with=paid_with, account=account, ref=ref, shift=shift)


def held_tournament(stamp: Stamp, tournament_id: int) -> Tournament:
    """
    Return a tournament, held by the act that runs: its tickets are sold one after the other.

    Raises NotFound.
    """
    if stamp.act_id:
        held = Tournament.objects.filter(club_id=stamp.club_id, id=tournament_id)
        list(held.select_for_update(no_key=True).values_list("id"))
    return tournaments.tournament(stamp.club_id, tournament_id)


def named_once(
    lines: Iterable[tuple[int, Named]], *, field: str, said: Message = EACH_PLAYER_ONCE
) -> dict[int, Named]:
    """Return lines by who or what they name. Raises BadInput where one is named twice."""
    given = list(lines)
    named = dict(given)
    if len(named) < len(given):
        raise BadInput(said, field=field)
    return named


def chips_by_entry(stacks: Iterable[ChipsOf], *, field: str) -> dict[int, int]:
    """Return the chips of each entry. Raises BadInput where one is named twice."""
    return named_once(((each.entry_id, each.chips) for each in stacks), field=field)


def hold_series(stamp: Stamp, tournament: Tournament) -> None:
    """Let acts wait for one another that pay out of the jackpots of a tournament's series."""
    if stamp.act_id and tournament.series_id:
        hold(Series, tournament.series_id)


def running_tournament(stamp: Stamp, tournament_id: int) -> Tournament:
    """Hold a tournament that was not cancelled and is not over. Raises TournamentOver."""
    found = held_tournament(stamp, tournament_id)
    if found.cancelled_at or found.finished_at:
        raise TournamentOver
    return found


def check_not_fixed(tournament: Tournament) -> None:
    """Raise PoolIsFixed when two people have fixed the pool."""
    if hasattr(tournament, "fixed"):
        raise PoolIsFixed(about={"tournament_id": tournament.pk})


def check_fixed(tournament: Tournament) -> None:
    """Raise NotFixed before two people have fixed the pool and its prizes."""
    if not hasattr(tournament, "fixed"):
        raise NotFixed
    if lacks_prizes(tournament):
        raise NotFixed(
            msg("The prize pool was fixed without prizes."),
            next_step=msg("Enter the payouts and let a second person approve them."),
            next_page="pool-fix",
        )


def missing_chips(tournament: Tournament, stacks: Iterable[int], *, field: str) -> int:
    """Return how many of the chips in play are not in these stacks. Raises TooManyChips."""
    found, counted = chips(tournament), sum(stacks)
    if counted > found.in_play:
        said = msg(
            "Chips entered: {counted}. Chips in play: {in_play}.",
            counted=whole(counted),
            in_play=whole(found.in_play),
        )
        raise TooManyChips(said, field=field, source=found.because[0].rule)
    return found.in_play - counted


def open_accounts(tournament: Tournament) -> None:
    """Open the accounts that a tournament's money goes to."""
    club = Club.objects.get(id=tournament.club_id)
    accounts = [("income:fees", 0), ("expense:overlay", 0), ("expense:campaign", 0)]
    of_its_own = ("tournament:pool", "tournament:bounties", "deferred:fees", "tickets")
    accounts += [(code, tournament.pk) for code in of_its_own]
    if tournament.series_id:
        accounts += [(code, tournament.series_id) for code in ("rfj:pool", "surcharge:pool")]
    for code, ref in accounts:
        ledger.open_account(club.pk, code, ref=ref, currency=club.currency)


def roles_of(stamp: Stamp) -> frozenset[str]:
    """Return the roles of the actor at the club."""
    held = Membership.objects.filter(club_id=stamp.club_id, user_id=stamp.person_id)
    return frozenset(held.values_list("role", flat=True))


def parts_of(sale: Purchase, tournament: Tournament) -> Parts:
    """Return where the money of a sale went."""
    slip = entry(tournament.club_id, sale.original.slip_id)
    return Parts(
        tournament_id=tournament.pk,
        series_id=tournament.series_id or 0,
        price_cents=sale.price_cents,
        fee_cents=sale.fee_cents,
        bounty_cents=sale.bounty_cents,
        rfj_cents=sale.rfj_cents,
        surcharge_cents=sale.surcharge_cents,
        fee_earned=bool(slip and slip.cents_on("income:fees")),
    )
