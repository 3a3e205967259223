"""A straight or royal flush for the jackpot of a series, as it is typed."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.evidence import NEEDED
from casino.acts.forms import asks, box
from casino.cards import typed_cards
from casino.house.models import Club
from casino.web.fields import ActForm
from casino.web.wall_clock import WallClockField, latest
from tournaments.models import Entry
from tournaments.services.royal_flush import Holder, pay_royal_flush

EVIDENCE = (*NEEDED, "note")


@asks(
    pay_royal_flush,
    hand_name=_("Hand number"),
    board=box(
        _("Board, for example Th Jh Qh 2c 3d; none in stud"),
        forms.CharField,
        max_length=40,
        required=False,
    ),
    holder=forms.ChoiceField(label=_("Player")),
    own=forms.CharField(max_length=20, label=_("Hole cards, for example Ah Kh")),
    other=forms.ChoiceField(label=_("Second player, if tied"), required=False),
    others=forms.CharField(
        max_length=20, label=_("Hole cards of the second player"), required=False
    ),
    deck_checked_by=_("Deck counted and checked by"),
    camera_at=box(_("Showdown time on camera"), WallClockField),
    seal_number=_("Deck seal number"),
    witnesses=_("Witnesses"),
    note=_("Note"),
)
class FlushForm(ActForm):
    """The board, the own cards of up to two who hold it, and what proves the hand."""

    def __init__(
        self, *args: Any, entries: list[Entry], club: Club, now: datetime, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.club, self.now = club, now
        names = [(str(one.pk), f"{one.number} {one.player}") for one in entries]
        self.fields["holder"].choices = names  # type: ignore[attr-defined]
        self.fields["other"].choices = [("", _("none")), *names]  # type: ignore[attr-defined]

    def clean_camera_at(self) -> datetime | None:
        wall = self.cleaned_data["camera_at"]
        return latest(wall, club=self.club, now=self.now) if wall else None

    def arguments(self) -> dict[str, Any]:
        """Return the cards by entry, and the evidence."""
        values = super().arguments()
        held = {values.pop("holder"): values.pop("own")}
        other, others = values.pop("other"), values.pop("others")
        if other:
            held[other] = others
        holders = [Holder(entry_id=int(who), cards=typed_cards(own)) for who, own in held.items()]
        return values | {"board": typed_cards(values["board"]), "holders": holders}
