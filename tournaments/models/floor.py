"""The floor: tables, draws of seats, moves, the clock, chips, penalties."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from casino.messages import Localizable, msg
from casino.players.models import ImposedPenalty
from tournaments.models.announced import Tournament
from tournaments.models.selling import Entry
from tournaments.models.winning import Knockout
from tournaments.rules.table_chips import Issue


class FloorTable(Localizable, models.Model):
    """A table of the room that was opened for a tournament, until it is broken."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="tables")
    number = models.PositiveSmallIntegerField()
    seats = models.PositiveSmallIntegerField()
    opened_at = models.DateTimeField()
    broken_at = models.DateTimeField(null=True)
    act_id = models.BigIntegerField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "tournament",
                "number",
                condition=Q(broken_at=None),
                name="tournaments_table_open_once",
            )
        ]

    def __str__(self) -> str:
        return msg("Table {number}", number=self.number)


class SeatDraw(models.Model):
    """
    A draw of seats with everything that draws it again (OLY-3.4.3).

    tickets: who drew; free: the free seats by table; drawn: table and seat by ticket.
    """

    class What(models.TextChoices):
        """Why seats were drawn."""

        SEATS = "seats", msg("Seat draw")
        BROKEN = "broken", msg("Table broken")
        AGAIN = "again", msg("Full redraw")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="draws")
    what = models.CharField(max_length=10, choices=What)
    seed = models.CharField(max_length=64)
    tickets = ArrayField(models.PositiveIntegerField())
    free = models.JSONField()
    drawn = models.JSONField()
    because = models.JSONField()
    at = models.DateTimeField()
    drawn_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    act_id = models.BigIntegerField(unique=True)


class SeatMove(models.Model):
    """Somebody who changed the seat while playing, and why; draw: by which lot, if by lot."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="moves")
    from_table = models.PositiveSmallIntegerField()
    from_seat = models.PositiveSmallIntegerField()
    to_table = models.PositiveSmallIntegerField()
    to_seat = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=200)
    because = models.JSONField(default=list)
    draw = models.ForeignKey(SeatDraw, models.PROTECT, related_name="moves", null=True)
    # From a broken table between small blind and button: no cards in the next hand (OLY-3.4.20).
    sits_out = models.BooleanField(default=False, db_default=False)
    at = models.DateTimeField()
    moved_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    act_id = models.BigIntegerField(db_index=True)


class ClockMark(models.Model):
    """
    What somebody did to the clock, and where it stood then; between marks it only runs.

    step: the place in the structure's list, breaks included, from 0; passed: of that step.
    """

    class What(models.TextChoices):
        """What was done."""

        PAUSED = "paused", msg("Paused")
        RESUMED = "resumed", msg("Resumed")
        SET = "set", msg("Set clock")
        STRUCTURE = "structure", msg("Structure changed")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="marks")
    what = models.CharField(max_length=10, choices=What)
    step = models.PositiveSmallIntegerField()
    passed = models.DurationField()
    running = models.BooleanField()
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    act_id = models.BigIntegerField(unique=True)


class FloorUndo(models.Model):
    """
    The last act on the floor, taken back: what it left behind counts no more.

    undone_act_id: of the act; eliminations and seats are put right themselves.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="undos")
    undone_act_id = models.BigIntegerField(unique=True)
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    act_id = models.BigIntegerField(unique=True)


class Presence(models.Model):
    """Whether a player was at the seat, as somebody saw it or the scanned ticket said."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seen")
    present = models.BooleanField()
    at = models.DateTimeField()
    noted_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    act_id = models.BigIntegerField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("entry", "act_id", name="tournaments_seen_once_in_act")
        ]


class ChipChange(models.Model):
    """
    Chips that came into play or left it other than by a ticket, a race or a disqualification.

    knockout: of a no-show, who is out with the stack that left play.
    """

    class What(models.TextChoices):
        """Why: CAME comes into play, the others leave it; over and short by a count."""

        EXTRA_CHIPS = "extra_chips", msg("Extra chips added")
        NO_SHOW = "no_show", msg("No-show stack removed")
        TAKEN_OFF = "taken_off", msg("Chips taken off the table")
        OVER = "counted_over", msg("Chips over at a count")
        SHORT = "counted_short", msg("Chips short at a count")

    CAME: tuple[Issue, ...] = ("extra_chips", "counted_over")

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="chip_changes")
    what = models.CharField(max_length=15, choices=What)
    chips = models.PositiveBigIntegerField()
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()
    noted_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    knockout = models.OneToOneField(Knockout, models.PROTECT, related_name="chip_change", null=True)
    act_id = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint("act_id", "entry", name="tournaments_chips_once_in_act")
        ]


class ChipRace(models.Model):
    """
    A race of small chips at one table, with cards and result (AMB-79).

    floor_table: the table as it was opened; opened again, it has other chips. Empty in what a
    program wrote that did not know it yet. taken_back_at: it was entered wrongly.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="races")
    floor_table = models.ForeignKey(FloorTable, models.PROTECT, related_name="races", null=True)
    table_no = models.PositiveSmallIntegerField()
    old_chip = models.PositiveIntegerField()
    new_chip = models.PositiveIntegerField()
    # By seat: old chips before, cards dealt, new chips after.
    seats = models.JSONField()
    removed_chips = models.PositiveBigIntegerField()
    issued_chips = models.PositiveBigIntegerField()
    because = models.JSONField()
    at = models.DateTimeField()
    noted_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    taken_back_at = models.DateTimeField(null=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "floor_table",
                "old_chip",
                condition=Q(taken_back_at=None),
                name="tournaments_race_once",
            )
        ]


class ChipCount(models.Model):
    """All chips of a tournament counted, table by table, beside what should be in play."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="chip_counts")
    tables = models.JSONField()
    in_play = models.PositiveBigIntegerField()
    difference = models.BigIntegerField()
    at = models.DateTimeField()
    counted_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    act_id = models.BigIntegerField(unique=True)


class Penalty(ImposedPenalty):
    """A penalty of a player in a tournament. knockout: of who was put out, may be undone."""

    class Measure(models.TextChoices):
        """What it was."""

        WARNING = "warning", msg("Warning")
        AWAY = "away", msg("Sit-out penalty")
        SECOND_PLACE = "second_place", msg("Disqualified, second place")
        OUT = "out", msg("Disqualified")

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="penalties")
    measure = models.CharField(max_length=15, choices=Measure)
    book_measure = models.CharField(max_length=15, choices=Measure)
    knockout = models.OneToOneField(Knockout, models.PROTECT, related_name="penalty", null=True)
