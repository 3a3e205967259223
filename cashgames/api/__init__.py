"""The endpoints of the cash room."""

from cashgames.api import (
    absence,
    chips,
    corrections,
    moves,
    nights,
    penalties,
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
    *penalties.routes,
    *time_rake.routes,
    *terms.routes,
    *moves.routes,
    *nights.routes,
    *corrections.routes,
]
