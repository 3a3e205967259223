"""What is done about a loss: two people say of each act what it was."""

from collections.abc import Callable

import pytest

from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.epochs.queries.standing import lost_acts
from casino.epochs.services.settling import settle
from casino.house.stamp import Stamp
from casino.staff.models import Role
from tests.integration.verify.test_verify import verified
from tests.world import World

Rewind = Callable[[], None]


def broken(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    """Return what `verify` says is broken."""
    _, said = verified(capsys, *arguments)
    return [line for line in said.splitlines(keepends=True) if "BROKEN" in line]


def stamp_of(world: World, role: str = Role.SUPERVISOR) -> Stamp:
    return world.stamp("22:30", role=role)


def lost_ids(world: World) -> list[int]:
    return [each.row.pk for each in lost_acts(world.club.pk) if each.settled is None]


def ask(world: World, how: str, *ids: int, role: str = Role.SUPERVISOR) -> Proposal:
    reason = "The slip is in the drawer."
    return settle.ask(stamp_of(world, role), lost_ids=list(ids), how=how, reason=reason)


def sign(world: World, asked: Proposal, role: str = Role.MANAGER) -> Proposal:
    return approve(stamp_of(world, role), proposal_id=asked.pk, digest=asked.digest)
