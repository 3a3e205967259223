"""What is measured: the findings' figures and a few of the business, read when they are asked."""

from collections.abc import Iterator

from django.db import DatabaseError
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from casino.db import fetch_one
from casino.operations.finding import Level
from casino.operations.queries import heartbeats
from casino.operations.queries.doctor import examine

CONTENT_TYPE = CONTENT_TYPE_LATEST
# Ids count what was ever written, without reading it.
BUSINESS = """
SELECT (SELECT count(*) FROM house_club),
       (SELECT coalesce(max(id), 0) FROM ledger_act),
       (SELECT coalesce(max(id), 0) FROM ledger_entry),
       (SELECT count(*) FROM ledger_day WHERE state = 'open'),
       (SELECT count(*) FROM ledger_day WHERE state = 'closed'),
       (SELECT count(*) FROM ledger_outbox),
       (SELECT count(*) FROM cage_shift WHERE closed_at IS NULL),
       pg_database_size(current_database())
"""


class Installation(Collector):
    """The figures of one look at the installation."""

    def collect(self) -> Iterator[Metric]:
        """Yield every family; a database that is away leaves the findings alone."""
        found = examine()
        level = GaugeMetricFamily(
            "casino_finding", "0 in order, 1 to be looked at, 2 act now.", labels=["part", "about"]
        )
        value = GaugeMetricFamily(
            "casino_finding_value",
            "The figure behind a finding: seconds, bytes or a count.",
            labels=["part", "about"],
        )
        for each in found:
            level.add_metric([each.part, each.about], int(each.level))
            if each.value is not None:
                value.add_metric([each.part, each.about], each.value)
        yield level
        yield value
        answers = not any(each.part == "database" for each in found)
        yield GaugeMetricFamily("casino_up", "Whether the database answers.", value=answers)
        worst = max((each.level for each in found), default=Level.OK)
        yield GaugeMetricFamily("casino_level", "The worst finding.", value=int(worst))
        if answers:
            yield from self._of_the_database()

    def _of_the_database(self) -> Iterator[Metric]:
        try:
            clubs, acts, entries, opened, closed, outbox, shifts, size = fetch_one(BUSINESS)
            beats = heartbeats.beats()
        except DatabaseError:
            return
        yield GaugeMetricFamily("casino_clubs", "Clubs.", value=clubs)
        yield CounterMetricFamily("casino_acts", "Acts, by their highest number.", value=acts)
        yield CounterMetricFamily(
            "casino_entries", "Entries, by the highest number.", value=entries
        )
        days = GaugeMetricFamily(
            "casino_days", "Gaming days that are not sealed.", labels=["state"]
        )
        days.add_metric(["open"], opened)
        days.add_metric(["closed"], closed)
        yield days
        yield GaugeMetricFamily("casino_outbox", "Acts that wait to be copied.", value=outbox)
        yield GaugeMetricFamily("casino_open_shifts", "Shifts at the desks.", value=shifts)
        yield GaugeMetricFamily("casino_database_bytes", "Size of the database.", value=size)
        age = GaugeMetricFamily(
            "casino_heartbeat_age_seconds", "Since a duty was last done.", labels=["duty"]
        )
        for beat in beats:
            age.add_metric([beat.duty.name], (beat.asked_at - beat.done_at).total_seconds())
        yield age


def exposed() -> bytes:
    """Return the figures as Prometheus reads them."""
    registry = CollectorRegistry()
    registry.register(Installation())
    return bytes(generate_latest(registry))
