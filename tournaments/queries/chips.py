"""Chips of a tournament: issued, removed, raced, counted; and the penalties of its players."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import (
    BigIntegerField,
    Case,
    DateTimeField,
    F,
    QuerySet,
    Sum,
    Value,
    When,
)
from django.db.models.functions import Greatest

from casino.house.because import Because
from casino.house.queries import book_on
from casino.messages import msg
from casino.refusals import NotFound
from tournaments.models import (
    ChipChange,
    ChipCount,
    ChipRace,
    Entry,
    Knockout,
    Penalty,
    Purchase,
    Tournament,
)
from tournaments.queries.presence import not_entered
from tournaments.queries.tournaments import left_count, version_before
from tournaments.queries.undo import undone_acts
from tournaments.rules.table_chips import Issue, Removal, chip_check
from tournaments.rules.variants import tournament_format

ISSUED: dict[str, Issue] = {
    Purchase.What.ENTRY: "stack",
    Purchase.What.REENTRY: "reentry",
    Purchase.What.REBUY: "rebuy",
    Purchase.What.ADDON: "addon",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Chips:
    """
    What was issued and removed and is therefore in play.

    stacks: how many players left have theirs in play; average: of each of these.
    """

    issued: dict[Issue, int]
    removed: dict[Removal, int]
    in_play: int
    stacks: int
    average: int
    because: tuple[Because, ...]


def chips(tournament: Tournament) -> Chips:
    """
    Return the chips in play: issued less removed (OLY-3.4.8 to OLY-3.4.10).

    Those of a ticket are as many as the structure says that held then, or at the start; not in play
    is what enters with a player who has not come (OLY-3.4.5).
    """
    waiting = not_entered(tournament)
    issued, removed = _issued(tournament, waiting), _removed(tournament)
    book = book_on(tournament.club_id, tournament.gaming_day)
    check = chip_check(book, issued=issued, removed=removed, counted={})
    left = left_count(tournament) - len(waiting)
    return Chips(
        issued=issued,
        removed=removed,
        in_play=check.in_play,
        stacks=left,
        average=check.in_play // left if left else 0,
        because=check.because,
    )


def bought_chips(tournament: Tournament) -> Mapping[int, int]:
    """Return the chips that were issued for the tickets of each entry."""
    sold = _sold(tournament).values_list("entry")
    return dict(sold.annotate(chips=Sum("stack")).values_list("entry", "chips"))


def _sold(tournament: Tournament) -> QuerySet[Purchase]:
    """Return what was sold and not given back, each with its chips, for the database to add up."""
    first, *later = tournament.versions.order_by("number")
    begun = tournament.started_at
    held: Any = Greatest("at", Value(begun, output_field=DateTimeField())) if begun else F("at")
    own = {"rebuy": tournament.rebuy_stack, "addon": tournament.addon_stack}
    stacks = [When(what=what, then=Value(stack)) for what, stack in own.items() if stack]
    # A ticket's chips are those of the structure that held when it was sold, or at the start.
    stacks += [When(held__gte=each.at, then=Value(each.stack)) for each in reversed(later)]
    kept = Purchase.objects.filter(entry__tournament=tournament, refund=None, refund_of=None)
    chips = Case(*stacks, default=Value(first.stack), output_field=BigIntegerField())
    return kept.annotate(held=held).annotate(stack=chips)


def _issued(tournament: Tournament, waiting: Collection[int]) -> dict[Issue, int]:
    sold = _sold(tournament).exclude(entry__in=waiting).values_list("what")
    found: Counter[Issue] = Counter()
    for what, chips in sold.annotate(chips=Sum("stack")).values_list("what", "chips"):
        found[ISSUED[what]] += chips
    given = standing_changes(tournament)
    for kind in ChipChange.CAME:
        found[kind] = sum(given.filter(what=kind).values_list("chips", flat=True))
    raced = standing_races(tournament).values_list("issued_chips", flat=True)
    found["raced_up"] = sum(raced)
    return {kind: number for kind, number in found.items() if number}


def _removed(tournament: Tournament) -> dict[Removal, int]:
    raced = standing_races(tournament).values_list("removed_chips", flat=True)
    gone = Knockout.objects.filter(entry__tournament=tournament, undone_at=None)
    put_out, stopped = gone.filter(disqualified=True), gone.filter(stopped=True)
    taken = standing_changes(tournament)
    taken_off = [*taken.filter(what="taken_off").values_list("chips", flat=True)]
    taken_off += stopped.values_list("stack", flat=True)
    found: dict[Removal, int] = {
        "raced_off": sum(raced),
        "disqualified": sum(put_out.values_list("stack", flat=True)),
        "no_show": sum(taken.filter(what="no_show").values_list("chips", flat=True)),
        "taken_off": sum(taken_off),
        "counted_short": sum(taken.filter(what="counted_short").values_list("chips", flat=True)),
    }
    return {kind: number for kind, number in found.items() if number}


def standing_changes(tournament: Tournament) -> QuerySet[ChipChange]:
    """Return the chips given and taken that were not given or taken by mistake."""
    made = ChipChange.objects.filter(entry__tournament=tournament)
    made = made.exclude(knockout__undone_at__isnull=False)
    return made.exclude(act_id__in=undone_acts(tournament))


def changed_by_word(act_ids: Iterable[int]) -> set[int]:
    """
    Return which acts gave or took chips by the floor's word; a double chance is none.

    But for one of more chips than everybody starts with.
    """
    whats = (ChipChange.What.EXTRA_CHIPS, ChipChange.What.TAKEN_OFF)
    made = ChipChange.objects.filter(act_id__in=[*act_ids], what__in=whats)
    return {
        each.act_id
        for each in made.select_related("entry__tournament")
        if each.what == ChipChange.What.TAKEN_OFF or not _is_second_chance(each)
    }


def prizes_withheld(act_ids: Iterable[int]) -> set[int]:
    """Return which acts withheld a prize, by the floor's word or as the book has it."""
    made = Penalty.objects.filter(act_id__in=[*act_ids], knockout__prize_withheld=True)
    return set(made.values_list("act_id", flat=True))


def _is_second_chance(given: ChipChange) -> bool:
    """Return whether extra chips are those that each player may take once, no more of them."""
    tournament = given.entry.tournament
    variants: Any = tournament.variants
    book = book_on(tournament.club_id, tournament.gaming_day)
    if not tournament_format(book, variants).extra_chips:
        return False
    return given.chips <= version_before(tournament, given.act_id).stack


def standing_races(tournament: Tournament) -> QuerySet[ChipRace]:
    """Return the chip races that were not entered by mistake."""
    return tournament.races.filter(taken_back_at=None)


def latest_count(tournament: Tournament) -> ChipCount | None:
    """Return the last count of all chips, or None."""
    return tournament.chip_counts.select_related("counted_by").order_by("-id").first()


def chip_changes(tournament: Tournament) -> list[ChipChange]:
    """Return chips given and taken, the latest first."""
    made = standing_changes(tournament)
    return list(made.select_related("entry__player", "noted_by").order_by("-id"))


def races(tournament: Tournament) -> list[ChipRace]:
    """Return the chip races, the latest first."""
    return list(standing_races(tournament).select_related("noted_by").order_by("-id"))


def penalties(tournament: Tournament) -> list[Penalty]:
    """Return what was imposed on players, the latest first."""
    made = Penalty.objects.filter(entry__tournament=tournament)
    made = made.exclude(act_id__in=undone_acts(tournament))
    return list(made.select_related("entry__player", "imposed_by", "knockout").order_by("-id"))


def penalty(tournament: Tournament, penalty_id: int) -> Penalty:
    """Return what was imposed on a player, whether it counts or not. Raises NotFound."""
    made = Penalty.objects.filter(entry__tournament=tournament, id=penalty_id)
    found = made.select_related("entry__player", "knockout").first()
    if found is None:
        raise NotFound(msg("This tournament has no such penalty."), field="penalty_id")
    return found


def penalties_before(entry: Entry) -> list[tuple[str, str]]:
    """Return what a player was warned or punished for, and how, where that stands, in order."""
    stand = entry.penalties.exclude(knockout__undone_at__isnull=False)
    stand = stand.exclude(act_id__in=undone_acts(entry.tournament))
    return list(stand.order_by("id").values_list("breach", "measure"))


def away(tournament: Tournament) -> Mapping[int, Penalty]:
    """Return who is away from the table by a penalty now, by entry."""
    lasting = Penalty.objects.filter(
        entry__tournament=tournament, measure=Penalty.Measure.AWAY, served_at=None
    ).exclude(act_id__in=undone_acts(tournament))
    return {each.entry_id: each for each in lasting.order_by("id")}
