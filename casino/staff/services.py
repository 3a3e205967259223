"""
What people sign with: names to sign in with, and the PIN or one-time code at a locked till or a
colleague's screen; badges.
"""

import math
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import make_password
from django.db import IntegrityError
from django.db.models import Count, Max, Q, QuerySet
from django.dispatch import Signal

from casino.db import command, commit_locally
from casino.kept_sql import hold
from casino.keys import is_pin_of, is_written_by_first, pin_digest
from casino.messages import msg, msg_count
from casino.names import SIGN_IN_NAME, look_of
from casino.refusals import BadInput, Conflict, Refusal
from casino.staff.models import Badge, Pin, Secret, User, WrongPin
from casino.staff.rules import growing_wait

MIN_LENGTH, MAX_LENGTH, MAX_TRIES = 4, 8, 5
FORGOTTEN_AFTER = timedelta(hours=24)
# What takes longer was cut off by a fault, and told nobody anything.
COMPARED_WITHIN = timedelta(minutes=1)
# Tells those above of each wrong PIN: `user`, and `asked` of where.
wrong_pin_typed = Signal()
# Digits alone: a scanner types them alike under every keyboard layout. 40 of them are 132 bits.
BADGE = re.compile(r"[0-9]{40}", re.ASCII)


@dataclass(frozen=True, kw_only=True, slots=True)
class PinPrompt:
    """
    Where a PIN is asked for, and when.

    place: what wrong ones are counted for, with the one in whose name; by_id: whose screen it is,
    None: one's own lock; club_id: where that is known; request_id: of the act that keeps it.
    """

    place: str
    at: datetime
    by_id: int | None = None
    club_id: int | None = None
    request_id: str = ""


class PinSpent(Conflict):
    """Five wrong tries at one screen: there one waits, each time longer; elsewhere nobody does."""

    code = "STAFF-001"
    next_step = msg("Approve on your own screen, or sign in with your password.")


class PinElsewhere(Conflict):
    """A PIN is short: it counts where its owner has signed in with everything once."""

    code = "STAFF-007"
    message = msg("This device does not know you: a PIN is not enough here.")
    next_step = msg("Type the code of your app, or sign in here once with your password.")


class NotSigned(Refusal):
    """Neither a PIN nor a code of that person."""

    code = "STAFF-002"
    message = msg("Name and PIN or code do not match.")
    next_step = msg("Try again. After five wrong PINs you have to wait before the next.")


class NameTaken(Conflict):
    """Two people never sign in under names that look alike."""

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


class NotABadge(Conflict):
    """No badge of this club, or one no more: which, nobody is told."""

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
    with user.changing(Secret.PIN):
        Pin.objects.update_or_create(user=user, defaults={"digest": pin_digest(pin)})


def check_pin(user: User, pin: str, asked: PinPrompt) -> bool:
    """Return whether it is somebody's PIN. Raises PinSpent."""
    return _tried(user, asked, lambda: _is_pin(user, pin))


def confirm(user: User, pin: str, asked: PinPrompt) -> None:
    """Check the PIN before what cannot be taken back. Raises NotSigned, PinSpent."""
    if not pin:
        raise NotSigned(msg("Type your PIN: this cannot be taken back."), field="pin")
    if not check_pin(user, pin, asked):
        raise NotSigned(msg("This is not your PIN."), field="pin")


def is_own_secret(user: User, secret: str, asked: PinPrompt) -> bool:
    """Return whether it is somebody's PIN or the code of their app. Raises PinSpent."""
    return _tried(user, asked, lambda: _is_pin(user, secret) or _is_code(user, secret))


def signer(username: str, secret: str, asked: PinPrompt, *, by_pin: bool = True) -> User:
    """
    Return who of the club signs at somebody else's screen, by name and PIN or one-time code.

    by_pin: whether the device is one at which their PIN counts. An unknown name and a wrong secret
    look alike. Raises NotSigned, PinSpent, PinElsewhere.
    """
    here = User.objects.filter(memberships__club=asked.club_id, is_active=True)
    user = here.filter(username__iexact=username).first()
    if user is None:
        make_password(secret)  # as slow as a name that is known
        raise NotSigned(field="secret")
    if not _tried(user, asked, lambda: _is_pin(user, secret) or _is_code(user, secret)):
        raise NotSigned(field="secret")
    if not by_pin and _is_pin(user, secret):
        raise PinElsewhere(field="secret")
    return user


def forget_own_tries(user: User) -> None:
    """Let the PIN open one's own lock again, after the password."""
    WrongPin.objects.filter(user=user, asked_by=None, counts=True).update(counts=False)


def _tried(user: User, asked: PinPrompt, is_right: Callable[[], bool]) -> bool:
    """
    Return whether what was typed in a user's name is right; a wrong one is counted before it is
    compared, so that a hundred at once are no more than five. Raises PinSpent.
    """
    own = _counted(user, asked)
    if is_right():
        own.delete()
        _counting(user, asked).update(counts=False)
        return True
    WrongPin.objects.filter(pk=own.pk).update(seen=False, pending=False)
    wrong_pin_typed.send(sender=User, user=user, asked=asked)
    return False


def _counting(user: User, asked: PinPrompt) -> QuerySet[WrongPin]:
    return WrongPin.objects.filter(user=user, place=asked.place, counts=True)


@command
def _counted(user: User, asked: PinPrompt) -> WrongPin:
    """Return a try that counts from now on. Raises PinSpent."""
    commit_locally()
    hold(User, user.pk)
    counted = _counting(user, asked)
    _check_wait(counted, asked.at)
    return WrongPin.objects.create(
        user=user,
        place=asked.place,
        at=asked.at,
        asked_by_id=asked.by_id,
        seen=True,
        pending=True,
    )


def _check_wait(counted: QuerySet[WrongPin], at: datetime) -> None:
    """Raise PinSpent while one has to wait."""
    cut_off = Q(pending=True, at__lt=at - COMPARED_WITHIN)
    found = counted.filter(~cut_off, at__gt=at - FORGOTTEN_AFTER).aggregate(
        wrong=Count("id"), latest=Max("at")
    )
    wait = growing_wait(found["wrong"] - MAX_TRIES)
    left = (found["latest"] + wait - at) if wait else wait
    if left > timedelta(0):
        raise PinSpent(
            msg_count(
                "Too many wrong PINs: wait {number} minute.",
                "Too many wrong PINs: wait {number} minutes.",
                math.ceil(left / timedelta(minutes=1)),
            ),
            field="secret",
        )


def _is_pin(user: User, pin: str) -> bool:
    kept = Pin.objects.filter(user=user).first()
    right = kept is not None and is_pin_of(kept.digest, pin)
    if kept is not None and right and not is_written_by_first(kept.digest):
        with suppress(IntegrityError), user.changing(Secret.PIN):  # a restore is not begun
            Pin.objects.filter(user=user, digest=kept.digest).update(digest=pin_digest(pin))
    return right


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
