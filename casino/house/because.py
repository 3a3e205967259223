"""Why an amount is what it is: kept with every entry, shown wherever the figure is."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from casino.schema import plain


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


def as_text(reasons: Iterable[Because]) -> str:
    """Return reasons as JSON: what `as_json` says, lean enough for hands by the million."""
    return _LEAN.encode(
        [{"rule": r.rule, "says": r.says, "inputs": r.inputs, "result": r.result} for r in reasons]
    )


_LEAN = json.JSONEncoder(separators=(",", ":"), default=str)
