"""The Royal Flush Jackpot of a series: claimed with the cards, approved by another (OLY-3.2.i)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from casino.acts.evidence import (
    Checker,
    LongNote,
    Seal,
    Witnesses,
    check_camera,
    lacking,
    still_missing,
)
from casino.acts.kinds import Id, Several, ShortName
from casino.approvals.queries import proposal
from casino.approvals.signed import Preview, signed
from casino.cage.services.payables import Due, owe
from casino.cards import Card, Deal, is_one_deal, parse_card
from casino.house.because import Because
from casino.house.queries import book_on, control_profile
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.limits import MAX_LINE_LENGTH
from casino.messages import msg
from casino.names import guest
from casino.refusals import BadInput, Conflict, Refusal
from tournaments import postings
from tournaments.models import RoyalFlush, Tournament
from tournaments.queries.pool_awards import rfj_pool_cents, standing_flushes
from tournaments.queries.tournaments import unrefunded
from tournaments.rules.flush_hand import flush_hit
from tournaments.rules.royal_flush_pool import run_royal_flush_pool
from tournaments.services.shared import CARD, TournamentOver, held_tournament, hold_series

CLAIM = "tournaments.pay_royal_flush"
WORDS = {
    "river_not_dealt": msg("The river was not dealt."),
    "no_hole_card_used": msg("The hand uses no hole card."),
}


class EvidenceMissing(Refusal):
    """A hand is proved before it is sent for approval, as one at a cash table is."""

    code = "TOURNAMENT-113"


class PaysNothing(Conflict):
    """The hand does not qualify, or the pool is empty."""

    code = "TOURNAMENT-024"
    message = msg("The pool of this series is empty.")
    source = "OLY-3.2.i"


class ClaimedBefore(Conflict):
    """One claim a hand."""

    code = "TOURNAMENT-025"
    message = msg("This hand has already been paid.")
    next_step = msg("Nothing more is paid for it. Check the cards if another hand is meant.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Holder:
    """Who holds the hand, and the own cards, like AH KH."""

    entry_id: Id
    cards: Annotated[Sequence[str], Several(of=CARD, minimum=2, maximum=7)]


def flush_preview(
    stamp: Stamp,
    *,
    tournament_id: int,
    hand_name: str,
    board: Sequence[str],
    holders: Sequence[Holder],
    **proof: Any,
) -> Preview:
    """Say what the hand is, the pool and every share. Raises what keeps it unpaid."""
    tournament = held_tournament(stamp, tournament_id)
    hold_series(stamp, tournament)
    if tournament.cancelled_at:  # what was paid into the pool goes back
        raise TournamentOver
    if tournament.series is None or not tournament.rfj_cents:
        raise PaysNothing(msg("This tournament has no Royal Flush Jackpot."))
    _check_paid_once(tournament, hand_name, board, holders)
    entries = {str(one.pk): one for one in unrefunded(tournament)}
    own = {str(each.entry_id): _cards(each.cards) for each in holders}
    if own.keys() - entries.keys():
        raise BadInput(msg("The player with the hand must be in this tournament."), field="holders")
    hit = flush_hit(hand_id=hand_name, board=_cards(board), own=own)
    pool = rfj_pool_cents(tournament.club_id, tournament.series.pk)
    run = run_royal_flush_pool(
        book_on(tournament.club_id, tournament.gaming_day),
        opening_cents=pool,
        per_buy_in_cents=tournament.rfj_cents,
        events=[hit],
    )
    paid = run.hits[0]
    if not paid.total_cents:
        raise PaysNothing(WORDS.get(paid.code))
    first = min(tournament.starts_at, tournament.started_at or tournament.starts_at)
    first = first.replace(second=0, microsecond=0)  # a camera's time is typed to the minute
    check_camera(proof.get("camera_at"), first=first, last=stamp.at)
    profile = control_profile(stamp.club_id, at=stamp.at)
    if lacks := lacking(proof, profile=profile):
        missing = still_missing(proof, profile=profile)
        raise EvidenceMissing(msg("Still missing: {missing}.", missing=missing), field=lacks[0])
    why = f"{tournament.name}, hand {hand_name}: {hit.hand.replace('_', ' ')}"
    return Preview(
        content={
            "tournament": tournament.name,
            "hand": hit.hand,
            "pool_cents": pool,
            "total_cents": paid.total_cents,
            "shares": [
                {"entry_id": int(name), "player": guest(entries[name].player_id), "cents": cents}
                for name, cents in paid.payouts_cents.items()
            ],
            "because": [reason.as_json() for reason in run.because],
        },
        reason=why[:MAX_LINE_LENGTH],
    )


@signed(
    CLAIM,
    asked_as="tournaments.claim_royal_flush",
    preview=flush_preview,
    kinds={CLAIM: msg("Pay Royal Flush Jackpot")},
    latest_of=("tournament_id", "hand_name"),
    one_open=True,
)
def pay_royal_flush(
    stamp: Stamp,
    *,
    tournament_id: Id,
    hand_name: ShortName,
    board: Annotated[Sequence[str], Several(of=CARD, maximum=5)],
    holders: Sequence[Holder],
    deck_checked_by: Checker = "",
    camera_at: datetime | None = None,
    witnesses: Witnesses = "",
    seal_number: Seal = "",
    note: LongNote = "",
) -> RoyalFlush:
    """
    Pay a straight or royal flush: a part of the series' pool becomes what the house owes.

    deck_checked_by to seal_number: what proves the hand: a casino asks for all of it, a club for
    deck and witnesses, a home for nothing. camera_at: since the start, and not ahead.
    Source: OLY-3.2.i, AMB-67, AMB-68. Raises NotFound, BadInput, NoStraightFlush,
    NoRoyalFlushPool, PaysNothing, ClaimedBefore, EvidenceMissing, and TournamentOver once it was
    cancelled.
    """
    content = proposal(stamp.club_id, stamp.proposal_id).content
    tournament = held_tournament(stamp, tournament_id)
    players = {one.pk: one.player_id for one in unrefunded(tournament)}
    about = f"{tournament}, #{hand_name}"
    owed = owe(
        stamp,
        [
            Due(
                kind=postings.ROYAL_FLUSH,
                about=about,
                cents=share["cents"],
                player_id=players[share["entry_id"]],
                two=True,
                not_by=(stamp.person_id, stamp.signer_id),
            )
            for share in content["shares"]
            if share["cents"]
        ],
    )
    draft = postings.royal_flush_won(
        tournament.series_id or 0,
        {due.pk: due.cents for due in owed},
        because=tuple(Because(**reason) for reason in content["because"]),
        memo=about,
    )
    return RoyalFlush.objects.create(
        tournament=tournament,
        hand_name=hand_name,
        hand=content["hand"],
        board=list(board),
        holders={str(each.entry_id): list(each.cards) for each in holders},
        pool_cents=content["pool_cents"],
        total_cents=content["total_cents"],
        because=content["because"],
        deck_checked_by=deck_checked_by,
        camera_at=camera_at,
        witnesses=witnesses,
        seal_number=seal_number,
        note=note,
        proposal_id=stamp.proposal_id,
        at=stamp.at,
        gaming_day=stamp.gaming_day,
        slip_id=ledger.post_entry(stamp, draft).entry_id,
        act_id=stamp.act_id,
    )


def _check_paid_once(
    tournament: Tournament, hand_name: str, board: Sequence[str], holders: Sequence[Holder]
) -> None:
    """Raise ClaimedBefore for a hand that was paid, by its name or by its cards."""
    claimed = Deal([board], {each.entry_id: each.cards for each in holders})
    for each in standing_flushes().filter(tournament=tournament).order_by("id"):
        if each.hand_name == hand_name:
            raise ClaimedBefore(field="hand_name")
        if is_one_deal(each.deal, claimed):
            said = msg("These cards were already paid, as hand {hand}.", hand=each.hand_name)
            raise ClaimedBefore(said, field="hand_name")


def _cards(texts: Sequence[str]) -> list[Card]:
    try:
        return [parse_card(text) for text in texts]
    except ValueError as error:
        raise BadInput(msg("A card {error}.", error=error), field="board") from error
