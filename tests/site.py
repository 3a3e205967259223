"""
The site as it really runs: gunicorn on this worker's database, and Chromium in front of it.

A test that uses `live_site` commits: whatever it and the site wrote is gone afterwards.
"""

import os
import shutil
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from script.check import BROWSERS
from script.children import PATIENCE_SECONDS, Command, running, wait_until
from script.office import TOP, collect_static
from tests.database import forget_connections

GUNICORN: Command = [Path(sys.executable).parent / "gunicorn"]
GUNICORN += ["--no-control-socket", "--workers=1", "--threads=8"]
WORKER = "casino.web.worker.WholeRequests"
PATIENCE = 1_000 * PATIENCE_SECONDS  # as Playwright counts
CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
]


@contextmanager
def serving(
    servers: Path, application: str, *, worker: str = WORKER, **environment: str
) -> Iterator[str]:
    """Run the site; its address. The socket is ours, so its port is surely free."""
    with (
        socket.create_server(("127.0.0.1", 0)) as door,
        serving_at(door, servers, application, worker=worker, **environment) as address,
    ):
        yield address


@contextmanager
def serving_at(
    door: socket.socket,
    servers: Path,
    application: str,
    *,
    worker: str = WORKER,
    **environment: str,
) -> Iterator[str]:
    """Run the site behind a socket, which outlives it."""
    log = servers / "log" / f"{application}-{door.fileno()}.log"
    log.unlink(missing_ok=True)
    collect_static()
    host, port = door.getsockname()
    command = [*GUNICORN, f"--worker-class={worker}", application]
    command += [f"--bind=fd://{door.fileno()}"]
    own = {"cwd": TOP, "env": os.environ | environment, "pass_fds": [door.fileno()]}
    with running(command, log=log, **own) as child:
        wait_until(lambda: "Booting worker" in log.read_text(), child, name="gunicorn", log=log)
        yield f"http://{host}:{port}"


@pytest.fixture(scope="session")
def gunicorn(servers: Path, django_db_setup: None) -> Iterator[str]:
    """The address of a running site."""
    with serving(servers, "tests.served_wsgi") as address:
        # It starts only while the database's functions are its own: see tests/shifted.py.
        urlopen(f"{address}/healthz", timeout=PATIENCE_SECONDS).close()
        yield address


@pytest.fixture
def live_site(gunicorn: str, committed_db: None) -> str:
    """The address of the running site, with a database that this test may fill."""
    return gunicorn


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, driven by Playwright."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if not path:
        pytest.fail("Chromium is missing: script/test installs it or says why not", pytrace=False)
    # Playwright keeps an event loop in this thread; without this Django would refuse to query.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    # Beside a loop Django has connections of its own; a forked child, in which none runs, would
    # find the old ones again, of a database that is gone.
    forget_connections()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=CHROMIUM)
        yield launched
        launched.close()


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """Chromium for one test: windows that stay open would ask for news for ever."""
    yield chromium
    for profile in chromium.contexts:
        profile.close()


@pytest.fixture
def context(browser: Browser, live_site: str) -> BrowserContext:
    """A fresh browser profile on the site: `page.goto("/sign-in/")` needs no host."""
    fresh = browser.new_context(base_url=live_site, viewport={"width": 1280, "height": 800})
    fresh.set_default_timeout(PATIENCE)
    return fresh


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """A page in a fresh browser profile."""
    return context.new_page()
