"""Who may do what: each act, called directly, lets in whom its row of the permissions names."""

from typing import Any

import pytest

from casino.acts.permission import NotAllowed
from casino.acts.runner import ACTS, Act
from casino.cage.services.desk import add_drawer
from casino.house.stamp import Stamp
from casino.refusals import Refusal
from casino.staff.models import Role
from casino.staff.permissions import performing
from tests.acting import needed_by
from tests.refusing import refused
from tests.world import World

pytestmark = pytest.mark.django_db
# Files whose contents are not everybody's: each report and register has a row of its own.
ASK_MORE = {"bookkeeping.ask_register", "reports.ask_report"}


def test_each_act_called_directly_refuses_whom_no_row_names(world: World):
    for act in list(ACTS.values()):
        may = performing(act.name, {})
        for role in Role.values:
            let_in = is_let_in(act, world.stamp(role=role))
            assert let_in == (role in may) or (act.name in ASK_MORE and not let_in), (
                act.name,
                role,
            )


def test_who_left_performs_nothing_more(world: World):
    manager = world.staff[Role.MANAGER]
    assert world.drawer("Desk 1")
    manager.is_active = False
    manager.save()
    refused(NotAllowed, add_drawer, world.stamp(role=Role.MANAGER), name="Desk 2")


def is_let_in(act: Act[..., Any], stamp: Stamp) -> bool:
    """Return whether the act began: what its body refuses is another matter."""
    try:
        act(stamp, **needed_by(act))
    except NotAllowed:
        return False
    except Refusal:
        pass
    return True
