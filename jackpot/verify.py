"""Every award computed once more from the cards that were kept, by the rules of its own night."""

from collections.abc import Iterator

from casino.house.queries import own_edition
from casino.ledger import queries as ledger
from casino.ledger.verify import Finding
from casino.refusals import Refusal
from jackpot.models import Award
from jackpot.queries import awards, judged
from jackpot.rules.awards import Base, award


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
    others = Award.objects.filter(jackpot=paid.jackpot, id__lt=paid.pk)
    since = sum(each.total_cents for each in others.filter(approved_at__gte=paid.level_at))
    if since != paid.paid_since_cents or paid.base_cents > paid.level_cents - since:
        yield "the base leaves out what other hands were paid"
    if _posted(paid) != _shares(paid, "payable_id"):
        yield "the entry is not what the shares say"


def _shares(paid: Award, key: str) -> dict[int, int]:
    return {getattr(each, key): each.cents for each in paid.shares.all()}


def _posted(paid: Award) -> dict[int, int]:
    """Return what an award's entry owes, by payable."""
    entry = ledger.entry(paid.jackpot.club_id, paid.entry_id) if paid.entry_id else None
    lines = entry.lines if entry else ()
    return {line.ref: line.credit_cents for line in lines if line.code == "payable"}
