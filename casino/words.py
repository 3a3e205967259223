"""Sentences for people: English wherever they are kept, in the reader's language where shown."""

from collections.abc import Callable
from html import escape
from typing import Any, ClassVar


class Said(str):
    """
    An English text that can be said in another language: it knows its template and the values.

    Journals, files and programs see the English text. A page writes it in the reader's language by
    itself, since Django asks a text for its `__html__`; other doors ask for `in_words`.
    """

    __slots__ = ("template", "values")
    template: str
    values: dict[str, object]
    # Said in English until `casino.web` brings the catalogues.
    catalogue: ClassVar[Callable[[str], str]] = str

    def in_words(self) -> str:
        """Return it in the reader's language; values that are Said are, too."""
        return _filled(
            Said.catalogue(self.template),
            {name: in_words(value) for name, value in self.values.items()},
        )

    def __html__(self) -> str:
        """Return it as a page writes it, in the reader's language."""
        return escape(self.in_words())


def say(template: str, /, **values: object) -> Said:
    """Return `template` filled in as `str.format` does; a literal, for the catalogues hold it."""
    said = Said(_filled(template, values))
    said.template, said.values = template, values
    return said


def verbatim(text: str) -> Said:
    """Return words that are the same in every language: a name, what another program wrote."""
    said = Said(text)
    said.template, said.values = "{text}", {"text": text}
    return said


def said_by(error: Exception) -> Said:
    """Return the sentence that an error was raised with; another program's stays as it is."""
    said = error.args[0] if error.args else ""
    return said if isinstance(said, Said) else verbatim(str(error))


def in_words(value: Any) -> Any:
    """Return what a door shows: what was said in the reader's language, anything else as it is."""
    return value.in_words() if isinstance(value, Said) else value


def _filled(template: str, values: dict[str, object]) -> str:
    return template.format(**values) if values else template
