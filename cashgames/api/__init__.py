"""The endpoints of the cash room."""

from cashgames.api import absence, chips, tables, waiting

routes = [*tables.routes, *chips.routes, *waiting.routes, *absence.routes]
