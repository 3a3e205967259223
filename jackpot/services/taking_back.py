"""A jackpot awarded to the wrong players, taken back by two before any share of it is paid."""

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import Preview, signed
from casino.cage.models import Payable, Payment
from casino.cage.queries.due import held_payable, payable, payment_of
from casino.cage.services.lapses import restore_lapsed
from casino.cage.services.owing_anew import take_back_renaming
from casino.cage.services.payables import take_back_due
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, reversal
from casino.ledger.queries.balances import balance_cents
from casino.ledger.queries.documents import entry
from casino.messages import msg, verbatim
from casino.names import guest
from casino.refusals import Conflict
from casino.staff.models import Role
from casino.webhooks.models import Event
from casino.webhooks.services.telling import announce
from jackpot.models import Award, AwardReversal, Claim, Feeder, Share, Taken
from jackpot.queries import claims
from jackpot.queries.clubs import limits
from jackpot.queries.levels import check_in_use, held_cents
from jackpot.services.awards import hold_pool
from jackpot.services.intercompany import post_elsewhere
from jackpot.services.limits import check_limit

BACK = "jackpot.take_back_award"


class NotAwarded(Conflict):
    """Only what was awarded is taken back."""

    code = "JACKPOT-028"
    message = msg("This claim has no award that could be taken back.")


class SharePaid(Conflict):
    """What was paid comes back first, as every payment does."""

    code = "JACKPOT-029"
    next_step = msg("Reverse the payment at the drawer that paid it, then take back the award.")
    next_page = "slip-reverse"


class LaterHit(Conflict):
    """A later hand was paid from what this one left (AMB-29)."""

    code = "JACKPOT-030"
    source = "AMB-29"
    next_step = msg("Take back that award first, then this one.")
    next_page = "claim"


class PartSettled(Conflict):
    """A club that sent its part of an award is owed it again only once it has it back."""

    code = "JACKPOT-031"
    next_step = msg("Send the money back and reverse that transfer, then take back the award.")
    next_page = "jackpot-intercompany"


class PoolJoined(Conflict):
    """A pool that went into another one takes nothing back."""

    code = "JACKPOT-032"
    message = msg("The pool of this award has gone into a shared jackpot since.")
    next_step = msg("The award stays. The manager and the accountant settle it with the guests.")


def take_back_preview(stamp: Stamp, *, claim_id: int, reason: str) -> Preview:
    """Say who loses which share, and what each pool gets back. Raises as take_back_award."""
    award, shares = _awarded(stamp, claim_id)
    held = sum(held_cents(award.jackpot).values())
    return Preview(
        content={
            "award_id": award.pk,
            "claim": f"{award.claim}",
            "jackpot": award.jackpot.name,
            "total_cents": award.total_cents,
            "base_cents": award.base_cents,
            "shares": [
                {
                    "seat": each.seat,
                    "player": guest(each.player_id),
                    "for": each.parts_won,
                    "cents": each.cents,
                    "payable_id": each.payable_id,
                }
                for each in shares
            ],
            "from_other_clubs_cents": sum(each.cents for each in _elsewhere(award)),
        },
        ahead={"pool_now_cents": held, "pool_afterwards_cents": held + award.total_cents},
    )


@signed(
    BACK,
    asked_as="jackpot.ask_to_take_back_award",
    preview=take_back_preview,
    kinds={BACK: msg("Take back a jackpot award")},
    latest_of="claim_id",
    one_open=True,
)
def take_back_award(stamp: Stamp, *, claim_id: Id, reason: Reason) -> AwardReversal:
    """
    Take back what a claim was awarded, while nothing of it is paid; the claim is open again.

    Every club's part returns to its pool, and no share is due any more. The claim is sent again,
    or withdrawn and the hand claimed anew, from the base of its hand. Source: OLY-4.4, AMB-29.
    Raises NotFound, NotAwarded, SharePaid, LaterHit, PartSettled, PoolJoined, AboveLimit.
    """
    award, shares = _awarded(stamp, claim_id)
    check_limit(
        stamp,
        award.total_cents,
        always=Role.MANAGER,
        up_to=(Role.ACCOUNTANT, limits(stamp.club_id).accountant_award_cents),
    )
    owed, seq = Payable.objects.in_bulk([each.payable_id for each in shares]), 1
    for each in shares:
        seq = take_back_renaming(stamp, owed[each.payable_id], reason=reason, seq=seq)
    entry_id = _post(stamp, award, reason, seq=seq)
    for place, each in enumerate(shares, start=seq + 1):
        assert entry_id is not None  # a share was owed by the award's entry
        if not each.corrected_by:
            take_back_due(owed[each.payable_id], entry_id=entry_id)
        restore_lapsed(stamp, "payable", each.payable_id, seq=place)
    back = AwardReversal.objects.create(
        award=award,
        at=stamp.at,
        gaming_day=stamp.gaming_day,
        proposal_id=stamp.proposal_id,
        entry_id=entry_id,
        act_id=stamp.act_id,
    )
    Claim.objects.filter(id=claim_id).update(state=Claim.State.PREPARED)
    announce(
        stamp,
        Event.JACKPOT_TAKEN_BACK,
        jackpot=str(award.jackpot),
        claim=claim_id,
        award=award.pk,
        day=str(award.claim.gaming_day),
        cents=award.total_cents,
    )
    return back


def _post(stamp: Stamp, award: Award, reason: str, *, seq: int) -> int | None:
    """Reverse an award in the books of each club that it took of; return this club's entry."""
    if award.entry_id is None:
        return None
    draft = _reversed(stamp.club_id, award.entry_id, reason)
    entry_id = ledger.post_entry(stamp, draft, seq=seq).entry_id
    for each in _elsewhere(award):
        there = _reversed(each.club_id, each.entry_id, reason)
        post_elsewhere(stamp, there, club_id=each.club_id)
    return entry_id


def _reversed(club_id: int, entry_id: int, reason: str) -> Draft:
    first = entry(club_id, entry_id)
    assert first is not None  # the award refers to it
    return reversal(first.draft, entry_id=first.id, memo=reason)


def _awarded(stamp: Stamp, claim_id: int) -> tuple[Award, list[Share]]:
    """Hold an award of which nothing was paid; a mere look holds nothing."""
    claim = claims.claim(stamp.club_id, claim_id)
    if stamp.act_id:
        hold(Claim, claim_id)
        hold_pool(claim)
    found = claim.awards.filter(reversal=None).select_related("jackpot", "claim__session__table")
    award = found.first()
    if award is None:
        raise NotAwarded
    shares = list(award.shares.order_by("payable_id"))
    _check_unpaid(stamp, shares)
    _check_latest(award)
    check_in_use(award.jackpot)
    if Feeder.objects.filter(club=award.jackpot.club_id).exists():
        raise PoolJoined
    for each in _elsewhere(award):
        if balance_cents(stamp.club_id, "group:owed", each.club_id) < each.cents:
            name = Club.objects.get(id=each.club_id).name
            raise PartSettled(msg("{club} has already sent its part of this award.", club=name))
    return award, shares


def _check_unpaid(stamp: Stamp, shares: list[Share]) -> None:
    """Raise SharePaid for what the desk has paid."""
    seen = held_payable if stamp.act_id else payable
    for each in shares:
        if found := payment_of(seen(stamp.club_id, each.payable_id)):
            raise SharePaid(found.sentence, about={"entry_id": found.entry_id})


def paid_shares(claim: Claim) -> list[Payment]:
    """Return the payments of an award's shares that come back before it is taken back."""
    awarded = claim.award
    shares = awarded.shares.order_by("seat") if awarded else []
    found = [payment_of(payable(claim.club_id, each.payable_id)) for each in shares]
    return [each for each in found if each]


def _check_latest(award: Award) -> None:
    """Raise LaterHit for the last hand that was computed from what an award left."""
    later = Award.objects.filter(jackpot=award.jackpot, id__gt=award.pk, reversal=None)
    last = later.select_related("claim__session__table").order_by("-id").first()
    if last is None or not award.total_cents:
        return
    if last.claim.club_id == award.claim.club_id:
        said = msg("{claim} was paid from what this award left.", claim=verbatim(f"{last.claim}"))
        raise LaterHit(said, about={"claim_id": last.claim_id})
    raise LaterHit(
        msg("A hand at another club was paid from what this award left."),
        next_step=msg("Let that club take back its award first, then this one."),
    )


def _elsewhere(award: Award) -> list[Taken]:
    """Return what an award took from the books of other clubs."""
    others = award.taken.exclude(club=award.claim.club_id)
    return list(others.order_by("club_id"))
