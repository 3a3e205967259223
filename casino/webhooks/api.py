"""The endpoints of webhooks: the manager's addresses, and what each was told."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from casino.acts.doors import sends
from casino.ledger.api import ActView
from casino.paging import Page
from casino.web.endpoints import reads
from casino.web.routes import Routes
from casino.webhooks import queries
from casino.webhooks.models import Event, Message, Webhook
from casino.webhooks.services.keeping import add_webhook, end_webhook, secret_of, try_again

routes = Routes()


class MessageOut(serializers.Serializer[Any]):
    """What an address is told of one event, and how far that has come."""

    id = serializers.IntegerField()
    event = serializers.ChoiceField(Event.choices)
    happened_at = serializers.DateTimeField()
    state = serializers.ChoiceField(Message.State.choices)
    tries = serializers.IntegerField()
    next_at = serializers.DateTimeField()
    status = serializers.IntegerField(allow_null=True, help_text="Of the latest answer.")
    remark = serializers.CharField(allow_blank=True)


class WebhookOut(serializers.Serializer[Any]):
    """An address that is told; ended_at: it was switched off."""

    id = serializers.IntegerField()
    address = serializers.CharField()
    events = serializers.ListField(child=serializers.ChoiceField(Event.choices))
    added_by = serializers.CharField(source="added_by.username")
    added_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)


class WebhookDetailOut(WebhookOut):
    """The same with its latest messages."""

    messages = serializers.SerializerMethodField()

    @extend_schema_field(MessageOut(many=True))
    def get_messages(self, webhook: Webhook) -> list[dict[str, Any]]:
        """Return the latest messages, the latest first."""
        latest = queries.messages(webhook, page=Page(queries.MAX_MESSAGES))
        return [dict(each) for each in MessageOut(latest, many=True).data]


class AddedOut(WebhookOut):
    """A new address with the secret by which its messages are signed: said here alone."""

    secret = serializers.SerializerMethodField()

    def get_secret(self, webhook: Webhook) -> str:
        """Return the secret, as Standard Webhooks writes it."""
        return secret_of(webhook)


@routes("webhooks/", "api-webhooks")
class Webhooks(ActView):
    @reads(WebhookOut(many=True))
    def get(self) -> list[Webhook]:
        """List the addresses, those in use first."""
        return queries.webhooks(self.club.pk)

    post = sends(
        add_webhook,
        AddedOut,
        example={"address": "https://example.com/hook", "events": ["day.closed"]},
    )


@routes("webhooks/<id:webhook_id>/", "api-webhook")
class WebhookDetail(ActView):
    @reads(WebhookDetailOut)
    def get(self, webhook_id: int) -> Webhook:
        """Show an address and what it was told."""
        return queries.webhook(self.club.pk, webhook_id)


@routes("webhooks/<id:webhook_id>/end/", "api-webhook-end")
class WebhookEnd(ActView):
    post = sends(end_webhook, WebhookOut, status=200)


@routes("webhooks/messages/<id:message_id>/again/", "api-webhook-again")
class MessageAgain(ActView):
    post = sends(try_again, MessageOut, status=200)
