"""The Royal Flush Jackpot of a series: claimed with the cards, approved by another (OLY-3.2.i)."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.cage.services.payables import Due, owe
from casino.cards import Card, parse_card
from casino.db import command
from casino.house.because import Because
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.refusals import BadInput, Refusal
from casino.words import say
from tournaments import postings, queries
from tournaments.models import RoyalFlush, Series, Tournament
from tournaments.rules.flush_hand import flush_hit
from tournaments.rules.royal_flush_pool import run_royal_flush_pool
from tournaments.services.shared import held_tournament

CLAIM = "tournaments.pay_royal_flush"
WORDS = {
    "river_not_dealt": say("The river was not dealt."),
    "no_hole_card_used": say("No own card is part of the hand."),
}


class PaysNothing(Refusal):
    """The hand does not qualify, or the pool is empty."""

    status = 409
    code = "TOURNAMENT-024"
    message = say("The pool of this series is empty.")
    source = "OLY-3.2.i"


class ClaimedBefore(Refusal):
    """One claim a hand."""

    status = 409
    code = "TOURNAMENT-025"
    message = say("This hand was paid already.")


class FlushPoolMoved(Refusal):
    """What is approved is what was shown."""

    status = 409
    code = "TOURNAMENT-026"
    message = say("The pool is no longer what it was when this was claimed.")
    next_step = say("Let the hand be claimed again.")


@command
def claim_royal_flush(
    stamp: Stamp,
    *,
    tournament_id: int,
    hand_name: str,
    board: Sequence[str],
    holders: Mapping[str, Sequence[str]],
) -> Proposal:
    """
    Claim a straight or royal flush for the series' jackpot; a second person approves it.

    holders: entry id -> own cards. Source: OLY-3.2.i, AMB-67, AMB-68. Raises NotFound, BadInput,
    NoStraightFlush, NoRoyalFlushPool, PaysNothing, ClaimedBefore.
    """
    hand_name = clean_name(hand_name, field="hand_name", longest=50)
    cards = {name: list(own) for name, own in holders.items()}
    act = ledger.act(
        stamp,
        "tournaments.claim_royal_flush",
        tournament_id=tournament_id,
        hand_name=hand_name,
        board=list(board),
        holders=cards,
    )
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    tournament = held_tournament(stamp, tournament_id)
    asked = {"hand_name": hand_name, "board": list(board), "holders": cards}
    content = _content(tournament, asked)
    why = f"{tournament.name}, hand {hand_name}: {content['hand'].replace('_', ' ')}"
    return propose(stamp, act, operation=CLAIM, content=content, reason=why[:200])


def _content(tournament: Tournament, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is signed: the hand, the pool and every share. Raises what keeps it unpaid."""
    if tournament.series is None or not tournament.rfj_cents:
        raise PaysNothing(say("This tournament has no Royal Flush Jackpot."))
    if tournament.royal_flushes.filter(hand_name=asked["hand_name"]).exists():
        raise ClaimedBefore(field="hand_name")
    names = {str(one.pk): one for one in queries.unrefunded(tournament)}
    if set(asked["holders"]) - set(names):
        raise BadInput(say("Who holds the hand is in this tournament."), field="holders")
    hit = flush_hit(
        hand_id=asked["hand_name"],
        board=_cards(asked["board"]),
        own={name: _cards(own) for name, own in asked["holders"].items()},
    )
    pool = queries.rfj_pool_cents(tournament.club_id, tournament.series.pk)
    run = run_royal_flush_pool(
        book_on(tournament.club_id, tournament.gaming_day),
        opening_cents=pool,
        per_buy_in_cents=tournament.rfj_cents,
        events=[hit],
    )
    paid = run.hits[0]
    if not paid.total_cents:
        raise PaysNothing(WORDS.get(paid.code))
    return {
        "tournament_id": tournament.pk,
        "tournament": tournament.name,
        "hand": hit.hand,
        "pool_cents": pool,
        "total_cents": paid.total_cents,
        "shares": [
            {"entry_id": int(name), "player": names[name].player.name, "cents": cents}
            for name, cents in paid.payouts_cents.items()
        ],
        "because": [reason.as_json() for reason in run.because],
        **asked,
    }


def _cards(texts: Sequence[str]) -> list[Card]:
    try:
        return [parse_card(text) for text in texts]
    except ValueError as error:
        raise BadInput(say("A card {error}.", error=error), field="board") from error


@completes(
    CLAIM,
    title=say("Pay a Royal Flush Jackpot"),
    lives=timedelta(minutes=30),
)
def pay_royal_flush(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> RoyalFlush:
    """Turn a part of the series' pool into what the house owes. Raises FlushPoolMoved."""
    content = proposal.content
    tournament = held_tournament(stamp, content["tournament_id"])
    Series.objects.select_for_update(no_key=True).get(tournaments=tournament)
    asked = {name: content[name] for name in ("hand_name", "board", "holders")}
    if _content(tournament, asked) != content:
        raise FlushPoolMoved
    players = {one.pk: one.player_id for one in queries.unrefunded(tournament)}
    about = f"{tournament}, #{content['hand_name']}"
    owed = owe(
        stamp,
        act,
        [
            Due(
                kind="tournament.royal_flush",
                about=about,
                cents=share["cents"],
                player_id=players[share["entry_id"]],
                two=True,
                not_by=tuple(sorted({proposal.proposed_by_id, stamp.person_id})),
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
        hand_name=content["hand_name"],
        hand=content["hand"],
        board=content["board"],
        holders=content["holders"],
        pool_cents=content["pool_cents"],
        total_cents=content["total_cents"],
        because=content["because"],
        proposal=proposal,
        at=stamp.at,
        gaming_day=stamp.gaming_day,
        slip_id=ledger.post(stamp, act, draft).entry_id,
        act_id=act.id,
    )
