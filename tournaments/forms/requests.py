"""What is sold during play, at the desk or asked for on the floor."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import form_of
from casino.messages import join
from casino.money import format_cents
from casino.web.fields import ActForm, WholeField
from tournaments.forms.desk import PAYS
from tournaments.models import Purchase, Tournament
from tournaments.services.requests import request_purchase
from tournaments.services.selling import sell_more

DURING_PLAY = (Purchase.What.REBUY, Purchase.What.REENTRY, Purchase.What.ADDON)


def _asked() -> dict[str, forms.Field]:
    return {
        "what": forms.ChoiceField(
            choices=[(one, one.label) for one in DURING_PLAY], label=_("What")
        ),
        "chips": WholeField(label=_("Player's stack now"), initial=0),
    }


MoreForm = form_of(
    sell_more, **_asked(), paid_with=forms.ChoiceField(choices=PAYS, label=_("Paid by"))
)
RequestForm = form_of(request_purchase, **_asked())


def priced(form: ActForm, tournament: Tournament) -> ActForm:
    """Let a form say what each costs that the tournament sells during play."""
    fields: Any = form.fields
    fields["what"].choices = [
        (one, join([one.label, format_cents(cents)], " ") if cents else one.label)
        for one in DURING_PLAY
        for cents in [tournament.during_play_cents(one)]
    ]
    return form
