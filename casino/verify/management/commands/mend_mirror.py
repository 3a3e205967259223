"""Copy once more what the mirror outside the database had and lost."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.epochs.queries.standing import standing
from casino.house.queries import clubs
from casino.messages import counted
from casino.verify.mirror import mend


class Command(BaseCommand):
    """`mend_mirror`: after the folder of the mirror was lost, so that `verify` compares again."""

    help = __doc__

    def handle(self, **_: Any) -> None:
        """Say how much was copied; what differs stays for `verify` to say."""
        for club in clubs():
            if not standing(club.pk).is_open:
                raise CommandError(
                    f"{club.slug}: what a restore lost is not settled, and a mended copy would "
                    "hide it: put the copy back, or settle it first (docs/backup.md)."
                )
            self.stdout.write(f"{club.slug}: {counted(mend(club), 'act')} copied once more")
