"""The endpoints of the cage."""

from casino.cage.api import desk, payments, shifts, vault

routes = [*payments.routes, *shifts.routes, *desk.routes, *vault.routes]
