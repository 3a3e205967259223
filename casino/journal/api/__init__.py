"""The accountant's endpoints: own accounts, the general journal, its templates."""

from casino.journal.api import accounts, documents, templates

routes = [*accounts.routes, *documents.routes, *templates.routes]
