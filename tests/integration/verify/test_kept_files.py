"""A file that left for the accountant's program holds what was hashed when it was made."""

import zlib

import psycopg
import pytest

from casino.bookkeeping.models import Chunk
from casino.bookkeeping.verify import verify_files
from tests.books import books_sent
from tests.integration.verify.test_verify import mirror, verified
from tests.world import World

pytestmark = pytest.mark.usefixtures("committed_db")
__all__ = ["mirror"]


def test_a_kept_file_that_was_rewritten_is_named(
    world: World, forger: psycopg.Connection, capsys: pytest.CaptureFixture[str]
):
    file = books_sent(world)
    assert "BROKEN" not in verified(capsys)[1]
    chunk = Chunk.objects.get(file=file)
    other = zlib.compress(zlib.decompress(bytes(chunk.data)).replace(b"3.00", b"9.00"))

    forger.execute("UPDATE bookkeeping_chunk SET data = %s WHERE id = %s", [other, chunk.pk])

    assert f"file {file.pk}: {file.name} is not what was made" in verified(capsys)[1]


@pytest.mark.parametrize(
    "forgery",
    ["UPDATE bookkeeping_chunk SET data = ''", "UPDATE bookkeeping_chunk SET data = 'x'"],
)
def test_a_file_of_a_batch_is_never_emptied(world: World, forger: psycopg.Connection, forgery: str):
    file = books_sent(world)

    forger.execute(forgery)

    assert [each.what for each in verify_files(world.club.pk)] == [f"file {file.pk}"]


def test_what_was_emptied_with_a_guest_whom_it_may_name_is_no_finding(
    world: World, forger: psycopg.Connection
):
    books_sent(world)
    forger.execute("UPDATE bookkeeping_file SET batch_id = NULL, profile = 'report-x'")
    forger.execute("UPDATE bookkeeping_chunk SET data = ''")

    assert list(verify_files(world.club.pk)) == []
