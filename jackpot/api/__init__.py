"""The jackpots' endpoints."""

from jackpot.api import claims, pools

routes = [*pools.routes, *claims.routes]
