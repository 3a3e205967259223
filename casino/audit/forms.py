"""What auditors and managers type."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import form_of
from casino.audit import services
from casino.house.models import ControlProfile
from casino.players.forms import DayField
from casino.staff.models import Role
from casino.staff.permissions import PermissionOverride
from casino.web.fields import ActForm, NameField


class SearchForm(forms.Form):
    """What is looked for in the trail."""

    text = forms.CharField(required=False, max_length=100, label=_("Text or number"))
    who = forms.CharField(required=False, max_length=50, label=_("Who"))
    first = DayField(label=_("From gaming day"))
    last = DayField(label=_("To gaming day"))


class ReasonForm(ActForm):
    """Why."""

    reason = NameField(max_length=200, label=_("Why"))


class PermissionForm(ActForm):
    """Who acts, who is the second and who reads at this club, where the row asks for any."""

    acts = forms.MultipleChoiceField(
        label=_("Performs or proposes"),
        choices=Role.choices,
        widget=forms.CheckboxSelectMultiple,
    )
    seconds = forms.MultipleChoiceField(
        label=_("Approves"),
        choices=Role.choices,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    reads = forms.MultipleChoiceField(
        label=_("Views"),
        choices=Role.choices,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    from_day = DayField(label=_("From gaming day"))
    reason = NameField(max_length=200, label=_("Why"))

    def __init__(self, *args: Any, usual: PermissionOverride, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("acts", "seconds"):
            if not getattr(usual, name):
                del self.fields[name]


ProfileForm = form_of(
    services.change_profile,
    profile=forms.ChoiceField(choices=ControlProfile.Name.choices, label=_("Control profile")),
    reason=_("Why"),
)
RoleForm = form_of(
    services.give_role,
    username=_("User name"),
    role=forms.ChoiceField(choices=Role.choices, label=_("Role")),
    reason=_("Why"),
)
ReviewForm = form_of(services.review_access, remark=_("Findings"))
