"""Why an amount is what it is: kept with every entry, shown wherever the figure is."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, kw_only=True, slots=True)
class Because:
    """One step of a computation: the paragraph, what it says, what went in, what came out."""

    rule: str
    says: str
    inputs: dict[str, Any] = field(default_factory=dict)
    result: Any = None

    def as_json(self) -> dict[str, Any]:
        """Return the step as plain data; seat numbers become text as JSON wants its keys."""
        return {
            "rule": self.rule,
            "says": self.says,
            "inputs": _plain(self.inputs),
            "result": _plain(self.result),
        }


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return value if isinstance(value, int | str | None) else str(value)
