"""Which tournaments are still to be counted, and which quarters to be closed."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import QuerySet

from casino import clock
from casino.approvals.models import Proposal
from casino.house.models import Club
from casino.ledger.queries import balances
from casino.ledger.queries.gaming_days import days_due, is_being_backfilled
from ranking.models import ClosedQuarter, Ranking, Score
from ranking.queries.rankings import clubs, own, ref, rule_on
from ranking.rules.periods import first_day, following, last_day
from tournaments.models import Tournament
from tournaments.queries import results
from tournaments.queries.awards import (
    last_out,
    latest_award,
    played_on_anew_in,
    reopened_after,
    taken_back_in,
)
from tournaments.queries.guests import corrected_after, corrected_in, right_guests

Places = list[list[int]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Changed:
    """
    The places of a counted tournament as two signed them since; act_id: of the last of those.

    They may be the same from another pool, where that was reopened.
    """

    places: Places
    proposal_id: int
    act_id: int


def counting(tournament: Tournament) -> list[Ranking]:
    """Return the rankings that count a tournament by its day and kind, the club's own first."""
    found = Ranking.objects.filter(clubs=tournament.club_id).order_by("-own", "id")
    return [each for each in found.select_related("club") if counts(each, tournament)]


def counts(ranking: Ranking, tournament: Tournament) -> bool:
    """Return whether a ranking has a scheme on a tournament's day that knows its kind."""
    rule = rule_on(ranking, tournament.gaming_day)
    return rule is not None and tournament.kind not in rule.barred_kinds


def uncounted(club: Club, *, last: date = date.max) -> list[Tournament]:
    """Return a club's ranking tournaments that gave no points yet, up to a gaming day."""
    keeps = own(club.pk)
    counted = Score.objects.filter(ranking=keeps, tournament__club=club, number=1)
    done = set(counted.values_list("tournament", flat=True))
    found = results.ranking_tournaments([club.pk], last=last)
    return [each for each in found if each.pk not in done]


def changed_since(club: Club, *, last: date = date.max) -> list[Tournament]:
    """
    Return a club's counted tournaments whose points are still old, up to a gaming day.

    Their prizes were taken back, and may not have been awarded anew yet; or whose an entry is was
    corrected; or an elimination was undone that ended them after a deal.
    """
    found = _changed_in(club.pk).filter(gaming_day__lte=last, cancelled_at=None)
    return [each for each in found.select_related("fixed", "club").order_by("id") if _is_old(each)]


def waits_anew(tournament: Tournament) -> bool:
    """Return whether the points of a tournament are from before its result was changed."""
    found = _changed_in(tournament.club_id)
    return found.filter(id=tournament.pk).exists() and _is_old(tournament)


def _changed_in(club_id: int) -> QuerySet[Tournament]:
    """Return the tournaments of a club whose result was changed, counted or not."""
    return taken_back_in(club_id) | corrected_in(club_id) | played_on_anew_in(club_id)


def _is_old(tournament: Tournament) -> bool:
    if not Score.objects.filter(tournament=tournament).exists():
        return False
    undecided = results.result(tournament) is None or latest_award(tournament) is None
    return undecided or changed(tournament) is not None


def changed(tournament: Tournament) -> Changed | None:
    """
    Return the places that two signed after a tournament was counted, None where none differ.

    Those of a new award, or of who went out since where they play on after a deal; without one,
    those that were counted, each with who has the entry now. None either where they, the
    participants and the pool are as they were counted.
    """
    latest = Score.objects.filter(tournament=tournament).order_by("-act_id").first()
    found, award = results.result(tournament), latest_award(tournament)
    if latest is None or found is None or award is None:
        return None
    corrected = corrected_after(tournament, latest.act_id)
    places = _with_guests(latest.places, corrected)
    signed = {each.decision_act_id or 0: each.pk for each in corrected}
    decided = max(award.act_id, last_out(tournament))
    if decided > latest.act_id:
        by_two = reopened_after(tournament, award.act_id) or award.proposal
        places, signed[decided] = [*map(list, found.places)], by_two.pk
    pool = (found.participants, found.gross_cents)
    if places == latest.places and pool == (latest.participants, latest.gross_cents):
        return None
    return Changed(places=places, proposal_id=signed[max(signed)], act_id=max(signed))


def _with_guests(places: Places, corrected: Iterable[Proposal]) -> Places:
    """Return places with each guest whose entry was corrected in the stead of the one it had."""
    for each in corrected:
        right = right_guests(each)
        places = [[right.get(one, one) for one in group] for group in places]
    return places


def score(ranking: Ranking, tournament_id: int) -> Score | None:
    """Return what a tournament counts in a ranking now: the latest correction, or the first."""
    found = Score.objects.filter(ranking=ranking, tournament_id=tournament_id)
    return found.select_related("tournament").order_by("-number").first()


def unfinished(ranking: Ranking, quarter: str) -> list[Tournament]:
    """Return the tournaments that a quarter waits for (AMB-93)."""
    return [
        each
        for club in clubs(ranking)
        for each in (
            *uncounted(club, last=last_day(quarter)),
            *changed_since(club, last=last_day(quarter)),
        )
        if each.gaming_day >= first_day(quarter) and counts(ranking, each)
    ]


def ends_at(ranking: Ranking, quarter: str) -> datetime:
    """Return the instant at which the last gaming day of a quarter closes everywhere (AMB-93)."""
    day = last_day(quarter)
    return max(
        clock.day_bounds(day, timezone=club.timezone, closes_at=club.closes_at)[1]
        for club in clubs(ranking)
    )


def unclosed_day(ranking: Ranking, quarter: str, *, at: datetime) -> bool:
    """Return whether a gaming day of the quarter still waits for its close, or is being entered."""
    ids = [club.pk for club in clubs(ranking)]
    if any(map(is_being_backfilled, ids)):
        return True
    return any(day <= last_day(quarter) for day in days_due(at, *ids))


def quarters_due(ranking: Ranking, *, at: datetime) -> list[str]:
    """Return the quarters that are over, have points, money or tournaments, and are open."""
    found = []
    quarter = _first(ranking)
    while quarter and ends_at(ranking, quarter) <= at:
        found.append(quarter)
        quarter = following(quarter)
    closed = set(ClosedQuarter.objects.filter(ranking=ranking).values_list("quarter", flat=True))
    return [each for each in found if each not in closed]


def _first(ranking: Ranking) -> str | None:
    """Return the quarter in which a ranking begins: after the closed ones, or with its first."""
    latest = ClosedQuarter.objects.filter(ranking=ranking).order_by("-quarter").first()
    if latest:
        return following(latest.quarter)
    began = [
        each.gaming_day
        for each in results.ranking_tournaments([club.pk for club in clubs(ranking)], last=date.max)
        if counts(ranking, each)
    ]
    return clock.quarter(min(began)) if began else None


def account_id(ranking: Ranking, quarter: str) -> int | None:
    """Return the account of a quarter's pool in the books of the club that keeps the ranking."""
    return balances.account_id(ranking.club_id, "ranking:pool", ref(ranking, quarter))
