"""The manager's addresses: added, ended, a message tried again."""

import base64
import secrets
from collections.abc import Collection
from ipaddress import ip_address
from typing import Annotated
from urllib.parse import SplitResult, urlsplit
from uuid import uuid4

from django.conf import settings

from casino import keys
from casino.acts.kinds import Id, OneOf, Prose, Several
from casino.acts.runner import act
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.refusals import BadInput, Conflict
from casino.webhooks import queries
from casino.webhooks.models import Event, Message, Webhook
from casino.webhooks.rules import PREFIX, is_public

MAX_LENGTH, SECRET_BYTES = 500, 32
Address = Annotated[str, Prose(max_length=MAX_LENGTH)]
Events = Annotated[Collection[str], Several(of=OneOf(words=tuple(Event.values)), minimum=1)]
OWN = {"localhost", "127.0.0.1", "::1"}


class BadAddress(BadInput):
    """An address to which nothing is sent."""

    code = "WEBHOOK-001"


class Ended(Conflict):
    """An address that was switched off stays off."""

    code = "WEBHOOK-002"
    message = msg("This address was switched off.")
    next_step = msg("Add it again. It gets a new secret.")
    next_page = "webhooks"


@act("webhooks.add_webhook")
def add_webhook(stamp: Stamp, *, address: Address, events: Events) -> Webhook:
    """
    Let an address be told of events from now on; the answer holds its secret. Raises BadAddress.

    Only https, and no address of a private network unless WEBHOOK_PRIVATE_NETWORKS says so.
    """
    split_address(address)
    return Webhook.objects.create(
        club_id=stamp.club_id,
        address=address,
        events=sorted(set(events)),
        salt=uuid4(),
        sealed=seal(secrets.token_bytes(SECRET_BYTES)),
        added_by_id=stamp.person_id,
        added_at=stamp.at,
        act_id=stamp.act_id,
    )


@act("webhooks.end_webhook")
def end_webhook(stamp: Stamp, *, webhook_id: Id) -> Webhook:
    """Tell an address nothing more; what waits for it is given up. Raises NotFound."""
    webhook = queries.webhook(stamp.club_id, webhook_id)
    if webhook.ended_at is None:
        webhook.ended_at = stamp.at
        webhook.save(update_fields=["ended_at"])
        webhook.messages.filter(state=Message.State.WAITING).update(state=Message.State.GIVEN_UP)
    return webhook


@act("webhooks.try_again")
def try_again(stamp: Stamp, *, message_id: Id) -> Message:
    """Send a message once more, and as often as a new one. Raises NotFound, Ended."""
    if queries.message(stamp.club_id, message_id).webhook.ended_at:
        raise Ended
    message = Message.objects.select_for_update().get(id=message_id)
    message.state, message.tries, message.next_at = Message.State.WAITING, 0, stamp.at
    message.save(update_fields=["state", "tries", "next_at"])
    return message


def secret_of(webhook: Webhook) -> str:
    """Return the secret of an address: shown when it is added, used when a message is signed."""
    if webhook.sealed:
        secret = keys.webhooks().decrypt(webhook.sealed.encode())
    else:
        # Of the site's keys the oldest: who makes a new one seals these first.
        *_, secret = keys.site_macs("casino.webhooks", str(webhook.salt), algorithm="sha256")
    return PREFIX + base64.b64encode(secret).decode()


def seal(secret: bytes) -> str:
    """Return a secret as the database keeps it."""
    return keys.webhooks().encrypt(secret).decode()


def seal_anew(webhook: Webhook) -> None:
    """Keep the secret of an address under the first of the keys."""
    secret = base64.b64decode(secret_of(webhook).removeprefix(PREFIX))
    Webhook.objects.filter(pk=webhook.pk).update(sealed=seal(secret))


def split_address(address: str) -> SplitResult:
    """Return the parts of an address to which messages may go. Raises BadAddress."""
    if not address.isascii() or not address.isprintable():
        raise BadAddress(msg("Write an address in plain letters."), field="address")
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise BadAddress(msg("That is not a valid address."), field="address") from None
    if not host or parts.username or parts.fragment or " " in address:
        raise BadAddress(msg("Write an address like https://example.com/hook."), field="address")
    if parts.scheme != "https" and not (parts.scheme == "http" and may_be_own(host)):
        raise BadAddress(msg("The address must begin with https://."), field="address")
    if _is_ip(host) and not may_connect(host, host):
        raise BadAddress(msg("This address is in a private network."), field="address")
    return parts


def may_connect(host: str, ip: str) -> bool:
    """Return whether a message for a host may go to the IP address that it has now."""
    return settings.WEBHOOK_PRIVATE_NETWORKS or is_public(ip) or may_be_own(host)


def may_be_own(host: str) -> bool:
    """Return whether a host is this machine and a developer is at it."""
    return settings.DEBUG and host in OWN


def _is_ip(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
