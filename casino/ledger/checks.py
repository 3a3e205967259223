"""What every program asks at its start, as a check of Django's: `check --deploy --database`."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, Tags, register

from casino.start import Fault, faults, secret_faults


@register(Tags.database, deploy=True)
def check_database(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **_: Any
) -> list[CheckMessage]:
    """Refuse a server that may lose a posting, a role that could rewrite one, half the guards."""
    if "default" not in (databases or []):
        return []
    try:
        found = [*secret_faults(), *faults()]
    except Fault as fault:
        found = [fault]
    return [Error(str(each), id=each.code) for each in found]
