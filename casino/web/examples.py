"""An example of any shape in the document, made of its JSON Schema."""

from collections.abc import Callable
from typing import Any

# By the type and format of a value; a number ends in its unit, a text is known by its name.
FORMATS = {
    "date-time": "2026-11-21T21:30:00Z",
    "date": "2026-11-21",
    "time": "21:30:00",
    "uuid": "e1c7a3d2-94b6-4f18-8a05-3d7b62c9f0e4",
    "uri": "https://example.com/",
    "byte": "JVBERi0xLjc=",
}
TEXTS = {
    "account": "Table chips",
    "club": "Tallinn",
    "code": "chips:table",
    "currency": "EUR",
    "drawer": "Desk 1",
    "game": "texas_holdem",
    "kind": "cage.chips_sold",
    "language": "en",
    "memo": "Slip 17",
    "message": "There is no such thing in this club.",
    "name": "Mari Tamm",
    "operation": "cage.open_shift",
    "paid_with": "cash",
    "player": "Mari Tamm",
    "reason": "Counted twice",
    "remark": "The camera shows it.",
    "rule": "OLY-2.36",
    "slug": "tallinn",
    "table": "Table 1",
    "title": "Friday Main",
    "username": "kadri",
}
PEOPLE = ("_by", "cashier", "dealer", "actor")
CENTS = 20_000


def example_of(schema: dict[str, Any], components: dict[str, Any], name: str = "") -> Any:
    """Return a value that the schema allows; name: of the field that holds it."""
    if "$ref" in schema:
        return example_of(components[schema["$ref"].rsplit("/", 1)[-1]], components, name)
    said = [*schema.get("examples", ()), schema.get("default"), *schema.get("enum", ())]
    if (value := next((each for each in said if each is not None), None)) is not None:
        return value
    for choice in ("oneOf", "allOf"):
        if choice in schema:
            return example_of(schema[choice][0], components, name)
    kind = schema.get("type", "object")
    return KINDS[kind if isinstance(kind, str) else kind[0]](schema, components, name)


def _object(schema: dict[str, Any], components: dict[str, Any], name: str) -> dict[str, Any]:
    parts = schema.get("properties", {})
    more = schema.get("additionalProperties")
    if not parts and isinstance(more, dict) and more:
        key = "500" if "pattern" in schema.get("propertyNames", {}) else "name"
        return {key: example_of(more, components, name)}
    return {field: example_of(part, components, field) for field, part in parts.items()}


def _array(schema: dict[str, Any], components: dict[str, Any], name: str) -> list[Any]:
    return [example_of(schema["items"], components, name.removesuffix("s"))]


def _text(schema: dict[str, Any], components: dict[str, Any], name: str) -> str:
    if schema.get("format") in FORMATS:
        return FORMATS[schema["format"]]
    if name.endswith(PEOPLE):
        return TEXTS["username"]
    return TEXTS.get(name, name.replace("_", " ") or "text")[: schema.get("maxLength")]


def _number(schema: dict[str, Any], components: dict[str, Any], name: str) -> int:
    number = CENTS if name == "cents" or name.endswith("_cents") else 1
    low, high = schema.get("minimum", number), schema.get("maximum", number)
    return int(max(low, min(number, high)))


KINDS: dict[str, Callable[..., Any]] = {
    "object": _object,
    "array": _array,
    "string": _text,
    "integer": _number,
    "number": _number,
    "boolean": lambda *_: True,
}
