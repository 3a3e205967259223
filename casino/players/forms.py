"""What is known of a guest, and how a guest is named at the desk."""

import re
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, get_args

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, box, form_of
from casino.house.floor import Breach, Where
from casino.house.rulebook import RuleBook
from casino.house.vocabulary import value_in_words
from casino.messages import msg
from casino.players.models import Exclusion, Player
from casino.players.queries import find_players
from casino.players.rules import countries, masked
from casino.players.services.duplicates import merge_players
from casino.players.services.exclusions import correct_exclusion, end_self_exclusion
from casino.players.services.guests import (
    add_player,
    change_player,
    exclude_player,
    see_identity,
)
from casino.players.services.holds import lift_hold, place_hold
from casino.players.services.parting import part_players
from casino.players.services.photos import set_photo
from casino.players.services.places import keep_apart
from casino.players.services.rulings import hand_pot_over, hear_claim, set_rule_aside
from casino.players.services.terms import change_terms
from casino.web.fields import ActForm, CentsField, PictureField
from casino.web.next_steps import UNKNOWN


class DayField(forms.DateField):
    """
    A date as it is written here, 21.11.1990 or on the number pad 21111990.

    A browser's own box would follow its language.
    """

    DIGITS = re.compile(r"(\d\d)(\d\d)(\d{4})", re.ASCII)

    def __init__(self, *, example: str = "", **kwargs: Any) -> None:
        attributes = {"autocomplete": "off", "placeholder": example or _("day.month.year")}
        super().__init__(
            input_formats=["%d.%m.%Y", "%Y-%m-%d"],
            widget=forms.DateInput(attrs=attributes, format="%d.%m.%Y"),
            error_messages={"invalid": _("Write the date like 21.11.1990.")},
            **kwargs,
        )

    def to_python(self, value: Any) -> Any:
        digits = self.DIGITS.fullmatch(str(value or "").strip())
        return super().to_python(".".join(digits.groups()) if digits else value)

    def prepare_value(self, value: Any) -> Any:
        """Return a day of an address as it is written in the box; what is none stays as typed."""
        with suppress(ValueError):
            return datetime.strptime(str(value), "%Y-%m-%d").replace(tzinfo=UTC).date()
        return value


class BirthDayField(DayField):
    """A birth date; of its year two digits are enough: the last such year that has begun."""

    SHORT = re.compile(r"(\d\d)(\d\d)(\d\d)|(\d\d?)\.(\d\d?)\.(\d\d)", re.ASCII)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(label=_("Birth date"), example="21.11.1990", **kwargs)

    def to_python(self, value: Any) -> Any:
        short = self.SHORT.fullmatch(str(value or "").strip())
        if short:
            day, month, year = filter(None, short.groups())
            this_year = timezone.localdate().year
            value = f"{day}.{month}.{this_year - (this_year - int(year)) % 100}"
        return super().to_python(value)


class PlayerField(forms.CharField):
    """A guest typed by code, or by enough of the name to mean one; its form sets the club."""

    club_id: int

    def __init__(self, **kwargs: Any) -> None:
        attributes = {"autocomplete": "off", "data-step": True}
        kwargs.setdefault("label", _("Guest"))
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
        if found:
            raise forms.ValidationError(_("Several guests match: choose one."))
        raise forms.ValidationError(_("There is no guest of that name or code."), code=UNKNOWN)


# A guest, asked as such.
GUEST = box(reads=PlayerField)
# What is asked of a paper that may be a guest's.
WHOSE = _("Where it is a guest's, such as an ID: it goes when the guest is erased.")


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


# Guests may ask for their file, and must not learn of a suspicion: RPS 51, NILL 5.2(2), AMLR 73.
NO_SUSPICION = _("Guests can read it in their file: no suspicion of money laundering belongs here.")
COUNTRIES = [
    ("", _("no code")),
    ("EE", _("Estonia")),
    ("LV", _("Latvia")),
    ("XX", _("another country")),
]
LANGUAGES = [("", _("the club's")), *settings.LANGUAGES]
ID_FIELDS = ("birth_date", "personal_code", "document")
# What was written on the wrong card; a birth date is only replaced.
TAKEN_OFF = {
    "personal_code": _("Take the personal code off this card"),
    "document": _("Take the document off this card"),
}


def _nationalities() -> list[tuple[str, Any]]:
    return [("", _("not known")), *countries(get_language() or settings.LANGUAGE_CODE)]


_PERSON: dict[str, Any] = {
    "name": box(_("Name"), required=True),
    "code_country": box(_("Personal code of"), choices=COUNTRIES),
    "personal_code": _("Personal code"),
    "birth_date": box(reads=BirthDayField),
    "document": _("Document"),
    "nationality": box(_("Nationality"), choices=_nationalities),
    "photo": _("Photo on file"),
    "language": box(_("Language of the slips"), choices=LANGUAGES),
    "named_in_results": _("Agrees to be named in published results"),
    "notes": box(_("Notes"), help_text=NO_SUSPICION),
}
PlayerForm = form_of(add_player, **_PERSON)
LIKE_PERSONAL_CODE = re.compile(r"\d[\d-]{8,19}", re.ASCII)


def begun_with(typed: str) -> dict[str, str]:
    """Return what a new guest's form begins with: a name, or the code off an ID, was looked for."""
    return {"personal_code" if LIKE_PERSONAL_CODE.fullmatch(typed) else "name": typed}


@asks(change_player, **_PERSON)
class ChangeForm(ActForm):
    """A guest that is known: the ID is not shown, and stays unless it is written or taken off."""

    def __init__(self, *args: Any, known: Player, **kwargs: Any) -> None:
        shown = ["name", "code_country", "photo", "language", "notes"]
        shown += ["nationality", "named_in_results"]
        initial = {field: getattr(known, field) for field in shown}
        super().__init__(*args, initial=initial, **kwargs)
        on_file = {
            "birth_date": str(known.birth_date.year) if known.birth_date else "",
            "personal_code": masked(known.personal_code),
            "document": masked(known.document),
        }
        for field in ID_FIELDS:
            if on_file[field]:
                self.fields[field].widget.attrs["placeholder"] = on_file[field]
                self.fields[field].help_text = msg(
                    "{kept} is on file. Type to replace it.", kept=on_file[field]
                )
        for field, label in TAKEN_OFF.items():
            if on_file[field]:
                self.fields[f"no_{field}"] = forms.BooleanField(required=False, label=label)
        self.order_fields([name for field in _PERSON for name in (field, f"no_{field}")])

    def arguments(self) -> dict[str, Any]:
        """Return the values; ID that was neither written nor taken off stays as it is."""
        values = super().arguments()
        off = {field for field in TAKEN_OFF if values.pop(f"no_{field}", False)}
        kept = {field: "" if field in off else None for field in ID_FIELDS}
        return values | {field: values.get(field) or kept[field] for field in ID_FIELDS}


@asks(
    change_player,
    birth_date=box(reads=BirthDayField, required=True),
    document=box(_("Document"), required=True),
    waiting=forms.IntegerField(widget=forms.HiddenInput(attrs={"id": False})),
)
class MissingIdForm(ActForm):
    """What the house still has to see of a guest, and the amount that waits for it."""

    def __init__(self, *args: Any, known: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known = known
        if known.birth_date or known.personal_code:
            del self.fields["birth_date"]
        if known.document:
            del self.fields["document"]

    def arguments(self) -> dict[str, Any]:
        """Return what is written of the ID."""
        values = super().arguments()
        return {name: value for name, value in values.items() if name != "waiting"}


@asks(merge_players, player=box(_("Duplicate card"), PlayerField), reason=_("Evidence"))
class MergeForm(GuestForm):
    """The other card of the same person."""

    def arguments(self) -> dict[str, Any]:
        """Return the duplicate as the other one."""
        values = super().arguments()
        return values | {"other_id": values.pop("player_id")}


@asks(
    keep_apart,
    player=box(_("Keep apart from"), PlayerField),
    until=box(_("Until (inclusive)"), DayField, help_text=_("Empty: permanent.")),
    reason=box(_("Reason"), help_text=NO_SUSPICION),
)
class ApartForm(GuestForm):
    """With whom a guest may not sit, until when, and why."""

    def arguments(self) -> dict[str, Any]:
        """Return the other guest as the other one."""
        values = super().arguments()
        return values | {"other_id": values.pop("player_id")}


# Why something is done that the record has to explain later.
ReasonForm = form_of(see_identity, reason=_("Reason"))
ExclusionForm = form_of(
    exclude_player,
    kind=box(_("Requested by"), choices=Exclusion.Kind.choices, required=True),
    until=box(
        _("Excluded until (inclusive)"),
        DayField,
        help_text=_(
            "Leave empty to lift the house exclusion. A self-exclusion lasts until its last day."
        ),
    ),
    reason=box(_("Reason"), help_text=NO_SUSPICION),
)
EndForm = form_of(end_self_exclusion, asked_on=box(_("Day of the request"), DayField))
CorrectionForm = form_of(
    correct_exclusion,
    until=box(
        _("Right last day (inclusive)"),
        DayField,
        help_text=_("Leave empty if it was another guest who asked."),
    ),
    reason=_("Evidence"),
)
HoldForm = form_of(
    place_hold,
    until=box(_("Until (inclusive)"), DayField, help_text=_("Empty: until further notice.")),
    reference=_("Reference of the authority"),
)
LiftHoldForm = form_of(lift_hold, reason=_("Reason"))
PartForm = form_of(part_players, reason=_("Evidence"))
TermsForm = form_of(
    change_terms,
    minimum_age=_("Minimum age of guests, years"),
    self_exclusion_months=_("Shortest self-exclusion, months"),
    self_exclusion_max_months=_("Longest self-exclusion, months"),
    self_exclusion_on_request=_("A self-exclusion ends on request alone"),
    record_years=_("ID kept after the last visit, years"),
    reason=_("Why"),
)


class SeatNosField(forms.CharField):
    """Seat numbers, `3` or `3 5`."""

    def clean(self, value: Any) -> list[int]:
        """Return the numbers in the order in which they were typed."""
        words = super().clean(value).replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() and 0 < int(word[:3]) < 24 for word in words):  # noqa: PLR2004
            raise forms.ValidationError(_("Enter seat numbers, for example 3 or 3 5."))
        return [int(word) for word in words]


ClaimForm = form_of(
    hear_claim,
    hand=_("Hand"),
    hands_since=_("Hands begun since"),
    undue_delay=_("Made with undue delay"),
    decision=_("Decision, if it is heard"),
)
AsideForm = form_of(
    set_rule_aside, rule=_("Paragraph of the rule book"), hand=_("Hand"), decision=_("Reason")
)


def _pot_form(**pot: Any) -> type[ActForm]:
    return form_of(
        hand_pot_over,
        hand=_("Hand"),
        **pot,
        given_to=box(_("Paid to seats"), SeatNosField, max_length=100),
        belongs_to=box(_("Belongs to seats"), SeatNosField, max_length=100),
        decision=_("Note"),
    )


# A pot that went to the wrong seats.
PotForm = _pot_form(pot=box(_("Pot"), CentsField))
TournamentPotForm = _pot_form(pot=_("Pot, in chips"))
PhotoForm = form_of(set_photo, content=box(_("Picture"), PictureField))


BREACHES = [(name, value_in_words(name)) for name in get_args(Breach)]
AS_IN_BOOK = ("", _("as in the rule book"))


class ImposedForm(ActForm):
    """A breach, and the measure where it is another one than the book's."""

    def __init__(self, *args: Any, book: RuleBook, at: Where, **kwargs: Any) -> None:
        """Ask for minutes where the book lets the floor send away for longer."""
        super().__init__(*args, **kwargs)
        measure: Any = self.fields["measure"]
        if book.penalties is None:
            measure.choices, measure.required = measure.choices[1:], True
        elif at not in book.penalties.longer:
            del self.fields["minutes"]
