"""Reading claims: what was entered, what it would pay now, what keeps it waiting. Cents."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from cashgames.models import Hand
from cashgames.queries.tables import hand as hand_named
from cashgames.rules.families import named_game
from casino.acts.evidence import NEEDED, still_missing
from casino.approvals.queries import hands_of
from casino.cards import Cards, Deal, is_one_deal
from casino.house.queries import control_profile, own_edition
from casino.house.stamp import key_holder
from casino.ledger.queries.documents import act_of, requests_about, told_about
from casino.messages import Message, join, msg
from casino.names import guest
from casino.paging import Page
from casino.refusals import NotFound, Refusal
from casino.schema import read
from jackpot.models import Attachment, Claim
from jackpot.queries.levels import base_at
from jackpot.rules.awards import Award, Share, award
from jackpot.rules.conditions import ClaimedHand, Judgement, judge
from jackpot.rules.qualification import Shown

CHECK = "jackpot.check_base"
MAX_ID = 2**63 - 1
# What says of a claim's awards which one stands, and who took back the others.
AWARDS = ("awards__reversal__proposal__proposed_by", "awards__reversal__proposal__decided_by")


class DoesNotQualify(Refusal):
    """Only a hand that meets every condition is paid."""

    code = "JACKPOT-008"


def missing_evidence(claim: Claim, *, at: datetime) -> Message:
    """Return what the club's control profile asks for and nobody entered, nothing where whole."""
    proof = {name: getattr(claim, name) for name in NEEDED}
    return still_missing(proof, profile=control_profile(claim.club_id, at=at))


@dataclass(frozen=True, kw_only=True, slots=True)
class NamedShare:
    """
    A seat's share with the player who had the seat at that instant.

    reason: how one knows, where the table had recorded another guest there, or nobody.
    """

    share: Share
    player_id: int
    player: str
    instead_of_id: int | None = None
    instead_of: str | None = None
    reason: str = ""

    def as_content(self) -> dict[str, Any]:
        """Return it as it is signed."""
        told: dict[str, Any] = {
            "seat": self.share.seat,
            "player_id": self.player_id,
            "player": guest(self.player_id),
            "for": list(self.share.parts),
            "cents": self.share.cents,
        }
        return told | _in_truth(self.instead_of_id, self.reason) if self.reason else told


@dataclass(frozen=True, kw_only=True, slots=True)
class Preview:
    """
    What a claim would be paid if it were approved now.

    unpaid: who had a seat without a share where the table had recorded another guest, or nobody;
    player_id None: nobody had it.
    """

    award: Award
    shares: tuple[NamedShare, ...]
    unpaid: tuple[dict[str, Any], ...] = ()

    def as_content(self) -> dict[str, Any]:
        """Return what two people sign: the base, and every share with its player and cents."""
        base = self.award.base
        unpaid = [
            {"seat": each["seat"], "player": guest(who) if (who := each["player_id"]) else None}
            | _in_truth(each["instead_of_id"], each["reason"])
            for each in self.unpaid
        ]
        return {
            "level_cents": base.level_cents,
            "level_at": base.level_at.isoformat(),
            "paid_since_cents": base.paid_since_cents,
            "base_cents": base.cents,
            "total_cents": self.award.total_cents,
            "shares": [each.as_content() for each in self.shares],
            # Of these alone: what others were asked for before it was said stays the same.
            **({"seated_otherwise": unpaid} if unpaid else {}),
        }


def _in_truth(recorded: int | None, reason: str) -> dict[str, Any]:
    """Return whom the table had recorded at a seat, and how one knows who it was."""
    return {"instead_of": guest(recorded) if recorded else None, "reason": reason}


def claims(club_id: int, *, page: Page | None = None, jackpot_id: int | None = None) -> list[Claim]:
    """Return the latest claims of a club, of one jackpot if asked, the latest hand first."""
    found = Claim.objects.filter(club_id=club_id)
    if jackpot_id:
        found = found.filter(jackpot_id=jackpot_id)
    people = found.select_related("session__table", "jackpot", "claimed_by", "proposal")
    return (page or Page(100)).of(people.prefetch_related(*AWARDS).order_by("-played_at", "-id"))


def claim(club_id: int, claim_id: int) -> Claim:
    """Return a claim of the club with its people. Raises NotFound."""
    people = Claim.objects.select_related(
        "session__table", "jackpot", "claimed_by", "base_checked_by", "adoption", "proposal"
    )
    found = people.filter(club_id=club_id, id=claim_id).prefetch_related(*AWARDS).first()
    if found is None:
        raise NotFound(msg("This club has no such jackpot claim."), field="claim_id")
    return found


def attachment(club_id: int, claim_id: int, attachment_id: int) -> Attachment:
    """Return a paper of a claim with its content. Raises NotFound, also for one taken off."""
    found = Attachment.objects.filter(
        claim__club_id=club_id, claim_id=claim_id, id=attachment_id
    ).first()
    if found is None:
        raise NotFound(msg("This claim has no such attachment."))
    if found.off_at:
        raise NotFound(msg("This file was taken off."))
    return found


def paper(club_id: int, attachment_id: int) -> Attachment:
    """Return a paper of some claim without its content, taken off or not. Raises NotFound."""
    found = Attachment.objects.defer("content").select_related("claim__session__table")
    row = found.filter(claim__club_id=club_id, id=attachment_id).first()
    if row is None:
        raise NotFound(msg("This club has no such attachment."), field="attachment_id")
    return row


def attachments(claim: Claim) -> list[Attachment]:
    """Return the attachments of a claim without their content, in order."""
    people = ("player", "off_by", "off_signed_by")
    found = claim.attachments.select_related(*people).defer("content")
    return list(found.order_by("id"))


def paper_hashes(claim: Claim) -> list[str]:
    """Return the hash of each paper of a claim that nobody took off, in order."""
    standing = claim.attachments.filter(off_at=None)
    return list(standing.order_by("id").values_list("sha256", flat=True))


def blocking_claim(claim: Claim) -> Claim | None:
    """Return a claim of an earlier hand that is not decided: it is paid first (AMB-29)."""
    waiting = Claim.objects.filter(
        Q(played_at__lt=claim.played_at) | Q(played_at=claim.played_at, id__lt=claim.pk or MAX_ID),
        jackpot=claim.jackpot,
        state__in=(Claim.State.PREPARED, Claim.State.PROPOSED),
    )
    return waiting.exclude(id=claim.pk or 0).order_by("played_at", "id").first()


def claimants(claim: Claim) -> set[int]:
    """Return who entered a claim, and who held the API key by which they did."""
    return hands_of(claim.act_id, claim.claimed_by_id)


def checkers(claim: Claim) -> set[int]:
    """Return who checked its base, and who held the API key by which they did; nobody: empty."""
    if claim.base_checked_by_id is None:
        return set()
    checks = requests_about(claim.club_id, CHECK, after_id=claim.act_id, claim_id=claim.pk)
    latest = [asked for asked, by in checks.items() if by == claim.base_checked_by_id][-1:]
    return {claim.base_checked_by_id} | set(filter(None, map(key_holder, latest)))


def first_found_cents(claim: Claim) -> int | None:
    """Return the base that who checked it first found, as it stays, None before anybody did."""
    checks = _base_checks(claim)
    return checks[0][1]["base_cents"] if checks else None


def base_checked_at(claim: Claim) -> datetime | None:
    """Return when somebody last said what a claim is paid from, None before anybody did."""
    checks = _base_checks(claim)
    latest = act_of(checks[-1][0]) if checks else None
    return latest.happened_at if latest else None


def _base_checks(claim: Claim) -> list[tuple[int, dict[str, Any]]]:
    return told_about(claim.club_id, CHECK, "claim_id", [claim.pk], since=claim.claimed_at)


@dataclass(frozen=True, kw_only=True, slots=True)
class Recorded:
    """A claimed hand as it stands at its table by now; otherwise: that cannot be what won."""

    hand: Hand
    otherwise: bool

    @property
    def pot_cents(self) -> int:
        """What was in its pots."""
        return sum(self.hand.pots_cents)

    def as_content(self) -> dict[str, Any]:
        """Return what who signs is told of it: nothing of one that agrees with the claim."""
        if not self.otherwise:
            return {}
        names = ("players_dealt", "first_round_passed", "rake_cents", "drop_cents")
        told = {name: getattr(self.hand, name) for name in names}
        return {"recorded_otherwise": {"pot_cents": self.pot_cents, **told}}


def recorded(claim: Claim) -> Recorded | None:
    """Return what the table recorded of a claim's hand, None where it recorded none."""
    found = hand_named(claim.session_id, claim.hand_name)
    if found is None:
        return None
    hit = claim.verdict["bad_beat"] or claim.verdict["royal_flush"]
    no_flop = hit and not found.first_round_passed  # a jackpot is hit on a board or an upcard
    others = found.players_dealt != claim.players_dealt
    return Recorded(hand=found, otherwise=bool(no_flop or others))


def same_deal(claim: Claim) -> list[Claim]:
    """Return other claims with the cards of this one at its table that are, or may be, paid."""
    standing = (Claim.State.PREPARED, Claim.State.PROPOSED, Claim.State.AWARDED)
    others = Claim.objects.filter(session_id=claim.session_id, state__in=standing)
    others = others.select_related("session__table").exclude(id=claim.pk or 0).order_by("id")
    return [each for each in others if is_one_deal(_deal(each), _deal(claim))]


def _deal(claim: Claim) -> Deal:
    return Deal(claim.boards, {each["seat"]: each["cards"] for each in claim.hands})


def claimed_hand(claim: Claim) -> ClaimedHand:
    """Return a claim's hand as its rules take it."""
    return ClaimedHand(
        game=named_game(claim.game),
        players=claim.players_dealt,
        open_cards_dealt=claim.open_cards_dealt,
        boards=tuple(read(Cards, board) for board in claim.boards),
        showdown=claim.showdown,
        hands=read(tuple[Shown, ...], claim.hands),
        campaign=claim.jackpot_id is None,
    )


def judged(claim: Claim) -> Judgement:
    """Return the verdict on a claim by the rules of its gaming day, made anew."""
    return judge(own_edition(claim.adoption), claimed_hand(claim))


def preview(claim: Claim) -> Preview:
    """
    Return what a claim pays now, to whom, and what is left.

    Source: OLY-4.4 to OLY-4.10. Raises CloseMissing, PoolBelowZero, and what the payouts raise.
    """
    assert claim.jackpot is not None  # a claim without one never qualifies
    book = own_edition(claim.adoption)
    players = {each["seat"]: each for each in claim.seated_by_name}
    paid = award(book, judged(claim).verdict, base_at(claim.jackpot, claim), seats=list(players))
    shared = {share.seat for share in paid.shares}
    return Preview(
        award=paid,
        unpaid=(
            *(at for seat, at in players.items() if at["reason"] and seat not in shared),
            *({"player_id": None, **each} for each in claim.empty_seats),
        ),
        shares=tuple(
            NamedShare(
                share=share,
                **{name: at for name, at in players[share.seat].items() if name != "seat"},
            )
            for share in paid.shares
        ),
    )


def payable_preview(claim: Claim) -> Preview:
    """Return what a claim pays now. Raises DoesNotQualify, and what `preview` raises."""
    if claim.jackpot is None or not (claim.verdict["bad_beat"] or claim.verdict["royal_flush"]):
        raise DoesNotQualify(join([claim.why_not]))
    return preview(claim)
