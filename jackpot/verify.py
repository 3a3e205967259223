"""Every award computed once more from the cards that were kept; what clubs owe each other."""

from collections.abc import Iterator

from casino.cage.queries.due import payable
from casino.cage.queries.renamed import renamed_by
from casino.house.queries import own_edition
from casino.ledger.queries import documents
from casino.ledger.verify import Finding
from casino.money import format_cents
from casino.refusals import Refusal
from jackpot.models import Award
from jackpot.queries.claims import judged, same_deal
from jackpot.queries.clubs import intercompany
from jackpot.queries.levels import paid_cents
from jackpot.queries.movements import awards
from jackpot.rules.awards import award
from jackpot.rules.ledger import Base


def verify_awards(club_id: int) -> Iterator[Finding]:
    """
    Yield each award whose shares are not what its hand gives of its base, or not what was posted.

    Also one whose base left out what other hands were paid since the close (AMB-29).
    """
    for each in awards(club_id):
        try:
            wrong = list(_wrong(each))
        except Refusal as refusal:
            wrong = [f"cannot be computed: {refusal.message}"]
        for why in wrong:
            says = f"{each.claim}: {why}"
            yield Finding(day=each.gaming_day, entry_id=each.entry_id, what="jackpot", says=says)


def _wrong(paid: Award) -> Iterator[str]:
    claim = paid.claim
    base = Base(
        level_cents=paid.base_cents,
        level_at=paid.level_at,
        paid_since_cents=0,
        pool_cents=paid.base_cents,
    )
    seats = [each["seat"] for each in claim.seated]
    again = award(own_edition(claim.adoption), judged(claim).verdict, base, seats=seats)
    if {share.seat: share.cents for share in again.shares} != _shares(paid, "seat"):
        yield "the shares are not what the hand gives"
    since = paid_cents(paid.jackpot, since=paid.level_at, until=paid)
    if since != paid.paid_since_cents or paid.base_cents > paid.level_cents - since:
        yield "the base leaves out what other hands were paid"
    for other in same_deal(claim) if paid.stands else ():
        if other.award:
            yield f"its cards are those of {other} too, which is paid"
    if _posted(paid) != _shares(paid, "payable_id"):
        yield "the entry is not what the shares say"
    if _taken(paid) != {each.club_id: each.cents for each in paid.taken.all()}:
        yield "the clubs' books do not hold what was taken from each"
    if _returned(paid) != {each.entry_id: not paid.stands for each in paid.taken.all()}:
        yield "the clubs' books and the award differ on whether it was taken back"


def _shares(paid: Award, key: str) -> dict[int, int]:
    return {getattr(each, key): each.cents for each in paid.shares.all()}


def _posted(paid: Award) -> dict[int, int]:
    """Return what an award's entry owes, by payable; those that are owed to another guest since."""
    club_id = paid.claim.club_id
    entry = documents.entry(club_id, paid.entry_id) if paid.entry_id else None
    lines = entry.lines if entry else ()
    owed = {line.ref: line.credit_cents for line in lines if line.code == "payable"}
    for each in paid.shares.all():
        if each.corrected_by:
            for renaming in renamed_by(payable(club_id, each.payable_id)):
                now, was = sorted(renaming.lines, key=lambda line: line.cents)
                owed[each.payable_id] = now.credit_cents
                owed.pop(was.ref, None)
    return owed


def _taken(paid: Award) -> dict[int, int]:
    """Return what the entries of an award took from its pool, by club; all of it, or nothing."""
    found = {}
    for each in paid.taken.all():
        entry = documents.entry(each.club_id, each.entry_id)
        lines = entry.lines if entry else ()
        pool = [(line.code, line.ref) == ("jackpot:pool", paid.jackpot_id) for line in lines]
        found[each.club_id] = sum(line.cents for line, of in zip(lines, pool, strict=True) if of)
    return found if sum(found.values()) == paid.total_cents else {}


def _returned(paid: Award) -> dict[int, bool]:
    """Return whether each entry that an award took by was taken back."""
    taken = list(paid.taken.all())
    found = {each.entry_id: documents.entry(each.club_id, each.entry_id) for each in taken}
    return {entry_id: bool(one and one.reversed_by_id) for entry_id, one in found.items()}


def verify_intercompany(club_id: int) -> Iterator[Finding]:
    """Yield each other club whose books do not say of this one what this one's say of it."""
    for each in intercompany(club_id):
        there = {row.club.pk: row for row in intercompany(each.club.pk)}.get(club_id)
        theirs = (there.owed_cents, there.owes_cents) if there else (0, 0)
        if theirs != (each.owes_cents, each.owed_cents):
            says = (
                f"with {each.club}: {_two(each.owes_cents, each.owed_cents)} here, {_two(*theirs)}"
            )
            yield Finding(what="between clubs", says=f"{says} there")


def _two(owes_cents: int, owed_cents: int) -> str:
    return f"{format_cents(owes_cents)} and {format_cents(owed_cents)}"
