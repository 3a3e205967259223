"""The endpoints of the cash room."""

from cashgames.api import chips, tables

routes = [*tables.routes, *chips.routes]
