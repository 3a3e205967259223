"""What happens at the cashier's desk."""

from casino.acts.kinds import Amount, AmountOrZero, Id, Line, ShortName
from casino.acts.runner import act
from casino.approvals.signed import NeedsSignature, NothingChanges, Preview, signed
from casino.cage import postings
from casino.cage.models import Drawer, HandOver, Shift, ShiftNote
from casino.cage.queries.shifts import (
    ShiftNotOpen,
    drawer,
    drawers_called,
    held_shift,
    open_shift_of,
    open_shifts,
    opened_on_the_clock,
    shift,
    thresholds_at,
    working_shift,
)
from casino.cage.queries.stock import counted_denominations
from casino.cage.rules import sale_signatures
from casino.cage.services import redemptions
from casino.cage.services.amounts import check_payable
from casino.cage.services.identity import check_identified, hold_for_sum, needs_lock
from casino.cage.services.redemptions import redemption_sum
from casino.db import refusing
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger import services as ledger
from casino.ledger.entries import Draft
from casino.ledger.queries.documents import has_slips, series_named
from casino.ledger.services import Posted
from casino.messages import msg
from casino.money import format_cents
from casino.names import guest
from casino.players.queries import admitted_player, player
from casino.refusals import BadInput, Conflict

SELL = "cage.sell_by_two"
REDEEM, REDEEM_LARGE = "cage.redeem_chips", "cage.redeem_chips_large"
REDEEM_KINDS = {"one": None, "second": REDEEM, "manager": REDEEM_LARGE}


class DrawerTaken(Conflict):
    """One open shift a drawer, one a cashier."""

    code = "CAGE-002"
    message = msg("Another cashier has opened a shift at this drawer.")
    next_step = msg("Choose another drawer, or let that cashier count and close first.")


CLOSE_OWN = msg("Count and close that shift first.")


BEARS_IT = msg("Slips of another drawer bear that name.")


class DrawerNamed(Conflict):
    """Two drawers of one name would be mistaken for each other."""

    code = "CAGE-006"
    message = msg("A drawer with that name already exists.")
    next_step = msg("Choose another name.")


def _added(stamp: Stamp, *, name: str) -> Drawer:
    """Return the drawer that was added under a name, whatever it is called since."""
    series = series_named(stamp.club_id, f"drawer {name}")
    return Drawer.objects.get(club=stamp.club_id, series_id=series or 0)


class DrawerInUse(Conflict):
    """What is retired holds nothing, and nobody works at it."""

    code = "CAGE-073"
    message = msg("This drawer has an open shift, or waits for the next cashier.")
    next_step = msg("Close its shift first.")
    next_page = "shifts"


def _check_name(club_id: int, name: str, *, renamed: Drawer | None = None) -> None:
    """Raise DrawerNamed for the name of another drawer, or that one's slips bear."""
    if Drawer.objects.filter(club_id=club_id, name=name).exists():
        raise DrawerNamed(field="name")
    series = series_named(club_id, f"drawer {name}")
    bore = drawers_called(club_id, name) | ({series} if series else set())
    others = bore - {renamed.series_id} if renamed else bore
    # A row of numbers that is begun under a name is begun once, whatever came of it.
    if (series in others and not renamed) or has_slips(others):
        raise DrawerNamed(BEARS_IT, field="name")


@act("cage.add_drawer", replay=_added)
def add_drawer(stamp: Stamp, *, name: ShortName) -> Drawer:
    """Add a drawer with its account, closed until a shift opens, and its row of slip numbers."""
    club = Club.objects.get(id=stamp.club_id)
    _check_name(club.pk, name)
    series = ledger.open_series(club.id, f"drawer {name}")
    with refusing(cage_drawer_name_once=DrawerNamed(field="name")):
        added = Drawer.objects.create(club=club, name=name, series_id=series)
    ledger.open_account(club.id, "cash:drawer", ref=added.id, currency=club.currency)
    ledger.set_account_open(club.id, "cash:drawer", ref=added.id, is_open=False)
    return added


@act("cage.rename_drawer")
def rename_drawer(stamp: Stamp, *, drawer_id: Id, name: ShortName) -> Drawer:
    """
    Call a drawer otherwise, where its name was mistyped; its row of slip numbers goes on.

    What was printed, signed or sealed keeps what it was called. Raises NotFound, DrawerNamed, also
    for a name that slips of another drawer bear, NothingChanges.
    """
    where = drawer(stamp.club_id, drawer_id)
    if where.name == name:
        raise NothingChanges
    _check_name(stamp.club_id, name, renamed=where)
    where.name = name
    with refusing(cage_drawer_name_once=DrawerNamed(field="name")):
        where.save(update_fields=["name"])
    return where


@act("cage.retire_drawer")
def retire_drawer(stamp: Stamp, *, drawer_id: Id) -> Drawer:
    """
    Let no shift open at a drawer any more; its slips, counts and shifts stay.

    Raises NotFound, NothingChanges, DrawerInUse.
    """
    where = hold(Drawer, drawer(stamp.club_id, drawer_id).pk)
    if where.retired_at:
        raise NothingChanges
    waits = HandOver.objects.filter(drawer=where, taken=None).exists()
    if waits or where.shifts.exclude(state=Shift.State.CLOSED).exists():
        raise DrawerInUse
    where.retired_at = stamp.at
    where.save(update_fields=["retired_at"])
    return where


@act("cage.reinstate_drawer")
def reinstate_drawer(stamp: Stamp, *, drawer_id: Id) -> Drawer:
    """Use a drawer again that was retired. Raises NotFound, NothingChanges."""
    where = hold(Drawer, drawer(stamp.club_id, drawer_id).pk)
    if where.retired_at is None:
        raise NothingChanges
    where.retired_at = None
    where.save(update_fields=["retired_at"])
    return where


@act("cage.set_levels")
def set_levels(
    stamp: Stamp,
    *,
    drawer_id: Id,
    imprest_cents: AmountOrZero | None,
    minimum_cents: AmountOrZero | None,
) -> Drawer:
    """
    Say what a drawer's shift begins with and below what it is warned, in cents; None: not said.

    Raises NotFound, BadInput.
    """
    where = drawer(stamp.club_id, drawer_id)
    if imprest_cents is not None and minimum_cents is not None and minimum_cents > imprest_cents:
        raise BadInput(
            msg("The minimum must not exceed the standard float."), field="minimum_cents"
        )
    where.imprest_cents, where.minimum_cents = imprest_cents, minimum_cents
    where.save(update_fields=["imprest_cents", "minimum_cents"])
    return where


@act("cage.sell_chips", first=hold_for_sum, held=needs_lock)
def sell_chips(stamp: Stamp, *, shift_id: Id, cents: Amount, player_id: Id | None = None) -> Draft:
    """
    Sell chips for cash, to a player or to a walk-in; the slip has a number.

    From the club's amount on a second person signs, as asked for at `chips/ask-sell/`.
    Raises ShiftNotOpen, NotPayable, PlayerExcluded, NotIdentified, NeedsSignature.
    """
    at_desk = working_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    amounts = thresholds_at(at_desk)
    check_payable(stamp, cents, with_=("chips", "cash"), at=at_desk)
    if player_id:
        admitted_player(stamp.club_id, player_id, gaming_day=stamp.gaming_day)
    check_identified(stamp, player_id=player_id, cents=cents, amounts=amounts)
    if sale_signatures(cents, thresholds=amounts) != "one":
        raise NeedsSignature
    return _sold(at_desk, cents, player_id)


def _sold(at_desk: Shift, cents: int, player_id: int | None) -> Draft:
    draft = postings.chips_sold(at_desk.drawer_id, cents, player_id=player_id)
    return draft.numbered(at_desk.drawer.series_id)


def sale_preview(stamp: Stamp, *, shift_id: int, cents: int, player_id: int | None) -> Preview:
    """Say what is sold to whom at which drawer."""
    at_desk = _desk(stamp, shift_id, cents)
    day = stamp.gaming_day
    if player_id:
        admitted_player(stamp.club_id, player_id, gaming_day=day)
    check_identified(stamp, player_id=player_id, cents=cents)
    return Preview(
        content={"drawer": str(at_desk.drawer), "player": guest(player_id) if player_id else ""},
        reason=f"{format_cents(cents)}: {at_desk.drawer}",
    )


def _desk(stamp: Stamp, shift_id: int, cents: int) -> Shift:
    """Return the shift at which chips and cash change hands, held by an act: a count waits."""
    find = held_shift if stamp.act_id else working_shift
    at_desk = find(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    check_payable(stamp, cents, with_=("chips", "cash"), at=at_desk)
    return at_desk


@signed(SELL, asked_as="cage.ask_sale", preview=sale_preview, kinds={SELL: msg("Sell chips")})
def sell_by_two(
    stamp: Stamp, *, shift_id: Id, cents: Amount, player_id: Id | None = None
) -> Posted:
    """
    Sell chips for cash once a second person signed it, from the club's amount on.

    Source: DESIGN 12.4. Raises ShiftNotOpen, NotPayable, PlayerExcluded, NotIdentified.
    """
    at_desk = held_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    return ledger.post_entry(stamp, _sold(at_desk, cents, player_id))


def redemption_preview(
    stamp: Stamp, *, shift_id: int, cents: int, player_id: int | None
) -> Preview:
    """Say what is paid to whom from which drawer, and who signs it."""
    # Held for the desk's hour, too, which is one sum.
    at_desk = _desk(stamp, shift_id, cents)
    if player_id:
        player(stamp.club_id, player_id)
    check_identified(stamp, player_id=player_id, cents=cents)
    where = {"drawer_id": at_desk.drawer_id, "series_id": at_desk.drawer.series_id}
    before = redemption_sum(stamp, **where, player_id=player_id, cents=cents)
    return Preview(
        needs=REDEEM_KINDS[before.needs],
        content={"drawer": str(at_desk.drawer), "player": guest(player_id) if player_id else ""},
        reason=f"{format_cents(cents)}: {at_desk.drawer}",
        ahead=redemptions.said(before, player_id=player_id, cents=cents),
    )


@signed(
    "cage.redeem_chips",
    asked_as="cage.ask_redemption",
    preview=redemption_preview,
    kinds={REDEEM: msg("Redeem chips"), REDEEM_LARGE: msg("Redeem chips: large amount")},
)
def redeem_chips(
    stamp: Stamp, *, shift_id: Id, cents: Amount, player_id: Id | None = None
) -> Posted:
    """
    Pay cash for chips; from the club's amounts on a second person signs, split or not.

    Source: DESIGN 12.3. Raises ShiftNotOpen, NotPayable, NotIdentified, NotEnough (drawer, or chips
    outstanding).
    """
    at_desk = held_shift(stamp.club_id, shift_id, cashier_id=stamp.actor_id)
    draft = postings.chips_redeemed(at_desk.drawer_id, cents, player_id=player_id)
    return ledger.post_entry(stamp, draft.numbered(at_desk.drawer.series_id))


@act("cage.note_shift")
def note_shift(stamp: Stamp, *, shift_id: Id, text: Line) -> ShiftNote:
    """Write something down about a shift, one's own or another's, open or closed."""
    return ShiftNote.objects.create(
        shift=shift(stamp.club_id, shift_id),
        text=text,
        written_by_id=stamp.person_id,
        written_at=stamp.at,
        act_id=stamp.act_id,
    )


def check_not_taken(stamp: Stamp, where: Drawer) -> None:
    """Raise DrawerTaken, which says whose shift is open there, or where the actor's is."""
    for each in open_shifts(stamp.club_id):
        if each.drawer_id == where.pk and each.cashier_id != stamp.actor_id:
            raise DrawerTaken(
                msg(
                    "{drawer} is taken: {cashier} has a shift open there since {since}.",
                    drawer=where.name,
                    cashier=str(each.cashier),
                    since=opened_on_the_clock(each),
                ),
                field="drawer_id",
            )
    if stamp.actor_id and (own := open_shift_of(stamp.actor_id, stamp.club_id)):
        raise DrawerTaken(
            msg(
                "{cashier} has a shift open at {drawer} since {since}.",
                cashier=str(own.cashier),
                drawer=own.drawer.name,
                since=opened_on_the_clock(own),
            ),
            next_step=CLOSE_OWN,
        )


def insert_shift(
    stamp: Stamp,
    where: Drawer,
    *,
    opened_with_id: int | None = None,
    given: Shift | None = None,
) -> Shift:
    """
    Begin the actor's shift on a drawer, on what `given` left in it, in the club's denominations.

    Raises DrawerTaken, ShiftNotOpen.
    """
    if stamp.actor_id is None:
        raise ShiftNotOpen(msg("A shift belongs to a cashier."))
    denominations = counted_denominations(Club.objects.get(id=stamp.club_id), given=given)
    check_not_taken(stamp, where)
    own = DrawerTaken(msg("You have an open shift at another drawer."), next_step=CLOSE_OWN)
    with refusing(cage_one_shift_a_drawer=DrawerTaken, cage_one_shift_a_cashier=own):
        return Shift.objects.create(
            club_id=stamp.club_id,
            drawer=where,
            cashier_id=stamp.actor_id,
            gaming_day=stamp.gaming_day,
            opened_at=stamp.at,
            opened_with_id=opened_with_id,
            notes_cents=denominations["notes"],
            chips_cents=denominations["chips"],
            act_id=stamp.act_id,
        )
