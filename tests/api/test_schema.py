"""The schema keeps what it promises: schemathesis tries every operation against it."""

import json
import logging
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from io import BytesIO
from itertools import cycle
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from django.db import connections
from drf_spectacular.renderers import OpenApiJsonRenderer
from schemathesis.engine import events, from_schema

from casino.staff.models import Role
from casino.web.api import PerUser
from casino.web.document import written
from script.servers import postgres_url
from tests.api.corners import of_each_kind
from tests.api.program import program
from tests.api.test_clubs import furnished
from tests.database import connect_as, superuser
from tests.world import World, a_club, a_member

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "missing_required_header",
    "unsupported_method",
)
LONG = bool(os.environ.get("LONG"))
CORNERS, EXAMPLES, BOTH = "corners", "examples", "both"
# Beside what the schema's corners ask for.
MANY = 30
EVERY_ROLE = "every role"
Filter = Callable[[schemathesis.HookContext], bool]
# Whose door is shut is refused before anything of a request is read: so many of them say so.
ENOUGH, SHUT = 3, b"Your role may not "


@dataclass(frozen=True, kw_only=True, slots=True)
class Office:
    """Who asks, by their keys, and one of everything in the club, by the names of the API's ids."""

    slug: str
    keys: dict[str, str]
    ids: dict[str, Any]


@pytest.fixture(params=[EXAMPLES, CORNERS] if LONG else [BOTH])
def tries(request: pytest.FixtureRequest) -> str:
    """What is tried of each operation; apart, the examples are sent as each role."""
    return str(request.param)


@pytest.fixture(scope="session")
def furnished_office(
    servers: Path, django_db_setup: None, django_db_blocker: Any
) -> Callable[[], AbstractContextManager[Office]]:
    """Return what opens a club with one of everything, each time as it was founded."""
    made = "CREATE DATABASE casino_{} OWNER casino_owner TEMPLATE casino_{} STRATEGY file_copy"
    address = partial(postgres_url, servers / "postgres", role="casino_app")
    offices: list[Office] = []

    def found() -> None:
        with superuser(servers) as connection:
            connection.execute(made.format("furnished", "template"))
        connect_as(address(database="casino_furnished"))
        things = furnished("tallinn")
        world = things.world
        world.staff[EVERY_ROLE] = a_member(world.club, Role.CASHIER, name="everybody")
        world.also(EVERY_ROLE, *set(Role.values) - {Role.CASHIER})
        keys = {role: program(world, role).key for role in [*Role.values, EVERY_ROLE]}
        offices.append(Office(slug="tallinn", keys=keys, ids=things.ids))

    @contextmanager
    def opened() -> Iterator[Office]:
        with django_db_blocker.unblock():
            if not offices:
                found()
            connections.close_all()
            with superuser(servers) as connection:
                connection.execute("DROP DATABASE IF EXISTS casino_asked WITH (FORCE)")
                connection.execute(made.format("asked", "furnished"))
            connect_as(address(database="casino_asked"))
            PerUser.counts.clear()
            yield offices[0]
            connect_as(os.environ["DATABASE_URL"])

    return opened


@pytest.fixture
def office(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Office]:
    """A club with an open shift; LONG=1: with one of everything."""
    monkeypatch.setattr(PerUser, "rate", "10000000/minute", raising=False)
    if LONG:
        with request.getfixturevalue("furnished_office")() as opened:
            yield opened
        return
    request.getfixturevalue("committed_db")
    world = a_club()
    furnish(world)
    world.also(Role.CASHIER, *set(Role.values) - {Role.CASHIER})
    keys = {EVERY_ROLE: program(world, Role.CASHIER).key}
    yield Office(slug=world.club.slug, keys=keys, ids={})


def furnish(world: World) -> None:
    """Put into the club what the operations need."""
    world.open_shift()
    world.player()
    world.jackpot()
    world.sell()


class Site:
    """
    Our WSGI application, whose threads share one connection.

    What comes is sent on as one who asks after the other; `again` sends it as all the others.
    """

    def __init__(self, office: Office, *, as_each: bool) -> None:
        self.application = get_wsgi_application()
        self.shared = connections["default"]
        self.keys = office.keys if as_each else {EVERY_ROLE: office.keys[EVERY_ROLE]}
        self.turns = cycle(self.keys)
        self.latest: tuple[str, dict[str, Any], bytes] = ("", {}, b"")
        self.found: dict[str, str] = {}
        self.requests: Counter[str] = Counter()
        self.shut: Counter[tuple[str, str]] = Counter()

    def __call__(self, environ: Any, start_response: Any) -> Any:
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        role = next(self.turns)
        self.latest = (role, environ, body)
        return self.sent_as(role, environ, body, start_response)

    def sent_as(self, role: str, environ: Any, body: bytes, start_response: Any) -> Any:
        connections["default"] = self.shared
        self.requests[role] += 1
        own = {"HTTP_AUTHORIZATION": f"Token {self.keys[role]}", "wsgi.input": BytesIO(body)}
        return self.application(environ | own, start_response)

    def again(self, case: schemathesis.Case) -> None:
        """Send the latest request as each of the others, and keep what was not promised."""
        first, environ, body = self.latest
        promised = case.operation.definition.raw["responses"]
        for role in self.keys.keys() - {first}:
            own_key = {"HTTP_IDEMPOTENCY_KEY": str(uuid4())}
            keyed = own_key if environ.get("HTTP_IDEMPOTENCY_KEY") else {}
            asked = (case.operation.label, role)
            if self.shut[asked] >= ENOUGH:
                continue
            answer = self.sent_as(role, environ | keyed, body, lambda *_: None)
            status = str(answer.status_code)
            self.shut[asked] += status == "403" and SHUT in answer.content
            answer.close()
            if status >= "500" or status not in promised:
                where = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}"
                query = environ["QUERY_STRING"]
                self.found[f"{case.operation.label} as {role}: {status}"] = (
                    f"{where}?{query} {body[:300]!r}"
                )


@pytest.fixture
def site(office: Office, tries: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    # Schemathesis asks for Flask at each request, and Python would look in every folder for it.
    monkeypatch.setitem(sys.modules, "flask", None)
    shared = connections["default"]
    shared.close()  # the next connection is asked once, not ahead of each request, if it lives
    monkeypatch.setitem(shared.settings_dict, "CONN_HEALTH_CHECKS", False)  # noqa: FBT003
    shared.inc_thread_sharing()
    asked = Site(office, as_each=tries == EXAMPLES)  # configures the logs once more
    monkeypatch.setattr(logging.getLogger("django.request"), "disabled", True)
    yield asked
    shared.dec_thread_sharing()


def schema(
    site: Site, office: Office, *, examples: int = 1, coverage: bool = True, **config: Any
) -> Any:
    """Return the schema as the site serves it, to be called without a server; ids are real."""
    real = {f"path.{name}": str(value) for name, value in office.ids.items()}
    settings = {
        "headers": {"Authorization": "Token of who asks"},
        "parameters": {"path.club": office.slug} | real,
        "generation": {"max-examples": examples, "deterministic": True},
        "suppress-health-check": ["all"],  # a busy machine generates slowly
        "checks": {"enabled": False} | {name: {"enabled": True} for name in CHECKS},
        "phases": {"coverage": {"enabled": coverage, "unexpected-methods": ["delete", "trace"]}},
    }
    if real:  # a wrong id in an address is replaced by one that is there, and is taken
        settings["checks"] |= {"negative_data_rejection": {"enabled": False}}  # type: ignore[operator]
    tried = schemathesis.openapi.from_dict(
        json.loads(published()), config=schemathesis.Config.from_dict(settings | config)
    )
    tried.app = site
    as_sent = json.loads(json.dumps(office.ids, default=str))  # a day, too

    @tried.hook
    def after_call(_: Any, case: schemathesis.Case, __: Any) -> None:
        site.again(case)

    @tried.hook
    def map_body(_: Any, body: Any) -> Any:
        """Name what is there in half of the bodies, the others are as they come."""
        if not isinstance(body, dict) or len(json.dumps(body, default=str)) % 2:
            return body
        return body | {name: as_sent[name] for name in body.keys() & as_sent.keys()}

    return tried


@cache
def published() -> bytes:
    """Return the schema as the site serves it."""
    return written(OpenApiJsonRenderer, "en")


# Together every operation; apart, so that workers share them.
PARTS = {
    "calculators and reports": "(calculators|reports)/",
    "tournaments": "tournaments/",
    "cash room": "(sessions|tables|waiting|hands|chip-moves|boxes|fills|stacks|time-rake)/",
    "guests and pools": "(players|claims|jackpots|rankings)/",
    "till": "(shifts|drawers|chips|payables|vault)/",
}


@pytest.mark.parametrize("part", [*PARTS, "everything else"])
def test_no_input_makes_an_undocumented_answer(site: Site, office: Office, tries: str, part: str):
    """Each operation by an example; every corner of each kind of input, LONG=1: of each input."""
    with_corners, without = with_all_corners(tries)
    found, phases = site.found, set()
    for which, coverage in ((with_corners, True), (without, False)):
        tried = schema(site, office, examples=MANY if tries == EXAMPLES else 1, coverage=coverage)
        if part in PARTS:
            tried = tried.include(which, path_regex=below(PARTS[part]))
        else:
            tried = tried.include(which).exclude(path_regex=below(*PARTS.values()))
        for event in from_schema(tried).execute():
            if isinstance(event, events.NonFatalError):
                found[f"{event.phase} {event.label}"] = repr(event.value)
            if isinstance(event, events.FatalError):
                found["schemathesis"] = repr(event.exception)
            if isinstance(event, events.ScenarioFinished):
                phases.add(str(event.phase))
                found |= failures(event)
                if LONG:  # a run of hours says how far it is
                    print(event.phase, event.label, *found.values(), site.requests, flush=True)  # noqa: T201

    assert not found, "\n".join(f"{name}: {why}" for name, why in found.items())
    corners = ["coverage"] * has_corners(tries, part)
    # Only where one answer leads to another request is there a walk through the states.
    assert phases | {"stateful"} == {"examples", *corners, "fuzzing", "stateful"}


def with_all_corners(tries: str) -> tuple[Filter, Filter]:
    """Return what chooses the operations whose corners are tried, and what chooses the others."""
    chosen = of_each_kind(json.loads(published()))

    def with_corners(context: schemathesis.HookContext) -> bool:
        label = context.operation.label if context.operation else ""
        return tries == CORNERS or (tries == BOTH and label in chosen)

    return with_corners, lambda context: not with_corners(context)


def has_corners(tries: str, part: str) -> bool:
    """Return whether a part has operations whose corners are tried."""
    if tries != BOTH:
        return tries == CORNERS
    chosen = of_each_kind(json.loads(published()))
    if part in PARTS:
        return any(re.search(below(PARTS[part]), each) for each in chosen)
    return any(not re.search(below(*PARTS.values()), each) for each in chosen)


def below(*addresses: str) -> str:
    """Return the expression that finds addresses below a club."""
    return rf"/clubs/\{{club}}/({'|'.join(addresses)})"


def test_each_operation_is_tried_in_one_part():
    paths = json.loads(published())["paths"]
    tried = [path for path in paths if re.search(below(*PARTS.values()), path)]
    for path in tried:
        assert sum(bool(re.search(below(each), path)) for each in PARTS.values()) == 1, path
    assert 100 < len(tried) < len(paths)


def test_the_operations_with_all_corners_are_few_and_there():
    document = json.loads(published())
    labels = {
        f"{method.upper()} {path}" for path, ways in document["paths"].items() for method in ways
    }
    chosen = of_each_kind(document)
    assert chosen <= labels
    assert 20 < len(chosen) < len(labels) / 4


def failures(event: events.ScenarioFinished) -> dict[str, str]:
    """Return what the checks found wrong in a scenario, with the request that shows it."""
    return {
        f"{event.label}: {check.name}": f"{check.failure_info.failure} <- {sent(event, case)}"
        for case, checks in event.recorder.checks.items()
        for check in checks
        if check.failure_info
    }


def sent(event: events.ScenarioFinished, case: str) -> str:
    """Return a request in short."""
    request = event.recorder.interactions[case].request
    return f"{request.method} {request.uri} {(request.body or b'')[:300]!r}"
