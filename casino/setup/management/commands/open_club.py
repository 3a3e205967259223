"""Open a club by a plan: one file that says all it begins with (docs/club.example.toml)."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.db import now
from casino.messages import counted
from casino.refusals import Refusal
from casino.setup.rules.plan import Plan
from casino.setup.rules.plan_file import PlanRefused, plan_in
from casino.setup.services.opening import Opened, open_by_plan, try_plan


class Command(BaseCommand):
    """`open_club parnu.toml --check`, then `open_club parnu.toml`."""

    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: Any) -> None:
        """The file; whether it is only tried."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--check", action="store_true", help="try it and keep nothing")

    def handle(self, *, file: Path, check: bool, **_: Any) -> None:
        """Open it or say everything that is wrong with it."""
        act = try_plan if check else open_by_plan
        try:
            plan = plan_in(file.read_bytes())
            opened = act(at=now(), plan=plan)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}.") from error
        except PlanRefused as refusal:
            for fault in refusal.errors:
                self.stderr.write(fault.message)
            raise CommandError(refusal.message) from refusal
        except Refusal as refusal:
            raise CommandError(f"{refusal.message} {refusal.next_step or ''}") from refusal
        if opened.before:
            self.stdout.write(f"{opened.club} is open already by this very plan; nothing changed.")
        elif check:
            self.stdout.write(f"{opened.club} could be opened: {_size(plan)}. Nothing was kept.")
        else:
            self._tell(plan, opened)

    def _tell(self, plan: Plan, opened: Opened) -> None:
        """Print what there is now, and the passwords this once."""
        self.stdout.write(f"{opened.club} is open at /{opened.club.slug}/: {_size(plan)}.")
        for person in plan.people:
            password = opened.passwords.get(person.username, "(has a password already)")
            self.stdout.write(f"  {person.username:<20}  {password:<24}  {person.name}")
        if opened.passwords:
            said = "shown this once; the first sign-in asks everybody for one of their own."
            self.stdout.write(f"Passwords are {said}")


def _size(plan: Plan) -> str:
    drawers, tables = len(plan.room.drawers), len(plan.room.tables)
    people = "1 person" if len(plan.people) == 1 else f"{len(plan.people)} people"
    return f"{counted(drawers, 'drawer')}, {counted(tables, 'table')}, {people}"
