"""Chips on the floor, and the players one by one: races, counts, penalties."""

from collections.abc import Callable
from functools import partial
from typing import Any, cast, get_args

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from casino.house.queries import book_on
from casino.messages import msg
from casino.players.services.penalties import steps
from casino.refusals import NotFound
from casino.web.fields import ActForm
from casino.web.pages import Title, carry_out, show
from casino.web.roles import ClubRequest, can_perform, page
from tournaments.forms.floor import (
    ChipsForm,
    CountForm,
    PenaltyBackForm,
    PenaltyForm,
    RaceBackForm,
    RaceForm,
)
from tournaments.models import Entry, Penalty, Tournament
from tournaments.queries import chips as chips_queries
from tournaments.queries import tournaments
from tournaments.queries.clock import more_sold
from tournaments.queries.days import has_bag
from tournaments.queries.floor import floor, floor_table, floor_tables, moves
from tournaments.queries.order import knockouts_of, winners_of
from tournaments.rules.table_chips import Thing, thing_verdict
from tournaments.rules.variants import tournament_format
from tournaments.services import mistakes, penalties
from tournaments.services.chips import change_chips, count_chips, race_chips
from tournaments.views.shared import floor_page


@page
def chips(request: ClubRequest, tournament_id: int) -> HttpResponse:
    """Chips issued and removed, the last count, races, and what was imposed on players."""
    found = tournaments.tournament(request.club.id, tournament_id)
    book = book_on(found.club_id, found.gaming_day)
    things = [(thing, thing_verdict(book, thing)) for thing in get_args(Thing)]
    return show(
        request,
        "tournaments/chips.html",
        tournament=found,
        chips=chips_queries.chips(found),
        count=chips_queries.latest_count(found),
        tables=floor_tables(found),
        races=chips_queries.races(found),
        changes=chips_queries.chip_changes(found),
        penalties=chips_queries.penalties(found),
        things=things,
        things_because={why.rule: why for _, said in things for why in said.because}.values(),
        **_may(request, found),
    )


@page
def player(request: ClubRequest, tournament_id: int, entrant_id: int) -> HttpResponse:
    """One player: the seat, moves, penalties, chips; and what the floor can do."""
    found = tournaments.tournament(request.club.id, tournament_id)
    entry = next((one for one in tournaments.entries(found) if one.pk == entrant_id), None)
    if entry is None:
        raise NotFound(msg("This tournament has no such entry."), field="entry_id")
    mine, outs = {"entry_id": entrant_id}, knockouts_of(entry)
    winners = winners_of(outs)
    return show(
        request,
        "tournaments/player.html",
        knockouts=[(one, winners[one.pk]) for one in outs],
        tournament=found,
        entry=entry,
        left=tournaments.left_count(found),
        bagged=has_bag(entry),
        elsewhere=floor(found).elsewhere.get(entrant_id),
        second_chance=_second_chance(found, entry),
        moves=[one for one in moves(found) if one.entry_id == entrant_id],
        penalties=[one for one in chips_queries.penalties(found) if one.entry_id == entrant_id],
        changes=[
            one for one in chips_queries.chip_changes(found) if one.entry_id == mine["entry_id"]
        ],
        **_may(request, found),
    )


@page
def race(request: ClubRequest, tournament_id: int, table_no: int) -> HttpResponse:
    """Race the small chips of a table off."""
    found = tournaments.tournament(request.club.id, tournament_id)
    table = floor_table(found, table_no)
    view = next(one for one in floor(found).tables if one.table == table)
    form, title = (
        RaceForm(request.POST or None, view=view),
        msg("Color-up at table {table_no}", table_no=table_no),
    )
    more = {"table_no": table_no}
    where = {"template": "tournaments/race.html"}
    return _done(request, found, form, race_chips, title, more=more, **where)


@page
def take_back_race(request: ClubRequest, tournament_id: int, race_id: int) -> HttpResponse:
    """Take back a chip race that was entered wrongly."""
    found = tournaments.tournament(request.club.id, tournament_id)
    made = found.races.filter(id=race_id).first()
    if made is None:
        raise NotFound(msg("This tournament has no such color-up."), field="race_id")
    title = msg(
        "Take back the color-up at table {table_no}, {old_chip} → {new_chip}",
        table_no=made.table_no,
        old_chip=made.old_chip,
        new_chip=made.new_chip,
    )
    form, more = RaceBackForm(request.POST or None), {"race_id": race_id}
    return _done(request, found, form, mistakes.take_back_race, title, more=more)


@page
def count(request: ClubRequest, tournament_id: int) -> HttpResponse:
    found = tournaments.tournament(request.club.id, tournament_id)
    numbers = [each.number for each in floor_tables(found)]
    form = CountForm(request.POST or None, numbers=numbers)
    return _done(request, found, form, count_chips, _("Count the chips"))


@page
def change(request: ClubRequest, tournament_id: int, entrant_id: int) -> HttpResponse:
    """Give a player chips, or take them out of play."""
    found = tournaments.tournament(request.club.id, tournament_id)
    title = msg("Chips of {player}", player=tournaments.entry(request.club.id, entrant_id).player)
    extra = request.GET.get("what") == "extra_chips"
    stack = tournaments.version(found).stack
    initial = {"what": "extra_chips", "chips": stack, "reason": _("Double chance")} if extra else {}
    form, more = ChipsForm(request.POST or None, initial=initial), {"entry_id": entrant_id}
    return _done(request, found, form, change_chips, title, more=more)


def _second_chance(found: Tournament, entry: Entry) -> bool:
    """Return whether a player still has the extra chips of a double chance to take."""
    book, variants = book_on(found.club_id, found.gaming_day), cast("Any", found.variants)
    given = chips_queries.standing_changes(found).filter(entry=entry, what="extra_chips")
    return tournament_format(book, variants).extra_chips and not given.exists()


@page
def punish(request: ClubRequest, tournament_id: int, entrant_id: int) -> HttpResponse:
    """Impose a penalty on a player."""
    found = tournaments.tournament(request.club.id, tournament_id)
    entry = tournaments.entry(request.club.id, entrant_id)
    title = msg("Penalty for {player}", player=entry.player)
    book = book_on(found.club_id, found.gaming_day)
    withheld = book.tournament.disqualified_prize == "withheld"
    initial = {"prize_withheld": withheld}
    form = PenaltyForm(request.POST or None, book=book, at="tournament", initial=initial)
    more, why = {"entry_id": entrant_id}, [book.why("tournament.disqualified_prize", withheld)]
    shown = {"because": why, "template": "tournaments/punish.html"}
    provided = steps(book, partial(penalties.provided, found, entry))
    named = [(each, Penalty.Measure(due.measure).label, due) for each, due in provided]
    return _done(request, found, form, penalties.punish, title, more=more, steps=named, **shown)


@page
def end_penalty(request: ClubRequest, tournament_id: int, penalty_id: int) -> HttpResponse:
    """Note that a player is back at the table."""
    found = tournaments.tournament(request.club.id, tournament_id)
    form, more = ActForm(request.POST or None), {"penalty_id": penalty_id}
    return _done(request, found, form, penalties.end_penalty, _("Back at the table"), more=more)


@page
def take_back_penalty(request: ClubRequest, tournament_id: int, penalty_id: int) -> HttpResponse:
    """Take back a penalty that was noted by mistake."""
    found = tournaments.tournament(request.club.id, tournament_id)
    made = chips_queries.penalty(found, penalty_id)
    title = msg(
        "Take back: {penalty} for {player}",
        penalty=made.get_measure_display(),
        player=made.entry.player,
    )
    form, more = PenaltyBackForm(request.POST or None), {"penalty_id": penalty_id}
    return _done(request, found, form, mistakes.take_back_penalty, title, more=more)


def _may(request: ClubRequest, found: Tournament) -> dict[str, bool]:
    return {
        "runs": can_perform(request, "run_tournament"),
        "rebuys": more_sold(found, request.at),
        "open": not (found.cancelled_at or found.finished_at),
    }


def _done(
    request: ClubRequest,
    found: Tournament,
    form: ActForm,
    service: Callable[..., Any],
    title: Title,
    *,
    more: dict[str, Any] | None = None,
    **shown: Any,
) -> HttpResponse:
    """Carry out what was typed and go to chips and penalties."""
    asked = {"tournament_id": found.pk} | (more or {})
    if carry_out(request, form, service, **asked):
        return redirect("tournament-chips", club=request.club.slug, tournament_id=found.pk)
    return floor_page(request, form, title=title, tournament=found, **shown)
