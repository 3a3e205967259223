"""The month at the bank."""

import pytest

from tests.integration.bank.months import Month
from tests.world import World


@pytest.fixture
def month(world: World) -> Month:
    return Month(world)
