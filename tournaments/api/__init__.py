"""The endpoints of the tournaments."""

from tournaments.api import (
    changing,
    days,
    deals,
    desk,
    floor,
    giving,
    lists,
    results,
    tables,
    timing,
)

ROOMS = (desk, floor, changing, tables, timing, lists, results, deals, giving, days)
routes = [route for room in ROOMS for route in room.routes]
