"""Reading webhooks and their messages."""

from casino.messages import msg
from casino.paging import Page
from casino.refusals import NotFound
from casino.webhooks.models import Message, Webhook

MAX_MESSAGES = 50  # of a page


def webhooks(club_id: int) -> list[Webhook]:
    """Return the addresses of a club, those in use first."""
    found = Webhook.objects.filter(club_id=club_id).select_related("added_by")
    return sorted(found.order_by("-id"), key=lambda each: each.ended_at is not None)


def webhook(club_id: int, webhook_id: int) -> Webhook:
    """Return an address of the club. Raises NotFound."""
    found = Webhook.objects.filter(club_id=club_id, id=webhook_id).select_related("added_by")
    row = found.first()
    if row is None:
        raise NotFound(msg("There is no such address in this club."), field="webhook_id")
    return row


def messages(webhook: Webhook, *, page: Page) -> list[Message]:
    """Return the messages to an address, the latest first."""
    return page.of(webhook.messages.order_by("-id"))


def message(club_id: int, message_id: int) -> Message:
    """Return a message to an address of the club. Raises NotFound."""
    found = Message.objects.filter(id=message_id, webhook__club_id=club_id)
    row = found.select_related("webhook").first()
    if row is None:
        raise NotFound(msg("There is no such message in this club."), field="message_id")
    return row
