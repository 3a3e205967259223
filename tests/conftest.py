"""Imports no Django: the unit tests run with Django's plugin switched off."""

import atexit
import gc
import logging
import sys
from typing import Any

from script.environment import compile_messages

pytest_plugins = ["tests.database", "tests.scheduling", "tests.shifted", "tests.site"]
# jsonschema imports it to know IRIs, of which we have none; it compiles its grammar for seconds.
GRAMMAR = "rfc3987_syntax"
LOOPBACK = ("127.", "::1", "localhost")


# What Django and axes log of each refused request and each sign-in: tests have thousands of both.
UNLOGGED = {"django.request": logging.ERROR, "axes": logging.WARNING}


def pytest_configure() -> None:
    """Let pages speak all their languages, and no test reach beyond this machine."""
    compile_messages()
    sys.addaudithook(stay_at_home)
    for name, level in UNLOGGED.items():
        logging.getLogger(name).setLevel(level)
    gc.set_threshold(10_000, 20, 20)
    sys.modules[GRAMMAR] = None  # type: ignore[assignment]  (as if it were not installed)
    atexit.register(gc.freeze)


def pytest_collection_finish() -> None:
    """Look for garbage in what the tests make: what was imported for them stays to the end."""
    gc.freeze()


def stay_at_home(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse a connection to an address that is not this machine's own."""
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        host = str(arguments[1][0])
        if not host.startswith(LOOPBACK):
            raise OSError(f"A test wants to reach {host}: tests stay on this machine.")
