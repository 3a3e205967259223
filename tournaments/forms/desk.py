"""What is typed about tournaments: announcements, tickets, knock-outs, prizes."""

import re
from collections.abc import Collection, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from casino.acts.forms import asks, box, form_of, part_of
from casino.house.models import Club
from casino.house.rulebook import RuleBook
from casino.house.tournaments import Way
from casino.messages import msg
from casino.players.forms import GUEST, GuestForm, PlayerField
from casino.web.fields import ActForm, MeantField
from casino.web.templatetags.office import at_club
from tournaments.models import Entry, Knockout, Purchase, Series, Tournament
from tournaments.rules.clock import is_break
from tournaments.services.announcing import announce
from tournaments.services.guest_corrections import correct_guest
from tournaments.services.importing_back import take_back_import
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.listing import join_list
from tournaments.services.pool import fix_pool
from tournaments.services.pool_awards_back import take_back_jackpot
from tournaments.services.pool_back import reopen_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.refunds import cancel_tournament, refund_entry
from tournaments.services.refunds_back import take_back_refund
from tournaments.services.reopening import (
    reopen_registration,
    take_back_cancel,
    take_back_start,
)
from tournaments.services.right_winners import correct_prize
from tournaments.services.sale_reversals import take_back_sale
from tournaments.services.selling import WAYS, sell_entry
from tournaments.services.series import add_series, rename_series
from tournaments.services.shared import ChipsOf
from tournaments.services.starting import start
from tournaments.services.taking_back import take_back_awards
from tournaments.services.tender_corrections import correct_tender

PER_LEVEL, PER_PERCENT = 4, 100
PERCENT = re.compile(r"[0-9]{1,3}(\.[0-9]{1,2})?")
PAYS = [
    (each.value, each.label) for each in Purchase.PaidWith if each not in ("ticket", "online_room")
]


# Ticked where what looks mistyped is meant.
MEANT = box(_("The figures are correct as entered"), MeantField)
# What the page says where it shows the levels as rows.
LEVEL_WORDS = {
    "data-levels-of": "",
    "data-level": _("Level"),
    "data-small": _("Small blind"),
    "data-big": _("Big blind"),
    "data-ante": _("Ante"),
    "data-minutes": _("Minutes"),
    "data-break": pgettext_lazy("a tournament", "Break"),
    "data-add": _("Add level"),
    "data-pause": _("Add break"),
    "data-remove": _("Remove"),
    "data-undo": _("Undo"),
}


class WallField(forms.CharField):
    """A date and time as the club's clock shows it, 27.02.2026 21:00; its form sets the club."""

    club: Club

    def __init__(self, **kwargs: Any) -> None:
        shown = {"autocomplete": "off", "placeholder": "27.02.2026 21:00"}
        super().__init__(max_length=16, widget=forms.TextInput(attrs=shown), **kwargs)

    def clean(self, value: Any) -> datetime | None:
        """Return the instant, or None where nothing was typed."""
        text = super().clean(value)
        if not text:
            return None
        zone = ZoneInfo(self.club.timezone)
        try:
            return datetime.strptime(text, "%d.%m.%Y %H:%M").replace(tzinfo=zone)
        except ValueError as error:
            raise forms.ValidationError(
                _("Enter date and time, for example 27.02.2026 21:00.")
            ) from error


class LevelsField(forms.CharField):
    """Levels, one a line: small blind, big blind, ante, minutes; a break is `break 15`."""

    def __init__(self, **kwargs: Any) -> None:
        box = forms.Textarea(attrs={"rows": 6, "spellcheck": "false"} | LEVEL_WORDS)
        super().__init__(max_length=5_000, widget=box, **kwargs)

    def clean(self, value: Any) -> list[list[int]]:
        """Return a list of four numbers for each line."""
        lines = [
            line.lower().replace("/", " ").split() for line in super().clean(value).splitlines()
        ]
        levels = [["0", "0", "0", *line[1:]] if line[:1] == ["break"] else line for line in lines]
        for number, level in enumerate(levels, start=1):
            if len(level) != PER_LEVEL or not all(
                each.isascii() and each.isdigit() for each in level
            ):
                said = msg(
                    "Line {number}: enter small blind, big blind, ante and minutes, or a "
                    "break, for example break 15.",
                    number=number,
                ).localized()
                raise forms.ValidationError(said)
        return [[int(each[:9]) for each in level] for level in levels]


def typed_levels(levels: Sequence[Sequence[int]]) -> str:
    """Return levels as they are typed."""
    return "\n".join(
        f"break {minutes}" if is_break(*bets) else " ".join(map(str, (*bets, minutes)))
        for *bets, minutes in levels
    )


def typed_shares(shares_bp: Sequence[int]) -> str:
    """Return prize shares as they are typed."""
    return " ".join(f"{share / PER_PERCENT:g}" for share in shares_bp)


class SharesField(forms.CharField):
    """Prize shares in percent by place, `50 30 20`; nothing: the table of the house."""

    sums_to = 100 * PER_PERCENT

    def clean(self, value: Any) -> list[int]:
        """Return basis points."""
        shares = super().clean(value).replace(",", ".").split()
        if not all(PERCENT.fullmatch(each) for each in shares):
            raise forms.ValidationError(
                _("Enter percentages by place, two decimals at most, for example 50 30.5 19.5.")
            )
        return [int(Decimal(each) * PER_PERCENT) for each in shares]


def shares_label(book: RuleBook) -> str:
    """Return what payouts are asked for by: a book without a payout table needs them."""
    if book.prizes is None:
        return gettext("Payouts in percent, for example 70 30")
    return gettext("Payouts in percent (leave empty for the club's payout table)")


SeriesForm = form_of(add_series, name=_("Name of the series"))
RenameSeriesForm = form_of(rename_series, name=_("Right name"))


@asks(
    announce,
    template_id=_("Template"),
    name=_("Tournament name"),
    starts_at=box(_("Starts"), WallField),
    late_until=box(_("Late registration closes at (leave empty to close by level)"), WallField),
    series_id=_("Series"),
    target_id=_("Satellite to"),
    flights=_("Flights (leave empty for one)"),
    figures_meant=MEANT,
)
class AnnounceForm(ActForm):
    """A tournament from a template."""

    def __init__(
        self,
        *args: Any,
        club: Club,
        templates: list[tuple[int, str]],
        series: list[Series],
        targets: list[Tournament],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        fields: Any = self.fields
        fields["template_id"].choices = templates
        none = [("", _("none"))]
        fields["series_id"].choices = [*none, *((one.pk, one.name) for one in series)]
        fields["target_id"].choices = [*none, *((one.pk, one.name) for one in targets)]
        fields["starts_at"].club = fields["late_until"].club = club


PoolForm = form_of(
    fix_pool,
    confirms_fallback=_("Pay by the last column of the payout table"),
    shares_bp=box(_("Payouts in percent (leave empty for the announced payouts)"), SharesField),
)
_FITS = box(_("Meets the entry restriction"))


def without_chips(form: forms.Form, book: RuleBook) -> None:
    """Let nobody pay in chips of a house whose chips are worth no money. Source: HOME-0."""
    means: Any = form.fields["paid_with"]
    if not book.chips.for_money:
        means.choices = [each for each in means.choices if each[0] != Purchase.PaidWith.CHIPS]


@asks(
    sell_entry,
    player=GUEST,
    paid_with=box(_("Paid by"), choices=[*PAYS, ("ticket", _("Ticket"))]),
    fits=_FITS,
    cents=box(widget=forms.HiddenInput()),
)
class EntryForm(GuestForm):
    """An entry for a guest."""

    def __init__(self, *args: Any, book: RuleBook, ways: Collection[Way], **kwargs: Any) -> None:
        """Offer what the book has; ways: in which an entry to this tournament is bought."""
        super().__init__(*args, **kwargs)
        without_chips(self, book)
        fields: Any = self.fields
        pays = fields["paid_with"].choices
        if "online_room" in ways:
            online = Purchase.PaidWith.ONLINE_ROOM
            pays = [*pays, (online, online.label)]
        fields["paid_with"].choices = [each for each in pays if WAYS.get(each[0], "desk") in ways]


# A guest for a list.
ListForm = form_of(join_list, GuestForm, player=GUEST, fits=_FITS)
RefundForm = form_of(
    refund_entry,
    cause=box(
        _("Reason for the refund"),
        choices=[
            ("withdrawal", _("The player withdraws")),
            ("tournament_changed", _("The tournament was changed after the sale")),
            ("no_show", _("No-show")),
            ("disqualification", _("The player is disqualified")),
        ],
    ),
    reason=_("Reason"),
    valid_reason=_("Valid reason"),
    stack_in_play=_("The stack has been in play"),
)
RefundBackForm = form_of(take_back_refund, reason=_("Reason"))
OtherGuestForm = form_of(
    correct_guest,
    GuestForm,
    player=box(
        reads=PlayerField,
        help_text=_("Of a guest who is in the tournament too the two tickets are exchanged."),
    ),
    reason=_("Reason"),
)
WinnerForm = form_of(correct_prize, GuestForm, player=GUEST, reason=_("Reason"))
TakeBackForm = form_of(take_back_sale, reason=_("Reason"))
TenderForm = form_of(correct_tender, paid_with=box(_("Paid by"), choices=PAYS), reason=_("Reason"))
ReopenForm = form_of(reopen_registration, reason=_("Reason"))
StartBackForm = form_of(take_back_start, reason=_("Reason"))
JackpotBackForm = form_of(take_back_jackpot, reason=_("Reason"))
CancelBackForm = form_of(take_back_cancel, reason=_("Reason"))
ImportBackForm = form_of(take_back_import, reason=_("Reason"))
PoolBackForm = form_of(reopen_pool, reason=_("Reason"))
PrizesBackForm = form_of(take_back_awards, reason=_("Reason"))
CancelForm = form_of(cancel_tournament, reason=_("Reason"))


def ask_ahead(form: ActForm, starts_at: datetime | None, club: Club, now: datetime) -> None:
    """Ask whether a start is meant where the announced time has not come, and else nothing."""
    if starts_at and now < starts_at:
        said = msg("Announced for {at}.", at=at_club(starts_at, club))
        form.fields["ahead_of_time"].help_text = said.localized()
    else:
        del form.fields["ahead_of_time"]


@asks(start, ahead_of_time=_("Start ahead of time"))
class StartForm(ActForm):
    """Nothing, but before the announced time whether that is meant."""

    def __init__(self, *args: Any, tournament: Tournament, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ask_ahead(self, tournament.starts_at, tournament.club, now)


@asks(
    knock_out,
    entry_id=part_of(Out, "entry_id", pgettext_lazy("player", "Out")),
    stack=part_of(Out, "stack", _("Stack at the start of the hand")),
    strength=part_of(
        Out,
        "strength",
        box(
            _("Rank of the hand if stacks were equal (higher is better)"),
            help_text=_(
                "Only if two players are eliminated with equal stacks. Leave empty if the hands "
                "were not seen."
            ),
        ),
    ),
    by=part_of(Out, "by", box(_("Last pot won by"), widget=forms.CheckboxSelectMultiple)),
    joker=part_of(Out, "joker", _("A joker in the hand")),
    same_hand_as=box(_("Same hand as"), choices=(), required=False),
)
class KnockoutForm(ActForm):
    """Who is out, with what, and by whom."""

    def __init__(
        self,
        *args: Any,
        left: list[Entry],
        gone: Sequence[Knockout] = (),
        out: Entry | None = None,
        jokers: bool = False,
        by_hand: bool = True,
        **kwargs: Any,
    ) -> None:
        """
        Offer who is left by table and seat; out: who it is, to be offered the table alone.

        gone: who went out last, maybe in the same hand; jokers: whether there are any in the deck;
        by_hand: whether the hand tells who places higher of equal stacks, or they share the place.
        """
        super().__init__(*args, **kwargs)
        hands = [
            ("", _("none of them, a hand of its own")),
            *((one.pk, _gone(one)) for one in gone),
        ]
        self.fields["same_hand_as"].choices = hands  # type: ignore[attr-defined]
        if not jokers:
            del self.fields["joker"]
        if not by_hand:
            del self.fields["strength"]
        if not gone:
            del self.fields["same_hand_as"]
        at_table = [one for one in left if not out or one.table_no == out.table_no]
        # Alone at the table, whoever won the chip sits elsewhere.
        beside = [one for one in at_table if one != out] or [one for one in left if one != out]
        for field, entries in (("entry_id", at_table), ("by", beside)):
            names = [(one.pk, _at_seat(one)) for one in sorted(entries, key=_seat_order)]
            self.fields[field].choices = names  # type: ignore[attr-defined]

    def arguments(self) -> dict[str, Any]:
        """Return one player out of a hand."""
        values = super().arguments()
        same_hand_as = values.pop("same_hand_as", None)
        return {"outs": [Out(**values)], "same_hand_as": same_hand_as}


def _gone(knockout: Knockout) -> str:
    """Return who went out and when, to be told from another."""
    entry = knockout.entry
    at = at_club(knockout.at, entry.tournament.club)
    return msg("{player}, {at}", player=_at_seat(entry), at=at)


def _seat_order(entry: Entry) -> tuple[int, int, int]:
    return (entry.table_no or 0, entry.seat_no or 0, entry.number)


def _at_seat(entry: Entry) -> str:
    if not entry.seat:
        return msg("{player}, ticket {number}", player=entry.player, number=entry.number)
    return msg(
        "{player}, table {table}, seat {seat}",
        player=entry.player,
        table=entry.table_no,
        seat=entry.seat_no,
    )


@asks(award_prizes, plays_on=box(_("The players play on for the places")))
class PrizesForm(ActForm):
    """The decided prizes; chips of everybody left where they decide (AMB-62)."""

    def __init__(self, *args: Any, left: list[Entry], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.left = left
        for one in left:
            label = msg("Chips of {player}", player=one.player)
            self.fields[f"stack_{one.pk}"] = part_of(ChipsOf, "chips", label)

    def arguments(self) -> dict[str, Any]:
        """Return the chips by entry."""
        typed = self.cleaned_data
        left = [ChipsOf(entry_id=one.pk, chips=typed[f"stack_{one.pk}"]) for one in self.left]
        return {"left": left, "plays_on": typed.get("plays_on", False)}
