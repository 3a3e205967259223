"""
Who signs looks first, as the page does: outside any act, where nothing can be locked.

A page has no transaction: a preview that locks rows there is an error, and the list of all
requests with it. A test has one, and would not notice.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.db import connection

from casino.approvals import services
from casino.approvals.models import Proposal
from casino.house.stamp import Stamp
from casino.refusals import Refusal


def look_first() -> None:
    """Let every signature of the tests be preceded by a look at what is signed."""
    check = services._check_signature

    def look(stamp: Stamp, proposal: Proposal, *given: Any, **hands: Any) -> None:
        ahead = services.COMPLETIONS[proposal.operation].ahead
        if ahead:
            with connection.execute_wrapper(lock_nothing), suppress(Refusal):
                ahead(replace(stamp, act_id=0), proposal)
        check(stamp, proposal, *given, **hands)

    services._check_signature = look


def lock_nothing(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
    """Refuse what a page cannot do."""
    assert "FOR NO KEY UPDATE" not in sql, f"a preview locks rows: {sql}"
    assert "FOR UPDATE" not in sql, f"a preview locks rows: {sql}"
    return execute(sql, *rest)
