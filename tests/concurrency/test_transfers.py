"""Fills asked for and issued at the same instant."""

from cashgames.models import Session
from casino.staff.models import Role
from casino.tablefloats.models import Transfer
from casino.tablefloats.services.transfers import ask_fill, issue_fill
from tests.racing import outcomes, race
from tests.world import World

CHIPS = {500: 40}


def ask(world: World, session: Session) -> Transfer:
    stamp = world.stamp("21:00", role=Role.SUPERVISOR)
    return ask_fill(stamp, session_id=session.pk, chips=CHIPS)


def test_of_two_who_issue_at_once_one_does(world: World):
    shift, session = world.open_shift(), world.session()
    where = {"transfer_id": ask(world, session).pk, "shift_id": shift.pk, "chips": CHIPS}

    results = race(*(lambda: issue_fill(world.stamp("21:05"), **where) for _ in range(2)))

    assert outcomes(results) == {"Transfer": 1, "NotNow": 1}
    assert world.balance("chips:bank", session.pk) == 20_000


def test_two_requests_at_once_get_two_numbers(world: World):
    sessions = [world.session(name) for name in ("1", "2")]

    results = race(*(lambda session=session: ask(world, session) for session in sessions))

    assert sorted(fill.number for fill in results) == [1, 2]
