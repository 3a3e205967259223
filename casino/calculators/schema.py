"""What a topic takes, as JSON Schema: made from its dataclass, so the two cannot differ."""

import re
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import date, datetime, time
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from casino.calculators.topics.fields import House
from casino.calculators.topics.ranking import Quarter
from casino.cards import DECK, AnyCard
from casino.house.rulebook import NAMES
from casino.house.rules import Zone
from casino.schema import Distinct, Range

Schema = dict[str, Any]
DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
# Kinds that a function reads, and what they look like as plain data.
KNOWN: dict[Any, Schema] = {
    Any: {},
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    datetime: {
        "type": "string",
        "pattern": f"^{DAY}T[0-9]{{2}}:[0-9]{{2}}:[0-9]{{2}}Z$",
        "description": "An instant in UTC.",
    },
    date: {"type": "string", "pattern": f"^{DAY}$"},
    time: {"type": "string", "pattern": "^[0-9]{2}:[0-9]{2}$", "description": "Local time."},
    House: {
        "x-component": "CalculatorHouse",
        "type": "string",
        "enum": list(NAMES),
        "description": "Whose rules answer; without it the club's own of today.",
    },
    AnyCard: {
        "x-component": "Card",
        "type": "string",
        "enum": list(DECK),
        "description": "A card: rank and suit.",
    },
    Zone: {"type": "string", "description": "A time zone like Europe/Tallinn."},
    Quarter: {"type": "string", "pattern": "^[0-9]{4}Q[1-4]$"},
}
LIMITS = {
    "integer": ("minimum", "maximum"),
    "string": ("minLength", "maxLength"),
    "array": ("minItems", "maxItems"),
    "object": ("minProperties", "maxProperties"),
}
UNITS = {
    "_cents": "Integer cents.",
    "_bp": "Basis points: 10000 is the whole.",
    "_x100": "Hundredths.",
}


def schema_of(kind: Any) -> Schema:
    """Return the JSON Schema of what `read` takes for a kind; x-component: the name of a part."""
    if kind in KNOWN:
        return dict(KNOWN[kind])
    if is_dataclass(kind):
        return _object(kind)
    return _FORMS[get_origin(kind)](kind)


def _object(kind: Any) -> Schema:
    """Return the schema of a dataclass; its house may always be left out."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        "x-component": f"Calculator{kind.__name__}",
        "type": "object",
        "description": _sentence(kind),
        "properties": {one.name: _field(one, hints[one.name]) for one in fields(kind)},
        "required": [one.name for one in fields(kind) if is_needed(one) and one.name != "house"],
        "additionalProperties": False,
    }


def is_needed(field: Field[Any]) -> bool:
    """Return whether a field of a dataclass has no default."""
    return field.default is MISSING and field.default_factory is MISSING


def _sentence(kind: Any) -> str:
    return re.sub(r"\s+", " ", kind.__doc__ or "").strip()


def _field(field: Field[Any], kind: Any) -> Schema:
    schema = schema_of(kind)
    for ending, unit in UNITS.items():
        if field.name.endswith(ending):
            schema.setdefault("description", unit)
    return schema


def _annotated(kind: Any) -> Schema:
    base, *marks = get_args(kind)
    schema = schema_of(base)
    for mark in marks:
        if isinstance(mark, Range):
            low, high = LIMITS[schema["type"]]
            schema |= {low: mark.low, high: mark.high}
        elif isinstance(mark, Distinct):
            schema["uniqueItems"] = True
    return schema


def _union(kind: Any) -> Schema:
    kinds = list(_without_null(kind))
    schemas = [schema_of(one) for one in kinds]
    if len(kinds) < len(get_args(kind)):
        schemas.append({"type": "null"})
    if all(map(is_dataclass, kinds)) and len(kinds) > 1:
        # Each kind says by its first field which it is.
        return {"oneOf": schemas, "required": [fields(kinds[0])[0].name]}
    return {"oneOf": schemas}


def _without_null(kind: Any) -> Iterator[Any]:
    return (one for one in get_args(kind) if one is not NoneType)


def _literal(kind: Any) -> Schema:
    return {"type": "string", "enum": list(get_args(kind))}


def _list(kind: Any) -> Schema:
    return {"type": "array", "items": schema_of(get_args(kind)[0])}


def _dict(kind: Any) -> Schema:
    key, inner = get_args(kind)
    return {"type": "object", "propertyNames": _key(key), "additionalProperties": schema_of(inner)}


def _key(kind: Any) -> Schema:
    """Return the schema of a key, which JSON writes as text: numbers by their digits."""
    schema = schema_of(kind)
    if schema.get("type") != "integer":
        return schema
    return {"type": "string", "pattern": "^[1-9][0-9]{0,8}$"}


_FORMS: dict[Any, Callable[[Any], Schema]] = {
    Annotated: _annotated,
    Literal: _literal,
    Union: _union,
    UnionType: _union,
    tuple: _list,
    dict: _dict,
}
