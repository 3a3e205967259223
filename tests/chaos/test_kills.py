"""
Killed at every step: nothing acknowledged is lost, nothing doubled, and the harness can see both.

CHAOS_KILLS sets how many kills there are in all (40; 1,000 with LONG=1), CHAOS_STOPS how many
stops of the server (2; 20), CHAOS_SEED which of them.
"""

import os
import random
import signal
import time
from collections.abc import Iterator

import pytest

from tests.chaos.harness import WRITERS, Chaos

LONG = bool(os.environ.get("LONG"))
KILLS = int(os.environ.get("CHAOS_KILLS", "1000" if LONG else "40"))
STOPS = int(os.environ.get("CHAOS_STOPS", "20" if LONG else "2"))
SEED = int(os.environ.get("CHAOS_SEED", "1"))


def test_kills_lose_nothing_and_double_nothing(chaos: Chaos):
    with chaos.server():
        assert chaos.writers(seed=SEED, lives=KILLS // WRITERS).wait() == 0
        assert not chaos.lost()
        unanswered = set(chaos.rows("intents")) - set(chaos.rows("acks"))
        booked_unanswered = unanswered & set(chaos.booked())
        # The kills fell on both sides of the commit.
        assert booked_unanswered
        assert unanswered - booked_unanswered

        chaos.run("repeat_and_verify", str(chaos.logs))

        assert (chaos.lost(), chaos.doubled(), chaos.missing()) == (set(), set(), set())
        sold = sum(row["cents"] for row in chaos.rows("intents").values())
        assert chaos.balances()["cash:vault"] == sold
        assert chaos.balances()["chips:floor"] == -sold


def stops(chaos: Chaos, times: int) -> Iterator[set[str]]:
    """Stop the server amid postings, again and again; yield what was acknowledged and is lost."""
    chance = random.Random(SEED)
    for stop in range(times):
        with chaos.server():
            writers = chaos.writers(seed=SEED + 1000 * (stop + 1), lives=1_000_000)
            chaos.wait_for_acks(20)
            time.sleep(chance.uniform(0, 0.2))
            chaos.stop_immediately()
            os.killpg(writers.pid, signal.SIGKILL)  # with all lives that they forked
            writers.wait()
        with chaos.server():
            yield chaos.lost()


@pytest.mark.long
def test_immediate_stops_of_the_server_lose_nothing(chaos: Chaos):
    assert list(stops(chaos, STOPS)) == [set()] * STOPS
    with chaos.server():
        chaos.run("repeat", str(chaos.logs))
        assert (chaos.lost(), chaos.doubled(), chaos.missing()) == (set(), set(), set())


@pytest.mark.long
def test_control_without_synchronous_commit_postings_are_lost(chaos: Chaos):
    """The same harness turns red: what was acknowledged had not reached the disk."""
    with chaos.server(), chaos.connect("postgres") as connection:
        connection.execute("ALTER ROLE casino_app SET synchronous_commit = off")

    assert any(stops(chaos, 20))


@pytest.mark.long
def test_control_without_the_key_check_postings_are_doubled(chaos: Chaos):
    """The same harness turns red: a repeated intent is posted again."""
    with chaos.server():
        with chaos.connect() as connection:
            source = connection.execute("SELECT pg_get_functiondef('ledger_begin'::regproc)")
            unchecked = source.fetchone()[0].replace("ON CONFLICT (key) DO NOTHING ", "")
            connection.execute("ALTER TABLE ledger_act DROP CONSTRAINT ledger_act_key")
            connection.execute(unchecked)
        assert chaos.writers(seed=SEED, lives=10).wait() == 0
        assert not chaos.lost()

        chaos.run("repeat", str(chaos.logs))

        assert chaos.doubled()
