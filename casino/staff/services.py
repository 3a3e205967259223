"""
What people sign with: names to sign in with, and the PIN or one-time code at a locked till or a
colleague's screen; badges.
"""

import re
import secrets
from datetime import datetime
from hashlib import sha256

from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import check_password, make_password
from django.db.models import F

from casino.messages import msg, msg_count
from casino.names import SIGN_IN_NAME, look_of
from casino.refusals import BadInput, Refusal
from casino.staff.models import Badge, Pin, User

MIN_LENGTH, MAX_LENGTH, MAX_TRIES = 4, 8, 5
# Digits alone: a scanner types them alike under every keyboard layout. 40 of them are 132 bits.
BADGE = re.compile(r"[0-9]{40}", re.ASCII)


class PinSpent(Refusal):
    """Five wrong tries: only the password helps."""

    status = 409
    code = "STAFF-001"
    message = msg("Too many wrong PINs: sign in with your password.")


class NotSigned(Refusal):
    """Neither a PIN nor a code of that person."""

    code = "STAFF-002"
    message = msg("Name and PIN or code do not match.")
    next_step = msg("Try again; after five wrong PINs only the password opens.")


class NameTaken(Refusal):
    """Two people never sign in under names that look alike."""

    status = 409
    code = "SETUP-003"
    message = msg("This name looks like a colleague's.")
    next_step = msg("Choose another name to sign in with.")


def check_new_name(username: str) -> None:
    """Raise BadInput, NameTaken for a name that nobody may begin to sign in with."""
    if not re.fullmatch(SIGN_IN_NAME, username, re.ASCII):
        raise BadInput(msg("Use small letters, digits and . _ - @."), field="username")
    look = look_of(username)
    if any(look_of(known) == look for known in User.objects.values_list("username", flat=True)):
        raise NameTaken(field="username")


class NotABadge(Refusal):
    """No badge of this club, or one no more: which, nobody is told."""

    status = 409
    code = "STAFF-006"
    message = msg("This badge is not valid here.")
    next_step = msg("Type the name instead, or ask the manager for a new badge.")


def set_pin(user: User, pin: str) -> None:
    """Give somebody a new PIN, 4 to 8 digits, not one digit alone. Raises BadInput."""
    digits = pin.isascii() and pin.isdigit() and MIN_LENGTH <= len(pin) <= MAX_LENGTH
    if not digits:
        raise BadInput(
            msg_count(
                "Write {minimum} to {number} digit.",
                "Write {minimum} to {number} digits.",
                MAX_LENGTH,
                minimum=MIN_LENGTH,
            ),
            field="pin",
        )
    if len(set(pin)) == 1 or pin in "01234567890" or pin in "09876543210":
        raise BadInput(msg("Such a PIN is guessed first: choose another."), field="pin")
    Pin.objects.update_or_create(user=user, defaults={"digest": make_password(pin), "wrong": 0})


def check_pin(user: User, pin: str) -> bool:
    """
    Return whether it is somebody's PIN; a wrong one is counted before it is compared.

    Raises PinSpent after five wrong ones, until a sign-in with the password.
    """
    tried = Pin.objects.filter(user=user, wrong__lt=MAX_TRIES).update(wrong=F("wrong") + 1)
    if not tried:
        if Pin.objects.filter(user=user).exists():
            raise PinSpent(field="pin")
        return False
    right = check_password(pin, Pin.objects.get(user=user).digest)
    if right:
        forget_tries(user)
    return right


def forget_tries(user: User) -> None:
    """Let the PIN count again, after the password or the PIN itself."""
    Pin.objects.filter(user=user, wrong__gt=0).update(wrong=0)


def signer(username: str, secret: str) -> User:
    """
    Return who signs at somebody else's screen, by name and PIN or one-time code.

    An unknown name and a wrong secret look alike. Raises NotSigned, PinSpent.
    """
    user = User.objects.filter(username__iexact=username, is_active=True).first()
    if user is None:
        make_password(secret)  # as slow as a name that is known
        raise NotSigned(field="secret")
    if check_pin(user, secret) or _is_code(user, secret):
        forget_tries(user)
        return user
    raise NotSigned(field="secret")


def _is_code(user: User, secret: str) -> bool:
    apps = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP)
    return any(app.wrap().validate_code(secret) for app in apps)


def new_badge_code(badge: Badge) -> str:
    """Return the code of a badge, which is kept nowhere; the badge keeps its fingerprint."""
    code = f"{secrets.randbelow(10**40):040}"
    badge.digest = _badge_digest(code)
    badge.save(update_fields=["digest"])
    return code


def is_badge(text: str) -> bool:
    """Return whether a scanner may have typed it: the name of a user has other signs."""
    return BADGE.fullmatch(text.strip()) is not None


def badge_holder(club_id: int, code: str) -> User:
    """Return who works at the club and whose badge of it has this code. Raises NotABadge."""
    held = Badge.objects.filter(
        digest=_badge_digest(code.strip()),
        club_id=club_id,
        revoked_at=None,
        user__is_active=True,
        user__memberships__club_id=club_id,
    )
    badge = held.select_related("user").first()
    if badge is None:
        raise NotABadge(field="username")
    return badge.user


def void_badges(club_id: int, user: User, *, at: datetime) -> int:
    """Let a user's badge of the club be worth nothing from now on; how many there were."""
    valid = Badge.objects.filter(club_id=club_id, user=user, revoked_at=None)
    return valid.update(revoked_at=at)


def _badge_digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()
