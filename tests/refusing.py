"""What the house refuses, asked for inside a test's own transaction."""

from collections.abc import Callable
from typing import Any, TypeVar

import pytest
from django.db import transaction

from casino.refusals import Refusal

R = TypeVar("R", bound=Refusal)


def refused(kind: type[R], act: Callable[..., Any], *arguments: Any, **more: Any) -> R:
    """Return the refusal of an act; the test's own transaction stays usable."""
    before = transaction.savepoint()
    with pytest.raises(kind) as caught:
        act(*arguments, **more)
    transaction.set_rollback(False)
    transaction.savepoint_rollback(before)
    return caught.value
