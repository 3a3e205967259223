"""A program that is told of everything, and one message to it."""

from casino.ledger import services as ledger
from casino.staff.models import Role
from casino.webhooks.models import Event
from casino.webhooks.services.keeping import add_webhook
from casino.webhooks.services.telling import announce
from tests.world import World


def told(world: World) -> dict[str, int]:
    """Add an address of the club and tell it something; return the ids of both."""
    stamp = world.stamp("10:00", role=Role.MANAGER)
    address = f"https://{world.club.slug}.example/hook"
    webhook = add_webhook(stamp, address=address, events=Event.values)
    later = world.stamp("10:05", role=Role.MANAGER)
    announce(ledger.act(later, "test.tell").on(later), Event.DAY_CLOSED, day="2026-02-26")
    return {"webhook_id": webhook.pk, "message_id": webhook.messages.get().pk}
