"""Tickets and refunds, and what anybody may read of a tournament."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.approvals.api import ProposalOut
from casino.house.stamp import Stamp
from casino.ledger.api import ActView, BecauseOut
from casino.paging import Page
from casino.web.endpoints import MAX_ROWS, reads, writes
from casino.web.routes import Routes
from tournaments.models import Entry, Purchase, Tournament
from tournaments.queries.pools import MoneyCheck, Waterfall, money_check, waterfall
from tournaments.queries.tournaments import entries, purchases, tournament
from tournaments.services.guest_corrections import correct_guest
from tournaments.services.importing_back import take_back_import
from tournaments.services.pool_back import reopen_pool
from tournaments.services.refunds import (
    cancel_tournament,
    refund_all,
    refund_cancelled,
    refund_entry,
)
from tournaments.services.refunds_back import take_back_refund
from tournaments.services.reopening import (
    reopen_registration,
    take_back_cancel,
    take_back_start,
)
from tournaments.services.sale_reversals import take_back_sale
from tournaments.services.selling import sell_entry, sell_more
from tournaments.services.tender_corrections import correct_tender

routes = Routes()
ONE, ENTRY = "tournaments/<id:tournament_id>/", "tournament-entries/<id:entry_id>/"
SALE_OF = "tournament-purchases/<id:purchase_id>/"


class TermsOut(serializers.Serializer[Any]):
    """What a tournament and a template of tournaments both say."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.CharField()
    variants = serializers.ListField(child=serializers.CharField())
    price_cents = serializers.IntegerField()
    fee_cents = serializers.IntegerField()
    bounty_cents = serializers.IntegerField()
    rfj_cents = serializers.IntegerField()
    surcharge_cents = serializers.IntegerField()
    rebuy_cents = serializers.IntegerField()
    addon_cents = serializers.IntegerField()
    rebuy_fee_cents = serializers.IntegerField()
    addon_fee_cents = serializers.IntegerField()
    rebuy_stack = serializers.IntegerField()
    addon_stack = serializers.IntegerField()
    reentry = serializers.BooleanField()
    most_rebuys = serializers.IntegerField(allow_null=True)
    most_addons = serializers.IntegerField(allow_null=True)
    guarantee_cents = serializers.IntegerField()
    places = serializers.IntegerField()
    ranking = serializers.BooleanField()
    festival = serializers.BooleanField()
    daily = serializers.BooleanField()
    late_levels = serializers.IntegerField()
    rebuy_levels = serializers.IntegerField()
    addons_after = serializers.IntegerField()
    big_blind_ante = serializers.BooleanField()
    shares_bp = serializers.ListField(child=serializers.IntegerField())


class TournamentOut(TermsOut):
    """A tournament as it was announced, and how it stands."""

    series_id = serializers.IntegerField(allow_null=True)
    target_id = serializers.IntegerField(allow_null=True)
    starts_at = serializers.DateTimeField()
    late_until = serializers.DateTimeField(allow_null=True)
    flights = serializers.IntegerField()
    started_at = serializers.DateTimeField(allow_null=True)
    registration_closed_at = serializers.DateTimeField(allow_null=True)
    cancelled_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


class EntryOut(serializers.Serializer[Any]):
    """A person in a tournament."""

    id = serializers.IntegerField()
    number = serializers.IntegerField()
    player_id = serializers.IntegerField()
    player = serializers.CharField()
    out_at = serializers.DateTimeField(allow_null=True)
    refunded_at = serializers.DateTimeField(allow_null=True)


class PurchaseOut(serializers.Serializer[Any]):
    """Something sold, with the parts of its price; the slip is the ticket."""

    id = serializers.IntegerField()
    entry_id = serializers.IntegerField()
    ticket_number = serializers.IntegerField(source="entry.number")
    what = serializers.CharField()
    price_cents = serializers.IntegerField()
    fee_cents = serializers.IntegerField()
    bounty_cents = serializers.IntegerField()
    rfj_cents = serializers.IntegerField()
    surcharge_cents = serializers.IntegerField()
    total_cents = serializers.IntegerField()
    paid_with = serializers.CharField()
    slip_number = serializers.IntegerField(source="slip.number", allow_null=True)
    slip_entry_id = serializers.IntegerField(source="slip_id")
    refund_of = serializers.IntegerField(
        source="refund_of_id",
        allow_null=True,
        help_text="The sale that this takes back: refunded, or sold anew where its tender was put"
        " right.",
    )
    restores = serializers.IntegerField(
        source="restores_id",
        allow_null=True,
        help_text="The refund that was taken back, where this sale stands again by it.",
    )
    stands = serializers.BooleanField(help_text="A sale that nothing took back.")


class RestOut(serializers.Serializer[Any]):
    """Cash of a place behind the tickets."""

    place = serializers.IntegerField()
    cents = serializers.IntegerField()

    def to_representation(self, paid: tuple[int, int]) -> dict[str, int]:
        place, cents = paid
        return {"place": place, "cents": cents}


class TicketsOut(serializers.Serializer[Any]):
    """What a satellite pays: so many tickets at so many cents each, the rest in cash by place."""

    number = serializers.IntegerField()
    cents = serializers.IntegerField()
    rest = RestOut(many=True)
    house_adds_cents = serializers.IntegerField()


class PoolOut(serializers.Serializer[Any]):
    """
    The waterfall: what came in, what leaves, what the prizes are made of.

    tickets: of a satellite alone; by_chips: of a time tournament, whose pool is shared by chips.
    """

    received_cents = serializers.IntegerField(source="pool.received_cents")
    fee_cents = serializers.IntegerField(source="pool.fee_cents")
    bounty_cents = serializers.IntegerField(source="pool.bounty_pool_cents")
    rfj_cents = serializers.IntegerField(source="pool.rfj_pool_cents")
    surcharge_cents = serializers.IntegerField(source="pool.jackpot_surcharge_cents")
    gross_cents = serializers.IntegerField(source="pool.gross_prize_pool_cents")
    ranking_cents = serializers.IntegerField(source="pool.ranking_contribution_cents")
    overlay_cents = serializers.IntegerField()
    net_cents = serializers.IntegerField()
    participants = serializers.IntegerField()
    final = serializers.BooleanField()
    fixed = serializers.BooleanField()
    fallback = serializers.BooleanField()
    prizes_cents = serializers.ListField(child=serializers.IntegerField())
    by_chips = serializers.BooleanField()
    tickets = TicketsOut(allow_null=True)
    because = BecauseOut(many=True)


class CheckOut(serializers.Serializer[Any]):
    """What was received beside where it went, and what the accounts hold."""

    received_cents = serializers.IntegerField()
    parts_cents = serializers.IntegerField()
    pool_account_cents = serializers.IntegerField()
    pool_expected_cents = serializers.IntegerField()
    bounty_account_cents = serializers.IntegerField()
    bounty_expected_cents = serializers.IntegerField()
    agrees = serializers.BooleanField()


@routes(ONE, "api-tournament")
class TournamentDetail(ActView):
    @reads(TournamentOut)
    def get(self, tournament_id: int) -> Tournament:
        """Show a tournament."""
        return tournament(self.club.pk, tournament_id)


@routes(f"{ONE}pool/", "api-tournament-pool")
class Pool(ActView):
    @reads(PoolOut)
    def get(self, tournament_id: int) -> Waterfall:
        """Show where the money goes; provisional until two people have fixed it."""
        found = tournament(self.club.pk, tournament_id)
        return waterfall(found, at=self.at)


@routes(f"{ONE}check/", "api-tournament-check")
class Check(ActView):
    @reads(CheckOut)
    def get(self, tournament_id: int) -> MoneyCheck:
        """Compare the desk's sales with the ledger."""
        return money_check(tournament(self.club.pk, tournament_id))


SALE = {"player_id": 1, "paid_with": "cash", "shift_id": 1}
REBUY = {"what": "rebuy", "paid_with": "cash", "shift_id": 1}


@routes(f"{ONE}entries/", "api-tournament-entries")
class Entries(ActView):
    @reads(EntryOut(many=True), page=MAX_ROWS)
    def get(self, tournament_id: int, page: Page) -> list[Entry]:
        """List who is in a tournament."""
        return entries(tournament(self.club.pk, tournament_id), page=page)

    post = sends(sell_entry, PurchaseOut, example=SALE)


@routes(f"{ONE}entries/ask/", "api-tournament-ask-entry")
class AskEntry(ActView):
    post = sends(sell_entry.ask, ProposalOut, example=SALE)


@routes(f"{ENTRY}purchases/", "api-tournament-more")
class More(ActView):
    post = sends(sell_more, PurchaseOut, example=REBUY)


@routes(f"{ONE}purchases/", "api-tournament-purchases")
class Sales(ActView):
    @reads(PurchaseOut(many=True), page=MAX_ROWS)
    def get(self, tournament_id: int, page: Page) -> list[Purchase]:
        """List what was sold in a tournament and given back, the latest first."""
        sold = purchases(tournament(self.club.pk, tournament_id))
        return page.of(sold.order_by("-id"))


@routes(f"{ENTRY}purchases/ask/", "api-tournament-ask-more")
class AskMore(ActView):
    post = sends(sell_more.ask, ProposalOut, example=REBUY)


@routes(f"{ENTRY}refund/", "api-tournament-refund")
class Refund(ActView):
    post = sends(
        refund_entry.ask,
        ProposalOut,
        example={"cause": "withdrawal", "reason": "Ill before the start"},
    )


@routes(f"{ENTRY}refund/take-back/", "api-tournament-refund-back")
class RefundBack(ActView):
    post = sends(take_back_refund.ask, ProposalOut, example={"reason": "Another guest was ill"})


SOLD_WRONGLY = {"shift_id": 1, "reason": "Sold to the wrong guest"}


@routes(f"{SALE_OF}reverse/", "api-tournament-reverse")
class TakeBack(ActView):
    post = sends(take_back_sale, PurchaseOut, example=SOLD_WRONGLY)


@routes(f"{SALE_OF}reverse/ask/", "api-tournament-ask-reverse")
class AskToTakeBack(ActView):
    post = sends(take_back_sale.ask, ProposalOut, example=SOLD_WRONGLY)


@routes(f"{SALE_OF}tender/", "api-tournament-tender")
class Tender(ActView):
    post = sends(
        correct_tender.ask,
        ProposalOut,
        example={"shift_id": 1, "paid_with": "card", "reason": "Paid by card"},
    )


@routes(f"{ENTRY}guest/", "api-tournament-entry-guest")
class OtherGuest(ActView):
    post = sends(
        correct_guest.ask,
        ProposalOut,
        example={"player_id": 2, "reason": "Sold by the card of another guest of that name"},
    )


@routes(f"{ONE}cancel/", "api-tournament-cancel")
class Cancel(ActView):
    post = sends(cancel_tournament.ask, ProposalOut, example={"reason": "Too few players"})


@routes(f"{ONE}cancel/take-back/", "api-tournament-cancel-back")
class TakeBackCancel(ActView):
    post = sends(take_back_cancel.ask, ProposalOut, example={"reason": "Meant another event"})


@routes(f"{ONE}registration/reopen/", "api-tournament-reopen")
class Reopen(ActView):
    post = sends(reopen_registration.ask, ProposalOut, example={"reason": "Meant another event"})


@routes(f"{ONE}start/take-back/", "api-tournament-start-back")
class TakeBackStart(ActView):
    post = sends(take_back_start.ask, ProposalOut, example={"reason": "Two hours early"})


@routes(f"{ONE}pool/reopen/", "api-tournament-pool-reopen")
class ReopenPool(ActView):
    post = sends(reopen_pool.ask, ProposalOut, example={"reason": "Payouts of another event"})


@routes(f"{ONE}import/take-back/", "api-tournament-import-back")
class TakeBackImport(ActView):
    post = sends(take_back_import.ask, ProposalOut, example={"reason": "Of another club"})


@routes(f"{ONE}refund-all/", "api-tournament-refund-all")
class RefundAll(ActView):
    @writes(TournamentOut, status=200, act=refund_cancelled)
    def post(self, stamp: Stamp, tournament_id: int) -> Tournament:
        """Give back every entry of a cancelled tournament; begun again, it goes on."""
        return refund_all(stamp, tournament_id=tournament_id)
