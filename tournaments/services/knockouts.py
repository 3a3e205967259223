"""Who goes out, in which hand and by whom; and a knock-out that was a mistake."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from django.db.models import Max, QuerySet

from casino.acts.kinds import Id, Identity, Number, Reason, Several
from casino.acts.runner import act
from casino.approvals.signed import Preview, signed
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.money import whole
from casino.names import guest
from casino.refusals import BadInput, Conflict, NotFound
from tournaments.models import Entry, Knockout, Prize, Purchase, Tournament
from tournaments.queries import tournaments
from tournaments.queries.awards import UNDO, bounties_of, plays_for_places, prizes_of
from tournaments.queries.days import at_play, lost_bag, night
from tournaments.queries.order import (
    collected_cents,
    gone_for_good,
    knockout,
    playing,
    standings,
    stopped_together,
    won_bounties,
)
from tournaments.services.listing import plays_on
from tournaments.services.prizes import finish
from tournaments.services.seating import keep_seat, leave, sit, sit_all
from tournaments.services.shared import (
    TooManyChips,
    TournamentOver,
    held_tournament,
    missing_chips,
    running_tournament,
)

BACK_FIRST = msg("Take back the prizes and bounty chips awarded, then undo the elimination.")


class NotPlaying(Conflict):
    """Who is out, or was never in, is not knocked out."""

    code = "TOURNAMENT-016"
    message = msg("This player is eliminated, or bagged for a later day.")


class LastOne(Conflict):
    """Somebody is left to win."""

    code = "TOURNAMENT-017"
    message = msg("The last player cannot be eliminated.")


class CannotUndo(Conflict):
    """A knock-out is undone until it has been paid, or a later one has."""

    code = "TOURNAMENT-018"


class HandAwarded(Conflict):
    """A hand of which a prize was awarded keeps its players."""

    code = "TOURNAMENT-129"
    message = msg("A prize of this hand, or of a later one, is already awarded.")
    next_step = msg(
        "Enter the elimination as a hand of its own, or take back the prizes awarded first."
    )
    next_page = "prizes-take-back"


class NeedsPenalty(Conflict):
    """A disqualification has a breach, a reason and a paragraph."""

    code = "TOURNAMENT-138"
    message = msg("A player is disqualified with a penalty, which keeps the reason.")
    next_step = msg("Give the player a penalty instead.")
    next_page = "player-punish"


class PlayNotBegun(Conflict):
    """Nobody goes out before the start."""

    code = "TOURNAMENT-019"
    message = msg("This tournament has not started.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Out:
    """
    Who is out, with the stack at the start of the deal.

    strength: of the hand, bigger is better, if known; by: ids of the entries that won the last
    pot, in order from the button; joker: one was in the hand; disqualified: by a penalty alone.
    """

    entry_id: Id
    stack: Number
    strength: Number | None = None
    by: Annotated[Sequence[int], Several(of=Identity(), maximum=23)] = ()
    disqualified: bool = False
    joker: bool = False


@act("tournaments.knock_out")
def knock_out(
    stamp: Stamp,
    *,
    tournament_id: Id,
    outs: Sequence[Out],
    same_hand: bool = False,
    same_hand_as: Id | None = None,
) -> list[Knockout]:
    """
    Note who went out in one hand.

    same_hand_as: id of a knock-out of the same hand, or round of hand for hand, as others note
    theirs meanwhile; same_hand: the same as the knock-out noted last, whichever that is.
    Source: OLY-3.2.h, OLY-3.4.22, VOO-T24, IMG-T19, AMB-63, AMB-64, AMB-71 to AMB-73.
    Raises NotFound, TournamentOver, PlayNotBegun, NeedsPenalty, NotPlaying, LastOne,
    TooManyChips, HandAwarded, BadInput.
    """
    tournament = running_tournament(stamp, tournament_id)
    if tournament.started_at is None:
        raise PlayNotBegun
    left = {each.pk: each for each in at_play(tournament)}
    _check(tournament, left, outs)
    hand = _hand(tournament, same_hand=same_hand, same_hand_as=same_hand_as)
    if awarded_since(tournament, hand):
        raise HandAwarded
    _check_covered(tournament, outs, hand=hand)
    return [note_out(stamp, left[one.entry_id], one, hand=hand) for one in outs]


def _hand(tournament: Tournament, *, same_hand: bool, same_hand_as: int | None) -> int:
    """Return the number of the hand that is noted. Raises NotFound."""
    if same_hand_as is None:
        latest = latest_hand(tournament)
        stops = Knockout.objects.filter(entry__tournament=tournament, hand=latest, stopped=True)
        together = same_hand and latest and not stops.filter(undone_at=None).exists()
        return latest if together else latest + 1
    outs = Knockout.objects.filter(entry__tournament=tournament, undone_at=None, stopped=False)
    found = outs.filter(id=same_hand_as).first()
    if found is None:
        raise NotFound(msg("This tournament has no such elimination."), field="same_hand_as")
    return found.hand


def awarded_since(tournament: Tournament, hand: int) -> QuerySet[Prize]:
    """Return the prizes of who went out for good in a hand or later: its players stay as noted."""
    since = gone_for_good(tournament).filter(hand__gte=hand)
    return prizes_of(tournament).filter(entry__in=since.values("entry"))


def latest_hand(tournament: Tournament) -> int:
    """Return the number of the hand in which somebody went out last, 0 without any."""
    hands = Knockout.objects.filter(entry__tournament=tournament, undone_at=None)
    return int(hands.aggregate(hand=Max("hand"))["hand"] or 0)


def _check_covered(tournament: Tournament, outs: Sequence[Out], *, hand: int) -> None:
    """
    Raise TooManyChips for stacks that are not in play, or that nobody left can have covered.

    Who won a bounty chip had at least as many chips as who lost it (AMB-63).
    """
    stacks = [one.stack for one in outs]
    missing_chips(tournament, stacks, field="stack")
    lost = [one.stack for one in outs if one.by]
    if not tournament.bounty_cents or not lost:
        return
    others = Knockout.objects.filter(
        entry__tournament=tournament, hand=hand, undone_at=None, disqualified=False
    )
    gone = sum(others.values_list("stack", flat=True))
    if missing_chips(tournament, [gone, *stacks], field="stack") < max(lost):
        said = msg("Nobody left can have covered a stack of {stack}.", stack=whole(max(lost)))
        raise TooManyChips(said, field="stack", source="AMB-63")


def _check(tournament: Tournament, left: Mapping[int, Entry], outs: Sequence[Out]) -> None:
    """Raise what cannot have happened."""
    gone = [one.entry_id for one in outs]
    if not gone or len(set(gone)) < len(gone):
        raise BadInput(msg("Enter each eliminated player once."), field="outs")
    for one in outs:
        if one.entry_id not in left:
            raise NotPlaying(field="entry_id")
        if one.disqualified:
            raise NeedsPenalty(field="disqualified", about={"entrant_id": one.entry_id})
        by = set(one.by)
        if by & set(gone) or by - set(left) or len(by) < len(one.by):
            said = msg("Only a player who is still in after the hand can eliminate another.")
            raise BadInput(said, field="by", source="AMB-63")
        if tournament.bounty_cents and not by:
            raise BadInput(msg("Enter who won the bounty chip."), field="by", source="OLY-3.2.g")
    if len(gone) >= len(left):
        raise LastOne


def note_out(
    stamp: Stamp,
    entry: Entry,
    one: Out,
    *,
    hand: int,
    prize_withheld: bool = False,
    stopped: bool = False,
) -> Knockout:
    """
    Keep that somebody is out, has left the seat and any bag, as a step of a command.

    Where play went on after a deal the tournament is over once one is left; stopped: several stop
    together, and who notes them asks whether it is over.
    """
    Entry.objects.filter(id=entry.pk).update(out_at=stamp.at)
    entry.bags.filter(taken_up_at=None).update(taken_up_at=stamp.at)
    leave(stamp, entry)
    noted = Knockout.objects.create(
        entry=entry,
        hand=hand,
        stack=one.stack,
        strength=one.strength,
        by=[] if one.disqualified else list(one.by),
        disqualified=one.disqualified,
        prize_withheld=prize_withheld,
        joker=one.joker,
        stopped=stopped,
        at=stamp.at,
        noted_by_id=stamp.person_id,
        act_id=stamp.act_id,
    )
    if plays_for_places(entry.tournament) and not stopped:
        finish(stamp, entry.tournament)
    return noted


def undo_signs(
    stamp: Stamp, *, tournament_id: int, knockout_id: int, reason: str | None = None
) -> str | None:
    """Return UNDO where the tournament is over and counted, or over since another gaming day."""
    over = tournaments.tournament(stamp.club_id, tournament_id)
    if over.finished_at and (over.ranking or over.finished_at < stamp.opens_at):
        return UNDO
    return None


def undo_preview(
    stamp: Stamp, *, tournament_id: int, knockout_id: int, reason: str | None = None
) -> Preview:
    """Say who plays on, and from which place. Raises as undo_knockout, BadInput."""
    tournament = held_tournament(stamp, tournament_id)
    found = knockout(tournament, knockout_id)
    if tournament.finished_at:
        _check_goes_on(tournament, found)
    else:
        running_tournament(stamp, tournament_id)
    together = stopped_together(found)
    for one in together:
        check_undo(tournament, one)
    signs = undo_signs(stamp, tournament_id=tournament_id, knockout_id=knockout_id)
    if signs and not reason:
        raise BadInput(msg("Enter a reason."), field="reason")
    places = {one.knockout.pk: one.place for one in standings(tournament) if one.knockout}
    return Preview(
        content={
            "tournament": tournament.name,
            "plays_on": [
                {"player": guest(one.entry.player_id), "place": places.get(one.pk)}
                for one in together
            ],
        }
    )


@signed(
    UNDO,
    asked_as="tournaments.ask_to_undo_knockout",
    preview=undo_preview,
    signs=undo_signs,
    kinds={UNDO: msg("Undo the elimination that ended a tournament")},
    latest_of=("tournament_id", "knockout_id"),
    one_open=True,
)
def undo_knockout(
    stamp: Stamp, *, tournament_id: Id, knockout_id: Id, reason: Reason | None = None
) -> Knockout:
    """
    Take back a knock-out that was a mistake, until it, or the place of a later one, has been paid.

    Who went out after that has the place below then, by the order in which they went out; who
    stopped together goes on together. The last one of a tournament that is over counts for the
    ranking already, or is of another gaming day: then two do it, with a reason.
    Raises NotFound, TournamentOver, CannotUndo.
    """
    tournament = held_tournament(stamp, tournament_id)
    found = knockout(tournament, knockout_id)
    if tournament.finished_at:
        _go_on(stamp, tournament, found)
    tournament = running_tournament(stamp, tournament_id)
    for one in stopped_together(found):
        check_undo(tournament, one)
        take_back(stamp, tournament, one)
    return knockout(tournament, found.pk)


def _go_on(stamp: Stamp, tournament: Tournament, found: Knockout) -> None:
    """Let a tournament go on whose last elimination ended it. Raises TournamentOver, CannotUndo."""
    _check_goes_on(tournament, found)
    check_undo(tournament, found)
    Tournament.objects.filter(id=tournament.pk).update(finished_at=None)
    sit_all(stamp, tournament, playing(tournament))


def _check_goes_on(tournament: Tournament, found: Knockout) -> None:
    """Raise TournamentOver but after a deal that was played on, while no bounty chip goes by it."""
    since = bounties_of(tournament).filter(act_id__gt=found.act_id)
    if not plays_for_places(tournament) or found.undone_at or since.exists():
        raise TournamentOver(next_step=BACK_FIRST, next_page="prizes-take-back")


def take_back(stamp: Stamp, tournament: Tournament, found: Knockout) -> Knockout:
    """Let a player be in again whose elimination may be undone, as a step of a command."""
    found.undone_at = stamp.at
    found.save(update_fields=["undone_at"])
    if bag := lost_bag(found):
        bag.taken_up_at = None
        bag.save(update_fields=["taken_up_at"])
    plays_on(stamp, tournament, found.entry.player_id)
    _sit_again(stamp, tournament, found)
    check_chips(tournament)
    return found


def _sit_again(stamp: Stamp, tournament: Tournament, found: Knockout) -> None:
    """
    Let a player play on in the old seat; where it was given away, seats are drawn.

    Who never came has the seat, too, without sitting there.
    """
    entry = found.entry
    if keep_seat(entry):
        Entry.objects.filter(id=entry.pk).update(out_at=None)
        if not found.no_show:
            sit(stamp, tournament, entry)
    else:
        Entry.objects.filter(id=entry.pk).update(out_at=None, table_no=None, seat_no=None)


def check_undo(tournament: Tournament, found: Knockout) -> None:
    """Raise CannotUndo for an elimination that was paid, or after which a place was paid."""
    if found.undone_at:
        raise CannotUndo(msg("This player is already back in play."))
    if found.came_back_at:
        sale = Purchase.objects.filter(
            entry=found.entry, at=found.came_back_at, refund=None
        ).first()
        raise CannotUndo(
            msg("This player is already back in play."),
            next_step=msg("Reverse the rebuy or re-entry first, then undo the elimination."),
            next_page="sale-take-back",
            about={"entry_id": sale and sale.original.slip_id},
        )
    if night(tournament) and not lost_bag(found):
        raise CannotUndo(msg("The day is over: begin the next flight or day."))
    # Neither what was awarded before, by a deal, hangs on it, nor the places below.
    before = gone_for_good(tournament).filter(hand__lt=found.hand)
    since = prizes_of(tournament).filter(act_id__gt=found.act_id)
    paid = since.exclude(entry__in=before.values("entry")).select_related("payable").first()
    if paid:
        raise CannotUndo(
            msg("The prize of this place is already awarded as payment {id}.", id=paid.payable_id)
            if paid.payable_id
            else msg("The prize of this place is already awarded."),
            next_step=BACK_FIRST,
            next_page="prizes-take-back",
        )
    later = prizes_of(tournament).filter(act_id__gt=found.act_id)
    if found.prize_withheld and later.exists():
        raise CannotUndo(
            msg("The others have been awarded their shares of the withheld prize."),
            next_step=BACK_FIRST,
            next_page="prizes-take-back",
        )


def check_chips(tournament: Tournament) -> None:
    """Raise CannotUndo when the bounty chip was handed in already."""
    won = won_bounties(tournament, ended=False)
    for entry_id, cents in collected_cents(tournament).items():
        if won and won.payouts_cents.get(str(entry_id), 0) < cents:
            raise CannotUndo(
                msg("The bounty chip of this elimination has already been handed in."),
                next_step=BACK_FIRST,
                next_page="prizes-take-back",
            )
