"""The endpoints of the tournaments."""

from tournaments.api import (
    changing,
    days,
    deals,
    desk,
    floor,
    giving,
    lists,
    presence,
    results,
    tables,
    timing,
    undo,
)

ROOMS = (desk, floor, changing, presence, undo, tables, timing, lists, results, deals, giving, days)
routes = [route for room in ROOMS for route in room.routes]
