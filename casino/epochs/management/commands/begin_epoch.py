"""Begin a new epoch where the database was restored or its standby promoted."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from casino.epochs.queries.standing import latest, standing
from casino.epochs.services.beginning import begin_where_due
from casino.house.queries import clubs


class Command(BaseCommand):
    """`begin_epoch`: where the mirror lies; a worker does it by itself."""

    help = __doc__

    def handle(self, **_: Any) -> None:
        """Say in which epoch the database is, and what each club has to settle."""
        begun = begin_where_due(at=timezone.now())
        self.stdout.write(f"Epoch {latest().number}{' begins' if begun else ' goes on'}.")
        for club in clubs():
            now = standing(club.pk)
            said = f"{now.left} lost acts to settle" if now.left else "nothing to settle"
            if not now.whole and now.gone is None:
                said += "; its copy outside is not whole: put it back, or two people say it is gone"
            self.stdout.write(f"{club.slug}: {said}.")
