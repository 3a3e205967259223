"""Clock, chips and penalties by program."""

from typing import Any

from rest_framework import serializers

from casino.acts.doors import sends
from casino.ledger.api import ActView, BecauseOut
from casino.players.api import ImposedOut
from casino.web.endpoints import reads
from casino.web.routes import Routes
from tournaments.api.desk import ONE
from tournaments.api.undo import FloorUndoOut
from tournaments.models import ChipRace, Penalty
from tournaments.queries import chips as chips_queries
from tournaments.queries.clock import clock_face
from tournaments.queries.tournaments import tournament
from tournaments.services.chips import change_chips, count_chips, race_chips
from tournaments.services.clock import pause_clock, resume_clock, set_clock
from tournaments.services.mistakes import take_back_penalty, take_back_race
from tournaments.services.penalties import end_penalty, punish

routes = Routes()
PENALTIES = f"{ONE}penalties/"


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


class ChipsOut(serializers.Serializer[Any]):
    """Chips in play: issued less removed."""

    issued = serializers.DictField(child=serializers.IntegerField())
    removed = serializers.DictField(child=serializers.IntegerField())
    in_play = serializers.IntegerField()
    stacks = serializers.IntegerField()
    average = serializers.IntegerField()
    because = BecauseOut(many=True)


class ChangeOut(serializers.Serializer[Any]):
    """Chips that came into play or left it."""

    id = serializers.IntegerField()
    entry_id = serializers.IntegerField()
    what = serializers.CharField()
    chips = serializers.IntegerField()
    reason = serializers.CharField()


class CountOut(serializers.Serializer[Any]):
    """A count beside what should be in play; difference: counted less in play."""

    id = serializers.IntegerField()
    tables = serializers.DictField(child=serializers.IntegerField())
    in_play = serializers.IntegerField()
    difference = serializers.IntegerField()
    at = serializers.DateTimeField()


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


class PenaltyOut(ImposedOut):
    """What was imposed on a player, and what the book has."""

    entry_id = serializers.IntegerField()


@routes(f"{ONE}clock/", "api-tournament-clock")
class Clock(ActView):
    @reads(ClockOut)
    def get(self, tournament_id: int) -> Any:
        """Show the clock."""
        found = tournament(self.club.pk, tournament_id)
        return clock_face(found, self.at) or {}


@routes(f"{ONE}clock/pause/", "api-tournament-clock-pause")
class Pause(ActView):
    post = sends(pause_clock, MarkOut)


@routes(f"{ONE}clock/resume/", "api-tournament-clock-resume")
class Resume(ActView):
    post = sends(resume_clock, MarkOut)


@routes(f"{ONE}clock/set/", "api-tournament-clock-set")
class SetClock(ActView):
    post = sends(
        set_clock,
        MarkOut,
        example={"step": 2, "left_seconds": 600, "reason": "Fire alarm"},
    )


@routes(f"{ONE}chips/", "api-tournament-chips")
class Chips(ActView):
    @reads(ChipsOut)
    def get(self, tournament_id: int) -> chips_queries.Chips:
        """Show the chips issued, removed and in play."""
        return chips_queries.chips(tournament(self.club.pk, tournament_id))

    post = sends(
        change_chips,
        ChangeOut,
        example={"entry_id": 1, "what": "extra_chips", "chips": 500, "reason": "In time"},
    )


@routes(f"{ONE}chips/counts/", "api-tournament-chip-counts")
class Counts(ActView):
    post = sends(
        count_chips,
        CountOut,
        example={"tables": [{"table_no": 1, "chips": 90_000}]},
    )


@routes(f"{ONE}chips/races/", "api-tournament-chip-races")
class Races(ActView):
    @reads(RaceOut(many=True))
    def get(self, tournament_id: int) -> list[ChipRace]:
        """List the chip races."""
        return chips_queries.races(tournament(self.club.pk, tournament_id))

    post = sends(
        race_chips,
        RaceOut,
        example={
            "table_no": 1,
            "old_chip": 25,
            "new_chip": 100,
            "players": [{"seat_no": 1, "old_chips": 5, "cards": ["AS"]}],
        },
    )


@routes(f"{ONE}chips/races/<id:race_id>/take-back/", "api-tournament-chip-race-back")
class RaceBack(ActView):
    post = sends(take_back_race, FloorUndoOut, example={"reason": "42 for 40"})


@routes(PENALTIES, "api-tournament-penalties")
class Penalties(ActView):
    @reads(PenaltyOut(many=True))
    def get(self, tournament_id: int) -> list[Penalty]:
        """List what was imposed on players."""
        return chips_queries.penalties(tournament(self.club.pk, tournament_id))

    post = sends(
        punish,
        PenaltyOut,
        example={"entry_id": 1, "breach": "conduct", "reason": "Talked about a live hand"},
    )


@routes(f"{PENALTIES}<id:penalty_id>/end/", "api-tournament-penalty-end")
class EndPenalty(ActView):
    post = sends(end_penalty, PenaltyOut, status=200)


@routes(f"{PENALTIES}<id:penalty_id>/take-back/", "api-tournament-penalty-back")
class PenaltyBack(ActView):
    post = sends(take_back_penalty, FloorUndoOut, example={"reason": "Wrong player"})
