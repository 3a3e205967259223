"""Sentences for people: English wherever they are kept, in the reader's language where shown."""

from collections.abc import Iterable
from gettext import NullTranslations
from html import escape
from typing import Any, ClassVar, Protocol


class Catalogue(Protocol):
    """What says a text in the reader's language, as `django.utils.translation` does."""

    def gettext(self, message: str, /) -> str:
        """Return the text in the reader's language."""

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        """Return the form of the text that the reader's language takes beside a number."""


class Said(str):
    """
    An English text that can be said in another language: it knows its template and the values.

    Journals, files and programs see the English text. A page writes it in the reader's language by
    itself, since Django asks a text for its `__html__`; other doors ask for `in_words`.
    """

    __slots__ = ("plural", "template", "values")
    template: str
    plural: str  # of a text with a count, which is its value `number`
    values: dict[str, Any]
    # Said in English until `casino.web` brings the catalogues.
    catalogue: ClassVar[Catalogue] = NullTranslations()

    def in_words(self) -> str:
        """Return it in the reader's language; values that are Said are, too."""
        values = {name: in_words(value) for name, value in self.values.items()}
        return _filled(_form(Said.catalogue, self.template, self.plural, self.values), values)

    def __html__(self) -> str:
        """Return it as a page writes it, in the reader's language."""
        return escape(self.in_words())


class Spoken:
    """A thing whose `__str__` is Said: a page and a sentence write it in the reader's language."""

    __slots__ = ()

    def __html__(self) -> str:
        """Return it as a page writes it."""
        return escape(str(in_words(self)))


def say(template: str, /, **values: object) -> Said:
    """Return `template` filled in as `str.format` does; a literal, for the catalogues hold it."""
    return _said(template, values)


def say_count(singular: str, plural: str, number: int, /, **values: object) -> Said:
    """Return a text with a count, `{number}` in both English forms; each language has its own."""
    return _said(singular, {"number": number, **values}, plural)


def verbatim(text: str) -> Said:
    """Return words that are the same in every language: a name, what another program wrote."""
    return _said("{text}", {"text": text})


def known(text: str, /, **values: object) -> Said:
    """Return a text that the program keeps as data, as `say` does; the catalogues hold it, too."""
    return _said(text, values)


def joined(texts: Iterable[str], between: str = ", ") -> Said:
    """Return several texts as one; those that are Said stay so."""
    parts: dict[str, object] = {f"part_{number}": text for number, text in enumerate(texts)}
    return _said(between.join(f"{{{name}}}" for name in parts), parts) if parts else verbatim("")


def said_by(error: Exception) -> Said:
    """Return the sentence that an error was raised with; another program's stays as it is."""
    said = error.args[0] if error.args else ""
    return said if isinstance(said, Said) else verbatim(str(error))


def in_both(said: Said) -> tuple[str, str]:
    """Return it in English and as the reader says it: both are understood where it is typed."""
    return str(said), said.in_words()


def in_words(value: Any) -> Any:
    """Return what a door shows: what was said in the reader's language, anything else as it is."""
    said = str(value) if isinstance(value, Spoken) else value
    return said.in_words() if isinstance(said, Said) else said


def kept(value: Any) -> Any:
    """Return a value as plain data in which each sentence keeps its template, for `heard`."""
    said = str(value) if isinstance(value, Spoken) else value
    if isinstance(said, Said):
        plural = {"plural": said.plural} if said.plural else {}
        return {SAID: said.template, **plural, "values": kept(said.values)}
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
    return _said(held[SAID], held["values"], held.get("plural", "")) if SAID in held else held


# The name under which plain data holds the template of a sentence.
SAID = "said"


def _said(template: str, values: dict[str, Any], plural: str = "") -> Said:
    said = Said(_filled(_form(ENGLISH, template, plural, values), values))
    said.template, said.plural, said.values = template, plural, values
    return said


def _form(catalogue: Catalogue, template: str, plural: str, values: dict[str, Any]) -> str:
    if plural:
        return catalogue.ngettext(template, plural, values["number"])
    return catalogue.gettext(template) if template else ""


def _filled(template: str, values: dict[str, Any]) -> str:
    return template.format(**values) if values else template


ENGLISH = NullTranslations()
