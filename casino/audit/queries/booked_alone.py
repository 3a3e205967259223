"""What one person booked alone in a day, each amount below what takes a second person."""

from collections import Counter
from datetime import date, datetime

from django.db.models import Q

from casino.approvals.queries import hands_by_act
from casino.cage.queries.amounts import thresholds
from casino.ledger.queries.documents import entries

LINE, DOCUMENT = "bank.match_line", "journal.book_document"


def many_booked_alone(
    club_id: int, *, first: date, last: date, known_at: datetime | None = None
) -> list[int]:
    """
    Return the acts with which somebody's lines of bank statements, and documents beside them, came
    to what one person books alone in the journal on a gaming day, by the club's amount of today; by
    an API key of a colleague too.

    What was taken back is none, nor what goes to another account of the club's at a bank.
    """
    least_cents = thresholds(club_id).journal_alone_under_cents
    alone = Q(act__operation__in=(LINE, DOCUMENT), gaming_day__range=(first, last))
    booked = Counter[tuple[date, int]]()
    found = []
    stand = [each for each in entries(club_id, alone, known_at=known_at) if not each.reversed_by_id]
    hands = hands_by_act({each.act_id: each.actor_id or 0 for each in stand})
    for each in stand:
        moved = [line.cents for line in each.lines if line.code != "bank"]
        if each.operation == DOCUMENT:
            moved = [line.cents for line in each.lines if line.cents > 0]
        cents = sum(abs(of) for of in moved)
        sums = [(each.gaming_day, person_id) for person_id in hands[each.act_id]]
        if any(booked[who] < least_cents <= booked[who] + cents for who in sums):
            found.append(each.act_id)
        booked.update(dict.fromkeys(sums, cents))
    return found
