"""Keys of programs: asked for by one, approved by another, shown once to who asked."""

from collections.abc import Sequence
from datetime import timedelta
from hashlib import sha256
from importlib.util import find_spec
from typing import Annotated

from django.conf import settings

from casino.acts.kinds import Flag, Id, OneOf, Reason, Secret, Several, ShortName, Whole
from casino.acts.runner import act
from casino.approvals.signed import Preview, signed
from casino.audit.services.access import LIVES, WAITS, end_key, member
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import Conflict, NotFound
from casino.staff.models import NOT_SHOWN, ApiToken

KEY = "audit.make_key"
MAX_DAYS = 366
# The headings of the API: every app that has endpoints. casino.web has what they share.
SHARED = "casino.web", "django.contrib.messages"
HEADINGS = tuple(
    sorted(
        app.removeprefix("casino.")
        for app in (*settings.INSTALLED_APPS, "casino.me")
        if app == "casino.me" or (app not in SHARED and find_spec(f"{app}.api"))
    )
)


class KeyShown(Conflict):
    """A key is shown once, to who asked for it, within three days."""

    code = "AUDIT-005"
    message = msg("This key was shown already.")
    next_step = msg("Revoke it and ask for another.")
    next_page = "keys"


def key_preview(
    stamp: Stamp,
    *,
    user_id: int,
    name: str,
    reads_only: bool,
    apps: Sequence[str],
    days: int,
    reason: str,
) -> Preview:
    """Say in whose name a program would act. Raises NotFound."""
    return Preview(content={"username": member(stamp, user_id).username})


@signed(
    KEY,
    asked_as="audit.propose_key",
    preview=key_preview,
    kinds={KEY: msg("API key")},
    lives=LIVES,
    waits=WAITS,
)
def make_key(
    stamp: Stamp,
    *,
    user_id: Id,
    name: ShortName,
    reads_only: Annotated[bool, Flag()] = False,
    apps: Annotated[Sequence[str], Several(of=OneOf(words=HEADINGS), maximum=len(HEADINGS))] = (),
    days: Annotated[int, Whole(low=1, high=MAX_DAYS)],
    reason: Reason,
) -> ApiToken:
    """
    Let a program act at the club in somebody's name; its key is shown once to who asked.

    apps: the headings of the API that it opens, all if none are said; days: how long it holds.
    """
    return ApiToken.objects.create(
        user_id=user_id,
        club_id=stamp.club_id,
        made_by_id=stamp.person_id,
        name=name,
        digest=f"{NOT_SHOWN}{stamp.act_id}",
        reads_only=reads_only,
        apps=sorted(apps),
        expires_at=stamp.at + timedelta(days=days),
        act_id=stamp.act_id,
    )


@act("audit.show_key", replay=lambda stamp, token_id, **_: _refuse_shown())
def show_key(stamp: Stamp, *, token_id: Id, key: Secret) -> ApiToken:
    """Let a key count that was made for who asked. Raises KeyShown, NotFound."""
    token = _held(stamp, token_id)
    if token.made_by_id != stamp.person_id:
        raise NotFound(msg("There is no such key of yours here."), field="token_id")
    if not token.waits:
        raise KeyShown
    token.digest = sha256(key.encode()).hexdigest()
    token.save(update_fields=["digest"])
    return token


@act("audit.revoke_key", replay=lambda _, token_id, **more: ApiToken.objects.get(pk=token_id))
def revoke_key(stamp: Stamp, *, token_id: Id, reason: Reason) -> ApiToken:
    """End a key at once; it stays on the list. Raises NotFound."""
    token = _held(stamp, token_id)
    end_key(stamp, token)
    return token


def _held(stamp: Stamp, token_id: int) -> ApiToken:
    """Hold a key of the club, or of who works here and nowhere else. Raises NotFound."""
    token = ApiToken.objects.select_for_update().filter(pk=token_id).first()
    opened = {token.club_id} if token else set()
    if token and token.club_id is None:
        opened = set(token.user.memberships.values_list("club_id", flat=True))
    if token is None or opened != {stamp.club_id}:
        raise NotFound(msg("There is no such key here."), field="token_id")
    return token


def _refuse_shown() -> ApiToken:
    raise KeyShown
