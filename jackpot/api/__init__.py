"""The jackpots' endpoints."""

from jackpot.api import claims, clubs, pools

routes = [*pools.routes, *clubs.routes, *claims.routes]
