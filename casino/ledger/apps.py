"""Registration of casino.ledger with Django, and the grants that follow each migration."""

from pathlib import Path

from django.apps import AppConfig
from django.conf import settings
from django.db import connections
from django.db.models.signals import post_migrate
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _

from casino.db import run_script

GRANTS = Path(__file__).parent / "sql" / "grants.sql"
# Rows are added, states change; what may be deleted, and facts that never change, come after.
EVERYTHING = """
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role}, PUBLIC;
GRANT USAGE ON SCHEMA public TO {role};
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO {role};
GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role};
"""


def grant_to_runtime_role(using: str, **_: object) -> None:
    """Let the runtime role do what it may, once all tables are there and if it exists."""
    connection = connections[using]
    role = connection.ops.quote_name(settings.CASINO_APP_ROLE)
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        if cursor.fetchone()[0] == settings.CASINO_APP_ROLE:
            return
        cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [settings.CASINO_APP_ROLE])
        if cursor.fetchone():
            run_script(connection, (EVERYTHING + GRANTS.read_text()).format(role=role))


def open_new_accounts(using: str, **_: object) -> None:
    """Give the clubs that are there the accounts that the chart has got since they opened."""
    from casino.house.models import Club  # noqa: PLC0415  (models are not loaded before)
    from casino.ledger.services import open_club_accounts  # noqa: PLC0415

    for club in Club.objects.using(using).all():
        open_club_accounts(club.pk, currency=club.currency)


class LedgerConfig(AppConfig):
    """Entries with their reasons and lines, and what every account holds."""

    name = "casino.ledger"
    verbose_name = _("Ledger")

    def ready(self) -> None:
        """Learn what entries are called, grant after the last migrations, check the role."""
        from casino.ledger import checks  # noqa: F401, PLC0415  (registers the system checks)
        from casino.ledger.digests import digest_all_tables  # noqa: PLC0415

        autodiscover_modules("postings")
        post_migrate.connect(open_new_accounts, sender=self)
        post_migrate.connect(digest_all_tables, sender=self)
        post_migrate.connect(grant_to_runtime_role, sender=self)
