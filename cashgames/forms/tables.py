"""The forms of a table: its games, limits, hands."""

from collections.abc import Collection
from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from cashgames.models import Hand, Session
from cashgames.queries.board import on_terms_of, terms_played
from cashgames.rules.families import FAMILIES, MIXED, named_game
from cashgames.services.corrections import correct_hand
from cashgames.services.found_hands import book_found_hand
from cashgames.services.game_corrections import correct_game
from cashgames.services.hands import rake_hand
from cashgames.services.over_short import book_over_short
from cashgames.services.plausible import Implausible
from cashgames.services.tables import add_table, open_session, rename_table
from cashgames.services.terms import change_game, change_limits
from casino.acts.forms import asks, box, form_of
from casino.clock import ONE_DAY, day_bounds, gaming_day
from casino.house.models import Club
from casino.house.rulebook import RuleBook
from casino.house.rules import Family, Game
from casino.money import format_cents
from casino.web.fields import ActForm, CentsField, MeantField
from casino.web.templatetags.office import game_name
from casino.web.wall_clock import WallClockField, latest

# What shows that the first betting round of a game was passed.
FIRST_ROUND: dict[Family | None, Any] = {
    "flop": _("Flop seen"),
    "stud": _("Second upcard seen"),
    "draw": _("First draw made"),
}


def offered_games(book: RuleBook) -> list[tuple[str, str]]:
    """Return the games of the house with their names, in the usual order."""
    games = sorted(book.tables.max_players, key=[*FAMILIES, *MIXED].index)
    return [(game, game_name(game)) for game in games]


def ask_game_dealt(form: ActForm, games: Collection[str]) -> list[Game]:
    """
    Ask which game of a mixed one was dealt, where one of these was played; return all there may be.

    Where others were played as well, nobody need say.
    """
    tables = sorted(map(named_game, games), key=[*FAMILIES, *MIXED].index)
    dealt = [game for table in tables for game in MIXED.get(table, (table,))]
    if not any(table in MIXED for table in tables):
        del form.fields["game"]
        return dealt
    asked = dict.fromkeys(game for table in tables for game in MIXED.get(table, ()))
    other = [] if all(table in MIXED for table in tables) else [("", _("the table's game"))]
    choices = other + [(game, game_name(game)) for game in asked]
    form.fields["game"].choices = choices  # type: ignore[attr-defined]
    return dealt


_GAME = {
    "game": box(_("Game"), choices=()),
    "small_blind_cents": _("Small blind"),
    "big_blind_cents": _("Big blind"),
}
_BUY_INS = {"min_buy_in_cents": _("Minimum buy-in"), "max_buy_in_cents": _("Maximum buy-in")}
OpenSessionForm = form_of(
    open_session,
    table_id=_("Table"),
    **_GAME,
    **_BUY_INS,
    jackpot=box(_("Jackpot drop from each pot"), initial=True),
    by_box=_("Drop box, counted in the count room"),
    figures_meant=box(_("The figures are correct as entered"), MeantField),
)
ChangeGameForm = form_of(change_game, **_GAME)
LimitsForm = form_of(
    change_limits,
    **_BUY_INS,
    agreed=box(_("Players who agreed"), widget=forms.CheckboxSelectMultiple),
    reason=_("Reason"),
)


@asks(
    rake_hand,
    name=_("Hand"),
    players_dealt=_("Dealt in"),
    main_pot_cents=CentsField(label=_("Main pot")),
    side_pots=forms.CharField(
        required=False,
        max_length=200,
        label=_("Side pots"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "20 40,50"}),
    ),
    first_round_passed=forms.BooleanField(
        required=False, label=_("Flop seen (stud: second upcard; draw games: first draw)")
    ),
    run_twice=box(
        _("Run twice, all agreed"),
        choices=[
            ("", _("no")),
            ("flop", _("whole board")),
            ("turn", _("turn and river")),
            ("river", _("river")),
        ],
    ),
    game=box(_("Game dealt"), choices=()),
    deviation=_("Supervisor's note, if it is right"),
)
class HandForm(ActForm):
    """One hand: the pots, who was dealt in, how far it got."""

    def __init__(
        self, *args: Any, games: Collection[str], twice: bool = False, **kwargs: Any
    ) -> None:
        """games: of the tables at which it may have been dealt; twice: whether its board may be."""
        super().__init__(*args, **kwargs)
        if not twice:
            del self.fields["run_twice"]
        families = {FAMILIES[game] for game in ask_game_dealt(self, games)}
        if len(families) == 1 and (seen := FIRST_ROUND.get(*families)):
            self.fields["first_round_passed"].label = seen

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
        streets = {"board_cards_dealt": 3, "open_cards_dealt": 2, "draws_done": 1}
        seen = {name: number if passed else 0 for name, number in streets.items()}
        return values | seen | {"pots_cents": pots}


class _NotedHandForm(HandForm):
    def visible_fields(self) -> list[BoundField]:
        """Return the fields, that of the supervisor's note only once one is asked for."""
        noted = self["deviation"].value() or isinstance(self.refusal, Implausible)
        return [each for each in super().visible_fields() if noted or each.name != "deviation"]


@asks(correct_hand, session_id=box(_("Table"), required=True), reason=_("Reason"))
class CorrectHandForm(_NotedHandForm):
    """A hand as it was truly dealt, at which table, and why it stands otherwise."""

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
        games = {on_terms_of(each, hand.played_at).game for each in tables}
        super().__init__(*args, games=games, initial=typed, **kwargs)
        del self.fields["name"]
        choices = [(each.pk, str(each.table)) for each in tables]
        self.fields["session_id"].choices = choices  # type: ignore[attr-defined]

    def arguments(self) -> dict[str, Any]:
        """Return the hand; its table only where it is another one."""
        values = super().arguments()
        if values["session_id"] == self.at_table:
            del values["session_id"]
        return values


@asks(
    book_found_hand,
    name=_("Hand"),
    gaming_day=forms.TypedChoiceField(coerce=date.fromisoformat, label=_("Gaming day")),
    played_at=box(_("Played at"), WallClockField),
    reason=_("Reason"),
)
class FoundHandForm(_NotedHandForm):
    """A hand whose slip was found later: when it was dealt, and how that came."""

    def __init__(self, *args: Any, club: Club, session: Session, now: datetime, **kw: Any) -> None:
        # Of a night of that table, whenever the slip turns up.
        self.club, self.now = club, min(now, session.closed_at or now)
        self.wall: dict[str, Any] = {"timezone": club.timezone, "closes_at": club.closes_at}
        super().__init__(*args, games={game for game, _ in terms_played(session)}, **kw)
        _offer_days(self, session, "gaming_day")

    def clean_played_at(self) -> datetime:
        """Return the instant of the day that was chosen, where the table has several."""
        day = self.cleaned_data.get("gaming_day")
        return _at_night(self, self.cleaned_data["played_at"], day)

    def arguments(self) -> dict[str, Any]:
        """Return the hand; its day is in the instant."""
        values = super().arguments()
        values.pop("gaming_day", None)
        return values


def _offer_days(form: Any, session: Session, *names: str) -> None:
    """Offer the gaming days at which a table was open; where it is one, nobody is asked."""
    first, last = (gaming_day(at, **form.wall) for at in (session.opened_at, form.now))
    days = [first + n * ONE_DAY for n in range((last - first).days + 1)]
    for name in names:
        form.fields[name].choices = [("", ""), *((str(day), f"{day:%d.%m.%Y}") for day in days)]
        if len(days) == 1:
            del form.fields[name]


def _at_night(form: Any, typed: time, day: date | None) -> datetime:
    """Return the instant of a gaming day at which the clock showed a time; None: the latest."""
    ends = day_bounds(day, **form.wall)[1] - timedelta(microseconds=1) if day else form.now
    at = latest(typed, club=form.club, now=min(form.now, ends))
    if day and gaming_day(at, **form.wall) != day:
        # A time of that day that is still to come; the latest one is of another day.
        raise forms.ValidationError(_("The table was not open at that time."))
    return at


@asks(
    correct_game,
    game=box(_("Game"), choices=()),
    since_day=forms.TypedChoiceField(
        coerce=date.fromisoformat,
        empty_value=None,
        required=False,
        label=_("Gaming day of the beginning"),
    ),
    since=box(
        _("Game dealt from"), WallClockField, help_text=_("empty: since the table was opened")
    ),
    until_day=forms.TypedChoiceField(
        coerce=date.fromisoformat,
        empty_value=None,
        required=False,
        label=_("Gaming day of the end"),
        help_text=_("empty: that of the beginning"),
    ),
    until=box(
        _("Game dealt until"),
        WallClockField,
        help_text=_("empty: until the change to it, or the close"),
    ),
    reason=_("Reason"),
)
class CorrectGameForm(ActForm):
    """What was dealt at a table in truth, and when."""

    def __init__(self, *args: Any, club: Club, session: Session, now: datetime, **kw: Any) -> None:
        self.club, self.now = club, now
        self.wall: dict[str, Any] = {"timezone": club.timezone, "closes_at": club.closes_at}
        super().__init__(*args, **kw)
        _offer_days(self, session, "since_day", "until_day")

    def clean_since(self) -> datetime | None:
        return self._at("since", self.cleaned_data.get("since_day"))

    def clean_until(self) -> datetime | None:
        days = (self.cleaned_data.get(f"{name}_day") for name in ("until", "since"))
        return self._at("until", next(filter(None, days), None))

    def _at(self, name: str, day: date | None) -> datetime | None:
        typed = self.cleaned_data[name]
        if typed and day is None and f"{name}_day" in self.fields:
            raise forms.ValidationError(_("Choose the gaming day of this time."))
        return _at_night(self, typed, day) if typed else None

    def arguments(self) -> dict[str, Any]:
        """Return what was dealt, and when; the days are in the instants."""
        given = super().arguments().items()
        return {name: value for name, value in given if not name.endswith("_day")}


OverShortForm = form_of(
    book_over_short.ask, counted_cents=_("All chips on the table"), reason=_("Reason")
)


TableForm = form_of(add_table, name=_("Table name"))
RenameTableForm = form_of(rename_table, table_id=_("Table"), name=_("Right name"))
