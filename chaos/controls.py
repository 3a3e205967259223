"""
Negative controls: a fault is built into a copy of the program, and must be found.

They are patches of a copy, or of its database, and never switches in the product. Most must turn
the runner red, for the reason that is named; what only many at once at the same rows would see must
turn a test red, which is run in the copy. The tables are a copy of those that the tests keep.
"""

import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psycopg

from chaos.office import Office
from chaos.run import Options, Run
from script.children import Unable
from script.office import TOP
from script.servers import postgres, postgres_url
from tests.prepared import KEPT, kept

NOT_OURS = shutil.ignore_patterns(".git", ".venv", "var", ".*_cache", ".hypothesis")
Patch = tuple[str, str, str]
DEFINITION = "SELECT pg_get_functiondef(oid) FROM pg_proc WHERE proname = %s"
ASCENDING = "SELECT array_agg(a.id ORDER BY a.id), array_agg(u.cents ORDER BY a.id), min"
ANY_ORDER = ASCENDING.replace("BY a.id", "BY md5(a.id::text || p_act)")
OF_BATCH, RANDOM = "GROUP BY u.account ORDER BY u.account", "ORDER BY random()"
PARTS = '    names = ("losing", "winning", "table")'
OTHER_SEAT = "    payouts[max(payouts)] += 1\n    payouts[min(payouts)] -= 1\n"


@dataclass(frozen=True, kw_only=True, slots=True)
class Control:
    """
    A fault of the program; `shows`: how it is found out, as a pattern of what is said.

    patches: of files (file, old, new); functions: of the database's functions, as all migrations
    together left them (name, old, new).
    """

    says: str
    shows: str
    patches: Sequence[Patch] = ()
    functions: Sequence[Patch] = ()
    sql: str = ""
    faults: Sequence[str] = ("none",)
    tests: str = ""
    operations: int = 3_000


CONTROLS = {
    "key": Control(
        says="a key may be used twice",
        shows="not replayed|acts doubled",
        sql="ALTER TABLE ledger_act DROP CONSTRAINT ledger_act_key",
        functions=[("ledger_begin", "ON CONFLICT (key) DO NOTHING RETURNING", "RETURNING")],
        faults=["cut_people"],
    ),
    "durability": Control(
        says="an answer does not wait for the disk",
        shows="acts lost",
        sql="ALTER ROLE casino_app SET synchronous_commit = off",
        faults=["kill_postgres"],
    ),
    "trigger": Control(
        says="the trigger that moves the balances is gone",
        shows="by the model",
        sql="DROP TRIGGER posted ON ledger_entry",
    ),
    "lock_order": Control(
        says="a posting takes the accounts in any order",
        shows="a_posting_takes",
        functions=[("ledger_post", ASCENDING, ANY_ORDER)],
        tests="tests/concurrency/test_lock_order.py",
    ),
    "batch_lock_order": Control(
        says="a batch takes the accounts in any order",
        shows="posting_of_a_batch",
        functions=[
            ("ledger_post_batch", OF_BATCH, OF_BATCH.replace("ORDER BY u.account", RANDOM))
        ],
        tests="tests/concurrency/test_lock_order.py",
    ),
    "hold_club": Control(
        says="a close waits for no command in flight",
        shows="a_close_waits|during_a_close",
        functions=[
            ("ledger_hold_club", "SELECT pg_advisory_xact_lock(7000, p_club::integer)", "SELECT")
        ],
        tests="tests/concurrency/test_lock_order.py",
    ),
    "rake": Control(
        says="the rake is a cent too little",
        shows="A pot of",
        patches=[
            (
                "cashgames/rules/rake.py",
                "return rake - rake % terms.chip_unit_cents",
                "return max(rake - rake % terms.chip_unit_cents - 1, 0)",
            )
        ],
    ),
    "share": Control(
        says="a cent of a jackpot goes to another seat",
        shows="A bad beat from",
        patches=[("jackpot/rules/payouts.py", PARTS, OTHER_SEAT + PARTS)],
    ),
    "approval": Control(
        says="a large sale needs no second person",
        shows="but APPROVAL-010 was due",
        patches=[
            (
                "casino/cage/services/desk.py",
                'if sale_signatures(cents, thresholds=amounts) != "one":',
                "if not amounts:",
            )
        ],
    ),
    "seal": Control(
        says="a chain of seals that was made anew is not compared with the copy outside",
        shows="made_anew",
        patches=[
            (
                "casino/verify/mirror.py",
                "if stored.get(day) != seal and (day, seal) not in lost:",
                "if day not in stored:",
            ),
        ],
        tests="tests/integration/verify/test_verify.py",
    ),
}  # fmt: skip


def all_red(names: Sequence[str], *, seed: int, folder: Path) -> int:
    """Build each fault in; return 0 where all were found, and for the reason that is named."""
    if unknown := set(names) - set(CONTROLS):
        raise Unable(f"No control {', '.join(unknown)}: there are {', '.join(CONTROLS)}.")
    unseen, said = [], []
    for name in names or CONTROLS:
        control, began = CONTROLS[name], time.monotonic()
        print(f"=== {name}: {control.says}", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        code = copy_with(control.patches, folder / "code")
        wrong = tested(control, code) if control.tests else ran(control, code, folder, seed)
        found = [line for line in wrong if re.search(control.shows, line)]
        how = f"RED, as it must be: {found[0][:200]}" if found else "NOT SEEN"
        said.append(f"=== {name}, {time.monotonic() - began:.0f} s: {how}")
        print(said[-1], flush=True)
        unseen += [] if found else [name]
    shutil.rmtree(folder, ignore_errors=True)
    print("\n".join(said))
    print(f"Not seen: {', '.join(unseen)}" if unseen else "Every control was seen.")
    return 1 if unseen else 0


def copy_with(patches: Sequence[Patch], code: Path) -> Path:
    """Copy the program and build faults in. Raises Unable where a patch does not fit any more."""
    shutil.copytree(TOP, code, ignore=NOT_OURS)
    for file, old, new in patches:
        text = (code / file).read_text()
        (code / file).write_text(patched(file, text, old, new))
    return code


def patched(what: str, text: str, old: str, new: str) -> str:
    """Return the text with the fault in it. Raises Unable where that does not fit just once."""
    if text.count(old) != 1:
        raise Unable(f"The patch of {what} fits {text.count(old)} times: {old}")
    return text.replace(old, new)


def meddle(control: Control, connection: psycopg.Connection) -> None:
    """Build the fault into a database, as its superuser."""
    if control.sql:
        connection.execute(control.sql)
    for name, old, new in control.functions:
        (found,) = connection.execute(DEFINITION, [name]).fetchall()
        connection.execute(patched(name, found[0], old, new))


def ran(control: Control, code: Path, folder: Path, seed: int) -> list[str]:
    """Run the runner on the copy; what it found wrong."""

    def build_in(office: Office) -> None:
        with office.connect() as connection:
            meddle(control, connection)
        if control.functions:  # the lists say what is there: the fault itself must show
            office.run("manage.py", "guards", "--write")

    options = Options(
        seed=seed,
        operations=control.operations,
        episode=150,
        pause=3,
        crews=4,
        faults=list(control.faults),
        folder=folder / "office",
        code=code,
        meddle=build_in,
    )
    return Run(options).main().wrong


def tested(control: Control, code: Path) -> list[str]:
    """Run the tests that are to fail in the copy, on tables with the fault; which failed."""
    copy = code / KEPT.relative_to(TOP)
    copy.parent.mkdir()
    with kept():
        subprocess.run(["cp", "-a", KEPT, copy], check=True)
    if control.functions:
        build_into_kept(control, copy / "postgres")
    command = [sys.executable, "-m", "pytest", control.tests, "-q", "-n", "0", "-p", "no:randomly"]
    command += ["-k", control.shows.replace("|", " or ")]
    done = subprocess.run(command, cwd=code, capture_output=True, text=True, check=False)
    print(done.stdout[-300:])
    return [line for line in done.stdout.splitlines() if line.startswith("FAILED")]


def build_into_kept(control: Control, cluster: Path) -> None:
    """Build the fault into the tests' database and into what they lay it anew from."""
    with postgres(cluster, durable=False):
        for database in ("casino", "casino_template"):
            url = postgres_url(cluster, database=database)
            with psycopg.connect(url, autocommit=True) as connection:
                meddle(control, connection)
