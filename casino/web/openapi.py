"""What the document says of every operation: its heading and words, its key, how it may fail."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from http import HTTPStatus
from inspect import cleandoc
from typing import Any, TypeVar

import uritemplate
from django.apps import apps
from django.conf import settings
from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
)
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import (
    OpenApiExample,
    OpenApiParameter,
    extend_schema,
    extend_schema_serializer,
)

from casino.refusals import BadInput, NotFound, Refusal, refusals
from casino.web.examples import example_of

KEY = "Idempotency-Key"
KEY_HEADER = OpenApiParameter(
    KEY,
    {
        "type": "string",
        "pattern": "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-46-9a-fA-F][0-9a-fA-F]{3}"
        "-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$",
        "examples": ["e1c7a3d2-94b6-4f18-8a05-3d7b62c9f0e4"],
    },
    OpenApiParameter.HEADER,
    required=True,
    description="A UUID of any version but 5, whose keys are the house's own."
    " The same request twice carries the same key, and is carried out once.",
)
LINK_HEADER = OpenApiParameter(
    "Link",
    str,
    OpenApiParameter.HEADER,
    response=[200],
    description='Where there are more rows: <address>; rel="next", with the cursor of the next.',
)
REPLAYED_HEADER = {
    "description": "There where an earlier request with this key had carried it out.",
    "schema": {"type": "string", "enum": ["true"]},
}
RETRY_HEADER = {
    "description": "After how many seconds to try again.",
    "schema": {"type": "string", "pattern": "^[0-9]+$"},
}
LOCATION_HEADER = {
    "description": "The same address where the club is now.",
    "schema": {"type": "string", "format": "uri"},
}
PROBLEM = "application/problem+json"
FAILURES = {
    400: "A value cannot be read; `errors` has the reasons by field.",
    401: "Nobody is signed in.",
    403: "The role does not allow it.",
    404: "There is no such thing in this club.",
    409: "The state forbids it, or somebody else is working on it.",
    422: "A rule of the house forbids it, or the key belongs to another request.",
    429: "Too many requests; Retry-After says when to come back.",
    503: "The database is away and nothing was booked, or a mail did not leave. Try again.",
    507: "The disk of the office is full, so nothing was booked.",
}
OF_A_CLUB = {308: "The club has moved; Location says where the same address is now."}
OF_WRITES = {413: "The body is too large.", 415: "The body is no application/json."}
PROBLEM_SCHEMA = {
    "type": "object",
    "description": "Why a request was not carried out, as RFC 9457 has it. A value that cannot be "
    "read stands under its own name as well, with a list of reasons.",
    "properties": {
        "type": {
            "type": "string",
            "format": "uri-reference",
            "description": "The address of what a code means, or about:blank.",
        },
        "title": {"type": "string", "description": "The same for every problem of the type."},
        "status": {"type": "integer", "minimum": 300, "maximum": 599},
        "detail": {"type": "string", "description": "The sentence for the person at the desk."},
        "instance": {
            "type": "string",
            "format": "uri-reference",
            "description": "The request, as its X-Request-Id.",
        },
        "error": {"type": "string", "description": "Short and stable, for programs: CAGE-001."},
        "message": {"type": "string", "description": "The same as `detail`."},
        "errors": {
            "type": "object",
            "description": "The reasons by field; a part of a list as `pots_cents.0`.",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
        },
        "field": {"type": "string", "description": "The value that the house refuses."},
        "source": {"type": "string", "description": "The paragraph, OLY-2.11."},
        "next_step": {"type": "string", "description": "What to do instead."},
    },
    "required": ["type", "title", "status", "detail", "instance", "error", "message"],
}
ANYTHING_OR_NULL = {"oneOf": [{}, {"type": "null"}]}
MARKS = {"x-spec-enum-id", "x-component"}
# Of an answer's shape: what its example says otherwise than made field by field.
EXAMPLE = "x-example"
Shape = TypeVar("Shape", bound=type)
# What the statuses say by themselves.
UNSAID = {Refusal.message, BadInput.message}
GENERAL = {Refusal.code, BadInput.code, NotFound.code}
NONE = re.compile(r"\bNone\b(?! of)")
RAISES = re.compile(r"\bRaises ([^.;]*)[.;]\s*")
# "OLY-2.11." ends a sentence, "2.11" does not.
FIRST_SENTENCE = re.compile(r"(.+?[.?!])(?:\s+(?=[A-Z`])|\Z)", re.DOTALL)


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The pages' session cookie."""

    target_class = "casino.web.api.ClubSessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}


def described(
    method: Callable[..., Any],
    *,
    takes: Any,
    asks: Any,
    gives: dict[Any, Any],
    example: dict[str, Any] | None,
    keyed: bool = True,
    grows: bool = False,
) -> Callable[..., Any]:
    """
    Return the method with its entry in the schema; its docstring says what it does.

    keyed: a write of it needs a key. grows: its answer is a part of a list.
    """
    writes = method.__name__ != "get"
    described: Callable[..., Any] = extend_schema(
        request=takes if writes else None,
        parameters=[
            *([KEY_HEADER] if writes and keyed else []),
            *([LINK_HEADER] if grows else []),
            *([asks] if asks else []),
        ],
        responses=gives,
        examples=[OpenApiExample("Example", value=example, request_only=True)] if example else [],
    )(method)
    return described


def shown_as(**fields: Any) -> Callable[[Shape], Shape]:
    """
    Let the example of an answer say some fields so, where made one by one they contradict.

    A share that is owed was neither paid nor waived.
    """
    decorator: Callable[[Shape], Shape] = extend_schema_serializer(extensions={EXAMPLE: fields})
    return decorator


class StrictBody(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Says of every body that it takes no other fields."""

    target_class = "casino.web.serializers.StrictSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> Any:
        schema = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)  # noqa: SLF001
        return schema | {"additionalProperties": False}


class GivenShape(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Gives a body the JSON Schema that it brings along."""

    target_class = "casino.web.serializers.ShapedSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> Any:
        """Return the schema of a body, which has a name already."""
        return {key: part for key, part in self.target.shape.items() if key != "x-component"}


class Schema(AutoSchema):
    """
    Names operations and components after their app: two apps may both count, or take a reason.

    The words are those of the docstring, the body of an act is read off the act.
    """

    def get_operation(self, *args: Any, **kwargs: Any) -> Any:
        """Return the entry of an operation, with the answers that all have alike."""
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        for answer in _successes(operation):
            if KEY in [each["name"] for each in operation.get("parameters", ())]:
                answer["headers"] = {"Idempotent-Replayed": REPLAYED_HEADER}
            if shows := getattr(self._method, "shows", None):
                answer["content"]["application/json"]["examples"] = {"Example": {"value": shows()}}
        failures = FAILURES if self.method == "GET" else FAILURES | OF_WRITES
        for code in failures | (OF_A_CLUB if "{club}" in self.path else {}):
            operation["responses"][str(code)] = {"$ref": f"#/components/responses/{_name(code)}"}
        return operation

    def get_operation_id(self) -> str:
        """Return app, class of the view and method."""
        name = getattr(self.view, self.method.lower()).__qualname__
        if "<locals>" in name:
            name = f"{type(self.view).__name__}_{self.method.lower()}"
        return f"{_app(type(self.view))}_{name.replace('.', '_')}"

    def get_tags(self) -> list[str]:
        """Return the heading."""
        return [heading(type(self.view))[0]]

    def get_summary(self) -> str:
        """Return the first sentence of the docstring."""
        return _told(self._method)[0]

    def get_description(self) -> str:  # type: ignore[override]
        """Return the rest of the docstring, and what the operation refuses."""
        return _told(self._method)[1]

    @property
    def _method(self) -> Any:
        return getattr(self.view, self.method.lower())

    def get_request_serializer(self) -> Any:
        """Return what a body holds, None where nothing is sent."""
        body = getattr(self._method, "body", None)
        sent = body and body(frozenset(uritemplate.variables(self.path)) - {"club"})
        return sent if sent and sent().fields else None

    def get_serializer_name(self, serializer: Any, direction: Any) -> str:
        """Return the name of a serializer, unlike any other app's."""
        kind = type(serializer)
        return f"{_app(kind).title()}{kind.__name__}"


def heading(view: type) -> tuple[str, str]:
    """Return the heading of a view's operations and a sentence about it: its app's, or its own."""
    own = getattr(sys.modules[view.__module__], "HEADING", None)
    if own:
        name, about = own
    else:
        app: Any = apps.get_containing_app_config(view.__module__)
        name, about = str(app.verbose_name), cleandoc(type(app).__doc__ or "")
    return name, f"{about} For `api_key --apps`: {_app(view)}." if hasattr(view, "app") else about


def finish(result: dict[str, Any], generator: Any, **_: Any) -> dict[str, Any]:
    """Return the document with its headings, named parts, problems and examples."""
    named: dict[str, Any] = {"Problem": PROBLEM_SCHEMA}
    document: dict[str, Any] = _cleaned(result, named)
    components = document["components"]
    schemas = components["schemas"] = dict(sorted((components["schemas"] | named).items()))
    for schema in schemas.values():
        if fields := schema.pop(EXAMPLE, None):
            schema["examples"] = [example_of(schema, schemas) | fields]
    components["responses"] = {
        _name(code): _problem(code, why) for code, why in (FAILURES | OF_WRITES | OF_A_CLUB).items()
    }
    _say_where_to_ask(document["paths"], generator.endpoints)
    operations = [each for path in document["paths"].values() for each in path.values()]
    used = {tag for each in operations for tag in each["tags"]}
    headings = {heading(callback.cls) for _, _, _, callback in generator.endpoints}
    document["tags"] = [
        {"name": name, "description": about} for name, about in sorted(headings) if name in used
    ]
    for operation in operations:
        for name, content in _contents(operation):
            if "examples" not in content and "json" in name:
                value = example_of(content["schema"], schemas)
                content["examples"] = {"Example": {"value": value}}
    return document


def _say_where_to_ask(paths: dict[str, Any], endpoints: list[Any]) -> None:
    """Say of each act that somebody else may have to sign, at which address that is asked for."""
    acts = {
        (path, method): act
        for path, _, method, callback in endpoints
        if (act := getattr(getattr(callback.cls, method.lower()), "act", None))
    }
    asked_at = {act.name: f"{method} {path}" for (path, method), act in acts.items()}
    asks = {ask.name for act in acts.values() if (ask := getattr(act, "ask", None))}
    refusal = refusals()["APPROVAL-010"]
    said = f"- {refusal.status} `{refusal.code}` {refusal.message}"
    for (path, method), act in acts.items():
        operation = paths[path][method.lower()]
        where = asked_at.get(getattr(getattr(act, "ask", None), "name", ""))
        if where or act.name in asks:
            told = operation.get("description", "").replace(said, "").strip()
            more = f"\n\n{said} Ask for it at `{where}`." if where else ""
            operation["description"] = f"{told}{more}".strip()


def _problem(code: int, why: str) -> dict[str, Any]:
    """Return the answer to what went wrong with a status."""
    phrase = HTTPStatus(code).phrase
    example = {
        "type": "about:blank",
        "title": phrase,
        "status": code,
        "detail": why,
        "instance": "urn:uuid:0c8e9a52-57f4-4a0e-8d2f-6b1f5f1c2a77",
        "error": {308: "HOUSE-009", 507: "disk_full"}.get(code) or _snake(phrase),
        "message": why,
    }
    if code == HTTPStatus.BAD_REQUEST:
        example |= {"errors": {"cents": [why]}, "cents": [why]}
    headers = {"Retry-After": RETRY_HEADER} if code in {409, 429, 503} else {}
    headers |= {"Location": LOCATION_HEADER} if code in OF_A_CLUB else {}
    return {
        "description": why,
        "content": {
            PROBLEM: {
                "schema": {"$ref": "#/components/schemas/Problem"},
                "examples": {"Example": {"value": example}},
            }
        },
        **({"headers": headers} if headers else {}),
    }


def _contents(operation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the media types of a body and of the answers."""
    for place in (operation.get("requestBody", {}), *_successes(operation)):
        yield from place.get("content", {}).items()


def _successes(operation: dict[str, Any]) -> Iterable[dict[str, Any]]:
    return [each for code, each in operation["responses"].items() if code.startswith("2")]


def _cleaned(value: Any, named: dict[str, Any]) -> Any:
    """
    Return a part of the document as it is published.

    A shape that says its name (x-component) becomes a component of that name; marks by which equal
    choices of different fields would be merged are taken out. Anything may be null already: what
    names both would let null be neither.
    """
    if isinstance(value, list):
        return [_cleaned(each, named) for each in value]
    if not isinstance(value, dict):
        return value
    given = {} if value == ANYTHING_OR_NULL else value
    parts = {key: _cleaned(each, named) for key, each in given.items() if key not in MARKS}
    if name := value.get("x-component"):
        assert named.setdefault(name, parts) == parts, name
        return {"$ref": f"#/components/schemas/{name}"}
    return parts


def _told(method: Any) -> tuple[str, str]:
    """Return the first sentence of a method's docstring, and the rest with what it refuses."""
    text = NONE.sub("null", cleandoc(method.__doc__ or ""))
    first, *rest = (" ".join(part.split()) for part in RAISES.sub("", text).split("\n\n"))
    found = FIRST_SENTENCE.match(first)
    summary = found[1] if found else first
    named = re.findall(r"\w+", " ".join(RAISES.findall(text)))
    refused = [
        f"- {each.status} `{each.code}` {'' if each.message in UNSAID else each.message}".rstrip()
        for each in (_refusal(name, method) for name in named)
        if each
    ]
    paragraphs = [first[len(summary) :].strip(), *rest, "\n".join(refused)]
    return summary.removesuffix("."), "\n\n".join(part for part in paragraphs if part)


def _refusal(name: str, method: Any) -> type[Refusal] | None:
    """Return what a docstring names: what its module calls so, else the app's, or the lower."""
    named = [each for each in refusals().values() if each.__name__ == name]
    meant = getattr(sys.modules[method.__module__], name, None)
    if meant in named:
        named = [meant]
    named.sort(key=lambda each: (_app(each) != _app(method), each.__module__.count(".")))
    return next((each for each in named if each.code not in GENERAL), None)


def _app(kind: Any) -> str:
    return str(kind.__module__).removeprefix("casino.").split(".")[0]


def _name(code: int) -> str:
    return "".join(re.findall(r"\w+", HTTPStatus(code).phrase.title()))


def _snake(phrase: str) -> str:
    return "_".join(phrase.lower().split())
