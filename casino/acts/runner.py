"""
An act is declared once: `@act("cage.sell_chips")` above its body is all that a door needs.

The body's arguments, annotated with kinds, are the act's input; what calls it passes a stamp and
those arguments. The runner checks them, takes the key, answers a repeat with the first result, asks
the permission and runs the body, all in one transaction. So no body knows keys or repeats, and no
door decides anything.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import update_wrapper
from inspect import Parameter
from typing import Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, cast, get_args, overload

from django.db import connection
from django.db.models import Model, QuerySet

from casino.acts.arguments import Argument, kinds_of
from casino.acts.outlook import look_ahead
from casino.acts.permission import check_allowed
from casino.acts.sent_again import sent_before
from casino.acts.waiting import refuse_to_wait
from casino.db import command
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft
from casino.ledger.queries.documents import row_written
from casino.ledger.services import Posted
from casino.names import check_nobody_named
from casino.refusals import Refusal

P = ParamSpec("P")
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)
ACTS: dict[str, "Act[..., Any]"] = {}


class Act(Generic[P, R_co]):
    """
    Something that a person or a job does: called with a stamp and its arguments by name.

    name: "app.verb", its row of the permissions and its title in the audit trail; arguments: what
    it takes, by name. A body that returns a Draft is one posting, in one round trip with its act.
    """

    def __init__(
        self,
        name: str,
        body: Callable[..., Any],
        *,
        replay: Callable[..., Any] | None = None,
        first: Callable[..., None] | None = None,
        held: Callable[..., bool] | None = None,
        look: Callable[..., Any] | None = None,
    ) -> None:
        update_wrapper(self, body)
        self.name = name
        self.body = body
        self._look = look or body
        self.arguments: dict[str, Argument] = kinds_of(body)
        self.gives = body.__annotations__["return"]
        self.replay = replay
        self._first = first
        self._held = held
        ACTS[name] = self

    def __call__(self, stamp: Stamp, *_: P.args, **given: P.kwargs) -> R_co:
        """
        Carry it out. With the stamp of an act that runs it is a part of that one.

        Raises what the body refuses; NotAllowed; KeyReused, where the stamp's key belongs to
        another request.
        """
        values = self.check(given)
        if stamp.act_id:
            inside = self.body(stamp, **values)
            done: Any = ledger.post_entry(stamp, inside) if self.gives is Draft else inside
        else:
            refuse_to_wait()
            try:
                done = (_post if self.gives is Draft else _run)(self, stamp, values)
            except Refusal as refusal:
                refusal.after(stamp)
                raise
        return cast("R_co", done)

    def step(self, stamp: Stamp, *_: P.args, **given: P.kwargs) -> R_co:
        """
        Carry it out inside another act, which was allowed, with a key and a row of its own.

        Both happen, or neither does.
        """
        assert connection.in_atomic_block
        return cast("R_co", _carried_out(self, stamp, self.check(given), inside=True))

    def check_possible(self, stamp: Stamp, known: Mapping[str, Any]) -> None:
        """Raise what the act would be refused for whatever else than what is known were said."""
        optional = [each.name for each in self.arguments.values() if each.may_be_none]
        look_ahead(self._look, stamp, self.arguments, known, may_be_none=optional)

    def sent_before(self, request: Any, form: Any) -> Any:
        """Return what its form did under the same key, None where it did nothing."""
        return sent_before(self, request, form)

    def check(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of all arguments. Raises Refusal, or TypeError for a wrong name."""
        values = {}
        for each in self.arguments.values():
            value = given.get(each.name, each.default)
            if value is Parameter.empty or (value is None and not each.may_be_none):
                raise TypeError(f"{self.name}: {each.name} is missing")
            unsaid = value is None or each.name not in given
            values[each.name] = value if unsaid else each.kind.check(value, each.name)
        if unknown := given.keys() - values.keys():
            raise TypeError(f"{self.name}: {', '.join(sorted(unknown))}")
        return values

    def key_of(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the key keeps of the values; what was not said is left out."""
        kept = {
            name: self.arguments[name].kind.as_key(value)
            for name, value in values.items()
            if not self.arguments[name].is_unsaid(value)
        }
        return {name: value for name, value in kept.items() if value is not None}

    def check_words(self, stamp: Stamp, values: Mapping[str, Any]) -> None:
        """
        Raise BadInput for a guest's name in a text that stays when the guest is erased.

        Only people who work here are told: a stranger would learn who is a guest.
        """
        for name, value in values.items():
            if value is not None and stamp.actor_id is not None:
                check_nobody_named(
                    self.arguments[name].kind.own_words(value), stamp.club_id, field=name
                )

    def first_result(self, stamp: Stamp, values: Mapping[str, Any]) -> Any:
        """Return what the act did when it was carried out."""
        if self.replay:
            return self.replay(stamp, **values)
        if self.gives is None or self.gives is Posted:
            return self.gives and ledger.posted_by(stamp.act_id)
        rows = get_args(self.gives)
        model: type[Model] = rows[0] if rows else self.gives
        made, named = _made_by(model, stamp.act_id), values.get(argument_of(model))
        if rows or made.exists():
            return list(made) if rows else made.get()
        changed = named or row_written(stamp.act_id, model._meta.db_table)  # noqa: SLF001
        return model._base_manager.get(pk=changed)  # noqa: SLF001

    def is_held(self, stamp: Stamp, values: Mapping[str, Any]) -> bool:
        """Return whether its posting has to wait for a lock, in a transaction of its own."""
        return self._held is not None and self._held(stamp, **values)

    def ahead(self, stamp: Stamp, values: Mapping[str, Any]) -> None:
        """Take the locks that the act takes ahead of its key."""
        if self._first:
            self._first(stamp, **values)


def argument_of(model: type[Model]) -> str:
    """Return the name under which an act takes a row of a model, that of its table: bag_id."""
    return f"{model._meta.db_table.partition('_')[2]}_id"  # noqa: SLF001


def _made_by(model: type[Model], act_id: int) -> QuerySet[Model]:
    """Return the rows that carry the id of the act that made them."""
    all_rows = model._base_manager.order_by("pk")  # noqa: SLF001
    carries = any(each.attname == "act_id" for each in model._meta.concrete_fields)  # noqa: SLF001
    return all_rows.filter(act_id=act_id) if carries else all_rows.none()


@command
def _run(act: Act[..., Any], stamp: Stamp, values: dict[str, Any]) -> Any:
    return _carried_out(act, stamp, values)


def _carried_out(
    act: Act[..., Any], stamp: Stamp, values: dict[str, Any], *, inside: bool = False
) -> Any:
    act.ahead(stamp, values)
    begun = ledger.act(stamp, act.name, **act.key_of(values))
    running = replace(stamp, act_id=begun.id)
    if begun.replayed:
        return act.first_result(running, values)
    if not inside:
        check_allowed(stamp, act.name)
        act.check_words(stamp, values)
    done = act.body(running, **values)
    return ledger.post_entry(running, done) if act.gives is Draft else done


def _post(act: Act[..., Any], stamp: Stamp, values: dict[str, Any]) -> Posted:
    """Post a draft with its act in one round trip, or, where it has to wait, under a lock."""
    return (_post_held if act.is_held(stamp, values) else _posted)(act, stamp, values)


@command
def _post_held(act: Act[..., Any], stamp: Stamp, values: dict[str, Any]) -> Posted:
    act.ahead(stamp, values)
    return _posted(act, stamp, values)


def _posted(act: Act[..., Any], stamp: Stamp, values: dict[str, Any]) -> Posted:
    """Post a draft with its act; its repeat is found where the house refuses."""
    kept = act.key_of(values)
    try:
        check_allowed(stamp, act.name)
        act.check_words(stamp, values)
        draft = act.body(stamp, **values)
    except Refusal:
        if first := ledger.posted_before(stamp, act.name, **kept):
            return first
        raise
    return ledger.post_once(stamp, act.name, draft, series=draft.series, **kept)


class Declaration(Protocol):
    """Makes an act of a body."""

    @overload
    def __call__(self, body: Callable[Concatenate[Stamp, P], Draft]) -> Act[P, Posted]: ...
    @overload
    def __call__(self, body: Callable[Concatenate[Stamp, P], R]) -> Act[P, R]: ...


def act(
    name: str,
    *,
    replay: Callable[..., Any] | None = None,
    first: Callable[..., None] | None = None,
    held: Callable[..., bool] | None = None,
) -> Declaration:
    """
    Declare an act by its body, `body(stamp, *, ...)`.

    replay(stamp, **values): finds the first result of a repeat by stamp.act_id, where it is neither
    the row that carries that act_id, nor the one that an argument names (shift_id of a Shift), nor
    the first of its table that the act wrote; first(stamp, **values): takes a lock ahead of the
    key; held(stamp, **values): whether an act that is one posting, which else waits for nobody,
    needs that lock.
    """

    def declare(body: Callable[..., Any]) -> Any:
        return Act(name, body, replay=replay, first=first, held=held)

    return declare
