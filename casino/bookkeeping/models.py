"""What leaves the house as files, what comes in as files, and the long work behind both."""

from base64 import b64encode

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateRangeField
from django.db import models
from django.db.models import F, Func, Q, Value

from casino.db import SaidField
from casino.messages import Localizable, msg


class DaySpan(Func):
    """The gaming days from one to another, both included."""

    function = "daterange"
    template = "%(function)s(%(expressions)s, '[]')"
    output_field = DateRangeField()


class Mapping(models.Model):
    """
    Which account of the accountant an account of ours is, from a gaming day on.

    ref: of what is kept under the code, as of one jackpot; 0: all that has no row of its own.
    Never changed: a later row of the same day takes the place of an earlier one, and a batch
    remembers how far it had read. Without a number the account is mapped no longer.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    code = models.CharField(max_length=30)
    ref = models.PositiveBigIntegerField(default=0, db_default=0)
    from_day = models.DateField()
    number = models.CharField(max_length=8, blank=True)
    name = models.CharField(max_length=100, blank=True)
    department = models.CharField(max_length=16, blank=True)
    cost_center = models.CharField(max_length=20, blank=True)
    project = models.CharField(max_length=20, blank=True)
    tax_code = models.CharField(max_length=50, blank=True)
    changed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    changed_at = models.DateTimeField()
    act_id = models.BigIntegerField(db_index=True)

    class Meta:
        indexes = [
            models.Index("club", "code", "ref", "from_day", "id", name="bookkeeping_mapped_of_ref")
        ]
        constraints = [
            models.CheckConstraint(
                name="bookkeeping_named_account", condition=Q(number="") | ~Q(name="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code}: {self.number} {self.name}"


class ProfileVersion(models.Model):
    """How files for one program look. Never changed: another version follows."""

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    slug = models.SlugField(max_length=30)
    version = models.PositiveIntegerField()
    settings = models.JSONField()
    made_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("club", "slug", "version", name="bookkeeping_version_once"),
        ]

    def __str__(self) -> str:
        return f"{self.slug} {self.version}"


class Batch(Localizable, models.Model):
    """
    Sealed gaming days whose lines went out together: a line leaves in one batch, once.

    mapping_id: the latest row of the mapping that it knows.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    first_day = models.DateField()
    last_day = models.DateField()
    mapping_id = models.BigIntegerField()
    entries = models.PositiveBigIntegerField()
    lines = models.PositiveBigIntegerField()
    debit_cents = models.BigIntegerField()
    credit_cents = models.BigIntegerField()
    first_entry_id = models.BigIntegerField(null=True)
    last_entry_id = models.BigIntegerField(null=True)
    made_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint("club", "number", name="bookkeeping_batch_number_once"),
            models.CheckConstraint(
                name="bookkeeping_batch_period", condition=Q(first_day__lte=F("last_day"))
            ),
            models.CheckConstraint(
                name="bookkeeping_batch_balances", condition=Q(debit_cents=F("credit_cents"))
            ),
            ExclusionConstraint(
                name="bookkeeping_day_exported_once",
                expressions=[("club", "="), (DaySpan("first_day", "last_day"), "&&")],
            ),
        ]

    def __str__(self) -> str:
        return msg("Batch {number}", number=self.number)


# How the profile of a file begins that is a report of casino.reports.
REPORT = "report-"


class File(models.Model):
    """
    A finished file, kept as it was made: every download gives the same bytes.

    profile, version, settings: how it looks; a file of a register has no batch.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    batch = models.ForeignKey(Batch, models.PROTECT, related_name="files", null=True)
    profile = models.CharField(max_length=30)
    version = models.PositiveIntegerField()
    settings = models.JSONField(default=dict)
    name = models.CharField(max_length=150)
    media_type = models.CharField(max_length=100)
    sha256 = models.CharField(max_length=64)
    bytes = models.PositiveBigIntegerField()
    manifest = models.JSONField()
    made_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint("batch", "profile", "version", name="bookkeeping_file_once"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def base64_digest(self) -> str:
        """The hash as HTTP writes it."""
        return b64encode(bytes.fromhex(self.sha256)).decode()


class Chunk(models.Model):
    """A chunk of a file, compressed."""

    file = models.ForeignKey(File, models.PROTECT, related_name="chunks")
    n = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint("file", "n", name="bookkeeping_chunk_once")]

    def __str__(self) -> str:
        return f"{self.file_id}, {self.n}"


class Job(models.Model):
    """Long work: who asked for it, how far it is, what came of it."""

    class State(models.TextChoices):
        """How far it is; `cancelled` by a person, `refused` by what it found."""

        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        CANCELLED = "cancelled"
        REFUSED = "refused"

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    kind = models.CharField(max_length=30)
    title = SaidField()
    arguments = models.JSONField(default=dict)
    asked_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    # Seen alive at: another worker takes over what has been silent.
    beat_at = models.DateTimeField(null=True)
    # Which run is at work: one that was taken for dead finishes nothing any more.
    run = models.PositiveIntegerField(default=0)
    done = models.PositiveBigIntegerField(default=0)
    total = models.PositiveBigIntegerField(default=0)
    unit = models.CharField(max_length=20, default="lines")
    file = models.ForeignKey(File, models.PROTECT, related_name="+", null=True)
    remark = SaidField(default=str, blank=True)

    class Meta:
        indexes = [
            models.Index(
                "id", condition=Q(state__in=("waiting", "running")), name="bookkeeping_unfinished"
            )
        ]
        constraints = [
            models.CheckConstraint(
                name="bookkeeping_done_with_a_file",
                condition=Q(state="done", file__isnull=False)
                | ~Q(state="done") & Q(file__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return str(self.title)


class FileImport(models.Model):
    """
    A file that came in: as it was, what was found in it, and whether it was taken.

    columns: our field -> head in the file; errors: (row, field, what is wrong); made: what taking
    it made, so that it can be undone as a whole.
    """

    class State(models.TextChoices):
        """How far it is."""

        CHECKED = "checked"
        TAKEN = "taken"
        UNDONE = "undone"

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    kind = models.CharField(max_length=20)
    name = models.CharField(max_length=150)
    sha256 = models.CharField(max_length=64)
    data = models.BinaryField()
    columns = models.JSONField(default=dict)
    rows = models.PositiveIntegerField()
    errors = SaidField(default=list)
    state = models.CharField(max_length=10, choices=State, default=State.CHECKED)
    made = models.JSONField(default=list)
    asked_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)
    taken_act_id = models.BigIntegerField(unique=True, null=True)
    undone_act_id = models.BigIntegerField(unique=True, null=True)

    class Meta:
        db_table = "bookkeeping_intake"
        constraints = [
            models.CheckConstraint(
                name="bookkeeping_taken_without_errors",
                condition=Q(state="checked") | Q(errors=Value([], models.JSONField())),
            ),
        ]

    def __str__(self) -> str:
        return self.name
