"""Copy once more what the mirror outside the database had and lost."""

from typing import Any

from django.core.management.base import BaseCommand

from casino.house.queries import clubs
from casino.verify.mirror import mend


class Command(BaseCommand):
    """`mend_mirror`: after the folder of the mirror was lost, so that `verify` compares again."""

    help = __doc__

    def handle(self, **_: Any) -> None:
        """Say how much was copied; what differs stays for `verify` to say."""
        for club in clubs():
            self.stdout.write(f"{club.slug}: {mend(club)} acts copied once more")
