"""A bank's statement of a month of the demo, in three formats."""

from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.house.models import Club
from demo.bank_statement import month_of, write


class Command(BaseCommand):
    """Write what a bank would send for the first bank account of a club."""

    help = "Write a bank's statement of a month as camt.053, MT940 and CSV."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--club", required=True)
        parser.add_argument("--month", required=True, help="2026-05")
        parser.add_argument("--iban", default="EE382200221020145685")
        parser.add_argument("--to", default="var/statements", type=Path)

    def handle(self, **options: Any) -> None:
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            raise CommandError("There is no such club.")
        try:
            first = date.fromisoformat(f"{options['month']}-01")
        except ValueError as error:
            raise CommandError("Write the month as 2026-05.") from error
        paper = month_of(club.pk, iban=options["iban"], currency=club.currency, first=first)
        for each in write(paper, options["to"]):
            self.stdout.write(str(each))
