"""Every route of the API below a club, read from the running router."""

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern

from casino.urls import api

METHODS = ("get", "post", "put")


def operations() -> Iterator[tuple[URLPattern, str, Any]]:
    """Yield (route, method, function) of everything that can be called."""
    for route in api:
        for method in METHODS:
            function = getattr(route.callback.view_class, method, None)
            if function:
                yield route, method, function


def path_of(route: URLPattern, values: dict[str, Any]) -> str:
    """Return a route's path with these values in it."""
    path = str(route.pattern)
    if path.startswith("tournament-entries/"):
        values = values | {"entry_id": values["entrant_id"]}
    for name, converter in route.pattern.converters.items():
        kind = next(k for k in ("id", "day") if f"<{k}:{name}>" in path)
        path = path.replace(f"<{kind}:{name}>", converter.to_url(values[name]))
    return path
