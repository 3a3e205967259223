"""What is refused of a table's float and of its boxes."""

from typing import Any

from casino.staff.models import Role
from tests.pages.provoking import Send, Try
from tests.pages.refusals_of_floor import BY_BOX, FILLED

SUPERVISOR = Role.SUPERVISOR
MISSING: dict[str, Any] = {"page": "tables/{session}/bank/missing/", "values": {"reason": "x"}}
CREDIT = Send(role=SUPERVISOR, page="tables/{session}/bank/credit/", values={"chips_500": "1"})
SETTLED = (
    BY_BOX,
    Send(role=SUPERVISOR, page="tables/{latest}/close/"),
    Send(role=SUPERVISOR, page="tables/{latest}/settle/"),
)
FLOATS = [
    Try(role=SUPERVISOR, code="COUNT-011", before=FILLED[:1], leads=True, **MISSING),
    Try(role=SUPERVISOR, code="COUNT-011", before=FILLED[:2], leads=True, **MISSING),
    Try(role=SUPERVISOR, code="COUNT-011", before=(*FILLED, CREDIT), **MISSING),
    Try(
        role=SUPERVISOR,
        page="tables/{latest}/boxes/",
        code="COUNT-007",
        values={"fee": "rake", "number": "7"},
        before=SETTLED,
        leads=True,
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{latest}/settle/",
        code="COUNT-007",
        before=SETTLED,
        leads=True,
    ),
]
