"""Number the gaming days that were sealed before documents were kept, the oldest first."""

from typing import Any

from django.core.management.base import BaseCommand

from casino.closing.services.documents import days_without_document, document_day
from casino.db import now
from casino.house.models import Club


class Command(BaseCommand):
    """`document_days`; running it again changes nothing."""

    help = __doc__
    requires_system_checks = []

    def handle(self, **_: Any) -> None:
        """Write each missing document, dated now, and say so, a day a line."""
        for club in Club.objects.order_by("slug"):
            for day in days_without_document(club.pk):
                made = document_day(club, day, at=now())
                self.stdout.write(f"{club.slug} {day} is document {made.number}")
