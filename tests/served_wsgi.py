"""`gunicorn tests.served_wsgi`: the site as it is, but for the time that a password takes."""

from typing import Any

from django.core.cache import caches
from django.db.backends.signals import connection_created

from casino.wsgi import application
from tests.hashing import hash_quickly

hash_quickly()


def forget(**_: Any) -> None:
    """Keep no panel of the last test, whose database is gone: the next one's has its address."""
    from casino.board import views  # noqa: PLC0415  (after the program is set up)

    for name in ("panels", "days", "polls"):
        caches[name].clear()
    for kept in (views._board_panel, views._screen_panel, views._body):
        kept.cache_clear()


connection_created.connect(forget)

__all__ = ["application"]
