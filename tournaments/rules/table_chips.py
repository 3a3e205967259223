"""Tournament chips: what lies on the table, what may leave it, and whether all are there."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.house.tournaments import TableChips
from casino.schema import Count
from tournaments.rules.verdict import NoTournaments, SaleVerdict, allow, refuse

Thing = Literal["tournament_chips", "card_cap", "terminator_chip", "cash_chips", "cash"]
Passing = Literal["in_play", "to_player", "off_table", "hidden"]
Issue = Literal["stack", "rebuy", "addon", "reentry", "extra_chips", "counted_over", "raced_up"]
Removal = Literal["raced_off", "disqualified", "no_show", "taken_off", "counted_short"]


@dataclass(frozen=True, kw_only=True, slots=True)
class ChipCheck:
    """Chips in play, by what was issued and removed; difference: counted less in play."""

    in_play: int
    difference: int
    because: tuple[Because, ...]


def chip_check(
    book: RuleBook,
    *,
    issued: Mapping[Issue, Count],
    removed: Mapping[Removal, Count],
    counted: Mapping[str, Count],
) -> ChipCheck:
    """
    Return whether the chips counted by table are all that were issued and not removed.

    Chips pass from player to player in play only, so no other way of them exists.
    Raises NoTournaments.

    Source: OLY-3.4.8 to OLY-3.4.10, VOO-T9, VOO-T10, VOO-T31, IMG-T10, HOME-33.
    """
    table_chips_of(book)
    in_play = sum(issued.values()) - sum(removed.values())
    why = book.why("table_chips.on_table", in_play, issued=dict(issued), removed=dict(removed))
    return ChipCheck(in_play=in_play, difference=sum(counted.values()) - in_play, because=(why,))


def thing_verdict(book: RuleBook, thing: Thing) -> SaleVerdict:
    """
    Return whether something may lie on a tournament's table. Raises NoTournaments.

    Source: OLY-3.4.8, VOO-T31, IMG-G48, IMG-G2, HOME-33.
    """
    rule = table_chips_of(book)
    # A book that names nothing beside the chips leaves a card cap to who decides there.
    if thing in rule.beside or (thing == "card_cap" and not rule.beside):
        return allow(book, "beside", "table_chips.beside", thing=thing)
    answer = allow if thing == rule.on_table else refuse
    code = "on_table" if thing == rule.on_table else "not_on_the_table"
    return answer(book, code, "table_chips.on_table", thing=thing)


def passing_verdict(book: RuleBook, passing: Passing) -> SaleVerdict:
    """
    Return whether chips may go that way, and whether they are then removed from play.

    Raises NoTournaments.

    Source: OLY-3.4.9, OLY-3.4.10, VOO-T9, VOO-T10, IMG-T10, HOME-22.
    """
    rule = table_chips_of(book)
    if passing == "in_play":
        return allow(book, "in_play", "table_chips.on_table")
    if passing == "to_player":
        return refuse(book, "never", "table_chips.between_players")
    code = "removed" if rule.taken_off == "removed" else "stay_on_table"
    return refuse(book, code, "table_chips.taken_off", passing=passing)


def table_chips_of(book: RuleBook) -> TableChips:
    """
    Return what the house says of chips on a tournament's table. Raises NoTournaments.

    Source: OLY-3.4.8, VOO-T31, IMG-G2, HOME-33.
    """
    if book.table_chips is None:
        raise NoTournaments(field="house")
    return book.table_chips
