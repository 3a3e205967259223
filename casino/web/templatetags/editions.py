"""How rule books stand on a page."""

import json
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from casino.house.comparison import Section, side_by_side
from casino.house.models import Club
from casino.house.queries import edition
from casino.house.rulebook import RuleBook, load_book
from casino.messages import Message, catalogued

register = template.Library()
SECTIONS = 1_000  # some 30 of two editions, a language


@register.filter
def changes(content: Mapping[str, Any]) -> tuple[Section, ...]:
    """Return what a proposal of rules changes, side by side."""
    return side_by_side(book_of(content["instead_of"]), book_of(content), only_changed=True)


@register.filter
def book_of(content: Mapping[str, Any]) -> RuleBook:
    """Return the rules that a proposal, or its `instead_of`, names."""
    return edition(content["book"], json.dumps(content["overrides"], sort_keys=True))


@register.filter
def unfit(book: RuleBook, club: Club) -> Message | None:
    """Return that a club's chips or notes cannot pay the rake of a book, None where they can."""
    return book.unfit(club.chips_cents, club.notes_cents)


@register.filter
def book_title(name: str) -> Message:
    """Return what a rule book is called, from its short name."""
    return catalogued(load_book(name).title)


@register.filter
def day_of(text: str) -> date:
    """Return a day that a proposal keeps as text."""
    return date.fromisoformat(text)


@register.filter
def drawn(section: Section) -> SafeString:
    """Return a section as a page shows it, which is drawn once a language."""
    return _drawn(section, get_language())


@lru_cache(SECTIONS)
def _drawn(section: Section, _language: str | None) -> SafeString:
    return render_to_string("editions/section.html", {"section": section})
