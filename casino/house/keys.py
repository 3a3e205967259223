"""
Keys that a job works out of what it does, so that done twice it has one effect.

Whoever knows the source can work them out, too. So no request may carry one, nor the constant that
a kind of them begins with: what a person does in steps works their keys out of the request's.
"""

from uuid import NAMESPACE_URL, UUID

from django.utils.translation import gettext_lazy as _

WORKED_OUT = "5"
REFUSED = _("Keys like this one are the house's own. Send a random UUID.")
NAMESPACES = {NAMESPACE_URL}


def namespace(text: str) -> UUID:
    """Return the constant that a kind of worked out keys begins with."""
    made = UUID(text)
    NAMESPACES.add(made)
    return made


def may_be_sent(key: UUID) -> bool:
    """Return whether a request may carry a key, which a job never needs then."""
    return key.hex[12] != WORKED_OUT and key not in NAMESPACES
