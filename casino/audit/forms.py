"""What auditors and managers type."""

import re
from typing import Any

from django import forms
from django.apps import apps
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import form_of
from casino.audit.queries.access import members
from casino.audit.services import access, controls, keys
from casino.house.models import ControlProfile
from casino.players.forms import DayField
from casino.staff.models import Role, User
from casino.staff.permissions import PermissionOverride
from casino.web.fields import ActForm, NameField

# What may be the number of an act.
ID = re.compile(r"[0-9]{1,18}", re.ASCII)


class SearchForm(forms.Form):
    """What is looked for in the trail."""

    text = forms.CharField(required=False, max_length=100, label=_("Text or number"))
    who = forms.CharField(required=False, max_length=50, label=_("Who"))
    first = DayField(label=_("From gaming day"))
    last = DayField(label=_("To gaming day"))


class LookForm(ActForm):
    """Which exceptions somebody looked at; the ticks stand in the table."""

    act_ids = forms.TypedMultipleChoiceField(
        label=_("Exceptions"),
        coerce=int,
        error_messages={"required": _("Tick what you looked at.")},
    )
    note = NameField(max_length=200, label=_("Note"), required=False, empty_value="")

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        sent = data.getlist("act_ids") if data else []
        ids = [each for each in sent if ID.fullmatch(each)]
        self.fields["act_ids"].choices = [(each, each) for each in ids]  # type: ignore[attr-defined]


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
    controls.change_profile,
    profile=forms.ChoiceField(choices=ControlProfile.Name.choices, label=_("Control profile")),
    reason=_("Why"),
)
RoleForm = form_of(
    access.give_role,
    username=_("User name"),
    name=_("Name of a new colleague"),
    role=forms.ChoiceField(choices=Role.choices, label=_("Role")),
    reason=_("Why"),
)
ReviewForm = form_of(access.review_access, remark=_("Findings"))


def headings() -> list[tuple[str, Any]]:
    """Return what a key may open, as the API's document names it."""
    named = {
        each.name.removeprefix("casino."): each.verbose_name for each in apps.get_app_configs()
    }
    return [(each, (named | {"me": _("Sign-in")})[each]) for each in keys.HEADINGS]


_KeyForm = form_of(
    keys.make_key,
    user_id=forms.TypedChoiceField(label=_("Acts as"), coerce=int),
    name=_("What it is for"),
    reads_only=_("Reads only"),
    apps=forms.MultipleChoiceField(
        label=_("Opens"),
        choices=headings(),
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=_("everything, if nothing is ticked"),
    ),
    days=_("Days"),
    reason=_("Why"),
)


class KeyForm(_KeyForm):  # type: ignore[misc, valid-type]
    """A key of a program, that acts as one of the club's people."""

    def __init__(self, *args: Any, club_id: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = members(club_id)
        self.fields["user_id"].choices = [(each.user.pk, str(each.user)) for each in people]


class CodeForm(forms.Form):
    """Both halves of a code, and the password that is chosen with it."""

    username = forms.CharField(max_length=50, label=_("User name"))
    first = forms.CharField(max_length=20, label=_("First half of the code"))
    second = forms.CharField(max_length=20, label=_("Second half of the code"))
    password = forms.CharField(label=_("New password"), widget=forms.PasswordInput)
    again = forms.CharField(label=_("New password again"), widget=forms.PasswordInput)

    def clean(self) -> dict[str, Any]:
        """Raise ValidationError for two passwords, or a weak one."""
        given = self.cleaned_data
        password = given.get("password", "")
        if password != given.get("again", password):
            self.add_error("again", _("The two passwords differ."))
        try:
            validate_password(password, User(username=given.get("username", "")))
        except forms.ValidationError as error:
            self.add_error("password", error)
        return given
