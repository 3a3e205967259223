"""What each sale asks reads as much at a club of twenty thousand guests as at a small one."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from casino.players.queries import cards, hold_guest, linked_cards

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("question", [cards, linked_cards, hold_guest])
def test_the_cards_of_a_person_are_found_by_indexes(question: Callable[[int], Any]):
    sql, given = question.__wrapped__(1).query.sql_with_params()  # type: ignore[attr-defined]
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")  # a small table is read whole otherwise
        cursor.execute(f"EXPLAIN {sql}", given)
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert "Seq Scan" not in plan, plan
