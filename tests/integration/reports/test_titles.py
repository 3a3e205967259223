"""Whatever was booked, owed or moved has a title: nobody reads the program's own names."""

import pytest
from django.db import connection

from cashgames.models import ChipMove
from casino.ledger.entries import TITLES, title_of
from tests.story import Story
from tests.world import World

pytestmark = pytest.mark.django_db
STORED = "SELECT kind FROM ledger_entry UNION SELECT kind FROM cage_payable"


def test_every_kind_of_a_story_has_a_title(world: World):
    list(Story(world))
    with connection.cursor() as cursor:
        cursor.execute(STORED)
        kinds = {kind for (kind,) in cursor.fetchall() if not kind.startswith("test.")}
    assert len(kinds) > 20
    assert kinds - TITLES.keys() == set()


def test_every_move_of_chips_has_a_title():
    assert {*ChipMove.Kind.values} - TITLES.keys() == set()


def test_a_kept_stack_that_is_due_has_a_title():
    assert title_of("cashgames.stack") == "Stack in safekeeping"


def test_a_kind_that_is_no_more_is_shown_as_it_was_written():
    assert title_of("cage.long_gone") == "cage.long_gone"
