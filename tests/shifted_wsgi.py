"""`CLOCK=FILE gunicorn tests.shifted_wsgi`: the site as it is, by the clock of a test."""

import os
from pathlib import Path

from django.utils import timezone

from tests.served_wsgi import application
from tests.shifted import Clock

timezone.now = Clock(Path(os.environ["CLOCK"])).now

__all__ = ["application"]
