"""Behind PgBouncer in transaction mode: each transaction is another connection's."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from script.office import TOP
from script.servers import answers, private, server_account, socket_folder, switch
from tests.waiting import until

BOUNCER = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
SETTINGS = """
[databases]
* = host={socket}
[pgbouncer]
pool_mode = transaction
default_pool_size = 2
listen_addr =
unix_socket_dir = {folder}
auth_type = trust
auth_file = {folder}/users
"""
# Eight desks of one club sell at once, through two connections, while past nights are entered.
WORK = """
import django
django.setup()
from concurrent.futures import ThreadPoolExecutor
from django.db import connection
from casino.ledger.queries.gaming_days import is_being_backfilled
from casino.ledger.services import backfill
from casino.ledger.verify import Books, verify_ledger
from tests.world import a_club

world = a_club()

def sell(desk):
    for minute in range(20):
        world.sell(100, f"22:{minute:02}")
    seen = is_being_backfilled(world.club.pk)
    connection.close()
    return seen

with backfill(world.club.pk), ThreadPoolExecutor(8) as desks:
    assert all(desks.map(sell, range(8))), "a job would close what is being entered"
assert not is_being_backfilled(world.club.pk), "the lock stayed with a connection"
assert list(verify_ledger(Books(club_id=world.club.pk))) == []
print(world.balance("chips:floor"))
"""


@pytest.fixture
def pooled(servers: Path, committed_db: None) -> Iterator[str]:
    """Start PgBouncer before the tests' server; the address of the runtime role behind it."""
    assert BOUNCER, "The tests need Debian's pgbouncer: apt-get install pgbouncer"
    account = server_account()
    folder = Path(tempfile.mkdtemp(prefix="casino-pool-"))
    private(account, folder)
    settings = folder / "pgbouncer.ini"
    settings.write_text(SETTINGS.format(socket=socket_folder(servers / "postgres"), folder=folder))
    users = folder / "users"
    users.write_text('"casino_app" ""\n')
    for file in (settings, users):
        file.chmod(0o644)
    with subprocess.Popen(
        [BOUNCER, "--quiet", settings], stderr=subprocess.DEVNULL, **switch(account)
    ) as bouncer:
        url = f"postgresql://casino_app@{folder.as_posix().replace('/', '%2F')}:6432/casino"
        until(lambda: answers(url))
        yield url
        bouncer.terminate()
    shutil.rmtree(folder)


def worked(url: str, **told: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "DATABASE_URL": url, "DATABASE_LIMITS": "", **told}
    environment |= {"DJANGO_SETTINGS_MODULE": "casino.settings"}
    return subprocess.run(
        [sys.executable, "-c", WORK],
        cwd=TOP,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_behind_a_pooler_in_transaction_mode_nothing_is_lost_or_mixed_up(pooled: str):
    done = worked(pooled, DATABASE_POOLED="1")
    assert done.stdout == f"{-8 * 20 * 100}\n", done.stderr[-2000:]


def test_a_pooler_that_the_office_was_not_told_of_is_noticed_at_once(pooled: str):
    refused = worked(pooled)
    assert refused.returncode
    assert "unsupported startup parameter: options" in refused.stderr
