"""Who waits for a seat, one list for each game and blinds (OLY-2.3)."""

from django.db import models
from django.db.models import Q

from cashgames.models.tables import Session


class WaitingList(models.Model):
    """The list of a game and its blinds, whether a table of it is open or not."""

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    game = models.CharField(max_length=30)
    small_blind_cents = models.PositiveIntegerField()
    big_blind_cents = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                "club",
                "game",
                "small_blind_cents",
                "big_blind_cents",
                name="cashgames_one_list_a_game",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.small_blind_cents}/{self.big_blind_cents}"


class WaitlistEntry(models.Model):
    """
    A guest on a list, in person. Called, the guest has a seat reserved until the list lets go.

    rank: the order on the list, lowest first; answer_by: the end of the count-down of a call;
    going_at: when the called guest said yes. Who is interested would like to play and is not here:
    no place on the list goes with it.
    """

    class State(models.TextChoices):
        """Not here yet; two in which the list shows the guest; then how it ended."""

        INTERESTED = "interested"
        WAITING = "waiting"
        CALLED = "called"
        SEATED = "seated"
        NO_SHOW = "no_show"
        LEFT = "left"

    LISTED = (State.WAITING, State.CALLED)

    list = models.ForeignKey(WaitingList, models.PROTECT, related_name="entries")
    player = models.ForeignKey("players.Player", models.PROTECT, related_name="+")
    rank = models.IntegerField()
    since = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    session = models.ForeignKey(Session, models.PROTECT, null=True, related_name="+")
    seat_no = models.PositiveSmallIntegerField(null=True)
    called_at = models.DateTimeField(null=True)
    called_by = models.ForeignKey("staff.User", models.PROTECT, null=True, related_name="+")
    going_at = models.DateTimeField(null=True)
    answer_by = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        db_table = "cashgames_waiting"
        constraints = [
            models.UniqueConstraint(
                "list",
                "player",
                condition=Q(state__in=["interested", "waiting", "called"]),
                name="cashgames_waits_once",
            ),
            models.UniqueConstraint(
                "session",
                "seat_no",
                condition=Q(state="called"),
                name="cashgames_seat_reserved_once",
            ),
            models.CheckConstraint(
                name="cashgames_called_whole",
                condition=~Q(state="called")
                | Q(
                    session__isnull=False,
                    seat_no__isnull=False,
                    called_at__isnull=False,
                    answer_by__isnull=False,
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} on {self.list_id}"


class WaitingMove(models.Model):
    """Somebody was put before or behind others, and why (OLY-2.6). Places count from 1."""

    waiting = models.ForeignKey(WaitlistEntry, models.PROTECT, related_name="moves")
    from_place = models.PositiveSmallIntegerField()
    to_place = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=200)
    moved_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)
