"""What today's databases keep of guests by name is kept by id after the migration."""

from importlib import import_module
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest

from casino.approvals.models import Proposal
from casino.approvals.services import shown_to
from tests.approving import ask
from tests.world import a_club

pytestmark = pytest.mark.usefixtures("committed_db")
migration = import_module("ranking.migrations.0003_guests_by_id")


def formerly(owner: psycopg.Connection, proposal: Proposal, **content: Any) -> None:
    """Put a proposal as it was written before."""
    owner.execute("ALTER TABLE approvals_proposal DISABLE TRIGGER approvals_guard")
    owner.execute(
        "UPDATE approvals_proposal SET content = content || %s::jsonb WHERE id = %s",
        [psycopg.types.json.Jsonb(content), proposal.pk],
    )
    owner.execute("ALTER TABLE approvals_proposal ENABLE TRIGGER approvals_guard")


def test_names_become_ids_and_are_shown_as_names(owner_connection: psycopg.Connection):
    world = a_club()
    ann, bob, twin, other = (world.player(name).pk for name in ("Ann", "Bob", "Cat", "Cat"))
    asked = ask(world.stamp("22:00"), cents=100)
    formerly(
        owner_connection,
        asked,
        player="Ann",
        player_id=ann,
        agreed_by=["Bob", "Cat"],
        counts_for="Nobody's",
        person_id=other,
        prizes=[{"player": "Bob", "cents": 5}],
        players={"7": "Ann"},
        because=[{"result": {f"{bob:06} Bob": 5}}],
    )

    migration.keep_ids(None, SimpleNamespace(connection=owner_connection))

    kept = Proposal.objects.get(pk=asked.pk)
    assert {name: kept.content[name] for name in ("player", "agreed_by", "counts_for")} == {
        "player": {"guest": ann},
        "agreed_by": [{"guest": bob}, ""],
        "counts_for": {"guest": other},
    }
    assert kept.digest == asked.digest
    shown = shown_to(kept, world.staff["manager"].pk, at=world.at("22:01")).content
    assert shown["prizes"] == [{"player": "Bob", "cents": 5}]
    assert shown["players"] == {"7": "Ann"}
    assert shown["because"] == [{"result": {f"{bob:06} Bob": 5}}]
    assert (shown["counts_for"], twin < other) == ("Cat", True)
    with pytest.raises(psycopg.Error, match="decided once"):
        owner_connection.execute("UPDATE approvals_proposal SET content = '{}'")
