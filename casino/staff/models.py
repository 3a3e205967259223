"""Who works here, and in which role at which club."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum

from django.conf import settings
from django.contrib.auth import hashers
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.contrib.postgres.fields import ArrayField
from django.db import IntegrityError, models
from django.db.models.functions import Lower
from django.dispatch import Signal

from casino.db import all_or_nothing
from casino.messages import msg

# Tells those above, ahead of it and in its transaction, that somebody changes their own secret:
# `user`, and `what` of it.
secret_changes = Signal()


class Secret(StrEnum):
    """What somebody changes alone, and which acts keep that it was changed."""

    PIN = "PIN"
    PASSWORD = "password"  # noqa: S105
    KEY = "key"


class UserManager(BaseUserManager["User"]):
    """Makes users with a hashed password."""

    def create_user(self, username: str, password: str | None, **fields: object) -> "User":
        """Create a user; the password is stored as an Argon2 hash, None: none opens."""
        user = self.model(username=username, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        """Find a user by name, capitals or not."""
        return self.get(username__iexact=username)


class Theme(models.TextChoices):
    """Light or dark: as the work has it, as the device has it, or always one of them."""

    USUAL = "", msg("Dark at the desk and on the floor, light in the office")
    SYSTEM = "system", msg("As the device")
    LIGHT = "light", msg("Light")
    DARK = "dark", msg("Dark")


class TextSize(models.TextChoices):
    """How large the text of pages is."""

    USUAL = "", msg("Usual")
    LARGE = "large", msg("Large")
    LARGEST = "largest", msg("Very large")


class LetterKeys(models.TextChoices):
    """How single letters work as keys (WCAG 2.1.4)."""

    ALONE = "", msg("A letter alone")
    ALT = "alt", msg("A letter together with Alt")
    OFF = "off", msg("Off: only F keys, Ctrl Enter and Esc")


class User(AbstractBaseUser):
    """A person who signs in. What they may do stands in their memberships."""

    username = models.CharField(max_length=50, unique=True)
    name = models.CharField(max_length=100)
    is_active = models.BooleanField(default=True)
    # The password was made for them and said once: the first sign-in asks for one of their own.
    has_given_password = models.BooleanField(default=False)
    # A program: it has keys and no sign-in.
    is_service = models.BooleanField(default=False)
    # The club whose two people let them sign in; read by `club_of_sign_in`.
    sign_in_club = models.ForeignKey("house.Club", models.PROTECT, related_name="+", null=True)
    # Empty: the club's, wherever they work.
    language = models.CharField(max_length=2, choices=settings.LANGUAGES, blank=True)

    theme = models.CharField(max_length=10, choices=Theme, blank=True)
    text_size = models.CharField(max_length=10, choices=TextSize, blank=True)
    letter_keys = models.CharField(max_length=10, choices=LetterKeys, blank=True)
    # Keys of one's own in place of the usual ones, by the names of the commands.
    own_keys = models.JSONField(default=dict, blank=True)

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS = ["name"]
    objects = UserManager()

    class Meta:
        constraints = [models.UniqueConstraint(Lower("username"), name="staff_user_name_once")]

    def __str__(self) -> str:
        return self.name

    @contextmanager
    def changing(self, what: Secret) -> Iterator[None]:
        """Let the user's own secret change inside, together with the acts that keep it."""
        with all_or_nothing():
            secret_changes.send(sender=User, user=self, what=what)
            yield

    def check_password(self, raw_password: str | None) -> bool:
        """Return whether it is the password; one that was hashed as of old is hashed anew."""
        return hashers.check_password(raw_password, self.password, self._hash_anew)

    def _hash_anew(self, password: str) -> None:
        with suppress(IntegrityError), self.changing(Secret.PASSWORD):  # a restore is not begun
            self.password = hashers.make_password(password)
            self.save(update_fields=["password"])


class Role(models.TextChoices):
    """What somebody does at a club (CATALOGUE 3.14, DESIGN 1)."""

    CASHIER = "cashier", msg("Cashier")
    SUPERVISOR = "supervisor", msg("Floor supervisor")
    DIRECTOR = "director", msg("Tournament director")
    ACCOUNTANT = "accountant", msg("Accountant")
    MANAGER = "manager", msg("Poker manager")
    AUDITOR = "auditor", msg("Auditor")


class Membership(models.Model):
    """A role of a user at a club; without one the club does not exist for the user."""

    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    club = models.ForeignKey("house.Club", models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role)

    class Meta:
        constraints = [
            models.UniqueConstraint("user", "club", "role", name="staff_role_once"),
            models.CheckConstraint(
                name="staff_role_known", condition=models.Q(role__in=Role.values)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role} @ {self.club_id}"


class FormerRole(models.Model):
    """A role that somebody had at a club, and the last gaming day of it; kept for good."""

    user = models.ForeignKey(User, models.PROTECT, related_name="former_roles")
    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    role = models.CharField(max_length=20, choices=Role)
    last_day = models.DateField()
    act_id = models.BigIntegerField()

    class Meta:
        indexes = [models.Index(fields=["user", "club", "last_day"], name="staff_former_of_user")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role} @ {self.club_id} until {self.last_day}"


class Pin(models.Model):
    """What opens a user's locked till and signs at a colleague's screen, as a hash."""

    user = models.OneToOneField(User, models.CASCADE, related_name="pin")
    digest = models.CharField(max_length=128)

    def __str__(self) -> str:
        return f"PIN of {self.user_id}"


class WrongPin(models.Model):
    """
    A wrong PIN or code typed in somebody's name.

    user: in whose; place: where such tries are counted together; asked_by: whose screen it was,
    none: one's own lock; counts: nothing right was typed there since; seen: the user knows;
    pending: it was not compared yet, and never is where a fault came between.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="wrong_pins")
    place = models.CharField(max_length=40)
    asked_by = models.ForeignKey(User, models.CASCADE, related_name="+", null=True)
    at = models.DateTimeField()
    counts = models.BooleanField(default=True)
    seen = models.BooleanField(default=False)
    pending = models.BooleanField(default=False, db_default=False)

    class Meta:
        indexes = [
            models.Index(
                fields=["user", "place"],
                condition=models.Q(counts=True),
                name="staff_wrong_pins_counted",
            ),
            models.Index(
                fields=["user"], condition=models.Q(seen=False), name="staff_wrong_pins_unseen"
            ),
        ]

    def __str__(self) -> str:
        return f"Wrong PIN of {self.user_id} at {self.place}"


class Badge(models.Model):
    """
    A card that names its holder to a scanner at one club; their PIN signs.

    digest: SHA-256 of its code, nothing until it is printed; revoked_at: it is worth nothing since.
    """

    user = models.ForeignKey(User, models.PROTECT, related_name="badges")
    club = models.ForeignKey("house.Club", models.PROTECT, related_name="+")
    digest = models.CharField(max_length=64, blank=True)
    issued_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    act_id = models.BigIntegerField(unique=True)
    # Of the object that has just been given it, and of no other.
    code = ""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "club"],
                condition=models.Q(revoked_at=None),
                name="staff_one_badge_a_person",
            ),
            models.UniqueConstraint(
                fields=["digest"], condition=~models.Q(digest=""), name="staff_badge_code_once"
            ),
        ]

    def __str__(self) -> str:
        return f"Badge of {self.user_id} @ {self.club_id}"


# What stands for the digest of a key that nobody was shown.
NOT_SHOWN = "not shown: "


class ApiToken(models.Model):
    """
    A key of a user for programs; only its SHA-256 is kept.

    reads_only: it writes nothing; apps: the headings of the API that it opens, all if empty; club:
    the only one that it opens; made_by: who asked for it and is shown it once; before that the
    digest is nobody's.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=50)
    digest = models.CharField(max_length=64, unique=True)
    reads_only = models.BooleanField(default=False)
    apps = ArrayField(models.CharField(max_length=30), default=list, blank=True)
    expires_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    club = models.ForeignKey("house.Club", models.CASCADE, related_name="+", null=True)
    made_by = models.ForeignKey(User, models.PROTECT, related_name="+", null=True)
    last_used_at = models.DateTimeField(null=True)
    act_id = models.BigIntegerField(null=True)
    # In whose name it is knows of it: told of those that somebody else asked for.
    is_known = models.BooleanField(default=False, db_default=False)

    def __str__(self) -> str:
        return self.name

    @property
    def waits(self) -> bool:
        """Whether it was made and not shown yet."""
        return self.digest.startswith(NOT_SHOWN)
