"""What is withheld from winnings that a guest is paid."""

from datetime import date

from django.db.models import QuerySet, Sum

from casino.cage.models import Payable, Payment
from casino.house.because import Because
from casino.ledger.entries import WINNINGS
from casino.players.queries import linked_cards
from casino.rates.queries import withholding_terms
from casino.rates.rules import Withheld, withheld


def withheld_from(owed: Payable, day: date) -> tuple[Withheld, tuple[Because, ...]]:
    """
    Return what is withheld from a payment due that is paid on a gaming day, and why.

    A visit is taken for a gaming day; all cards of a person are one. Raises RateMissing.
    """
    terms = withholding_terms(owed.club_id, day) if owed.kind in WINNINGS else None
    if terms is None:
        return Withheld(won_cents=owed.cents), ()
    visit, year = (_paid_cents(owed, first, day) for first in (day, day.replace(month=1, day=1)))
    kept = _kept(owed, day, since_act=terms.since_act)
    found = withheld(terms, owed.cents, visit_cents=visit, year_cents=year, kept=kept)
    inputs = {
        "won_cents": owed.cents,
        "paid_on_visit_cents": visit,
        "free_of_tax_cents": terms.free_cents,
        "taxable_cents": found.taxable_cents,
        "rate_bp": terms.rate_bp,
    }
    if found.upper_cents:
        inputs |= {"upper_cents": found.upper_cents, "upper_rate_bp": terms.upper_rate_bp}
    if kept.cents:
        inputs |= {"withheld_on_visit_cents": kept.cents}
    why = Because(rule=terms.tax, says=terms.source, inputs=inputs, result=found.cents)
    return found, (why,) if found.cents or kept.cents else ()


def _paid_cents(owed: Payable, first: date, last: date) -> int:
    """Return what the same person was paid of winnings from a gaming day to another."""
    paid = _standing(owed, first, last)
    return paid.aggregate(cents=Sum("payable__cents"))["cents"] or 0


def _kept(owed: Payable, day: date, *, since_act: int) -> Withheld:
    """Return what the same person was paid of winnings on a day since an act, and its tax."""
    paid = _standing(owed, day, day).filter(act_id__gt=since_act)
    paid = paid.select_related("entry", "payable")
    said = [why for each in paid for why in each.entry.because]
    return Withheld(
        won_cents=sum(each.payable.cents for each in paid),
        taxable_cents=sum(why["inputs"]["taxable_cents"] for why in said),
        upper_cents=sum(why["inputs"].get("upper_cents", 0) for why in said),
        cents=sum(why["result"] for why in said),
    )


def _standing(owed: Payable, first: date, last: date) -> QuerySet[Payment]:
    if owed.player_id is None:
        return Payment.objects.none()
    people = [card.pk for card in linked_cards(owed.player_id)]
    return Payment.objects.filter(
        payable__club_id=owed.club_id,
        payable__player_id__in=people,
        payable__kind__in=WINNINGS,
        entry__gaming_day__range=(first, last),
        reversal=None,
    )
