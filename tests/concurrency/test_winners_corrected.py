"""A prize is paid, or owed to another guest, or taken back, at one moment."""

from functools import partial

import pytest

from casino.cage.models import Payable, Payment
from casino.cage.services.payables import pay_out
from casino.ledger.verify import Books
from casino.verify.findings import broken
from tests.racing import outcomes, race
from tests.tournament_floor import td
from tests.tournaments import a_tournament, decided, enter, signed
from tests.world import a_club
from tournaments.services.right_winners import correct_prize
from tournaments.services.taking_back import take_back_awards


@pytest.mark.parametrize("other", ["paid", "taken back"])
def test_a_prize_is_another_guests_or_paid_or_taken_back(committed_db: None, other: str):
    world = a_club()
    shift = world.open_shift()
    event = a_tournament(world)
    entries = enter(world, event, *[f"G{number}" for number in range(1, 13)], shift_id=shift.pk)
    decided(world, event, entries)
    owed = Payable.objects.order_by("cents").first()
    assert owed
    right = world.player("Right guest")
    what = {"payable_id": owed.pk, "player_id": right.pk, "reason": "Other card"}
    asked = correct_prize.ask(td(world, "23:05"), **what)
    back = take_back_awards.ask(td(world, "23:05"), tournament_id=event.pk, reason="Swapped")
    due = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    beside = {
        "paid": partial(pay_out, world.stamp("23:06"), **due),
        "taken back": partial(signed, world, back, clock="23:06"),
    }

    results = race(partial(signed, world, asked, clock="23:06"), beside[other])

    paid, anew = Payment.objects.count(), Payable.objects.filter(player=right).count()
    assert paid + anew == 1 if other == "paid" else paid == 0, results
    known = {"Proposal", "Payment", "PrizePaid", "NotOwed", "StaleProposal"}
    assert outcomes(results).keys() <= known, results
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []
