"""Begin a new epoch where the database was restored or its standby promoted."""

from typing import Any

from django.core.management.base import BaseCommand

from casino.db import now
from casino.epochs.queries.standing import latest, standing
from casino.epochs.services.beginning import begin_where_due
from casino.house.queries import clubs


class Command(BaseCommand):
    """`begin_epoch`: where the mirror lies; a worker does it by itself."""

    help = __doc__

    def handle(self, **_: Any) -> None:
        """Say in which epoch the database is, and what each club has to settle."""
        begun = begin_where_due(at=now())
        self.stdout.write(f"Epoch {latest().number}{' begins' if begun else ' goes on'}.")
        for club in clubs():
            found = standing(club.pk)
            said = f"{found.left} lost acts to settle" if found.left else "nothing to settle"
            if not found.whole and found.gone is None:
                said += "; its copy outside is not whole: put it back, or two people say it is gone"
            self.stdout.write(f"{club.slug}: {said}.")
