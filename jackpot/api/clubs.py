"""Pools of several clubs by program: their parts, the money between clubs, who approves."""

from dataclasses import asdict, dataclass
from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.ledger.api import ActView
from casino.paging import Page
from casino.web.endpoints import reads
from casino.web.routes import Routes
from jackpot.queries.clubs import (
    TRANSFERS,
    Part,
    Transfer,
    clubs_where,
    intercompany,
    limits,
    parts,
    transfers,
)
from jackpot.queries.levels import jackpot
from jackpot.services.intercompany import reverse_settlement, settle
from jackpot.services.limits import change_limits
from jackpot.services.sharing import share_pool
from jackpot.services.sharing_back import take_back_sharing

routes = Routes()
LIMITS = {
    "accountant_award_cents": 50000,
    "check_from_cents": 50001,
    "manager_adjust_cents": 0,
    "reason": "Two accountants work at night.",
}
SHARE = {"club_id": 2, "reason": "One pool for the group."}
SETTLE = {"club_id": 2, "cents": 200000, "through": "bank", "note": "Share of hand 17."}


class LimitsOut(serializers.Serializer[Any]):
    """Who approves up to which amount; from which the base is checked."""

    accountant_award_cents = serializers.IntegerField()
    check_from_cents = serializers.IntegerField()
    manager_adjust_cents = serializers.IntegerField()


class PartOut(serializers.Serializer[Any]):
    """A club's part of a pool; clubs where you do not work as one, without a name."""

    name = serializers.CharField(allow_blank=True)
    keeps = serializers.BooleanField(help_text="Its closes fix the level.")
    brought_cents = serializers.IntegerField()
    taken_cents = serializers.IntegerField()
    held_cents = serializers.IntegerField()


class IntercompanyOut(serializers.Serializer[Any]):
    """What stands between this club and another one, unnamed where you do not work."""

    name = serializers.CharField(allow_blank=True)
    owes_cents = serializers.IntegerField(help_text="This club owes it.")
    owed_cents = serializers.IntegerField(help_text="It owes this club.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Named:
    """What stands between two clubs, with the name that the reader may see."""

    name: str
    owes_cents: int
    owed_cents: int


class TransferOut(serializers.Serializer[Any]):
    """Money that this club sent another one, or got from it."""

    id = serializers.IntegerField(source="settlement.pk")
    sent = serializers.BooleanField(help_text="Sent; else received.")
    cents = serializers.IntegerField(source="settlement.cents")
    through = serializers.CharField(source="settlement.through")
    at = serializers.DateTimeField(source="settlement.at")
    entry_id = serializers.IntegerField()
    reversed = serializers.BooleanField()


@routes("jackpots/limits/", "api-jackpot-limits")
class JackpotLimits(ActView):
    @reads(LimitsOut)
    def get(self) -> dict[str, int]:
        """Show who approves up to which amount."""
        return asdict(limits(self.club.pk))

    post = sends(change_limits.ask, ProposalOut, example=LIMITS)


@routes("jackpots/<id:jackpot_id>/parts/", "api-jackpot-parts")
class JackpotParts(ActView):
    @reads(PartOut(many=True))
    def get(self, jackpot_id: int) -> list[Part]:
        """List what each club of a pool brought, what hits took, what its books hold."""
        found = jackpot(self.club.pk, jackpot_id)
        return parts(found, seen=_mine(self))


@routes("jackpots/<id:jackpot_id>/share/", "api-jackpot-share")
class JackpotShare(ActView):
    post = sends(share_pool.ask, ProposalOut, example=SHARE)


@routes("jackpots/<id:jackpot_id>/share/take-back/", "api-jackpot-share-back")
class JackpotShareBack(ActView):
    post = sends(take_back_sharing.ask, ProposalOut, example=SHARE)


@routes("jackpots/between/", "api-jackpot-intercompany")
class JackpotIntercompany(ActView):
    @reads(IntercompanyOut(many=True))
    def get(self) -> list[Named]:
        """List what this club and others owe each other for shares paid."""
        mine = _mine(self)
        return [
            Named(
                name=each.club.name if each.club.pk in mine else "",
                owes_cents=each.owes_cents,
                owed_cents=each.owed_cents,
            )
            for each in intercompany(self.club.pk)
        ]

    post = sends(settle.ask, ProposalOut, example=SETTLE)


@routes("jackpots/between/transfers/", "api-jackpot-transfers")
class JackpotTransfers(ActView):
    @reads(TransferOut(many=True), page=TRANSFERS)
    def get(self, page: Page) -> list[Transfer]:
        """List the money that this club sent and got, the latest first."""
        return transfers(self.club.pk, page=page)


@routes("jackpots/between/transfers/<id:settlement_id>/reverse/", "api-jackpot-transfer-reversal")
class JackpotTransferReversal(ActView):
    post = sends(reverse_settlement.ask, ProposalOut, example={"reason": "It was not sent."})


def _mine(view: ActView) -> set[int]:
    """Return the clubs where the caller works."""
    return {club.pk for club in clubs_where(view.user_id)}
