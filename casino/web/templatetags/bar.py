"""The bar above every page: whose pages stand there, and under which letter."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django import template
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from casino.web.roles import may_open

register = template.Library()
# Address, words, and the letter that opens it with Shift.
PAGES = (
    ("till", _("Till"), "T"),
    ("payments", _("Payments"), "P"),
    ("tables", _("Tables"), "B"),
    ("tournaments", _("Tournaments"), "N"),
    ("players", _("Guests"), "G"),
    ("boxes", _("Boxes"), "X"),
    ("fills", _("Fills"), "F"),
    ("shifts", _("Shifts"), "S"),
    ("vault", _("Vault"), "V"),
    ("jackpot", _("Jackpot"), "J"),
    ("ranking", _("Ranking"), "R"),
    ("approvals", _("Approvals"), "Q"),
    ("rules", _("Rules"), "C"),
    ("days", _("Days"), "D"),
    ("reports", _("Reports"), "E"),
    ("accounts", _("Accounts"), "A"),
    ("files", _("Files"), "I"),
    ("acts", _("Audit trail"), "U"),
)
# Pages that stand together under one word of the bar.
GROUPS = {
    **dict.fromkeys(("boxes", "fills", "shifts", "vault"), _("Cage")),
    **dict.fromkeys(("jackpot", "ranking"), _("Pools")),
    **dict.fromkeys(("rules", "days", "reports", "accounts", "files", "acts"), _("Books")),
}
# Tabs of a page of the bar, by their own addresses.
TABS = {
    "calculators": "rules",
    "what-if": "rules",
    "permissions": "rules",
    "closings": "days",
    "late-entries": "days",
    "webhooks": "acts",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """A page of the bar: its address, its words, the letter that opens it with Shift."""

    name: str
    words: str
    letter: str
    group: str


@register.filter
def bar(request: Any) -> Iterator[tuple[str, list[Page]]]:
    """Yield the pages that the user opens, those of a group together; "": none, or one alone."""
    found = [
        Page(name=name, words=gettext(words), letter=letter, group=GROUPS.get(name, ""))
        for name, words, letter in PAGES
        if may_open(request, name)
    ]
    for group, members in groupby(found, key=lambda page: page.group):
        pages = list(members)
        yield gettext(group) if group and len(pages) > 1 else "", pages


@register.filter
def shows(path: str, page: Page) -> bool:
    """Return whether an address lies under one of the bar's pages, or under a tab of it."""
    place = f"{path}//".split("/")[2]
    return TABS.get(place, place) == page.name


@register.filter
def shows_one(path: str, members: list[Page]) -> bool:
    """Return whether an address lies under one of these pages."""
    return any(shows(path, page) for page in members)
