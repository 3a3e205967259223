"""What an accountant types about accounts of the club's own."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import form_of
from casino.journal.models import OwnAccount
from casino.journal.queries.accounts import own_accounts
from casino.journal.rules.accounts import KINDS, USUAL_LIMIT_CENTS
from casino.journal.services.accounts import add_account, change_account
from casino.web.fields import CentsField, NameField


def parent_field() -> forms.TypedChoiceField:
    """Return a field for the account above; its choices are those of a club."""
    return forms.TypedChoiceField(label=_("Under"), coerce=int, empty_value=None, required=False)


def limit_field() -> CentsField:
    """Return a field for the largest line that is no typing error."""
    return CentsField(
        label=_("Plausible limit"),
        required=False,
        initial=USUAL_LIMIT_CENTS,
        help_text=_("A line above it is refused as a typing error."),
    )


AddForm = form_of(
    add_account,
    code=NameField(label=_("Number"), max_length=8),
    name=_("Name"),
    kind=forms.ChoiceField(label=_("Type"), choices=list(KINDS.items())),
    parent_id=parent_field(),
    tax_code=_("Tax code"),
    cost_center=_("Cost centre"),
    limit_cents=limit_field(),
)
ChangeForm = form_of(
    change_account,
    name=_("Name"),
    parent_id=parent_field(),
    tax_code=_("Tax code"),
    cost_center=_("Cost centre"),
    limit_cents=limit_field(),
)


def with_parents(form: forms.Form, club_id: int, *, of: OwnAccount | None = None) -> Any:
    """Offer a form the accounts that one of its kind may stand under."""
    choices = [
        (each.pk, "\u2003" * depth + str(each))
        for depth, each in own_accounts(club_id)
        if of is None or (each.kind == of.kind and each != of)
    ]
    form.fields["parent_id"].choices = [("", _("none")), *choices]  # type: ignore[attr-defined]
    return form
