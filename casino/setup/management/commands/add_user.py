"""
Give somebody a sign-in and roles at a club; the password is asked for, never an argument.

Whoever types it knows it: the first sign-in asks for one of one's own.
"""

import getpass
import sys
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from casino.db import now
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.refusals import Refusal
from casino.setup.services.clubs import hire
from casino.staff.models import Role, User


class Command(BaseCommand):
    """`add_user anna --club tallinn --name "Anna Tamm" --role cashier`."""

    help = __doc__
    requires_system_checks = []

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
        known = User.objects.filter(username__iexact=username).exists()
        asked = "" if known else _password()
        stamp = club_stamp(found, at=now(), actor_id=None)
        try:
            if not known:
                validate_password(asked)
            hire(stamp, username=username, name=name, password=asked, roles=roles, given=True)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        except Refusal as error:
            raise CommandError(error.message) from error
        kept = " (has a sign-in already; name and password unchanged)"
        given = " (the first sign-in asks for a password of one's own)"
        self.stdout.write(f"{username}: {', '.join(roles)} at {found}{kept if known else given}")


def _password() -> str:
    """Ask a person, or read a line: twelve characters or more."""
    if sys.stdin.isatty():
        return getpass.getpass("Password, 12 characters or more: ")
    return sys.stdin.readline().rstrip("\n")
