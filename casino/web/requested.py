"""Where one goes from what was asked for: to its signature, or on to what came of it."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Protocol

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve, reverse

from casino.web.roles import ClubRequest, may_open

# Where what came of a request stands, by the page and what of the content names it.
ABOUT = (
    ("claim", "claim_id"),
    ("payment", "payable_id"),
    ("tournament", "tournament_id"),
    ("session", "session_id"),
    ("shift", "shift_id"),
)


class Requested(Protocol):
    """A request: what it is about, and whether it is approved."""

    pk: int
    content: Mapping[str, Any]
    approved: bool | None


def to_request(
    request: ClubRequest, asked: Requested, *, at: str = "approval", on_to: str = ""
) -> HttpResponse:
    """
    Go to the page of a request; who signs alone is led on to what came of it at once.

    at: the name of the page, that of the signature, say; on_to: where one goes on, if it is known.
    """
    if asked.approved:
        return redirect(on_to or _page_above(request))
    return redirect(at, club=request.club.slug, proposal_id=asked.pk)


def page_about(request: ClubRequest, asked: Requested) -> str:
    """Return the page of what a request is about, "" where its reader opens none."""
    for page_name, key in ABOUT:
        if asked.content.get(key) and may_open(request, page_name):
            return reverse(page_name, args=[request.club.slug, asked.content[key]])
    return ""


def _page_above(request: ClubRequest) -> str:
    """Return the nearest page above that of the form: the vault's of /club/vault/withdraw/."""
    above = request.path.strip("/").split("/")[:-1]
    while len(above) > 1:
        address = f"/{'/'.join(above)}/"
        with suppress(Resolver404):
            if may_open(request, resolve(address).url_name or ""):
                return address
        above.pop()
    return request.path
