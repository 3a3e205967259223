"""What happened is written down for every address that wants to know, as a step of the act."""

from casino.house.stamp import Stamp
from casino.webhooks.models import Event, Message, Webhook


def announce(stamp: Stamp, event: Event, **facts: object) -> None:
    """
    Let a club's webhooks be told of an event, if the act that runs comes to its end.

    facts: plain data that names no guest; amounts in cents.
    """
    listening = Webhook.objects.filter(
        club_id=stamp.club_id, ended_at=None, events__contains=[event]
    )
    Message.objects.bulk_create(
        Message(
            webhook=each,
            event=event,
            happened_at=stamp.at,
            facts=facts,
            next_at=stamp.at,
            act_id=stamp.act_id,
        )
        for each in listening
    )
