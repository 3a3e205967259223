"""What the jackpots of a series hold, and what was awarded from them and stands."""

from datetime import date

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from casino.cage.models import Payable
from casino.cage.queries.due import payable
from casino.cage.queries.renamed import ANEW, first_owed, now_owed
from casino.kept_sql import kept_sql
from casino.ledger.queries.balances import balance_cents
from casino.messages import msg
from casino.players.queries import family
from casino.refusals import NotFound
from tournaments import postings
from tournaments.models import Entry, Purchase, RoyalFlush, SeriesAward, Tournament


def award_of(club_id: int, payable_id: int) -> RoyalFlush | SeriesAward:
    """Return the award that a payment is a share of. Raises NotFound."""
    share = first_owed(payable(club_id, payable_id))
    if share.kind == postings.ROYAL_FLUSH:
        return RoyalFlush.objects.select_related("tournament").get(act_id=share.act_id)
    if share.kind == postings.JACKPOT:
        return SeriesAward.objects.select_related("tournament").get(act_id=share.act_id)
    raise NotFound(msg("This payment is of no tournament jackpot."), field="payable_id")


def standing_flushes() -> QuerySet[RoyalFlush]:
    """Return the flushes that were paid or are due: no share of them was taken back."""
    return RoyalFlush.objects.exclude(Exists(_back()))


def shares_of(act_id: int) -> list[Payable]:
    """Return the payments that an award owes, those of another guest since as they are now."""
    kinds = (postings.JACKPOT, postings.ROYAL_FLUSH)
    first = Payable.objects.filter(act_id=act_id, kind__in=kinds).order_by("id")
    return [now_owed(each) for each in first]


def jackpot_share(entry: Entry) -> Payable | None:
    """Return a payment to an entry's guest of an award that it has won a part of and stands."""
    cards = family(entry.player_id)
    owed = (each for act_id in jackpots_won(entry) for each in shares_of(act_id))
    return next((each for each in owed if each.player_id in cards), None)


def jackpots_won(entry: Entry) -> list[int]:
    """Return the acts of awards from jackpots of its series that stand, and name an entry."""
    flushes = standing_flushes().filter(holders__has_key=str(entry.pk))
    shares = SeriesAward.objects.exclude(Exists(_back())).filter(
        shares_cents__has_key=str(entry.pk)
    )
    return [
        act_id
        for awards in (flushes, shares)
        for act_id in awards.filter(tournament=entry.tournament_id).values_list("act_id", flat=True)
    ]


def _back() -> QuerySet[Payable]:
    """Return what was taken back of an award; a share that is another guest's now stands."""
    back = Payable.objects.filter(act_id=OuterRef("act_id"), reversal__isnull=False)
    return back.filter(~Q(reversal__kind=ANEW) | Q(reversal__reversed_by__isnull=False))


@kept_sql
def jackpots_back_on(club_id: int, day: date) -> QuerySet[Payable, int]:
    """Return what was taken back on a day of the jackpots of series, whenever it was awarded."""
    kinds = (postings.JACKPOT, postings.ROYAL_FLUSH)
    found = Payable.objects.filter(club_id=club_id, kind__in=kinds, reversal__gaming_day=day)
    found = found.exclude(reversal__kind=ANEW)
    summed = found.values("reversal__gaming_day").annotate(sum_cents=Sum("cents"))
    return summed.values_list("sum_cents", flat=True)


def rfj_pool_cents(club_id: int, series_id: int) -> int:
    """Return what a series' Royal Flush Jackpot holds to be won."""
    held = -balance_cents(club_id, "rfj:pool", series_id)
    return held - _to_give_back(series_id, "rfj_cents")


def surcharge_pool_cents(club_id: int, series_id: int) -> int:
    """Return what a series' tournament jackpot holds to be won."""
    held = -balance_cents(club_id, "surcharge:pool", series_id)
    return held - _to_give_back(series_id, "surcharge_cents")


def _to_give_back(series_id: int, part: str) -> int:
    """Return what the cancelled tournaments of a series have not refunded yet of a part."""
    cancelled = Tournament.objects.filter(series=series_id, cancelled_at__isnull=False)
    sold = Purchase.objects.filter(entry__tournament__in=cancelled, refund=None, refund_of=None)
    return int(sold.aggregate(cents=Coalesce(Sum(part), 0))["cents"])
