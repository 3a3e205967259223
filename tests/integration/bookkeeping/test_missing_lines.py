"""A file is its batch, line by line, or is not there."""

import psycopg
from django.utils import timezone

from casino.bookkeeping.models import File, Job
from casino.bookkeeping.services import jobs
from casino.bookkeeping.services.batches import BooksDiffer, ask_file
from casino.staff.models import Role
from tests.books import LATER, mapped, sealed, sent
from tests.world import EVENING, a_club


def test_a_file_that_lacks_a_line_of_its_batch_is_not_kept(
    committed_db: None, forger: psycopg.Connection
):
    world = a_club()
    world.fund()
    world.sell(10_000)
    sealed(world, EVENING)
    mapped(world)
    batch = sent(world, EVENING)
    forger.execute("DELETE FROM ledger_entry WHERE kind = 'cage.chips_sold'")
    stamp = world.stamp("12:30", role=Role.ACCOUNTANT, day=LATER)
    job = ask_file(stamp, batch_id=batch.pk, profile="journal")
    assert not jobs.run(job.pk, clock=timezone.now)
    job.refresh_from_db()
    assert (job.state, job.remark) == (Job.State.REFUSED, BooksDiffer.message)
    assert not File.objects.exists()
