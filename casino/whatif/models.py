"""Questions to the past: which period, which other rules, how far the answer is."""

from django.db import models
from django.db.models import F, Q

from casino.house.rulebook import load_book
from casino.messages import catalogued


class Study(models.Model):
    """A what-if over a period of gaming days. It reads the books and never writes them."""

    class State(models.TextChoices):
        """How far it is; `cancelled` by a person, `refused` by what it found."""

        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        CANCELLED = "cancelled"
        REFUSED = "refused"

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    first_day = models.DateField()
    last_day = models.DateField()
    book = models.CharField(max_length=50)
    overrides = models.JSONField(default=dict)
    asked_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    # Seen alive at: another worker takes over what has been silent.
    beat_at = models.DateTimeField(null=True)
    # Which run is at work: one that was taken for dead finishes nothing any more.
    run = models.PositiveIntegerField(default=0, db_default=0)
    done_hands = models.PositiveBigIntegerField(default=0)
    total_hands = models.PositiveBigIntegerField()
    result = models.JSONField(null=True)
    remark = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="whatif_period", condition=Q(first_day__lte=F("last_day"))),
            models.CheckConstraint(
                name="whatif_done_with_a_result",
                condition=Q(state="done", result__isnull=False)
                | ~Q(state="done") & Q(result__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.book}, {self.first_day:%d.%m.%Y} \N{EN DASH} {self.last_day:%d.%m.%Y}"

    @property
    def title(self) -> str:
        """The name of the book that is asked about."""
        return catalogued(load_book(self.book).title)
