"""Each report reads a replica that is near, else the primary; a real one is in tests/chaos."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.db import connections
from django.test import Client

from casino import replica
from casino.operations.finding import Level
from casino.operations.queries.standby import replica as found
from casino.reports.queries import REPORTS
from casino.staff.models import Role
from tests.world import EVENING, a_club

# A second connection that lets nobody write says that it follows and has everything.
FOLLOWING = replica.STATE.replace("pg_is_in_recovery()", "true").replace(
    "pg_last_wal_replay_lsn() >= %s::pg_lsn", "%s <> ''"
)
PROMOTED = FOLLOWING.replace("true", "false", 1)
READ_ONLY = " -c default_transaction_read_only=on"


@pytest.fixture
def manager(committed_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """Who reads the reports of an office that names a replica."""
    world = a_club()
    world.open_shift()
    world.sell()
    client = world.browser(Role.MANAGER)
    own = connections["default"].settings_dict
    options = own["OPTIONS"] | {"options": own["OPTIONS"]["options"] + READ_ONLY}
    monkeypatch.setitem(connections.settings, replica.ALIAS, {**own, "OPTIONS": options})
    monkeypatch.setattr(settings, "REPLICA_URL", "named")
    monkeypatch.setattr(settings, "REPLICA_LAG_SECONDS", 600.0)
    monkeypatch.setattr(replica, "_rests_until", 0.0)
    yield client
    connections[replica.ALIAS].close()
    del connections[replica.ALIAS]


def read(client: Client, name: str, ending: str = "/") -> str:
    asks: dict[str, Any] = {}
    if REPORTS[name].span == "days":
        asks = {"first": str(EVENING), "last": str(EVENING)}
    answer = client.get(f"/tallinn/reports/{name}{ending}", asks)
    assert answer.status_code == 200, (name, answer.content)
    return b"".join(answer).decode()


def test_each_report_is_read_from_the_replica_which_lets_nobody_write(
    manager: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(replica, "STATE", FOLLOWING)
    assert [each.level for each in found()] == [Level.OK]
    for name in ("", "room/", "room/today/"):
        assert manager.get(f"/board/tallinn/{name}").status_code == 200
    for name, report in REPORTS.items():
        if report.span != "guest":
            assert "As of " in read(manager, name), name
            read(manager, name, ".csv")


def test_the_primary_is_read_where_the_replica_was_promoted_or_is_away(
    manager: Client, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(replica, "STATE", PROMOTED)
    assert "As of " not in read(manager, "ledger")
    connections[replica.ALIAS].close()
    connections[replica.ALIAS].settings_dict["HOST"] = "/nowhere"
    assert [each.level for each in found()] == [Level.WARNING]
    for _ in range(2):
        assert "As of " not in read(manager, "ledger")
