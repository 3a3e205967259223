"""Further rankings: whose tournaments count, by which scheme, from which day on."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta
from typing import Annotated, Any

from django.db.backends.postgresql.psycopg_any import DateRange

from casino.acts.kinds import NO_OVERRIDES, Book, Identity, Name, Overrides, Reason, Several
from casino.approvals.signed import Preview, signed
from casino.db import refusing
from casino.house.models import Club
from casino.house.queries import book_on
from casino.house.rulebook import load_book
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import BadInput, Conflict, NotFound, Refusal
from casino.staff.models import Membership, Role
from ranking.models import Edition, Ranking
from ranking.queries.rankings import rankings, rule_on
from ranking.rules.payout import ranking_of

KEEP = "ranking.keep_edition"
SECTION = "ranking."
MAX_CLUBS = 50


class EditionInThePast(Refusal):
    """A tournament counts by the scheme of its day, for ever."""

    code = "RANKING-015"
    message = msg("A version must start on a later gaming day than today.")


class EditionClash(Conflict):
    """One edition a day; of two that are signed at once one is."""

    code = "RANKING-016"
    message = msg("Another version of this ranking starts on that day or later.")


class TooMuchOfThePool(Refusal):
    """The rankings of a club share what its tournaments contribute (OLY-5.3)."""

    code = "RANKING-017"
    source = "OLY-5.3"


class NotManagerThere(Refusal):
    """Who lets a club's tournaments count manages that club (OLY-5.1)."""

    status = 403
    code = "RANKING-018"
    message = msg("A ranking of several clubs must be proposed by a manager of all of them.")
    source = "OLY-5.1"


class OwnScheme(Conflict):
    """The club's own ranking is in its rule book."""

    code = "RANKING-019"
    message = msg("The club's own ranking follows its rule book.")
    next_step = msg("Propose a version of the rules.")
    next_page = "rules-propose"


def edition_preview(
    stamp: Stamp,
    *,
    name: str,
    book: str,
    overrides: Mapping[str, Any],
    first_day: date,
    last_day: date | None,
    club_ids: Collection[int],
    reason: str,
) -> Preview:
    """
    Say whose tournaments would count.

    Raises NotFound, BadInput, EditionInThePast, TooMuchOfThePool, NotManagerThere, OwnScheme.
    """
    if foreign := [key for key in overrides if not key.startswith(SECTION)]:
        raise BadInput(
            msg("{foreign} is not a ranking setting.", foreign=foreign[0]), field="overrides"
        )
    rule = ranking_of(load_book(book).with_overrides(overrides))
    if first_day <= stamp.gaming_day:
        raise EditionInThePast(field="first_day")
    if last_day and last_day < first_day:
        raise BadInput(msg("The last day is not before the first."), field="last_day")
    before = Ranking.objects.filter(club_id=stamp.club_id, name=name).first()
    counting = _counting(stamp, club_ids, before)
    if stamp.act_id:
        held = Club.objects.filter(id__in=counting).order_by("id")
        list(held.select_for_update(no_key=True))
    clubs = _clubs(stamp, counting)
    if before and before.own:
        raise OwnScheme(field="name")
    for club in clubs:
        _check_share(club, first_day, rule.contribution_bp, before)
    days = [each.period.lower.isoformat() for each in _withdrawn(before, first_day)]
    content: dict[str, Any] = {"clubs": [club.name for club in clubs]}
    return Preview(content=content | ({"withdrawn": days} if days else {}))


@signed(
    KEEP,
    asked_as="ranking.propose_edition",
    preview=edition_preview,
    kinds={KEEP: msg("Adopt ranking")},
    lives=timedelta(days=7),
    waits="A scheme is read before it is signed.",
)
def keep_edition(
    stamp: Stamp,
    *,
    name: Name,
    book: Book,
    overrides: Overrides = NO_OVERRIDES,
    first_day: date,
    last_day: date | None = None,
    club_ids: Annotated[Sequence[int], Several(of=Identity(), maximum=MAX_CLUBS)] = (),
    reason: Reason,
) -> Edition:
    """
    Let a further ranking, or the next edition of one, hold; the one before ends the day earlier.

    What would begin on that day or later is withdrawn: the latest decision holds.
    overrides: values of the book's ranking, {"ranking.paid_places": 5}; contribution_bp is what
    it gets of each gross prize pool, out of what the club's tournaments contribute anyway.
    club_ids: whose tournaments count; when empty the club's own, or those of the edition before.
    A ranking's clubs stay, as its quarters are shared among all of them.
    """
    ranking, is_new = Ranking.objects.get_or_create(club_id=stamp.club_id, name=name)
    if is_new:
        ranking.clubs.set(_counting(stamp, club_ids, None))
    for each in _withdrawn(ranking, first_day):
        each.period = DateRange(empty=True)
        each.save(update_fields=["period"])
    for each in ranking.editions.filter(period__contains=first_day):
        each.period = DateRange(each.period.lower, first_day)
        each.save(update_fields=["period"])
    with refusing(ranking_one_edition_a_day=EditionClash(field="first_day")):
        return Edition.objects.create(
            ranking=ranking,
            book=book,
            overrides=overrides,
            period=DateRange(first_day, last_day + timedelta(days=1) if last_day else None),
            proposal_id=stamp.proposal_id,
            act_id=stamp.act_id,
        )


def _withdrawn(ranking: Ranking | None, first_day: date) -> list[Edition]:
    """Return the editions that begin on a day to come or later, in order."""
    if ranking is None:
        return []
    return list(ranking.editions.filter(period__startswith__gte=first_day).order_by("period"))


def _counting(stamp: Stamp, club_ids: Collection[int], before: Ranking | None) -> list[int]:
    """Return whose tournaments count. Raises BadInput for others than did before."""
    if before is None:
        return sorted({*club_ids} or {stamp.club_id})
    theirs = {each.pk for each in before.clubs.all()}
    if theirs and club_ids and theirs != {*club_ids}:
        said = msg("The clubs of a ranking stay the same: adopt one of another name.")
        raise BadInput(said, field="club_ids")
    return sorted(theirs or {stamp.club_id})


def _clubs(stamp: Stamp, club_ids: list[int]) -> list[Club]:
    """Return the clubs whose tournaments count. Raises NotManagerThere, BadInput."""
    if stamp.club_id not in club_ids:
        raise BadInput(
            msg("The club that runs the ranking must take part in it."), field="club_ids"
        )
    found = list(Club.objects.filter(id__in=club_ids).order_by("id"))
    if len(found) < len(club_ids):
        raise NotFound(msg("There is no such club."), field="club_ids")
    if len({club.currency for club in found}) > 1:
        raise BadInput(msg("All clubs of a ranking must use the same currency."), field="club_ids")
    managed = Membership.objects.filter(
        user_id=stamp.person_id, role=Role.MANAGER, club_id__in=club_ids
    )
    if len(found) > 1 and managed.values("club_id").distinct().count() < len(found):
        raise NotManagerThere(field="club_ids")
    return found


def _check_share(club: Club, day: date, bp: int, ranking: Ranking | None) -> None:
    """Raise TooMuchOfThePool when the club's rankings would share more than there is."""
    there = ranking_of(book_on(club.pk, day)).contribution_bp
    others = [
        rule.contribution_bp
        for each in rankings(club.pk)
        if not each.own and each != ranking and (rule := rule_on(each, day))
    ]
    if bp + sum(others) > there:
        said = msg(
            "{name} contributes {percent} of each prize pool, and {others} of it goes to "
            "other rankings.",
            name=club.name,
            percent=_percent(there),
            others=_percent(sum(others)),
        )
        raise TooMuchOfThePool(said, field="overrides")


def _percent(bp: int) -> str:
    return f"{bp // 100},{bp % 100:02} %"
