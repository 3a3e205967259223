"""The endpoints of the tournaments."""

from tournaments.api import clock, desk, floor, lists, results, tables

ROOMS = (desk, floor, tables, clock, lists, results)
routes = [route for room in ROOMS for route in room.routes]
