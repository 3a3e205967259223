"""Booking an award: in the books of the club that pays, and of those that hold the pool with it."""

from collections.abc import Iterator, Mapping

from casino.approvals.queries import askers, signers
from casino.cage.services.payables import Due, owe
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.webhooks.models import Event
from casino.webhooks.services.telling import announce
from jackpot import postings
from jackpot.models import Award, Claim, Jackpot, Share, Taken
from jackpot.queries import claims
from jackpot.queries.claims import NamedShare, Preview
from jackpot.queries.levels import held_cents
from jackpot.rules.sharing import taken_cents
from jackpot.services.intercompany import open_intercompany, post_elsewhere


def book_award(stamp: Stamp, jackpot: Jackpot, claim: Claim, paid: Preview) -> Award:
    """Book the award, each share to its own payable, what other clubs hold in their books too."""
    people = claims.claimants(claim) | claims.checkers(claim) | askers(stamp) | signers(stamp)
    never = tuple(sorted(people))
    payables = owe(stamp, [_due(claim, each, never) for each in paid.shares])
    held = held_cents(jackpot)
    taken = taken_cents(paid.award.total_cents, held, paid_at=claim.club_id)
    others = {club: cents for club, cents in taken.items() if club != claim.club_id}
    draft = postings.jackpot_awarded(
        jackpot.pk,
        {payable.pk: payable.cents for payable in payables},
        from_others_cents=others,
        because=paid.award.because,
        memo=claim.short_name,
    )
    for club in others:
        open_intercompany(claim.club_id, club)
    base = paid.award.base
    awarded = Award.objects.create(
        jackpot=jackpot,
        claim=claim,
        level_cents=base.level_cents,
        level_at=base.level_at,
        paid_since_cents=base.paid_since_cents,
        base_cents=base.cents,
        total_cents=paid.award.total_cents,
        approved_by_id=stamp.signer_id,
        approved_at=stamp.at,
        gaming_day=stamp.gaming_day,
        entry_id=ledger.post_entry(stamp, draft).entry_id if taken else None,
        act_id=stamp.act_id,
    )
    announce(
        stamp,
        Event.JACKPOT_HIT,
        jackpot=str(jackpot),
        claim=claim.pk,
        award=awarded.pk,
        day=str(claim.gaming_day),
        cents=paid.award.total_cents,
    )
    Taken.objects.bulk_create(_taken(stamp, awarded, taken))
    Share.objects.bulk_create(
        Share(
            award=awarded,
            seat=each.share.seat,
            player_id=each.player_id,
            parts=", ".join(each.share.parts),
            bad_beat_cents=each.share.bad_beat_cents,
            royal_flush_cents=each.share.royal_flush_cents,
            cents=each.share.cents,
            payable_id=payable.pk,
        )
        for each, payable in zip(paid.shares, payables, strict=True)
    )
    return awarded


def _taken(stamp: Stamp, award: Award, taken: Mapping[int, int]) -> Iterator[Taken]:
    """Book what other clubs' books hold of an award; yield each club's part with its entry."""
    here = award.claim.club_id
    for club, cents in taken.items():
        entry_id = award.entry_id
        if club != here:
            draft = postings.awarded_elsewhere(
                award.jackpot_id,
                cents,
                club_id=here,
                memo=f"{award.claim.club}: {award.claim.short_name}",
            )
            entry_id = post_elsewhere(stamp, draft, club_id=club)
        assert entry_id is not None  # something was taken, so something was posted
        yield Taken(award=award, club_id=club, cents=cents, entry_id=entry_id)


def _due(claim: Claim, each: NamedShare, never: tuple[int, ...]) -> Due:
    """Return a share as the desk owes it: two people pay it, none of those who decided it."""
    return Due(
        kind=postings.SHARE,
        about=f"{claim.jackpot}: {claim.short_name}",
        cents=each.share.cents,
        player_id=each.player_id,
        two=True,
        not_by=never,
    )
