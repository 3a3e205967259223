from django.apps import AppConfig
from django.db import connections
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from casino.start.leader import refuse_former


def expect_duties(using: str, **_: object) -> None:
    """Expect every duty from now on: what nobody ever does is late like what nobody does again."""
    from casino.operations.services.heartbeats import EXPECT  # noqa: PLC0415  (not loaded before)

    with connections[using].cursor() as cursor:
        cursor.execute(*EXPECT)


class OperationsConfig(AppConfig):
    """Whether the installation is well: what runs, what waits, what an operator must do."""

    name = "casino.operations"
    verbose_name = _("Operations")

    def ready(self) -> None:
        """Expect the duties that the program has got; work with the server that leads alone."""
        connection_created.connect(refuse_former)
        post_migrate.connect(expect_duties, sender=self)
