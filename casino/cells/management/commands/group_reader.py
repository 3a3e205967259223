"""
Let somebody read the books of all clubs of the group, in the warehouse; again for new clubs.

The password is asked for, or read from standard input, never an argument.
"""

import getpass
import sys
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.cells.warehouse import let_read
from casino.messages import counted
from casino.staff.models import User


class Command(BaseCommand):
    """`group_reader anna --name "Anna Tamm"`."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """The name to sign in with, and the person's."""
        parser.add_argument("username")
        parser.add_argument("--name", required=True)

    def handle(self, *, username: str, name: str, **_: Any) -> None:
        """Keep name and password of who is there."""
        password = None
        if not User.objects.filter(username__iexact=username).exists():
            terminal = sys.stdin.isatty()
            password = getpass.getpass() if terminal else sys.stdin.readline().rstrip("\n")
            try:
                validate_password(password)
            except ValidationError as error:
                raise CommandError(" ".join(error.messages)) from error
        user = let_read(username, name, password)
        self.stdout.write(f"{user.username} reads {counted(user.memberships.count(), 'club')}.")
