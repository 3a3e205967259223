"""
Negative controls: a fault is built into a copy of the program, and must be found.

They are patches of a copy, or of its database, and never switches in the product. Most must turn
the runner red, for the reason that is named; what only many at once at the same rows would see must
turn a test red, which is run in the copy.
"""

import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from chaos.office import Office
from chaos.run import Options, Run
from script.children import Unable
from script.office import TOP

NOT_OURS = shutil.ignore_patterns(".git", ".venv", "var", ".*_cache", ".hypothesis", "__pycache__")
Patch = tuple[str, str, str]
SQL = "casino/ledger/sql"
ASCENDING = "SELECT array_agg(a.id ORDER BY a.id), array_agg(u.cents ORDER BY a.id), min"
ANY_ORDER = ASCENDING.replace("BY a.id", "BY md5(a.id::text || p_act)")
OF_BATCH, RANDOM = "GROUP BY u.account ORDER BY u.account", "ORDER BY random()"
PARTS = '    names = ("losing", "winning", "table")'
OTHER_SEAT = "    payouts[max(payouts)] += 1\n    payouts[min(payouts)] -= 1\n"


@dataclass(frozen=True, kw_only=True, slots=True)
class Control:
    """A fault of the program; `shows`: how it is found out, as a pattern of what is said."""

    says: str
    shows: str
    patches: Sequence[Patch] = ()
    sql: str = ""
    faults: Sequence[str] = ("none",)
    tests: str = ""
    operations: int = 3_000


CONTROLS = {
    "key": Control(
        says="a key may be used twice",
        shows="not replayed|acts doubled",
        patches=[
            (f"{SQL}/tables.sql", "key uuid NOT NULL CONSTRAINT ledger_act_key UNIQUE", "key uuid"),
            (f"{SQL}/posting.sql", "    ON CONFLICT (key) DO NOTHING RETURNING", "    RETURNING"),
        ],
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
        patches=[(f"{SQL}/posting.sql", ASCENDING, ANY_ORDER)],
        tests="tests/concurrency/test_lock_order.py",
    ),
    "batch_lock_order": Control(
        says="a batch takes the accounts in any order",
        shows="posting_of_a_batch",
        patches=[(f"{SQL}/posting.sql", OF_BATCH, OF_BATCH.replace("ORDER BY u.account", RANDOM))],
        tests="tests/concurrency/test_lock_order.py",
    ),
    "hold_club": Control(
        says="a close waits for no command in flight",
        shows="a_close_waits|during_a_close",
        patches=[(f"{SQL}/closing.sql", "SELECT pg_advisory_xact_lock(7000, p_club::integer)",
                  "SELECT")],
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
    unseen = []
    for name in names or CONTROLS:
        control = CONTROLS[name]
        print(f"=== {name}: {control.says}", flush=True)
        shutil.rmtree(folder, ignore_errors=True)
        code = copy_with(control.patches, folder / "code")
        said = tested(control, code) if control.tests else ran(control, code, folder, seed)
        found = [line for line in said if re.search(control.shows, line)]
        print(f"=== {name}: {'RED, as it must be: ' + found[0][:200] if found else 'NOT SEEN'}")
        unseen += [] if found else [name]
    shutil.rmtree(folder, ignore_errors=True)
    print(f"Not seen: {', '.join(unseen)}" if unseen else "Every control was seen.")
    return 1 if unseen else 0


def copy_with(patches: Sequence[Patch], code: Path) -> Path:
    """Copy the program and build faults in. Raises Unable where a patch does not fit any more."""
    shutil.copytree(TOP, code, ignore=NOT_OURS)
    for file, old, new in patches:
        text = (code / file).read_text()
        if text.count(old) != 1:
            raise Unable(f"The patch of {file} fits {text.count(old)} times: {old}")
        (code / file).write_text(text.replace(old, new))
        if file.endswith(".sql"):
            sign(code, text.encode(), text.replace(old, new).encode())
    return code


def sign(code: Path, before: bytes, after: bytes) -> None:
    """Let the copy's migrations know a script as it is now: they refuse one that has changed."""
    was, now = (hashlib.sha256(each).hexdigest() for each in (before, after))
    for migration in code.glob("casino/ledger/migrations/*.py"):
        migration.write_text(migration.read_text().replace(was, now))


def ran(control: Control, code: Path, folder: Path, seed: int) -> list[str]:
    """Run the runner on the copy; what it found wrong."""
    options = Options(
        seed=seed,
        operations=control.operations,
        episode=150,
        pause=3,
        crews=4,
        faults=list(control.faults),
        folder=folder / "office",
        code=code,
        guards=any(file.endswith(".sql") for file, _, _ in control.patches),
        meddle=lambda office: meddle(office, control.sql),
    )
    return Run(options).main().wrong


def meddle(office: Office, statement: str) -> None:
    """Change the database, as its superuser, once the office is open."""
    if statement:
        with office.connect() as connection:
            connection.execute(statement)


def tested(control: Control, code: Path) -> list[str]:
    """Run a test in the copy; which failed."""
    command = [sys.executable, "-m", "pytest", control.tests, "-q", "-n", "0", "-p", "no:randomly"]
    done = subprocess.run(command, cwd=code, capture_output=True, text=True, check=False)
    print(done.stdout[-300:])
    return [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
