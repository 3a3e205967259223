"""manage.py makemessages: find every text of the program for the catalogues of all languages."""

from itertools import starmap
from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages

from casino.catalogues.message_extraction import catalogue_texts

NOT_SHOWN = ["tests", "benchmarks", "script", "var", "docs"]
KEPT = settings.BASE_DIR / "message_texts.py"


class Command(makemessages.Command):
    """Also finds what is said with `msg` and `msg_count` or kept as data; guesses nothing."""

    xgettext_options = [
        *makemessages.Command.xgettext_options,
        "--keyword=msg",
        "--keyword=msg_count:1,2",
    ]
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the catalogues, without places in the source: those change with every line."""
        options["locale"] = [code for code, _ in settings.LANGUAGES if code != "en"]
        options["ignore_patterns"] += NOT_SHOWN
        options |= {"no_location": True, "no_wrap": True, "no_obsolete": True}
        KEPT.write_text("".join(starmap(_call, sorted(catalogue_texts().items()))))
        try:
            super().handle(*args, **options)
        finally:
            KEPT.unlink()


def _call(text: str, plural: str) -> str:
    said = f"ngettext({text!r}, {plural!r}, 1)" if plural else f"_({text!r})"
    return f"# xgettext:no-python-format\n{said}\n"
