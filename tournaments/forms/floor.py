"""What is typed on the floor: tables, moves, the clock, chips, penalties."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, box, form_of, part_of
from casino.cards import typed_cards
from casino.messages import msg, msg_count
from casino.money import whole
from casino.players.forms import AS_IN_BOOK, BREACHES, NO_SUSPICION, ImposedForm
from casino.refusals import Refusal
from casino.web.fields import ActForm
from tournaments.models import ChipChange, Penalty
from tournaments.queries.clock import Bets
from tournaments.queries.floor import TableView
from tournaments.services.chips import AtSeat, AtTable, change_chips, count_chips, race_chips
from tournaments.services.clock import set_clock
from tournaments.services.mistakes import take_back_penalty, take_back_race
from tournaments.services.moves import move_player
from tournaments.services.penalties import punish
from tournaments.services.tables import ButtonAt, break_table, draw_again, open_tables

MAX_TABLES = 200
GAMES = [("flop", _("Hold'em, Omaha")), ("stud", _("Stud")), ("mixed", _("Mixed games"))]


class NumbersField(forms.CharField):
    """Numbers of tables, `1-4 7`."""

    RANGE = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", re.ASCII)

    def clean(self, value: Any) -> list[int]:
        """Return the numbers in the order in which they were typed."""
        found: list[int] = []
        for word in super().clean(value).replace(",", " ").split():
            match = self.RANGE.fullmatch(word)
            if not match or int(match[1]) == 0:
                raise forms.ValidationError(_("Enter table numbers, for example 1-4 7."))
            found += range(int(match[1]), int(match[2] or match[1]) + 1)
        if not 0 < len(found) <= MAX_TABLES:
            raise forms.ValidationError(
                msg_count(
                    "Enter at most {number} table.", "Enter at most {number} tables.", MAX_TABLES
                ).localized()
            )
        return found


class LeftField(forms.CharField):
    """Minutes and seconds, `12:30` or `12`, as seconds."""

    TIME = re.compile(r"([0-9]{1,4})(?::([0-5][0-9]))?", re.ASCII)

    def clean(self, value: Any) -> int:
        """Return seconds."""
        match = self.TIME.fullmatch(super().clean(value).strip())
        if not match:
            raise forms.ValidationError(
                _("Enter minutes, or minutes and seconds, for example 12:30.")
            )
        return int(match[1]) * 60 + int(match[2] or 0)


TablesForm = form_of(
    open_tables,
    numbers=box(_("Tables, for example 1-4 7"), NumbersField, max_length=100),
    seats=box(_("Seats per table"), initial=9),
)


def _button(table: int, **more: Any) -> forms.Field:
    label = msg("Button seat of the next hand at table {table}", table=table)
    return part_of(ButtonAt, "seat_no", box(label, **more))


class ButtonsForm(forms.Form):
    """Where the buttons of the next hand are, so that the book names who moves."""

    played = forms.ChoiceField(choices=GAMES, label=_("Game"), required=False)

    def __init__(self, *args: Any, tables: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.use_required_attribute = False
        self.tables = tables
        for table in tables:
            self.fields[f"button_{table}"] = _button(table)
        self.order_fields([*(f"button_{table}" for table in tables), "played"])
        empty = [f"button_{table}" for table in tables if not self.data.get(f"button_{table}")]
        for name in empty[:1]:
            self.fields[name].widget.attrs["autofocus"] = True

    @property
    def at(self) -> dict[int, int]:
        """Return the seats by table."""
        return {table: self.cleaned_data[f"button_{table}"] for table in self.tables}


@asks(break_table)
class BreakForm(ActForm):
    """Where the button of the next hand is at the tables that stay; nothing need be typed."""

    def __init__(self, *args: Any, numbers: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.numbers = numbers
        for number in numbers:
            self.fields[f"button_{number}"] = _button(number, required=False)

    def arguments(self) -> dict[str, Any]:
        """Return the buttons that are known."""
        typed = {number: self.cleaned_data[f"button_{number}"] for number in self.numbers}
        known = {number: seat for number, seat in typed.items() if seat}
        return {"buttons": [ButtonAt(table_no=one, seat_no=seat) for one, seat in known.items()]}


@asks(
    move_player,
    to=forms.ChoiceField(label=_("To")),
    reason=_("Reason"),
    despite_separation=_("Together with a guest from whom they are kept apart"),
)
class MoveForm(ActForm):
    """A move that the supervisor decides."""

    def __init__(self, *args: Any, tables: Sequence[TableView], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["to"].choices = [  # type: ignore[attr-defined]
            (
                msg("{number}/{seat}", number=view.table.number, seat=seat),
                msg("Table {number}, seat {seat}", number=view.table.number, seat=seat),
            )
            for view in tables
            for seat, entry in view.seats.items()
            if entry is None
        ]

    def arguments(self) -> dict[str, Any]:
        """Return table and seat."""
        values = super().arguments()
        table, seat = map(int, values.pop("to").split("/"))
        return values | {"to_table": table, "to_seat": seat}


DrawAgainForm = form_of(
    draw_again,
    tables=box(_("Tables to keep"), widget=forms.CheckboxSelectMultiple),
    monthly=_("A monthly tournament"),
)


@asks(
    set_clock,
    step=box(_("Level"), choices=()),
    left_seconds=box(_("Time left, for example 12:30"), LeftField, max_length=8),
    reason=_("Reason"),
    structure=box(widget=forms.HiddenInput()),
)
class SetClockForm(ActForm):
    """Level or break, what is left of it, and why."""

    def __init__(self, *args: Any, levels: Sequence[Bets], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [
            (one.step, msg("Break after level {number}", number=one.number))
            if one.is_break
            else (
                one.step,
                msg(
                    "Level {number}: {small} / {big}",
                    number=one.number,
                    small=whole(one.small),
                    big=whole(one.big),
                ),
            )
            for one in levels
        ]
        self.fields["step"].choices = names  # type: ignore[attr-defined]

    def refuse(self, refusal: Refusal, **more: Any) -> None:
        """Begin again with the level that is played where the list is another one now."""
        sent = self["structure"].value()
        super().refuse(refusal, **more)
        if str(sent) != str(self["structure"].value()):
            self.data = dict(self.data.items()) | {"step": self.initial["step"]}


@asks(
    race_chips,
    old_chip=_("Color-up: denomination removed"),
    new_chip=_("Color-up: denomination kept"),
)
class RaceForm(ActForm):
    """A chip race at a table: old chips, whether there are no others, cards for odd chips."""

    def __init__(self, *args: Any, view: TableView, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = {seat: entry for seat, entry in view.seats.items() if entry}
        for seat in self.players:
            chips = box(msg("Seat {seat}: chips", seat=seat), required=False)
            cards = box(msg("Seat {seat}: cards", seat=seat), forms.CharField, max_length=60)
            self.fields[f"chips_{seat}"] = part_of(AtSeat, "old_chips", chips)
            self.fields[f"only_{seat}"] = forms.BooleanField(required=False, label=_("last chips"))
            self.fields[f"cards_{seat}"] = part_of(AtSeat, "cards", cards)

    @property
    def rows(self) -> list[tuple[int, Any, list[forms.BoundField]]]:
        """Return seat, entry and fields of everybody at the table."""
        return [
            (seat, entry, [self[f"{name}_{seat}"] for name in ("chips", "only", "cards")])
            for seat, entry in self.players.items()
        ]

    def arguments(self) -> dict[str, Any]:
        """Return chips and cards by seat."""
        values = self.cleaned_data
        return {
            "old_chip": values["old_chip"],
            "new_chip": values["new_chip"],
            "players": [
                AtSeat(
                    seat_no=seat,
                    old_chips=values[f"chips_{seat}"] or 0,
                    has_other_chips=not values[f"only_{seat}"],
                    cards=typed_cards(values[f"cards_{seat}"]),
                )
                for seat in self.players
                if values[f"chips_{seat}"] or values[f"cards_{seat}"]
            ],
        }


RaceBackForm = form_of(take_back_race, reason=_("Reason"))


@asks(count_chips)
class CountForm(ActForm):
    """All chips, counted at every table."""

    def __init__(self, *args: Any, numbers: Sequence[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.numbers = numbers
        for number in numbers:
            label = msg("Chips at table {number}", number=number)
            self.fields[f"table_{number}"] = part_of(AtTable, "chips", label)

    def arguments(self) -> dict[str, Any]:
        """Return chips by table."""
        typed = self.cleaned_data
        return {
            "tables": [AtTable(table_no=one, chips=typed[f"table_{one}"]) for one in self.numbers]
        }


ChipsForm = form_of(
    change_chips,
    what=box(_("What"), choices=ChipChange.What),
    chips=_("Chips"),
    reason=_("Reason"),
)


PenaltyForm = form_of(
    punish,
    ImposedForm,
    breach=box(_("Infraction"), choices=BREACHES),
    reason=box(_("What happened"), help_text=NO_SUSPICION),
    measure=box(_("Penalty"), choices=[AS_IN_BOOK, *Penalty.Measure.choices]),
    minutes=_("Minutes away, if longer than in the rule book"),
    stack=_("Chips removed from play if disqualified"),
    prize_withheld=_("Withhold the prize: the other places share it"),
)
PenaltyBackForm = form_of(take_back_penalty, reason=_("Reason"))
