"""What is typed about the ranking: places, editions, cards of one person."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, box, form_of, part_of
from casino.editions.forms import BOOKS
from casino.house.models import Club
from casino.house.rulebook import load_book
from casino.messages import msg, msg_count
from casino.players.forms import GUEST, GuestForm
from casino.players.models import Player
from casino.web.fields import ActForm, WholeField
from ranking.services.correcting import PlaceOf, correct_points
from ranking.services.joining import join_cards, part_cards
from ranking.services.keeping import keep_edition
from ranking.services.taking_back import take_back_payout
from ranking.services.winners import correct_winner
from tournaments.models import Tournament

RANKED = [(name, title) for name, title in BOOKS if load_book(name).ranking]
MAX_FACTORS = 50


class FactorsField(forms.CharField):
    """Place factors as they are read out: 30 24 20 16."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"autocomplete": "off"})
        super().__init__(max_length=300, widget=widget, **kwargs)

    def clean(self, value: Any) -> list[int]:
        """Return the factors, nothing where nothing was typed."""
        words = re.split(r"[\s,;]+", super().clean(value).strip())
        words = [word for word in words if word]
        if not all(WholeField.DIGITS.fullmatch(word) for word in words):
            raise forms.ValidationError(
                _("Enter whole numbers separated by spaces, for example 30 24 20.")
            )
        if len(words) > MAX_FACTORS:
            raise forms.ValidationError(
                msg_count(
                    "Enter at most {number} place.", "Enter at most {number} places.", MAX_FACTORS
                ).localized()
            )
        return [int(word) for word in words]


@asks(correct_points, reason=_("Why"))
class CorrectForm(ActForm):
    """The places of a tournament as they should have been; empty: no place with points."""

    def __init__(
        self, *args: Any, tournament: Tournament, places: dict[int, int], **kw: Any
    ) -> None:
        super().__init__(*args, **kw)
        entries = tournament.entries.filter(refunded_at=None).select_related("player")
        last = len(places) + 1
        order = sorted(entries, key=lambda one: (places.get(one.player_id, last), one.number))
        self.players = {each.player_id: each.player for each in order}
        for player_id, player in self.players.items():
            label = msg("{code} {name}", code=player.code, name=player.name)
            how = box(label, required=False, initial=places.get(player_id))
            self.fields[f"place_{player_id}"] = part_of(PlaceOf, "place", how)

    @property
    def rows(self) -> list[tuple[Player, forms.BoundField]]:
        """Each guest with the field of the place."""
        return [(player, self[f"place_{pk}"]) for pk, player in self.players.items()]

    def arguments(self) -> dict[str, Any]:
        """Return the places by guest."""
        typed = {pk: self.cleaned_data[f"place_{pk}"] for pk in self.players}
        places = [PlaceOf(player_id=pk, place=place) for pk, place in typed.items() if place]
        return {"places": places, "reason": self.cleaned_data["reason"]}


@asks(
    keep_edition,
    name=_("Ranking name"),
    book=box(_("By the scheme of"), choices=RANKED),
    # Settings of the book, which says itself what they may be.
    place_factors=FactorsField(
        required=False,
        label=_("Place factors"),
        help_text=_("for example 30 24 20; leave empty for the rule book's"),
    ),
    paid_places=WholeField(required=False, min_value=1, max_value=1000, label=_("Paid places")),
    contribution_bp=WholeField(
        required=False,
        max_value=10_000,
        label=_("Share of each prize pool, in basis points"),
        help_text=_("taken from the club's ranking contribution; 50 is 0,5 %, 0 means no money"),
    ),
    club_ids=_("Participating clubs"),
    first_day=_("First gaming day"),
    last_day=_("Last gaming day (optional)"),
    reason=_("Why"),
)
class EditionForm(ActForm):
    """A further ranking, or its next edition: what it counts, and from which day on."""

    def __init__(self, *args: Any, clubs: list[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(clubs) > 1:
            choices = [(club.pk, club.name) for club in clubs]
            self.fields["club_ids"].choices = choices  # type: ignore[attr-defined]
        else:
            del self.fields["club_ids"]

    def arguments(self) -> dict[str, Any]:
        """Return the edition in the terms of the service."""
        values = super().arguments()
        own = {
            f"ranking.{name}": value
            for name in ("place_factors", "paid_places", "contribution_bp")
            if (value := values.pop(name)) not in (None, [])
        }
        return values | {"overrides": own, "club_ids": values.get("club_ids") or ()}


@asks(
    join_cards,
    player=GUEST,
    club_id=forms.TypedChoiceField(coerce=int, label=_("Club of the duplicate card")),
    code=WholeField(min_value=1, label=_("Code of the duplicate card")),
    reason=_("Why"),
)
class SamePersonForm(ActForm):
    """Two cards: a guest of this club, and the card whose points count for that guest."""

    def __init__(self, *args: Any, clubs: list[Club], club_id: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].club_id = club_id  # type: ignore[attr-defined]
        choices = [(club.pk, club.name) for club in clubs]
        self.fields["club_id"].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Find the other card."""
        values = self.cleaned_data
        if values.get("code") and values.get("club_id"):
            found = Player.objects.filter(club_id=values["club_id"], code=values["code"]).first()
            if found is None:
                self.add_error("code", _("That club has no such card."))
            values["other"] = found
        return values

    def arguments(self) -> dict[str, Any]:
        """Return both cards by id."""
        values = self.cleaned_data
        return {
            "player_id": values["other"].pk,
            "person_id": values["player"].pk,
            "reason": values["reason"],
        }


PartForm = form_of(part_cards, reason=_("Why"))


WinnerForm = form_of(correct_winner, GuestForm, player=GUEST, reason=_("Reason"))


PayoutBackForm = form_of(take_back_payout, reason=_("Reason"))
