"""What an auditor looks at first: set aside, taken back, corrected, refused, done alone, read."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from cashgames.models import TimeShare
from cashgames.queries.corrections import Corrected, corrections_of_acts
from cashgames.queries.time_rake import waived_shares
from casino.acts.runner import ACTS
from casino.approvals.models import Proposal
from casino.approvals.queries import approved_by, signs_alone, withdrawn_by
from casino.approvals.signed import SignedAct
from casino.audit.models import ExceptionSeen
from casino.audit.queries.acts import blinded, with_people
from casino.audit.queries.booked_alone import DOCUMENT, LINE, many_booked_alone
from casino.audit.queries.counted_again import COUNTS, counted_again
from casino.audit.queries.listed import (
    CHIPS,
    COUNTED_AGAIN,
    DIFFERENCE,
    DONE,
    FILL,
    ONE_PERSON,
    OVERRIDE,
    PENALTY,
    REFUSED,
    SIGNED,
    stands_out,
)
from casino.audit.queries.unclaimed import STACKS, unclaimed_alone
from casino.cage.queries.due import many_paid_alone
from casino.cage.queries.walk_ins import near_limit_walk_ins, sales_of_an_hour
from casino.house.models import Club
from casino.ledger.queries.trail import TrailRow, trail
from casino.messages import Message, msg
from casino.staff.models import User
from casino.tablefloats.queries import differing_fills
from tournaments.queries.chips import changed_by_word, prizes_withheld

MAX_ROWS = 100_000
NEAR_LIMIT = ("cage.sell_chips", "cage.redeem_chips")
ALONE = ("cage.pay_out", LINE, DOCUMENT, *STACKS)
NEAR_LIMIT_AGAIN = msg("walk-ins just below the ID limit")
MANY_SOLD = msg("many sales without a name within an hour")
MANY_PAID = msg("many payments by one person within an hour")
MANY_BOOKED = msg("many bank lines by one person in a day")
UNCLAIMED = msg("unclaimed for a month, by one person")
APPROVED = "approvals.approve"
WITHDRAWN = msg("request withdrawn")


def exceptions(
    club: Club, *, first: date, last: date, known_at: datetime | None = None
) -> list[tuple[Message, TrailRow, User | None]]:
    """
    Return what stands out between two days, with its kind, the latest first; known_at: then.

    What two people did is the act of the second, with the name of what was approved and its reason;
    what one host signed alone is the act that asked.
    """
    found = _standing_out(club, first=first, last=last, known_at=known_at)
    corrected = corrections_of_acts([row.id for _, row in found])
    found = [(kind, _with_amounts(row, corrected.get(row.id))) for kind, row in found]
    waived = waived_shares([row.arguments["share_id"] for _, row in found if _waives(row)])
    found = [(kind, _with_share(row, waived) if _waives(row) else row) for kind, row in found]
    people = with_people(blinded(club.pk, [row for _, row in found]))
    return [(kind, *person) for (kind, _), person in zip(found, people, strict=True)]


def exception_ids(club: Club, *, first: date, last: date) -> list[int]:
    """Return the acts that stand out between two days, the latest first."""
    return [row.id for _, row in _standing_out(club, first=first, last=last)]


def _standing_out(
    club: Club, *, first: date, last: date, known_at: datetime | None = None
) -> list[tuple[Message, TrailRow]]:
    signed_alone = one_host_acts() if signs_alone(club.pk) else []
    rows = trail(
        club,
        operations=[*{*DONE, APPROVED, *COUNTS, *signed_alone}],
        first=first,
        last=last,
        known_at=known_at,
        limit=MAX_ROWS,
    )
    decided = {APPROVED, *signed_alone}
    approved = approved_by([row.id for row in rows if row.operation in decided])
    withdrawn = withdrawn_by([row.id for row in rows if row.operation == REFUSED])
    again = counted_again(club.pk, rows)
    fills = differing_fills(row.id for row in rows if row.operation == FILL)
    by_word = changed_by_word(row.id for row in rows if row.operation == CHIPS)
    withheld = prizes_withheld(row.id for row in rows if row.operation == PENALTY)
    others = dict.fromkeys(fills, DIFFERENCE) | dict.fromkeys(by_word | withheld, OVERRIDE)
    found = []
    for row in rows:
        if figures := again.get(row.id):
            found.append((COUNTED_AGAIN, replace(row, arguments=figures)))
        if proposal := approved.get(row.id):
            kind = ONE_PERSON if proposal.alone else SIGNED.get(proposal.operation)
            if kind and (proposal.alone or stands_out(proposal.operation, proposal.content)):
                found.append((kind, _as_approved(row, proposal)))
        elif row.operation in DONE and stands_out(row.operation, row.arguments):
            found.append((WITHDRAWN if row.id in withdrawn else DONE[row.operation], row))
        elif kind := others.get(row.id):
            found.append((kind, row))
    asked: Any = {"first": first, "last": last, "known_at": known_at}
    near = near_limit_walk_ins(club.pk, **asked)
    # What stands there as one of those just below the limit says enough.
    many = [each for each in sales_of_an_hour(club.pk, **asked) if each not in near]
    kinds = {
        NEAR_LIMIT_AGAIN: near,
        MANY_SOLD: many,
        MANY_PAID: many_paid_alone(club.pk, **asked),
        MANY_BOOKED: many_booked_alone(club.pk, **asked),
        UNCLAIMED: unclaimed_alone(club, **asked),
    }
    for kind, acts in kinds.items():
        operations = [*NEAR_LIMIT, *ALONE, *decided]
        rows = trail(club, operations=operations, ids=acts, known_at=known_at, limit=MAX_ROWS)
        approved = approved_by(acts)
        found += [(kind, _as_approved(row, approved.get(row.id))) for row in rows]
    found.sort(key=lambda each: each[1].id, reverse=True)
    return found


def looked_at(club_id: int, act_ids: Collection[int]) -> dict[int, ExceptionSeen]:
    """Return by act who looked at it, where somebody did."""
    found = ExceptionSeen.objects.filter(club_id=club_id, seen_act_id__in=act_ids)
    return {each.seen_act_id: each for each in found.select_related("seen_by")}


def _as_approved(row: TrailRow, proposal: Proposal | None) -> TrailRow:
    """Return an act with the name and the reason of what it approved, if anything."""
    if proposal is None:
        return row
    said = row.arguments | {"reason": proposal.reason}
    return replace(row, operation=proposal.operation, arguments=said)


def one_host_acts() -> list[str]:
    """Return the acts by which one host asks and signs at once."""
    signed = [each for each in ACTS.values() if isinstance(each, SignedAct)]
    return [name for each in signed for name in (each.name, each.ask.name)]


def _with_amounts(row: TrailRow, corrected: Corrected | None) -> TrailRow:
    """Return an act with what it corrected at a table, and by how much."""
    if corrected is None:
        return row
    said = {
        "about": corrected.about,
        "before_cents": corrected.before_cents,
        "after_cents": corrected.after_cents,
        "concerns": corrected.correction.concerns.isoformat(),
    }
    return replace(row, arguments=row.arguments | said)


def _waives(row: TrailRow) -> bool:
    return row.operation == "cashgames.waive_share"


def _with_share(row: TrailRow, shares: Mapping[int, TimeShare]) -> TrailRow:
    """Return the waiver of a share of time rake with the table, the guest and the amount."""
    share = shares[row.arguments["share_id"]]
    said = {"about": str(share.period.session.table), "cents": share.cents}
    return replace(row, arguments=row.arguments | said | {"player_id": share.seat.player_id})
