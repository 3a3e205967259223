"""Why an amount is what it is: kept with every entry, shown wherever the figure is."""

from dataclasses import dataclass, field
from typing import Any

from casino.reading import plain


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
            "inputs": plain(self.inputs),
            "result": plain(self.result),
        }
