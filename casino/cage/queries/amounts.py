"""From which amounts the desk needs others."""

from dataclasses import fields

from django.db import connection

from casino.cage.rules import Thresholds

AMOUNTS = [each.name for each in fields(Thresholds)]
# Plain SQL: each sale asks this, and the ORM takes ten times as long to say it.
OWN = f"""
SELECT {", ".join(AMOUNTS)} FROM cage_paymentthresholds WHERE club_id = %s
"""  # noqa: S608  (names of the dataclass)


def thresholds(club_id: int) -> Thresholds:
    """Return from which amounts a club pays by two, by the manager, to identified players only."""
    with connection.cursor() as cursor:
        cursor.execute(OWN, [club_id])
        own = cursor.fetchone()
    return Thresholds(**dict(zip(AMOUNTS, own, strict=True))) if own else Thresholds()
