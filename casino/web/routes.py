"""The addresses of a module's endpoints, each said above its class."""

from collections.abc import Callable
from typing import TypeVar

from django.urls import URLPattern, path
from rest_framework.views import APIView

import casino.web.converters  # noqa: F401  (registers `id` and `day`)

V = TypeVar("V", bound=type[APIView])


class Routes(list[URLPattern]):
    """Collects the endpoints of a module: `@routes("tables/", "api-tables")`."""

    def __call__(self, address: str, name: str) -> Callable[[V], V]:
        """Give the class below an address, and the address a name."""

        def at(view: V) -> V:
            self.append(path(address, view.as_view(), name=name))
            return view

        return at
