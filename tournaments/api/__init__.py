"""The endpoints of the tournaments."""

from tournaments.api import desk, floor

routes = [*desk.routes, *floor.routes]
