"""The bar above every page: whose pages stand there, and under which letter."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from django import template

from casino.staff.models import Role

register = template.Library()
READERS = {Role.SUPERVISOR, Role.ACCOUNTANT, Role.MANAGER, Role.AUDITOR}
# Address, words, the letter that opens it with Shift, and whose page it is.
PAGES = (
    ("till", "Till", "T", {Role.CASHIER}),
    ("payments", "Payments", "P", set(Role)),
    ("tables", "Tables", "B", set(Role)),
    ("tournaments", "Tournaments", "N", set(Role)),
    ("players", "Guests", "G", {Role.CASHIER, Role.SUPERVISOR, Role.DIRECTOR, Role.MANAGER}),
    ("boxes", "Boxes", "X", set(Role) - {Role.DIRECTOR}),
    ("fills", "Fills", "F", set(Role) - {Role.DIRECTOR}),
    ("shifts", "Shifts", "S", READERS),
    ("vault", "Vault", "V", {Role.MANAGER}),
    ("jackpot", "Jackpot", "J", set(Role)),
    ("ranking", "Ranking", "R", set(Role)),
    ("approvals", "Approvals", "Q", set(Role)),
    ("rules", "Rules", "C", set(Role)),
    ("days", "Days", "D", READERS),
    ("reports", "Reports", "E", READERS),
    ("accounts", "Accounts", "A", READERS),
    ("files", "Files", "I", READERS - {Role.SUPERVISOR}),
    ("acts", "Audit trail", "U", READERS - {Role.SUPERVISOR}),
)
# Pages that stand together under one word of the bar.
GROUPS = {
    **dict.fromkeys(("boxes", "fills", "shifts", "vault"), "Cage"),
    **dict.fromkeys(("jackpot", "ranking"), "Pools"),
    **dict.fromkeys(("rules", "days", "reports", "accounts", "files", "acts"), "Books"),
}
# Tabs of a page of the bar, by their own addresses.
TABS = {
    "calculators": "rules",
    "what-if": "rules",
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
        Page(name=name, words=words, letter=letter, group=GROUPS.get(name, ""))
        for name, words, letter, allowed in PAGES
        if roles & allowed
    ]
    for group, members in groupby(found, key=lambda page: page.group):
        pages = list(members)
        yield group if len(pages) > 1 else "", pages


@register.filter
def shows(path: str, page: Page) -> bool:
    """Return whether an address lies under one of the bar's pages, or under a tab of it."""
    place = f"{path}//".split("/")[2]
    return TABS.get(place, place) == page.name


@register.filter
def shows_one(path: str, members: list[Page]) -> bool:
    """Return whether an address lies under one of these pages."""
    return any(shows(path, page) for page in members)
