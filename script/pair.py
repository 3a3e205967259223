"""The two servers that script/server --standby runs on one machine, and which of them leads."""

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg

from script import fence
from script.children import PATIENCE_SECONDS, Child, Unable
from script.peers import STANDBY, Peer, conninfo, let_commits_wait, look
from script.promotion import copy
from script.servers import FOLLOWS, postgres, postgres_url, private, server_account
from script.variables import switch


def peers(folders: list[Path]) -> list[Peer]:
    """Return the servers whose data lies in these folders."""
    return [
        Peer(name=f"var/{each.name}", url=postgres_url(each), data=each / "data")
        for each in folders
    ]


def in_order(folders: list[Path]) -> list[Path]:
    """
    Return the folders in the order of their start, the one that leads first.

    A former primary that missed its fence gets it here. Raises Unable where none leads.
    """
    data = {each: each / "data" for each in folders}
    leading = [each for each in folders if fence.leads(data[each])]
    if len(leading) > 1:
        newer, older = sorted(leading, key=lambda each: -fence.timeline(data[each]))
        if fence.timeline(data[newer]) == fence.timeline(data[older]):
            raise Unable(
                f"The servers in {newer} and {older} both lead, and neither was promoted after the "
                "other: move away the one that the office did not work with."
            )
        fence.fence(data[older], leader=f"var/{newer.name}", timeline=fence.timeline(data[newer]))
        leading = [newer]
    if not leading:
        refuse_to_begin_without_leader(folders)
        leading = folders[:1]
    return [*leading, *(each for each in folders if each not in leading)]


def refuse_to_begin_without_leader(folders: list[Path]) -> None:
    """Raise Unable where there is a database, but none that may lead."""
    for each in folders:
        fence.refuse_fenced(each / "data")
    for each in folders:
        if (each / "data" / FOLLOWS).exists():
            raise Unable(
                f"No server of this office leads: the one in {each} follows another, which is "
                "gone. Let it lead with script/standby promote."
            )


@contextmanager
def run(folder: Path, other: Path, *, waits: bool) -> Iterator[Child]:
    """
    Run one of the two as what it is now; raise Unable where it must not start.

    A place without data becomes the standby of the other, where that leads.
    """
    data, leader = folder / "data", peers([other])[0]
    fence.refuse_fenced(data)
    if not data.exists() and (other / "data" / FOLLOWS).exists():
        raise Unable(
            f"The database in {folder} is gone; the standby in {other} has it: let it lead with "
            "script/standby promote."
        )
    if fence.leads(data) and fence.leads(other / "data"):
        in_order([folder, other])
        fence.refuse_fenced(data)
    if fence.leads(other / "data"):
        private(server_account(), folder)
        with made_once(folder):
            if not data.exists():
                print(f"A standby is being made in {folder}.")
                copy(leader, data)
    settings = [f"primary_conninfo={conninfo(leader)}", f"primary_slot_name={STANDBY}"]
    settings += ["wal_log_hints=on", "wal_retrieve_retry_interval=500ms"]
    settings += ["wal_keep_size=256MB"]  # pg_rewind needs the former primary's own log
    with postgres(folder, *settings, waits=waits) as child:
        yield child


@contextmanager
def made_once(folder: Path) -> Iterator[None]:
    """Wait until nobody else makes a standby here."""
    with (folder / "making.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def sync_wanted() -> bool:
    """Return whether a commit shall wait until the standby has it on its disk, too."""
    return switch("STANDBY_SYNC")


class Confirmation:
    """
    Lets commits wait for the standby as soon as it follows, where that is `wanted`.

    When it falls away they go on waiting: that is what was asked for. A person ends it with
    script/standby sync off; once the standby follows again they wait again.
    """

    SECONDS = 2.0

    def __init__(self, folders: list[Path], *, wanted: bool, log: Path) -> None:
        self.folders, self.wanted, self.log = folders, wanted, log
        self.again_at = 0.0

    def begin(self) -> None:
        """Say it to the server that leads; raise Unable where it waits for who does not come."""
        leader = peers(in_order(self.folders)[:1])[0]
        if not self.wanted:
            let_commits_wait(leader.url, STANDBY, wanted=False)
            return
        fenced = [each for each in self.folders if fence.is_fenced(each / "data")]
        if fenced:
            let_commits_wait(leader.url, STANDBY, wanted=False)
            print("There is no standby at present: no commit waits for one.")
            return
        give_up = time.monotonic() + PATIENCE_SECONDS
        while not self.confirm():
            if time.monotonic() > give_up:
                raise Unable(
                    "The standby does not follow, and STANDBY_SYNC=1 lets every commit wait for "
                    "it: see var/log, or start without STANDBY_SYNC."
                )
            time.sleep(0.2)

    def look(self) -> None:
        """Ask every now and then."""
        if self.wanted and time.monotonic() >= self.again_at:
            self.again_at = time.monotonic() + self.SECONDS
            with suppress(psycopg.Error):
                self.confirm()

    def confirm(self) -> bool:
        """Let commits wait where the standby follows; return whether they do."""
        for peer in peers(self.folders):
            state = look(peer)
            if state and not state.follows and state.follower == "streaming":
                if STANDBY not in state.waits_for:
                    let_commits_wait(peer.url, STANDBY, wanted=True)
                return True
        return False
