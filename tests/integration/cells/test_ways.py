"""Each table is a club's by its keys, or named as belonging to nobody's club."""

from dataclasses import replace

import pytest
from django.db import connection

from casino.cells.ways import (
    KEPT_FORMER,
    OF_PEOPLE,
    OF_THE_INSTALLATION,
    SHARED,
    UNSAID,
    Ways,
    ways,
)

FORMER = "SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgname = 'reports_keep_former'"


@pytest.fixture
def known(db: None) -> Ways:
    with connection.cursor() as cursor:
        return ways(cursor)


def test_each_table_leads_to_its_club_or_is_named_with_the_reason(known: Ways):
    assert known.lost == set()
    assert replace(known, columns=known.columns | {"made_today": ["id"]}).lost == {"made_today"}
    named = {*OF_THE_INSTALLATION, *OF_PEOPLE, *SHARED}
    assert named <= known.columns.keys()
    assert not named & known.found.keys()


def test_what_no_foreign_key_says_is_there(known: Ways):
    for (table, column), (parent, other) in UNSAID.items():
        assert column in known.columns[table]
        assert other in known.columns[parent]
    with connection.cursor() as cursor:
        cursor.execute(FORMER)
        assert {*KEPT_FORMER} == {table for (table,) in cursor.fetchall()}
