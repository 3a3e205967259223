"""The door of programs: an act as a POST of the API, all of it read off the act."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from django.http import HttpResponseBase
from rest_framework.fields import empty
from rest_framework.request import Request

from casino.acts.fields import body_of
from casino.acts.runner import Act
from casino.ledger.api import ActView
from casino.web.endpoints import CREATED, Nothing, answer, checked, idempotency_key, single
from casino.web.openapi import described
from casino.web.roles import request_stamp

R = TypeVar("R")


def sends(
    act: Act[..., R],
    gives: Any,
    *,
    status: int = CREATED,
    example: dict[str, Any] | None = None,
    of: Callable[[R], Any] = lambda result: result,
) -> Callable[..., HttpResponseBase]:
    """
    Return the POST method of an act: what the address does not say stands in its body.

    gives: a serializer of the result, or of what `of` takes from it. The request's Idempotency-Key
    is the act's; a repeat is answered with the first result and `Idempotent-Replayed: true`.
    """

    def post(self: ActView, request: Request, **ids: Any) -> HttpResponseBase:
        checked(Nothing, single(request))
        stamp = request_stamp(request, idempotency_key(request))
        result = act(stamp, **ids, **checked(body_of(act, frozenset(ids)), request.data))
        response = answer(gives, of(result), status)
        if self.was_replayed(stamp, result):
            response["Idempotent-Replayed"] = "true"
        return response

    post.__doc__ = act.__doc__
    post.__module__ = act.__module__
    post.act, post.body = act, partial(body_of, act)  # type: ignore[attr-defined]
    return described(post, takes=empty, asks=None, gives={status: gives}, example=example)
