"""The accountant's endpoints: gaming days, closings, late entries."""

from casino.closing.api import closings, days, late

routes = [*days.routes, *closings.routes, *late.routes]
