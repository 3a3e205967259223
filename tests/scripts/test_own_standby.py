"""`script/standby` beside a running office: what it says is so."""

import re
import shutil
from collections.abc import Iterator

import pytest

from script import standby
from script.children import Unable, first_error
from script.peers import STANDBY, let_commits_wait
from script.servers import postgres, postgres_url
from tests.scripts.own_standby import SLOT_STATE, Own, own_standby

WAITED_FOR = "SELECT setting FROM pg_settings WHERE name = 'synchronous_standby_names'"


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> Iterator[Own]:
    with own_standby(monkeypatch) as own:
        yield own


def test_commits_wait_once_they_are_told_to_though_the_office_began_without(
    own: Own, capsys: pytest.CaptureFixture[str]
):
    with own.served():
        own.follow()
        assert own.asked(own.one, WAITED_FOR) == ("",)
        assert standby.main("sync", "on") == 0
        assert own.asked(own.one, WAITED_FOR) == (STANDBY,)
        assert standby.main("status") == 0
        assert "commits wait for casino_standby" in capsys.readouterr().out
        assert standby.main("sync", "off") == 0
        assert own.asked(own.one, WAITED_FOR) == ("",)
        standby.main("sync", "on")
    with own.served():  # a new start goes by STANDBY_SYNC alone
        assert own.asked(own.one, WAITED_FOR) == ("",)


def test_a_setting_that_overrules_ours_is_told(own: Own):
    with postgres(own.one, waits=False):
        refused = "goes on with synchronous_standby_names = '' (command line), not 'casino_standby'"
        with pytest.raises(Unable, match=re.escape(refused)):
            let_commits_wait(postgres_url(own.one), STANDBY, wanted=True)


def test_a_standby_is_made_again_where_the_log_for_the_former_one_is_gone(own: Own):
    with own.served():
        own.follow()
        own.lose_slot()
        shutil.rmtree(own.other / "data")
        own.begin_standby()
        own.follow()
        assert own.asked(own.one, SLOT_STATE) == ("reserved",)


def test_a_tool_of_postgresql_is_told_by_what_it_failed_at():
    said = (
        "pg_basebackup: error: could not send replication command: no slot\n"
        "pg_basebackup: error: background process terminated unexpectedly\n"
        "pg_basebackup: removing data directory\n"
    )
    assert first_error(said).endswith("could not send replication command: no slot")
    assert first_error("pg_x: gone\n") == "pg_x: gone"
