"""Make a key with which a program acts as a user; it is shown once and kept only as its hash."""

import hashlib
import secrets
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.db import now
from casino.messages import counted
from casino.staff.models import ApiToken, Secret, User

BYTES = 32


class Command(BaseCommand):
    """`api_key anna --name "tablet of table 3"`."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: Any) -> None:
        """Whose key, and what it is for; --revoke ends all of that name."""
        parser.add_argument("username")
        parser.add_argument("--name", required=True)
        parser.add_argument(
            "--holder",
            default="",
            help="the user who keeps it, where that is another one; never a second person to it",
        )
        parser.add_argument("--revoke", action="store_true")
        parser.add_argument("--reads-only", action="store_true")
        parser.add_argument(
            "--apps",
            nargs="*",
            default=[],
            help="what it opens, as the headings of the API say: cage",
        )
        parser.add_argument("--days", type=int, help="how long it holds; for good if not said")

    def handle(
        self,
        *,
        username: str,
        name: str,
        revoke: bool,
        reads_only: bool,
        apps: list[str],
        days: int | None,
        holder: str,
        **_: Any,
    ) -> None:
        """Make or end the key."""
        user = _named(username)
        if revoke:
            with user.changing(Secret.KEY):
                ended, _ended = ApiToken.objects.filter(user=user, name=name).delete()
            self.stdout.write(f"{counted(ended, 'key')} ended.")
            return
        key = secrets.token_urlsafe(BYTES)
        digest = hashlib.sha256(key.encode()).hexdigest()
        ends = now() + timedelta(days=days) if days else None
        scope = {"reads_only": reads_only, "apps": apps, "expires_at": ends}
        if holder:
            scope["made_by"] = _named(holder)
        with user.changing(Secret.KEY):
            ApiToken.objects.create(user=user, name=name, digest=digest, **scope)
        self.stdout.write(key)


def _named(username: str) -> User:
    user = User.objects.filter(username__iexact=username).first()
    if user is None:
        raise CommandError(f"There is no user {username!r}.")
    return user
