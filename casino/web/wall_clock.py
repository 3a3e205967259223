"""Times of a club's day as people type them."""

import re
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.house.models import Club


class WallClockField(forms.CharField):
    """A time on the club's wall clock, `23:05`; it becomes the latest such instant."""

    WRITTEN = re.compile(r"([01]?[0-9]|2[0-3]):[0-5][0-9]", re.ASCII)

    def __init__(self, **kwargs: Any) -> None:
        attributes = {"inputmode": "numeric", "autocomplete": "off", "placeholder": "23:05"}
        super().__init__(max_length=5, widget=forms.TextInput(attrs=attributes), **kwargs)

    def clean(self, value: Any) -> time | None:
        """Return the time, None where nothing was typed."""
        text = super().clean(value).replace(".", ":")
        if text and not self.WRITTEN.fullmatch(text):
            raise forms.ValidationError(_("Enter the time, for example 23:05."))
        return time.fromisoformat(text.zfill(5)) if text else None


def latest(wall: time, *, club: Club, now: datetime) -> datetime:
    """Return the latest instant, not after now, at which the club's clock showed a time."""
    zone = ZoneInfo(club.timezone)
    today = now.astimezone(zone).date()
    # An hour that autumn repeats is there twice, one that spring skips is not there at all.
    shown = (
        datetime.combine(today - timedelta(days=days), wall.replace(fold=fold), tzinfo=zone)
        for days in range(3)
        for fold in (1, 0)
    )
    instants = (at.astimezone(UTC) for at in shown)
    return next(at for at in instants if at <= now and at.astimezone(zone).time() == wall)
