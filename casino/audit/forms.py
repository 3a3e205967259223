"""What auditors and managers type."""

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.players.forms import DayField
from casino.staff.models import Role
from casino.web.fields import ActForm, NameField


class SearchForm(forms.Form):
    """What is looked for in the trail."""

    text = forms.CharField(required=False, max_length=100, label=_("Words or number"))
    who = forms.CharField(required=False, max_length=50, label=_("Who"))
    first = DayField(label=_("From gaming day"))
    last = DayField(label=_("To gaming day"))


class RoleForm(ActForm):
    """A role for somebody who has a sign-in."""

    username = NameField(max_length=50, label=_("Name of the sign-in"))
    role = forms.ChoiceField(choices=Role.choices, label=_("Role"))
    reason = NameField(max_length=200, label=_("Why"))


class ReasonForm(ActForm):
    """Why."""

    reason = NameField(max_length=200, label=_("Why"))


class ReviewForm(ActForm):
    """What the look at everybody's access showed."""

    remark = NameField(max_length=200, label=_("What it showed"))


class PermissionForm(ActForm):
    """Who acts and who is the second at this club."""

    acts = forms.MultipleChoiceField(
        label=_("Who does or proposes it"),
        choices=Role.choices,
        widget=forms.CheckboxSelectMultiple,
    )
    seconds = forms.MultipleChoiceField(
        label=_("Who is the second"),
        choices=Role.choices,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    from_day = DayField(label=_("From gaming day"))
    reason = NameField(max_length=200, label=_("Why"))
