"""Saying which account of the accountant an account of ours is."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import Annotated

from casino.acts.kinds import Number, Text
from casino.acts.runner import act
from casino.bookkeeping import models
from casino.house.stamp import Stamp
from casino.ledger.chart import CHART
from casino.ledger.queries.balances import account_id
from casino.messages import msg
from casino.refusals import BadInput

NUMBER = re.compile(r"[0-9A-Za-z][0-9A-Za-z.-]{0,7}", re.ASCII)


@dataclass(frozen=True, kw_only=True, slots=True)
class MappedAccount:
    """
    An account of ours and what it is outside, from a gaming day on; number "": nothing.

    ref: of one jackpot, drawer, club alone; 0: of all that have no row of their own.
    """

    code: str
    ref: int = 0
    from_day: date
    number: str
    name: str = ""
    department: str = ""
    cost_center: str = ""
    project: str = ""
    tax_code: str = ""


def checked(values: Mapping[str, object], *, from_day: date) -> MappedAccount:
    """Return what a row says about an account, as the act takes it. Raises BadInput."""
    said = {name: value for name, value in values.items() if value is not None}
    return _known(MappedAccount(**map_account.check(said | {"from_day": from_day})))


def _known(said: MappedAccount) -> MappedAccount:
    """Return what was said about an account that there is. Raises BadInput, naming the field."""
    if said.code not in CHART:
        raise BadInput(msg("There is no account {code}.", code=said.code), field="code")
    if CHART[said.code].is_own:
        raise BadInput(msg("The club's own accounts have their numbers already."), field="code")
    if said.number and not NUMBER.fullmatch(said.number):
        raise BadInput(msg("Up to eight letters, digits, dots and hyphens."), field="number")
    if said.number and not said.name:
        raise BadInput(msg("Write the account's name."), field="name")
    return said


@act("bookkeeping.map_accounts")
def map_account(
    stamp: Stamp,
    *,
    code: Annotated[str, Text(max_length=30)],
    ref: Number = 0,
    from_day: date,
    number: Annotated[str, Text(max_length=8, may_be_empty=True)] = "",
    name: Annotated[str, Text(may_be_empty=True, free=True)] = "",
    department: Annotated[str, Text(max_length=16, may_be_empty=True)] = "",
    cost_center: Annotated[str, Text(max_length=20, may_be_empty=True)] = "",
    project: Annotated[str, Text(max_length=20, may_be_empty=True)] = "",
    tax_code: Annotated[str, Text(max_length=50, may_be_empty=True)] = "",
) -> models.Mapping:
    """
    Say what an account of ours is outside from a day on; without a number it is mapped no longer.

    What was said before stays readable; batches that are made already keep what they knew.
    Raises BadInput.
    """
    if ref and account_id(stamp.club_id, code, ref) is None:
        raise BadInput(
            msg("{code} is kept for something that is not there", code=code), field="ref"
        )
    said = MappedAccount(
        code=code,
        ref=ref,
        from_day=from_day,
        number=number,
        name=name,
        department=department,
        cost_center=cost_center,
        project=project,
        tax_code=tax_code,
    )
    return record(stamp, [_known(said)])[0]


def record(stamp: Stamp, rows: Iterable[MappedAccount]) -> list[models.Mapping]:
    """Keep what was said, as a step of an act."""
    return models.Mapping.objects.bulk_create(
        models.Mapping(
            club_id=stamp.club_id,
            changed_by_id=stamp.person_id,
            changed_at=stamp.at,
            act_id=stamp.act_id,
            **asdict(each),
        )
        for each in rows
    )
