"""The endpoints of the tournaments."""

from tournaments.api import clock, desk, floor, lists, tables

routes = [*desk.routes, *floor.routes, *tables.routes, *clock.routes, *lists.routes]
