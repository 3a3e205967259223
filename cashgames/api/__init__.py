"""The endpoints of the cash room."""

from cashgames.api import (
    absence,
    chips,
    corrections,
    moves,
    nights,
    tables,
    terms,
    time_rake,
    waiting,
)

routes = [
    *tables.routes,
    *chips.routes,
    *waiting.routes,
    *absence.routes,
    *time_rake.routes,
    *terms.routes,
    *moves.routes,
    *nights.routes,
    *corrections.routes,
]
