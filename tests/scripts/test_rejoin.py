"""A rejoin that is broken off: the folder never leads as a second primary."""

from pathlib import Path
from typing import NoReturn

import psycopg
import pytest

from script import fence, promotion
from script.children import Unable
from script.peers import Peer
from script.servers import FOLLOWS

LEADER = Peer(name="one", url="host=one")


@pytest.mark.parametrize("fenced", [False, True])
@pytest.mark.parametrize("how", ["no slot", "interrupted"])
def test_a_standby_whose_rejoin_is_broken_off_leads_at_no_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, how: str, fenced: bool
):
    data = tmp_path / "main"
    data.mkdir()
    (data / FOLLOWS).write_text("")
    if fenced:
        fence.fence(data, leader="two", timeline=3)
    marked = fence.mark_of(data).read_text() if fenced else ""

    def no_slot(_: str) -> NoReturn:
        raise psycopg.errors.ConfigurationLimitExceeded("all replication slots are in use")

    def interrupted(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(promotion, "make_slot", no_slot if how == "no slot" else lambda _: None)
    monkeypatch.setattr(promotion, "tool", interrupted)
    with pytest.raises((psycopg.Error, KeyboardInterrupt)):
        promotion.rejoin(data, LEADER)

    assert (data / FOLLOWS).exists()
    assert not fence.leads(data)
    with pytest.raises(Unable, match="script/standby rejoin"):
        fence.refuse_fenced(data)
    assert not fenced or fence.mark_of(data).read_text() == marked
