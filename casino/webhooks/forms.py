"""What a manager types to let another program know."""

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import box, form_of
from casino.webhooks.models import Event
from casino.webhooks.services.keeping import add_webhook

WebhookForm = form_of(
    add_webhook,
    address=box(
        _("Address"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "https://"}),
    ),
    events=box(_("Events"), choices=Event.choices, widget=forms.CheckboxSelectMultiple),
)
