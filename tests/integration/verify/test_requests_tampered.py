"""Whatever is changed of a request or its decision by somebody with the whole database is found."""

from pathlib import Path

import psycopg
import pytest

from casino.approvals.models import Proposal
from casino.approvals.services import approve, approve_alone, refuse
from casino.house.stamp import Stamp
from casino.staff.models import Role
from tests.approving import ask, ask_at_night
from tests.restoring import broken
from tests.world import World, a_club

pytestmark = pytest.mark.usefixtures("committed_db")


@pytest.fixture(autouse=True)
def mirror(tmp_path: Path, settings: object) -> None:
    settings.ANCHOR_DIR = tmp_path


@pytest.fixture
def world() -> World:
    """A club with a request of each end: approved, refused, done alone, still waiting."""
    world = a_club()

    def by(role: str) -> Stamp:
        return world.stamp("22:00", role=role)

    approved, refused, waits = (ask(by(Role.SUPERVISOR), cents=cents) for cents in (100, 200, 300))
    approve(by(Role.MANAGER), proposal_id=approved.pk, digest=approved.digest)
    refuse(by(Role.MANAGER), proposal_id=refused.pk, remark="Not tonight")
    alone = ask_at_night(by(Role.MANAGER), cents=400)
    signed = {"digest": alone.digest, "remark": "The others are ill"}
    approve_alone(by(Role.MANAGER), proposal_id=alone.pk, **signed)
    assert waits.approved is None
    return world


APPROVED, REFUSED, WAITS, ALONE = range(4)
TAMPERED = [
    (APPROVED, "proposed_by_id = decided_by_id, alone = true", "another person asked for it"),
    (APPROVED, "proposed_at = proposed_at - interval '1 hour'", "asked for at another time"),
    (APPROVED, "act_id = -1", "nobody asked for it"),
    (APPROVED, "decided_by_id = %(other)s", "another person decided it"),
    (APPROVED, "decided_at = decided_at - interval '1 minute'", "approved at another time"),
    (APPROVED, "decision_act_id = -1", "nobody decided it"),
    (APPROVED, "content = content || '{\"cents\": 900}'", "its content is not what was signed"),
    (APPROVED, "digest = repeat('0', 64)", "other content was approved"),
    (APPROVED, "approved = false", "is not approved by it"),
    (APPROVED, "emergency = true", "approved in another way"),
    (REFUSED, "approved = true", "something else was approved"),
    (REFUSED, "decided_by_id = %(other)s", "another person decided it"),
    (WAITS, "content = content || '{\"cents\": 900}'", "its content is not what was signed"),
    (ALONE, "emergency = false, alone = true", "approved in another way"),
    (ALONE, None, "its request"),
    (WAITS, None, "its request is gone"),
]


def test_each_change_of_a_request_is_found(
    world: World, forger: psycopg.Connection, capsys: pytest.CaptureFixture[str]
):
    ids = list(Proposal.objects.order_by("id").values_list("id", flat=True))
    other = {"other": world.staff[Role.ACCOUNTANT].pk}
    assert broken(capsys) == []
    for which, change, what in TAMPERED:
        forger.execute("CREATE TABLE as_it_was AS SELECT * FROM approvals_proposal")
        tamper = f"UPDATE approvals_proposal SET {change}"
        if change is None:
            tamper = "DELETE FROM approvals_proposal"
        forger.execute(f"{tamper} WHERE id = {ids[which]}", other if "%" in tamper else None)
        said = "".join(broken(capsys))
        forger.execute("DELETE FROM approvals_proposal")
        forger.execute(
            "INSERT INTO approvals_proposal OVERRIDING SYSTEM VALUE SELECT * FROM as_it_was"
        )
        forger.execute("DROP TABLE as_it_was")
        assert what in said, (change, said)
    assert broken(capsys) == []
