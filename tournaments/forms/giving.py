"""What is typed where the house gives: a series' jackpot, tickets of a campaign."""

from collections import Counter
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.messages import msg
from casino.money import format_cents
from casino.players.forms import GuestForm, PlayerField
from casino.web.fields import ActForm, CentsField, NameField
from tournaments.models import Entry, Tournament
from tournaments.services.series_jackpot import Winner

MAX_WINNERS = 3


class SeriesJackpotForm(ActForm):
    """Who gets how much of a series' jackpot, and which of its terms was met."""

    reason = NameField(label=_("Announced condition that was met"), max_length=200)

    def __init__(self, *args: Any, entries: list[Entry], pool_cents: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = msg(
            "The jackpot holds {collected}.", collected=format_cents(pool_cents)
        )
        names = [
            ("", _("none")),
            *((str(one.pk), f"{one.number} {one.player}") for one in entries),
        ]
        for number in range(1, MAX_WINNERS + 1):
            first = number == 1
            self.fields[f"entry_{number}"] = forms.ChoiceField(
                choices=names[first:],
                required=first,
                label=_("Player") if first else _("Second player"),
            )
            self.fields[f"cents_{number}"] = CentsField(required=first, label=_("Amount"))

    def arguments(self) -> dict[str, Any]:
        """Return cents by entry; who is named twice gets both amounts."""
        values, shares = self.cleaned_data, Counter[int]()
        for number in range(1, MAX_WINNERS + 1):
            if entry := values[f"entry_{number}"]:
                shares[int(entry)] += values[f"cents_{number}"] or 0
        return {
            "shares": [Winner(entry_id=entry, cents=cents) for entry, cents in shares.items()],
            "reason": values["reason"],
        }


class GiveTicketForm(GuestForm):
    """A ticket for a guest, and the campaign."""

    player = PlayerField()
    campaign = NameField(label=_("Promotion"))


class ClearTicketForm(ActForm):
    """Where a ticket leads from now on, or that its price is paid; and why."""

    move_to_id = forms.TypedChoiceField(
        coerce=int, empty_value=None, required=False, label=_("Move to tournament")
    )
    reason = NameField(label=_("Reason"), max_length=200)

    def __init__(self, *args: Any, others: list[Tournament], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        paid = [("", _("none, pay the value at the cage"))]
        fields["move_to_id"].choices = [*paid, *((one.pk, one.name) for one in others)]
