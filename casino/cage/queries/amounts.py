"""From which amounts the desk needs others."""

from dataclasses import fields, replace

from casino.cage.rules import Thresholds
from casino.db import fetch_one
from casino.rates.rules import Law

AMOUNTS = [each.name for each in fields(Thresholds)]
# Plain SQL: each sale asks this, and the ORM takes ten times as long to say it.
OWN = f"""
SELECT {", ".join(AMOUNTS)} FROM cage_paymentthresholds WHERE club_id = %s
"""  # noqa: S608  (names of the dataclass)


def thresholds(club_id: int) -> Thresholds:
    """Return from which amounts a club pays by two, by the manager, to identified players only."""
    own = fetch_one(OWN, [club_id])
    return Thresholds(**dict(zip(AMOUNTS, own, strict=True))) if own else Thresholds()


def usual_thresholds(law: Law | None) -> Thresholds:
    """Return the usual amounts, and over how many days a country's law, if any, links cash."""
    duty = law and law.identify_linked_days
    return replace(Thresholds(), identify_linked_days=duty.number) if duty else Thresholds()
