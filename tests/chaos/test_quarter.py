"""A quarter of the ranking killed -9 amid the statements: counted, closed and paid once."""

import pytest

from tests.chaos.harness import Chaos


@pytest.mark.long
def test_a_quarter_that_dies_at_every_step_is_closed_and_paid_once(chaos: Chaos):
    with chaos.server():
        chaos.run("play")
        chaos.run("die_through")
        chaos.run("again")
        chaos.run("verify")
