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
from casino.names import clean_text
from casino.refusals import BadInput

NUMBER = re.compile(r"[0-9A-Za-z][0-9A-Za-z.-]{0,7}", re.ASCII)
MAX_LENGTH = {"name": 100, "department": 16, "cost_center": 20, "project": 20, "tax_code": 50}


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
    """Return what was said about an account. Raises BadInput, naming the field."""
    code, number = str(values.get("code", "")).strip(), str(values.get("number") or "").strip()
    if code not in CHART:
        raise BadInput(
            msg("There is no account {code}.", code=code[:30] or "without a code"), field="code"
        )
    if CHART[code].is_own:
        raise BadInput(msg("The club's own accounts have their numbers already."), field="code")
    if number and not NUMBER.fullmatch(number):
        raise BadInput(msg("Up to eight letters, digits, dots and hyphens."), field="number")
    texts = {name: _text(values, name) for name in MAX_LENGTH}
    if number and not texts["name"]:
        raise BadInput(msg("Write the account's name."), field="name")
    ref = int(str(values.get("ref") or 0))
    return MappedAccount(code=code, ref=ref, number=number, from_day=from_day, **texts)


@act("bookkeeping.map_accounts")
def map_account(
    stamp: Stamp,
    *,
    code: Annotated[str, Text(max_length=30)],
    ref: Number = 0,
    from_day: date,
    number: Annotated[str, Text(max_length=8, may_be_empty=True)] = "",
    name: Annotated[str, Text(max_length=MAX_LENGTH["name"], may_be_empty=True)] = "",
    department: Annotated[str, Text(max_length=MAX_LENGTH["department"], may_be_empty=True)] = "",
    cost_center: Annotated[str, Text(max_length=MAX_LENGTH["cost_center"], may_be_empty=True)] = "",
    project: Annotated[str, Text(max_length=MAX_LENGTH["project"], may_be_empty=True)] = "",
    tax_code: Annotated[str, Text(max_length=MAX_LENGTH["tax_code"], may_be_empty=True)] = "",
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
    told = {
        "code": code,
        "ref": ref,
        "number": number,
        "name": name,
        "department": department,
        "cost_center": cost_center,
        "project": project,
        "tax_code": tax_code,
    }
    return record(stamp, [checked(told, from_day=from_day)])[0]


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


def _text(values: Mapping[str, object], name: str) -> str:
    value = values.get(name) or ""
    return clean_text(value, field=name, max_length=MAX_LENGTH[name]) if value else ""
