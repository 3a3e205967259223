"""
The primary is killed under load and the standby promoted: nothing acknowledged is lost.

CHAOS_FAILOVERS sets how often (1; 100 with LONG=1), CHAOS_SEED when. Each tenth time the disk of
the primary is gone, too. With LONG=1 the times from the kill to the next slip are printed.
"""

import os
import signal
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from script import fence, pair
from script.children import Unable
from script.office import MANAGE
from script.peers import STANDBY, let_commits_wait
from script.promotion import answering, promote, rejoin
from script.servers import postgres, postgres_url
from tests.chaos.twins import Failover, Twins
from tests.database import TOP
from tests.waiting import until

LONG = bool(os.environ.get("LONG"))
FAILOVERS = int(os.environ.get("CHAOS_FAILOVERS", "100" if LONG else "1"))
SEED = int(os.environ.get("CHAOS_SEED", "1"))
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


def repeated(twins: Twins) -> None:
    """Send what was not acknowledged again: each intent is there, once."""
    twins.run("repeat_and_verify", str(twins.logs))
    assert (twins.lost(), twins.doubled(), twins.missing()) == (set(), set(), set())


@pytest.mark.timeout(0)
def test_kills_of_the_primary_lose_nothing_that_was_acknowledged(
    twins: Twins, capsys: pytest.CaptureFixture[str]
):
    done: list[Failover] = []
    ways: list[str] = []
    with twins.both(sync=True):
        with twins.selling(seed=SEED):
            for number in range(FAILOVERS):
                done.append(twins.fail_over(seed=SEED + number, disk_too=number % 10 == 1))
                assert done[-1].lost == set(), f"seed {SEED}, failover {number}"
                assert done[-1].promoted.timeline == number + 2
                ways.append(twins.come_back(sync=True))
                if LONG and len(done) % 10 == 0:
                    with capsys.disabled():
                        sys.stdout.write(figures(done, twins.acknowledged(), ways))
        repeated(twins)
    assert {"rewound", "copied anew"} <= set(ways) or ways == ["rewound"]


def figures(done: list[Failover], acks: int, ways: list[str]) -> str:
    """Return what was measured, in lines."""
    lines = [f"{len(done)} kills of the primary, seed {SEED}: nothing lost that was acknowledged."]
    lines += [f"{acks} acknowledged; rewound {ways.count('rewound')} of {len(ways)} times."]
    measured = {
        "kill to next slip": [each.seconds for each in done],
        "promotion alone": [each.promoted.seconds for each in done],
    }
    for what, each in measured.items():
        told = (min(each), statistics.median(each), max(each))
        lines += ["{}: {:.2f} / {:.2f} / {:.2f} s (min/median/max)".format(what, *told)]
    return "\n".join(["", *lines, ""])


@pytest.mark.long
def test_control_without_waiting_for_the_standby_postings_are_lost(twins: Twins):
    """The same harness turns red: the standby had not got what was acknowledged."""
    with twins.both(sync=False):
        with twins.connect() as connection:
            senders = connection.execute("SELECT pid FROM pg_stat_replication").fetchall()
        for (sender,) in senders:
            os.kill(sender, signal.SIGSTOP)
        with twins.selling(seed=SEED):
            assert twins.fail_over(seed=SEED).lost


@pytest.mark.long
def test_a_word_is_enough_to_change_places_and_loses_nothing(twins: Twins):
    with twins.both(sync=False):
        first = twins.leader
        with twins.selling(seed=SEED):
            twins.wait_for_acks(20)
            promote(twins.peers)
            twins.run("begin_epoch")
            twins.wait_for_acks(20)
        assert twins.leader != first
        assert twins.lost() == set()
        twins.end(first)
        assert twins.come_back(sync=True) == "rewound"
        repeated(twins)


@pytest.mark.long
class TestTheFormerPrimary:
    @pytest.fixture
    def former(self, twins: Twins) -> Iterator[Path]:
        """The folder of a primary in whose place the standby leads."""
        with twins.both(sync=True):
            former = twins.leader
            twins.kill(former)
            promote(twins.peers)
            yield former

    def test_does_not_start_and_says_what_to_do(self, twins: Twins, former: Path):
        with pytest.raises(Unable, match=r"is fenced: since .* leads .*Make it the standby"):
            twins.begin(former)

    def test_lets_nobody_write_however_it_is_started(self, twins: Twins, former: Path):
        with (
            postgres(former, waits=True),
            pytest.raises(psycopg.OperationalError, match="session is read-only"),
        ):
            psycopg.connect(postgres_url(former) + "?target_session_attrs=read-write")

    def test_is_fenced_later_where_nobody_could_fence_it(self, twins: Twins, former: Path):
        twins.unfence(former)
        with pytest.raises(Unable, match="is fenced"):
            twins.begin(former)
        assert pair.in_order(twins.folders)[0] != former

    def test_is_not_served_by_who_knows_the_promotion(self, twins: Twins, former: Path):
        twins.unfence(former)
        with postgres(former, waits=True):
            with pytest.raises(Unable, match="Two servers lead: var/postgres2 since the later"):
                answering(twins.peers)
            # Of two that let us write, libpq takes the first.
            url = postgres_url(former, twins.leader, role="casino_app", database="casino")
            environment = {
                **os.environ,
                "DATABASE_URL": url,
                "STATE_DIR": str(twins.logs),
                "SECRET_KEY": "of-the-tests-" + "k" * 50,
            }
            done = subprocess.run(
                [*MANAGE, "check", "--deploy", "--database", "default"],
                cwd=TOP,
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
        assert "(start.E019) Not served: the server that answers leads in timeline 1" in done.stderr

    def test_follows_once_it_is_told_to(self, twins: Twins, former: Path):
        rejoin(former / "data", pair.peers([twins.leader])[0])
        assert not fence.is_fenced(former / "data")
        twins.begin(former)
        twins.follow(sync=True)


@pytest.mark.long
def test_a_database_that_is_gone_is_not_begun_anew_beside_its_standby(twins: Twins):
    with twins.both(sync=True):
        first = twins.leader
        twins.kill(first, data_too=True)
        with pytest.raises(Unable, match=r"is gone; the standby in .* has it: let it lead with"):
            twins.begin(first)


@pytest.mark.long
def test_commits_wait_while_the_standby_they_are_to_wait_for_is_away(twins: Twins):
    with twins.both(sync=True):
        leader = pair.peers([twins.leader])[0]
        twins.end(twins.follower)
        with twins.selling(seed=SEED):
            with psycopg.connect(leader.url, autocommit=True) as connection:
                until(lambda: connection.execute(WAITING).fetchone() != (0,))
            let_commits_wait(leader.url, STANDBY, wanted=False)
            twins.wait_for_acks(20)
        twins.begin(twins.follower)
        twins.follow(sync=True)
        assert twins.lost() == set()
