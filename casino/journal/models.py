"""The club's own accounts, and the documents of its general journal."""

from django.db import models
from django.db.models import F, Q

from casino.attachments import MAX_BYTES
from casino.journal.rules.accounts import KINDS, USUAL_LIMIT_CENTS
from casino.journal.rules.recurring import RHYTHMS
from casino.messages import msg


class OwnAccount(models.Model):
    """
    An account of the club beside the chart's: its ledger account has the code `own:KIND`, ref id.

    limit_cents: a line above it is taken for a typing error.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    code = models.CharField(max_length=8)
    name = models.CharField(max_length=100)
    kind = models.CharField(max_length=9, choices=list(KINDS.items()))
    parent = models.ForeignKey("self", models.PROTECT, related_name="children", null=True)
    tax_code = models.CharField(max_length=50, blank=True)
    cost_center = models.CharField(max_length=20, blank=True)
    limit_cents = models.PositiveBigIntegerField(default=USUAL_LIMIT_CENTS)
    is_open = models.BooleanField(default=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        db_table = "journal_own_account"
        constraints = [
            models.UniqueConstraint("club", "code", name="journal_account_code"),
            models.CheckConstraint(name="journal_account_kind", condition=Q(kind__in=list(KINDS))),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.name}"

    @property
    def ledger_code(self) -> str:
        """Its line of the chart; its own id is the ref."""
        return f"own:{self.kind}"


class JournalDocument(models.Model):
    """
    A document of the general journal: one entry, numbered without a gap in its club and year.

    dated: its own day, of the year that numbers it; concerns: the day that it is about;
    gaming_day: when it was booked; reference: the number of the paper behind it; lines: as they
    were written, several of one account each by itself; signed_by: the second person, if any.
    """

    class Kind(models.TextChoices):
        """What a document is."""

        ENTRY = "entry", msg("Entry")
        LATE = "late", msg("Late entry")
        REVERSAL = "reversal", msg("Reversal")
        YEAR = "year", msg("Year close")

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    year = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=8, choices=Kind)
    dated = models.DateField()
    concerns = models.DateField()
    gaming_day = models.DateField()
    reference = models.CharField(max_length=50, blank=True)
    reason = models.CharField(max_length=200)
    lines = models.JSONField()
    cents = models.PositiveBigIntegerField()
    entry_id = models.BigIntegerField(unique=True)
    reverses = models.OneToOneField("self", models.PROTECT, related_name="reversed_by", null=True)
    proposal = models.OneToOneField(
        "approvals.Proposal", models.PROTECT, related_name="+", null=True
    )
    booked_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    signed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        db_table = "journal_document"
        constraints = [
            models.UniqueConstraint("club", "year", "number", name="journal_document_number"),
            models.CheckConstraint(
                name="journal_document_days",
                condition=Q(dated__lte=F("gaming_day"), concerns__lte=F("gaming_day"))
                & Q(dated__year=F("year")),
            ),
        ]
        indexes = [
            models.Index("club", "dated", name="journal_document_dated"),
            models.Index("club", "concerns", name="journal_document_concerns"),
        ]

    def __str__(self) -> str:
        return document_number(self.year, self.number)


class DatedEntry(models.Model):
    """
    An entry without a document that is dated earlier than the day on which it was booked.

    dated: as the paper behind it says, a bank's statement.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    entry_id = models.BigIntegerField(unique=True)
    dated = models.DateField()
    gaming_day = models.DateField()
    act_id = models.BigIntegerField(db_index=True)

    class Meta:
        db_table = "journal_dated_entry"
        constraints = [
            models.CheckConstraint(
                name="journal_dated_earlier", condition=Q(dated__lt=F("gaming_day"))
            )
        ]
        indexes = [models.Index("club", "gaming_day", name="journal_dated_entry_day")]


class DocumentTemplate(models.Model):
    """
    A document to begin from. rhythm, due_on: a recurring one waits from that day on for the
    accountant, who books it or leaves it out; day: of the month on which it recurs.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    name = models.CharField(max_length=100)
    reason = models.CharField(max_length=200)
    lines = models.JSONField()
    rhythm = models.CharField(max_length=7, choices=list(RHYTHMS.items()), blank=True)
    due_on = models.DateField(null=True)
    day = models.PositiveSmallIntegerField(default=0, db_default=0)
    is_open = models.BooleanField(default=True)
    act_id = models.BigIntegerField(unique=True)

    class Meta:
        db_table = "journal_template"
        constraints = [
            models.UniqueConstraint("club", "name", name="journal_template_name"),
            models.CheckConstraint(
                name="journal_template_recurs",
                condition=Q(rhythm="", due_on=None) | (~Q(rhythm="") & Q(due_on__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def cents(self) -> int:
        """What it comes to on either side."""
        return sum(line["debit_cents"] for line in self.lines)


class PeriodLock(models.Model):
    """Until which day a club's journal takes no more documents: a month was closed."""

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    last_day = models.DateField()
    act_id = models.BigIntegerField()

    class Meta:
        db_table = "journal_lock"


class AttachedFile(models.Model):
    """
    The paper behind a document, kept as it came; proposal: attached before it was signed.

    player: the guest whose it is said to be. off_at: when it was taken off, its content gone; by
    nobody (off_by) where it went with its guest.
    """

    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    document = models.ForeignKey(JournalDocument, models.PROTECT, related_name="+", null=True)
    proposal = models.ForeignKey("approvals.Proposal", models.PROTECT, related_name="+", null=True)
    name = models.CharField(max_length=100)
    content_type = models.CharField(max_length=30)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    content = models.BinaryField()
    added_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+")
    added_at = models.DateTimeField()
    act_id = models.BigIntegerField(unique=True)
    player = models.ForeignKey("players.Player", models.PROTECT, related_name="+", null=True)
    off_at = models.DateTimeField(null=True)
    off_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    off_signed_by = models.ForeignKey("staff.User", models.PROTECT, related_name="+", null=True)
    off_reason = models.CharField(max_length=200, default="", db_default="", blank=True)

    class Meta:
        db_table = "journal_attached_file"
        constraints = [
            models.CheckConstraint(
                name="journal_attached_size", condition=Q(size__range=(1, MAX_BYTES))
            ),
            models.CheckConstraint(
                name="journal_attached_to_one",
                condition=Q(document=None) ^ Q(proposal=None),
            ),
        ]

    def __str__(self) -> str:
        return self.name


def document_number(year: int, number: int) -> str:
    """Return a document's number as it is written: J2026-0017."""
    return f"J{year}-{number:04}"
