"""A result that was wrong: counted again as a new entry, in the quarter that is open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby
from typing import Annotated

from casino.acts.kinds import Id, Reason, Whole
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.house.stamp import Stamp
from casino.limits import MAX_ROWS
from casino.messages import msg, msg_count
from casino.names import guest
from casino.refusals import BadInput, Conflict, Refusal
from ranking.models import Score
from ranking.services.counting import (
    CountedQuarter,
    compute,
    hold_rankings,
    open_quarter,
    points_now,
    save,
)
from tournaments.models import Tournament
from tournaments.queries import tournaments
from tournaments.queries.results import Result

CORRECT = "ranking.correct_points"


class NotCounted(Conflict):
    """Only what was counted is corrected."""

    code = "RANKING-011"
    message = msg("This tournament has not given points yet.")
    next_step = msg("Award its prizes. The points follow within a minute.")
    next_page = "prizes-award"


class NoSuchPlace(Refusal):
    """A place exists when somebody can have it."""

    code = "RANKING-012"
    source = "OLY-5.4"


@dataclass(frozen=True, kw_only=True, slots=True)
class PlaceOf:
    """A player's place as it should have been; who shares one has the same."""

    player_id: Id
    place: Annotated[int, Whole(low=1, high=MAX_ROWS)]


def correction_preview(
    stamp: Stamp, *, tournament_id: int, places: Sequence[PlaceOf], reason: str
) -> Preview:
    """
    Say before and after of every player, by ranking.

    Raises NotFound, NotCounted, NoSuchPlace, NothingChanges, BadInput.
    """
    if stamp.act_id:
        hold_rankings(stamp.club_id)
    tournament = tournaments.tournament(stamp.club_id, tournament_id)
    counted = _counted(tournament, places)
    if not any(each.points for each in counted):
        raise NothingChanges(msg("These places give the same points. Change at least one place."))
    rankings = [
        {
            "ranking": each.score.ranking.name,
            "quarter": open_quarter(stamp, each.score.ranking, tournament),
            "changes": [
                {
                    "player": guest(point.player_id),
                    "before_x100": point.before_x100,
                    "after_x100": point.after_x100,
                }
                for point in each.points
            ],
        }
        for each in counted
    ]
    return Preview(content={"tournament": tournament.name, "rankings": rankings})


def groups_of(tournament: Tournament, places: Mapping[int, int]) -> list[list[int]]:
    """Return who shares each place, from the first on. Raises NoSuchPlace."""
    played = set(tournament.entries.filter(refunded_at=None).values_list("player_id", flat=True))
    for player in places:
        if player not in played:
            raise NoSuchPlace(
                msg("Only players of this tournament can have a place."), field="places"
            )
    groups: list[list[int]] = []
    for place, group in groupby(sorted(places, key=lambda one: (places[one], one)), places.get):
        ahead = sum(map(len, groups))
        if place != ahead + 1:
            said = msg_count(
                "Place {place} is not possible with {ahead} of {number} player ahead of it.",
                "Place {place} is not possible with {ahead} of {number} players ahead of it.",
                len(played),
                place=place,
                ahead=ahead,
            )
            raise NoSuchPlace(said, field="places")
        groups.append(list(group))
    return groups


def _counted(tournament: Tournament, given: Sequence[PlaceOf]) -> list[CountedQuarter]:
    """Return the tournament counted anew in each ranking that has counted it."""
    found = Score.objects.filter(tournament=tournament).select_related("ranking__club")
    scores = {each.ranking_id: each for each in found.order_by("ranking", "number")}
    if not scores:
        raise NotCounted
    places = {each.player_id: each.place for each in given}
    if len(places) < len(given):
        raise BadInput(msg("Each player has one place."), field="places")
    groups = groups_of(tournament, places)
    return [
        compute(
            each.ranking,
            tournament,
            groups,
            result=Result(
                participants=each.participants,
                gross_cents=each.gross_cents,
                ranking_cents=0,
                places=(),
            ),
            before=points_now(each.ranking, tournament),
        )
        for each in scores.values()
    ]


@signed(
    CORRECT,
    asked_as="ranking.propose_correction",
    preview=correction_preview,
    kinds={CORRECT: msg("Correct ranking points")},
    lives=timedelta(days=7),
    waits="The accountant is not in every day.",
)
def correct_points(
    stamp: Stamp, *, tournament_id: Id, places: list[PlaceOf], reason: Reason
) -> list[Score]:
    """
    Count a tournament with other places, and book the differences in the quarter that is open.

    places: of everybody who keeps points. A closed quarter stays as it is. Source: OLY-5.4, AMB-98.
    """
    tournament = tournaments.tournament(stamp.club_id, tournament_id)
    before = Score.objects.filter(tournament=tournament)
    return [
        save(stamp, each, number=1 + before.filter(ranking=each.score.ranking).count())
        for each in _counted(tournament, places)
        if each.points
    ]
