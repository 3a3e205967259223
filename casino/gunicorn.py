"""
How the web server runs, for script/server, systemd and containers alike.

gunicorn --config=python:casino.gunicorn casino.wsgi
"""

import os
import socket
import sys
from typing import Any

from environs import validate

from casino.environment import Environment
from casino.web.logs import LINES, to_standard_output

FREE_IT = "end what uses it, or set HOST and PORT."
_env = Environment()
_host = _env.str("HOST", "127.0.0.1")
_port = _env.int("PORT", 8000, validate=validate.Range(min=1, max=65535))
bind = [f"{_host}:{_port}"]
workers = _env.int("WEB_WORKERS", 2, validate=validate.Range(min=1, max=256))
threads = _env.int("WEB_THREADS", 8, validate=validate.Range(min=1, max=256))
worker_class = "casino.web.worker.WholeRequests"
preload_app = True  # imported once for all workers
graceful_timeout = 10
timeout = 90  # beyond what the database lets a statement take
keepalive = 5
control_socket_disable = True
# Longer lines and more fields than a browser sends.
limit_request_line = 8190
limit_request_fields = 100
# Its own lines are JSON like all others; an access log would say whom somebody looked for.
accesslog = None
logconfig_dict: dict[str, Any] = {
    **LINES,
    "loggers": {
        "gunicorn.error": {"handlers": [], "propagate": True, "level": "INFO"},
        "gunicorn.access": {"handlers": [], "propagate": False},
    },
}


def on_starting(_server: Any) -> None:
    """Say whose the port is where it is taken; let the whole program say its lines there."""
    family = socket.AF_INET6 if ":" in _host else socket.AF_INET
    if "GUNICORN_FD" not in os.environ:  # else it is the one before us that has it
        try:
            socket.create_server((_host.strip("[]"), _port), family=family).close()
        except OSError as error:
            why = str(error.strerror).partition(" (")[0]
            said = f"Cannot listen on {_host}:{_port} ({why}): {FREE_IT}"
            print(said, file=sys.__stderr__, flush=True)
            raise SystemExit(os.EX_TEMPFAIL) from None
    to_standard_output()
