"""The forms of who sits where, who waits and who is away."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cashgames.forms.tables import offered_games
from cashgames.models import Seat
from cashgames.services.absence import remove_stack
from cashgames.services.moves import Stack
from cashgames.services.waiting import move_waiting
from casino.acts.forms import form_of
from casino.cards import parse_card, typed_cards
from casino.house.rulebook import RuleBook
from casino.messages import msg
from casino.players.forms import GuestForm, PlayerField
from casino.web.fields import ActForm, CentsField, WholeField


class JoinListForm(GuestForm):
    """Who waits for which game and blinds."""

    player = PlayerField()
    game = forms.ChoiceField(label=_("Game"))
    small_blind_cents = CentsField(label=_("Small blind"))
    big_blind_cents = CentsField(label=_("Big blind"))

    def __init__(self, *args: Any, book: RuleBook, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = offered_games(book)  # type: ignore[attr-defined]


class CallForm(ActForm):
    """The free seat to which the first of a list is called."""

    place = forms.ChoiceField(label=_("Seat"))

    def __init__(self, *args: Any, places: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["place"].choices = places  # type: ignore[attr-defined]

    def arguments(self) -> dict[str, Any]:
        """Return the table and the seat."""
        session_id, _, seat_no = super().arguments()["place"].partition(":")
        return {"session_id": int(session_id), "seat_no": int(seat_no)}


MoveWaitingForm = form_of(
    move_waiting,
    place=WholeField(
        min_value=1,
        max_value=1000,
        label=_("New position on the list"),
        help_text=_("1 is the top of the list."),
    ),
    reason=_("Reason"),
)
StackForm = form_of(
    remove_stack,
    cents=CentsField(label=_("Counted stack"), help_text=_("0 if no chips are left at the seat")),
)


class AwayForm(ActForm):
    """A player leaves the seat; only the floor permits a break."""

    permission = forms.BooleanField(required=False, label=_("Longer absence, I approve it"))

    def __init__(self, *args: Any, floor: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not floor:
            del self.fields["permission"]


class MovePlayerForm(ActForm):
    """Another seat, or another table with the stack."""

    place = forms.ChoiceField(label=_("To"))
    stack_cents = CentsField(
        required=False,
        label=_("Stack"),
        help_text=_("Count it if the player moves to another table."),
    )
    others_agree = forms.BooleanField(required=False, label=_("The other players agree"))

    def __init__(
        self, *args: Any, places: list[tuple[str, str]], asks_players: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["place"].choices = places  # type: ignore[attr-defined]
        if not asks_players:
            del self.fields["others_agree"]

    def arguments(self) -> dict[str, Any]:
        """Return the table, the seat and the stack."""
        values = super().arguments()
        session_id, _, seat_no = values.pop("place").partition(":")
        values["stack_cents"] = values["stack_cents"] or 0
        return values | {"to_session_id": int(session_id), "seat_no": int(seat_no)}


class BreakTableForm(ActForm):
    """The stack of each player, and the cards they drew where seats are too few."""

    def __init__(self, *args: Any, seats: list[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat in seats:
            label = msg("Stack of {player}, seat {number}", player=seat.player, number=seat.number)
            self.fields[f"stack_{seat.player_id}"] = CentsField(label=label)
        self.fields["cards"] = forms.CharField(
            required=False,
            max_length=100,
            label=_("High card drawn, by seat"),
            help_text=_("Only if there are more players than free seats, for example AS KD 10H."),
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )

    def clean_cards(self) -> list[str]:
        try:
            return [str(parse_card(card)) for card in typed_cards(self.cleaned_data["cards"])]
        except ValueError as error:
            raise forms.ValidationError(
                _("Enter each card by rank and suit, for example AS.")
            ) from error

    def arguments(self) -> dict[str, Any]:
        """Return the stacks by player, and the cards."""
        values = super().arguments()
        stacks = [
            Stack(player_id=int(name.removeprefix("stack_")), cents=cents)
            for name, cents in values.items()
            if name.startswith("stack_")
        ]
        return {"stacks": stacks, "cards": values["cards"]}
