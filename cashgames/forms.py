"""What supervisors and cashiers type at a table."""

from typing import Any

from django import forms

from cashgames.rules.families import FAMILIES, MIXED
from casino.house.rulebook import RuleBook
from casino.web.fields import ActForm, CentsField, NameField
from casino.web.templatetags.office import game_name

PAID_WITH = (("cash", "cash at my drawer"), ("chips", "chips brought along"))


class OpenSessionForm(ActForm):
    """The game, the blinds and the limits of a table."""

    table_id = forms.TypedChoiceField(coerce=int, label="Table")
    game = forms.ChoiceField(label="Game")
    small_blind_cents = CentsField(label="Small blind")
    big_blind_cents = CentsField(label="Big blind")
    min_buy_in_cents = CentsField(label="Least buy-in")
    max_buy_in_cents = CentsField(label="Greatest buy-in")
    special_cap = forms.BooleanField(required=False, label="Special rake cap")
    jackpot = forms.BooleanField(required=False, initial=True, label="Jackpot")

    def __init__(
        self, *args: Any, tables: list[tuple[int, str]], book: RuleBook, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["table_id"].choices = tables  # type: ignore[attr-defined]
        games = sorted(book.tables.max_players, key=[*FAMILIES, *MIXED].index)
        self.fields["game"].choices = [(game, game_name(game)) for game in games]  # type: ignore[attr-defined]


class TableForm(ActForm):
    """A new table's name."""

    name = NameField(label="Name", max_length=50)


class SeatForm(ActForm):
    """Who sits down where, with how much."""

    seat_no = forms.IntegerField(min_value=1, max_value=23, label="Seat")
    player = forms.CharField(max_length=100, label="Player")
    player_id = forms.IntegerField(widget=forms.HiddenInput)
    cents = CentsField(label="Buy-in")
    paid_with = forms.ChoiceField(choices=PAID_WITH, label="Paid with")
    supervisor_approved = forms.BooleanField(required=False, label="Short buy-in approved")

    def arguments(self) -> dict[str, Any]:
        """Return the values, the player by id."""
        values = super().arguments()
        values.pop("player")
        return values


class TopUpForm(ActForm):
    """Chips added to a stack."""

    stack_cents = CentsField(label="Stack now")
    cents = CentsField(label="Top-up")
    paid_with = forms.ChoiceField(choices=PAID_WITH, label="Paid with")
    in_hand = forms.BooleanField(required=False, label="A hand is being played")


class CashOutForm(ActForm):
    """The stack that a player leaves with."""

    cents = CentsField(label="Stack")
    paid_with = forms.ChoiceField(
        choices=(("cash", "paid in cash at my drawer"), ("chips", "taken as chips")),
        label="Paid with",
    )


class HandForm(ActForm):
    """One hand: the pots, who was dealt in, how far it got."""

    name = NameField(label="Hand number")
    main_pot_cents = CentsField(label="Main pot")
    side_pots = forms.CharField(
        required=False, max_length=200, label="Side pots", help_text="with a space between"
    )
    players_dealt = forms.IntegerField(min_value=2, max_value=23, label="Players dealt in")
    first_round_passed = forms.BooleanField(required=False, label="Flop or second open card seen")
    game = forms.ChoiceField(required=False, label="Game dealt")

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
