"""The endpoints of files, out and in."""

from casino.bookkeeping.api import imports, outgoing

routes = [*outgoing.routes, *imports.routes]
