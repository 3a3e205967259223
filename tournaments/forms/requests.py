"""What is sold during play, at the desk or asked for on the floor."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, box, form_of
from casino.house.models import Club
from casino.messages import join
from casino.money import format_cents
from casino.refusals import Refusal
from casino.web.fields import ActForm
from casino.web.wall_clock import WallClockField, latest
from tournaments.forms.desk import PAYS
from tournaments.models import Entry, Purchase, Tournament
from tournaments.queries.days import last_played
from tournaments.services.during_play import AskedNoMore
from tournaments.services.late_purchases import permit_purchase
from tournaments.services.requests import request_purchase
from tournaments.services.selling import sell_more

DURING_PLAY = (Purchase.What.REBUY, Purchase.What.REENTRY, Purchase.What.ADDON)
FORGOTTEN = (Purchase.What.REBUY, Purchase.What.ADDON)


_ASKED = {
    "what": box(_("What"), choices=[(one, one.label) for one in DURING_PLAY]),
    "chips": box(_("Player's stack now"), initial=0, required=True),
}
RequestForm = form_of(request_purchase, **_ASKED)


@asks(
    sell_more,
    **_ASKED,
    paid_with=box(_("Paid by"), choices=PAYS),
    request_id=box(widget=forms.HiddenInput()),
)
class MoreForm(ActForm):
    """What is bought again, as the floor asked for it where it did."""

    def refuse(self, refusal: Refusal, **more: Any) -> None:
        """Stay with the request that was shown: sent once more it would be another sale."""
        shown = self.data.get("request_id")
        super().refuse(refusal, **more)
        if isinstance(refusal, AskedNoMore):
            self.data = dict(self.data.items()) | {"request_id": shown}


@asks(
    permit_purchase,
    what=box(_("What"), choices=[(one, one.label) for one in FORGOTTEN]),
    paid_at=box(_("Paid at"), WallClockField),
    chips=box(_("Player's stack then"), initial=0, required=True),
    reason=_("Reason"),
)
class LateForm(ActForm):
    """What was paid in its period and not entered, and when."""

    def __init__(self, *args: Any, club: Club, entry: Entry, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Who was out when a flight ended, or bagged chips then, paid on that day.
        self.club, self.now = club, min(now, last_played(entry) or now)

    def clean_paid_at(self) -> datetime:
        return latest(self.cleaned_data["paid_at"], club=self.club, now=self.now)


def priced(form: ActForm, tournament: Tournament) -> ActForm:
    """Let a form offer what the tournament sells during play, and say what each costs."""
    fields: Any = form.fields
    offered = {value for value, _ in fields["what"].choices}
    fields["what"].choices = [
        (one, join([one.label, format_cents(cents)], " "))
        for one in DURING_PLAY
        if one in offered and (cents := tournament.during_play_cents(one))
    ]
    return form
