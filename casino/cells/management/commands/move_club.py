"""
Move clubs to another cell, once their day is over; killed or refused, say it again.

NEW_CELL_ADMIN_URL names the other cell's database and an administrator of its server.
"""

from typing import Any

import psycopg
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.cells.services.moving import move, release
from casino.db import now
from casino.house.models import Club
from casino.refusals import Refusal


class Command(BaseCommand):
    """`move_club tallinn --address https://two.example`, where the copy outside lies."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The clubs that go together, and where people find them then; or that they stay."""
        parser.add_argument("clubs", nargs="+", help="the clubs' short names")
        where = parser.add_mutually_exclusive_group(required=True)
        where.add_argument("--address", help="the other cell's: https://two.example")
        where.add_argument("--stay", action="store_true", help="let go clubs that did not arrive")

    def handle(self, *, clubs: list[str], address: str | None, stay: bool, **_: Any) -> None:
        """Move, or let go, all of them or none."""
        target = settings.NEW_CELL_ADMIN_URL
        if not target:
            raise CommandError("NEW_CELL_ADMIN_URL is not set: see docs/cells.md.")
        if settings.DATABASE_POOLED:
            raise CommandError("A lock is held all the while: name the server, past PgBouncer.")
        if not stay and not str(address).startswith(("https://", "http://")):
            raise CommandError("--address: begin with https://, as people type it.")
        found = list(Club.objects.filter(slug__in=clubs).order_by("pk"))
        if missing := {*clubs} - {club.slug for club in found}:
            raise CommandError(f"There is no club {min(missing)}.")
        try:
            if stay:
                release(found, target, at=now())
            else:
                move(found, target, address=str(address).rstrip("/"), at=now())
        except (Refusal, psycopg.Error) as error:
            raise CommandError(str(getattr(error, "message", error)).strip()) from error
        said = "stays here" if stay else f"is at {address} now; verify it there"
        for club in found:
            self.stdout.write(f"{club.slug} {said}.")
