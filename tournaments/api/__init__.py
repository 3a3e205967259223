"""The endpoints of the tournaments."""

from tournaments.api import desk, floor, lists, results, tables, timing

ROOMS = (desk, floor, tables, timing, lists, results)
routes = [route for room in ROOMS for route in room.routes]
