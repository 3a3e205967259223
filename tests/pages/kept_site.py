"""
A site made of what pages answered to a role, and of the static files; nothing else is there.

It listens like any other: Playwright's own routes would switch Chromium's cache off, and each page
would load and compile every script and style anew.
"""

import mimetypes
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders

from tests.pages.evening import Answer

HASH = re.compile(r"\.[0-9a-f]{12}(?=\.)")
FOR_EVER = {"Cache-Control": "max-age=31536000, immutable"}


class Kept(BaseHTTPRequestHandler):
    """Answers a navigation with the page; what scripts ask for later is not there."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *arguments: Any, pages: dict[str, Answer]) -> None:
        self.pages = pages
        super().__init__(*arguments)

    def do_GET(self) -> None:
        path = urlsplit(self.path).path
        if path in self.pages and self.headers["Sec-Fetch-Mode"] == "navigate":
            page = self.pages[path]
            self.say(page.status, page.content, page.headers)
        elif path.startswith(settings.STATIC_URL):
            name = HASH.sub("", path.removeprefix(settings.STATIC_URL))
            kind = {"Content-Type": mimetypes.guess_type(name)[0] or "text/plain"}
            self.say(200, Path(str(finders.find(name))).read_bytes(), FOR_EVER | kind)
        else:
            self.say(204, b"", {})

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        self.say(204, b"", {})

    def say(self, status: int, content: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if "Content-Length" not in headers:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def kept_site(pages: dict[str, Answer]) -> Iterator[str]:
    """Yield the address of a site with these pages."""
    by_address = {answer.where: answer for answer in pages.values()}
    handler = partial(Kept, pages=by_address)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
