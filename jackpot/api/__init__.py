"""The jackpots' endpoints."""

from jackpot.api import claims, clubs, papers, pools

routes = [*pools.routes, *clubs.routes, *claims.routes, *papers.routes]
