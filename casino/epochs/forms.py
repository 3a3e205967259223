"""The forms of what a restore lost."""

from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, box, form_of
from casino.epochs.models import Settlement
from casino.epochs.services.settling import declare_copy_gone, settle
from casino.refusals import Refusal
from casino.web.fields import ActForm
from casino.web.next_steps import NextStep

WAYS = [
    (Settlement.How.AGAIN.value, _("Record again")),
    (Settlement.How.NOT.value, _("Write off")),
]


@asks(
    settle,
    lost_ids=_("Lost acts"),
    how=box(_("Settle as"), choices=WAYS),
    reason=_("Why"),
)
class SettleForm(ActForm):
    """Which lost acts are settled together, how and why."""

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
