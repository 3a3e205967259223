"""Whether an act could happen at all, asked before anything is typed into its form."""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.db import connection

from casino.db import WouldWrite, glance
from casino.house.stamp import Stamp
from casino.refusals import Refusal

# Of an act that only looks ahead: what it calls is a part of it, and nothing has the number.
NO_ACT = -1


class Undecided(Exception):
    """It depends on what is typed."""


class Untyped:
    """Stands for what nobody has typed yet; whoever looks at it gets no further."""

    def _undecided(self, *_: Any, **__: Any) -> Any:
        raise Undecided

    __getattr__ = __call__ = __getitem__ = __iter__ = __len__ = __contains__ = _undecided
    __bool__ = __int__ = __index__ = __float__ = __str__ = __format__ = __hash__ = _undecided
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __neg__ = __abs__ = _undecided
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = _undecided
    __truediv__ = __mod__ = __divmod__ = __and__ = __or__ = __ror__ = __rand__ = _undecided


def look_ahead(
    look: Callable[..., Any],
    stamp: Stamp,
    asked: Collection[str],
    known: Mapping[str, Any],
    *,
    may_be_none: Collection[str] = (),
) -> None:
    """
    Run an act's body, or the preview of one that is signed, until it needs what nobody has said.

    asked: the names of its arguments; known: those that the page knows; may_be_none: those that
    may be left empty. Nothing stays, and nobody waits for a lock. Raises the Refusal that it would
    meet whatever were typed.
    """
    values = {name: known.get(name, Untyped()) for name in asked}
    try:
        _look(look, stamp, values)
    except Refusal:
        # What was left empty may go another way, and no stand-in for a value can say so.
        empty = dict.fromkeys(name for name in may_be_none if name not in known)
        if not empty:
            raise
        with suppress(Refusal):
            _look(look, stamp, values | empty)
            return
        raise


def _look(look: Callable[..., Any], stamp: Stamp, values: Mapping[str, Any]) -> None:
    known_only = connection.execute_wrapper(_only_what_is_known)
    # A built-in function says TypeError of what stands for a value.
    with suppress(Undecided, WouldWrite, TypeError), glance(), known_only:
        look(replace(stamp, act_id=NO_ACT), **values)


def _only_what_is_known(
    execute: Callable[..., Any], sql: str, params: Any, many: Any, context: Any
) -> Any:
    if any(isinstance(value, Untyped) for value in params or ()):
        raise Undecided
    return execute(sql, params, many, context)
