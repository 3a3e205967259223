"""What levels, rebuys and add-ons are announced must be: they last, and something is sold."""

from collections.abc import Sequence
from datetime import timedelta

from casino.house.rulebook import RuleBook
from casino.messages import msg
from casino.refusals import BadInput
from tournaments.models import Announced, Tournament
from tournaments.rules.clock import is_break, is_past, level_number
from tournaments.rules.structure import Level, fixed_levels

A_DAY_OF_MINUTES = 24 * 60


def check_levels(book: RuleBook, levels: Sequence[Sequence[int]]) -> None:
    """Raise BadInput for levels that fall, or that last no time (OLY-3.4.1)."""
    if any(not 0 < minutes <= A_DAY_OF_MINUTES for *_, minutes in levels):
        raise BadInput(msg("A level must last at least one minute."), field="levels")
    if is_break(*levels[0][:-1]):
        raise BadInput(msg("The structure must start with a level, not a break."), field="levels")
    fixed_levels(
        book,
        [
            Level(small_blind=small, big_blind=big, ante=ante)
            for small, big, ante, _ in levels
            if not is_break(small, big, ante)
        ],
        started=False,
    )


def check_addons(
    made: Announced, levels: Sequence[Sequence[int]], *, late: timedelta = timedelta()
) -> None:
    """Raise BadInput for add-ons whose time never comes; late: how long entries are sold."""
    if not made.addon_cents or not made.addons_after:
        return
    last, begins = max(made.rebuy_levels, made.late_levels), timedelta()
    for step, level in enumerate(levels):
        number, in_break = level_number(levels, step), is_break(*level[:-1])
        sold = number <= last or begins < late
        if sold and is_past(number, made.addons_after, in_break=in_break):
            return
        begins += timedelta(minutes=level[-1])
    raise BadInput(
        msg("Add-ons would never be sold: rebuys end before, or no break follows the level."),
        field="addons_after",
    )


def check_rebuys(made: Tournament) -> None:
    """Raise BadInput for rebuys and add-ons whose period ends as it begins."""
    during_play = made.rebuy_cents or made.addon_cents
    if during_play and not (made.rebuy_levels or made.late_levels or made.late_until):
        raise BadInput(
            msg("Rebuys and add-ons would never be sold: their period has no level and no end."),
            field="late_until",
            source="OLY-3.2.a",
        )
