"""Points of a ranking tournament, once its prizes are awarded: in every ranking that counts it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import uuid5

import structlog
from django.db import DatabaseError
from django.db.models import F, Sum
from django.dispatch import receiver
from django.utils import translation

from casino import clock
from casino.acts.kinds import Id
from casino.acts.runner import act
from casino.house.because import Because
from casino.house.keys import namespace
from casino.house.models import Club
from casino.house.queries import club_stamp, clubs_here
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.messages import msg
from casino.money import part
from casino.names import guest_key, guest_of
from casino.players.models import Player
from casino.refusals import BadInput, Conflict, Refusal
from ranking import postings
from ranking.models import Points, Ranking, Score
from ranking.queries import rankings
from ranking.queries.counting import changed, changed_since, counting, uncounted
from ranking.queries.standing import closed_quarter
from ranking.rules.payout import ranking_of
from ranking.rules.points import Placed, placed, ranking_points
from tournaments.models import Tournament
from tournaments.queries import results, tournaments
from tournaments.queries.results import Result
from tournaments.services.pool_back import pool_reopens

log = structlog.get_logger()
# Keys of the jobs: the same tournament always makes the same key.
COUNTS = namespace("0c6f7c0e-3c39-4a9f-9d4a-6b1b4f1f2d07")
Groups = Sequence[Sequence[int]]


class NotDecided(Conflict):
    """Points follow the prizes."""

    code = "RANKING-002"
    message = msg("This tournament has not awarded all its prizes yet.")
    next_step = msg("Award the prizes. The points follow within a minute.")
    next_page = "prizes-award"


class NotCounting(Conflict):
    """Which tournaments count is said when they are announced (OLY-5.1, OLY-5.2)."""

    code = "RANKING-003"
    message = msg("This tournament does not count for the ranking.")
    source = "OLY-5.2"


class ShareGiven(Conflict):
    """What a closed quarter gives is fixed (AMB-98)."""

    code = "RANKING-022"
    message = msg("The ranking's share of this prize pool belongs to a quarter that is closed.")
    source = "AMB-98"
    next_step = msg("The prize pool stays as fixed. The office books what a guest is still owed.")
    next_page = "journal-new"


@dataclass(frozen=True, kw_only=True, slots=True)
class CountedQuarter:
    """What a tournament gives by the scheme of its day, with the places that were counted."""

    score: Score
    points: tuple[Points, ...]


def keep_own_rankings(at: datetime) -> None:
    """Keep a ranking for every club whose rule book has one."""
    for club in clubs_here():
        keep_own_ranking(club, at=at)


def keep_own_ranking(club: Club, *, at: datetime) -> Ranking | None:
    """Return the club's own ranking, kept from now on; None where its book has none."""
    stamp = club_stamp(club, at=at, actor_id=None, key=uuid5(COUNTS, f"ranking of {club.pk}"))
    found = rankings.own(club.pk)
    if found is None and rankings.rule_on(Ranking(club=club, own=True), stamp.gaming_day):
        return keep_ranking(stamp)
    return found


@act("ranking.keep_ranking", replay=lambda stamp: rankings.own(stamp.club_id))
def keep_ranking(stamp: Stamp) -> Ranking:
    """Keep the club's own ranking, as its rule book has one."""
    club = Club.objects.get(pk=stamp.club_id)
    with translation.override(club.language):
        name = msg("Ranking of {club}", club=club.name).localized()[:100]
    found, _ = Ranking.objects.get_or_create(club=club, own=True, defaults={"name": name})
    found.clubs.add(club)
    return found


def count_due(at: datetime) -> int:
    """Count every tournament whose prizes are awarded; return how many. Twice does no harm."""
    keep_own_rankings(at)
    done = 0
    for club in clubs_here():
        for each in uncounted(club):
            if not counting(each) or results.result(each) is None:
                continue
            key = uuid5(COUNTS, str(each.pk))
            stamp = club_stamp(club, at=at, actor_id=None, key=key)
            try:
                count_tournament(stamp, tournament_id=each.pk)
                done += 1
            except (Refusal, DatabaseError):
                log.exception("a tournament could not be counted", tournament=each.pk)
        for each in changed_since(club):
            anew = changed(each)
            if anew is None:
                continue
            key = uuid5(COUNTS, f"{each.pk} anew {anew.act_id}")
            stamp = club_stamp(club, at=at, actor_id=None, key=key)
            try:
                recount_tournament(stamp, tournament_id=each.pk)
                done += 1
            except (Refusal, DatabaseError):
                log.exception("a tournament could not be counted", tournament=each.pk)
    return done


@act("ranking.count_tournament")
def count_tournament(stamp: Stamp, *, tournament_id: Id) -> list[Score]:
    """
    Give the points of a tournament in every ranking that counts it, and share its contribution.

    Source: OLY-5.1 to OLY-5.4, AMB-90 to AMB-92, AMB-98, AMB-99. Raises NotFound, NotCounting,
    NotDecided.
    """
    tournament = tournaments.tournament(stamp.club_id, tournament_id)
    found = results.result(tournament)
    hold_rankings(stamp.club_id)
    kept = counting(tournament)
    if not tournament.ranking or tournament.cancelled_at or not kept:
        raise NotCounting
    if found is None:
        raise NotDecided
    shares = _shares(stamp, tournament, found, kept)
    return [
        save(
            stamp,
            compute(each, tournament, found.places, result=found),
            number=1,
            contributed_cents=shares[each.pk][0],
            slip_id=shares[each.pk][1],
        )
        for each in kept
    ]


@act("ranking.recount_tournament")
def recount_tournament(stamp: Stamp, *, tournament_id: Id) -> list[Score]:
    """
    Correct the points of a tournament whose prizes were awarded anew, or the guest of an entry.

    The differences are booked in the quarter that is open, as the two decided who signed the new
    award, the undoing of the last elimination, or the other guest; a closed quarter stays as it is.
    Of a pool that was fixed anew the rankings get what it brings more. Source: OLY-5.4, AMB-98.
    Raises NotFound, NotDecided.
    """
    tournament = tournaments.tournament(stamp.club_id, tournament_id)
    hold_rankings(stamp.club_id)
    found, anew = results.result(tournament), changed(tournament)
    if found is None or anew is None:
        raise NotDecided
    by_two = replace(stamp, proposal_id=anew.proposal_id)
    before = Score.objects.filter(tournament=tournament)
    firsts = list(before.filter(number=1).select_related("ranking__club").order_by("ranking"))
    counted = [
        compute(
            each.ranking,
            tournament,
            anew.places,
            result=found,
            before=points_now(each.ranking, tournament),
        )
        for each in firsts
    ]
    shares = _shares(by_two, tournament, found, [each.ranking for each in firsts])
    return [
        save(
            by_two,
            each,
            number=1 + before.filter(ranking=each.score.ranking).count(),
            contributed_cents=shares[each.score.ranking_id][0],
            slip_id=shares[each.score.ranking_id][1],
        )
        for each in counted
    ]


def points_now(ranking: Ranking, tournament: Tournament) -> dict[int, int]:
    """Return what each player has from a tournament, corrections included, in hundredths."""
    found = Points.objects.filter(score__ranking=ranking, score__tournament=tournament)
    sums = found.values_list("player").annotate(x100=Sum(F("after_x100") - F("before_x100")))
    return {player: x100 for player, x100 in sums.values_list("player", "x100") if x100}


@receiver(pool_reopens)
def keep_closed_quarter(sender: Any, *, stamp: Stamp, tournament: Tournament, **_: Any) -> None:
    """Let no pool be reopened whose share of a ranking was given away. Raises ShareGiven."""
    if stamp.act_id:
        hold_rankings(stamp.club_id)
    quarter = clock.quarter(tournament.gaming_day)
    for each in Score.objects.filter(tournament=tournament, number=1).select_related("ranking"):
        if closed_quarter(each.ranking, quarter):
            raise ShareGiven


def hold_rankings(club_id: int) -> None:
    """Let no quarter be closed while a tournament is counted, in one order."""
    held = Ranking.objects.select_for_update(of=("self",)).filter(clubs=club_id)
    list(held.order_by("id"))


def compute(
    ranking: Ranking,
    tournament: Tournament,
    places: Groups,
    *,
    result: Result,
    before: dict[int, int] | None = None,
) -> CountedQuarter:
    """
    Return what a tournament gives, factor by factor, by the scheme of its day.

    before: what each player had from it until now, in hundredths. Raises NoScheme, BadInput for
    a player with two places, and what the rules refuse.
    """
    book = rankings.scheme(ranking, tournament.gaming_day)
    placed_ids = [one for group in places for one in group]
    known = set(Player.objects.filter(id__in=placed_ids).values_list("id", flat=True))
    if missing := [one for one in placed_ids if one not in known]:
        raise BadInput(msg("Player {missing} does not exist.", missing=missing[0]), field="places")
    groups = [[guest_key(one) for one in group] for group in places]
    kind: str = tournament.kind
    found = ranking_points(
        book,
        ranking=tournament.ranking,
        kind=kind,  # type: ignore[arg-type]
        participants=result.participants,
        gross_prize_pool_cents=result.gross_cents,
        places=groups,
    )
    score = Score(
        ranking=ranking,
        tournament=tournament,
        participants=result.participants,
        gross_cents=result.gross_cents,
        average_buy_in_cents=found.average_buy_in_cents,
        buy_in_factor_x10=found.buy_in_factor_x10,
        participants_factor_x10=found.participants_factor_x10,
        places=[list(group) for group in places],
        because=[each.as_json() for each in found.because],
    )
    had = dict(before or {})
    given = [
        point
        for each in placed(ranking_of(book), groups)
        for point in _points(each, found.points_x100, had)
    ]
    lost = [
        Points(player_id=player, place_factor=0, before_x100=x100, after_x100=0)
        for player, x100 in had.items()
    ]
    changed = [each for each in (*given, *lost) if each.before_x100 != each.after_x100]
    return CountedQuarter(score=score, points=tuple(changed))


def _points(each: Placed, points_x100: dict[str, int], had: dict[int, int]) -> list[Points]:
    """Return the points of a place; what a player had before is taken off the list."""
    return [
        Points(
            player_id=guest_of(name),
            place=each.place,
            shared=len(each.players),
            place_factor=each.factor,
            before_x100=had.pop(guest_of(name), 0),
            after_x100=points_x100.get(name, 0),
        )
        for name in each.players
    ]


def save(
    stamp: Stamp,
    counted: CountedQuarter,
    *,
    number: int,
    contributed_cents: int = 0,
    slip_id: int | None = None,
) -> Score:
    """Keep a score in the quarter that is open for it, with its points."""
    score = counted.score
    score.quarter = open_quarter(stamp, score.ranking, score.tournament)
    score.number, score.proposal_id = number, stamp.proposal_id or None
    score.contributed_cents, score.slip_id = contributed_cents, slip_id
    score.at, score.gaming_day, score.act_id = stamp.at, stamp.gaming_day, stamp.act_id
    score.save(force_insert=True)
    for each in counted.points:
        each.score = score
    Points.objects.bulk_create(counted.points)
    return score


def open_quarter(stamp: Stamp, ranking: Ranking, tournament: Tournament) -> str:
    """Return a tournament's quarter, or today's once that one is closed (AMB-93)."""
    quarter = clock.quarter(tournament.gaming_day)
    if closed_quarter(ranking, quarter) is None:
        return quarter
    return clock.quarter(stamp.gaming_day)


def _shares(
    stamp: Stamp, tournament: Tournament, found: Result, kept: list[Ranking]
) -> dict[int, tuple[int, int | None]]:
    """
    Move what further rankings, or the open quarter, get of a tournament's contribution.

    Return (cents, entry) by ranking; the club's own ranking has what is left. Of what was counted
    before, what the pool brings more since it was fixed anew.
    """
    source = _account(stamp, kept[0], clock.quarter(tournament.gaming_day), own=True)
    cents: dict[int, int] = {}
    reasons: list[Because] = []
    for each in [one for one in kept if not one.own]:
        book = rankings.scheme(each, tournament.gaming_day)
        bp = ranking_of(book).contribution_bp
        cents[each.pk] = min(part(found.gross_cents, bp), found.ranking_cents - sum(cents.values()))
        facts = {"gross_prize_pool_cents": found.gross_cents, "ranking": each.name}
        reasons.append(book.why("ranking.contribution_bp", cents[each.pk], **facts))
    own = next((one for one in kept if one.own), None)
    if own:
        cents[own.pk] = found.ranking_cents - sum(cents.values())
    had = Score.objects.filter(tournament=tournament).values_list("ranking")
    for ranking_id, so_far_cents in had.annotate(cents=Sum("contributed_cents")):
        cents[ranking_id] -= so_far_cents
    moved: dict[int, int] = {}
    for each in kept:
        ref = _account(stamp, each, open_quarter(stamp, each, tournament))
        moved[ref] = moved.get(ref, 0) + cents[each.pk]
    moved.pop(source, None)
    slip = None
    if any(moved.values()):
        draft = postings.contribution_shared(source, moved, because=reasons, memo=tournament.name)
        slip = ledger.post_entry(stamp, draft).entry_id
    return {pk: (share, slip) for pk, share in cents.items()}


def _account(stamp: Stamp, ranking: Ranking, quarter: str, *, own: bool = False) -> int:
    """Open the account of a quarter's pool at the stamp's club, and return its ref."""
    kept = Ranking(own=True) if own else ranking
    ref = rankings.ref(kept, quarter)
    currency = Club.objects.get(id=stamp.club_id).currency
    ledger.open_account(stamp.club_id, postings.POOL, ref=ref, currency=currency)
    return ref
