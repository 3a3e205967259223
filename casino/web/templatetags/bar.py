"""The bar above every page: whose pages stand there, and under which letter."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from django import template
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from casino.staff.models import Role

register = template.Library()
READERS = {Role.SUPERVISOR, Role.ACCOUNTANT, Role.MANAGER, Role.AUDITOR}
# Address, words, the letter that opens it with Shift, and whose page it is.
PAGES = (
    ("till", _("Till"), "T", {Role.CASHIER}),
    ("payments", _("Payments"), "P", set(Role)),
    ("tables", _("Tables"), "B", set(Role)),
    ("tournaments", _("Tournaments"), "N", set(Role)),
    ("players", _("Guests"), "G", {Role.CASHIER, Role.SUPERVISOR, Role.DIRECTOR, Role.MANAGER}),
    ("boxes", _("Boxes"), "X", set(Role) - {Role.DIRECTOR}),
    ("fills", _("Fills"), "F", set(Role) - {Role.DIRECTOR}),
    ("shifts", _("Shifts"), "S", READERS),
    ("vault", _("Vault"), "V", {Role.MANAGER}),
    ("jackpot", _("Jackpot"), "J", set(Role)),
    ("ranking", _("Ranking"), "R", set(Role)),
    ("approvals", _("Approvals"), "Q", set(Role)),
    ("rules", _("Rules"), "C", set(Role)),
    ("days", _("Days"), "D", READERS),
    ("reports", _("Reports"), "E", READERS),
    ("accounts", _("Accounts"), "A", READERS),
    ("files", _("Files"), "I", READERS - {Role.SUPERVISOR}),
    ("acts", _("Audit trail"), "U", READERS - {Role.SUPERVISOR}),
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
def bar(roles: frozenset[str]) -> Iterator[tuple[str, list[Page]]]:
    """Yield the pages that these roles open, those of a group together; "": none, or one alone."""
    found = [
        Page(name=name, words=gettext(words), letter=letter, group=GROUPS.get(name, ""))
        for name, words, letter, allowed in PAGES
        if roles & allowed
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
