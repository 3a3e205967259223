"""Tournaments: what was announced, who bought what, who went out, what was won."""

from tournaments.models.announced import Announced, Series, StructureVersion, Template, Tournament
from tournaments.models.selling import Entry, Purchase, Ticket
from tournaments.models.winning import Bounty, FixedPool, Knockout, Prize, RoyalFlush

__all__ = [
    "Announced",
    "Bounty",
    "Entry",
    "FixedPool",
    "Knockout",
    "Prize",
    "Purchase",
    "RoyalFlush",
    "Series",
    "StructureVersion",
    "Template",
    "Ticket",
    "Tournament",
]
