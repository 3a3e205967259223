"""The jackpots' endpoints."""

from jackpot.api import attachments, claims, clubs, pools

routes = [*pools.routes, *clubs.routes, *claims.routes, *attachments.routes]
