"""The word that proves who sets up an empty installation: whoever sees what the server prints."""

import hashlib
from hmac import compare_digest

from django.core.cache import cache

from casino.setup.services.opening import one_time_password

PLACE = "setup-word"
A_DAY = 24 * 3600


def new_word() -> str:
    """Return a new word; only its digest is kept, for a day, in place of the one before."""
    word = one_time_password()
    cache.set(PLACE, _digest(word), timeout=A_DAY)
    return word


def use_word(typed: str) -> bool:
    """Return whether it is the word; used once, it is one no more."""
    kept = cache.get(PLACE, "")
    word = "-".join(typed.lower().replace("-", " ").split())
    return compare_digest(kept, _digest(word)) and bool(cache.delete(PLACE))


def _digest(word: str) -> str:
    return hashlib.sha256(word.encode()).hexdigest()
