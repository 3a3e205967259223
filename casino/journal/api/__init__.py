"""The accountant's endpoints: own accounts, the general journal."""

from casino.journal.api import accounts

routes = [*accounts.routes]
