"""Print the word that lets one browser set up an empty installation; where a club is, say so."""

from typing import Any

from django.core.management.base import BaseCommand

from casino.setup.services.word import new_word
from casino.staff.queries import is_empty


class Command(BaseCommand):
    """`setup_word`; the word before it, if any, no longer counts."""

    help = __doc__
    requires_system_checks = []

    def handle(self, **_: Any) -> None:
        if not is_empty():
            self.stdout.write(
                "A club is open here, so the page /setup/ is closed and needs no word: open a"
                " further club by script/manage open_club."
            )
            return
        self.stdout.write("Nobody has a club here yet. Open the first one on the page /setup/")
        self.stdout.write(f"with this word, good once and for a day: {new_word()}")
