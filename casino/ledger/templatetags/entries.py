"""How a page calls what the ledger keeps."""

from django import template

from casino.ledger.entries import title_of

register = template.Library()
register.filter("kind_name", title_of)
