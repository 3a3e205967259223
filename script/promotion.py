"""A standby made, promoted in the place of its primary, and a former primary made a standby."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import psycopg

from script import fence
from script.children import Command, Unable, first_error
from script.peers import (
    STANDBY,
    Peer,
    State,
    connected,
    conninfo,
    let_commits_wait,
    look,
    make_slot,
)
from script.servers import FOLLOWS, open_the_way, postgres_programs, server_account, switch

PROMOTED_SECONDS = 60
FENCED_SECONDS = 30
COMING_SECONDS = 10
GONE = "the log that it lacks is gone"
# Ends every other session and tells how many there were, and how much has been written.
END_OTHERS = """
SELECT count(*) FILTER (WHERE pg_terminate_backend(pid)), pg_current_wal_flush_lsn() - '0/0'::pg_lsn
FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
    AND usesysid NOT IN (SELECT oid FROM pg_roles WHERE rolsuper)
"""


@dataclass(frozen=True, kw_only=True)
class Promoted:
    """
    How a promotion went.

    last_at: the last commit that the standby had; seconds: from the word until it leads.
    """

    leader: Peer
    former: Peer
    timeline: int
    last_at: datetime | None
    seconds: float


def promote(peers: list[Peer], *, is_off: bool = False, lose: bool = False) -> Promoted:
    """
    Fence the primary, then let the standby lead.

    is_off: whether somebody answers for it that a primary which does not answer is off; lose: that
    what a primary which answers wrote and the standby has not may be lost. Raises Unable where
    two could lead, and where there is nothing to promote.
    """
    began = time.monotonic()
    states = {peer.name: look(peer) for peer in peers}
    leader, former = next_leader(peers, states)
    before = states[leader.name]
    assert before is not None
    timeline = before.timeline + 1
    if states[former.name] is not None:
        close(former, leader, lose=lose)
        before = look(leader) or before
    if former.data is not None:
        if former.data.exists():
            fence.fence(former.data, leader=leader.name, timeline=timeline)
            fence.stop(former.data)
    elif states[former.name] is None and not is_off:
        raise Unable(
            f"{former.name} does not answer, which does not prove that it is off: power it off, "
            "or stop its PostgreSQL, then say script/standby promote --is-off."
        )
    after = lead(leader)
    return Promoted(
        leader=leader,
        former=former,
        timeline=after.timeline,
        last_at=before.last_at,
        seconds=time.monotonic() - began,
    )


def next_leader(peers: list[Peer], states: dict[str, State | None]) -> tuple[Peer, Peer]:
    """Return who is to lead and who led; raise Unable where that is not plain."""
    following = [peer for peer in peers if (state := states[peer.name]) and state.follows]
    if len(following) == 1:
        (leader,) = following
        if leader.data is None or not fence.is_fenced(leader.data):
            return leader, next(peer for peer in peers if peer is not leader)
    leading = [peer.name for peer in peers if (state := states[peer.name]) and not state.follows]
    if leading:
        raise Unable(f"{leading[0]} leads already, and no standby answers: nothing was done.")
    raise Unable("No standby answers that could be promoted: nothing was done.")


def close(former: Peer, leader: Peer, *, lose: bool = False) -> None:
    """
    Let nobody write on a primary that answers, and the standby have all that it wrote.

    Where the standby does not get it, the primary goes on and Unable says how much that is, but
    for `lose`.
    """
    if not lose and not soon_has_all(former, leader):
        refuse_to_lose(former, leader)
    with closed(former) as connection:
        give_up = time.monotonic() + FENCED_SECONDS
        while time.monotonic() < give_up:
            row = connection.execute(END_OTHERS).fetchone()
            state = look(leader)
            if row and state and row[0] == 0 and (lose or state.position >= row[1]):
                return
            time.sleep(0.05)
        refuse_to_lose(former, leader)


@contextmanager
def closed(former: Peer) -> Iterator[psycopg.Connection]:
    """Let nobody write on a primary from now on; where the block is broken off, it goes on."""
    with connected(former.url) as connection:
        try:
            connection.execute("ALTER SYSTEM SET default_transaction_read_only = on")
            connection.execute("SELECT pg_reload_conf()")
            yield connection
        except BaseException:
            connection.execute("ALTER SYSTEM RESET default_transaction_read_only")
            connection.execute("SELECT pg_reload_conf()")
            raise


def soon_has_all(former: Peer, leader: Peer) -> bool:
    """Return whether the standby streams, or lacks nothing; one that just came has its time."""
    give_up = time.monotonic() + COMING_SECONDS
    while (ours := look(former)) and (its := look(leader)):
        if ours.follower == "streaming" or its.position >= ours.position:
            return True
        if ours.slot == "lost" or time.monotonic() > give_up:
            return False
        time.sleep(0.2)
    return True  # nobody to ask: what follows says so


def refuse_to_lose(former: Peer, leader: Peer) -> None:
    """Raise Unable: a promotion would give up what the primary has and the standby has not."""
    ours, its = look(former), look(leader)
    lacks = max(0, ours.position - its.position) if ours and its else 0
    raise Unable(
        f"{former.name} answers, and {leader.name} has not all that it wrote: {lacks} bytes of "
        "its log would be lost, so nothing was done. See script/standby status and let the "
        "standby follow (script/standby rejoin), or say script/standby promote --lose."
    )


def lead(leader: Peer) -> State:
    """Promote a standby; its commits wait for nobody until a standby follows it."""
    with connected(leader.url) as connection:
        connection.execute("ALTER SYSTEM SET synchronous_standby_names = ''")
        connection.execute("SELECT pg_reload_conf()")
        row = connection.execute("SELECT pg_promote(true, %s)", [PROMOTED_SECONDS]).fetchone()
    state = look(leader)
    if not row or not row[0] or state is None or state.follows:
        raise Unable(f"{leader.name} does not lead after {PROMOTED_SECONDS} s: see its log.")
    make_slot(leader.url)  # for whoever follows next
    return state


def copy(leader: Peer, data: Path) -> None:
    """Make a standby's data folder: under another name until it is whole."""
    half = data.with_name(f"{data.name}.half")
    shutil.rmtree(half, ignore_errors=True)
    make_slot(leader.url)
    tool(
        data,
        "pg_basebackup",
        f"--pgdata={half}",
        f"--dbname={leader.url}",
        f"--slot={STANDBY}",
        "--checkpoint=fast",
        "--wal-method=stream",
        "--no-password",
    )
    follow(half, leader)
    half.rename(data)


def rejoin(data: Path, leader: Peer) -> str:
    """
    Make a former primary, or an empty place, the standby of `leader`; return how.

    What the former primary wrote and nobody else has is rewound; where pg_rewind can't, and where
    the log that a standby lacks is gone, it is kept under another name and the leader is copied
    anew.
    """
    if fence.running(data):
        raise Unable(f"A server runs in {data}: stop it first.")
    if fence.leads(data):
        raise Unable(f"{data} is no former primary's and no standby's: nothing was done.")
    how = "copied anew"
    if data.exists():
        # The fence of ours stays meanwhile: broken off, this never leads as a second primary.
        if not fence.is_fenced(data):
            fence.fence(data, leader=leader.name, timeline=0)
        try:
            rewind(data, leader)
            how = "rewound"
        except Unable as error:
            kept = data.with_name(f"{data.name}.former-{time.strftime('%Y-%m-%dT%H%M%S')}")
            fence.fence(data, leader=leader.name, timeline=0)
            data.rename(kept)
            how = f"copied anew ({error}); what it was lies in {kept}"
        except BaseException:
            fence.write(data / FOLLOWS, "")
            raise
    if not data.exists():
        copy(leader, data)
    fence.lift(data)
    return how


def rewind(data: Path, leader: Peer) -> None:
    """Take back what a former primary alone wrote, and let it follow."""
    state = look(leader)
    make_slot(leader.url)
    if state is not None and state.slot == "lost":
        raise Unable(GONE)
    # pg_rewind starts the server once to end its recovery.
    (data / FOLLOWS).unlink(missing_ok=True)
    tool(data, "pg_rewind", f"--target-pgdata={data}", f"--source-server={leader.url}")
    follow(data, leader)


def follow(data: Path, leader: Peer) -> None:
    """Let the server of `data` follow `leader` from its next start on."""
    settings = data / fence.SETTINGS
    mine = ("primary_conninfo", "primary_slot_name", "default_transaction_read_only")
    lines = settings.read_text().splitlines(keepends=True) if settings.exists() else []
    lines = [line for line in lines if not line.startswith((*mine, "synchronous_standby_names"))]
    told = conninfo(leader).replace("'", "''")
    lines += [f"primary_conninfo = '{told}'\n", f"primary_slot_name = '{STANDBY}'\n"]
    fence.write(settings, "".join(lines))
    fence.write(data / FOLLOWS, "")


def wait_for_standby(leader: Peer, *, wanted: bool) -> None:
    """Let commits wait until the standby has them, too, once it follows; or no longer."""
    if wanted and (state := look(leader)) is not None and state.follower != "streaming":
        raise Unable(
            "The standby does not follow yet, so no commit waits for it: script/standby status "
            "says why."
        )
    let_commits_wait(leader.url, STANDBY, wanted=wanted)


def tool(data: Path, name: str, *options: str) -> None:
    """Run one of PostgreSQL's programs as the account that runs the server."""
    account = server_account()
    open_the_way(account, data, postgres_programs())
    command: Command = [postgres_programs() / name, *options]
    done = subprocess.run(
        command, cwd=data.parent, capture_output=True, text=True, check=False, **switch(account)
    )
    if done.returncode:
        raise Unable(f"{name} failed: {first_error(done.stderr)}")


def answering(peers: list[Peer]) -> Peer:
    """Return the server that leads; raise Unable where none does, or two do."""
    states = {peer.name: look(peer) for peer in peers}
    leading = [peer for peer in peers if (state := states[peer.name]) and not state.follows]
    if len(leading) == 1:
        return leading[0]
    if not leading:
        if any(peer.data and fence.leads(peer.data) for peer in peers):
            raise Unable("The office is closed: start script/server, then ask once more.")
        raise Unable("No server leads: start it, or promote the standby (script/standby promote).")
    newest = max(leading, key=lambda peer: states[peer.name].timeline)  # type: ignore[union-attr]
    older = next(peer for peer in leading if peer is not newest)
    raise Unable(
        f"Two servers lead: {newest.name} since the later promotion, and {older.name}, which must "
        "be stopped at once and made the standby with script/standby rejoin."
    )
