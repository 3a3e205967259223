"""The forms of who sits where, who waits and who is away."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cashgames.models import Penalty, Seat
from cashgames.services.absence import leave_seat, remove_stack
from cashgames.services.moves import Stack, break_table, move_player
from cashgames.services.penalties import punish, take_back_penalty
from cashgames.services.waiting import call_waiting, join_list, move_waiting
from casino.acts.forms import asks, box, form_of, part_of
from casino.cards import parse_card, typed_cards
from casino.messages import msg
from casino.players.forms import AS_IN_BOOK, BREACHES, GUEST, NO_SUSPICION, GuestForm, ImposedForm
from casino.web.fields import ActForm

JoinListForm = form_of(
    join_list,
    GuestForm,
    player=GUEST,
    game=box(_("Game"), choices=()),
    small_blind_cents=_("Small blind"),
    big_blind_cents=_("Big blind"),
)


@asks(call_waiting, place=forms.ChoiceField(label=_("Seat")))
class CallForm(ActForm):
    """The free seat to which the first of a list is called."""

    def arguments(self) -> dict[str, Any]:
        """Return the table and the seat."""
        session_id, _, seat_no = super().arguments()["place"].partition(":")
        return {"session_id": int(session_id), "seat_no": int(seat_no)}


MoveWaitingForm = form_of(
    move_waiting,
    place=box(_("New position on the list"), help_text=_("1 is the top of the list.")),
    reason=_("Reason"),
)
StackForm = form_of(
    remove_stack,
    cents=box(_("Counted stack"), help_text=_("0 if no chips are left at the seat")),
)
PunishForm = form_of(
    punish,
    ImposedForm,
    breach=box(_("Infraction"), choices=BREACHES),
    reason=box(_("What happened"), help_text=NO_SUSPICION),
    measure=box(_("Penalty"), choices=[AS_IN_BOOK, *Penalty.Measure.choices]),
    minutes=_("Minutes away, if longer than in the rule book"),
)
PenaltyBackForm = form_of(take_back_penalty, reason=_("Reason"))
AwayForm = form_of(leave_seat, permission=_("Longer absence, I approve it"))


@asks(
    move_player,
    place=forms.ChoiceField(label=_("To")),
    stack_cents=box(_("Stack"), help_text=_("Count it if the player moves to another table.")),
    others_agree=_("The other players agree"),
    reason=box(
        _("Reason"), help_text=_("Needed where guests wait for another game or other blinds.")
    ),
)
class MovePlayerForm(ActForm):
    """Another seat, or another table with the stack."""

    def arguments(self) -> dict[str, Any]:
        """Return the table, the seat and the stack."""
        values = super().arguments()
        session_id, _, seat_no = values.pop("place").partition(":")
        return values | {"to_session_id": int(session_id), "seat_no": int(seat_no)}


@asks(
    break_table,
    cards=box(
        _("High card drawn, by seat"),
        forms.CharField,
        max_length=100,
        help_text=_("Only if there are more players than free seats, for example AS KD 10H."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    ),
)
class BreakTableForm(ActForm):
    """The stack of each player, and the cards they drew where seats are too few."""

    def __init__(self, *args: Any, seats: list[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for seat in seats:
            label = msg("Stack of {player}, seat {number}", player=seat.player, number=seat.number)
            self.fields[f"stack_{seat.player_id}"] = part_of(Stack, "cents", label)
        self.order_fields([f"stack_{seat.player_id}" for seat in seats])

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
