"""The last act on the floor, taken back with everything that it changed."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from casino.acts.kinds import Id, Note
from casino.acts.runner import act
from casino.approvals.signed import LookAgain
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger.queries.documents import act_of
from casino.messages import Message, msg
from casino.money import whole
from casino.refusals import BadInput, Conflict, Refusal
from casino.staff.models import User
from casino.staff.rules import NotYoursToDecide
from tournaments.models import (
    Bag,
    ChipChange,
    ChipRace,
    ClockMark,
    DayEnd,
    Entry,
    FloorTable,
    FloorUndo,
    Knockout,
    Penalty,
    Presence,
    SeatDraw,
    SeatMove,
    Tournament,
)
from tournaments.queries import days
from tournaments.queries.clock import bets, position
from tournaments.queries.floor import floor_tables, free_tournament_seats
from tournaments.queries.presence import attendance
from tournaments.queries.tournaments import version, version_before
from tournaments.queries.undo import latest_act
from tournaments.rules import clock as clock_rules
from tournaments.services.changing import decided_by
from tournaments.services.days import take_back_begin, take_back_end
from tournaments.services.knockouts import CannotUndo, check_undo, take_back
from tournaments.services.sale_reversals import is_sold_since
from tournaments.services.seating import keep_seat, put
from tournaments.services.shared import running_tournament

# Within it one's own act is taken back without a reason.
AT_ONCE = timedelta(seconds=60)


class NothingToUndo(Conflict):
    """Nothing happened on the floor, or it was all taken back."""

    code = "TOURNAMENT-093"
    message = msg("There is nothing on the floor to undo.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Effect:
    """One thing that changes, in words, and how."""

    says: Message
    carry_out: Callable[[Stamp], object] = lambda _: None


@dataclass(frozen=True, kw_only=True, slots=True)
class LastAct:
    """
    The last act on the floor: by whom, when, and what changes if it is taken back.

    blocked: why it cannot be.
    """

    act_id: int
    operation: str
    by: User | None
    at: datetime
    effects: list[Effect]
    blocked: Refusal | None


def last_act(tournament: Tournament, at: datetime) -> LastAct | None:
    """Return the last act on the floor with what its undoing changes now, None without any."""
    latest = latest_act(tournament)
    found = act_of(latest[0]) if latest else None
    if latest is None or found is None:
        return None
    blocked, effects = None, list[Effect]()
    try:
        effects = list(_effects(tournament, latest[0], at))
    except Refusal as refusal:
        blocked = refusal
    return LastAct(
        act_id=latest[0],
        operation=found.operation,
        by=User.objects.filter(id=found.actor_id or 0).first(),
        at=latest[1],
        effects=effects,
        blocked=blocked,
    )


def needs_reason(last: LastAct, *, by: int | None, at: datetime) -> bool:
    """Return whether a reason is asked for: it was another person, or a while ago."""
    return last.by is None or last.by.pk != by or at - last.at > AT_ONCE


@act("tournaments.undo_last")
def undo_last(
    stamp: Stamp, *, tournament_id: Id, undone_act_id: Id, reason: Note = ""
) -> FloorUndo:
    """
    Take back the last act on the floor, where who decides on departures from the rules may.

    undone_act_id: of the act that was shown; reason: needed for another person's act and after a
    minute. What was drawn by lot stands. Source: OLY-0.1, OLY-3.4.3, VOO-G37, IMG-G59, HOME-44.
    Raises NotFound, TournamentOver, NothingToUndo, LookAgain, CannotUndo, NotYoursToDecide,
    BadInput.
    """
    tournament = running_tournament(stamp, tournament_id)
    check_decides(stamp, tournament)
    last = last_act(tournament, stamp.at)
    if last is None:
        raise NothingToUndo
    if last.act_id != undone_act_id:
        raise LookAgain(field="undone_act_id")
    if last.blocked:
        raise last.blocked
    if not reason and needs_reason(last, by=stamp.actor_id, at=stamp.at):
        raise BadInput(msg("Enter a reason."), field="reason")
    for each in last.effects:
        each.carry_out(stamp)
    return note_undone(stamp, tournament, act_id=undone_act_id, reason=reason)


def check_decides(stamp: Stamp, tournament: Tournament) -> None:
    """Raise NotYoursToDecide for who does not decide on departures from the rules."""
    book = book_on(stamp.club_id, tournament.gaming_day)
    if not decided_by(stamp, book, "deviation"):
        raise NotYoursToDecide(source=book.source("decides.deviation"))


def note_undone(stamp: Stamp, tournament: Tournament, *, act_id: int, reason: str) -> FloorUndo:
    """Keep that what an act left behind counts no more, as a step of a command."""
    return FloorUndo.objects.create(
        tournament=tournament,
        undone_act_id=act_id,
        reason=reason,
        at=stamp.at,
        by_id=stamp.person_id,
        act_id=stamp.act_id,
    )


def end_race(stamp: Stamp, race: ChipRace) -> None:
    """Let the table color up these chips again, as a step of a command."""
    race.taken_back_at = stamp.at
    race.save(update_fields=["taken_back_at"])


def _effects(tournament: Tournament, act_id: int, at: datetime) -> Iterator[Effect]:
    """Yield what changes if an act is taken back. Raises CannotUndo."""
    _check_stands(tournament, act_id)
    if night := days.ends(tournament).filter(act_id=act_id, begun_at=None).first():
        yield from _day_end(tournament, night)
        return
    if night := days.begun_by(tournament, act_id):
        yield from _day_begin(tournament, night, act_id, at)
        return
    of_entry = {"entry__tournament": tournament, "act_id": act_id}
    outs = Knockout.objects.filter(**of_entry).select_related("entry__player", "chip_change")
    for out in outs.order_by("id"):
        yield _elimination(tournament, out)
    yield from _penalties_and_chips(of_entry)
    for race in tournament.races.filter(act_id=act_id):
        yield _race(race)
    for move in SeatMove.objects.filter(**of_entry).select_related("entry__player"):
        yield _move(tournament, move)
    yield from _presence(tournament, act_id)
    if ClockMark.objects.filter(tournament=tournament, act_id=act_id).exists():
        yield _clock(tournament, act_id, at)
    for table in FloorTable.objects.filter(tournament=tournament, act_id=act_id, broken_at=None):
        yield _table(tournament, table)


def _check_stands(tournament: Tournament, act_id: int) -> None:
    """Raise CannotUndo for what nobody takes back: lots."""
    of_act = {"tournament": tournament, "act_id": act_id}
    if SeatDraw.objects.filter(**of_act).exists():
        book = book_on(tournament.club_id, tournament.gaming_day)
        said = msg("Seats were drawn by lot, and what is drawn stands.")
        raise CannotUndo(said, source=book.source("seat_draw.by"))


def _day_end(tournament: Tournament, night: DayEnd) -> Iterator[Effect]:
    """Yield what changes if a day goes on that was ended. Raises CannotUndo after a sale."""
    if is_sold_since(tournament, night.act_id):
        raise CannotUndo(
            msg("Entries were sold since the day ended: reverse them first, or begin the next.")
        )
    then, levels = version_before(tournament, night.act_id).levels, version(tournament).levels
    stands = position(tournament, night.at, without=night.act_id, levels=then)
    assert stands, "a day that ended had begun"
    here = clock_rules.carried(then, stands[0], levels)
    bags = list(night.bags.filter(taken_up_at=None).select_related("entry__player"))
    for bag in bags:
        yield Effect(
            says=msg(
                "{player} plays on with {chips} from the bag",
                player=bag.entry.player,
                chips=whole(bag.stack),
            )
        )
    for table in tournament.tables.filter(broken_at=night.at).order_by("number"):
        yield Effect(
            says=msg("Table {number} opens again, seats as they were", number=table.number)
        )
    yield Effect(
        says=msg(
            "The clock stands in level {level}, {left} left",
            level=bets(levels, here.step).number,
            left=clock_rules.face(clock_rules.left(levels, here)),
        ),
        carry_out=lambda stamp: take_back_end(stamp, tournament, night, here),
    )


def _day_begin(
    tournament: Tournament, night: DayEnd, act_id: int, at: datetime
) -> Iterator[Effect]:
    """Yield what changes if a day has not begun. Raises CannotUndo once something came of it."""
    if is_sold_since(tournament, act_id):
        raise CannotUndo(msg("Entries were sold since the day began: reverse them first."))
    back = Knockout.objects.filter(entry__tournament=tournament, undone_at__gte=night.begun_at)
    if back.exists():
        raise CannotUndo(
            msg("An elimination was undone since the day began: end this day instead.")
        )
    steps = [
        stands[0].step
        for instant in (night.begun_at, at)
        if instant and (stands := position(tournament, instant))
    ]
    if len(set(steps)) > 1:
        raise CannotUndo(msg("A level has passed since the day began: end this day instead."))
    if not night.another_flight:
        bags = Bag.objects.filter(entry__tournament=tournament, taken_up_at=night.begun_at)
        for bag in bags.select_related("entry__player").order_by("-stack", "id"):
            player, chips = bag.entry.player, whole(bag.stack)
            yield Effect(says=msg("{player}: {chips} wait in the bag", player=player, chips=chips))
    yield replace(
        _clock(tournament, act_id, at),
        carry_out=lambda stamp: take_back_begin(stamp, tournament, night),
    )


def _penalties_and_chips(of_entry: Mapping[str, Any]) -> Iterator[Effect]:
    for penalty in Penalty.objects.filter(**of_entry).select_related("entry__player"):
        yield Effect(
            says=msg(
                "{player}: {penalty} no longer counts",
                player=penalty.entry.player,
                penalty=penalty.get_measure_display(),
            )
        )
    for change in ChipChange.objects.filter(**of_entry).select_related("entry__player"):
        yield Effect(
            says=msg(
                "{player}: {what}, {chips}, no longer counts",
                player=change.entry.player,
                what=change.get_what_display(),
                chips=change.chips,
            )
        )


def _race(race: ChipRace) -> Effect:
    return Effect(
        says=msg(
            "Color-up at table {table_no}, {old_chip} → {new_chip}, no longer counts",
            table_no=race.table_no,
            old_chip=race.old_chip,
            new_chip=race.new_chip,
        ),
        carry_out=lambda stamp: end_race(stamp, race),
    )


def _elimination(tournament: Tournament, out: Knockout) -> Effect:
    check_undo(tournament, out)
    entry = out.entry
    said = (
        msg(
            "{player} plays on at table {table}, seat {seat}",
            player=entry.player,
            table=entry.table_no,
            seat=entry.seat_no,
        )
        if keep_seat(entry)
        else msg("{player} plays on and draws a seat", player=entry.player)
    )
    return Effect(says=said, carry_out=lambda stamp: take_back(stamp, tournament, out))


def _move(tournament: Tournament, move: SeatMove) -> Effect:
    """Return that a player goes back to the seat that was left. Raises CannotUndo."""
    entry, back = move.entry, (move.from_table, move.from_seat)
    here = [one for one in floor_tables(tournament) if one.number == move.from_table]
    free = free_tournament_seats(tournament, here).get(move.from_table, [])
    if entry.out_at or entry.refunded_at or move.from_seat not in free:
        raise CannotUndo(
            msg("That seat is already taken.") if here else msg("The table is broken.")
        )
    return Effect(
        says=msg(
            "{player} goes back to table {table}, seat {seat}",
            player=entry.player,
            table=move.from_table,
            seat=move.from_seat,
        ),
        carry_out=lambda stamp: _go_back(stamp, move, entry, back),
    )


def _go_back(stamp: Stamp, move: SeatMove, entry: Entry, back: tuple[int, int]) -> None:
    entry.table_no, entry.seat_no = back
    put([entry])
    SeatMove.objects.create(
        entry=entry,
        from_table=move.to_table,
        from_seat=move.to_seat,
        to_table=move.from_table,
        to_seat=move.from_seat,
        reason="Undo",
        at=stamp.at,
        moved_by_id=stamp.person_id,
        act_id=stamp.act_id,
    )


def _presence(tournament: Tournament, act_id: int) -> Iterator[Effect]:
    before = attendance(tournament, without=act_id).here
    noted = Presence.objects.filter(entry__tournament=tournament, act_id=act_id)
    for one in noted.select_related("entry__player").order_by("entry__number"):
        was, player = before.get(one.entry_id), one.entry.player
        if was is None:
            yield Effect(says=msg("{player} has not been checked yet", player=player))
        elif was:
            yield Effect(says=msg("{player} is present", player=player))
        else:
            yield Effect(says=msg("{player} is absent", player=player))


def _clock(tournament: Tournament, act_id: int, at: datetime) -> Effect:
    """Return where the clock stands then. Raises CannotUndo once it follows another structure."""
    touched = ClockMark.objects.filter(tournament=tournament)
    mine = touched.filter(act_id=act_id).latest("id")
    if touched.filter(what=ClockMark.What.STRUCTURE, id__gt=mine.pk).exists():
        raise CannotUndo(
            msg("The structure has changed since. Pause, resume or set the clock instead.")
        )
    stands, levels = position(tournament, at, without=act_id), version(tournament).levels
    assert stands, "a clock that was touched has started"
    here, running = stands
    shown = {
        "level": bets(levels, here.step).number,
        "left": clock_rules.face(clock_rules.left(levels, here)),
    }
    return Effect(
        says=msg("The clock runs in level {level}, {left} left", **shown)
        if running
        else msg("The clock stands in level {level}, {left} left", **shown)
    )


def _table(tournament: Tournament, table: FloorTable) -> Effect:
    """Return that a table closes. Raises CannotUndo where somebody sits."""
    taken = Entry.objects.filter(
        tournament=tournament, table_no=table.number, out_at=None, refunded_at=None
    )
    if taken.exists():
        raise CannotUndo(msg("Players sit at table {number}.", number=table.number))
    closes = FloorTable.objects.filter(id=table.pk)
    return Effect(
        says=msg("Table {number} closes", number=table.number),
        carry_out=lambda stamp: closes.update(broken_at=stamp.at),
    )
