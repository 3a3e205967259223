"""
Who may do what: the usual matrix, a club's overrides, and their limits. No Django here.

The table in `permissions.toml` decides at every page, endpoint and approval that it names.
"""

import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from casino.messages import Message, catalogued, join, msg
from casino.refusals import BadInput, Conflict, NotFound

TABLE = Path(__file__).with_name("permissions.toml")
NEVER_ACTS = "auditor"


@dataclass(frozen=True, kw_only=True, slots=True)
class PermissionOverride:
    """Who acts at a club, who is the second and who reads, in place of the usual roles."""

    acts: frozenset[str]
    seconds: frozenset[str]
    reads: frozenset[str]


# Action -> the club's own.
PermissionOverrides = Mapping[str, PermissionOverride]


@dataclass(frozen=True, kw_only=True)
class Action:
    """
    A row of the matrix. alone or propose: who acts; second: who completes; read: who sees it.

    never: who has it at no club; does: the acts that whoever acts performs; pages: addresses by
    name that they open; shows: those that everybody in the row opens; kinds: what the second
    approves; fresh: whoever acts or signs shows anew who they are.
    """

    name: str
    title: str
    threshold: str
    source: str
    alone: frozenset[str] = frozenset()
    propose: frozenset[str] = frozenset()
    second: frozenset[str] = frozenset()
    read: frozenset[str] = frozenset()
    fixed: bool = False
    fresh: bool = False
    does: frozenset[str] = frozenset()
    pages: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()
    shows: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()

    @cached_property
    def usual(self) -> PermissionOverride:
        """Who acts, who is the second and who reads at a club that has said nothing."""
        acts = self.alone or self.propose
        return PermissionOverride(acts=acts, seconds=self.second, reads=self.read)

    def here(self, overrides: PermissionOverrides) -> PermissionOverride:
        """Who acts, who is the second and who reads at a club."""
        return overrides.get(self.name, self.usual)

    def can_be_viewed_by(self, overrides: PermissionOverrides) -> frozenset[str]:
        """Who has anything to do with it at a club."""
        here = self.here(overrides)
        return here.acts | here.seconds | here.reads


class FixedAction(Conflict):
    """Who changes the rules of a club is no club's to change."""

    code = "STAFF-003"
    message = msg("This row is the same at every club.")


@cache
def actions() -> dict[str, Action]:
    """Return the rows of the matrix by name, in the table's order."""
    return {name: Action(name=name, **_row(row)) for name, row in _table()["actions"].items()}


@cache
def kept_apart() -> tuple[tuple[str, str], ...]:
    """Return the pairs of roles that are never one person's at a club. Source: RELIABILITY 4."""
    return tuple((one, other) for one, other in _table()["apart"])


def opening(address: str, overrides: PermissionOverrides) -> frozenset[str]:
    """Return who looks at an address, by its name: nobody where no row names it."""
    return acting(address, overrides) | _everybody_shown(address, overrides)


def acting(address: str, overrides: PermissionOverrides) -> frozenset[str]:
    """
    Return who sends something to an address, by its name.

    What a row only shows takes no more than a question: whoever looks at it asks it.
    """
    if action := _by("pages").get(address):
        return action[0].here(overrides).acts
    return _everybody_shown(address, overrides)


def is_shown(address: str) -> bool:
    """Return whether others than those who act look at an address, by its name."""
    return address in _by("shows")


def performing(act: str, overrides: PermissionOverrides) -> frozenset[str]:
    """
    Return who performs an act, by its name: nobody where no row names it.

    What a row without anybody who acts names is done by everybody in it.
    """
    rows = _by("does").get(act, ())
    return frozenset().union(
        *(row.here(overrides).acts or row.can_be_viewed_by(overrides) for row in rows)
    )


def named(roles: Collection[str]) -> Message:
    """Return roles in words."""
    return join(catalogued(role) for role in sorted(roles))


def whom_to_ask(roles: Collection[str]) -> Message | None:
    """Return whose it is what somebody may not do, in words; None where it is nobody's."""
    return msg("Ask: {roles}.", roles=named(roles)) if roles else None


def is_dangerous(column: str, name: str) -> bool:
    """Return whether an address ("pages"), an act ("does"), a kind ("kinds") asks who it is."""
    return any(row.fresh for row in _by(column).get(name, ()))


def signing(kind: str, overrides: PermissionOverrides) -> frozenset[str]:
    """Return who is the second for a kind of proposal."""
    return _by("kinds")[kind][0].here(overrides).seconds


def proposing(kind: str, overrides: PermissionOverrides) -> frozenset[str]:
    """Return who asks for a kind of signature."""
    return _by("kinds")[kind][0].here(overrides).acts


def reading(roles: Collection[str], overrides: PermissionOverrides) -> frozenset[str]:
    """Return the kinds of proposals that roles have anything to do with."""
    has = frozenset(roles)
    rows = (row for row in actions().values() if has & row.can_be_viewed_by(overrides))
    return frozenset().union(*(row.kinds for row in rows))


def permission_overrides(rows: Iterable[Sequence[Any]]) -> PermissionOverrides:
    """Return a club's own roles from (action, who acts, the second, who reads; None: as usual)."""
    known = ((actions()[row[0]], *row[1:]) for row in rows if row[0] in actions())
    return {
        action.name: PermissionOverride(
            acts=frozenset(acts),
            # Of a row that once needed nobody else, who is the second usually.
            seconds=frozenset(seconds) or action.second,
            reads=action.read if reads is None else frozenset(reads),
        )
        for action, acts, seconds, reads in known
    }


def permission_override(
    name: str, *, acts: Collection[str], seconds: Collection[str], reads: Collection[str]
) -> PermissionOverride:
    """
    Return a club's own roles for a row, within the limits that no club may leave.

    The auditor writes nothing and reads what the auditor usually does; whoever counts blind reads
    no books; somebody acts, and somebody is the second where there is one; who is kept apart from a
    role that has the row does not get it. Source: RELIABILITY 4.
    Raises NotFound, FixedAction, BadInput.
    """
    action = actions().get(name)
    if action is None:
        raise NotFound(msg("There is no such row."), field="action")
    if action.fixed:
        raise FixedAction(field="action")
    wanted = PermissionOverride(
        acts=frozenset(acts), seconds=frozenset(seconds), reads=frozenset(reads)
    )
    _check_known("reads", wanted.reads)
    if action.never & wanted.reads:
        raise BadInput(msg("Roles that count blind do not read the books."), field="reads")
    if NEVER_ACTS in action.read - wanted.reads:
        raise BadInput(msg("The auditor reads only."), field="reads")
    for field, roles, usual in (
        ("acts", wanted.acts, action.usual.acts),
        ("seconds", wanted.seconds, action.usual.seconds),
    ):
        _check(field, roles, usual, has_row=action.usual.acts | action.usual.seconds)
    return wanted


def _check(
    field: str, roles: frozenset[str], usual: frozenset[str], *, has_row: frozenset[str]
) -> None:
    if bool(roles) != bool(usual):
        wrong = msg("At least one role must.") if usual else msg("This needs no approval.")
        raise BadInput(wrong, field=field)
    _check_known(field, roles)
    if NEVER_ACTS in roles:
        raise BadInput(msg("The auditor reads only."), field=field)
    for one, other in kept_apart():
        for new, held in ((one, other), (other, one)):
            if new in roles - has_row and held in has_row:
                raise BadInput(
                    msg(
                        "{new} and {held} must stay separate.",
                        new=catalogued(new),
                        held=catalogued(held),
                    ),
                    field=field,
                )


def _everybody_shown(address: str, overrides: PermissionOverrides) -> frozenset[str]:
    return frozenset().union(
        *(action.can_be_viewed_by(overrides) for action in _by("shows").get(address, ()))
    )


def _check_known(field: str, roles: frozenset[str]) -> None:
    if unknown := roles - frozenset(role for pair in kept_apart() for role in pair):
        raise BadInput(msg("There is no role {role}.", role=min(unknown)[:20]), field=field)


@cache
def _by(column: str) -> dict[str, list[Action]]:
    """Return the rows by what they name in a column."""
    found: dict[str, list[Action]] = {}
    for action in actions().values():
        for name in getattr(action, column):
            found.setdefault(name, []).append(action)
    return found


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(TABLE.read_text())


def _row(row: dict[str, Any]) -> dict[str, Any]:
    return {key: frozenset(v) if isinstance(v, list) else v for key, v in row.items()}
