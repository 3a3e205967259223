"""Make the rivals' tables and a thousand accounts for each."""

import django
from django.core.management import call_command

if __name__ == "__main__":
    django.setup()
    call_command("migrate", run_syncdb=True, verbosity=0)

    from hordak.models import Account, AccountType

    from benchmarks.rivals import models

    for number in range(1000):
        Account.objects.create(name=f"Account {number}", type=AccountType.asset, currencies=["EUR"])
    models.Account.objects.bulk_create(models.Account() for _ in range(1000))
