"""
The standby of the office: how it is, that it leads, that the former primary follows.

    script/standby status             who leads, who follows, how far behind
    script/standby promote [--is-off] [--lose]
                                      fence the primary, let the standby lead
    script/standby rejoin [DATA]      make the fenced primary, or an empty place, the standby
    script/standby sync on|off        whether a commit waits until the standby has it, too
    script/standby check DATA         for the start of PostgreSQL: refuse a former primary

STANDBY_URL names both servers of yours; without it they are those of script/server --standby.
"""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg

from script import fence, pair
from script.children import Unable
from script.environment import told
from script.office import POSTGRES, SECOND, VAR, borrowed_servers, embedded, folders, take
from script.peers import Peer, State, look, named_peers
from script.promotion import answering, promote, rejoin, wait_for_standby
from script.servers import FOLLOWS

REFUSED = os.EX_CONFIG


def main(*arguments: str) -> int:
    """Carry out one command; return the exit status."""
    asked = parser().parse_args(arguments)
    match asked.command:
        case "status":
            status = tell(peers())
        case "promote":
            status = let_lead(is_off=asked.is_off, lose=asked.lose)
        case "rejoin":
            status = let_follow(asked.data)
        case "check":
            status = check(asked.data)
        case _:
            status = let_wait(wanted=asked.how == "on")
    return status


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    made = argparse.ArgumentParser(
        "script/standby", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    commands = made.add_subparsers(dest="command", required=True)
    commands.add_parser("status")
    lead = commands.add_parser("promote")
    lead.add_argument("--is-off", action="store_true", help="the primary does not answer, as it is")
    lead.add_argument("--lose", action="store_true", help="what the standby lacks may be lost")
    commands.add_parser("rejoin").add_argument("data", type=Path, nargs="?")
    commands.add_parser("sync").add_argument("how", choices=("on", "off"))
    commands.add_parser("check").add_argument("data", type=Path)
    return made


def ours() -> bool:
    """Return whether both servers are those of script/server --standby."""
    return not os.environ.get("STANDBY_URL") and embedded("DATABASE_URL")


def peers() -> list[Peer]:
    """Return both servers; raise Unable where there is no standby."""
    if not ours():
        return named_peers()
    if not SECOND.exists():
        raise Unable("This office has no standby: make one with script/server --standby.")
    return pair.peers(folders())


def tell(found: list[Peer]) -> int:
    """Say how each server is; status 1 where not exactly one leads and one streams from it."""
    states = {peer.name: look(peer) for peer in found}
    leading = [state for state in states.values() if state and not state.follows]
    for name, state in states.items():
        if state is None:
            data = next(peer.data for peer in found if peer.name == name)
            fenced = data is not None and fence.is_fenced(data)
            print(fence.why(data) if fenced and data else f"{name} does not answer.")
        elif state.follows:
            behind = max(0, leading[0].position - state.position) if leading else None
            lag = "nobody leads" if behind is None else f"{behind} bytes behind"
            last = f"{state.last_at:%d.%m.%Y %H:%M:%S %Z}" if state.last_at else "none yet"
            print(f"{name} follows, {lag}; its last commit: {last}.")
            if leading and leading[0].follower != "streaming":
                print(not_streaming(name, leading[0]))
        else:
            waits = (
                f"commits wait for {state.waits_for}"
                if state.waits_for
                else "commits wait for none"
            )
            print(f"{name} leads in timeline {state.timeline}; {waits}.")
    streams = [each.follower == "streaming" for each in leading]
    followers = sum(1 for state in states.values() if state and state.follows)
    return 0 if (streams, followers) == ([True], 1) else 1


def not_streaming(name: str, leader: State) -> str:
    """Return the sentence about a standby that the server which leads does not reach."""
    if leader.slot == "lost":
        return f"{name} lacks log that is gone: script/standby rejoin copies it anew."
    if leader.follower is not None:
        return f"{name} catches up ({leader.follower})."
    return f"{name} does not stream: see its log."


def let_wait(*, wanted: bool) -> int:
    """Let commits wait for the standby, or no longer."""
    wait_for_standby(answering(peers()), wanted=wanted)
    print("Commits wait for the standby." if wanted else "Commits wait for no standby.")
    return 0


@contextmanager
def standby_running() -> Iterator[None]:
    """Run our own standby where no script/server does, for as long as it takes to promote it."""
    with ExitStack() as stack:
        if ours():
            lock = stack.enter_context((VAR / "servers.lock").open("w"))
            following = [each for each in folders() if (each / "data" / FOLLOWS).exists()]
            following = [each for each in following if not fence.is_fenced(each / "data")]
            if take(lock) and following:
                other = POSTGRES if following[0] == SECOND else SECOND
                stack.enter_context(pair.run(following[0], other, waits=False))
        yield


def let_lead(*, is_off: bool, lose: bool) -> int:
    """Promote the standby and say what comes next."""
    found = peers()
    with standby_running():
        done = promote(found, is_off=is_off, lose=lose)
    last = f"{done.last_at:%d.%m.%Y %H:%M:%S %Z}" if done.last_at else "none"
    print(f"{done.leader.name} leads in timeline {done.timeline} after {done.seconds:.1f} s.")
    print(f"The last commit that it had of {done.former.name}: {last}.")
    if done.former.data is not None:
        what = "is fenced" if fence.is_fenced(done.former.data) else "is gone"
        print(f"{done.former.name} {what}; script/standby rejoin makes it the standby.")
    else:
        print(
            f"{done.former.name} must not lead again: on its machine, PostgreSQL being stopped, "
            "script/standby rejoin DATA makes it the standby."
        )
    print("Ask script/manage verify whether the mirror knows an act that was lost.")
    return 0


def let_follow(data: Path | None) -> int:
    """Make a former primary the standby; of our own servers the one that does not lead."""
    if not ours():
        if data is None:
            raise Unable("Name the data folder that is to follow: script/standby rejoin DATA.")
        print(f"{data} follows: {rejoin(data.absolute(), answering(peers()))}. Start it.")
        return 0
    found = peers()
    with borrowed_servers():
        leader = answering(found)
        folder = next(each for each in folders() if each / "data" != leader.data)
        with pair.made_once(folder):
            data, state = folder / "data", look(leader)
            follows = fence.running(data) or (data / FOLLOWS).exists()
            if follows and not fence.is_fenced(data):
                if state is None or state.slot != "lost" or not (data / FOLLOWS).exists():
                    print(f"{folder} follows already.")
                    return 0
                fence.fence(data, leader=leader.name, timeline=state.timeline)  # nobody starts it
                fence.stop(data)
            print(f"{folder} follows: {rejoin(data, leader)}.")
    print("A script/server that runs starts it within a minute.")
    return 0


def check(data: Path) -> int:
    """Refuse the start of a server in whose place another one leads."""
    fence.refuse_fenced(data)
    if not fence.leads(data):
        return 0
    for peer in named_peers():
        state = look(peer)
        if state and not state.follows and state.timeline > fence.timeline(data):
            fence.fence(data, leader=peer.name, timeline=state.timeline)
            fence.refuse_fenced(data)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except (Unable, psycopg.Error, OSError) as error:
        print(told(error), file=sys.stderr)
        sys.exit(REFUSED if "check" in sys.argv[1:2] else 1)
