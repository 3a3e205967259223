"""Reports read a standby, say as of when, and go on with the primary where it is far or away."""

import pytest

from script.servers import postgres_url
from tests.chaos.twins import Twins


@pytest.mark.long
def test_reports_read_the_replica_while_it_is_near_and_the_primary_else(twins: Twins):
    with twins.both(sync=False):
        follower = twins.follower
        named = postgres_url(follower, role="casino_app", database="casino")
        # So far behind only where a test lets it be; a slow machine is no long lag.
        more = {"REPLICA_URL": named, "REPLICA_LAG_SECONDS": "600"}
        twins.run("read_from_replica", postgres_url(follower, database="casino"), **more)
        twins.kill(follower)
        twins.run("read_without_replica", **more)
