"""The forms of what a restore lost."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import form_of
from casino.epochs.models import Settlement
from casino.epochs.queries.standing import Lost
from casino.epochs.services.settling import declare_copy_gone
from casino.refusals import Refusal
from casino.web.fields import ActForm, NameField
from casino.web.next_steps import NextStep

WAYS = [
    (Settlement.How.AGAIN.value, _("Record again")),
    (Settlement.How.NOT.value, _("Write off")),
]


class SettleForm(ActForm):
    """Which lost acts are settled together, how and why."""

    lost_ids = forms.TypedMultipleChoiceField(label=_("Lost acts"), coerce=int)
    how = forms.ChoiceField(label=_("Settle as"), choices=WAYS)
    reason = NameField(label=_("Why"), max_length=200)

    def __init__(self, *args: Any, lost: list[Lost], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["lost_ids"].choices = [  # type: ignore[attr-defined]
            (each.row.pk, str(each.row.act_id)) for each in lost
        ]

    @property
    def chosen(self) -> set[str]:
        """Return what was chosen, so that a refused form shows it again."""
        return {str(each) for each in self["lost_ids"].value() or []}

    def refuse(
        self, refusal: Refusal, *, paragraph: str = "", next_step: NextStep | None = None
    ) -> None:
        """Keep a refusal, and all that was chosen."""
        chosen = sorted(self.chosen)
        super().refuse(refusal, paragraph=paragraph, next_step=next_step)
        self.data = {**self.data, "lost_ids": chosen}


GoneForm = form_of(declare_copy_gone, reason=_("Why"))
