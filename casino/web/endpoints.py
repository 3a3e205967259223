"""An endpoint: club and role from the address, values from a strict serializer, one call."""

import re
from collections.abc import Callable
from datetime import datetime
from functools import cache, wraps
from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import (
    MethodNotAllowed,
    NotFound,
    PermissionDenied,
    ValidationError,
)
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

import casino.web.converters  # noqa: F401  (registers `id` and `day`)
from casino.house.keys import REFUSED, may_be_sent
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.paging import Page
from casino.staff.permissions import is_dangerous
from casino.web.api import AlwaysJSON, Scope
from casino.web.openapi import KEY, described
from casino.web.roles import enter, may_open, request_stamp, say_controls
from casino.web.serializers import LimitField, ShapedSerializer, StrictSerializer, TextField
from casino.web.step_up import check_fresh

Method = Callable[..., Any]
WRITTEN_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII | re.IGNORECASE)
CREATED = 201
MAX_ROWS = 1000
OF_LINK = "Which rows: as the Link of the answer before says, the first if left out."


class Nothing(StrictSerializer):
    """No field at all."""


class ClubView(APIView):
    """
    What can be done at an address below a club; `club` and the request's roles are known.

    Its methods are made by `reads` and `writes`.
    """

    content_negotiation_class = AlwaysJSON
    http_method_names = ["get", "post", "put"]

    def dispatch(self, request: Any, club: str, **ids: Any) -> HttpResponseBase:
        """Answer; the methods get the ids of the address without the club."""
        self.slug = club
        return super().dispatch(request, **ids)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let in who may: the right club, then the right role for the method."""
        super().initial(request, *args, **kwargs)
        name = (request.method or "").lower()
        if name not in self.http_method_names or not hasattr(self, name):
            raise MethodNotAllowed(name.upper())
        act = getattr(getattr(self, name), "act", None)
        enter(request, self.slug, act=act.name if act else "")
        scope, method = request.auth, request.method or ""
        check_fresh(request, dangerous=act is not None and is_dangerous("does", act.name))
        if isinstance(scope, Scope) and not scope.opens(self.app, method, club_id=self.club.pk):
            raise PermissionDenied(_("This API key may not do that."))

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Let the answer say the club's control profile."""
        return say_controls(super().finalize_response(request, response, *args, **kwargs), request)

    @property
    def app(self) -> str:
        """The heading of the API that the view stands under."""
        return type(self).__module__.removeprefix("casino.").split(".")[0]

    @property
    def club(self) -> Club:
        club: Club = self.request.club  # type: ignore[attr-defined]
        return club

    @property
    def at(self) -> datetime:
        """When it was asked, by the database's clock."""
        at: datetime = self.request.at  # type: ignore[attr-defined]
        return at

    @property
    def user_id(self) -> int:
        """Who is asking."""
        return int(self.request.user.pk)  # type: ignore[arg-type]

    def opens(self, address: str) -> bool:
        """Return whether who is asking looks at an address, by name."""
        entered: Any = self.request
        return may_open(entered, address)

    def was_replayed(self, stamp: Stamp, result: Any) -> bool:
        """Return whether a write had been carried out before."""
        return bool(getattr(result, "replayed", False))


def reads(
    gives: Any, *, asks: type[StrictSerializer] | None = None, page: int = 0
) -> Callable[[Method], Method]:
    """
    Make a GET method: it gets what the query string asks.

    gives: a serializer of the result, or {(200, media type): what} of a file that it returns.
    page: of a list that grows, how many rows one answer has where nobody asks for more; the
    method gets a Page, and the answer's Link leads to the next.
    """
    asked_for = _paged(asks, page) if page else asks

    def decorate(method: Method) -> Method:
        @wraps(method)
        def get(self: ClubView, request: Request, **ids: Any) -> HttpResponseBase:
            asked = checked(asked_for or Nothing, single(request))
            if not page:
                return answer(gives, method(self, **ids, **asked))
            part = Page(asked.pop("limit"), asked.pop("cursor"))
            response = answer(gives, method(self, **ids, **asked, page=part))
            return led_on(request, response, "cursor", part.next or None)

        answers = gives if isinstance(gives, dict) else {200: gives}
        return described(
            get, takes=None, asks=asked_for, gives=answers, example=None, grows=page > 0
        )

    return decorate


def led_on(
    request: Request, response: HttpResponseBase, name: str, following: str | int | None
) -> HttpResponseBase:
    """Return an answer whose Link leads to the next rows, by name in the query; None: no more."""
    if following is not None:
        here = replace_query_param(request.build_absolute_uri(), name, following)
        response["Link"] = f'<{here}>; rel="next"'
    return response


def _paged(asks: type[StrictSerializer] | None, rows: int) -> type[StrictSerializer]:
    base = asks or StrictSerializer
    fields = {
        "limit": LimitField(default=rows, maximum=MAX_ROWS),
        "cursor": TextField(max_length=500, required=False, default="", help_text=OF_LINK),
    }
    return type(f"{base.__name__}Page", (base,), fields | {"__module__": base.__module__})


def writes(
    gives: Any,
    *,
    takes: type[StrictSerializer] | None = None,
    status: int = CREATED,
    example: dict[str, Any] | None = None,
    act: Any = None,
) -> Callable[[Method], Method]:
    """
    Make a POST or PUT method: it gets a stamp and the body's values. act: whose door it is.

    The stamp carries the request's Idempotency-Key; a repeat is answered with the first result
    and the header `Idempotent-Replayed: true`.
    """

    def decorate(method: Method) -> Method:
        @wraps(method)
        def write(self: ClubView, request: Request, **ids: Any) -> HttpResponseBase:
            checked(Nothing, single(request))
            stamp = request_stamp(request, idempotency_key(request))
            result = method(self, stamp, **ids, **checked(takes or Nothing, request.data))
            response = answer(gives, result, status)
            if self.was_replayed(stamp, result):
                response["Idempotent-Replayed"] = "true"
            return response

        write.takes, write.act = takes, act  # type: ignore[attr-defined]
        return described(write, takes=takes, asks=None, gives={status: gives}, example=example)

    return decorate


def computes(
    gives: Any, *, takes: type[ShapedSerializer], example: dict[str, Any]
) -> Callable[[Method], Method]:
    """
    Make a POST method that writes nothing: it needs no key.

    gives: the JSON Schema of what the method returns.
    """

    def decorate(method: Method) -> Method:
        @wraps(method)
        def post(self: ClubView, request: Request, **ids: Any) -> HttpResponseBase:
            checked(Nothing, single(request))
            return Response(method(self, checked(takes, request.data), **ids))

        shown: dict[str, Any] = {
            "takes": takes,
            "asks": None,
            "gives": {200: gives},
            "example": example,
        }
        return described(post, **shown, keyed=False)

    return decorate


@cache
def made(serializer: type[BaseSerializer[Any]]) -> BaseSerializer[Any]:
    """Return a serializer with its fields, which DRF else makes each time; it keeps no data."""
    return serializer()


def checked(serializer: type[BaseSerializer[Any]], data: Any) -> dict[str, Any]:
    """Return the values of a body or query string. Raises ValidationError, Refusal."""
    values: dict[str, Any] = made(serializer).run_validation(data)  # type: ignore[arg-type]
    return values


def single(request: Request) -> dict[str, str]:
    """Return the query string's values. Raises ValidationError for a name that stands twice."""
    given = request.query_params
    twice = {name: [_("given twice")] for name, values in given.lists() if len(values) > 1}
    if twice:
        raise ValidationError(twice)
    return given.dict()


def idempotency_key(request: Request) -> UUID:
    """Return the request's key. Raises ValidationError when there is none."""
    text = request.headers.get(KEY, "")
    if not WRITTEN_UUID.fullmatch(text):
        raise ValidationError({KEY: [_("Send a UUID, a new one for each new operation.")]})
    if not may_be_sent(key := UUID(text)):
        raise ValidationError({KEY: [REFUSED]})
    return key


def answer(gives: Any, result: Any, status: int = 200) -> HttpResponseBase:
    """Return the result as JSON, or as it is when it is a file already."""
    if isinstance(result, HttpResponseBase):
        return result
    shown = made(gives) if isinstance(gives, type) else gives
    return Response(shown.to_representation(result), status=status)


class Elsewhere(APIView):
    """Every address of the API that is none."""

    authentication_classes = ()
    permission_classes = ()
    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Say so."""
        if not request.path.endswith("/"):
            raise NotFound(_("There is no such address: each ends with a slash."))
        raise NotFound(_("There is no such address."))
