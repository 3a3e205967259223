"""Recorded tournaments as a file has them: a JSON object a line, read or refused with a reason."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Annotated, Any, Literal

from casino.house.rules import TournamentKind
from casino.limits import MAX_CENTS, AboveLimit
from casino.messages import Message, msg
from casino.refusals import BadInput
from casino.schema import Cents, PositiveCents, Range, Text, read

# Kinds of the sources that never count for a ranking, and what they are here (OLY-5.2).
NEVER_RANKING: dict[str, TournamentKind] = {
    "satellite": "satellite",
    "super_satellite": "satellite",
    "freeroll": "private",
    "matrix": "private",
    "flight": "private",
    "lottery": "private",
}
MAX_ENTRIES = 10_000
Name = Annotated[str, Range(1, 100)]


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """A line of the results: several of one player are re-entries, of which the best counts."""

    place: Annotated[int, Range(1, MAX_ENTRIES)]
    player: Name


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultLine:
    """What is read of a line; everything else in it is passed over."""

    id: Name
    name: Text | None = None
    kind: Text
    status: Literal["finished"]
    places_complete: Literal[True]
    entries: Annotated[int, Range(1, MAX_ENTRIES)]
    fee_cents: Cents
    prize_pool_cents: PositiveCents
    started_utc: datetime
    results: Annotated[tuple[Result, ...], Range(1, MAX_ENTRIES)]


@dataclass(frozen=True, kw_only=True, slots=True)
class Recorded:
    """
    A finished tournament: who took part, how they ended, what was collected, in cents.

    places: from first on, the players who share each; kind: as the ranking asks for it.
    """

    id: str
    name: str
    kind: TournamentKind
    may_rank: bool
    starts_at: datetime
    entries: int
    fee_cents: int
    pool_cents: int
    places: tuple[tuple[str, ...], ...]

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody who took part, first place first."""
        return tuple(name for group in self.places for name in group)


@dataclass(frozen=True, kw_only=True, slots=True)
class Refused:
    """A line that is not imported: its number from 1, the tournament if it says so, and why."""

    line_no: int
    id: str
    reason: Message


WHY: dict[str, Message] = {
    "status": msg("status: the tournament is not finished or has only one player's result."),
    "places_complete": msg("places_complete: not every place is known."),
    "started_utc": msg("started_utc: the start time is not known."),
    "prize_pool_cents": msg("prize_pool_cents: the prize pool is missing."),
}


def read_results(lines: Iterable[str]) -> Iterator[Recorded | Refused]:
    """
    Yield the tournaments of a file in its order; an empty line is passed over.

    Source: CATALOGUE 5.7, AMB-92 (persons, not entries, take part).
    """
    for line_no, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        name = ""
        try:
            raw = json.loads(text)
            if not isinstance(raw, dict):
                raise BadInput(msg("The line is not a JSON object."))
            name = str(raw.get("id", ""))
            yield _recorded(raw)
        except BadInput as why:
            field = (why.field or "").partition("[")[0]
            yield Refused(line_no=line_no, id=name, reason=WHY.get(field, why.message))
        except (ValueError, RecursionError):
            yield Refused(line_no=line_no, id=name, reason=msg("The line is not valid JSON."))


def _recorded(raw: dict[str, Any]) -> Recorded:
    wanted = {field: raw[field] for field in ResultLine.__slots__ if field in raw}
    if isinstance(wanted.get("results"), list):
        wanted["results"] = [
            {field: each.get(field) for field in Result.__slots__}
            if isinstance(each, dict)
            else each
            for each in wanted["results"]
        ]
    line = read(ResultLine, wanted)
    best: dict[str, int] = {}
    for each in line.results:
        best[each.player] = min(each.place, best.get(each.player, each.place))
    if line.entries < len(best):
        raise BadInput(msg("entries: more people have a place than entered."), field="entries")
    if min(best.values()) != 1:
        raise BadInput(msg("results: nobody has first place."), field="results")
    if line.prize_pool_cents + line.fee_cents * line.entries > MAX_CENTS:
        raise BadInput(AboveLimit.message, field="total")
    ordered = sorted(best, key=lambda player: best[player])
    groups = (tuple(group) for _, group in groupby(ordered, key=lambda player: best[player]))
    return Recorded(
        id=line.id,
        name=line.name or line.id,
        kind=NEVER_RANKING.get(line.kind, "regular"),
        may_rank=line.kind not in NEVER_RANKING,
        starts_at=line.started_utc,
        entries=line.entries,
        fee_cents=line.fee_cents,
        pool_cents=line.prize_pool_cents,
        places=tuple(groups),
    )
