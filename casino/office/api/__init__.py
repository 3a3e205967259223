"""The accountant's endpoints, and who one is."""

from casino.office.api import calculators, closings, days

routes = [*days.routes, *closings.routes, *calculators.routes]
