"""The endpoints of files, out and in."""

from casino.bookkeeping.api import intakes, outgoing

routes = [*outgoing.routes, *intakes.routes]
