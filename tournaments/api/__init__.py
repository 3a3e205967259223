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
    requests,
    results,
    structures,
    tables,
    timing,
    undo,
)

ROOMS = (
    desk,
    requests,
    floor,
    changing,
    presence,
    undo,
    tables,
    timing,
    lists,
    results,
    structures,
    deals,
    giving,
    days,
)
routes = [route for room in ROOMS for route in room.routes]
