"""The endpoints of the count room."""

from casino.countroom.api import boxes, transfers

routes = [*boxes.routes, *transfers.routes]
