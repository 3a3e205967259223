"""What auditors and managers type."""

import re
from typing import Any

from django import forms
from django.apps import apps
from django.contrib.auth.password_validation import validate_password
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import Box, asks, box, form_of
from casino.audit.services import access, controls, exceptions, keys
from casino.house.models import ControlProfile
from casino.players.forms import DayField
from casino.staff.models import Role, User
from casino.web.fields import ActForm

# What may be the number of an act.
ID = re.compile(r"[0-9]{1,18}", re.ASCII)


class SearchForm(forms.Form):
    """What is looked for in the trail."""

    text = forms.CharField(required=False, max_length=100, label=_("Text or number"))
    who = forms.CharField(required=False, max_length=50, label=_("Who"))
    first = DayField(required=False, label=_("From gaming day"))
    last = DayField(required=False, label=_("To gaming day"))


@asks(
    exceptions.look_at_exceptions,
    act_ids=box(_("Exceptions"), error_messages={"required": _("Tick what you looked at.")}),
    note=_("Note"),
)
class LookForm(ActForm):
    """Which exceptions somebody looked at; the ticks stand in the table."""

    def __init__(self, data: Any = None) -> None:
        super().__init__(data)
        sent = data.getlist("act_ids") if data else []
        ids = [each for each in sent if ID.fullmatch(each)]
        self.fields["act_ids"].choices = [(each, each) for each in ids]  # type: ignore[attr-defined]


def _roles(label: Any, **more: Any) -> Box:
    return box(label, choices=Role.choices, widget=forms.CheckboxSelectMultiple, **more)


ReasonForm = form_of(access.dismiss, reason=_("Why"))
PermissionForm = form_of(
    controls.change_permissions,
    # Nobody at all is nothing that a page proposes.
    acts=_roles(_("Performs or proposes"), required=True),
    seconds=_roles(_("Approves")),
    reads=_roles(_("Views")),
    from_day=box(_("From gaming day"), DayField),
    reason=_("Why"),
)
ProfileForm = form_of(
    controls.change_profile,
    profile=box(_("Control profile"), choices=ControlProfile.Name.choices),
    reason=_("Why"),
)
RoleForm = form_of(
    access.give_role,
    username=_("User name"),
    name=_("Name of a new colleague"),
    role=box(_("Role"), choices=Role.choices),
    reason=_("Why"),
)
WithdrawRoleForm = form_of(
    access.withdraw_role, role=box(_("Role"), choices=Role.choices), reason=_("Why")
)
DismissForm = form_of(
    access.dismiss, reason=_("Reason"), keeps_webhooks=_("Keep them: they are the club's")
)
ReviewForm = form_of(access.review_access, remark=_("Findings"))


def headings() -> list[tuple[str, Any]]:
    """Return what a key may open, as the API's document names it."""
    named = {
        each.name.removeprefix("casino."): each.verbose_name for each in apps.get_app_configs()
    }
    return [(each, (named | {"me": _("Sign-in")})[each]) for each in keys.HEADINGS]


KeyForm = form_of(
    keys.make_key,
    user_id=_("Acts as"),
    name=_("What it is for"),
    reads_only=_("Reads only"),
    apps=box(
        _("Opens"),
        choices=headings(),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("everything, if nothing is ticked"),
    ),
    days=_("Days"),
    reason=_("Why"),
)


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
