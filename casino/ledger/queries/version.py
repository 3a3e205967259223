"""A word that changes with every act of a club."""

from zlib import crc32

from casino.db import fetch_one

# Read off an index alone. Acts end in another order than they began in: one that is late changes
# the word too, as long as no more than these of its club began after it.
LATEST = """
SELECT array(
    SELECT a.id FROM unnest(%s::bigint[]) c (id)
    CROSS JOIN LATERAL
        (SELECT id FROM ledger_act WHERE club_id = c.id ORDER BY id DESC LIMIT 50) a
)::text
"""


def version(*club_ids: int) -> str:
    """
    Return the version of everything that acts of these clubs change, in the order given.

    What other clubs do, a ranking of several for instance, comes with the next turn of a screen.
    """
    (latest,) = fetch_one(LATEST, [list(club_ids)])
    return f"{crc32(latest.encode()):08x}"
