"""Chips on the floor: extra ones, chips that leave play, races of small chips, counts."""

from collections.abc import Mapping, Sequence

from django.db import IntegrityError

from casino.cards import Card, parse_card, texts
from casino.db import command, constraint_name
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.refusals import BadInput, Refusal
from casino.words import say
from tournaments import queries
from tournaments.models import ChipChange, ChipCount, ChipRace, Entry, Tournament
from tournaments.rules.chip_race import Racer, chip_race
from tournaments.rules.table_chips import chip_check, passing_verdict
from tournaments.services.knockouts import LastOne, NotPlaying, PlayNotBegun, latest_hand, note_out
from tournaments.services.shared import running_tournament

MOST_CHIPS = 10**9


class RacedBefore(Refusal):
    """Chips of a value leave a table once."""

    status = 409
    code = "TOURNAMENT-041"
    message = say("These chips were raced off at this table already.")


class StaysOnTable(Refusal):
    """Chips do not leave the table."""

    status = 409
    code = "TOURNAMENT-042"
    message = say("Tournament chips stay on the table.")


@command
def change_chips(
    stamp: Stamp,
    *,
    tournament_id: int,
    entry_id: int,
    what: ChipChange.What | str,
    chips: int,
    reason: str,
) -> ChipChange:
    """
    Note chips that came into play or left it: extra ones, taken off, the stack of a no-show.

    A no-show whose stack is removed is out. Source: OLY-3.4.7, OLY-3.4.9, VOO-T8, VOO-T9, IMG-T4,
    AMB-76. Raises NotFound, TournamentOver, NotPlaying, StaysOnTable, LastOne, BadInput.
    """
    act = ledger.act(
        stamp,
        "tournaments.change_chips",
        tournament_id=tournament_id,
        entry_id=entry_id,
        what=what,
        chips=chips,
        reason=reason,
    )
    if act.replayed:
        return ChipChange.objects.get(act_id=act.id)
    tournament = running_tournament(stamp, tournament_id)
    left = {each.pk: each for each in queries.playing(tournament)}
    if entry_id not in left:
        raise NotPlaying(field="entry_id")
    if not 0 < chips <= MOST_CHIPS:
        raise BadInput(say("Say how many chips."), field="chips")
    _check_leaving(tournament, what)
    if what == ChipChange.What.NO_SHOW:
        _no_show(stamp, act, tournament, left, left[entry_id])
    return ChipChange.objects.create(
        entry=left[entry_id],
        what=what,
        chips=chips,
        reason=clean_name(reason, field="reason", longest=200),
        at=stamp.at,
        noted_by_id=stamp.person_id,
        act_id=act.id,
    )


def _check_leaving(tournament: Tournament, what: str) -> None:
    """Raise StaysOnTable where the book refuses that chips leave; else they are out of play."""
    if what != ChipChange.What.TAKEN_OFF:
        return
    verdict = passing_verdict(book_on(tournament.club_id, tournament.gaming_day), "off_table")
    if verdict.code != "removed":
        raise StaysOnTable(field="what", source=verdict.because[0].rule)


def _no_show(
    stamp: Stamp, act: ledger.Act, tournament: Tournament, left: Mapping[int, Entry], entry: Entry
) -> None:
    """Put out who never came; the chips leave play and a bounty chip is the winner's (AMB-64)."""
    if tournament.started_at is None:
        raise PlayNotBegun
    if len(left) == 1:
        raise LastOne
    out = {"stack": 0, "disqualified": True}
    note_out(stamp, act, entry, out, hand=latest_hand(tournament) + 1)


@command
def race_chips(
    stamp: Stamp,
    *,
    tournament_id: int,
    table_no: int,
    old_chip: int,
    new_chip: int,
    stacks: Mapping[int, int],
    only: Sequence[int],
    cards: Mapping[int, Sequence[str]],
) -> ChipRace:
    """
    Race the small chips of a table off: whole exchanges, then a card for each odd chip.

    stacks: how many old chips by seat; only: seats with no other chips; cards: by seat.
    Source: HOME-8, IMG-T24, AMB-79. Raises NotFound, TournamentOver, BadInput, BadChip,
    CardTwice, CardsDoNotMatchOddChips, RacedBefore.
    """
    act = ledger.act(
        stamp,
        "tournaments.race_chips",
        tournament_id=tournament_id,
        table_no=table_no,
        old_chip=old_chip,
        new_chip=new_chip,
        stacks={str(seat): number for seat, number in stacks.items()},
        only=list(only),
        cards={str(seat): list(dealt) for seat, dealt in cards.items()},
    )
    if act.replayed:
        return ChipRace.objects.get(act_id=act.id)
    tournament = running_tournament(stamp, tournament_id)
    _check_seats(tournament, table_no, [*stacks, *only, *cards])
    dealt = {seat: _cards(each) for seat, each in cards.items()}
    race = chip_race(
        book_on(tournament.club_id, tournament.gaming_day),
        old_chip=old_chip,
        new_chip=new_chip,
        players=[
            Racer(seat=seat, old_chips=number, has_other_chips=seat not in only)
            for seat, number in sorted(stacks.items())
        ],
        cards=dealt,
    )
    seats = {
        str(seat): {
            "old_chips": number,
            "cards": texts(dealt.get(seat, ())),
            "new_chips": race.new_chips.get(seat, 0),
            "won": seat in race.race_winners,
            "saved": seat in race.saved_seats,
        }
        for seat, number in sorted(stacks.items())
    }
    try:
        return ChipRace.objects.create(
            tournament=tournament,
            table_no=table_no,
            old_chip=old_chip,
            new_chip=new_chip,
            seats=seats,
            removed_chips=old_chip * sum(stacks.values()),
            issued_chips=new_chip * sum(race.new_chips.values()),
            because=[each.as_json() for each in race.because],
            at=stamp.at,
            noted_by_id=stamp.person_id,
            act_id=act.id,
        )
    except IntegrityError as error:
        if constraint_name(error) == "tournaments_race_once":
            raise RacedBefore(field="old_chip") from error
        raise


def _check_seats(tournament: Tournament, table_no: int, seats: Sequence[int]) -> None:
    table = queries.floor_table(tournament, table_no)
    free = queries.free_tournament_seats(tournament, [table])[table_no]
    for seat in seats:
        if seat in free or not 0 < seat <= table.seats:
            raise BadInput(say("Nobody sits at seat {seat}.", seat=seat), field="stacks")


def _cards(dealt: Sequence[str]) -> tuple[Card, ...]:
    try:
        return tuple(map(parse_card, dealt))
    except ValueError as error:
        raise BadInput(say("A card {error}.", error=error), field="cards") from error


@command
def count_chips(stamp: Stamp, *, tournament_id: int, tables: Mapping[int, int]) -> ChipCount:
    """
    Keep how many chips were counted at every open table, and what is missing or too much.

    tables: chips by table. Source: OLY-3.4.8 to OLY-3.4.10, VOO-T9, VOO-T10, IMG-T10, HOME-33.
    Raises NotFound, TournamentOver, BadInput.
    """
    counted = {str(number): chips for number, chips in sorted(tables.items())}
    act = ledger.act(stamp, "tournaments.count_chips", tournament_id=tournament_id, tables=counted)
    if act.replayed:
        return ChipCount.objects.get(act_id=act.id)
    tournament = running_tournament(stamp, tournament_id)
    if set(tables) != {each.number for each in queries.floor_tables(tournament)} or not tables:
        raise BadInput(say("Count the chips of every open table."), field="tables")
    now = queries.chips(tournament)
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
        act_id=act.id,
    )
