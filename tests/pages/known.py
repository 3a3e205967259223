"""Ids by their names: hundreds of addresses need two each, of seventy that take a query each."""

from collections.abc import Mapping
from functools import partial
from typing import Any


class Known(dict[str, Any]):
    """What is there by its name; a `partial` is asked when its name is first read."""

    def __getitem__(self, name: str) -> Any:
        value = super().__getitem__(name)
        if isinstance(value, partial):
            value = self[name] = value()
        return value

    def __or__(self, others: Mapping[str, Any]) -> "Known":  # type: ignore[override]
        return Known({**self, **others})

    def all(self) -> dict[str, Any]:
        """Return everything as it is now."""
        return {name: self[name] for name in self}
