"""The fields of a body of the API, made of the kinds of an act's arguments."""

from collections.abc import Collection
from functools import cache, singledispatch
from typing import Any

from django.utils.functional import lazy
from rest_framework import serializers

from casino.acts import kinds
from casino.acts.arguments import Argument, Record, parts_of
from casino.acts.kinds import Kind
from casino.acts.runner import Act
from casino.web.serializers import (
    Base64Field,
    CentsField,
    DayField,
    DenominationsField,
    FlagField,
    IdField,
    InstantField,
    OneOfField,
    PositiveCentsField,
    SignedCentsField,
    StrictSerializer,
    TextField,
    WholeField,
)

Field = serializers.Field[Any, Any, Any, Any]


@cache
def body_of(act: Act[..., Any], ids: Collection[str]) -> type[StrictSerializer]:
    """Return what a program sends for an act whose address says `ids`."""
    name = act.name.partition(".")[2].title().replace("_", "")
    # An address that says what another one of the act leaves to the body takes something else.
    said = sorted(
        each for each in ids if each in act.arguments and not act.arguments[each].is_needed
    )
    name += "".join(f"Of{each.removesuffix('_id').title().replace('_', '')}" for each in said)
    asked = {each.name: field_of(each) for each in act.arguments.values() if each.name not in ids}
    about = {"__module__": act.__module__, "__doc__": f"What `{act.name}` takes."}
    return type(name, (StrictSerializer,), asked | about)


def field_of(argument: Argument) -> Field:
    how: dict[str, Any] = {}
    if not argument.is_needed:
        default = argument.default
        how = {"required": False, "default": dict if default == {} else default}
    if argument.kind.optional:
        how["allow_null"] = True
    return api_field(argument.kind, **how)


@cache
def record_of(shape: type) -> type[StrictSerializer]:
    """Return the body of a dataclass; its values are one."""

    def to_internal_value(self: StrictSerializer, data: Any) -> Any:
        return shape(**StrictSerializer.to_internal_value(self, data))

    asked = {name: field_of(part) for name, part in parts_of(shape).items()}
    more = {"__module__": shape.__module__, "to_internal_value": to_internal_value}
    return type(f"{shape.__name__}In", (StrictSerializer,), asked | more)


@singledispatch
def api_field(kind: Kind, **how: Any) -> Field:
    return serializers.JSONField(**how)


@api_field.register
def _(kind: kinds.Whole, **how: Any) -> Field:
    return WholeField(min_value=kind.low, max_value=kind.high, **how)


@api_field.register
def _(kind: kinds.Identity, **how: Any) -> Field:
    return IdField(**how)


@api_field.register
def _(kind: kinds.Cents, **how: Any) -> Field:
    if kind.minimum < 0:
        return SignedCentsField(**how)
    return PositiveCentsField(**how) if kind.minimum > 0 else CentsField(**how)


@api_field.register
def _(kind: kinds.Text, **how: Any) -> Field:
    return TextField(max_length=kind.max_length, allow_blank=kind.may_be_empty, **how)


@api_field.register
def _(kind: kinds.Prose, **how: Any) -> Field:
    return serializers.CharField(max_length=kind.max_length, allow_blank=kind.may_be_empty, **how)


@api_field.register
def _(kind: kinds.Written, **how: Any) -> Field:
    said: Any = {"invalid": lazy(kind.says.localized, str)()}
    pattern = rf"^{kind.pattern}\Z"
    return serializers.RegexField(pattern, trim_whitespace=False, error_messages=said, **how)


@api_field.register
def _(kind: kinds.Hidden, **how: Any) -> Field:
    return serializers.CharField(trim_whitespace=False, **how)


@api_field.register
def _(kind: kinds.Bytes, **how: Any) -> Field:
    return Base64Field(**how)


@api_field.register
def _(kind: kinds.ByDenomination, **how: Any) -> Field:
    return DenominationsField(**how)


@api_field.register
def _(kind: kinds.Values, **how: Any) -> Field:
    of = api_field(kind.of, allow_null=True) if type(kind.of) is Kind else api_field(kind.of)
    return serializers.DictField(child=of, **how)


@api_field.register
def _(kind: kinds.OneOf, **how: Any) -> Field:
    return OneOfField(choices=kind.words, **how)


@api_field.register
def _(kind: kinds.Flag, **how: Any) -> Field:
    return FlagField(**how)


@api_field.register
def _(kind: kinds.Day, **how: Any) -> Field:
    return DayField(years=kind.years, **how)


@api_field.register
def _(kind: kinds.Instant, **how: Any) -> Field:
    return InstantField(**how)


@api_field.register
def _(kind: kinds.Several, **how: Any) -> Field:
    how |= {"min_length": kind.minimum, "max_length": kind.maximum}
    return serializers.ListField(child=api_field(kind.of), **how)


@api_field.register
def _(kind: Record, **how: Any) -> Field:
    return record_of(kind.shape)(**how)
