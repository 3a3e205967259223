"""Doctor, figures and desks beside a real standby: behind, away, and waited for."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from script import pair
from script.office import MANAGE
from script.peers import STANDBY, connected, let_commits_wait
from script.servers import postgres, postgres_url
from tests.chaos.twins import Twins
from tests.database import TOP
from tests.waiting import until

SELL = """
from datetime import UTC, datetime
from uuid import uuid4
from casino.cage.services.desk import sell_chips
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.refusals import Refusal
try:
    stamp = club_stamp(Club.objects.get(), at=datetime.now(UTC), actor_id=None, key=uuid4())
    sell_chips(stamp, shift_id=1, cents=100)
except Refusal as refusal:
    print(refusal.status, refusal.code)
"""


def manage(twins: Twins, *command: str, first: Path | None = None) -> str:
    """Run a command with the office's own role, both servers being named, one of them first."""
    folders = sorted(twins.folders, key=lambda each: each != (first or twins.folders[0]))
    keys = ("SECRET_KEY", "SECOND_FACTOR_KEYS", "WEBHOOK_KEYS", "PIN_KEYS")
    environment = {
        **os.environ,
        **{name: f"{name}-of-the-tests-" + "k" * 50 for name in keys},
        "DATABASE_URL": postgres_url(*folders, role="casino_app", database="casino"),
        "STATE_DIR": str(twins.logs),
        "ANCHOR_DIR": str(twins.logs / "anchors"),
        "RESERVE_MB": "0",
    }
    done = subprocess.run(
        [*MANAGE, *command], cwd=TOP, env=environment, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


def found(twins: Twins, part: str, *, first: Path | None = None) -> list[dict[str, Any]]:
    """Return what the doctor finds of a part."""
    findings = json.loads(manage(twins, "doctor", "--json", first=first))["findings"]
    return [each for each in findings if each["part"] == part]


@pytest.mark.long
def test_the_doctor_says_how_far_the_standby_is_behind(twins: Twins):
    with twins.both(sync=False):
        (standby,) = found(twins, "standby")
        assert (standby["level"], standby["value"]) == ("ok", 0.0)
        assert "0 s behind" in standby["said"]
        with connected(pair.peers([twins.follower])[0].url) as connection:
            connection.execute("SELECT pg_wal_replay_pause()")
            with twins.selling(seed=3):
                twins.wait_for_acks(20)
            (standby,), (log,) = found(twins, "standby"), found(twins, "standby-bytes")
            assert standby["value"] > 0
            assert log["value"] > 1000
            connection.execute("SELECT pg_wal_replay_resume()")
        until(lambda: found(twins, "standby-bytes")[0]["value"] == 0)


@pytest.mark.long
def test_a_standby_that_commits_wait_for_and_is_away_is_told_to_doctor_and_desk(twins: Twins):
    with twins.both(sync=True):
        assert found(twins, "sync")[0]["level"] == "ok"
        leader = pair.peers([twins.leader])[0]
        twins.end(twins.follower)
        (standby,) = found(twins, "standby")
        assert standby["level"] == "critical"
        assert "does not answer" in standby["said"]
        with twins.selling(seed=3):
            until(lambda: found(twins, "sync")[0]["level"] == "critical")
            said = found(twins, "sync")[0]["said"]
            assert "script/standby sync off" in said
            assert manage(twins, "shell", "--no-imports", "-c", SELL) == "503 second_server_away\n"
            let_commits_wait(leader.url, STANDBY, wanted=False)
            twins.wait_for_acks(20)
        assert found(twins, "sync") == []
        assert "second_server_away" not in manage(twins, "shell", "--no-imports", "-c", SELL)


@pytest.mark.long
def test_a_second_server_that_leads_is_told_to_act_on_now(twins: Twins):
    with twins.both(sync=True):
        former = twins.leader
        with twins.selling(seed=5):
            twins.fail_over(seed=5)
        twins.unfence(former)
        with postgres(former, waits=True):
            seen = found(twins, "standby", first=twins.leader)
            (refused,) = found(twins, "database", first=former)
        said = [each["said"] for each in seen if each["level"] == "critical"]
        assert len(said) == 1
        assert said[0].startswith("It still leads, though another server was promoted")
        assert refused["level"] == "critical"
        assert "leads in timeline 1, but another one was promoted (timeline 2)" in refused["said"]


@pytest.mark.long
def test_a_repeat_waits_for_the_standby_like_the_first_try(twins: Twins):
    """What a crash of the primary lets everybody see, the standby may not have."""
    with twins.both(sync=True):
        with twins.selling(seed=3):
            twins.wait_for_acks(20)
        url = postgres_url(*twins.folders, role="casino_app", database="casino")
        with connected(url) as connection:
            connection.execute("SET synchronous_commit = on")
            again = (
                "SELECT replayed FROM (SELECT * FROM ledger_act ORDER BY id DESC LIMIT 1) a,"
                " ledger_begin(a.key, a.club_id, a.actor_id, a.operation, a.arguments, now(), '')"
            )
            before = connection.execute("SELECT pg_current_wal_lsn()").fetchone()
            assert connection.execute(again).fetchone() == (True,)
            written = connection.execute("SELECT pg_current_wal_flush_lsn() > %s", before)
            assert written.fetchone() == (True,)
