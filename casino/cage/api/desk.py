"""The cashier's endpoints."""

from operator import attrgetter
from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from casino.acts.doors import sends
from casino.cage.api.payments import AskedOut
from casino.cage.models import Drawer, Shift, ShiftNote
from casino.cage.queries import shifts, tallies
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.desk import (
    add_drawer,
    note_shift,
    redeem_chips,
    reinstate_drawer,
    rename_drawer,
    retire_drawer,
    sell_by_two,
    sell_chips,
    set_levels,
)
from casino.cage.services.opening import open_shift
from casino.cage.services.reversals import reverse_slip
from casino.cage.services.vault import move_vault
from casino.ledger.api import ActView, EntryOut, PostedOut
from casino.ledger.queries.rows import EntryRow
from casino.messages import msg
from casino.paging import Page
from casino.refusals import NotFound
from casino.web.endpoints import reads
from casino.web.openapi import shown_as
from casino.web.routes import Routes

routes = Routes()
SALE = {"shift_id": 7, "cents": 20000, "player_id": 101}
COUNT = {"cash": {"10000": 3, "5000": 12}, "chips": {"2500": 40, "500": 100}}


@shown_as(name="Desk 1")
class DrawerOut(serializers.Serializer[Any]):
    """A drawer."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    retired_at = serializers.DateTimeField(allow_null=True)


class DrawerLevelsOut(DrawerOut):
    """A drawer with what its shift begins with, and below what it is warned."""

    imprest_cents = serializers.IntegerField(allow_null=True)
    minimum_cents = serializers.IntegerField(allow_null=True)


class TallyOut(serializers.Serializer[Any]):
    """What a drawer should hold and what was counted."""

    opening_cents = serializers.IntegerField()
    in_cents = serializers.IntegerField()
    out_cents = serializers.IntegerField()
    expected_cents = serializers.IntegerField()
    counted_cents = serializers.IntegerField()
    over_cents = serializers.IntegerField()


class ShiftTallyOut(serializers.Serializer[Any]):
    """Cash and chips of a shift."""

    cash = TallyOut()
    chips = TallyOut()


class ShiftNoteOut(serializers.Serializer[Any]):
    """A note on a shift."""

    id = serializers.IntegerField()
    text = serializers.CharField()
    written_by_id = serializers.IntegerField()
    written_at = serializers.DateTimeField()


class ShiftOut(serializers.Serializer[Any]):
    """A shift; what should be in the drawer is said once it is closed, to nobody who counts."""

    id = serializers.IntegerField()
    drawer_id = serializers.IntegerField()
    drawer = serializers.CharField()
    cashier_id = serializers.IntegerField()
    state = serializers.ChoiceField(Shift.State.choices)
    gaming_day = serializers.DateField()
    opened_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    tally = serializers.SerializerMethodField()
    sold_by_card_and_wire_cents = serializers.SerializerMethodField()
    paid_by_wire_cents = serializers.SerializerMethodField()

    def get_sold_by_card_and_wire_cents(self, shift: Shift) -> int:
        """Return what is compared with the total of the card terminal."""
        return tallies.beside_drawer_cents(shift)[0]

    def get_paid_by_wire_cents(self, shift: Shift) -> int:
        """Return what was paid out beside the drawer."""
        return tallies.beside_drawer_cents(shift)[1]

    @extend_schema_field(ShiftTallyOut(allow_null=True))
    def get_tally(self, shift: Shift) -> Any:
        """Return the tally, None before the close."""
        if shift.state != Shift.State.CLOSED:
            return None
        return ShiftTallyOut(tallies.tally(shift)).data


@routes("drawers/", "api-drawers")
class Drawers(ActView):
    @reads(DrawerOut(many=True))
    def get(self) -> list[Drawer]:
        """List the drawers."""
        return shifts.drawers(self.club.pk)

    post = sends(add_drawer, DrawerOut, example={"name": "Desk 2"})


@routes("drawers/<id:drawer_id>/levels/", "api-drawer-levels")
class DrawerLevels(ActView):
    post = sends(
        set_levels,
        DrawerLevelsOut,
        status=200,
        example={"imprest_cents": 200000, "minimum_cents": 50000},
    )


@routes("drawers/<id:drawer_id>/rename/", "api-drawer-rename")
class DrawerRename(ActView):
    post = sends(rename_drawer, DrawerOut, status=200, example={"name": "Desk 2"})


@routes("drawers/<id:drawer_id>/retire/", "api-drawer-retire")
class DrawerRetire(ActView):
    post = sends(retire_drawer, DrawerOut, status=200)


@routes("drawers/<id:drawer_id>/reinstate/", "api-drawer-reinstate")
class DrawerReinstate(ActView):
    post = sends(reinstate_drawer, DrawerOut, status=200)


@routes("shifts/", "api-shifts")
class Shifts(ActView):
    post = sends(open_shift, ShiftOut, example={"drawer_id": 1} | COUNT)


@routes("shifts/ask/", "api-ask-open")
class AskOpen(ActView):
    post = sends(open_shift.ask, AskedOut, example={"drawer_id": 1} | COUNT)


@routes("shifts/mine/", "api-my-shift")
class MyShift(ActView):
    @reads(ShiftOut)
    def get(self) -> Shift:
        """Show the shift that one has not closed yet."""
        found = shifts.open_shift_of(self.user_id, self.club.pk)
        if found is None:
            raise NotFound(
                msg("You have no open shift."), next_step=msg("Open a shift on a drawer.")
            )
        return found


class ShiftView(ActView):
    """What is read of a shift; a cashier reads the own ones."""

    def seen(self, shift_id: int) -> Shift:
        """Return a shift that the user may look at. Raises NotFound, PermissionDenied."""
        found = shifts.shift(self.club.pk, shift_id)
        if found.cashier_id != self.user_id and not self.opens("shifts"):
            raise PermissionDenied(_("You see your own shifts only."))
        return found


@routes("shifts/<id:shift_id>/", "api-shift")
class ShiftDetail(ShiftView):
    @reads(ShiftOut)
    def get(self, shift_id: int) -> Shift:
        """Show a shift."""
        return self.seen(shift_id)


@routes("shifts/<id:shift_id>/slips/", "api-slips")
class ShiftSlips(ShiftView):
    @reads(EntryOut(many=True), page=50)
    def get(self, shift_id: int, page: Page) -> list[EntryRow]:
        """List the latest slips of a shift, latest first."""
        return tallies.slips(self.seen(shift_id), page=page)


@routes("shifts/<id:shift_id>/notes/", "api-shift-notes")
class ShiftNotes(ShiftView):
    @reads(ShiftNoteOut(many=True))
    def get(self, shift_id: int) -> list[ShiftNote]:
        """List what was written down about a shift, in its order."""
        return shifts.shift_notes(self.seen(shift_id))

    post = sends(note_shift, ShiftNoteOut, example={"text": "The scanner sticks"})


@routes("shifts/<id:shift_id>/count/", "api-shift-count")
class ShiftCount(ActView):
    post = sends(submit_count, ShiftOut, of=attrgetter("shift"), status=200, example=COUNT)


@routes("shifts/<id:shift_id>/close/", "api-shift-close")
class ShiftClose(ActView):
    post = sends(close_shift, ShiftOut, status=200, example={"reason": ""})


@routes("shifts/<id:shift_id>/reverse/", "api-shift-reverse")
class ShiftReverse(ActView):
    post = sends(reverse_slip, PostedOut, example={"entry_id": 5, "reason": "Wrong amount typed"})


@routes("chips/sell/", "api-sell-chips")
class SellChips(ActView):
    post = sends(sell_chips, PostedOut, example=SALE)


@routes("chips/ask-sell/", "api-ask-sell")
class AskSale(ActView):
    post = sends(sell_by_two.ask, AskedOut, example=SALE)


@routes("chips/redeem/", "api-redeem-chips")
class RedeemChips(ActView):
    post = sends(redeem_chips, PostedOut, example=SALE)


@routes("chips/ask-redeem/", "api-ask-redeem")
class AskRedemption(ActView):
    post = sends(redeem_chips.ask, AskedOut, example=SALE | {"cents": 250000})


@routes("shifts/<id:shift_id>/ask-reversal/", "api-ask-reverse")
class ShiftAskReversal(ActView):
    post = sends(
        reverse_slip.ask, AskedOut, example={"entry_id": 5, "reason": "Wrong amount typed"}
    )


@routes("shifts/<id:shift_id>/ask-vault/", "api-ask-vault")
class ShiftAskVault(ActView):
    post = sends(
        move_vault.ask,
        AskedOut,
        example={"way": "fetch", "cash": {"5000": 20}, "chips": {"2500": 40}},
    )
