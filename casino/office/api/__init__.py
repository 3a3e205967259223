"""The accountant's endpoints, and who one is."""

from casino.office.api import calculators, closings, days, late

routes = [*days.routes, *closings.routes, *late.routes, *calculators.routes]
