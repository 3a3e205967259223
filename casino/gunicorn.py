"""
How the web server runs, for script/server, systemd and containers alike.

gunicorn --config=python:casino.gunicorn casino.wsgi
"""

from typing import Any

from environs import validate

from casino.environment import Environment
from casino.web.logs import LINES, to_standard_output

_env = Environment()
bind = [f"{_env.str('HOST', '127.0.0.1')}:{_env.str('PORT', '8000')}"]
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
    """Let the whole program say its lines there, now that it is imported."""
    to_standard_output()
