"""`script/standby` beside a running office: what it says is so."""

import re
import shutil
from collections.abc import Iterator

import psycopg
import pytest

from script import fence, office, pair, promotion, standby
from script.children import Unable, first_error
from script.peers import STANDBY, Peer, State, let_commits_wait, look
from script.servers import postgres, postgres_url
from tests.scripts.own_standby import SLOT_STATE, Own, own_standby
from tests.waiting import until

READ_ONLY = "SHOW default_transaction_read_only"
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


def test_a_standby_whose_log_is_gone_is_told_and_copied_anew(
    own: Own, capsys: pytest.CaptureFixture[str]
):
    with own.served():
        own.follow()
        own.lose_slot()
        own.begin_standby()
        until(lambda: look(pair.peers([own.other])[0]) is not None)
        capsys.readouterr()
        assert standby.main("status") == 1
        assert (
            "lacks log that is gone: script/standby rejoin copies it anew"
            in capsys.readouterr().out
        )
        with pytest.raises(Unable, match="no commit waits for it: script/standby status says why"):
            standby.main("sync", "on")
        assert standby.main("rejoin") == 0
        assert "copied anew (the log that it lacks is gone)" in capsys.readouterr().out
        own.begin_standby()
        own.follow()
        assert standby.main("status") == 0
        assert standby.main("rejoin") == 0
        assert "follows already" in capsys.readouterr().out


def test_a_primary_is_not_given_up_for_a_standby_that_lacks_what_it_wrote(
    own: Own, capsys: pytest.CaptureFixture[str]
):
    with own.served():
        own.follow()
        own.lose_slot()
        own.asked(own.one, "SELECT txid_current()")
        own.begin_standby()
        until(lambda: look(pair.peers([own.other])[0]) is not None)
        with pytest.raises(Unable, match=r"[1-9]\d* bytes of its log would be lost, so nothing"):
            standby.main("promote")
        assert own.asked(own.one, "SHOW default_transaction_read_only") == ("off",)
        assert not fence.is_fenced(own.one / "data")
        assert standby.main("promote", "--lose") == 0
        assert "var/postgres2 leads in timeline 2" in capsys.readouterr().out
        assert fence.is_fenced(own.one / "data")


def test_a_primary_that_answers_gives_its_standby_all_before_it_is_fenced(own: Own):
    with own.served():
        own.follow()
        with psycopg.connect(postgres_url(own.one), autocommit=True) as connection:
            connection.execute("CREATE TABLE written AS SELECT generate_series(1, 100000)")
        assert standby.main("promote") == 0
        assert own.asked(own.other, "SELECT count(*) FROM written") == (100_000,)


def test_where_both_are_gone_and_backups_are_there_a_fence_does_not_hide_the_way_back(
    own: Own, monkeypatch: pytest.MonkeyPatch
):
    for folder in (own.one, own.other):
        folder.mkdir()
    (own.home / "bk" / "77-1" / "base" / "now").mkdir(parents=True)
    monkeypatch.setenv("BACKUP_DIR", str(own.home / "bk"))
    fence.mark_of(own.one / "data").write_text("{}")
    with pytest.raises(Unable, match="bring it back with script/backup restore"):
        office.to_run()


def test_a_closed_office_is_told_to_start_not_to_promote(own: Own):
    with own.served():
        own.follow()
    with pytest.raises(Unable, match="The office is closed: start script/server"):
        standby.main("sync", "on")


def test_a_tool_of_postgresql_is_told_by_what_it_failed_at():
    said = (
        "pg_basebackup: error: could not send replication command: no slot\n"
        "pg_basebackup: error: background process terminated unexpectedly\n"
        "pg_basebackup: removing data directory\n"
    )
    assert first_error(said).endswith("could not send replication command: no slot")
    assert first_error("pg_x: gone\n") == "pg_x: gone"


@pytest.mark.parametrize("killed", [False, True])
def test_a_promotion_that_is_broken_off_leaves_a_primary_that_is_written_to(
    own: Own, monkeypatch: pytest.MonkeyPatch, *, killed: bool
):
    real, looks = promotion.look, []

    def broken_off(peer: Peer) -> State | None:
        """Two looks of promote, two of soon_has_all: at the fifth `close` waits."""
        looks.append(peer)
        if len(looks) > 4:
            raise KeyboardInterrupt
        return real(peer)

    with own.served():
        own.follow()
        with monkeypatch.context() as patched:
            patched.setattr(promotion, "look", broken_off)
            with pytest.raises(KeyboardInterrupt):
                standby.main("promote")
        until(lambda: own.asked(own.one, READ_ONLY) == ("off",))
    if killed:
        settings = own.one / "data" / fence.SETTINGS
        fence.write(settings, settings.read_text() + fence.READ_ONLY)
    with own.served():
        until(lambda: own.asked(own.one, READ_ONLY) == ("off",))
