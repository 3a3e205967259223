"""Notes are given back to a table while it closes, and by two at once."""

from functools import partial

from cashgames.models import Correction
from cashgames.services.note_corrections import take_back_notes
from cashgames.services.seats import seat_player
from cashgames.services.spending import bring_notes
from cashgames.services.tables import close_session
from casino.ledger.verify import Books
from casino.verify.findings import broken
from tests.correcting import WHY, floor, leave
from tests.racing import outcomes, race
from tests.world import a_club, of_the_desk


def test_a_table_closes_without_notes_or_gets_them_back_once(committed_db: None):
    world = a_club()
    of_the_desk(world.club, reverse_alone_under_cents=30_000)
    shift, session = world.open_shift(), world.session()
    move = seat_player(
        floor(world, "20:30"), session_id=session.pk, seat_no=1,
        player_id=world.player().pk, cents=20_000, paid_with="table",
    )  # fmt: skip
    posted = bring_notes(world.stamp("20:40"), session_id=session.pk, shift_id=shift.pk)
    leave(world, session, move, 20_000)
    what = {"entry_id": posted.entry_id, "reason": WHY, "shift_id": shift.pk}
    backs = [partial(take_back_notes, world.stamp("21:10"), **what) for _ in range(2)]

    assert take_back_notes.preview(world.stamp("21:05"), **what).needs is None
    results = race(*backs, partial(close_session, floor(world, "21:10"), session_id=session.pk))

    session.refresh_from_db()
    closed = session.closed_at is not None
    assert world.balance("cash:table", session.pk) == (0 if closed else 20_000), results
    assert Correction.objects.count() == (0 if closed else 1), results
    assert outcomes(results).keys() <= {
        "Correction", "Session", "CorrectedMeanwhile", "TableClosed", "StillNotes",
    }, results  # fmt: skip
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []
