"""Telling other programs what happened: who is told, what, and until it arrived."""

from casino.webhooks.services.keeping import (
    BadAddress,
    Ended,
    add_webhook,
    end_webhook,
    secret_of,
    try_again,
)
from casino.webhooks.services.sending import body_of, send_due
from casino.webhooks.services.telling import announce

__all__ = [
    "BadAddress",
    "Ended",
    "add_webhook",
    "announce",
    "body_of",
    "end_webhook",
    "secret_of",
    "send_due",
    "try_again",
]
