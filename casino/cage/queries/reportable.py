"""Payments of guests that a country's law wants reported: single ones, and a guest's together."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from django.core.cache import caches

from casino.cage.models import CashReported
from casino.cage.queries.walk_ins import WALK_IN_KINDS
from casino.clock import ONE_DAY, months_later
from casino.house.models import Club
from casino.ledger.queries.guests import CorrectedGuests
from casino.ledger.queries.moves import Move, Moved
from casino.messages import Message, dump, load, msg
from casino.paging import Page
from casino.players.models import PAPER, Player
from casino.rates.queries import law_of
from casino.rates.rules import CashReport

MAX_REPORTED = 60  # of a page
# What nobody noted as reported is looked for so far back.
LOOKED_FOR = timedelta(days=92)
KEPT_SECONDS = 24 * 60 * 60
UNNAMED = (*WALK_IN_KINDS, "cage.paid_out")


@dataclass(frozen=True, kw_only=True, slots=True)
class Together:
    """
    A guest's payments that together come to the law's amount, one way or the other.

    player_id: the card that goes on; day: on which they first did; first, last: of the gaming days
    that are one sum, where it was largest.
    """

    player_id: int
    day: date
    first: date
    last: date
    in_cents: int
    out_cents: int
    moves: tuple[Move, ...]


def cash_law(club_id: int, *, at: datetime) -> CashReport | None:
    """Return what the law of a club's country wants reported; None where nothing is known of it."""
    law = law_of(Club.objects.get(id=club_id), at=at)
    return law.cash_report if law else None


def single(
    club_id: int, law: CashReport, first: date, last: date, *, known_at: datetime | None = None
) -> list[Move]:
    """
    Return the payments that reach the law's amount alone, of whoever has no name, too.

    Source: COMPLIANCE 0.3.
    """
    asked = _asked(club_id, law, first, last, known_at)
    return _by_right_guest(club_id, asked.large(law.from_cents), known_at)


def together(
    club_id: int, law: CashReport, first: date, last: date, *, known_at: datetime | None = None
) -> list[Together]:
    """
    Return the guests whose payments come to the law's amount on some of these gaming days.

    Each way is a sum of its own: over the law's months up to a day, or of the days asked for, where
    the law has none; then what is reported alone is left out. All cards of a person are one guest,
    and so are cards that show the same document. Source: COMPLIANCE 0.2, 0.3, 2.
    """
    since = months_later(first, -law.months) + ONE_DAY if law.months else first
    asked = _asked(club_id, law, since, last, known_at)
    sums = asked.sums()
    corrected = CorrectedGuests.of(club_id, player_ids=list(sums), known_at=known_at)
    right = {each.right_id for each in corrected.values()}
    people = _people({*sums, *right})
    totals: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for player_id, both in sums.items():
        for way, cents in enumerate(both):
            totals[people[player_id]][way] += cents
    near = {each for each, both in totals.items() if max(both) >= law.from_cents}
    near |= {people[each] for each in right}
    ids = [each for each, person in people.items() if person in near]
    own = [entry_id for entry_id, each in corrected.items() if people[each.right_id] in near]
    of_person: dict[int, list[Move]] = defaultdict(list)
    for move in _by_right_guest(club_id, asked.of_guests(ids, own), known_at):
        if law.months or abs(move.cents) < law.from_cents:
            of_person[people[move.player_id or 0]].append(move)
    found = (_reached(law, person, moves, first) for person, moves in of_person.items())
    return sorted((each for each in found if each), key=lambda each: (each.day, each.player_id))


def reported(club_id: int, *, page: Page) -> list[CashReported]:
    """Return what an authority was told, the latest first; the first one holds."""
    found = CashReported.objects.filter(club_id=club_id).select_related("noted_by")
    return page.of(found.order_by("-id"))


def unreported_since(club_id: int, day: date) -> date:
    """Return the first gaming day that nobody noted as reported, within a quarter before a day."""
    last = _last(club_id)
    return max(last.until + ONE_DAY if last else date.min, day - LOOKED_FOR)


def _last(club_id: int) -> CashReported | None:
    return CashReported.objects.filter(club_id=club_id).order_by("-id").first()


def missed(club_id: int, day: date, *, at: datetime) -> Message | None:
    """
    Return what was to be reported to an authority before a gaming day and is not noted as such.

    Looked for once a day, and again when something is noted: a year of payments of all guests is
    read for it, and a day's page is drawn often. Source: COMPLIANCE 0.2, 0.3, 8.
    """
    last = _last(club_id)
    key = f"missed:{club_id}:{day}:{last.pk if last else 0}"
    found: Message | None
    if (kept := caches["days"].get(key)) is not None:
        (found,) = load(kept)
        return found
    found = _missed(club_id, day, at=at)
    caches["days"].set(key, [dump(found)], KEPT_SECONDS)
    return found


def _missed(club_id: int, day: date, *, at: datetime) -> Message | None:
    law, first = cash_law(club_id, at=at), unreported_since(club_id, day)
    if law is None or first > day:
        return None
    if law.months:
        days = [each.day for each in together(club_id, law, first, day)]
    else:
        days = [each.gaming_day for each in single(club_id, law, first, day)]
    if not days or law.due(min(days)) >= day:
        return None
    return msg(
        "Payments of {day:%d.%m.%Y} were to be reported to the authority by {due:%d.%m.%Y}.",
        day=min(days),
        due=law.due(min(days)),
    )


def _asked(
    club_id: int, law: CashReport, first: date, last: date, known_at: datetime | None
) -> Moved:
    return Moved(
        club_id=club_id,
        first=first,
        last=last,
        wires=law.wires,
        unnamed=UNNAMED,
        known_at=known_at,
    )


def _by_right_guest(club_id: int, moves: list[Move], known_at: datetime | None) -> list[Move]:
    """Return payments with whose they are, where they were booked in another guest's name."""
    ids = [each.entry_id for each in moves]
    found = CorrectedGuests.of(club_id, entry_ids=ids, known_at=known_at) if ids else {}
    return [
        replace(each, player_id=found[each.entry_id].right_id) if each.entry_id in found else each
        for each in moves
    ]


def _people(player_ids: set[int]) -> Mapping[int, int]:
    """Return by card the card that goes on, one for all cards that show the same document."""
    cards = Player.objects.filter(id__in=player_ids).annotate(paper=PAPER)
    person = {each.pk: each.merged_into_id or each.pk for each in cards}
    shown: dict[str, int] = {}
    for each in cards.exclude(document="").order_by("id"):
        paper, own = each.paper, person[each.pk]
        if (other := shown.setdefault(paper, own)) != own:
            person = {card: other if of == own else of for card, of in person.items()}
    return person


def _reached(law: CashReport, person: int, moves: list[Move], first: date) -> Together | None:
    """Return when and by what a person's payments came to the amount from a day on, if they did."""
    by_day = sorted(moves, key=lambda move: move.gaming_day)
    sums, begins = [0, 0], 0
    reached: date | None = None
    largest: Together | None = None
    for place, move in enumerate(by_day):
        since = months_later(move.gaming_day, -law.months) + ONE_DAY if law.months else first
        sums[move.cents < 0] += abs(move.cents)
        while by_day[begins].gaming_day < since:
            sums[by_day[begins].cents < 0] -= abs(by_day[begins].cents)
            begins += 1
        if move.gaming_day < first or max(sums) < law.from_cents:
            continue
        reached = reached or move.gaming_day
        if largest and max(largest.in_cents, largest.out_cents) > max(sums):
            continue
        largest = Together(
            player_id=person,
            day=reached,
            first=since,
            last=move.gaming_day,
            in_cents=sums[0],
            out_cents=sums[1],
            moves=tuple(by_day[begins : place + 1]),
        )
    return largest
