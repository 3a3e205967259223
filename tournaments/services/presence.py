"""Present or absent at the seat; and who never came, when late registration is over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from casino.acts.kinds import Id
from casino.acts.runner import act
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import BadInput, Conflict, NotFound
from tournaments.models import ChipChange, Entry, Presence, Tournament
from tournaments.queries.chips import bought_chips
from tournaments.queries.floor import floor
from tournaments.queries.order import playing
from tournaments.queries.presence import NoShow, absent_stacks, attendance
from tournaments.services.knockouts import (
    LastOne,
    NotPlaying,
    Out,
    PlayNotBegun,
    latest_hand,
    note_out,
)
from tournaments.services.seating import NotSeated, sit
from tournaments.services.shared import (
    ChipsOf,
    chips_by_entry,
    missing_chips,
    named_once,
    running_tournament,
)

NEVER_CAME = "No-show"
WORDS = {
    "stays_in_play": msg("The stack of an absent player stays in play here."),
    "late_registration_open": msg("Late registration is still open, so the player may yet come."),
    "has_come": msg("This player has been at the table."),
    "not_noted": msg("Nobody has noted that this player is absent: note it first."),
}


class NotRemoved(Conflict):
    """The book says which stacks leave the tournament without having been played, and when."""

    code = "TOURNAMENT-092"


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """An entry, and whether its player is at the seat."""

    entry_id: Id
    present: bool


@act("tournaments.note_presence")
def note_presence(stamp: Stamp, *, tournament_id: Id, seen: Sequence[Seen]) -> list[Presence]:
    """
    Note who is at the seat and who is not; what is known already is noted once.

    Who is present plays here from the start on. Source: OLY-3.4.5, VOO-T13, IMG-T3, HOME-9.
    Raises NotFound, TournamentOver, NotPlaying, NotSeated, PlaysElsewhere, BadInput.
    """
    tournament = running_tournament(stamp, tournament_id)
    entries = {each.pk: each for each in tournament.entries.select_related("player")}
    here, elsewhere = attendance(tournament).here, floor(tournament).elsewhere
    made = []
    for one in named_once(((each.entry_id, each) for each in seen), field="seen").values():
        entry = entries.get(one.entry_id)
        if entry is None:
            raise NotFound(msg("This tournament has no such entry."), field="entry_id")
        if entry.out_at or entry.refunded_at:
            raise NotPlaying(field="entry_id")
        if not entry.seat:
            raise NotSeated(field="entry_id")
        if one.present and entry.pk in elsewhere:
            sit(stamp, tournament, entry)
        if here.get(entry.pk) is not one.present:
            made.append(note(stamp, entry, present=one.present))
    return made


def note(stamp: Stamp, entry: Entry, *, present: bool) -> Presence:
    """Keep that somebody is there, or is not, as a step of a command."""
    return Presence.objects.create(
        entry=entry, present=present, at=stamp.at, noted_by_id=stamp.person_id, act_id=stamp.act_id
    )


@act("tournaments.remove_no_shows")
def remove_no_shows(
    stamp: Stamp, *, tournament_id: Id, stacks: Sequence[ChipsOf]
) -> list[ChipChange]:
    """
    Put players out who were noted absent and never came, at the end of late registration.

    stacks: what is left of each; the money stays in the pool.
    Source: OLY-3.4.5, OLY-3.4.6, VOO-T13, IMG-T4, AMB-76.
    Raises NotFound, TournamentOver, PlayNotBegun, NotPlaying, NotRemoved, LastOne, BadInput.
    """
    tournament = running_tournament(stamp, tournament_id)
    return put_out(stamp, tournament, chips_by_entry(stacks, field="stacks"), NEVER_CAME)


def put_out(
    stamp: Stamp, tournament: Tournament, stacks: Mapping[int, int], reason: str
) -> list[ChipChange]:
    """
    Let no-shows be out, as a step of a command; bounty chips are the winner's (AMB-64).

    stacks: chips by entry. Raises PlayNotBegun, NotPlaying, NotRemoved, LastOne, BadInput.
    """
    if tournament.started_at is None:
        raise PlayNotBegun
    left = {each.pk: each for each in playing(tournament)}
    if not stacks or not left.keys() >= stacks.keys():
        raise NotPlaying(field="entry_id")
    if len(stacks) >= len(left):
        raise LastOne
    bought, hand = bought_chips(tournament), latest_hand(tournament) + 1
    missing = absent_stacks(tournament, [left[entry_id] for entry_id in stacks], stamp.at)
    never_came = attendance(tournament).never_came
    for found in missing:
        if reason == NEVER_CAME and found.removal.allowed and found.entry.pk not in never_came:
            raise NotRemoved(WORDS["not_noted"], field="entry_id")
        _check_removal(found, stacks[found.entry.pk], bought[found.entry.pk])
    in_play = [one.entry.pk for one in missing if one.stack.state != "not_in_play"]
    missing_chips(tournament, [stacks[entry_id] for entry_id in in_play], field="chips")
    return [
        ChipChange.objects.create(
            entry=found.entry,
            what=ChipChange.What.NO_SHOW,
            chips=stacks[found.entry.pk],
            reason=reason,
            knockout=note_out(
                stamp,
                found.entry,
                Out(entry_id=found.entry.pk, stack=0, disqualified=True),
                hand=hand,
            ),
            at=stamp.at,
            noted_by_id=stamp.person_id,
            act_id=stamp.act_id,
        )
        for found in missing
    ]


def _check_removal(found: NoShow, chips: int, bought: int) -> None:
    """Raise NotRemoved where the book keeps a stack, BadInput for chips that cannot be its."""
    if not found.removal.allowed:
        said = WORDS[found.removal.code]
        raise NotRemoved(said, field="entry_id", source=found.removal.because[0].rule)
    least = bought if found.stack.state == "not_in_play" else 0
    if not least <= chips <= bought:
        raise BadInput(
            msg("Write a number from {low} to {high}.", low=least, high=bought), field="chips"
        )
