"""A cancelled tournament refunds everybody once, though killed -9 amid the statements."""

import pytest

from tests.chaos.harness import Chaos


@pytest.mark.long
def test_refunds_that_die_at_every_step_are_made_once(chaos: Chaos):
    with chaos.server():
        chaos.run("cancel")
        chaos.run("die_refunding")
        chaos.run("refunded")
        chaos.run("verify")
