"""`gunicorn chaos.shifted_wsgi`: the site as it is, by a clock CHAOS_CLOCK_SECONDS ahead."""

import os
from datetime import datetime, timedelta

from django.utils import timezone

from casino.wsgi import application

_now, _ahead = timezone.now, timedelta(seconds=float(os.environ["CHAOS_CLOCK_SECONDS"]))


def _later() -> datetime:
    return _now() + _ahead


timezone.now = _later

__all__ = ["application"]
