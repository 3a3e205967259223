"""What happens at the cashier's desk."""

from collections.abc import Callable
from typing import Any

from django.db import IntegrityError

from casino.cage import postings
from casino.cage.models import Drawer, Shift
from casino.cage.queries import ShiftNotOpen, counted_pieces, drawer, working_shift
from casino.cage.services.identity import check_identified
from casino.db import command, constraint_name
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft
from casino.ledger.services import Posted
from casino.names import clean_name
from casino.players.queries import admitted_player, player
from casino.refusals import BadInput, Refusal
from casino.words import say

MOST_CENTS = 1_000_000_000


class DrawerTaken(Refusal):
    """One open shift a drawer, one a cashier."""

    status = 409
    code = "CAGE-002"
    message = say("This drawer or this cashier has an open shift already.")
    next_step = say("Close that shift first.")


class DrawerNamed(Refusal):
    """Two drawers of one name would be mistaken for each other."""

    status = 409
    code = "CAGE-006"
    message = say("There is a drawer of that name already.")
    next_step = say("Choose another name.")


class TooMuch(Refusal):
    """No desk moves that much at once: a digit slipped in."""

    status = 422
    code = "CAGE-007"
    message = say("That is more than ten million: check the amount.")


@command
def add_drawer(stamp: Stamp, *, name: str) -> Drawer:
    """Add a drawer with its account, closed until a shift opens, and its row of slip numbers."""
    name = clean_name(name, longest=50)
    club = Club.objects.get(id=stamp.club_id)
    if ledger.act(stamp, "cage.add_drawer", name=name).replayed:
        return Drawer.objects.get(club=club, name=name)
    series = ledger.open_series(club.id, f"drawer {name}")
    try:
        added = Drawer.objects.create(club=club, name=name, series_id=series)
    except IntegrityError as error:
        if constraint_name(error).startswith("cage_drawer_"):
            raise DrawerNamed(field="name") from error
        raise
    ledger.open_account(club.id, "cash:drawer", ref=added.id, currency=club.currency)
    ledger.set_account_open(club.id, "cash:drawer", ref=added.id, is_open=False)
    return added


@command
def set_levels(
    stamp: Stamp, *, drawer_id: int, imprest_cents: int | None, minimum_cents: int | None
) -> Drawer:
    """
    Say what a drawer's shift begins with and below what it is warned, in cents; None: not said.

    Raises NotFound, BadInput.
    """
    levels = {"imprest_cents": imprest_cents, "minimum_cents": minimum_cents}
    act = ledger.act(stamp, "cage.set_levels", drawer_id=drawer_id, **levels)
    where = drawer(stamp.club_id, drawer_id)
    if act.replayed:
        return where
    if imprest_cents is not None and minimum_cents is not None and minimum_cents > imprest_cents:
        raise BadInput(
            say("The minimum is at most what a shift begins with."), field="minimum_cents"
        )
    where.imprest_cents, where.minimum_cents = imprest_cents, minimum_cents
    where.save(update_fields=list(levels))
    return where


def fund_vault(stamp: Stamp, *, cents: int, memo: str = "") -> Posted:
    """Put the owners' banknotes into the vault. Raises BadInput unless cents is positive."""
    check_amount(cents)
    return ledger.post_once(stamp, "cage.fund_vault", postings.vault_funded(cents, memo=memo))


def sell_chips(stamp: Stamp, *, shift_id: int, cents: int, player_id: int | None = None) -> Posted:
    """
    Sell chips for cash, to a player or to nobody in particular; the slip has a number.

    Raises BadInput, ShiftNotOpen, PlayerBarred, NotIdentified.
    """

    def check() -> None:
        if player_id:
            admitted_player(stamp.club_id, player_id, gaming_day=stamp.gaming_day)
        check_identified(stamp, player_id=player_id, cents=cents)

    return _move_chips(
        stamp,
        "cage.sell_chips",
        postings.chips_sold,
        check,
        shift_id=shift_id,
        cents=cents,
        player_id=player_id,
    )


def redeem_chips(
    stamp: Stamp, *, shift_id: int, cents: int, player_id: int | None = None
) -> Posted:
    """
    Pay cash for chips.

    Raises BadInput, ShiftNotOpen, NotIdentified, NotEnough (drawer, or chips outstanding).
    """

    def check() -> None:
        if player_id:
            player(stamp.club_id, player_id)
        check_identified(stamp, player_id=player_id, cents=cents)

    return _move_chips(
        stamp,
        "cage.redeem_chips",
        postings.chips_redeemed,
        check,
        shift_id=shift_id,
        cents=cents,
        player_id=player_id,
    )


def _move_chips(
    stamp: Stamp,
    operation: str,
    posting: Callable[..., Draft],
    check: Callable[[], None],
    **what: Any,
) -> Posted:
    """
    Check and post a sale or redemption in one round trip.

    A repeat gets its first slip even when the house would refuse the same today: the shift may
    have been closed in between.
    """
    check_amount(what["cents"])
    try:
        at_desk = working_shift(stamp.club_id, what["shift_id"], cashier_id=stamp.actor_id)
        check()
    except Refusal:
        if first := ledger.posted_before(stamp, operation, **what):
            return first
        raise
    draft = posting(at_desk.drawer_id, what["cents"], player_id=what["player_id"])
    return ledger.post_once(stamp, operation, draft, series=at_desk.drawer.series_id, **what)


def insert_shift(
    stamp: Stamp,
    where: Drawer,
    *,
    act_id: int,
    opened_with_id: int | None = None,
    given: Shift | None = None,
) -> Shift:
    """
    Begin the actor's shift on a drawer, on what `given` left in it; it counts the club's pieces.

    Raises DrawerTaken, ShiftNotOpen.
    """
    if stamp.actor_id is None:
        raise ShiftNotOpen(say("A shift belongs to a cashier."))
    pieces = counted_pieces(Club.objects.get(id=stamp.club_id), given=given)
    try:
        return Shift.objects.create(
            club_id=stamp.club_id,
            drawer=where,
            cashier_id=stamp.actor_id,
            gaming_day=stamp.gaming_day,
            opened_at=stamp.at,
            opened_with_id=opened_with_id,
            notes_cents=pieces["notes"],
            chips_cents=pieces["chips"],
            act_id=act_id,
        )
    except IntegrityError as error:
        if constraint_name(error).startswith("cage_one_shift"):
            raise DrawerTaken from error
        raise


def check_amount(cents: int) -> None:
    """Raise BadInput unless an amount is positive, TooMuch above ten million."""
    if cents <= 0:
        raise BadInput(say("Write an amount above zero."), field="cents")
    if cents > MOST_CENTS:
        raise TooMuch(field="cents")
