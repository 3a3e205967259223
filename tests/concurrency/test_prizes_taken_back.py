"""A prize is paid at the moment in which the prizes of its tournament are taken back."""

from functools import partial

from casino.cage.models import Payable, Payment
from casino.cage.services.payables import pay_out
from casino.ledger.verify import Books
from casino.verify.findings import broken
from tests.racing import outcomes, race
from tests.tournament_floor import td
from tests.tournaments import a_tournament, decided, enter, now, signed
from tests.world import a_club
from tournaments.models import Prize
from tournaments.services.taking_back import take_back_awards


def test_prizes_are_paid_or_taken_back_never_both(committed_db: None):
    world = a_club()
    shift = world.open_shift()
    event = a_tournament(world)
    entries = enter(world, event, *[f"G{number}" for number in range(1, 13)], shift_id=shift.pk)
    decided(world, event, entries)
    owed = Payable.objects.order_by("cents").first()
    assert owed
    due = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    what = {"tournament_id": event.pk, "reason": "Places 1 and 2 were swapped"}
    asked = take_back_awards.ask(td(world, "23:05"), **what)

    results = race(
        partial(signed, world, asked, clock="23:06"),
        partial(pay_out, world.stamp("23:06"), **due),
    )

    paid = Payment.objects.count()
    back = Prize.objects.exclude(reversal=None).count()
    assert (paid, back) in {(1, 0), (0, Prize.objects.count())}, results
    assert (now(event).finished_at is None) == (not paid), results
    assert outcomes(results).keys() <= {"Proposal", "Payment", "PrizePaid", "NotOwed"}, results
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []
