"""What is typed at the claim desk, and by who proves, checks and adjusts."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cashgames.forms.tables import ask_game_dealt
from cashgames.models import Seat, Session
from cashgames.queries.board import terms_played
from cashgames.rules.families import FAMILIES
from cashgames.rules.games import GAMES
from casino.acts.forms import asks, box, form_of, part_of
from casino.attachments import MAX_BYTES, NotAttachable, media_type
from casino.cards import parse_card, typed_cards
from casino.house.models import Club
from casino.messages import msg
from casino.players.forms import GUEST, WHOSE, GuestForm, PlayerField
from casino.web.fields import ActForm
from casino.web.wall_clock import WallClockField, latest
from jackpot.models import Claim, Settlement
from jackpot.rules.adjustments import REASONS
from jackpot.services.adjustments import adjust_pool
from jackpot.services.awards import check_base
from jackpot.services.claims import HandShown, prepare_claim, withdraw_claim
from jackpot.services.evidence import NEAR, attach_evidence, record_evidence
from jackpot.services.intercompany import reverse_settlement, settle
from jackpot.services.limits import change_limits
from jackpot.services.moving import move_pool, move_pool_back
from jackpot.services.pools import open_jackpot, rename_jackpot
from jackpot.services.right_guests import correct_share
from jackpot.services.seated import OtherGuest
from jackpot.services.sharing import share_pool
from jackpot.services.sharing_back import take_back_sharing
from jackpot.services.taken_off import take_off_evidence
from jackpot.services.taking_back import take_back_award

COMMON = 5


class CardsField(forms.CharField):
    """Cards as they are typed, `AhKh`, or clicked in the deck beside the field."""

    def __init__(self, *, maximum: int, **kwargs: Any) -> None:
        shown = {"data-cards": maximum, "autocomplete": "off", "spellcheck": "false"}
        super().__init__(max_length=80, widget=forms.TextInput(attrs=shown), **kwargs)

    def clean(self, value: Any) -> list[str]:
        """Return the cards in two letters each, nothing where nothing was typed."""
        cards = typed_cards(super().clean(value))
        for card in cards:
            try:
                parse_card(card)
            except ValueError as error:
                said = msg(
                    "{card} is not a card. Enter rank and suit, for example AhKh.", card=card[:2]
                ).localized()
                raise forms.ValidationError(said) from error
        return cards


# Two seats: of two guests whose cards were taken for each other's both are named.
OTHERS = (1, 2)
OTHER = ("other_seat", "other_player", "other_nobody", "other_reason")


def _of_seat(number: int) -> dict[str, forms.Field]:
    """Return the fields of one seat at which another guest sat than the table recorded."""
    asked = (
        forms.TypedChoiceField(coerce=int, empty_value=None, required=False, label=_("Seat")),
        PlayerField(required=False),
        forms.BooleanField(required=False, label=_("Nobody sat there")),
        part_of(OtherGuest, "reason", box(_("Reason"), required=False)),
    )
    return dict(zip(_names(number), asked, strict=True))


def _names(number: int) -> list[str]:
    return [name if number == 1 else f"{name}_{number}" for name in OTHER]


@asks(
    prepare_claim,
    hand_name=box(_("Hand"), help_text=_("hand number or time")),
    played_at=box(_("Shown at"), WallClockField),
    game=box(_("Game dealt"), choices=()),
    players_dealt=_("Dealt in"),
    open_cards_dealt=_("Upcards of one player"),
    board=CardsField(maximum=COMMON, required=False, label=_("Board")),
    second_board=CardsField(maximum=COMMON, required=False, label=_("Second board, if run twice")),
    showdown=box(_("There was a showdown"), initial=True),
    **_of_seat(1),
    **_of_seat(2),
)
class ClaimForm(ActForm):
    """The hand: when, how many dealt in, the board, the cards that each seat showed."""

    def __init__(
        self, *args: Any, club: Club, session: Session, seats: list[Seat], now: datetime, **kw: Any
    ) -> None:
        super().__init__(*args, **kw)
        self.club, self.now = club, now
        self.seats: dict[int, list[str]] = {}
        for seat in seats:
            self.seats.setdefault(seat.number, []).append(seat.player.name)
        games = ask_game_dealt(self, {game for game, _ in terms_played(session)})
        families = {FAMILIES[game] for game in games}
        if "flop" not in families:
            del self.fields["board"], self.fields["second_board"]
        if "stud" not in families:
            del self.fields["open_cards_dealt"]
        maximum = max(GAMES[game].own_cards for game in games)
        self.many_cards = maximum > COMMON
        for number, names in self.seats.items():
            label = msg("Seat {number} · {names}", number=number, names=" / ".join(names))
            self.fields[f"cards_{number}"] = CardsField(
                maximum=maximum, required=False, label=label
            )
        named = [(number, self.fields[f"cards_{number}"].label) for number in self.seats]
        for other in OTHERS:
            place, who = (self.fields[name] for name in _names(other)[:2])
            who.club_id = club.pk  # type: ignore[attr-defined]
            place.choices = [("", _("as recorded")), *named]  # type: ignore[attr-defined]

    @property
    def others(self) -> list[list[forms.BoundField]]:
        """The fields of each seat at which another guest sat."""
        return [[self[name] for name in _names(other)] for other in OTHERS]

    @property
    def hands(self) -> list[forms.BoundField]:
        """The fields of the seats' cards."""
        return [self[f"cards_{number}"] for number in self.seats]

    def clean_played_at(self) -> datetime:
        return latest(self.cleaned_data["played_at"], club=self.club, now=self.now)

    def clean(self) -> dict[str, Any]:
        """Ask for the seat, the guest, if any, and how one knows, where one of them is given."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        for other in OTHERS:
            seat, who, nobody, reason = _names(other)
            if values.get(nobody) and values.get(who):
                self.add_error(nobody, _("Name the guest, or nobody."))
            names = (seat, nobody if values.get(nobody) else who, reason)
            if any(values.get(name) for name in names):
                for name in names:
                    if not values.get(name) and name not in self.errors:
                        self.add_error(name, _("This field is required."))
        return values

    def arguments(self) -> dict[str, Any]:
        """Return the hand in the terms of the claim."""
        values = super().arguments()
        others = []
        for other in OTHERS:
            seat, who, nobody, reason = (values.pop(name) for name in _names(other))
            if seat:
                player_id = None if nobody else who.pk
                others.append(OtherGuest(seat=seat, player_id=player_id, reason=reason))
        if others:
            values["other_guests"] = others
        cards = {number: values.pop(f"cards_{number}") for number in self.seats}
        boards = [values.pop("board", []), values.pop("second_board", [])]
        return values | {
            "boards": boards if boards[1] else boards[:1],
            "hands": [HandShown(seat=seat, cards=own) for seat, own in cards.items() if own],
        }


@asks(
    record_evidence,
    deck_checked_by=_("Deck counted and checked by"),
    camera_at=box(_("Showdown time on camera"), WallClockField),
    witnesses=_("Witnesses"),
    seal_number=_("Deck seal number"),
    note=_("Note"),
)
class EvidenceForm(ActForm):
    """What proves the hand."""

    def __init__(self, *args: Any, claim: Claim, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Of the day of the hand, whenever the evidence is written down.
        self.club, self.now = claim.club, min(now, claim.played_at + NEAR)

    def clean_camera_at(self) -> datetime | None:
        wall = self.cleaned_data["camera_at"]
        return latest(wall, club=self.club, now=self.now) if wall else None


@asks(
    attach_evidence,
    paper=forms.FileField(
        label=_("Document or picture"),
        help_text=_("PDF, JPEG or PNG, at most 5 MB"),
        max_length=100,
    ),
    player=box(_("Guest whose it is"), PlayerField, help_text=WHOSE),
)
class AttachmentForm(GuestForm):
    """A file that proves it."""

    def clean_paper(self) -> dict[str, Any]:
        """Return name and content; the type is told by the content."""
        file = self.cleaned_data["paper"]
        content = file.read(MAX_BYTES + 1)
        try:
            media_type(content)
        except NotAttachable as error:
            raise forms.ValidationError(error.message.localized()) from error
        return {"name": file.name, "content": content}

    def arguments(self) -> dict[str, Any]:
        """Return what the service takes."""
        values = super().arguments()
        return {**values.pop("paper"), **values}


TakeOffForm = form_of(take_off_evidence, reason=_("Reason"))
OpenForm = form_of(open_jackpot, name=_("Name"))
RenameForm = form_of(rename_jackpot, name=_("Right name"))
# Which club's tables feed the pool too, and why.
ShareForm = form_of(share_pool, club_id=_("Club"), reason=_("Why"))
ShareBackForm = form_of(take_back_sharing, reason=_("Reason"))
# Money sent to another club.
SettleForm = form_of(
    settle,
    club_id=_("Club"),
    cents=_("Amount"),
    through=box(_("Method"), choices=Settlement.Through.choices),
    note=_("Details"),
)
ReverseSettlementForm = form_of(reverse_settlement, reason=_("Reason"))
LimitsForm = form_of(
    change_limits,
    accountant_award_cents=_("Accountant approves awards up to"),
    check_from_cents=_("The accountant checks the base from"),
    manager_adjust_cents=_("Another manager approves an adjustment up to"),
    reason=_("Why"),
)
WithdrawForm = form_of(withdraw_claim, reason=_("Reason"))
TakeBackForm = form_of(take_back_award, reason=_("Reason"))
WinnerForm = form_of(correct_share, GuestForm, player=GUEST, reason=_("Reason"))
CheckForm = form_of(check_base, base_cents=_("Jackpot base in the books"))
AdjustForm = form_of(
    adjust_pool,
    why=box(_("Reason"), choices=[(name, reason.says) for name, reason in REASONS.items()]),
    cents=_("Amount"),
    note=_("Details"),
)
MoveForm = form_of(
    move_pool,
    to_jackpot_id=_("Into jackpot"),
    cents=box(_("Amount"), help_text=_("Leave empty to move everything in it.")),
    reason=_("Reason"),
)
MoveBackForm = form_of(move_pool_back, reason=_("Reason"))
