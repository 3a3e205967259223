"""Whom a page of the desk says that something needs."""

from casino.approvals.queries import is_host
from casino.cage.rules import Signatures
from casino.web.roles import ClubRequest, request_stamp


def needs_of(request: ClubRequest, needs: Signatures) -> Signatures:
    """Return who signs; the host of a home needs nobody."""
    return "one" if is_host(request_stamp(request)) else needs
