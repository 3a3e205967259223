"""A result that was wrong: counted again as a new entry, in the quarter that is open."""

from collections.abc import Mapping
from datetime import timedelta
from itertools import groupby
from typing import Any

from django.db.models import F, Sum

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.refusals import Refusal
from casino.words import say
from ranking.models import Points, Ranking, Score
from ranking.services.counting import Counted, compute, hold_rankings, open_quarter, save
from tournaments import queries as tournaments
from tournaments.models import Tournament
from tournaments.queries.results import Result

CORRECT = "ranking.correct_points"


class NotCounted(Refusal):
    """Only what was counted is corrected."""

    status = 409
    code = "RANKING-011"
    message = say("This tournament gave no points yet.")
    next_step = say("Award its prizes; the points follow within a minute.")


class NoSuchPlace(Refusal):
    """A place exists when somebody can have it."""

    status = 422
    code = "RANKING-012"
    source = "OLY-5.4"


class NothingCorrected(Refusal):
    """A correction changes somebody's points."""

    status = 422
    code = "RANKING-013"
    message = say("These places give the same points: nothing would change.")


class CorrectionChanged(Refusal):
    """What is signed is what was on the screen."""

    status = 409
    code = "RANKING-014"
    message = say("The points have changed since this was proposed.")
    next_step = say("Let it be proposed again.")


@command
def propose_correction(
    stamp: Stamp, *, tournament_id: int, places: Mapping[int, int], reason: str
) -> Proposal:
    """
    Ask the manager to count a tournament with other places.

    places: player id -> place, of everybody who keeps points; who shares a place has the same.
    A closed quarter stays as it is: the difference goes to the open one. Source: OLY-5.4,
    AMB-98. Raises NotFound, NotCounted, NoSuchPlace, NothingCorrected.
    """
    reason = clean_name(reason, field="reason", longest=200)
    act = ledger.act(
        stamp,
        "ranking.propose_correction",
        tournament_id=tournament_id,
        places={str(player): place for player, place in places.items()},
        reason=reason,
    )
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    tournament = tournaments.tournament(stamp.club_id, tournament_id)
    groups = groups_of(tournament, places)
    content = _content(stamp, tournament, groups)
    return propose(stamp, act, operation=CORRECT, content=content, reason=reason)


def groups_of(tournament: Tournament, places: Mapping[int, int]) -> list[list[int]]:
    """Return who shares each place, from the first on. Raises NoSuchPlace."""
    played = dict(
        tournament.entries.filter(refunded_at=None).values_list("player_id", "player__name")
    )
    for player in places:
        if player not in played:
            raise NoSuchPlace(say("Only who played in the tournament has a place."), field="places")
    groups: list[list[int]] = []
    for place, group in groupby(sorted(places, key=lambda one: (places[one], one)), places.get):
        ahead = sum(map(len, groups))
        if place != ahead + 1:
            said = say(
                "Place {place} does not exist: {ahead} are ahead of it, of {played}.",
                place=place,
                ahead=ahead,
                played=len(played),
            )
            raise NoSuchPlace(said, field="places")
        groups.append(list(group))
    return groups


def _content(stamp: Stamp, tournament: Tournament, groups: list[list[int]]) -> dict[str, Any]:
    """Return what is signed: before and after of every player, by ranking."""
    counted = _counted(tournament, groups)
    if not any(each.points for each in counted):
        raise NothingCorrected
    names = dict(tournament.entries.values_list("player_id", "player__name"))
    return {
        "tournament_id": tournament.pk,
        "tournament": tournament.name,
        "groups": groups,
        "rankings": [
            {
                "ranking": each.score.ranking.name,
                "quarter": open_quarter(stamp, each.score.ranking, tournament),
                "changes": [
                    {
                        "player": names[point.player_id],
                        "before_x100": point.before_x100,
                        "after_x100": point.after_x100,
                    }
                    for point in each.points
                ],
            }
            for each in counted
        ],
    }


def _counted(tournament: Tournament, groups: list[list[int]]) -> list[Counted]:
    """Return the tournament counted anew in each ranking that has counted it."""
    first = Score.objects.filter(tournament=tournament, number=1).select_related("ranking__club")
    scores = list(first.order_by("ranking"))
    if not scores:
        raise NotCounted
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
        for each in scores
    ]


def points_now(ranking: Ranking, tournament: Tournament) -> dict[int, int]:
    """Return what each player has from a tournament, corrections included, in hundredths."""
    found = Points.objects.filter(score__ranking=ranking, score__tournament=tournament)
    sums = found.values_list("player").annotate(x100=Sum(F("after_x100") - F("before_x100")))
    return {player: x100 for player, x100 in sums.values_list("player", "x100") if x100}


def correction_ahead(stamp: Stamp, content: Mapping[str, Any]) -> Mapping[str, Any]:
    """Raise what stands in the way of a correction; else nothing is to be said."""
    tournament = tournaments.tournament(stamp.club_id, content["tournament_id"])
    if _content(stamp, tournament, content["groups"]) != content:
        raise CorrectionChanged
    return {}


@completes(
    CORRECT,
    title=say("Correct ranking points"),
    lives=timedelta(days=7),
    consequence=correction_ahead,
)
def correct_points(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> list[Score]:
    """Book the differences in the quarter that is open. Raises CorrectionChanged."""
    content = proposal.content
    hold_rankings(stamp.club_id)
    correction_ahead(stamp, content)
    tournament = tournaments.tournament(stamp.club_id, content["tournament_id"])
    return [
        save(
            stamp,
            act,
            each,
            number=1
            + Score.objects.filter(ranking=each.score.ranking, tournament=tournament).count(),
            proposal_id=proposal.pk,
        )
        for each in _counted(tournament, content["groups"])
        if each.points
    ]
