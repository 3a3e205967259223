"""What is typed at the till beside what an act asks for: cash taken, chips counted. It stays."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from casino.cage.models import Shift

CHIPS = "chips_"
NAMES = re.compile(rf"taken|{CHIPS}[0-9]+")


def beside(shift: Shift, *typed: Mapping[str, Any]) -> dict[str, Any]:
    """Return it as the page shows it again, and as one query for the pages on the way back."""
    both = [each for source in typed for each in source.items()]
    kept = {name: str(text) for name, text in both if NAMES.fullmatch(name) and text}
    counted = [(cents, kept.get(f"{CHIPS}{cents}", "")) for cents in shift.chips_cents]
    return {"taken": kept.get("taken", ""), "counted": counted, "beside": urlencode(kept)}
