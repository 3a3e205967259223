"""`{% key "b F2" _("Sell chips") %}`: the keys that press an element, and what the command is."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from django import template
from django.template.base import Node, Parser, Token
from django.urls import reverse
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import slugify
from django.utils.translation import gettext

from casino.messages import Message, catalogued

register = template.Library()
SHIFT = "⇧"


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """
    What a key does, as a template declares it; by its name somebody's own letter is kept.

    keys: letters, with the sign of Shift or without, digits, and keys that are no letter (F2).
    """

    name: str
    keys: tuple[str, ...]
    words: Message

    def __str__(self) -> SafeString:
        """Return the marks of its element."""
        return _marks(self, translation.get_language())

    @property
    def letters(self) -> tuple[str, ...]:
        """What is typed for it, with Shift or without."""
        return tuple(key for key in self.keys if len(key.removeprefix(SHIFT)) == 1)

    def key_of(self, letter: str) -> str:
        """Return how a small letter is pressed for it, in place of its own letters."""
        return SHIFT + letter.upper() if self.keys[0].startswith(SHIFT) else letter


class KeyNode(Node):
    """Marks its element with a command, or gives it a name: `{% key … as field %}`."""

    def __init__(self, command: Command, kept_as: str) -> None:
        self.command = command
        self.kept_as = kept_as

    def render(self, context: template.Context) -> str:
        """Write the marks of the element."""
        if not self.kept_as:
            return str(self.command)
        context[self.kept_as] = self.command
        return ""


@register.tag
def key(parser: Parser, token: Token) -> KeyNode:
    """Read the tag; with `as name` it marks nothing, and a field that is shown later takes it."""
    _, typed, said, *kept_as = token.split_contents()
    keys = tuple(typed.strip('"').split())
    with translation.override("en"):
        words = str(parser.compile_filter(said).var)
    return KeyNode(command_of(keys, words), kept_as[-1] if kept_as else "")


@cache
def _marks(command: Command, _language: str | None) -> SafeString:
    marks = 'data-key="{}" data-command="{}" data-says="{}"'
    return format_html(marks, " ".join(command.keys), command.name, command.words)


def command_of(keys: tuple[str, ...], words: str) -> Command:
    """Return a command by its keys and its English words."""
    name = f"{slugify(words)}-{keys[0].lower().replace(SHIFT, 'shift-')}"
    return Command(name=name, keys=keys, words=catalogued(words))


@register.simple_tag
def back(address: str, *ids: Any, words: str = "") -> SafeString:
    """Draw the button that Esc presses: `{% back 'bags' club.slug words=_("Deposits") %}`."""
    return format_html(
        '<a class="button" href="{}" data-back>{} <kbd>Esc</kbd></a>',
        reverse(address, args=ids),
        words or gettext("Back"),
    )
