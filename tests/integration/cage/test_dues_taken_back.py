"""What one entry owed to several goes back by one reversal, the whole of it."""

import pytest

from casino.cage.models import Payable
from casino.cage.queries.due import payables
from casino.cage.services.payables import take_back_due
from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import reversal
from casino.ledger.queries.documents import act_entries
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.owing import owe_prizes
from tests.world import a_club

pytestmark = pytest.mark.django_db


@command
def take_back(stamp: Stamp, *owed: Payable) -> int:
    """Take back the entry that owed these, as the app that owed them does."""
    act = ledger.act(stamp, "test.take_back", about=[each.pk for each in owed])
    (first,) = act_entries(stamp.club_id, owed[0].act_id)
    posted = ledger.post_entry(act.on(stamp), reversal(first.draft, entry_id=first.id, memo="Swap"))
    for each in owed:
        take_back_due(each, entry_id=posted.entry_id)
    return posted.entry_id


def test_one_reversal_takes_back_all_that_its_entry_owed():
    world = a_club()
    first, second = owe_prizes(world.stamp("21:00", role=Role.SUPERVISOR), 30_000, 20_000)

    entry_id = take_back(world.stamp("21:05", role=Role.SUPERVISOR), first, second)

    assert set(Payable.objects.values_list("reversal_id", flat=True)) == {entry_id}
    assert payables(world.club.pk) == []
    assert [world.balance("payable", each.pk) for each in (first, second)] == [0, 0]
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []
