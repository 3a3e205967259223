"""What is withheld from winnings that a guest is paid."""

from datetime import date

from django.db.models import Sum

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
    found = withheld(terms, owed.cents, visit_cents=visit, year_cents=year)
    inputs = {
        "won_cents": owed.cents,
        "paid_on_visit_cents": visit,
        "free_of_tax_cents": terms.free_cents,
        "taxable_cents": found.taxable_cents,
        "rate_bp": terms.rate_bp,
    }
    if found.upper_cents:
        inputs |= {"upper_cents": found.upper_cents, "upper_rate_bp": terms.upper_rate_bp}
    why = Because(rule=terms.tax, says=terms.source, inputs=inputs, result=found.cents)
    return found, (why,) if found.cents else ()


def _paid_cents(owed: Payable, first: date, last: date) -> int:
    """Return what the same person was paid of winnings from a gaming day to another."""
    if owed.player_id is None:
        return 0
    people = [card.pk for card in linked_cards(owed.player_id)]
    paid = Payment.objects.filter(
        payable__club_id=owed.club_id,
        payable__player_id__in=people,
        payable__kind__in=WINNINGS,
        entry__gaming_day__range=(first, last),
        reversal=None,
    )
    return paid.aggregate(cents=Sum("payable__cents"))["cents"] or 0
