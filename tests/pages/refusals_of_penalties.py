"""What the floor refuses of penalties at cash tables."""

from tests.pages.provoking import Send, Try
from tests.pages.refusals_of_floor import GONE, SEAT, SUPERVISOR

PUNISH = "tables/{session}/punish/{seated}/"
BREACH = {"breach": "conduct", "reason": "x"}
WARNED = Send(role=SUPERVISOR, page=PUNISH, values=BREACH)
PUT_OUT = Send(
    role=SUPERVISOR, page=PUNISH, values=BREACH | {"breach": "rudeness", "measure": "out"}
)
PENALTIES = [
    Try(role=SUPERVISOR, page=PUNISH, code="TABLE-037", values=BREACH | {"measure": "out"}),
    Try(
        role=SUPERVISOR,
        page="table-penalties/{table_penalty_id}/take-back/",
        code="TABLE-038",
        values={"reason": "x"},
        before=(WARNED,),
        times=2,
    ),
    Try(
        role=SUPERVISOR,
        page="tables/{session}/seat/",
        code="TABLE-039",
        values=SEAT | {"seat_no": "5", "player": "{seated_code}"},
        before=(PUT_OUT, GONE[0]),
        leads=True,
    ),
]
