"""What the supervisor imposes on a player: a warning, hands missed, the end of the tournament."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from django.dispatch import receiver

from casino.acts.kinds import Id, Number, Reason
from casino.acts.runner import act
from casino.house.floor import Breach, Measure, Where
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.players import rules
from casino.players.services.penalties import MILDER, Minutes, imposed, penalties_of_guest
from casino.refusals import BadInput, Conflict
from tournaments.models import Entry, FloorUndo, Knockout, Penalty, Tournament
from tournaments.queries.chips import penalties_before, penalty
from tournaments.queries.order import playing
from tournaments.services.knockouts import (
    LastOne,
    NotPlaying,
    Out,
    PlayNotBegun,
    latest_hand,
    note_out,
)
from tournaments.services.shared import missing_chips, running_tournament

HEADS_UP = 2


class TooHard(Conflict):
    """The supervisor may be milder than the book; harder where it says so (OLY-1.53, VOO-G5)."""

    code = "TOURNAMENT-043"
    message = MILDER


@act("tournaments.punish")
def punish(
    stamp: Stamp,
    *,
    tournament_id: Id,
    entry_id: Id,
    breach: Breach,
    reason: Reason,
    measure: Measure | None = None,
    stack: Number | None = None,
    prize_withheld: bool | None = None,
    minutes: Minutes | None = None,
) -> Penalty:
    """
    Impose what the book has for a breach, or something milder; the end puts the player out.

    measure: None as the book has it, harder where the book leaves it to the floor, any where it
    names none; stack: chips of who is put out, which leave play; prize_withheld: whether the others
    share the prize of the place; minutes: how long who is sent away is so; None as the book has it.
    Source: OLY-1.5, OLY-1.34, OLY-1.43, OLY-1.53 to OLY-1.55, VOO-G5, VOO-G24, VOO-G26, VOO-T30,
    IMG-G10, IMG-G55, IMG-T29, AMB-81. Raises NotFound, TournamentOver, PlayNotBegun, NotPlaying,
    TooHard, LastOne, NoPenalties, BadInput.
    """
    tournament = running_tournament(stamp, tournament_id)
    if tournament.started_at is None:
        raise PlayNotBegun
    left = {each.pk: each for each in playing(tournament)}
    if entry_id not in left:
        raise NotPlaying(field="entry_id")
    entry = left[entry_id]
    book, at = book_on(tournament.club_id, tournament.gaming_day), _where(tournament)
    if measure == "second_place" and len(left) > HEADS_UP:
        said = msg("More than two players are left: nobody has second place yet.")
        raise BadInput(said, field="measure", source="OLY-1.53")
    said_of = imposed(
        stamp,
        book,
        at=at,
        breach=breach,
        reason=reason,
        measure=measure,
        minutes=minutes,
        provided=lambda breach: provided(tournament, entry, breach),
        too_hard=TooHard,
    )
    knockout = _put_out(
        stamp,
        entry,
        said_of["measure"],
        stack=stack,
        others=len(left) - 1,
        withheld=prize_withheld,
    )
    return Penalty.objects.create(entry=entry, knockout=knockout, **said_of)


def provided(tournament: Tournament, entry: Entry, breach: Breach) -> rules.Penalty:
    """Return what the book has for a player's breach, after those before. Raises NoPenalties."""
    book = book_on(tournament.club_id, tournament.gaming_day)
    earlier: Any = penalties_before(entry)
    due = rules.penalty(book, at=_where(tournament), breach=breach, earlier=earlier)
    # Second place is the end of a match of two: of more, who is put out has the place of then.
    ends = due.measure == "second_place" and len(playing(tournament)) > HEADS_UP
    return replace(due, measure="out") if ends else due


def _where(tournament: Tournament) -> Where:
    return "heads_up" if "heads_up" in tournament.variants else "tournament"


def _put_out(
    stamp: Stamp,
    entry: Entry,
    measure: Measure,
    *,
    stack: int | None,
    others: int,
    withheld: bool | None,
) -> Knockout | None:
    """Take a player out of the tournament where the measure ends it; the stack leaves play."""
    if measure not in ("out", "second_place"):
        if withheld:
            raise BadInput(
                msg("Only the prize of a disqualified player can be withheld."),
                field="prize_withheld",
                source="AMB-81",
            )
        return None
    book = book_on(entry.tournament.club_id, entry.tournament.gaming_day)
    if withheld and measure == "second_place":
        raise BadInput(
            msg("Second place keeps its prize in a heads-up tournament."),
            field="prize_withheld",
            source="OLY-1.53",
        )
    if withheld is None:
        withheld = measure == "out" and book.tournament.disqualified_prize == "withheld"
    if stack is None:
        raise BadInput(msg("Enter the chips removed from play."), field="stack", source="OLY-1.55")
    if not others:
        raise LastOne
    missing_chips(entry.tournament, [stack], field="stack")
    out = Out(entry_id=entry.pk, stack=stack, disqualified=True)
    hand = latest_hand(entry.tournament) + 1
    return note_out(stamp, entry, out, hand=hand, prize_withheld=withheld)


@act("tournaments.end_penalty")
def end_penalty(stamp: Stamp, *, tournament_id: Id, penalty_id: Id) -> Penalty:
    """Note that a player is back at the table after a penalty. Raises NotFound."""
    tournament = running_tournament(stamp, tournament_id)
    found = penalty(tournament, penalty_id)
    if found.served_at is None:
        found.served_at = stamp.at
        found.save(update_fields=["served_at"])
    return found


@receiver(penalties_of_guest)
def standing_in_tournaments(
    sender: Any, *, player_ids: Collection[int], **_: Any
) -> list[tuple[str, Penalty]]:
    """Return what was imposed in tournaments, with the tournament."""
    stands = Penalty.objects.filter(entry__player__in=player_ids)
    stands = stands.exclude(knockout__undone_at__isnull=False)
    stands = stands.exclude(act_id__in=FloorUndo.objects.values("undone_act_id"))
    rows = stands.select_related("entry__tournament", "imposed_by", "knockout")
    return [(each.entry.tournament.name, each) for each in rows]
