"""The audit trail: what was done, by whom, from where, what it was before, and what stands out."""

from casino.audit.queries.access import leavers, members, permissions, reviews
from casino.audit.queries.acts import ActSearch, acts, broken_seals, changes, sealed_up_to
from casino.audit.queries.exceptions import exceptions

__all__ = [
    "ActSearch",
    "acts",
    "broken_seals",
    "changes",
    "exceptions",
    "leavers",
    "members",
    "permissions",
    "reviews",
    "sealed_up_to",
]
