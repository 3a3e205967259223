"""The endpoints of the cage."""

from casino.cage.api import desk, payments

routes = [*payments.routes, *desk.routes]
