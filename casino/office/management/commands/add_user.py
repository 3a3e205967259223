"""Give somebody a sign-in and roles at a club; the password is asked for, never an argument."""

import getpass
import sys
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.office.services import hire
from casino.refusals import Refusal
from casino.staff.models import Role


class Command(BaseCommand):
    """`add_user anna --club tallinn --name "Anna Tamm" --role cashier`."""

    help = __doc__

    def add_arguments(self, parser: Any) -> None:
        """The name to sign in with, the club, the person's name and roles."""
        parser.add_argument("username")
        parser.add_argument("--club", required=True)
        parser.add_argument("--name", required=True)
        parser.add_argument(
            "--role", dest="roles", action="append", choices=Role.values, default=[]
        )

    def handle(self, *, username: str, club: str, name: str, roles: list[str], **_: Any) -> None:
        """Ask for the password (or read it from standard input) and hire."""
        found = Club.objects.filter(slug=club).first()
        if found is None:
            raise CommandError(f"--club: there is no club {club!r}.")
        asked = getpass.getpass() if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
        stamp = club_stamp(found, at=timezone.now(), actor_id=None)
        try:
            validate_password(asked)
            hire(stamp, username=username, name=name, password=asked, roles=roles)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        except Refusal as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"{username}: {', '.join(roles)} at {found}")
