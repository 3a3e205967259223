"""One's own sign-in: second factors, PIN, password, sessions; and the lock of the till."""

from collections.abc import Callable
from copy import copy
from functools import wraps
from typing import Any

from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache

from casino.messages import msg
from casino.refusals import NotFound, Refusal
from casino.staff import services
from casino.staff.models import LetterKeys, Secret, TextSize, Theme, User
from casino.web import sessions
from casino.web.interrupted import is_sent, own_form
from casino.web.roles import OwnRequest, asked_at_lock
from casino.web.sign_in import is_own_password

WRONG_INPUT, NOTHING = 422, 204


View = Callable[..., HttpResponse]


def only_sent(then: str) -> Callable[[View], View]:
    """
    Let a view of one's own account be sent to alone; who looks at its address goes to another page.

    A sign-in that came between leads back to it, with nothing to send.
    """

    def wrapped(view: View) -> View:
        @login_required
        @wraps(view)
        def guarded(request: OwnRequest, **arguments: Any) -> HttpResponse:
            return view(request, **arguments) if request.method == "POST" else redirect(then)

        return guarded

    return wrapped


class PinForm(forms.Form):
    """A new PIN, with the password: whoever finds an open till sets none."""

    password = forms.CharField(
        label=gettext_lazy("Password"), widget=forms.PasswordInput(attrs={"autofocus": True})
    )
    pin = forms.CharField(
        max_length=8,
        label=gettext_lazy("New PIN"),
        help_text=gettext_lazy("4 to 8 digits"),
        widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, user: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        """Return it. Raises ValidationError for a wrong one."""
        password = str(self.cleaned_data["password"])
        if not is_own_password(self.user, password):
            raise forms.ValidationError(gettext("This is not your password."))
        return password


class AgainForm(forms.Form):
    """The PIN or the code once more."""

    secret = forms.CharField(
        label=gettext_lazy("PIN or code"),
        max_length=20,
        widget=forms.PasswordInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "autofocus": True}
        ),
    )


class PasswordForm(PasswordChangeForm):
    """A new password, which is not the old one."""

    def clean_old_password(self) -> str:
        """Return the old one. Raises ValidationError, also where too many were tried."""
        old = str(self.cleaned_data["old_password"])
        if not is_own_password(self.user, old):
            raise forms.ValidationError(self.error_messages["password_incorrect"])
        return old

    def clean(self) -> dict[str, Any]:
        """Raise ValidationError where nothing would change."""
        values = super().clean() or self.cleaned_data
        if self.user.check_password(values.get("new_password1", "")):
            self.add_error("new_password1", gettext("This is the password that you have."))
        return values


class LanguageForm(forms.ModelForm):  # type: ignore[type-arg]
    """The language of one's own pages; none: the club's."""

    class Meta:
        model = User
        fields = ["language"]
        labels = {"language": gettext_lazy("Language")}
        error_messages = {
            "language": {"invalid_choice": gettext_lazy("Choose one of these languages.")}
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen: Any = self.fields["language"]
        chosen.choices = [("", gettext("as the club")), *settings.LANGUAGES]


class ScreenForm(forms.ModelForm):  # type: ignore[type-arg]
    """How one's own pages look, and which keys work on them."""

    class Meta:
        model = User
        fields = ["theme", "text_size", "letter_keys"]
        labels = {
            "theme": gettext_lazy("Light or dark"),
            "text_size": gettext_lazy("Text size"),
            "letter_keys": gettext_lazy("Letters as keys"),
        }
        error_messages = {
            name: {"invalid_choice": gettext_lazy("Choose one of these.")} for name in fields
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, choices in (
            ("theme", Theme),
            ("text_size", TextSize),
            ("letter_keys", LetterKeys),
        ):
            chosen: Any = self.fields[name]
            chosen.choices = choices.choices


@never_cache
@login_required
def me(request: OwnRequest) -> HttpResponse:
    """What one signs in with, and where one is signed in."""
    return render(
        request,
        "web/me.html",
        {
            "factors": Authenticator.objects.filter(user=request.user).order_by("type", "id"),
            "sessions": UserSession.objects.purge_and_list(request.user),
            "current": request.session.session_key,
            "clubs": request.user.memberships.select_related("club").order_by("club__name"),
            "keys": request.user.tokens.select_related("made_by", "club").order_by("-created_at"),
        },
    )


@never_cache
@login_required
def pin(request: OwnRequest) -> HttpResponse:
    """Set the PIN that opens the locked till."""
    form = PinForm(request.POST or None, user=request.user)
    if request.POST and form.is_valid():
        try:
            first = not hasattr(request.user, "pin")
            services.set_pin(request.user, form.cleaned_data["pin"])
        except Refusal as refusal:
            form.add_error("pin", refusal.message.localized())
        else:
            request.session["has_pin"] = True
            return redirect("home" if first else "me")
    return _form(request, form, gettext("Your PIN"))


@own_form
def language(request: OwnRequest) -> HttpResponse:
    """Choose the language of one's own pages."""
    # A copy: the page of a choice that is refused looks as it did.
    form = LanguageForm(request.POST or None, instance=copy(request.user))
    if is_sent(request) and form.is_valid():
        form.save()
        return redirect("me")
    return _form(request, form, gettext("Your language"))


@own_form
def screen(request: OwnRequest) -> HttpResponse:
    """Choose how one's own pages look, and which keys work on them."""
    # A copy: the page of a choice that is refused looks as it did.
    form = ScreenForm(request.POST or None, instance=copy(request.user))
    if is_sent(request) and form.is_valid():
        form.save()
        return redirect("me")
    return _form(request, form, gettext("Screen and keys"))


@never_cache
@login_required
def password(request: OwnRequest) -> HttpResponse:
    """Change one's own password; every other session ends."""
    given = request.user.has_given_password
    form = PasswordForm(request.user, request.POST or None)
    if request.POST and form.is_valid():
        form.user.has_given_password = False
        with form.user.changing(Secret.PASSWORD):
            form.save()
        update_session_auth_hash(request, form.user)
        UserSession.objects.create_from_request(request)
        request.session.pop("needs_password", None)
        # With the first own password comes the PIN: without one nobody approves a first float.
        first = "home" if hasattr(request.user, "pin") else "my-pin"
        return redirect(first if given else "me")
    title = gettext("Choose a password of your own") if given else gettext("Your password")
    return _form(request, form, title)


@never_cache
@login_required
def again(request: OwnRequest) -> HttpResponse:
    """Ask for the PIN or the code before something dangerous."""
    form = AgainForm(request.POST or None)
    if form.is_bound and form.is_valid() and _is_right(request, form):
        to = request.GET.get("next", "")
        return redirect(to if url_has_allowed_host_and_scheme(to, None) else "home")
    keys = Authenticator.objects.filter(user=request.user, type=Authenticator.Type.WEBAUTHN)
    shown = {"form": form, "title": gettext("Confirm that it is you"), "has_passkey": keys.exists()}
    status = WRONG_INPUT if form.is_bound else 200
    return render(request, "web/again.html", shown, status=status)


def _is_right(request: OwnRequest, form: AgainForm) -> bool:
    try:
        right = services.is_own_secret(
            request.user, form.cleaned_data["secret"], asked_at_lock(request)
        )
    except services.PinSpent as refusal:
        form.add_error("secret", refusal.message.localized())
        return False
    if right:
        record_authentication(request, request.user, method="pin")
    else:
        form.add_error("secret", gettext("Neither your PIN nor the code of your app."))
    return right


@only_sent("me")
def end_session(request: OwnRequest, session_id: int) -> HttpResponse:
    """Sign oneself out somewhere else."""
    found = UserSession.objects.filter(user=request.user, id=session_id).first()
    if found is None:
        raise NotFound(msg("There is no such session of yours."))
    found.end()
    return redirect("me")


@only_sent("home")
def lock(request: OwnRequest) -> HttpResponse:
    """Lock the till: the page stays as it is under the lock."""
    sessions.lock(request)
    return HttpResponse(status=NOTHING)


@only_sent("home")
def unlock(request: OwnRequest) -> HttpResponse:
    """Open the till with the PIN; after five wrong ones only a sign-in helps."""
    try:
        right = services.check_pin(
            request.user, request.POST.get("pin", ""), asked_at_lock(request)
        )
    except services.PinSpent:
        sessions.end(request)
        return _answer(request, "/sign-in/", gettext("Too many wrong PINs."), status=401)
    if not right:
        return _answer(request, "", gettext("This is not your PIN."), status=WRONG_INPUT)
    sessions.unlock(request)
    return _answer(request, request.POST.get("next", ""), "", status=NOTHING)


@only_sent("me")
def seen_wrong_pins(request: OwnRequest) -> HttpResponse:
    """Note that one knows of the wrong PINs in one's name."""
    request.user.wrong_pins.filter(seen=False).update(seen=True)
    to = request.POST.get("next", "")
    return redirect(to if url_has_allowed_host_and_scheme(to, None) else "me")


@only_sent("me")
def known_keys(request: OwnRequest) -> HttpResponse:
    """Note that one knows of the API keys in one's name."""
    request.user.tokens.filter(is_known=False).update(is_known=True)
    to = request.POST.get("next", "")
    return redirect(to if url_has_allowed_host_and_scheme(to, None) else "me")


def _answer(request: OwnRequest, to: str, said: str, *, status: int) -> HttpResponse:
    """Answer the lock on top of a page, or the page that stands for a locked one."""
    if request.headers.get("Accept") == "application/json":
        return JsonResponse({"message": said}, status=status)
    if status == WRONG_INPUT:
        shown = {"message": said, "path": request.POST.get("next", "/")}
        return render(request, "web/locked.html", shown, status=WRONG_INPUT)
    return redirect(to if url_has_allowed_host_and_scheme(to, None) else "home")


def _form(request: OwnRequest, form: forms.BaseForm, title: str) -> HttpResponse:
    status = WRONG_INPUT if form.is_bound else 200
    shown = {"form": form, "title": title}
    return render(request, "web/own_form.html", shown, status=status)
