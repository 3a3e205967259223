"""Write what is kept under keys anew, each with the first of its keys."""

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import decrypt, encrypt
from django.core.management.base import BaseCommand

from casino.db import command
from casino.keys import is_written_by_first
from casino.staff.models import Pin
from casino.webhooks.models import Webhook
from casino.webhooks.services.keeping import seal_anew

SECRETS = ("secret", "seed")


class Command(BaseCommand):
    """`rotate_keys`; afterwards former keys may go, those of PINs once none waits."""

    help = __doc__
    requires_system_checks = []

    def handle(self, **_: Any) -> None:
        """Read with all keys and write with the first, everything or nothing."""
        factors, addresses = _write_anew()
        waiting = sum(not is_written_by_first(pin.digest) for pin in Pin.objects.all())
        self.stdout.write(f"Second factors: {factors}, addresses of webhooks: {addresses}.")
        self.stdout.write(
            f"PINs that wait for their next use: {waiting}."
            + (" Leave the former PIN_KEYS until there is none." if waiting else "")
        )


@command
def _write_anew() -> tuple[int, int]:
    factors = list(Authenticator.objects.select_for_update().order_by("pk"))
    for each in factors:
        each.data |= {
            name: encrypt(decrypt(each.data[name])) for name in SECRETS if name in each.data
        }
        if codes := each.data.get("migrated_codes"):
            each.data["migrated_codes"] = [encrypt(decrypt(code)) for code in codes]
        each.save(update_fields=["data"])
    addresses = list(Webhook.objects.select_for_update().order_by("pk"))
    for address in addresses:
        seal_anew(address)
    return len(factors), len(addresses)
