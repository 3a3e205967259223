"""The commands that have keys, read off the templates; and a letter of one's own for each."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.template.base import Node
from django.template.loader import get_template
from django.template.loader_tags import ExtendsNode, IncludeNode
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from casino.messages import Message, msg
from casino.web.templatetags.bar import PAGES
from casino.web.templatetags.keys import Command, KeyNode

N = TypeVar("N", bound=Node)
FOLDER = Path(settings.BASE_DIR) / "templates"
# Whose commands stand on every page, and what the folders of the others are called.
EVERYWHERE = ""
AREAS = {
    EVERYWHERE: _("Everywhere"),
    "cage": _("Cage"),
    "cashgames": _("Tables"),
    "tablefloats": _("Fills"),
    "countroom": _("Boxes"),
    "tournaments": _("Tournaments"),
    "players": _("Guests"),
    "jackpot": _("Jackpot"),
    "ranking": _("Ranking"),
    "approvals": _("Approvals"),
    "editions": _("Rules"),
    "calculators": _("Calculators"),
    "whatif": _("What if?"),
    "closing": _("Days"),
    "reports": _("Reports"),
    "bookkeeping": _("Files"),
    "journal": _("General journal"),
    "rates": _("Rates"),
    "bank": _("Bank"),
    "audit": _("Audit trail"),
    "webhooks": _("Webhooks"),
    "operations": _("Installation"),
    "epochs": _("Restored office"),
    "setup": _("Set-up"),
    "web": _("My sign-in"),
}
# What walks through lists of every page.
WALK = frozenset("jk")


def commands_by_area() -> dict[str, list[Command]]:
    """Return every command under the title of its area, in the reader's language."""
    found: dict[str, list[Command]] = {area: [] for area in AREAS}
    for name, command in commands().items():
        area, *others = _read().areas[name]
        found[EVERYWHERE if others else area].append(command)
    return {
        gettext(AREAS[area]): sorted(
            those, key=lambda command: command.words.localized().casefold()
        )
        for area, those in found.items()
        if those
    }


def commands() -> dict[str, Command]:
    """Return every command by its name."""
    return _read().commands


def refused_keys(chosen: Mapping[str, str]) -> dict[str, Message]:
    """
    Return why letters that somebody chose for commands cannot be theirs, by the commands' names.

    A letter that another command of a page has is refused; two that share their usual letter stand
    in each other's place, and never beside each other.
    """
    return {name: reason for name in chosen if (reason := _refused(name, chosen))}


def _refused(name: str, chosen: Mapping[str, str]) -> Message | None:
    letter = chosen[name]
    if not re.fullmatch(r"[a-z]", letter):
        return msg("One letter from a to z.")
    command = commands()[name]
    key = command.key_of(letter)
    if key in WALK:
        return msg("j and k move down and up in lists: choose another letter.")
    for other in map(commands().__getitem__, sorted(_read().beside[name] - {name})):
        if {*command.letters} & {*other.letters}:
            continue
        own = chosen.get(other.name)
        if key in ((other.key_of(own),) if own else other.letters):
            return msg(
                "{key} is the key of “{words}” on the same page.",
                key=key,
                words=other.words,
            )
    return None


@dataclass(frozen=True, kw_only=True, slots=True)
class _Templates:
    """What the templates declare: commands, the areas of each, and those of the same pages."""

    commands: dict[str, Command] = field(default_factory=dict)
    areas: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    beside: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))


@cache
def _read() -> _Templates:
    found = _Templates()
    for command in PAGES.values():
        _add(found, command, EVERYWHERE)
    for name in _names():
        for node in _nodes(name, KeyNode):
            _add(found, node.command, name.rpartition("/")[0])
    for name in filter(_is_page, _names()):
        together = {*(each.name for each in PAGES.values()), *_on_page(name, set())}
        for each in together:
            found.beside[each] |= together
    return found


def _add(found: _Templates, command: Command, area: str) -> None:
    if not command.letters:
        return
    known = found.commands.get(command.name, command)
    keys = tuple(dict.fromkeys(known.keys + command.keys))
    found.commands[command.name] = replace(command, keys=keys)
    found.areas[command.name].add(area)


def _on_page(name: str, seen: set[str]) -> Iterator[str]:
    """Yield the commands of a template, of what it extends and of what it includes."""
    if name in seen:
        return
    seen.add(name)
    yield from (node.command.name for node in _nodes(name, KeyNode) if node.command.letters)
    told = [node.parent_name for node in _nodes(name, ExtendsNode)]
    told += [node.template for node in _nodes(name, IncludeNode)]
    for other in (other for each in told for other in _told(each, name)):
        yield from _on_page(other, seen)


def _told(told: Any, name: str) -> list[str]:
    """Return the template that a tag names; where it is told later, any part of the same folder."""
    if isinstance(told.var, str):
        return [told.var]
    folder = name.rpartition("/")[0]
    return [each for each in _names() if each.startswith(f"{folder}/") and not _is_page(each)]


def _is_page(name: str) -> bool:
    return any(_nodes(name, ExtendsNode))


def _names() -> list[str]:
    return sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.html"))


def _nodes(name: str, kind: type[N]) -> Iterator[N]:
    template: Any = get_template(name)
    for node in template.template.nodelist.get_nodes_by_type(kind):
        if isinstance(node, kind):
            yield node
