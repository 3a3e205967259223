"""manage.py makemessages: find every text of the program for the catalogues of all languages."""

from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages

from casino.catalogues.kept import kept_texts

NOT_SHOWN = ["tests", "benchmarks", "script", "var", "docs"]
KEPT = settings.BASE_DIR / "kept_texts.py"


class Command(makemessages.Command):
    """Also finds what is said with `say` and what is kept as data; guesses no translation."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=say"]
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the catalogues, without places in the source: those change with every line."""
        options["locale"] = [code for code, _ in settings.LANGUAGES if code != "en"]
        options["ignore_patterns"] += NOT_SHOWN
        options |= {"no_location": True, "no_wrap": True, "no_obsolete": True}
        lines = [f"# xgettext:no-python-format\n_({text!r})\n" for text in sorted(kept_texts())]
        KEPT.write_text("".join(lines))
        try:
            super().handle(*args, **options)
        finally:
            KEPT.unlink()
