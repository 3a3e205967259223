"""Which operations are tried with every corner of what they take, so that each kind of input is."""

import json
from collections.abc import Iterator
from typing import Any

METHODS = {"get", "post", "put", "patch", "delete"}
# What is below, or only says something to a reader.
APART = {"properties", "items", "additionalProperties", "oneOf", "anyOf", "allOf", "required",
         "readOnly", "title", "description", "example", "examples", "default"}  # fmt: skip
INT = 2**31 - 1
Kind = tuple[str, bool, str]


def of_each_kind(document: dict[str, Any]) -> set[str]:
    """
    Return the labels ("POST /clubs/{club}/...") of operations that together take every kind.

    A kind is where a value stands (query, a body's field, inside a list), whether it must, and
    what may stand there; all enumerations are one, and all limits of one size. The doors of acts
    are derived from these kinds.
    """
    schemas = document["components"]["schemas"]
    taken = {
        f"{method.upper()} {path}": set(taken_by(operation, schemas))
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
        if method in METHODS
    }
    left, chosen = set().union(*taken.values()), set()
    while left:
        best = max(taken, key=lambda label: len(taken[label] & left))
        chosen.add(best)
        left -= taken[best]
    return chosen


def taken_by(operation: dict[str, Any], schemas: dict[str, Any]) -> Iterator[Kind]:
    """Yield each kind of value in the address and the body of an operation."""
    for each in operation.get("parameters", []):
        yield from kinds(
            each.get("schema", {}), schemas, each["in"], must=each.get("required", False)
        )
    for sent_as, body in operation.get("requestBody", {}).get("content", {}).items():
        yield from kinds(body.get("schema", {}), schemas, sent_as, must=True)


def kinds(
    schema: dict[str, Any], schemas: dict[str, Any], where: str, *, must: bool
) -> Iterator[Kind]:
    """Yield the kind of a value and of all that stand in it."""
    if "$ref" in schema:
        schema = schemas[schema["$ref"].rpartition("/")[2]] | schema
    for choice in ("oneOf", "anyOf", "allOf"):
        for each in schema.get(choice, []):
            yield from kinds(each, schemas, where, must=must)
    for name, each in schema.get("properties", {}).items():
        required = name in schema.get("required", [])
        yield from kinds(each, schemas, f"{where}.", must=required)
    for below in (schema.get("items"), schema.get("additionalProperties")):
        if isinstance(below, dict):
            yield from kinds(below, schemas, f"{where}[]", must=True)
    own = {name: alike(value) for name, value in schema.items() if name not in APART | {"$ref"}}
    yield where, must, json.dumps(own | ({"enum": []} if "enum" in own else {}), sort_keys=True)


def alike(limit: Any) -> Any:
    """Return a limit as what it is beside zero and beside PostgreSQL's integer; else as it is."""
    if not isinstance(limit, int) or isinstance(limit, bool):
        return limit
    return "zero" if not limit else "below" if limit < 0 else "int" if limit <= INT else "beyond"
