"""The cashier's endpoints."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.urls import path
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from casino.approvals.models import Proposal
from casino.cage import queries, services
from casino.cage.api.payments import AskedOut
from casino.cage.models import Drawer, Shift
from casino.house.stamp import Stamp
from casino.ledger.api import ActView, EntryOut, PostedOut
from casino.ledger.queries import EntryRow
from casino.ledger.services import Posted
from casino.refusals import NotFound
from casino.web.endpoints import reads, writes
from casino.web.roles import may_open
from casino.web.serializers import (
    FlagField,
    IdField,
    Latest,
    OneOfField,
    PiecesField,
    PositiveCentsField,
    StrictSerializer,
    TextField,
)
from casino.words import say

SALE = {"shift_id": 7, "cents": 20000, "player_id": 101}
COUNT = {"cash": {"10000": 3, "5000": 12}, "chips": {"2500": 40, "500": 100}}


class FundIn(StrictSerializer):
    """Banknotes of the owners."""

    cents = PositiveCentsField()
    memo = TextField(longest=200, required=False, default="")


class DrawerIn(StrictSerializer):
    """A new drawer."""

    name = TextField(longest=50)


class CountIn(StrictSerializer):
    """What was counted, by denomination."""

    cash = PiecesField()
    chips = PiecesField()


class OpenShiftIn(CountIn):
    """A drawer and its counted float."""

    drawer_id = IdField()


class CloseShiftIn(StrictSerializer):
    """Why the count differs, where it does."""

    reason = TextField(longest=200, required=False, default="")
    hand_over = FlagField(required=False, default=False)


class ChipsIn(StrictSerializer):
    """Chips sold or redeemed at an open shift of one's own; without a player: to nobody."""

    shift_id = IdField()
    cents = PositiveCentsField()
    player_id = IdField(required=False, default=None, allow_null=True)


class ReverseIn(StrictSerializer):
    """The slip that is taken back, and why."""

    entry_id = IdField()
    reason = TextField(longest=200)


class DrawerOut(serializers.Serializer[Any]):
    """A drawer."""

    id = serializers.IntegerField()
    name = serializers.CharField()


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


class ShiftOut(serializers.Serializer[Any]):
    """A shift; what should be in the drawer is said after the count only."""

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

    @extend_schema_field(ShiftTallyOut(allow_null=True))
    def get_tally(self, shift: Shift) -> Any:
        """Return the tally, None before the count."""
        if shift.state == Shift.State.OPEN:
            return None
        return ShiftTallyOut(queries.tally(shift)).data


class Vault(ActView):
    """/vault/"""

    @writes(PostedOut, takes=FundIn, example={"cents": 5000000, "memo": "Opening"})
    def post(self, stamp: Stamp, **values: Any) -> Posted:
        """Put the owners' banknotes into the vault."""
        return services.fund_vault(stamp, **values)


class Drawers(ActView):
    """/drawers/"""

    @reads(DrawerOut(many=True))
    def get(self) -> list[Drawer]:
        """List the drawers."""
        return queries.drawers(self.club.pk)

    @writes(DrawerOut, takes=DrawerIn, example={"name": "Desk 2"})
    def post(self, stamp: Stamp, name: str) -> Drawer:
        """Add a drawer."""
        return services.add_drawer(stamp, name=name)


class Shifts(ActView):
    """/shifts/"""

    @writes(ShiftOut, takes=OpenShiftIn, example={"drawer_id": 1} | COUNT)
    def post(self, stamp: Stamp, **values: Any) -> Shift:
        """Open one's shift on a drawer with a counted float."""
        return services.open_shift(stamp, **values)


class AskOpen(ActView):
    """/shifts/ask/"""

    @writes(AskedOut, takes=OpenShiftIn, example={"drawer_id": 1} | COUNT)
    def post(self, stamp: Stamp, **values: Any) -> Proposal:
        """Ask for the second signature of a float; the shift opens once it is signed."""
        return services.ask_open(stamp, **values)


class MyShift(ActView):
    """/shifts/mine/"""

    @reads(ShiftOut)
    def get(self) -> Shift:
        """Show the shift that one has not closed yet."""
        found = queries.open_shift_of(self.user_id, self.club.pk)
        if found is None:
            raise NotFound(
                say("You have no open shift."), next_step=say("Open a shift on a drawer.")
            )
        return found


class ShiftView(ActView):
    """What is read of a shift; a cashier reads the own ones."""

    def seen(self, shift_id: int) -> Shift:
        """Return a shift that the user may look at. Raises NotFound, PermissionDenied."""
        found = queries.shift(self.club.pk, shift_id)
        if found.cashier_id != self.user_id and not may_open(self.request, "shifts"):
            raise PermissionDenied(_("A cashier sees the own shifts."))
        return found


class ShiftDetail(ShiftView):
    """/shifts/<id>/"""

    @reads(ShiftOut)
    def get(self, shift_id: int) -> Shift:
        """Show a shift."""
        return self.seen(shift_id)


class ShiftSlips(ShiftView):
    """/shifts/<id>/slips/"""

    @reads(EntryOut(many=True), asks=Latest)
    def get(self, shift_id: int, limit: int) -> list[EntryRow]:
        """List the latest slips of a shift, latest first."""
        return queries.slips(self.seen(shift_id), limit=limit)


class ShiftCount(ActView):
    """/shifts/<id>/count/"""

    @writes(ShiftOut, takes=CountIn, status=200, example=COUNT)
    def post(self, stamp: Stamp, shift_id: int, **values: Any) -> Shift:
        """Submit the blind count; from now on the drawer takes no money."""
        return services.submit_count(stamp, shift_id=shift_id, **values).shift


class ShiftClose(ActView):
    """/shifts/<id>/close/"""

    @writes(ShiftOut, takes=CloseShiftIn, status=200, example={"reason": ""})
    def post(self, stamp: Stamp, shift_id: int, **values: Any) -> Shift:
        """Close a counted shift: over or short is posted, the cash goes to the vault."""
        return services.close_shift(stamp, shift_id=shift_id, **values)


class ShiftReverse(ActView):
    """/shifts/<id>/reverse/"""

    @writes(
        PostedOut,
        takes=ReverseIn,
        example={"entry_id": 5, "reason": "Wrong amount typed"},
    )
    def post(self, stamp: Stamp, shift_id: int, **values: Any) -> Posted:
        """Take a sale or redemption of this shift back by a slip of its own."""
        return services.reverse_slip(stamp, shift_id=shift_id, **values)


class SellChips(ActView):
    """/chips/sell/"""

    @writes(PostedOut, takes=ChipsIn, example=SALE)
    def post(self, stamp: Stamp, **values: Any) -> Posted:
        """Sell chips for cash."""
        return services.sell_chips(stamp, **values)


class RedeemChips(ActView):
    """/chips/redeem/"""

    @writes(PostedOut, takes=ChipsIn, example=SALE)
    def post(self, stamp: Stamp, **values: Any) -> Posted:
        """Pay cash for chips."""
        return services.redeem_chips(stamp, **values)


class ShiftAskReversal(ActView):
    """/shifts/<id>/ask-reversal/"""

    @writes(
        AskedOut,
        takes=ReverseIn,
        example={"entry_id": 5, "reason": "Wrong amount typed"},
    )
    def post(self, stamp: Stamp, shift_id: int, **values: Any) -> Proposal:
        """Ask the second person to sign a reversal; their approval takes the slip back."""
        return services.ask_reversal(stamp, shift_id=shift_id, **values)


class VaultIn(StrictSerializer):
    """Cash and chips from the vault to a drawer, or back."""

    way = OneOfField(choices=["fetch", "bring"])
    cash = PiecesField(required=False, default=dict)
    chips = PiecesField(required=False, default=dict)


class ShiftAskVault(ActView):
    """/shifts/<id>/ask-vault/"""

    @writes(
        AskedOut,
        takes=VaultIn,
        example={"way": "fetch", "cash": {"5000": 20}, "chips": {"2500": 40}},
    )
    def post(self, stamp: Stamp, shift_id: int, **values: Any) -> Proposal:
        """Ask for cash or chips of the vault, or to bring some; they move once that is signed."""
        return services.ask_vault(stamp, shift_id=shift_id, **values)


routes = [
    path("shifts/<id:shift_id>/ask-reversal/", ShiftAskReversal.as_view(), name="api-ask-reverse"),
    path("shifts/<id:shift_id>/ask-vault/", ShiftAskVault.as_view(), name="api-ask-vault"),
    path("vault/", Vault.as_view(), name="api-vault"),
    path("drawers/", Drawers.as_view(), name="api-drawers"),
    path("shifts/", Shifts.as_view(), name="api-shifts"),
    path("shifts/ask/", AskOpen.as_view(), name="api-ask-open"),
    path("shifts/mine/", MyShift.as_view(), name="api-my-shift"),
    path("shifts/<id:shift_id>/", ShiftDetail.as_view(), name="api-shift"),
    path("shifts/<id:shift_id>/slips/", ShiftSlips.as_view(), name="api-slips"),
    path("shifts/<id:shift_id>/count/", ShiftCount.as_view(), name="api-shift-count"),
    path("shifts/<id:shift_id>/close/", ShiftClose.as_view(), name="api-shift-close"),
    path("shifts/<id:shift_id>/reverse/", ShiftReverse.as_view(), name="api-shift-reverse"),
    path("chips/sell/", SellChips.as_view(), name="api-sell-chips"),
    path("chips/redeem/", RedeemChips.as_view(), name="api-redeem-chips"),
]
