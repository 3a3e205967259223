"""What is known of a guest, and how a guest is named at the desk."""

from typing import Any

from django import forms

from casino.players.models import Player
from casino.players.queries import find_players
from casino.web.fields import ActForm, NameField


class DayField(forms.DateField):
    """A date as it is written here, 21.11.1990; a browser's own box would follow its language."""

    def __init__(self, **kwargs: Any) -> None:
        attributes = {"autocomplete": "off", "placeholder": "21.11.1990"}
        super().__init__(
            required=False,
            input_formats=["%d.%m.%Y", "%Y-%m-%d"],
            widget=forms.DateInput(attrs=attributes, format="%d.%m.%Y"),
            error_messages={"invalid": "Write the date like 21.11.1990."},
            **kwargs,
        )


class PlayerField(forms.CharField):
    """A guest typed by code, or by enough of the name to mean one; its form sets the club."""

    club_id: int

    def __init__(self, **kwargs: Any) -> None:
        attributes = {"autocomplete": "off", "data-step": True}
        kwargs.setdefault("label", "Guest")
        super().__init__(max_length=120, widget=forms.TextInput(attrs=attributes), **kwargs)

    def clean(self, value: Any) -> Player | None:
        """Return the guest, or None where nobody is asked for and nobody was typed."""
        text = super().clean(value)
        if not text:
            return None
        code = text.split(maxsplit=1)[0]
        by_code = [each for each in find_players(self.club_id, code) if str(each.code) == code]
        found = by_code or find_players(self.club_id, text)
        if len(found) == 1:
            return found[0]
        several = "Several guests match: choose one."
        raise forms.ValidationError(several if found else "There is no guest of that name or code.")


class GuestForm(ActForm):
    """A form with the box for a guest."""

    def __init__(self, *args: Any, club_id: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].club_id = club_id  # type: ignore[attr-defined]

    def arguments(self) -> dict[str, Any]:
        """Return the values, the guest by id."""
        values = super().arguments()
        player = values.pop("player")
        return values | {"player_id": player.id if player else None}


class PlayerForm(ActForm):
    """A guest's name and papers."""

    name = NameField(label="Name")
    birth_date = DayField(label="Birth date")
    document = NameField(required=False, max_length=50, label="Document")
    notes = NameField(required=False, max_length=500, label="Notes")


class BarForm(ActForm):
    """Until when a guest may not play, and why."""

    until = DayField(
        label="Barred until, that day included", help_text="Leave it empty to lift the bar."
    )
    reason = NameField(label="Reason", max_length=200)


class ApartForm(GuestForm):
    """With whom a guest may not sit, until when, and why."""

    player = PlayerField(label="May not sit with")
    until = DayField(label="Until, that day included", help_text="Empty: for good.")
    reason = NameField(label="Reason", max_length=200)

    def arguments(self) -> dict[str, Any]:
        """Return the other guest as the other one."""
        values = super().arguments()
        return values | {"other_id": values.pop("player_id")}


class ReasonForm(ActForm):
    """Why something is done that the record has to explain later."""

    reason = NameField(label="Reason", max_length=200)
