"""An office restored to before acknowledged sales, on real servers: nobody pays twice."""

import json
from typing import Any

import pytest

from tests.chaos.backups import Backups
from tests.chaos.harness import Chaos
from tests.waiting import until


def told(chaos: Chaos, what: str) -> Any:
    return json.loads((chaos.logs / f"{what}.json").read_text())


def say(chaos: Chaos) -> Any:
    chaos.run("say", str(chaos.logs))
    return told(chaos, "said")


@pytest.mark.long
def test_a_restored_office_books_nothing_until_two_have_settled_what_it_lost(backups: Backups):
    chaos = backups.chaos
    with chaos.server(), backups.served():
        backups.sell(5)
        with chaos.connect() as connection:
            moment = connection.execute("SELECT clock_timestamp()").fetchone()
        assert moment is not None
        before = set(chaos.booked())
        backups.sell(5)
        chaos.run("deliver")
        after = set(chaos.booked()) - before
        backups.well("drill")  # waits until the receiver has it all
    with backups.restored("--at", moment[0].isoformat()) as back:
        assert say(back)["said"] == "EpochNotBegun"
        back.run("begin_epoch")
        found = say(back)
        assert (found["open"], found["said"]) == (False, "NotSettled")
        assert set(found["lost"]) == after
        back.run("settle_all", str(back.logs))
        found = say(back)
        assert (found["open"], found["said"]) == (True, "")
        assert found["sold"] > 1_000_000
        back.run("repeat_lost", str(back.logs))
        answers = told(back, "told")
        assert {key for key, said in answers.items() if said == "KeyLost"} == after & set(answers)
        assert {said for key, said in answers.items() if key in before} == {"replayed"}
        back.run("begin_epoch")  # nothing is due
        back.run("deliver")
        back.run("verify")
        assert back.doubled() == set()


@pytest.mark.long
def test_a_restored_office_that_lost_nothing_opens_by_itself(backups: Backups):
    chaos = backups.chaos
    with chaos.server(), backups.served():
        backups.sell(5)
        chaos.run("deliver")
        backups.well("drill")
    with backups.restored() as back:
        back.run("begin_epoch")
        found = say(back)
        assert (found["open"], found["lost"], found["said"]) == (True, [], "")
        with back.connect() as connection:
            epochs = connection.execute("SELECT number, timeline FROM epochs_epoch").fetchall()
        assert epochs == [(1, "00000001"), (2, "00000002")]
        back.run("verify")


@pytest.mark.long
def test_an_office_whose_mirror_is_gone_waits_for_two_people(backups: Backups):
    chaos = backups.chaos
    with chaos.server(), backups.served():
        backups.sell(5)
        chaos.run("deliver")
        backups.well("drill")
    (chaos.logs / "anchors").rename(chaos.logs / "burnt")
    with backups.restored() as back:
        back.run("begin_epoch")
        assert (say(back)["said"], say(back)["lost"]) == ("NotSettled", [])
        (chaos.logs / "burnt" / "tallinn").rename(chaos.logs / "anchors" / "tallinn")
        back.run("begin_epoch")  # the copy was found, after all
        until(lambda: say(back)["open"])
