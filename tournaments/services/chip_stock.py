"""The tournament chips of a club, from which stacks and structures are made."""

from collections.abc import Sequence
from typing import Annotated

from casino.acts.kinds import Several, Whole
from casino.acts.runner import act
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import BadInput
from tournaments.models import ChipStock

# Each its value and how many there are.
Chips = Annotated[
    Sequence[Sequence[int]],
    Several(of=Several(of=Whole(low=1), minimum=2, maximum=2), minimum=1, maximum=20),
]


@act("tournaments.set_chip_stock")
def set_chip_stock(stamp: Stamp, *, chips: Chips) -> ChipStock:
    """Note which tournament chips there are, each value once. Raises BadInput."""
    values = [value for value, _ in chips]
    if len(set(values)) < len(values):
        raise BadInput(msg("Each value may be listed once."), field="chips")
    return ChipStock.objects.create(
        club_id=stamp.club_id,
        chips=sorted(chips),
        set_by_id=stamp.person_id,
        at=stamp.at,
        act_id=stamp.act_id,
    )
