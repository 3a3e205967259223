"""What the schema says of every operation alike: the key of a write, and how it may fail."""

from collections.abc import Callable
from typing import Any

import uritemplate
from django.conf import settings
from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
)
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from casino.web.serializers import RefusalOut

FIELD_ERRORS = {
    "type": "object",
    "additionalProperties": {"type": "array", "items": {"type": "string"}},
}
KEY = "Idempotency-Key"
KEY_HEADER = OpenApiParameter(
    KEY,
    OpenApiTypes.UUID,
    OpenApiParameter.HEADER,
    required=True,
    description="The same request twice carries the same key, and is carried out once.",
)
FAILURES = {
    401: "Nobody is signed in.",
    403: "The role does not allow it.",
    404: "There is no such thing in this club.",
    409: "The state forbids it, or somebody else is working on it.",
    422: "A rule of the house forbids it, or the key belongs to another request.",
    429: "Too many requests; Retry-After says when to come back.",
    503: "The database is away; nothing was booked. Retry-After says when to come back.",
}
OF_WRITES = {413: "The body is too large.", 415: "The body is no application/json."}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The pages' session cookie."""

    target_class = "casino.web.api.ClubSessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the cookie."""
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


def described(
    method: Callable[..., Any],
    *,
    takes: Any,
    asks: Any,
    gives: dict[Any, Any],
    example: dict[str, Any] | None,
    keyed: bool = True,
    tag: str = "",
) -> Callable[..., Any]:
    """
    Return the method with its entry in the schema; its docstring says what it does.

    keyed: a write of it needs a key. tag: its heading, if not the app.
    """
    writes = method.__name__ != "get"
    failures = FAILURES | (OF_WRITES if writes else {})
    bad = OpenApiResponse(FIELD_ERRORS, description="The reasons by field.")
    described: Callable[..., Any] = extend_schema(
        tags=[tag] if tag else None,
        request=takes if writes else None,
        parameters=[*([KEY_HEADER] if writes and keyed else []), *([asks] if asks else [])],
        responses=gives
        | {400: bad}
        | {code: OpenApiResponse(RefusalOut, description=why) for code, why in failures.items()},
        examples=[OpenApiExample("Example", value=example, request_only=True)] if example else [],
    )(method)
    return described


class StrictBody(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Says of every body that it takes no other fields."""

    target_class = "casino.web.serializers.StrictSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> Any:
        """Return the schema of a body."""
        schema = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)  # noqa: SLF001
        return schema | {"additionalProperties": False}


class GivenShape(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Gives a body the JSON Schema that it brings along."""

    target_class = "casino.web.serializers.ShapedSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> Any:
        """Return the schema of a body."""
        return self.target.shape


class Schema(AutoSchema):
    """
    Names operations and components after their app: two apps may both count, or take a reason.

    The body of an act is read off the act.
    """

    def get_operation_id(self) -> str:
        """Return app, class of the view and method."""
        name = getattr(self.view, self.method.lower()).__qualname__
        if "<locals>" in name:
            name = f"{type(self.view).__name__}_{self.method.lower()}"
        return f"{_app(type(self.view))}_{name.replace('.', '_')}"

    def get_tags(self) -> list[str]:
        """Return the app."""
        return [_app(type(self.view))]

    def get_request_serializer(self) -> Any:
        """Return what a body holds, None where nothing is sent."""
        body = getattr(getattr(self.view, self.method.lower()), "body", None)
        sent = body and body(frozenset(uritemplate.variables(self.path)) - {"club"})
        return sent if sent and sent().fields else None

    def get_serializer_name(self, serializer: Any, direction: Any) -> str:
        """Return the name of a serializer, unlike any other app's."""
        kind = type(serializer)
        return f"{_app(kind).title()}{kind.__name__}"


def _app(kind: type) -> str:
    return kind.__module__.removeprefix("casino.").split(".")[0]


def leave_choices_where_they_are(result: Any, **_: Any) -> Any:
    """Take out the marks by which equal choices of different fields would be merged."""
    if isinstance(result, dict):
        parts = result.items()
        return {k: leave_choices_where_they_are(v) for k, v in parts if k != "x-spec-enum-id"}
    return [leave_choices_where_they_are(v) for v in result] if isinstance(result, list) else result
