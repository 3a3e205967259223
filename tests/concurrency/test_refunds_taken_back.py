"""A refund is paid, or taken back by another two, at the moment in which two take it back."""

from functools import partial

import pytest

from casino.cage.models import Payable, Payment
from casino.cage.services.payables import pay_out
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.racing import outcomes, race
from tests.tournament_floor import td
from tests.tournaments import a_tournament, enter, signed
from tests.world import a_club
from tournaments.models import Entry, Purchase
from tournaments.services.refunds import refund_entry
from tournaments.services.refunds_back import take_back_refund


@pytest.mark.parametrize("other", ["paid", "signed twice"])
def test_a_refund_is_paid_or_taken_back_once(committed_db: None, other: str):
    world = a_club()
    shift = world.open_shift()
    event = a_tournament(world, festival=True)
    ann, _bob = enter(world, event, "Ann", "Bob", shift_id=shift.pk)
    ill = {"cause": "withdrawal", "reason": "Ill", "valid_reason": True}
    signed(world, refund_entry.ask(td(world, "20:40"), entry_id=ann.pk, **ill), clock="20:41")
    owed = Payable.objects.get(kind="tournament.refund")
    due = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    asked = take_back_refund.ask(td(world, "20:45"), entry_id=ann.pk, reason="Meant Bob")
    back = partial(signed, world, asked, clock="20:46")
    beside = {
        "paid": partial(pay_out, world.stamp("20:46"), **due),
        "signed twice": partial(signed, world, asked, role=Role.SUPERVISOR, clock="20:46"),
    }

    results = race(back, beside[other])

    paid = Payment.objects.count()
    stands = Entry.objects.filter(id=ann.pk, refunded_at=None).count()
    assert paid + stands == 1, results
    assert Purchase.objects.exclude(restores=None).count() == stands, results
    known = {"Proposal", "Payment", "RefundStands", "NotOwed", "AlreadyDecided"}
    assert outcomes(results).keys() <= known, results
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []
