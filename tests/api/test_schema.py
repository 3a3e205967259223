"""The schema keeps what it promises: schemathesis tries every operation against it."""

import json
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from django.db import connections
from drf_spectacular.renderers import OpenApiJsonRenderer
from schemathesis.engine import events, from_schema

from casino.staff.models import Role
from casino.web.api import PerUser
from casino.web.document import written
from tests.api.program import Program, program
from tests.api.test_clubs import furnished
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
# Beside what the schema's corners ask for.
EXAMPLES = 30 if LONG else 1
EVERY_ROLE = "every role"
# LONG=1: as each role alone, too.
CALLERS = [EVERY_ROLE, *Role.values] if LONG else [EVERY_ROLE]


@dataclass(frozen=True, kw_only=True, slots=True)
class Office:
    """Who asks, and one of everything in the club, by the names that the API gives the ids."""

    caller: Program
    ids: dict[str, Any]


@pytest.fixture(params=CALLERS)
def office(
    request: pytest.FixtureRequest, committed_db: None, monkeypatch: pytest.MonkeyPatch
) -> Office:
    """A program in a club with an open shift; LONG=1: with one of everything."""
    monkeypatch.setattr(PerUser, "rate", "1000000/minute", raising=False)
    ids: dict[str, Any] = {}
    if LONG:
        furnished_club = furnished("tallinn")
        world, ids = furnished_club.world, furnished_club.ids
    else:
        world = a_club()
        furnish(world)
    if request.param != EVERY_ROLE:
        return Office(caller=program(world, request.param), ids=ids)
    for role in set(Role.values) - {Role.CASHIER}:
        a_member(world.club, role, name=world.staff[Role.CASHIER].username)
    return Office(caller=program(world, Role.CASHIER), ids=ids)


def furnish(world: World) -> None:
    """Put into the club what the operations need."""
    world.open_shift()
    world.player()
    world.jackpot()
    world.sell()


@pytest.fixture
def site(committed_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Our WSGI application; the threads that call it share this thread's connection."""
    # Schemathesis asks for Flask at each request, and Python would look in every folder for it.
    monkeypatch.setitem(sys.modules, "flask", None)
    shared = connections["default"]
    shared.inc_thread_sharing()
    application = get_wsgi_application()

    def call(environ: Any, start_response: Any) -> Any:
        connections["default"] = shared
        return application(environ, start_response)

    yield call
    shared.dec_thread_sharing()


def schema(site: Any, office: Office, *, coverage: bool = True, **config: Any) -> Any:
    """Return the schema as the site serves it, to be called without a server; ids are real."""
    real = {f"path.{name}": str(value) for name, value in office.ids.items()}
    settings = {
        "headers": {"Authorization": f"Token {office.caller.key}"},
        "parameters": {"path.club": office.caller.slug} | real,
        "generation": {"max-examples": EXAMPLES, "deterministic": True},
        "checks": {"enabled": False} | {name: {"enabled": True} for name in CHECKS},
        "phases": {"coverage": {"enabled": coverage, "unexpected-methods": ["delete", "trace"]}},
    }
    if real:  # a wrong id in an address is replaced by one that is there, and is taken
        settings["checks"] |= {"negative_data_rejection": {"enabled": False}}  # type: ignore[operator]
    tried = schemathesis.openapi.from_dict(
        json.loads(published()), config=schemathesis.Config.from_dict(settings | config)
    )
    tried.app = site

    @tried.hook
    def map_body(_: Any, body: Any) -> Any:
        """Name what is there in half of the bodies, the others are as they come."""
        if not isinstance(body, dict) or len(json.dumps(body, default=str)) % 2:
            return body
        return body | {name: office.ids[name] for name in body.keys() & office.ids.keys()}

    return tried


@cache
def published() -> bytes:
    """Return the schema as the site serves it."""
    return written(OpenApiJsonRenderer, "en")


# They are made by one function: every corner of the rake's stands for all, each of which has its
# example; LONG=1: every corner of each. What they answer is asked by test_calculators.py.
CALCULATORS = "calculators"
# Together every operation; apart, so that workers share them.
PARTS = {
    CALCULATORS: "calculators/(?!rake/)",
    "tournaments, bags to draws": "tournaments/.*id}/[a-d]",
    "tournaments, entries to waiting": "tournaments/($|.*id}/([e-z]|$))",
    "cash room": "(sessions|tables|waiting)/",
    "corrections": "(hands|chip-moves)/",
    "guests and pools": "(players|claims|jackpots|rankings)/",
    "till": "(shifts|drawers|chips|payables)/",
    "vault and count room": "(vault|boxes|fills|stacks|time-rake)/",
}
# Reports are made by one function: an instant, a guest and every filter stand for all.
OTHER_REPORTS = "reports/(?!balance|guest|ledger)[a-z]"


@pytest.mark.parametrize("part", [*PARTS, "everything else"])
def test_no_input_makes_an_undocumented_answer(site: Any, office: Office, part: str):
    found: dict[str, str] = {}
    phases = set()
    corners = LONG or part != CALCULATORS
    tried = schema(site, office, coverage=corners)
    if part in PARTS:
        tried = tried.include(path_regex=below(PARTS[part]))
    else:
        tried = tried.exclude(path_regex=below(*PARTS.values(), OTHER_REPORTS))
    for event in from_schema(tried).execute():
        if isinstance(event, events.NonFatalError | events.FatalError):
            found[type(event).__name__] = str(vars(event) if hasattr(event, "__dict__") else event)
        if isinstance(event, events.ScenarioFinished):
            phases.add(str(event.phase))
            found |= failures(event)

    assert not found, "\n".join(f"{name}: {why}" for name, why in found.items())
    # Only where one answer leads to another request is there a walk through the states.
    assert phases | {"stateful"} == {"examples", *(["coverage"] * corners), "fuzzing", "stateful"}


def below(*addresses: str) -> str:
    """Return the expression that finds addresses below a club."""
    return rf"/clubs/\{{club}}/({'|'.join(addresses)})"


def test_each_operation_is_tried_in_one_part():
    paths = json.loads(published())["paths"]
    tried = [path for path in paths if re.search(below(*PARTS.values()), path)]
    for path in tried:
        assert sum(bool(re.search(below(each), path)) for each in PARTS.values()) == 1, path
    left_out = [path for path in paths if re.search(below(OTHER_REPORTS), path)]
    assert 10 < len(left_out) < len(paths) - len(tried)


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
