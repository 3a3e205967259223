"""A command that meets somebody else's change of the same record says so, and not where it was."""

import os
import sys
from unittest import mock

import pytest
from django.db import OperationalError, connection, transaction

from casino.start import busy_in_one_sentence

pytestmark = pytest.mark.django_db


def test_a_command_that_meets_another_change_of_its_record_says_so_in_one_sentence(
    capsys: pytest.CaptureFixture[str],
):
    busy = "DO $$ BEGIN RAISE EXCEPTION 'held' USING ERRCODE = 'lock_not_available'; END $$"
    stderr = mock.patch.object(sys, "__stderr__", sys.stderr)
    with stderr, pytest.raises(SystemExit) as ended, busy_in_one_sentence(), transaction.atomic():
        connection.cursor().execute(busy)
    assert ended.value.code == os.EX_TEMPFAIL
    said = "The record is in use by somebody else. Start the command again.\n"
    assert capsys.readouterr().err == said


def test_what_else_the_database_says_to_a_command_is_no_such_sentence():
    with pytest.raises(OperationalError), busy_in_one_sentence(), transaction.atomic():
        connection.cursor().execute("DO $$ BEGIN RAISE SQLSTATE '53100'; END $$")
