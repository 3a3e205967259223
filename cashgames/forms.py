"""What supervisors and cashiers type at a table."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cashgames.models import Hand, Seat, Session
from cashgames.rules.families import FAMILIES, MIXED
from cashgames.services.chip_corrections import take_back_chips
from cashgames.services.moves import Stack
from cashgames.services.over_short import book_over_short
from cashgames.services.tables import add_table
from casino.acts.forms import form_of
from casino.cards import parse_card, typed_cards
from casino.house.rulebook import RuleBook
from casino.messages import msg
from casino.money import format_cents
from casino.players.forms import GuestForm, PlayerField
from casino.web.fields import ActForm, CentsField, NameField, WholeField
from casino.web.templatetags.office import game_name


def offered_games(book: RuleBook) -> list[tuple[str, str]]:
    """Return the games of the house with their names, in the usual order."""
    games = sorted(book.tables.max_players, key=[*FAMILIES, *MIXED].index)
    return [(game, game_name(game)) for game in games]


class OpenSessionForm(ActForm):
    """The game, the blinds and the limits of a table."""

    table_id = forms.TypedChoiceField(coerce=int, label=_("Table"))
    game = forms.ChoiceField(label=_("Game"))
    small_blind_cents = CentsField(label=_("Small blind"))
    big_blind_cents = CentsField(label=_("Big blind"))
    min_buy_in_cents = CentsField(label=_("Minimum buy-in"))
    max_buy_in_cents = CentsField(label=_("Maximum buy-in"))
    jackpot = forms.BooleanField(
        required=False, initial=True, label=_("Jackpot drop from each pot")
    )
    by_box = forms.BooleanField(required=False, label=_("Drop box, counted in the count room"))

    def __init__(
        self,
        *args: Any,
        tables: list[tuple[int, str]],
        book: RuleBook,
        without_jackpot: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if not without_jackpot:  # such a campaign is the manager's (OLY-4.11)
            del self.fields["jackpot"]
        self.fields["table_id"].choices = tables  # type: ignore[attr-defined]
        self.fields["game"].choices = offered_games(book)  # type: ignore[attr-defined]


class ChangeGameForm(ActForm):
    """Another game, or other blinds, at an open table."""

    game = forms.ChoiceField(label=_("Game"))
    small_blind_cents = CentsField(label=_("Small blind"))
    big_blind_cents = CentsField(label=_("Big blind"))

    def __init__(self, *args: Any, book: RuleBook, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["game"].choices = offered_games(book)  # type: ignore[attr-defined]


class LimitsForm(ActForm):
    """Other limits, and which of the players have agreed to them."""

    min_buy_in_cents = CentsField(label=_("Minimum buy-in"))
    max_buy_in_cents = CentsField(label=_("Maximum buy-in"))
    agreed = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        label=_("Players who agreed"),
        widget=forms.CheckboxSelectMultiple,
    )
    reason = NameField(label=_("Reason"), max_length=200)

    def __init__(self, *args: Any, players: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["agreed"].choices = players  # type: ignore[attr-defined]


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


class MoveWaitingForm(ActForm):
    """Another place on the list, and why."""

    place = WholeField(
        min_value=1,
        max_value=1000,
        label=_("New position on the list"),
        help_text=_("1 is the top of the list."),
    )
    reason = NameField(label=_("Reason"), max_length=200)


class AtDesk(ActForm):
    """Chips that come or go: in cash only at an open drawer of one's own."""

    CASH, CHIPS, NOTES = msg("cash, to my drawer"), msg("chips the guest already has"), ""

    def __init__(self, *args: Any, at_desk: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cash = [("cash", self.CASH)] if at_desk else []
        notes = [("table", self.NOTES)] if self.NOTES else []
        self.fields["paid_with"].choices = [*cash, ("chips", self.CHIPS), *notes]  # type: ignore[attr-defined]


class SeatForm(AtDesk, GuestForm):
    """Who sits down where, with how much."""

    NOTES = msg("cash on the table")

    player = PlayerField()
    cents = CentsField(label=_("Buy-in"))
    seat_no = WholeField(min_value=1, max_value=23, label=_("Seat"))
    paid_with = forms.ChoiceField(label=_("Paid by"))
    supervisor_approved = forms.BooleanField(required=False, label=_("Short buy-in, I approve it"))
    deviation = forms.CharField(
        required=False, max_length=200, label=_("Reason for accepting a different amount")
    )

    def __init__(self, *args: Any, floor: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not floor:
            del self.fields["supervisor_approved"], self.fields["deviation"]


class TopUpForm(AtDesk):
    """Chips added to a stack."""

    NOTES = SeatForm.NOTES

    cents = CentsField(label=_("Top-up"))
    stack_cents = CentsField(label=_("Stack before the top-up"))
    paid_with = forms.ChoiceField(label=_("Paid by"))
    in_hand = forms.BooleanField(required=False, label=_("A hand is in progress"))


class CashOutForm(AtDesk):
    """The stack that a player leaves with."""

    CASH, CHIPS = msg("cash from my drawer"), msg("chips, taken away")

    cents = CentsField(label=_("Stack"), help_text=_("0 if the player lost it all"))
    paid_with = forms.ChoiceField(label=_("Paid in"))
    reason = NameField(
        required=False,
        max_length=200,
        label=_("Reason, if the stack is more than the table holds by the books"),
    )


class HandForm(ActForm):
    """One hand: the pots, who was dealt in, how far it got."""

    name = NameField(label=_("Hand"))
    players_dealt = WholeField(min_value=2, max_value=23, label=_("Dealt in"))
    main_pot_cents = CentsField(label=_("Main pot"))
    side_pots = forms.CharField(
        required=False,
        max_length=200,
        label=_("Side pots"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "20 40,50"}),
    )
    first_round_passed = forms.BooleanField(
        required=False, label=_("Flop seen (stud: second upcard; draw games: first draw)")
    )
    game = forms.ChoiceField(required=False, label=_("Game dealt"))
    deviation = NameField(
        required=False, max_length=200, label=_("Supervisor's note, if it is right")
    )

    def __init__(self, *args: Any, session_game: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        dealt = MIXED.get(session_game, ())  # type: ignore[call-overload]
        if dealt:
            choices = [(game, game_name(game)) for game in dealt]
            self.fields["game"].choices = choices  # type: ignore[attr-defined]
        else:
            del self.fields["game"]

    def clean_side_pots(self) -> list[int]:
        """Return the side pots in cents."""
        field = CentsField()
        texts = self.cleaned_data["side_pots"].split()
        return [field.clean(text) or 0 for text in texts]

    def arguments(self) -> dict[str, Any]:
        """Return the pots as one list, and the round in the terms of the rule."""
        values = super().arguments()
        passed = values.pop("first_round_passed")
        pots = [values.pop("main_pot_cents"), *values.pop("side_pots")]
        game = values.pop("game", "") or None
        streets = {"board_cards_dealt": 3, "open_cards_dealt": 2, "draws_done": 1}
        seen = {name: number if passed else 0 for name, number in streets.items()}
        return values | seen | {"pots_cents": pots, "game": game}


class CorrectHandForm(HandForm):
    """A hand as it was truly dealt, at which table, and why it stands otherwise."""

    session_id = forms.TypedChoiceField(coerce=int, label=_("Table"))
    reason = NameField(label=_("Reason"), max_length=200)

    def __init__(self, *args: Any, hand: Hand, tables: list[Session], **kwargs: Any) -> None:
        self.at_table = hand.session_id
        main, *side = hand.pots_cents
        typed = {
            "main_pot_cents": main,
            "side_pots": " ".join(format_cents(pot).replace("\u00a0", "") for pot in side),
            "players_dealt": hand.players_dealt,
            "first_round_passed": hand.first_round_passed,
            "session_id": hand.session_id,
        }
        super().__init__(*args, session_game=hand.session.game, initial=typed, **kwargs)
        del self.fields["name"]
        choices = [(each.pk, str(each.table)) for each in tables]
        self.fields["session_id"].choices = choices  # type: ignore[attr-defined]

    def arguments(self) -> dict[str, Any]:
        """Return the hand; its table only where it is another one."""
        values = super().arguments()
        if values["session_id"] == self.at_table:
            del values["session_id"]
        return values


class CorrectChipsForm(AtDesk):
    """The amount and the tender as they were."""

    NOTES = SeatForm.NOTES
    CHIPS = msg("chips")

    cents = CentsField(label=_("Amount"))
    paid_with = forms.ChoiceField(label=_("Paid"))
    reason = NameField(label=_("Reason"), max_length=200)


class AwayForm(ActForm):
    """A player leaves the seat; only the floor permits a break."""

    permission = forms.BooleanField(required=False, label=_("Longer absence, I approve it"))

    def __init__(self, *args: Any, floor: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not floor:
            del self.fields["permission"]


class StackForm(ActForm):
    """The stack that lies there, counted."""

    cents = CentsField(label=_("Counted stack"), help_text=_("0 if no chips are left at the seat"))


class PlanTimeRakeForm(ActForm):
    """What a table pays for each period."""

    table_cents = CentsField(
        required=False,
        label=_("Time rake for each period"),
        help_text=_("Leave empty for pot rake."),
    )


class CollectForm(AtDesk):
    """Everybody has paid, but for some seats."""

    CASH, CHIPS = msg("cash, into my drawer"), msg("chips from the stacks")

    unpaid = forms.CharField(
        required=False,
        max_length=60,
        label=_("Seats that have not paid"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "3 7"}),
    )
    paid_with = forms.ChoiceField(label=_("Paid"))

    def clean_unpaid(self) -> list[int]:
        """Return the numbers of the seats."""
        field = WholeField(min_value=1, max_value=23)
        return [field.clean(text) or 0 for text in self.cleaned_data["unpaid"].split()]


class PayShareForm(AtDesk):
    """One guest pays a share."""

    CASH, CHIPS = CollectForm.CASH, msg("chips from the stack")

    paid_with = forms.ChoiceField(label=_("Paid"))


class SpendForm(ActForm):
    """Chips off the stack, for what."""

    purpose = forms.ChoiceField(
        choices=[("tip", _("Tip")), ("bar", _("Food and drink"))], label=_("For")
    )
    cents = CentsField(label=_("Chips"))


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


OverShortForm = form_of(
    book_over_short.ask, counted_cents=_("All chips on the table"), reason=_("Reason")
)
TableForm = form_of(add_table, name=_("Table name"))
SitsAgainForm = form_of(
    take_back_chips,
    reason=_("Reason"),
    seat_no=WholeField(
        required=False,
        min_value=1,
        max_value=23,
        label=_("Seat"),
        help_text=_("Only if the old seat is taken by now."),
    ),
)
