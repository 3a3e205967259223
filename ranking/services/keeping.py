"""Further rankings: whose tournaments count, by which scheme, from which day on."""

from collections.abc import Collection, Mapping
from datetime import date, timedelta
from typing import Any

from django.db import IntegrityError
from django.db.backends.postgresql.psycopg_any import DateRange

from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.db import command, constraint_name
from casino.house.models import Club
from casino.house.queries import book_on
from casino.house.rulebook import load_book
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.reading import plain
from casino.refusals import BadInput, NotFound, Refusal
from casino.staff.models import Membership, Role
from casino.words import say
from ranking import queries
from ranking.models import Edition, Ranking
from ranking.rules.payout import ranking_of

KEEP = "ranking.keep_edition"
SECTION = "ranking."


class EditionInThePast(Refusal):
    """A tournament counts by the scheme of its day, for ever."""

    status = 422
    code = "RANKING-015"
    message = say("An edition begins on a later gaming day than today's.")


class EditionClash(Refusal):
    """One edition a day."""

    status = 409
    code = "RANKING-016"
    message = say("Another edition of this ranking begins on that day or later.")


class TooMuchOfThePool(Refusal):
    """The rankings of a club share what its tournaments contribute (OLY-5.3)."""

    status = 422
    code = "RANKING-017"
    source = "OLY-5.3"


class NotManagerThere(Refusal):
    """Who lets a club's tournaments count manages that club (OLY-5.1)."""

    status = 403
    code = "RANKING-018"
    message = say("A ranking of several clubs is proposed by who manages all of them.")
    source = "OLY-5.1"


class OwnScheme(Refusal):
    """The club's own ranking is in its rule book."""

    status = 409
    code = "RANKING-019"
    message = say("The club's own ranking follows its rule book.")
    next_step = say("Propose an edition of the rules.")


@command
def propose_edition(
    stamp: Stamp,
    *,
    name: str,
    book: str,
    overrides: Mapping[str, Any],
    first_day: date,
    last_day: date | None = None,
    club_ids: Collection[int] = (),
    reason: str,
) -> Proposal:
    """
    Propose a further ranking, or the next edition of one, that a second person adopts.

    overrides: values of the book's ranking, {"ranking.paid_places": 5}; contribution_bp is what
    it gets of each gross prize pool, out of what the club's tournaments contribute anyway.
    club_ids: whose tournaments count; the club itself when empty. Raises NotFound, BadInput,
    EditionInThePast, EditionClash, TooMuchOfThePool, NotManagerThere, OwnScheme.
    """
    name, reason = clean_name(name), clean_name(reason, field="reason", longest=200)
    asked: dict[str, Any] = {
        "name": name,
        "book": book,
        "overrides": plain(dict(overrides)),
        "first_day": first_day.isoformat(),
        "last_day": last_day.isoformat() if last_day else None,
        "club_ids": sorted({*club_ids} or {stamp.club_id}),
    }
    act = ledger.act(stamp, "ranking.propose_edition", reason=reason, **asked)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    clubs = check_edition(stamp, asked)
    content = asked | {"clubs": [club.name for club in clubs]}
    return propose(stamp, act, operation=KEEP, content=content, reason=reason)


def check_edition(stamp: Stamp, asked: Mapping[str, Any]) -> list[Club]:
    """Raise what keeps an edition from being adopted; else return whose tournaments count."""
    first_day = date.fromisoformat(asked["first_day"])
    if foreign := [key for key in asked["overrides"] if not key.startswith(SECTION)]:
        raise BadInput(
            say("{foreign}: is no value of the ranking.", foreign=foreign[0]), field="overrides"
        )
    rule = ranking_of(load_book(asked["book"]).with_overrides(asked["overrides"]))
    if first_day <= stamp.gaming_day:
        raise EditionInThePast(field="first_day")
    if asked["last_day"] and asked["last_day"] < asked["first_day"]:
        raise BadInput(say("The last day is not before the first."), field="last_day")
    clubs = _clubs(stamp, asked["club_ids"])
    before = Ranking.objects.filter(club_id=stamp.club_id, name=asked["name"]).first()
    if before and before.own:
        raise OwnScheme(field="name")
    if before and before.editions.filter(period__startswith__gte=first_day).exists():
        raise EditionClash(field="first_day")
    for club in clubs:
        _check_share(club, first_day, rule.contribution_bp, before)
    return clubs


def _clubs(stamp: Stamp, club_ids: list[int]) -> list[Club]:
    """Return the clubs whose tournaments count. Raises NotManagerThere, BadInput."""
    if stamp.club_id not in club_ids:
        raise BadInput(say("The club that keeps a ranking takes part in it."), field="club_ids")
    found = list(Club.objects.filter(id__in=club_ids).order_by("id"))
    if len(found) < len(club_ids):
        raise NotFound(say("There is no such club."), field="club_ids")
    if len({club.currency for club in found}) > 1:
        raise BadInput(say("Clubs of one ranking keep one currency."), field="club_ids")
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
        for each in queries.rankings(club.pk)
        if not each.own and each != ranking and (rule := queries.rule_on(each, day))
    ]
    if bp + sum(others) > there:
        said = say(
            "{name} contributes {percent} of a pool, {others} go to other rankings.",
            name=club.name,
            percent=_percent(there),
            others=_percent(sum(others)),
        )
        raise TooMuchOfThePool(said, field="overrides")


def _percent(bp: int) -> str:
    return f"{bp // 100},{bp % 100:02} %"


@completes(
    KEEP,
    title=say("Adopt a ranking"),
    lives=timedelta(days=7),
)
def keep_edition(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> Edition:
    """Let an edition hold from its first day on; the one before ends the day earlier."""
    content = proposal.content
    first_day = date.fromisoformat(content["first_day"])
    if first_day <= stamp.gaming_day:
        raise EditionInThePast(field="first_day")
    ranking, _ = Ranking.objects.get_or_create(club_id=stamp.club_id, name=content["name"])
    if ranking.own:
        raise OwnScheme(field="name")
    for club in Club.objects.filter(id__in=content["club_ids"]):
        _check_share(club, first_day, _rule_bp(content), ranking)
    ranking.clubs.set(content["club_ids"])
    for each in ranking.editions.filter(period__contains=first_day):
        each.period = DateRange(each.period.lower, first_day)
        each.save(update_fields=["period"])
    until = date.fromisoformat(content["last_day"]) if content["last_day"] else None
    try:
        return Edition.objects.create(
            ranking=ranking,
            book=content["book"],
            overrides=content["overrides"],
            period=DateRange(first_day, until + timedelta(days=1) if until else None),
            proposal=proposal,
            act_id=act.id,
        )
    except IntegrityError as error:
        if constraint_name(error) == "ranking_one_edition_a_day":
            raise EditionClash(field="first_day") from error
        raise


def _rule_bp(content: Mapping[str, Any]) -> int:
    return ranking_of(queries.edition_book(content["book"], content["overrides"])).contribution_bp
