"""A full disk is said as such: nothing was booked, and who runs the office must make room."""

import errno
import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

from casino.db import sqlstate
from casino.messages import msg
from casino.refusals import Refusal

FULL = "53100"  # as PostgreSQL calls it
FULL_HERE = {errno.ENOSPC, errno.EDQUOT}


class DiskFull(Refusal):
    """The database or this program could not write: the transaction took back all of it."""

    status = 507
    code = "disk_full"
    message = msg("The disk of the office is full, so nothing was booked.")
    next_step = msg("Call the operator of the office; then do it again.")


def is_full(error: BaseException | None) -> bool:
    """Return whether an error, or one behind it, means that a disk is full."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in FULL_HERE:
            return True
        if isinstance(error, Exception) and sqlstate(error) == FULL:
            return True
        error = error.__cause__ or error.__context__
    return False


def disk_full(request: HttpRequest) -> HttpResponse:
    """Say so, and offer to send the very same form again; the page writes and asks nothing."""
    fields = [(name, value) for name, values in request.POST.lists() for value in values]
    again = fields if "key" in request.POST else []
    context = {"path": request.get_full_path(), "again": again, "refusal": DiskFull()}
    return HttpResponse(render_to_string("507.html", context), status=DiskFull.status)


def failed(request: HttpRequest) -> HttpResponse:
    """Answer what nobody caught: a session too is written, after the page is drawn."""
    return disk_full(request) if is_full(sys.exc_info()[1]) else server_error(request)
