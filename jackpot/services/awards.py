"""From a claim to what the club owes: proposed by one, its base checked, approved by another."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Self
from zoneinfo import ZoneInfo

from django.dispatch import receiver

from cashgames.queries.games import game_corrections, game_said
from cashgames.services.correcting import hands_awarded
from casino.acts.kinds import AmountOrZero, Id, Note
from casino.acts.runner import act
from casino.approvals.models import Proposal
from casino.approvals.queries import (
    TOOK_PART,
    askers,
    permission_overrides_at,
    signers,
)
from casino.approvals.signed import Preview, signed
from casino.house.queries import one_person_suffices
from casino.house.stamp import Stamp
from casino.kept_sql import hold
from casino.messages import msg, verbatim
from casino.refusals import Conflict, Refusal
from casino.staff.models import Role
from casino.staff.permissions import acting, signing, whom_to_ask
from jackpot.models import Award, Claim, Jackpot
from jackpot.queries import claims
from jackpot.queries.claims import Preview as ClaimPreview
from jackpot.queries.clubs import limits
from jackpot.queries.levels import is_provisional
from jackpot.services.booking import book_award
from jackpot.services.claims import ClaimDecided, check_paid_once, held_claim
from jackpot.services.limits import check_limit

AWARD = "jackpot.award"
CHECKS = "claim-check"


class EvidenceMissing(Refusal):
    """A hit is proved before it is proposed."""

    code = "JACKPOT-009"
    next_step = msg("Complete the evidence first.")
    next_page = "claim-evidence"


class HandReversed(Conflict):
    """A hit is a hand that was dealt."""

    code = "JACKPOT-026"
    message = msg("The hand of this claim was reversed, or corrected to another table.")
    next_step = msg("Withdraw the claim. If the hand still qualifies, claim it as corrected.")
    next_page = "claims"


class EarlierHandWaits(Conflict):
    """Hands are paid in the order in which they were played (AMB-29)."""

    code = "JACKPOT-010"
    source = "AMB-29"
    next_step = msg("Decide that claim first, or withdraw it with a reason.")
    next_page = "claims"


class OtherBase(Conflict):
    """What was found in the books is what is paid from."""

    code = "JACKPOT-011"
    message = msg("The accountant found another jackpot base than the books have.")
    next_step = msg("Ask the accountant to check the level at the close.")
    next_page = CHECKS


class LevelProvisional(Conflict):
    """A hit is decided at once, and paid from the level with that night's boxes (DESIGN 4)."""

    code = "JACKPOT-020"
    message = msg(
        "Drop boxes from before the close are not counted yet, so the level is provisional."
    )
    source = "AMB-38"
    next_step = msg(
        "Count the boxes with two people, settle the tables, then send the claim again."
    )
    next_page = "boxes"


class BaseNotChecked(Conflict):
    """A large hit's base is checked by the accountant, a third person (RELIABILITY 4)."""

    code = "JACKPOT-012"
    message = msg("The accountant has not checked the jackpot base of this hit.")
    next_step = msg("Ask the accountant to check the level at the close.")
    next_page = CHECKS


class OwnCheck(Conflict):
    """Who claims, who checks and who approves are different people."""

    code = "JACKPOT-013"
    message = msg("You entered this claim or checked its base, so you cannot decide it.")

    @classmethod
    def of(cls, stamp: Stamp, kind: str | None = None) -> Self:
        """Return the refusal that names who may; kind: of the signature, None: of the check."""
        here = permission_overrides_at(stamp.club_id, at=stamp.at)
        return cls(next_step=whom_to_ask(signing(kind, here) if kind else acting(CHECKS, here)))


@act(claims.CHECK)
def check_base(stamp: Stamp, *, claim_id: Id, base_cents: AmountOrZero) -> Claim:
    """
    Note what a claim is paid from, as somebody found it who looked it up in the books.

    base_cents: as the accountant found it; another than the books have is kept, too, and the award
    is refused until it is looked up again. Raises NotFound, ClaimDecided, OwnCheck.
    """
    claims.claim(stamp.club_id, claim_id)
    claim = hold(Claim, claim_id)
    if claim.is_decided:
        raise ClaimDecided
    if not claims.claimants(claim).isdisjoint(stamp.hands) and not one_person_suffices(stamp):
        raise OwnCheck.of(stamp)
    _payable(claim)
    claim.base_checked_by_id, claim.base_checked_cents = stamp.person_id, base_cents
    claim.save(update_fields=["base_checked_by", "base_checked_cents"])
    return claim


def award_preview(stamp: Stamp, *, claim_id: int, reason: str) -> Preview:
    """
    Say every share with player and cents, the evidence, and what is left in the pool.

    Raises NotFound, ClaimDecided, DoesNotQualify, HandReversed, ClaimedBefore, LevelProvisional,
    EvidenceMissing, EarlierHandWaits, CloseMissing, PoolBelowZero; for who signs BaseNotChecked,
    OtherBase.
    """
    claim = held_claim(stamp, claim_id)
    if stamp.act_id:
        hold_pool(claim)
    found = _payable(claim)
    paid = found.award
    if claim.hand and not claim.hand.stands and claims.recorded(claim) is None:
        raise HandReversed
    check_paid_once(claim)
    if claim.jackpot and is_provisional(claim.jackpot, paid.base.level_at):
        raise LevelProvisional
    if missing := claims.missing_evidence(claim, at=stamp.at):
        raise EvidenceMissing(msg("Still missing: {missing}.", missing=missing))
    if claim.proposal and claim.proposal_id == stamp.proposal_id:
        _check_base_checked(claim, claim.proposal.content)
    return Preview(
        content=_content(claim, found),
        reason=reason or f"{claim.session.table} #{claim.hand_name}"[:200],
        ahead={
            "pool_now_cents": paid.base.pool_cents,
            "pool_afterwards_cents": paid.pool_left_cents,
            "a_second_bad_beat_would_pay_cents": paid.second_bad_beat_cents,
            "a_second_royal_flush_would_pay_cents": paid.second_royal_flush_cents,
            **_first_found(claim, paid.base.cents),
        },
    )


@receiver(hands_awarded)
def awards_of_hands(
    sender: Any,
    *,
    session_id: int,
    hand_name: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    **_: Any,
) -> list[dict[str, Any]]:
    """Return the awards that stand of a table's hand of that name, or of those dealt then."""
    standing = Award.objects.filter(claim__session_id=session_id, reversal=None)
    if hand_name:
        standing = standing.filter(claim__hand_name=hand_name)
    else:
        standing = standing.filter(claim__played_at__gte=since, claim__played_at__lt=until)
    return [
        {"claim_id": each.claim_id, "about": each.claim.short_name, "cents": each.total_cents}
        for each in standing.select_related("claim__session__table").order_by("id")
    ]


def mark_proposed(stamp: Stamp, proposal: Proposal) -> None:
    """Let the claim wait for its signature."""
    Claim.objects.filter(id=proposal.content["claim_id"]).update(
        state=Claim.State.PROPOSED, proposal=proposal
    )


def put_back(stamp: Stamp, proposal: Proposal) -> None:
    """Keep a refused claim with the reason; what was taken back, or expired, can be mended."""
    own = proposal.decided_by_id in {None, proposal.proposed_by_id}
    Claim.objects.filter(proposal=proposal).update(
        state=Claim.State.PREPARED if own else Claim.State.REFUSED, reason=proposal.remark
    )


@signed(
    AWARD,
    asked_as="jackpot.propose_award",
    preview=award_preview,
    kinds={AWARD: msg("Award jackpot")},
    asked=mark_proposed,
    refused=put_back,
)
def award_claim(stamp: Stamp, *, claim_id: Id, reason: Note = "") -> Award:
    """
    Turn a part of the pool into what the club owes to each player of the hand.

    Computed anew: it is what was signed, or it is refused. Source: OLY-4.4 to OLY-4.10, AMB-29,
    AMB-35, AMB-39. Raises OwnCheck, AboveLimit and what the preview raises.
    """
    claim = held_claim(stamp, claim_id)
    asked_by, checked_by = claims.claimants(claim) | askers(stamp), claims.checkers(claim)
    same = signers(stamp) & (asked_by | checked_by) or checked_by & asked_by
    if same and not one_person_suffices(stamp):
        raise OwnCheck.of(stamp, AWARD)
    paid = _payable(claim)
    check_limit(
        stamp,
        paid.award.total_cents,
        always=Role.MANAGER,
        up_to=(Role.ACCOUNTANT, limits(stamp.club_id).accountant_award_cents),
    )
    awarded = book_award(stamp, Jackpot.objects.get(claims=claim), claim, paid)
    claim.state = Claim.State.AWARDED
    claim.save(update_fields=["state"])
    return awarded


def deciders_of(proposal: Proposal) -> set[int]:
    """Return who entered the claim of a request or checked its base, and so does not sign it."""
    claim = Claim.objects.filter(proposal=proposal).first()
    return claims.claimants(claim) | claims.checkers(claim) if claim else set()


TOOK_PART[AWARD] = deciders_of


def hold_pool(claim: Claim) -> None:
    """Let whatever else pays from the pool of a claim wait."""
    list(Jackpot.objects.select_for_update(no_key=True).filter(claims=claim))


def _payable(claim: Claim) -> ClaimPreview:
    """Return what a claim pays now. Raises why it pays nothing."""
    paid = claims.payable_preview(claim)
    if earlier := claims.blocking_claim(claim):
        here = earlier.club_id == claim.club_id
        where = verbatim(f"{earlier}") if here else msg("a hand at another club")
        raise EarlierHandWaits(msg("An earlier claim is still open: {where}.", where=where))
    return paid


def _check_base_checked(claim: Claim, content: Mapping[str, Any]) -> None:
    """Raise where the club's amounts ask for a check, and what is signed was not found by it."""
    check = limits(claim.club_id).needs_check(
        content["total_cents"], bad_beat=claim.verdict["bad_beat"]
    )
    if check and claim.base_checked_cents is None:
        raise BaseNotChecked(about={"claim_id": claim.pk})
    if check and claim.base_checked_cents != content["base_cents"]:
        raise OtherBase(about={"claim_id": claim.pk})


def _first_found(claim: Claim, base_cents: int) -> dict[str, int]:
    """Return what the first check of the base found, where that was another sum."""
    first = claims.first_found_cents(claim)
    return {} if first in {None, base_cents} else {"base_first_found_cents": first or 0}


def _content(claim: Claim, paid: ClaimPreview) -> dict[str, Any]:
    """Return what is signed: the hand, its proof, the base and the shares."""
    noted = claims.recorded(claim)
    return {
        "game": claim.game,
        **_game_corrected(claim),
        **(noted.as_content() if noted else {}),
        "hand": f"{claim.hand_name}, {_wall(claim, claim.played_at)}",
        **paid.as_content(),
        "evidence": {
            "deck_checked_by": claim.deck_checked_by,
            "camera_at": _wall(claim, claim.camera_at) if claim.camera_at else "",
            "witnesses": claim.witnesses,
            "seal_number": claim.seal_number,
            "note": claim.note,
            "papers": claims.paper_hashes(claim),
        },
    }


def _game_corrected(claim: Claim) -> dict[str, Any]:
    """Return why the table's game of then was put right later, where it was."""
    said = game_said(game_corrections([claim.session]), claim.played_at)
    if said is None:
        return {}
    return {"game_corrected": {"by": said.asked_by.username, "reason": said.reason}}


def _wall(claim: Claim, at: datetime) -> str:
    """Return an instant as the club's clock showed it, with the offset of summer or winter."""
    return f"{at.astimezone(ZoneInfo(claim.club.timezone)):%d.%m.%Y %H:%M %z}"
