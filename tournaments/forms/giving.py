"""What is typed where the house gives: bounties, a series' jackpot, tickets of a campaign."""

from collections import Counter
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, box, form_of, part_of
from casino.messages import msg
from casino.money import format_cents
from casino.players.forms import GUEST, GuestForm
from casino.web.fields import ActForm
from tournaments.models import Entry
from tournaments.services.bounties import collect_bounties
from tournaments.services.campaigns import give_ticket
from tournaments.services.series_jackpot import Winner, pay_series_jackpot
from tournaments.services.tickets import clear_ticket, take_back_clearing, take_back_ticket

MAX_WINNERS = 3


@asks(pay_series_jackpot, reason=_("Announced condition that was met"))
class SeriesJackpotForm(ActForm):
    """Who gets how much of a series' jackpot, and which of its terms was met."""

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
            how = box(_("Amount"), required=first)
            self.fields[f"cents_{number}"] = part_of(Winner, "cents", how)

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


GiveTicketForm = form_of(give_ticket, GuestForm, player=GUEST, campaign=_("Promotion"))
# Where a ticket leads from now on, or that its price is paid; and why.
ClearTicketForm = form_of(clear_ticket, move_to_id=_("Move to tournament"), reason=_("Reason"))
ClearingBackForm = form_of(take_back_clearing, reason=_("Reason"))
TakeBackTicketForm = form_of(take_back_ticket, reason=_("Reason"))
# The page's own: the digest of whose chips it shows, and of how much.
BountiesForm = form_of(collect_bounties, shown=forms.CharField(widget=forms.HiddenInput()))
