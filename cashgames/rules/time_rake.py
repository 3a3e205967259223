"""What a table pays for its time instead of a rake on its pots."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from casino.house.rulebook import RuleBook
from casino.house.rules import Minute, SeatNo, TimeRake
from casino.messages import msg
from casino.money import equally
from casino.refusals import Refusal
from casino.schema import Text


class NoTimeRake(Refusal):
    """The house charges no time rake."""

    code = "house_has_no_time_rake"
    message = msg("This club has no time rake.")


class AboveHouseMaximum(Refusal):
    """The amount for a table and period is more than the book allows."""

    code = "above_house_maximum"
    message = msg("The time rake is above the club's maximum.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Stay:
    """Who sat where, from one minute after the opening to another; None: still there."""

    player: Text
    seat: SeatNo
    from_minute: Minute
    to_minute: Minute | None

    def covers(self, minute: int) -> bool:
        """
        Return whether the player was seated at the first instant of a minute.

        Source: AMB-15.
        """
        return self.from_minute <= minute and (self.to_minute is None or self.to_minute > minute)


@dataclass(frozen=True, kw_only=True, slots=True)
class Period:
    """One period that was paid in advance, by whom and how much."""

    start_minute: int
    shares_cents: dict[str, int]

    @property
    def collected_cents(self) -> int:
        """
        Return what the table paid for the period.

        Source: OLY-2.37, AMB-15.
        """
        return sum(self.shares_cents.values())


def checked_time_rake(book: RuleBook, table_cents: int) -> TimeRake:
    """
    Return the house's terms if they allow the amount. Raises NoTimeRake, AboveHouseMaximum.

    Source: OLY-2.37, AMB-16.
    """
    if book.time_rake is None:
        raise NoTimeRake(field="house")
    if table_cents > book.time_rake.max_table_cents:
        raise AboveHouseMaximum(
            field="table_cents", source=book.source("time_rake.max_table_cents")
        )
    return book.time_rake


def shares_cents(
    table_cents: int, seats: Iterable[int], *, chip_unit_cents: int = 1
) -> dict[int, int]:
    """
    Return what each seat pays for one period, by ascending seat; an empty table pays nothing.

    Source: OLY-2.37, AMB-14, AMB-15.
    """
    seated = sorted(set(seats))
    shares = equally(table_cents, len(seated), chip_unit_cents) if seated else []
    return dict(zip(seated, shares, strict=True))


def periods(
    rule: TimeRake,
    stays: Sequence[Stay],
    *,
    table_cents: int,
    closed_minute: int,
    chip_unit_cents: int | None = None,
) -> Iterator[Period]:
    """
    Yield the periods that a session began before it closed, each paid by who was seated then.

    chip_unit_cents: of the table, where it is not the house's.

    Source: OLY-2.37, AMB-14, AMB-15.
    """
    unit = chip_unit_cents or rule.chip_unit_cents
    for start in range(0, closed_minute, rule.period_minutes):
        seated = {stay.seat: stay.player for stay in stays if stay.covers(start)}
        shares = shares_cents(table_cents, seated, chip_unit_cents=unit)
        yield Period(start_minute=start, shares_cents=_by_player(seated, shares))


def _by_player(seated: dict[int, str], shares: dict[int, int]) -> dict[str, int]:
    by_player: dict[str, int] = {}
    for seat, cents in shares.items():
        by_player[seated[seat]] = by_player.get(seated[seat], 0) + cents
    return by_player
