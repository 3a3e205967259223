"""The accountant's endpoints: own accounts, the general journal."""

from casino.journal.api import accounts, documents

routes = [*accounts.routes, *documents.routes]
