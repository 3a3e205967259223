"""Clock, chips and penalties by program."""

from typing import Any, get_args

from django.urls import path
from django.utils import timezone
from rest_framework import serializers

from casino.house.floor import Breach, Measure
from casino.house.stamp import Stamp
from casino.ledger.api import ActView, BecauseOut
from casino.web.endpoints import reads, writes
from casino.web.serializers import (
    FlagField,
    IdField,
    OneOfField,
    StrictSerializer,
    TextField,
    WholeField,
)
from tournaments import queries, services
from tournaments.api.desk import MOST_CHIPS, ONE
from tournaments.api.tables import SeatField, TableField
from tournaments.models import ChipChange, ChipCount, ChipRace, ClockMark, Penalty

A_DAY = 24 * 3600


class BetsOut(serializers.Serializer[Any]):
    """A level, or a break after a level."""

    step = serializers.IntegerField()
    number = serializers.IntegerField()
    is_break = serializers.BooleanField()
    small = serializers.IntegerField()
    big = serializers.IntegerField()
    ante = serializers.IntegerField()
    minutes = serializers.IntegerField()


class StageOut(serializers.Serializer[Any]):
    """The flight (letter) or day (number) that is played or begins next."""

    letter = serializers.CharField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    starts_at = serializers.DateTimeField(allow_null=True)


class ClockOut(serializers.Serializer[Any]):
    """The clock at an instant of the server; empty before the start."""

    at = serializers.DateTimeField(required=False)
    running = serializers.BooleanField(required=False)
    now = BetsOut(required=False)
    next = BetsOut(required=False, allow_null=True)
    left_seconds = serializers.IntegerField(required=False)
    ends_at = serializers.DateTimeField(required=False, allow_null=True)
    stage = StageOut(required=False, allow_null=True)


class MarkOut(serializers.Serializer[Any]):
    """What was done to the clock, and where it stood."""

    id = serializers.IntegerField()
    what = serializers.CharField()
    step = serializers.IntegerField()
    running = serializers.BooleanField()
    at = serializers.DateTimeField()


class SetIn(StrictSerializer):
    """A level or break by its place in the structure, from 0; what is left of it; why."""

    step = WholeField(min_value=0, max_value=100)
    left_seconds = WholeField(min_value=0, max_value=A_DAY)
    reason = TextField(longest=200)


class ChipsOut(serializers.Serializer[Any]):
    """Chips in play: issued less removed."""

    issued = serializers.DictField(child=serializers.IntegerField())
    removed = serializers.DictField(child=serializers.IntegerField())
    in_play = serializers.IntegerField()
    average = serializers.IntegerField()
    because = BecauseOut(many=True)


class ChangeIn(StrictSerializer):
    """Chips that came into play or left it."""

    entry_id = IdField()
    what = OneOfField(choices=ChipChange.What.values)
    chips = WholeField(min_value=1, max_value=MOST_CHIPS)
    reason = TextField(longest=200)


class ChangeOut(serializers.Serializer[Any]):
    """Chips that came into play or left it."""

    id = serializers.IntegerField()
    entry_id = serializers.IntegerField()
    what = serializers.CharField()
    chips = serializers.IntegerField()
    reason = serializers.CharField()


class CountedIn(StrictSerializer):
    """The chips of a table."""

    table_no = TableField()
    chips = WholeField(min_value=0, max_value=MOST_CHIPS)


class CountIn(StrictSerializer):
    """The chips of every open table."""

    tables = CountedIn(many=True)


class CountOut(serializers.Serializer[Any]):
    """A count beside what should be in play; difference: counted less in play."""

    id = serializers.IntegerField()
    tables = serializers.DictField(child=serializers.IntegerField())
    in_play = serializers.IntegerField()
    difference = serializers.IntegerField()
    at = serializers.DateTimeField()


class RacerIn(StrictSerializer):
    """A seat with its old chips, and the cards for its odd ones."""

    seat_no = SeatField()
    old_chips = WholeField(min_value=0, max_value=MOST_CHIPS)
    has_other_chips = FlagField(default=True)
    cards = serializers.ListField(child=TextField(longest=2), default=list, max_length=52)


class RaceIn(StrictSerializer):
    """A chip race at a table."""

    table_no = TableField()
    old_chip = WholeField(min_value=1, max_value=MOST_CHIPS)
    new_chip = WholeField(min_value=2, max_value=MOST_CHIPS)
    players = RacerIn(many=True)


class RaceOut(serializers.Serializer[Any]):
    """A chip race and what it gave to each seat."""

    id = serializers.IntegerField()
    table_no = serializers.IntegerField()
    old_chip = serializers.IntegerField()
    new_chip = serializers.IntegerField()
    seats = serializers.DictField()
    removed_chips = serializers.IntegerField()
    issued_chips = serializers.IntegerField()
    because = BecauseOut(many=True)


class PenaltyIn(StrictSerializer):
    """A breach; measure: where it is milder than the book's; stack: of who is put out."""

    entry_id = IdField()
    breach = OneOfField(choices=list(get_args(Breach)))
    reason = TextField(longest=200)
    measure = OneOfField(choices=list(get_args(Measure)), default=None, allow_null=True)
    stack = WholeField(min_value=0, max_value=MOST_CHIPS, default=None, allow_null=True)


class PenaltyOut(serializers.Serializer[Any]):
    """What was imposed, and what the book has."""

    id = serializers.IntegerField()
    entry_id = serializers.IntegerField()
    breach = serializers.CharField()
    measure = serializers.CharField()
    book_measure = serializers.CharField()
    minutes = serializers.IntegerField()
    rounds = serializers.IntegerField()
    reason = serializers.CharField()
    at = serializers.DateTimeField()
    served_at = serializers.DateTimeField(allow_null=True)
    because = BecauseOut(many=True)


class Clock(ActView):
    """/tournaments/<id>/clock/"""

    @reads(ClockOut)
    def get(self, tournament_id: int) -> Any:
        """Show the clock."""
        found = queries.tournament(self.club.pk, tournament_id)
        return queries.clock_face(found, timezone.now()) or {}


class Pause(ActView):
    """/tournaments/<id>/clock/pause/"""

    @writes(MarkOut)
    def post(self, stamp: Stamp, tournament_id: int) -> ClockMark:
        """Let the clock stand."""
        return services.pause_clock(stamp, tournament_id=tournament_id)


class Resume(ActView):
    """/tournaments/<id>/clock/resume/"""

    @writes(MarkOut)
    def post(self, stamp: Stamp, tournament_id: int) -> ClockMark:
        """Let the clock run on."""
        return services.resume_clock(stamp, tournament_id=tournament_id)


class SetClock(ActView):
    """/tournaments/<id>/clock/set/"""

    @writes(
        MarkOut, takes=SetIn,
        example={"step": 2, "left_seconds": 600, "reason": "Fire alarm"},
    )  # fmt: skip
    def post(self, stamp: Stamp, tournament_id: int, **values: Any) -> ClockMark:
        """Set the clock to a level or a break."""
        return services.set_clock(stamp, tournament_id=tournament_id, **values)


class Chips(ActView):
    """/tournaments/<id>/chips/"""

    @reads(ChipsOut)
    def get(self, tournament_id: int) -> queries.Chips:
        """Show the chips issued, removed and in play."""
        return queries.chips(queries.tournament(self.club.pk, tournament_id))

    @writes(
        ChangeOut, takes=ChangeIn,
        example={"entry_id": 1, "what": "extra_chips", "chips": 500, "reason": "In time"},
    )  # fmt: skip
    def post(self, stamp: Stamp, tournament_id: int, **values: Any) -> ChipChange:
        """Note chips that came into play or left it."""
        return services.change_chips(stamp, tournament_id=tournament_id, **values)


class Counts(ActView):
    """/tournaments/<id>/chips/counts/"""

    @writes(CountOut, takes=CountIn, example={"tables": [{"table_no": 1, "chips": 90_000}]})
    def post(self, stamp: Stamp, tournament_id: int, tables: list[dict[str, Any]]) -> ChipCount:
        """Keep a count of all chips."""
        counted = {one["table_no"]: one["chips"] for one in tables}
        return services.count_chips(stamp, tournament_id=tournament_id, tables=counted)


class Races(ActView):
    """/tournaments/<id>/chips/races/"""

    @reads(RaceOut(many=True))
    def get(self, tournament_id: int) -> list[ChipRace]:
        """List the chip races."""
        return queries.races(queries.tournament(self.club.pk, tournament_id))

    @writes(
        RaceOut, takes=RaceIn,
        example={
            "table_no": 1,
            "old_chip": 25,
            "new_chip": 100,
            "players": [{"seat_no": 1, "old_chips": 5, "cards": ["AS"]}],
        },
    )  # fmt: skip
    def post(
        self, stamp: Stamp, tournament_id: int, players: list[dict[str, Any]], **values: Any
    ) -> ChipRace:
        """Race the small chips of a table off."""
        return services.race_chips(
            stamp,
            tournament_id=tournament_id,
            stacks={one["seat_no"]: one["old_chips"] for one in players},
            only=[one["seat_no"] for one in players if not one["has_other_chips"]],
            cards={one["seat_no"]: one["cards"] for one in players if one["cards"]},
            **values,
        )


class Penalties(ActView):
    """/tournaments/<id>/penalties/"""

    @reads(PenaltyOut(many=True))
    def get(self, tournament_id: int) -> list[Penalty]:
        """List what was imposed on players."""
        return queries.penalties(queries.tournament(self.club.pk, tournament_id))

    @writes(
        PenaltyOut, takes=PenaltyIn,
        example={"entry_id": 1, "breach": "conduct", "reason": "Talked about a live hand"},
    )  # fmt: skip
    def post(self, stamp: Stamp, tournament_id: int, **values: Any) -> Penalty:
        """Impose what the book has for a breach, or something milder."""
        return services.punish(stamp, tournament_id=tournament_id, **values)


class EndPenalty(ActView):
    """/tournaments/<id>/penalties/<id>/end/"""

    @writes(PenaltyOut, status=200)
    def post(self, stamp: Stamp, tournament_id: int, penalty_id: int) -> Penalty:
        """Note that a player is back at the table."""
        where = {"tournament_id": tournament_id, "penalty_id": penalty_id}
        return services.end_penalty(stamp, **where)


PENALTIES = f"{ONE}penalties/"
routes = [
    path(f"{ONE}clock/", Clock.as_view(), name="api-tournament-clock"),
    path(f"{ONE}clock/pause/", Pause.as_view(), name="api-tournament-clock-pause"),
    path(f"{ONE}clock/resume/", Resume.as_view(), name="api-tournament-clock-resume"),
    path(f"{ONE}clock/set/", SetClock.as_view(), name="api-tournament-clock-set"),
    path(f"{ONE}chips/", Chips.as_view(), name="api-tournament-chips"),
    path(f"{ONE}chips/counts/", Counts.as_view(), name="api-tournament-chip-counts"),
    path(f"{ONE}chips/races/", Races.as_view(), name="api-tournament-chip-races"),
    path(PENALTIES, Penalties.as_view(), name="api-tournament-penalties"),
    path(
        f"{PENALTIES}<id:penalty_id>/end/", EndPenalty.as_view(), name="api-tournament-penalty-end"
    ),
]
