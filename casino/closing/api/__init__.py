"""The accountant's endpoints: gaming days, closings, late entries, breakage."""

from casino.closing.api import breakage, closings, days, late

routes = [*days.routes, *closings.routes, *late.routes, *breakage.routes]
