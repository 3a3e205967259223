"""Sentences for people: English wherever they are kept, in the reader's language where shown."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from gettext import NullTranslations
from html import escape
from typing import Any, ClassVar, Protocol


class Catalogue(Protocol):
    """What says a text in the reader's language, as `django.utils.translation` does."""

    def gettext(self, message: str, /) -> str:
        """Return the text in the reader's language."""

    def ngettext(self, singular: str, plural: str, number: int, /) -> str:
        """Return the form of the text that the reader's language takes beside a number."""


class Message(str):
    """
    An English text that can be said in another language: it knows its template and the values.

    Journals, files and programs see the English text. A page writes it in the reader's language by
    itself, since Django asks a text for its `__html__`; other doors ask for `localized`.
    """

    __slots__ = ("plural", "template", "values")
    template: str
    plural: str  # of a text with a count, which is its value `number`
    values: dict[str, Any]
    # English until `casino.web` brings the catalogues.
    catalogue: ClassVar[Catalogue] = NullTranslations()

    def localized(self) -> str:
        """Return it in the reader's language; values that are messages are, too."""
        if not self.values:
            return _form(Message.catalogue, self.template, "", self.values)
        values = {name: localized(value) for name, value in self.values.items()}
        return _filled(_form(Message.catalogue, self.template, self.plural, self.values), values)

    def __html__(self) -> str:
        """Return it as a page writes it, in the reader's language."""
        return escape(self.localized())


class Localizable:
    """A thing whose `__str__` is a message, written in the reader's language."""

    __slots__ = ()

    def __html__(self) -> str:
        """Return it as a page writes it."""
        return escape(str(localized(self)))


def msg(template: str, /, **values: object) -> Message:
    """Return `template` filled in as `str.format` does; a literal, for the catalogues hold it."""
    return _message(template, values)


def msg_count(singular: str, plural: str, number: int, /, **values: object) -> Message:
    """Return a text with a count, `{number}` in both English forms; each language has its own."""
    return _message(singular, {"number": number, **values}, plural)


def counted(number: int, thing: str) -> str:
    """Return a number of things as commands say it, in English: 1 drawer, 2 drawers."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def verbatim(text: str) -> Message:
    """Return words that are the same in every language: a name, what another program wrote."""
    return _message("{text}", {"text": text})


def catalogued(text: str, /, **values: object) -> Message:
    """Return a text that the program keeps as data, as `msg` does; the catalogues hold it, too."""
    return _message(text, values)


def join(texts: Iterable[str], between: str = ", ") -> Message:
    """Return several texts as one; messages stay so."""
    parts: dict[str, object] = {f"part_{number}": text for number, text in enumerate(texts)}
    return _message(between.join(f"{{{name}}}" for name in parts), parts) if parts else verbatim("")


def first_of(texts: Sequence[str], number: int) -> Message:
    """Return the first so many of several texts, and how many more there are."""
    named, more = join(texts[:number]), len(texts) - number
    return msg("{named} and {more} more", named=named, more=more) if more > 0 else named


def message_of(error: Exception) -> Message:
    """Return the sentence that an error was raised with; another program's stays as it is."""
    said = error.args[0] if error.args else ""
    return said if isinstance(said, Message) else verbatim(str(error))


def both_languages(said: Message) -> tuple[str, str]:
    """Return it in English and as the reader says it: both are understood where it is typed."""
    return str(said), said.localized()


def localized(value: Any) -> Any:
    """Return what a door shows: what was said in the reader's language, anything else as it is."""
    said = str(value) if isinstance(value, Localizable) else value
    return said.localized() if isinstance(said, Message) else said


def dump(value: Any) -> Any:
    """Return a value as plain data in which each sentence keeps its template, for `load`."""
    said = str(value) if isinstance(value, Localizable) else value
    if isinstance(said, Message):
        plural = {"plural": said.plural} if said.plural else {}
        return {TEMPLATE: said.template, **plural, "values": dump(said.values)}
    if isinstance(value, dict):
        return {name: dump(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [dump(each) for each in value]
    return value if value is None or isinstance(value, int | str) else str(value)


def load(value: Any) -> Any:
    """Return what `dump` wrote, messages again; plain texts stay as they were."""
    if isinstance(value, list):
        return [load(each) for each in value]
    if not isinstance(value, dict):
        return value
    held = {name: load(each) for name, each in value.items()}
    return (
        _message(held[TEMPLATE], _dated(held[TEMPLATE], held["values"]), held.get("plural", ""))
        if TEMPLATE in held
        else held
    )


# The name under which plain data holds the template of a sentence.
TEMPLATE = "said"


def _dated(template: str, values: dict[str, Any]) -> dict[str, Any]:
    """Return the values with those that are written as days or times read again."""
    return {
        name: datetime.fromisoformat(each) if f"{{{name}:%" in template else each
        for name, each in values.items()
    }


def _message(template: str, values: dict[str, Any], plural: str = "") -> Message:
    said = Message(_filled(_form(ENGLISH, template, plural, values), values))
    said.template, said.plural, said.values = template, plural, values
    return said


def _form(catalogue: Catalogue, template: str, plural: str, values: dict[str, Any]) -> str:
    if plural:
        return catalogue.ngettext(template, plural, values["number"])
    return catalogue.gettext(template) if template else ""


def _filled(template: str, values: dict[str, Any]) -> str:
    return template.format(**values) if values else template


ENGLISH = NullTranslations()
