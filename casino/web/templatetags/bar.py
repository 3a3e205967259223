"""The bar above every page: whose pages stand there, and which key opens each."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django import template
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from casino.web.templatetags.keys import Command, command_of
from casino.web.templatetags.may import opens

register = template.Library()
# Address, and the command that opens it: its letter with Shift, its words.
PAGES = {
    "till": command_of(("⇧T",), _("Till")),
    "payments": command_of(("⇧P",), _("Payments")),
    "tables": command_of(("⇧B",), _("Tables")),
    "tournaments": command_of(("⇧N",), _("Tournaments")),
    "players": command_of(("⇧G",), _("Guests")),
    "boxes": command_of(("⇧X",), _("Boxes")),
    "fills": command_of(("⇧F",), _("Fills")),
    "shifts": command_of(("⇧S",), _("Shifts")),
    "vault": command_of(("⇧V",), _("Vault")),
    "jackpot": command_of(("⇧J",), _("Jackpot")),
    "ranking": command_of(("⇧R",), _("Ranking")),
    "approvals": command_of(("⇧Q",), _("Approvals")),
    "rules": command_of(("⇧C",), _("Rules")),
    "days": command_of(("⇧D",), _("Days")),
    "overview": command_of(("⇧H",), _("Overview")),
    "reports": command_of(("⇧E",), _("Reports")),
    "accounts": command_of(("⇧A",), _("Accounts")),
    "journal": command_of(("⇧O",), _("General journal")),
    "bank-accounts": command_of(("⇧K",), _("Bank")),
    "files": command_of(("⇧I",), _("Files")),
    "acts": command_of(("⇧U",), _("Audit trail")),
}
# Pages that stand together under one word of the bar.
GROUPS = {
    **dict.fromkeys(("boxes", "fills", "shifts", "vault"), _("Cage")),
    **dict.fromkeys(("jackpot", "ranking"), _("Pools")),
    **dict.fromkeys(
        (
            "rules",
            "days",
            "overview",
            "reports",
            "accounts",
            "journal",
            "bank-accounts",
            "files",
            "acts",
        ),
        _("Books"),
    ),
}
# Tabs of a page of the bar, by their own addresses.
TABS = {
    "calculators": "rules",
    "what-if": "rules",
    "permissions": "rules",
    "closings": "days",
    "late-entries": "days",
    "breakage": "days",
    "webhooks": "acts",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Page:
    """A page of the bar: its address, and the command that opens it."""

    name: str
    command: Command
    group: str


@register.filter
def bar(request: Any) -> Iterator[tuple[str, list[Page]]]:
    """Yield the pages that the user opens, those of a group together; "": none, or one alone."""
    found = [
        Page(name=name, command=command, group=GROUPS.get(name, ""))
        for name, command in PAGES.items()
        if opens(request, name)
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
