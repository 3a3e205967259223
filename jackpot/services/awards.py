"""From a claim to what the club owes: proposed by one, its base checked, approved by another."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.money import format_cents
from casino.names import clean_name
from casino.refusals import Refusal
from casino.staff.models import Role
from casino.words import say, verbatim
from jackpot import queries
from jackpot.models import Award, Claim, Jackpot
from jackpot.queries import Preview
from jackpot.services.booking import book_award
from jackpot.services.claims import ClaimDecided, held_claim
from jackpot.services.limits import check_limit

AWARD = "jackpot.award"
LIVES = timedelta(minutes=15)


class EvidenceMissing(Refusal):
    """A hit is proved before it is proposed."""

    status = 422
    code = "JACKPOT-009"
    next_step = say("Complete the evidence first.")


class EarlierHandWaits(Refusal):
    """Hands are paid in the order in which they were played (AMB-29)."""

    status = 409
    code = "JACKPOT-010"
    source = "AMB-29"
    next_step = say("Decide that claim first, or withdraw it with the reason.")


class PoolMoved(Refusal):
    """What is approved is what was shown."""

    status = 409
    code = "JACKPOT-011"
    message = say("The pool or the shares are no longer those that were proposed.")
    next_step = say("Let the request be withdrawn, and the claim proposed again.")


class LevelProvisional(Refusal):
    """A hit is decided at once, and paid from the level with that night's boxes (DESIGN 4)."""

    status = 409
    code = "JACKPOT-020"
    message = say(
        "Boxes of the night before the close are not counted yet: the level is provisional."
    )
    source = "AMB-38"
    next_step = say("Let two people count the boxes and settle the tables; then propose.")


class BaseNotChecked(Refusal):
    """A large hit's base is checked by the accountant, a third person (RELIABILITY 4)."""

    status = 409
    code = "JACKPOT-012"
    message = say("The accountant has not checked the base of this hit.")
    next_step = say("Ask the accountant to check the level of the close.")


class OwnCheck(Refusal):
    """Who claims, who checks and who approves are different people."""

    status = 409
    code = "JACKPOT-013"
    message = say("Who entered a claim or checked its base does not decide it, too.")


@command
def check_base(stamp: Stamp, *, claim_id: int, base_cents: int) -> Claim:
    """
    Confirm what a claim is paid from, by somebody who looked it up in the books.

    base_cents: as the accountant found it. Raises NotFound, ClaimDecided, OwnCheck, PoolMoved.
    """
    act = ledger.act(stamp, "jackpot.check_base", claim_id=claim_id, base_cents=base_cents)
    if act.replayed:
        return queries.claim(stamp.club_id, claim_id)
    queries.claim(stamp.club_id, claim_id)
    claim = Claim.objects.select_for_update(no_key=True).get(id=claim_id)
    if claim.is_decided:
        raise ClaimDecided
    if claim.claimed_by_id == stamp.actor_id:
        raise OwnCheck
    found = _payable_preview(claim).award.base.cents
    if found != base_cents:
        said = say("The books give {found} as the base.", found=format_cents(found))
        raise PoolMoved(
            said, field="base_cents", next_step=say("Compare the level with the close.")
        )
    claim.base_checked_by_id, claim.base_checked_cents = stamp.person_id, base_cents
    claim.save(update_fields=["base_checked_by", "base_checked_cents"])
    return claim


@command
def propose_award(stamp: Stamp, *, claim_id: int, reason: str = "") -> Proposal:
    """
    Ask for the approval of a claim, with its evidence and every share with player and cents.

    Raises NotFound, ClaimDecided, DoesNotQualify, LevelProvisional, EvidenceMissing,
    EarlierHandWaits, CloseMissing, PoolBelowZero.
    """
    act = ledger.act(stamp, "jackpot.propose_award", claim_id=claim_id, reason=reason)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    claim = held_claim(stamp, claim_id)
    found = _payable_preview(claim)
    if claim.jackpot and queries.is_provisional(claim.jackpot, found.award.base.level_at):
        raise LevelProvisional
    content = _content(claim, found)
    if claim.missing_evidence:
        raise EvidenceMissing(say("Still missing: {missing}.", missing=claim.missing_evidence))
    why = clean_name(reason or f"{queries.claim(stamp.club_id, claim_id)}", longest=200)
    proposal = propose(stamp, act, operation=AWARD, content=content, reason=why)
    claim.state, claim.proposal = Claim.State.PROPOSED, proposal
    claim.save(update_fields=["state", "proposal"])
    return proposal


def consequence(stamp: Stamp, content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Say what is left in the pool. Raises what keeps the claim from being paid."""
    claim = queries.claim(stamp.club_id, content["claim_id"])
    paid = _checked(claim, content).award
    return {
        "pool_now_cents": paid.base.pool_cents,
        "pool_afterwards_cents": paid.pool_left_cents,
        "a_second_bad_beat_would_pay_cents": paid.second_bad_beat_cents,
        "a_second_royal_flush_would_pay_cents": paid.second_royal_flush_cents,
    }


def put_back(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> None:
    """Keep a refused claim with the reason; one that its proposer takes back can be mended."""
    claim = Claim.objects.select_for_update(no_key=True).get(proposal=proposal)
    own = proposal.proposed_by_id == proposal.decided_by_id
    claim.state = Claim.State.PREPARED if own else Claim.State.REFUSED
    claim.reason = proposal.remark
    claim.save(update_fields=["state", "reason"])


@completes(
    AWARD,
    title=say("Pay a jackpot"),
    lives=LIVES,
    consequence=consequence,
    refused=put_back,
)
def award_claim(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> Award:
    """
    Turn a part of the pool into what the club owes to each player of the hand.

    Computed anew: it is what was signed, or it is refused. Source: OLY-4.4 to OLY-4.10, AMB-29,
    AMB-35, AMB-39. Raises OwnCheck, BaseNotChecked, AboveLimit, PoolMoved and
    what `propose_award` raises.
    """
    claim = Claim.objects.select_for_update(no_key=True).get(proposal=proposal)
    jackpot = Jackpot.objects.select_for_update(no_key=True).get(claims=claim)
    asked_by = (claim.claimed_by_id, proposal.proposed_by_id)
    if stamp.actor_id in (*asked_by, claim.base_checked_by_id):
        raise OwnCheck
    if claim.base_checked_by_id in asked_by:
        raise OwnCheck
    paid = _checked(claim, proposal.content)
    check_limit(
        stamp,
        paid.award.total_cents,
        always=Role.MANAGER,
        up_to=(Role.ACCOUNTANT, queries.limits(stamp.club_id).accountant_award_cents),
    )
    awarded = book_award(stamp, act, jackpot, claim, paid)
    claim.state = Claim.State.AWARDED
    claim.save(update_fields=["state"])
    return awarded


def _payable_preview(claim: Claim) -> Preview:
    """Return what a claim pays now. Raises why it pays nothing."""
    paid = queries.payable_preview(claim)
    if earlier := queries.blocking_claim(claim):
        here = earlier.club_id == claim.club_id
        where = verbatim(f"{earlier}") if here else say("one at another club")
        raise EarlierHandWaits(say("An earlier hand is not decided yet: {where}.", where=where))
    return paid


def _checked(claim: Claim, content: Mapping[str, Any]) -> Preview:
    """Return what a claim pays now, if that is what was proposed and the base was checked."""
    paid = _payable_preview(claim)
    if _content(claim, paid) != content:
        raise PoolMoved
    check = queries.limits(claim.club_id).needs_check(
        paid.award.total_cents, bad_beat=claim.verdict["bad_beat"]
    )
    if check and claim.base_checked_cents != paid.award.base.cents:
        raise BaseNotChecked
    return paid


def _content(claim: Claim, paid: Preview) -> dict[str, Any]:
    """Return what is signed: the hand, its proof, the base and the shares."""
    return {
        "claim_id": claim.pk,
        "game": claim.game,
        "hand": f"{claim.hand_name}, {_wall(claim, claim.played_at)}",
        **paid.as_content(),
        "evidence": {
            "deck_checked_by": claim.deck_checked_by,
            "camera_at": _wall(claim, claim.camera_at) if claim.camera_at else "",
            "witnesses": claim.witnesses,
            "seal_number": claim.seal_number,
            "note": claim.note,
            "papers": list(claim.attachments.order_by("id").values_list("sha256", flat=True)),
        },
    }


def _wall(claim: Claim, at: datetime) -> str:
    """Return an instant as the club's clock showed it, with the offset of summer or winter."""
    return f"{at.astimezone(ZoneInfo(claim.club.timezone)):%d.%m.%Y %H:%M %z}"
