"""What a manager types to let another program know."""

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.web.fields import ActForm
from casino.webhooks.models import Event
from casino.webhooks.services.keeping import MAX_LENGTH


class WebhookForm(ActForm):
    """An address and what it is told."""

    address = forms.CharField(
        label=_("Address"),
        max_length=MAX_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
    )
    events = forms.MultipleChoiceField(
        label=_("Events"), choices=Event.choices, widget=forms.CheckboxSelectMultiple
    )
