"""What is tapped and scanned at the tables: who is there, and who never came."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, box, part_of
from casino.messages import msg
from casino.web.fields import ActForm, NameField
from tournaments.models import Entry
from tournaments.queries.presence import NoShow
from tournaments.services.presence import Seen, note_presence, remove_no_shows
from tournaments.services.shared import ChipsOf


@asks(note_presence)
class PresenceForm(ActForm):
    """The players of a table; ticked is who is there."""

    def __init__(
        self, *args: Any, players: Sequence[Entry], here: Mapping[int, bool], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.players = players
        for one in players:
            label = msg("Seat {seat}: {player}", seat=one.seat_no, player=one.player)
            how = box(label, initial=here.get(one.pk, True))
            self.fields[f"here_{one.pk}"] = part_of(Seen, "present", how)

    def arguments(self) -> dict[str, Any]:
        """Return who is there and who is not."""
        typed = self.cleaned_data
        return {
            "seen": [Seen(entry_id=one.pk, present=typed[f"here_{one.pk}"]) for one in self.players]
        }


@asks(
    note_presence,
    ticket=NameField(label=_("Ticket: scan it, or type its number"), max_length=200),
)
class ScanForm(ActForm):
    """A ticket scanned at the table, its address or its number."""

    SCANNED = re.compile(
        r"(?:.*/tournaments/entries/([0-9]{1,18})/ticket/?|([0-9]{1,9}))", re.ASCII
    )

    def __init__(self, *args: Any, players: Sequence[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = players

    def clean_ticket(self) -> Entry:
        """Return whose ticket it is."""
        match = self.SCANNED.fullmatch(self.cleaned_data["ticket"].strip())
        for one in self.players if match else ():
            if match and (match[1] == str(one.pk) or match[2] == str(one.number)):
                return one
        raise forms.ValidationError(_("No player of this tournament has that ticket."))

    def arguments(self) -> dict[str, Any]:
        """Return who is there."""
        return {"seen": [Seen(entry_id=self.cleaned_data["ticket"].pk, present=True)]}


@asks(remove_no_shows)
class NoShowsForm(ActForm):
    """What is left of the stacks that were blinded; the others are as they were bought."""

    def __init__(
        self, *args: Any, missing: Sequence[NoShow], bought: Mapping[int, int], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.missing, self.bought = missing, bought
        for one in missing:
            if one.stack.state != "not_in_play":
                label = msg("Chips of {player}", player=one.entry.player)
                most = bought[one.entry.pk]
                how = box(label, initial=most, max_value=most)
                self.fields[f"stack_{one.entry.pk}"] = part_of(ChipsOf, "chips", how)

    def arguments(self) -> dict[str, Any]:
        """Return the chips by entry."""
        typed = self.cleaned_data
        ids = [one.entry.pk for one in self.missing]
        return {
            "stacks": [
                ChipsOf(entry_id=each, chips=typed.get(f"stack_{each}", self.bought[each]))
                for each in ids
            ]
        }
