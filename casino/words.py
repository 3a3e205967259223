"""Sentences for people: English wherever they are kept, in the reader's language where shown."""

from collections.abc import Callable, Iterable
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
    return _said(template, values)


def verbatim(text: str) -> Said:
    """Return words that are the same in every language: a name, what another program wrote."""
    return _said("{text}", {"text": text})


def joined(texts: Iterable[str], between: str = ", ") -> Said:
    """Return several texts as one; those that are Said stay so."""
    parts: dict[str, object] = {f"part_{number}": text for number, text in enumerate(texts)}
    return _said(between.join(f"{{{name}}}" for name in parts), parts) if parts else verbatim("")


def said_by(error: Exception) -> Said:
    """Return the sentence that an error was raised with; another program's stays as it is."""
    said = error.args[0] if error.args else ""
    return said if isinstance(said, Said) else verbatim(str(error))


def in_words(value: Any) -> Any:
    """Return what a door shows: what was said in the reader's language, anything else as it is."""
    return value.in_words() if isinstance(value, Said) else value


def kept(value: Any) -> Any:
    """Return a value as plain data in which each sentence keeps its template, for `heard`."""
    if isinstance(value, Said):
        return {SAID: value.template, "values": kept(value.values)}
    if isinstance(value, dict):
        return {name: kept(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [kept(each) for each in value]
    return value if value is None or isinstance(value, int | str) else str(value)


def heard(value: Any) -> Any:
    """Return what `kept` wrote, its sentences Said again; plain texts stay as they were written."""
    if isinstance(value, list):
        return [heard(each) for each in value]
    if not isinstance(value, dict):
        return value
    held = {name: heard(each) for name, each in value.items()}
    return _said(held[SAID], held["values"]) if SAID in held else held


# The name under which plain data holds the template of a sentence.
SAID = "said"


def _said(template: str, values: dict[str, object]) -> Said:
    said = Said(_filled(template, values))
    said.template, said.values = template, values
    return said


def _filled(template: str, values: dict[str, object]) -> str:
    return template.format(**values) if values else template
