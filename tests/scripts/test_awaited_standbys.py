"""Whom commits wait for: of a server of the operator's, whose standbys have names of their own."""

from pathlib import Path

import pytest

from script.children import Unable
from script.peers import STANDBY, awaited, let_commits_wait
from script.servers import postgres_url
from tests.concurrency.test_commits_that_wait import WAITED_FOR_NOBODY, told
from tests.database import superuser

NEXT = "SELECT setting FROM pg_file_settings WHERE name = 'synchronous_standby_names'"


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("", ""),
        ("casino_standby", ""),
        ('"casino_standby"', ""),
        ("Casino_Standby", ""),
        ("FIRST 2 (casino_backup, casino_standby)", "casino_backup"),
        ("FIRST 2 (casino_standby, replica_2)", "replica_2"),
        ("2 (casino_standby, replica1)", "replica1"),
        ('FIRST 2 ("dc-riga", casino_standby)', '"dc-riga"'),
        ("casino_standby, replica1, replica2", "replica1, replica2"),
        ("ANY 2 (a_b, casino_standby, c_d)", "ANY 2 (a_b, c_d)"),
        ("any 1 (A1,casino_standby,c$d)", "any 1 (A1, c$d)"),
        ('FIRST 2 (casino_standby, "a, ""b"" (c)", d)', 'FIRST 2 ("a, ""b"" (c)", d)'),
        ("replica1", "replica1"),
        ('"dc-riga"', '"dc-riga"'),
        ("ANY 1 (a_b,c_d)", "ANY 1 (a_b,c_d)"),
        ("*", "*"),
    ],
)
def test_taking_ours_away_leaves_the_names_of_others(said: str, left: str):
    assert awaited(said, STANDBY, wanted=False) == left


@pytest.mark.parametrize(
    ("said", "then"),
    [
        ("", "casino_standby"),
        ("casino_backup", "FIRST 2 (casino_backup, casino_standby)"),
        ("replica1", "FIRST 2 (replica1, casino_standby)"),
        ('"dc-riga"', 'FIRST 2 ("dc-riga", casino_standby)'),
        ("FIRST 2 (b, a)", "FIRST 3 (b, a, casino_standby)"),
        ("ANY 2 (b, a)", "ANY 3 (b, a, casino_standby)"),
        ("FIRST 1 (a, casino_standby)", "FIRST 1 (a, casino_standby)"),
    ],
)
def test_ours_is_waited_for_beside_all_that_were_before(said: str, then: str):
    assert awaited(said, STANDBY, wanted=True) == then


@pytest.mark.parametrize("said", ["ANY 1 (a_b, c_d)", "a, b", "FIRST 1 (a, b)", "*"])
def test_ours_is_not_put_among_names_of_which_some_are_enough(said: str):
    with pytest.raises(Unable, match="casino_standby"):
        awaited(said, STANDBY, wanted=True)


@pytest.mark.parametrize("said", ["dc-riga", "FIRST 2 (a", "a b", "ANY (a)", '"a'])
@pytest.mark.parametrize("wanted", [True, False])
def test_what_cannot_be_read_is_left_to_the_operator(said: str, *, wanted: bool):
    with pytest.raises(Unable, match="cannot be read"):
        awaited(said, STANDBY, wanted=wanted)


def test_the_server_reads_names_of_any_kind_as_they_were(servers: Path):
    url = postgres_url(servers / "postgres")
    before = """FIRST 2 ("o'brien", casino_standby)"""
    quoted = before.replace("'", "''")
    with superuser(servers) as server:
        server.execute("SET synchronous_commit = local")
        try:
            told(server, f"ALTER SYSTEM SET synchronous_standby_names = '{quoted}'", names=before)
            let_commits_wait(url, STANDBY, wanted=False)
            assert server.execute(NEXT).fetchall()[-1] == ('"o\'brien"',)
        finally:
            told(server, WAITED_FOR_NOBODY, names="")
