"""How money, words of the ledger and instants are written on a page."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import template

from casino.house.models import Club
from casino.money import format_cents

register = template.Library()


@register.filter
def cents(value: int | None) -> str:
    """Return an amount with two decimals and a no-break space between thousands."""
    return "" if value is None else format_cents(value)


@register.filter
def negated(value: int | None) -> int | None:
    """Return what the club owes as a positive amount."""
    return None if value is None else -value


@register.filter
def at_club(value: datetime | None, club: Club) -> str:
    """Return an instant on the club's wall clock, `21.11.2026 04:26`."""
    if value is None:
        return ""
    return f"{value.astimezone(ZoneInfo(club.timezone)):%d.%m.%Y %H:%M}"


@register.filter
def time_at_club(value: datetime | None, club: Club) -> str:
    """Return the time of an instant on the club's wall clock, with its offset's sign."""
    if value is None:
        return ""
    return f"{value.astimezone(ZoneInfo(club.timezone)):%H:%M:%S}"


KINDS = {
    "cage.vault_funded": "Vault funded",
    "cage.float_issued": "Float",
    "cage.chips_sold": "Chips sold",
    "cage.chips_redeemed": "Chips redeemed",
    "cage.chips_sold.reversed": "Sale reversed",
    "cage.chips_redeemed.reversed": "Redemption reversed",
    "cage.drawer_counted": "Over or short",
    "cage.drawer_emptied": "Cash to the vault",
    "cashgames.bought_in": "Buy-in",
    "cashgames.topped_up": "Top-up",
    "cashgames.cashed_out": "Cash-out",
    "cashgames.pot_raked": "Rake and jackpot money",
}


@register.filter
def kind_name(kind: str) -> str:
    """Return the desk's words for a kind of entry."""
    return KINDS.get(kind, kind)


@register.filter
def game_name(game: str) -> str:
    """Return the name of a game."""
    return game.replace("_", " ").replace("holdem", "hold'em").capitalize()


@register.simple_tag
def levels_line(history: list[Any], width: int = 600, height: int = 120) -> str:
    """Return the points of an SVG line through fixed levels, given latest first."""
    levels = [fixed.level_cents for fixed in reversed(history)]
    most = max([*levels, 1])
    last = max(len(levels) - 1, 1)
    return " ".join(
        f"{index * width // last},{height - level * height // most}"
        for index, level in enumerate(levels)
    )
