"""How somebody signs in: password, second factor, and what closes the door."""

from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows.login import get_authentication_records
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.signals import authentication_failed, authenticator_added
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.core.exceptions import ValidationError
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import gettext

from casino import keys
from casino.db import by_name, row_of
from casino.house.models import Club
from casino.staff.models import Pin, User
from casino.staff.services import forget_own_tries, signer
from casino.web.lockout import Lockout, is_known, too_many_tries
from casino.web.roles import asked_at
from casino.web.session_store import session_now

# Plain SQL: every request asks this, and the ORM takes several times as long to say it.
WHO = by_name(User, "u", "SELECT u.* FROM staff_user u WHERE u.id = %s")


class People(ModelBackend):
    """Lets people in; a program has keys and no sign-in."""

    def get_user(self, user_id: int) -> User | None:
        """Return who has signed in, if they may still; each request asks it."""
        user = row_of(User, WHO, [user_id])
        return user if user and self.user_can_authenticate(user) else None

    def user_can_authenticate(self, user: Any) -> bool:
        """Return whether the user is a person who works here."""
        return super().user_can_authenticate(user) and not user.is_service


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Nobody signs up: the manager hires."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return False."""
        return False

    def is_reauthentication_required(self, **kwargs: Any) -> bool:
        """
        Return whether it has to be shown anew who it is, by the database's clock.

        allauth asks the node's own clock besides: what is too old is taken out of its sight.
        """
        request = context.request
        records = get_authentication_records(request, request.user)
        since = session_now(request) - app_settings.REAUTHENTICATION_TIMEOUT
        fresh = any(each.get("reauthenticated") and each["at"] > since for each in records)
        if not fresh:
            for each in records:
                each.pop("reauthenticated", None)
        return not fresh

    def send_notification_mail(self, *args: Any, **kwargs: Any) -> None:
        """Send nothing: staff have no mail address here, changes stand in the audit trail."""


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Keeps the secrets of authenticator apps encrypted under keys of their own."""

    def encrypt(self, text: str) -> str:
        """Return the text as only this site reads it."""
        return keys.second_factors().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return keys.second_factors().decrypt(encrypted_text.encode()).decode()

    def send_notification_mail(self, *args: Any, **kwargs: Any) -> None:
        """Send nothing."""


class CodeForm(AuthenticateForm):  # type: ignore[misc]
    """The code after the password; wrong ones count like wrong passwords."""

    def clean_code(self) -> str:
        """Return the code. Raises ValidationError, also where too many were tried."""
        _check_open(self.user)
        return str(super().clean_code())


class CodeAgainForm(ReauthenticateForm):  # type: ignore[misc]
    """The code once more, before something is changed about the sign-in."""

    def clean_code(self) -> str:
        """Return the code. Raises ValidationError, also where too many were tried."""
        _check_open(self.user)
        return str(super().clean_code())


class OwnBlockList:
    """Refuses passwords made of the house's own words, which strangers try first."""

    WORDS = ("poker", "casino", "kasiino", "kazino", "password", "parool", "parole", "qwerty")
    MIN_REST = 8

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError where too little is left without those words."""
        rest = password.casefold()
        clubs = Club.objects.values_list("slug", flat=True)
        for word in (*self.WORDS, *clubs, *([user.username.casefold()] if user else [])):
            rest = rest.replace(word, "")
        if len(rest) < self.MIN_REST:
            raise ValidationError(self.get_help_text(), code="house_words")

    def get_help_text(self) -> str:
        """Return what is asked."""
        return gettext(
            "Do not use words of the house in it: poker, the club's name, your own name."
        )


def is_own_password(user: User, password: str) -> bool:
    """
    Return whether it is the password of who is signed in; wrong ones count as at the sign-in.

    Raises ValidationError where too many were tried.
    """
    _check_open(user)
    right = user.check_password(password)
    if not right:
        credentials = {"username": user.username}
        user_login_failed.send(sender=User, credentials=credentials, request=context.request)
    return right


def _check_open(user: User) -> None:
    credentials = {"username": user.username}
    if wait := Lockout().wait(context.request, credentials):
        raise ValidationError(too_many_tries(wait))


def colleague(request: Any, username: str, secret: str) -> User:
    """
    Return who signs at this screen, by name and PIN or code.

    Wrong ones count for the signer and whoever asks, on whatever device, and for nobody else: so
    no colleague mistypes a signer out of their office. Where second factors are required, a PIN
    counts on devices alone with which the signer has signed in.
    Raises NotSigned, PinSpent, PinElsewhere.
    """
    asked = asked_at(request, f"user {request.user.pk}")
    by_pin = settings.SECOND_FACTOR != "required" or is_known(request, username)
    return signer(username, secret, asked, by_pin=by_pin)


@receiver(authentication_failed)
def count_wrong_code(sender: Any, request: HttpRequest, user: User, **_: Any) -> None:
    """Let a wrong code count like a wrong password."""
    credentials = {"username": user.username}
    user_login_failed.send(sender=sender, credentials=credentials, request=request)


@receiver(user_logged_in)
def know_pin(sender: Any, request: HttpRequest, user: User, **_: Any) -> None:
    """Let the PIN count again after a full sign-in; what the session still lacks is noted."""
    forget_own_tries(user)
    request.session["has_pin"] = Pin.objects.filter(user=user).exists()
    if user.has_given_password:
        request.session["needs_password"] = True
    if settings.SECOND_FACTOR == "required" and not is_mfa_enabled(user):
        request.session["needs_factor"] = True


@receiver(authenticator_added)
def let_in(sender: Any, request: HttpRequest, **_: Any) -> None:
    """Open the house to who has a second factor now."""
    request.session.pop("needs_factor", None)
