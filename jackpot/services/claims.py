"""The claim desk: a hand is entered and judged, its proof collected."""

import re
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Annotated, Any

from django.dispatch import receiver

from cashgames.models import Session
from cashgames.queries import tables
from cashgames.queries.board import on_terms_of
from cashgames.rules.families import dealt_family, named_game
from cashgames.rules.games import CardTwice
from cashgames.rules.table_limits import most_players
from casino.acts.arguments import Record
from casino.acts.kinds import Id, Name, OneOf, Reason, Several, Text, Whole
from casino.acts.runner import act
from casino.approvals.models import Proposal
from casino.cards import DECK
from casino.db import refusing
from casino.house.models import Club
from casino.house.queries import adoption_on, club_stamp, own_edition
from casino.house.stamp import Stamp
from casino.house.vocabulary import value_in_words
from casino.kept_sql import hold
from casino.messages import msg, msg_count, verbatim
from casino.players.services.erasing import StillHeld, guest_leaves
from casino.refusals import BadInput, Conflict, Refusal
from casino.schema import plain
from jackpot.models import Claim, Jackpot
from jackpot.queries import claims
from jackpot.rules.conditions import Condition
from jackpot.services.seated import OtherGuest, seated

# Where the rules say that the cards of a hand are wrong.
SHOWN = re.compile(r"hands\[([0-9]+)\]\.cards")
MIN_PLAYERS, MAX_PLAYERS, MAX_BOARDS, MAX_OPEN = 2, 23, 2, 5
CARD = OneOf(words=tuple(DECK))


@dataclass(frozen=True, kw_only=True, slots=True)
class HandShown:
    """The own cards that a seat showed."""

    seat: Annotated[int, Whole(low=1, high=MAX_PLAYERS)]
    cards: Annotated[list[str], Several(of=CARD, maximum=13)]


class NotAtThatTime(Refusal):
    """A hand is played while its table is open, and not in the future."""

    code = "JACKPOT-001"
    message = msg("This table was not open at that time.")
    next_step = msg("Check the table and the time of the hand.")


class HandDiffers(Conflict):
    """What was recorded of the hand at the table is what a claim is about."""

    code = "JACKPOT-002"


class ClaimedBefore(Conflict):
    """One claim a hand."""

    code = "JACKPOT-003"
    message = msg("This hand already has a claim.")
    next_step = msg("Open that claim, or withdraw it with a reason if it is wrong.")
    next_page = "claims"


class ClaimDecided(Conflict):
    """What was decided, or waits to be, does not change."""

    code = "JACKPOT-004"
    message = msg("This claim is waiting for approval or already decided, so it cannot be changed.")
    next_step = msg("If it is still waiting, withdraw the request first.")
    next_page = "approvals"


@act("jackpot.prepare_claim")
def prepare_claim(
    stamp: Stamp,
    *,
    session_id: Id,
    hand_name: Name,
    played_at: datetime,
    players_dealt: Annotated[int, Whole(low=MIN_PLAYERS, high=MAX_PLAYERS)],
    boards: Annotated[list[list[str]], Several(of=Several(of=CARD, maximum=5), maximum=MAX_BOARDS)],
    hands: Annotated[list[HandShown], Several(of=Record(shape=HandShown), maximum=MAX_PLAYERS)],
    game: Annotated[str, Text(max_length=30)] | None = None,
    open_cards_dealt: Annotated[int, Whole(high=MAX_OPEN)] = 0,
    showdown: bool = True,
    other_guests: Annotated[
        Sequence[OtherGuest],
        Several(of=Record(shape=OtherGuest), maximum=MAX_PLAYERS, added=True),
    ] = (),
) -> Claim:
    """
    Enter a hand for which a jackpot is claimed; it is judged by the rules of its gaming day.

    boards: one, or two where it was dealt twice; game: the one dealt, in a mixed game.
    other_guests: who sat there in truth, where a seat was given to another guest's card, or that
    nobody did; who awards is shown both. A hand that does not qualify is kept, with the reason.
    Source: OLY-4.1 to OLY-4.12, AMB-26, AMB-34, AMB-39.
    Raises BadInput, NotFound, Gone, NotAtThatTime, HandDiffers, ClaimedBefore.
    """
    claim = entered_claim(
        stamp,
        tables.session(stamp.club_id, session_id),
        hand_name=hand_name,
        played_at=played_at,
        game=game,
        players_dealt=players_dealt,
        boards=boards,
        hands=hands,
        open_cards_dealt=open_cards_dealt,
        showdown=showdown,
        other_guests=other_guests,
    )
    claim.act_id = stamp.act_id
    if claim.state == Claim.State.PREPARED:
        hold(Session, session_id)
        check_paid_once(claim)
    with refusing(jackpot_one_claim_a_hand=ClaimedBefore(field="hand_name")):
        claim.save(force_insert=True)
    return claim


def check_paid_once(claim: Claim) -> None:
    """Raise ClaimedBefore for cards that have a claim at this table under another name."""
    named = [each.hand_name for each in claims.same_deal(claim)]
    if other := next((each for each in named if each != claim.hand_name), None):
        said = msg("These cards of this table already have a claim, as hand {hand}.", hand=other)
        raise ClaimedBefore(said, field="hand_name")


def entered_claim(
    stamp: Stamp,
    session: Session,
    *,
    hand_name: str,
    played_at: datetime,
    game: str | None,
    hands: Sequence[HandShown],
    other_guests: Sequence[OtherGuest] = (),
    **entered: Any,
) -> Claim:
    """Return a claim as it would be kept, judged but not saved. Raises as `prepare_claim`."""
    _check_time(stamp, session, played_at)
    recorded = tables.hand(session.pk, hand_name)
    if recorded and recorded.players_dealt != entered["players_dealt"]:
        said = msg_count(
            "The hand was recorded with {number} player dealt in.",
            "The hand was recorded with {number} players dealt in.",
            recorded.players_dealt,
        )
        raise HandDiffers(said, field="players_dealt")
    club = Club.objects.get(id=stamp.club_id)
    day = club_stamp(club, at=played_at, actor_id=None).gaming_day
    adoption = adoption_on(club.pk, day)
    then = on_terms_of(session, played_at)
    most = most_players(own_edition(adoption), named_game(then.game), at="cash")
    claim = Claim(
        club=club,
        jackpot=Jackpot.objects.filter(id=session.pool_ref or 0).first(),
        session=session,
        hand=recorded,
        hand_name=hand_name,
        played_at=played_at,
        gaming_day=day,
        adoption=adoption,
        game=_dealt(then, game),
        **asdict(seated(stamp, session.pk, played_at, other_guests, seats=most.max_players)),
        claimed_by_id=stamp.person_id,
        claimed_at=stamp.at,
        hands=[asdict(each) for each in hands],
        **entered,
    )
    _check_hands(claim)
    _judge(claim)
    return claim


@receiver(guest_leaves)
def keep_claimant(sender: Any, *, club_id: int, player_ids: Collection[int], **_: Any) -> None:
    """Let nobody be erased who may get a share of a claim that waits. Raises StillHeld."""
    waiting = (Claim.State.PREPARED, Claim.State.PROPOSED)
    for each in Claim.objects.filter(club_id=club_id, state__in=waiting):
        if not {seat["player_id"] for seat in each.seated}.isdisjoint(player_ids):
            raise StillHeld.of(str(each), page="claims")


def _check_time(stamp: Stamp, session: Session, played_at: datetime) -> None:
    closed = session.closed_at or stamp.at
    if not session.opened_at <= played_at <= min(closed, stamp.at):
        raise NotAtThatTime(field="played_at")


def _dealt(session: Session, game: str | None) -> str:
    """Return the game of the hand: the table's, or the one of a mixed game that was dealt."""
    table, dealt = named_game(session.game), named_game(game) if game else None
    try:
        dealt_family(table, dealt)
    except BadInput as error:
        raise BadInput(error.message, field=error.field, **_other_game(session)) from error
    return dealt or table


def _other_game(session: Session) -> dict[str, Any]:
    """Return where a claim goes on whose hand was of another game than the table had."""
    return {
        "next_step": msg("If the table dealt another game then, correct the game dealt first."),
        "next_page": "game-correct",
        "about": {"session_id": session.pk},
    }


def _check_hands(claim: Claim) -> None:
    """Refuse hands of seats that nobody had, or more dealt in than sat there."""
    seats, shown = {each["seat"] for each in claim.seated}, set()
    if claim.players_dealt > len(seats):
        said = msg_count(
            "Only {number} player was seated then. Check the time and the players dealt in.",
            "Only {number} players were seated then. Check the time and the players dealt in.",
            len(seats),
        )
        raise BadInput(said, field="players_dealt")
    if not claim.hands:
        raise BadInput(msg("Enter the shown hands and one or two boards."), field="hands")
    for each in claim.hands:
        if each.get("seat") not in seats or each["seat"] in shown:
            said = msg(
                "Seat {seat} was empty at that time or is given twice.",
                seat=each.get("seat"),
            )
            raise BadInput(said, field="hands")
        shown.add(each["seat"])


def _judge(claim: Claim) -> None:
    try:
        judged = claims.judged(claim)
    except BadInput as error:
        raise _in_words(claim, error) from error
    verdict = judged.verdict
    claim.verdict = plain(
        {
            "board_no": judged.board_no,
            "bad_beat": verdict.bad_beat,
            "reason": verdict.bad_beat_reason,
            "losing_seats": verdict.losing_seats,
            "winning_seats": verdict.winning_seats,
            "royal_flush": verdict.royal_flush,
            "royal_seats": verdict.royal_seats,
            "proof": {seat: [str(card) for card in five] for seat, five in verdict.proof.items()},
        }
    )
    claim.conditions = [_shown(condition) for condition in judged.conditions]
    claim.because = [reason.as_json() for reason in verdict.because]
    claim.state = Claim.State.PREPARED if judged.hit else Claim.State.UNQUALIFIED
    claim.reason = "" if judged.hit else str(claim.why_not)[:200]


def _in_words(claim: Claim, error: BadInput) -> BadInput:
    """Return what is wrong with the cards as the desk says it: the seat, the game's own name."""
    full = error.message.localized()
    named = value_in_words(claim.game).localized()
    said = verbatim((full.partition(": ")[2] or full).replace(claim.game, named))
    if found := SHOWN.fullmatch(error.field or ""):
        seat = claim.hands[int(found[1])]["seat"]
        of_seat = msg("Seat {seat}: {said}", seat=seat, said=said)
        on = {} if isinstance(error, CardTwice) else _other_game(claim.session)
        return BadInput(of_seat, field="hands", **on)
    return BadInput(
        msg("Board: {said}", said=said) if error.field == "board" else said, field=error.field
    )


def _shown(condition: Condition) -> dict[str, Any]:
    names = ("of", "name", "met", "found", "rule", "says")
    return {name: getattr(condition, name) for name in names}


@act("jackpot.withdraw_claim")
def withdraw_claim(stamp: Stamp, *, claim_id: Id, reason: Reason) -> Claim:
    """
    Refuse a claim that nobody has proposed; it stays, with the reason, and frees its hand.

    Raises NotFound, ClaimDecided, BadInput.
    """
    claim = held_claim(stamp, claim_id)
    claim.state, claim.reason = Claim.State.REFUSED, reason
    claim.save(update_fields=["state", "reason"])
    return claim


def held_claim(stamp: Stamp, claim_id: int) -> Claim:
    """
    Return a claim that may still change, held by an act. Raises NotFound, ClaimDecided.

    One that waits for its signature changes no more, but for that signature.
    """
    claim = claims.claim(stamp.club_id, claim_id)
    if stamp.act_id:
        claim = hold(Claim, claim_id)
    elsewhere = claim.proposal if claim.proposal_id != stamp.proposal_id else None
    proposed = claim.state == Claim.State.PROPOSED
    if claim.state == Claim.State.AWARDED:
        raise ClaimDecided(
            next_step=msg("If nothing of it is paid, two can take back the award first."),
            next_page="claim-take-back",
            about={"claim_id": claim.pk},
        )
    if claim.is_decided or (proposed and elsewhere and waits(elsewhere, stamp.at)):
        raise ClaimDecided
    return claim


def waits(proposal: Proposal, at: datetime) -> bool:
    """Return whether a proposal can still be approved."""
    return proposal.approved is None and proposal.expires_at >= at
