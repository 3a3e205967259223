"""Chips on the floor: extra ones, chips that leave play, races of small chips, counts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from casino.acts.kinds import Id, Number, OneOf, Reason, Several, Whole
from casino.acts.runner import act
from casino.cards import Card, parse_card, texts
from casino.db import refusing
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import BadInput, Conflict
from tournaments.models import ChipChange, ChipCount, ChipRace, Entry, FloorTable, Tournament
from tournaments.queries import chips as chips_queries
from tournaments.queries.clock import rebuys_open
from tournaments.queries.floor import floor_table, floor_tables, free_tournament_seats
from tournaments.queries.order import playing
from tournaments.queries.tournaments import version
from tournaments.rules.chip_race import Racer, chip_race
from tournaments.rules.purchases import Buying, purchase_allowed
from tournaments.rules.structure import starting_stack
from tournaments.rules.table_chips import chip_check, passing_verdict
from tournaments.rules.variants import tournament_format
from tournaments.services.knockouts import NotPlaying
from tournaments.services.presence import put_out
from tournaments.services.shared import (
    CARD,
    WORDS,
    SeatNo,
    SomeChips,
    TableNo,
    missing_chips,
    named_once,
    running_tournament,
)
from tournaments.services.undo import check_decides


class RacedBefore(Conflict):
    """Chips of a value leave a table once."""

    code = "TOURNAMENT-058"
    message = msg("This table has already colored up these chips.")
    next_step = msg("If that color-up was entered wrongly, take it back with a reason.")
    next_page = "tournament-chips"


class NoExtraChips(Conflict):
    """Chips beyond the ticket's are given on set terms only."""

    code = "TOURNAMENT-097"


class StaysOnTable(Conflict):
    """Chips do not leave the table."""

    code = "TOURNAMENT-059"
    message = msg("Tournament chips must stay on the table.")


@dataclass(frozen=True, kw_only=True, slots=True)
class AtSeat:
    """A seat with its old chips, and the cards for its odd ones."""

    seat_no: SeatNo
    old_chips: Number
    has_other_chips: bool = True
    cards: Annotated[Sequence[str], Several(of=CARD, maximum=52)] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class AtTable:
    """The chips of a table."""

    table_no: TableNo
    chips: Number


@act("tournaments.change_chips")
def change_chips(
    stamp: Stamp,
    *,
    tournament_id: Id,
    entry_id: Id,
    what: Annotated[str, OneOf(words=tuple(ChipChange.What.values))],
    chips: SomeChips,
    reason: Reason,
) -> ChipChange:
    """
    Note chips that came into play or left it: extra ones, taken off, the stack of a no-show.

    The extra chips of a double chance are taken once, within the announced period; elsewhere the
    book says whether set terms may bring some. A no-show is put out as those are that an absence
    removes. `counted_over`, `counted_short`: so many more or less were counted than are in play,
    whatever the book says of chips that come or go; where who decides on departures may.
    Source: OLY-0.1, OLY-3.2.d, OLY-3.4.7, OLY-3.4.9, VOO-T8, VOO-T9, VOO-G37, IMG-V5, IMG-T4,
    IMG-T6, IMG-G59, HOME-44, AMB-76. Raises NotFound, TournamentOver, NotPlaying, NoExtraChips,
    StaysOnTable, NotYoursToDecide, TooManyChips, BadInput, and what keeps a no-show in play.
    """
    tournament = running_tournament(stamp, tournament_id)
    if what == ChipChange.What.NO_SHOW:
        return put_out(stamp, tournament, {entry_id: chips}, reason)[0]
    left = {each.pk: each for each in playing(tournament)}
    if entry_id not in left:
        raise NotPlaying(field="entry_id")
    if what in {ChipChange.What.OVER, ChipChange.What.SHORT}:
        check_decides(stamp, tournament)
        if what == ChipChange.What.SHORT:
            missing_chips(tournament, [chips], field="chips")
    elif what == ChipChange.What.TAKEN_OFF:
        _check_leaving(tournament, chips)
    else:
        _check_extra(stamp, tournament, left[entry_id], chips)
    return ChipChange.objects.create(
        entry=left[entry_id],
        what=what,
        chips=chips,
        reason=reason,
        at=stamp.at,
        noted_by_id=stamp.person_id,
        act_id=stamp.act_id,
    )


def _check_extra(stamp: Stamp, tournament: Tournament, entry: Entry, chips: int) -> None:
    """Raise NoExtraChips for those of a double chance taken before, or that no terms bring."""
    book = book_on(tournament.club_id, tournament.gaming_day)
    variants: Any = tournament.variants
    if tournament_format(book, variants).extra_chips:
        given = chips_queries.standing_changes(tournament).filter(entry=entry, what="extra_chips")
        open_now = tournament.started_at is None or rebuys_open(tournament, stamp.at)
        wish = Buying(purchase="extra_chips", chips=chips, taken=given.count(), in_period=open_now)
        verdict = purchase_allowed(book, tournament.terms, wish)
        if not verdict.allowed:
            raise NoExtraChips(WORDS[verdict.code], source=verdict.because[0].rule)
        return
    announced = version(tournament).stack
    started = starting_stack(
        book, chips=announced, announced_chips=announced, extra_chips=chips, terms_met=True
    )
    # A book without a word on stacks leaves it to who runs the tournament.
    if started.because and not started.extra:
        said = msg("All players start with equal stacks here.")
        raise NoExtraChips(said, source=started.because[0].rule)


def _check_leaving(tournament: Tournament, chips: int) -> None:
    """Raise StaysOnTable where the book refuses that chips leave, TooManyChips."""
    verdict = passing_verdict(book_on(tournament.club_id, tournament.gaming_day), "off_table")
    if verdict.code != "removed":
        raise StaysOnTable(field="what", source=verdict.because[0].rule)
    missing_chips(tournament, [chips], field="chips")


@act("tournaments.race_chips")
def race_chips(
    stamp: Stamp,
    *,
    tournament_id: Id,
    table_no: TableNo,
    old_chip: SomeChips,
    new_chip: Annotated[int, Whole(low=2)],
    players: Sequence[AtSeat],
) -> ChipRace:
    """
    Race the small chips of a table off: whole exchanges, then a card for each odd chip.

    Source: HOME-8, IMG-T24, AMB-79. Raises NotFound, TournamentOver, BadInput, TooManyChips,
    BadChip, CardTwice, CardsDoNotMatchOddChips, RacedBefore.
    """
    tournament = running_tournament(stamp, tournament_id)
    seats = sorted(((each.seat_no, each) for each in players), key=lambda one: one[0])
    racing = named_once(seats, field="players", said=msg("Enter each seat once."))
    table = _checked_table(tournament, table_no, racing)
    removed = [old_chip * each.old_chips for each in racing.values()]
    missing_chips(tournament, removed, field="players")
    dealt = {seat: _cards(each.cards) for seat, each in racing.items() if each.cards}
    race = chip_race(
        book_on(tournament.club_id, tournament.gaming_day),
        old_chip=old_chip,
        new_chip=new_chip,
        players=[
            Racer(seat=seat, old_chips=each.old_chips, has_other_chips=each.has_other_chips)
            for seat, each in racing.items()
        ],
        cards=dealt,
    )
    kept = {
        str(seat): {
            "old_chips": each.old_chips,
            "cards": texts(dealt.get(seat, ())),
            "new_chips": race.new_chips.get(seat, 0),
            "won": seat in race.race_winners,
            "saved": seat in race.saved_seats,
        }
        for seat, each in racing.items()
    }
    with refusing(tournaments_race_once=RacedBefore(field="old_chip")):
        return ChipRace.objects.create(
            tournament=tournament,
            floor_table=table,
            table_no=table_no,
            old_chip=old_chip,
            new_chip=new_chip,
            seats=kept,
            removed_chips=sum(removed),
            issued_chips=new_chip * sum(race.new_chips.values()),
            because=[each.as_json() for each in race.because],
            at=stamp.at,
            noted_by_id=stamp.person_id,
            act_id=stamp.act_id,
        )


def _checked_table(tournament: Tournament, table_no: int, seats: Iterable[int]) -> FloorTable:
    """Return an open table at whose seats somebody sits. Raises NotFound, BadInput."""
    table = floor_table(tournament, table_no)
    free = free_tournament_seats(tournament, [table])[table_no]
    for seat in seats:
        if seat in free or not 0 < seat <= table.seats:
            raise BadInput(msg("Seat {seat} is empty.", seat=seat), field="players")
    return table


def _cards(dealt: Sequence[str]) -> tuple[Card, ...]:
    try:
        return tuple(map(parse_card, dealt))
    except ValueError as error:
        raise BadInput(
            msg("Enter each card by rank and suit, for example AS."), field="cards"
        ) from error


@act("tournaments.count_chips")
def count_chips(stamp: Stamp, *, tournament_id: Id, tables: Sequence[AtTable]) -> ChipCount:
    """
    Keep how many chips were counted at every open table, and what is missing or too much.

    Source: OLY-3.4.8 to OLY-3.4.10, VOO-T9, VOO-T10, IMG-T10, HOME-33.
    Raises NotFound, TournamentOver, BadInput.
    """
    tournament = running_tournament(stamp, tournament_id)
    given = [(each.table_no, each.chips) for each in tables]
    by_table = named_once(given, field="tables", said=msg("Enter each table once."))
    counted = {str(number): chips for number, chips in sorted(by_table.items())}
    open_tables = {each.number for each in floor_tables(tournament)}
    if by_table.keys() != open_tables or not tables:
        raise BadInput(msg("Count the chips of every open table."), field="tables")
    now = chips_queries.chips(tournament)
    check = chip_check(
        book_on(tournament.club_id, tournament.gaming_day),
        issued=now.issued,
        removed=now.removed,
        counted=counted,
    )
    return ChipCount.objects.create(
        tournament=tournament,
        tables=counted,
        in_play=check.in_play,
        difference=check.difference,
        at=stamp.at,
        counted_by_id=stamp.person_id,
        act_id=stamp.act_id,
    )
