"""No log of refusals: tests ask for them by the thousand, and to write them took half the time."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def refusals_unlogged() -> Iterator[None]:
    """Let Django log the site's own failures alone, and no request that it refused."""
    logger = logging.getLogger("django.request")
    logger.setLevel(logging.ERROR)
    yield
    logger.setLevel(logging.NOTSET)
