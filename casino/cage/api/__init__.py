"""The endpoints of the cage."""

from casino.cage.api import desk, payments, shifts

routes = [*payments.routes, *shifts.routes, *desk.routes]
