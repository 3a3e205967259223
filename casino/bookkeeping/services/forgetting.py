"""Files that may name a guest lose their content, or are begun anew, when the guest is erased."""

from typing import Any

from django.db.models import Q
from django.dispatch import receiver

from casino.bookkeeping.models import Chunk, Job
from casino.bookkeeping.queries.registers import REGISTERS
from casino.players.services.erasing import guest_erased


@receiver(guest_erased)
def forget_files(sender: Any, *, club_id: int, **_: Any) -> None:
    """Empty what was made of reports, and of registers with names: it can be made anew."""
    # Whoever writes one has read the name. First, for a job keeps its file while it holds its row.
    writing = Job.objects.filter(club_id=club_id, state=Job.State.RUNNING)
    writing.exclude(kind="file").update(state=Job.State.WAITING, beat_at=None)
    with_names = [slug for slug, each in REGISTERS.items() if each.row == "see_guest_files"]
    may_name = Q(file__profile__in=with_names) | Q(file__profile__startswith="report-")
    Chunk.objects.filter(may_name, file__club_id=club_id, file__batch=None).update(data=b"")
