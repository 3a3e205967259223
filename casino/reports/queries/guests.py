"""The statement of a guest: what came in and went out by the name, and what the house holds."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from operator import attrgetter
from typing import Any

from django.db.models import Q

from cashgames.models import HeldStack, Seat
from casino.cage.models import Payable
from casino.cage.queries.due import due_after, roundings
from casino.ledger.entries import WINNINGS
from casino.ledger.queries.documents import entries
from casino.ledger.queries.guests import corrected_guests, of_guests
from casino.ledger.queries.rows import EntryRow
from casino.messages import Message, join, msg
from casino.players.queries import cards, family, main_card, names, player
from casino.reports.queries.as_of import as_of, name_tables
from casino.reports.sheet import Report, ReportParams, entry, lines_of
from casino.sheets.columns import cents, count, day, event, instant, text
from casino.sheets.sheet import Link, Sheet, SheetRow
from tournaments.models import Ticket

MONEY = ("cash:drawer", "cash:vault", "cash:table", "bank")
NAMED = msg("What was bought or redeemed without a name stands in no statement.")
HOLDINGS = ("in_play", "kept", "tickets", "due")


def guest(asked: ReportParams) -> Sheet:
    """Return what one guest brought, took, won and holds: by entry, by year, or what is held."""
    made: dict[str, Callable[[ReportParams], Sheet]] = {
        "year": _years,
        "won": _won,
        "held": _held,
    }
    return made.get(asked.by, _entries)(asked)


GUEST = Report(
    name="guest",
    title=msg("Statement of a guest"),
    question=msg("Money in and out by a guest's name, prizes, and what the house holds."),
    group=msg("Money"),
    make=guest,
    group_by=(
        ("entries", msg("each entry")),
        ("year", msg("each year")),
        ("won", msg("prizes")),
        ("held", msg("held at the end")),
    ),
    span="guest",
)


def whose(asked: ReportParams) -> Message | None:
    """Return whose statement it is: code and name, and what duplicate cards it holds, too."""
    if asked.player_id is None:
        return None
    known = sorted(cards(asked.player_id), key=attrgetter("code"))
    named = names([each.pk for each in known], known_at=asked.known_at)
    said = {each.pk: join((str(each.code), named[each.pk]), " ") for each in known}
    own = said.pop(main_card(asked.player_id))
    if not said:
        return own
    others = join(said.values())
    return msg("{guest}, with what stands on duplicate card {others}", guest=own, others=others)


def _entries(asked: ReportParams) -> Sheet:
    remarks = _remarks(asked)
    rows = [
        SheetRow(
            cells=(
                each.happened_at,
                each.gaming_day,
                each.kind,
                each.number,
                sum(line.debit_cents for line in each.lines),
                *moved,
                _withheld(each),
                join((each.memo, remarks[each.id])) if each.id in remarks else each.memo,
            ),
            why=entry(each.id),
        )
        for each, moved in _money(asked)
    ]
    columns = (
        instant(),
        day(),
        event(),
        count("slip", msg("Slip"), summed=False),
        cents("amount", msg("Amount"), summed=False),
        cents("in", msg("In")),
        cents("out", msg("Out")),
        cents("withheld", msg("Tax withheld")),
        text("note", msg("Note")),
    )
    return Sheet(columns=columns, rows=rows, notes=(NAMED,))


def _years(asked: ReportParams) -> Sheet:
    """Return a line a year: what came in and went out; what was held stands in the last."""
    sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for each, moved in _money(asked):
        of_year = sums[each.gaming_day.year]
        for place, amount in enumerate(moved):
            of_year[place] += amount
        of_year[3] += _withheld(each)
    for prize in winnings(asked):
        sums[prize.gaming_day.year][2] += prize.cents
    held = dict.fromkeys(HOLDINGS, 0)
    for name, _, _, amount, _ in _holdings(asked):
        held[name] += amount
    if any(held.values()):
        sums.setdefault(asked.last.year, [0, 0, 0, 0])
    rows = []
    for year, (inflow, outflow, won, withheld) in sorted(sums.items()):
        span = {
            "first": max(asked.first, date(year, 1, 1)),
            "last": min(asked.last, date(year, 12, 31)),
        }
        last = year == asked.last.year
        rows.append(
            SheetRow(
                cells=(
                    str(year),
                    inflow,
                    outflow,
                    outflow - inflow,
                    won,
                    withheld,
                    *(held[name] if last else None for name in HOLDINGS),
                ),
                why=_statement(asked, "entries", **span),
                links={"prizes": _statement(asked, "won", **span)}
                | (dict.fromkeys(HOLDINGS, _statement(asked, "held", **span)) if last else {}),
            )
        )
    columns = (
        text("year", msg("Year")),
        cents("in", msg("In")),
        cents("out", msg("Out")),
        cents("net", msg("Net"), of="out -in"),
        cents("prizes", msg("Prizes")),
        cents("withheld", msg("Tax withheld")),
        cents("in_play", msg("In play"), summed=False),
        cents("kept", msg("Safekeeping"), summed=False),
        cents("tickets", msg("Tickets"), summed=False),
        cents("due", msg("Payments due"), summed=False),
    )
    signs = msg("Net: what went out less what came in; below zero, the guest brought more.")
    return Sheet(columns=columns, rows=rows, notes=(signs, NAMED))


def _won(asked: ReportParams) -> Sheet:
    found = winnings(asked)
    of_acts = entries(asked.club_id, Q(act_id__in=[each.act_id for each in found]))
    booked = {each.act_id: each.id for each in reversed(of_acts)}
    rows = [
        SheetRow(
            cells=(each.gaming_day, each.kind, each.about, each.cents),
            why=Link(route="entry", ids=(booked[each.act_id],)),
            links={"about": Link(route="payment", ids=(each.pk,))},
        )
        for each in found
    ]
    columns = (day(), event("kind", msg("Kind")), text("about", msg("About")))
    return Sheet(columns=(*columns, cents("prizes", msg("Prizes"))), rows=rows)


def winnings(asked: ReportParams) -> list[Payable]:
    """Return what guests won by name in the days, or one by any card: prizes, shares, tickets."""
    of: dict[str, Any] = {"player_id__isnull": False}
    if asked.player_id:
        of = {"player_id__in": family(asked.player_id)}
    found = Payable.objects.filter(
        club_id=asked.club_id, kind__in=WINNINGS, gaming_day__range=(asked.first, asked.last), **of
    )
    known = as_of(found.order_by("gaming_day", "id"), asked.known_at)
    return [each for each in known if not each.reversal_id]


def _held(asked: ReportParams) -> Sheet:
    rows = [
        SheetRow(
            cells=(
                since,
                what,
                *(amount if name == column else None for column in HOLDINGS),
            ),
            why=why,
        )
        for name, since, what, amount, why in _holdings(asked)
    ]
    columns = (
        day("since", msg("Since")),
        text("what", msg("What")),
        cents("in_play", msg("In play")),
        cents("kept", msg("Safekeeping")),
        cents("tickets", msg("Tickets")),
        cents("due", msg("Payments due")),
    )
    return Sheet(columns=columns, rows=rows)


Holding = tuple[str, date, str | Message, int, Link | None]


def _holdings(asked: ReportParams) -> Iterator[Holding]:
    """Yield what the house holds of a guest when the last day ends: kind, since, what, cents."""
    if not asked.player_id:
        return
    cards = family(asked.player_id)
    of: dict[str, Any] = {"player_id__in": cards}
    yield from _in_play(asked, cards)
    stacks = HeldStack.objects.filter(session__club_id=asked.club_id, removed_at__lt=asked.until)
    for stack in as_of(stacks.filter(**of).order_by("id"), asked.known_at):
        if not stack.settled_at or stack.settled_at >= asked.until:
            behind = lines_of(asked, "safekeeping", ref=stack.pk)
            since = asked.day_of(stack.removed_at)
            yield "kept", since, msg("Stack in safekeeping"), stack.cents, behind
    tickets = Ticket.objects.filter(target__club_id=asked.club_id, won_at__lt=asked.until, **of)
    for each in as_of(tickets.select_related("target", "used_by").order_by("id"), asked.known_at):
        used_at = each.used_by.registered_at if each.used_by else None
        if all(at is None or at >= asked.until for at in (used_at, each.cleared_at)):
            shown = Link(route="tournament-results", ids=(each.won_in_id or each.target_id,))
            yield "tickets", asked.day_of(each.won_at), each.target.name, each.cents, shown
    for due in due_after(asked.club_id, asked.last, known_at=asked.known_at):
        if due.player_id in cards:
            shown = Link(route="payment", ids=(due.pk,))
            yield "due", due.gaming_day, due.about, due.cents, shown


def _in_play(asked: ReportParams, cards: Sequence[int]) -> Iterator[Holding]:
    """Yield what was brought to tables where the guest still sits, entry by entry."""
    of: dict[str, Any] = {"session__club_id": asked.club_id, "player_id__in": cards}
    seats = Seat.objects.filter(sat_at__lt=asked.until, **of)
    sat = {
        each.session_id: each
        for each in as_of(seats.select_related("session__table"), asked.known_at)
        if not each.left_at or each.left_at >= asked.until
    }
    if not sat:
        return
    name_tables((each.session for each in sat.values()), asked.known_at)
    first = min(asked.day_of(each.sat_at) for each in sat.values())
    for each in _found(asked, first):
        for line in each.lines:
            seat = sat.get(line.ref) if line.code == "chips:table" else None
            if seat and each.happened_at >= seat.sat_at:
                where = str(seat.session.table)
                yield "in_play", each.gaming_day, where, -line.cents, entry(each.id)


def _found(asked: ReportParams, first: date) -> Sequence[EntryRow]:
    """Return the entries in the guest's name, by any card, from a day to the last asked for."""
    if not asked.player_id:
        return []
    whose = of_guests(asked.club_id, family(asked.player_id), known_at=asked.known_at)
    within = Q(gaming_day__range=(first, asked.last))
    return entries(asked.club_id, whose & within, known_at=asked.known_at)


def _remarks(asked: ReportParams) -> dict[int, Message]:
    """Return by entry that it was booked in the name of another guest, which was corrected."""
    cards = family(asked.player_id) if asked.player_id else []
    found = corrected_guests(asked.club_id, cards, known_at=asked.known_at)
    named = names({each.was_id for each in found.values()}, known_at=asked.known_at)
    return {
        entry_id: msg("sold by the card of {was}", was=named[each.was_id])
        for entry_id, each in found.items()
    }


def _money(asked: ReportParams) -> Iterator[tuple[EntryRow, tuple[int, int]]]:
    """Yield each entry with money in and out, and what the smallest coin made of it after it."""
    found = _found(asked, asked.first)
    acts = {each.act_id for each in found if each.cents_on("cash:drawer")}
    rounded = roundings(asked.club_id, acts, known_at=asked.known_at) if acts else {}
    for each in found:
        moved = _moved(each)
        yield each, moved
        if rounding := rounded.get(each.id):
            cents = rounding.cents_on("cash:drawer")
            yield rounding, (0, -cents) if moved[1] else (cents, 0)


def _moved(of: EntryRow) -> tuple[int, int]:
    """Return money in and money out of an entry; what takes one back, less."""
    money = sum(of.cents_on(code) for code in MONEY)
    if of.reverses_id:
        return min(money, 0), min(-money, 0)
    return max(money, 0), max(-money, 0)


def _withheld(of: EntryRow) -> int:
    """Return what of an entry was kept for the tax authority; what takes one back, less."""
    return -of.cents_on("tax:withheld")


def _statement(asked: ReportParams, by: str, **span: date) -> Link:
    assert asked.player_id
    code = player(asked.club_id, asked.player_id).code
    query = span | {"by": by, "player": code} | asked.known
    return Link(route="report", ids=("guest",), query=query)
