"""Parts of pages that are the same for everybody who reads a language: drawn once for each."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, ParamSpec

from django.utils.safestring import SafeString
from django.utils.translation import get_language

P = ParamSpec("P")


def drawn_once(kept: int) -> Callable[[Callable[P, SafeString]], Callable[P, SafeString]]:
    """Keep what a function draws, by its arguments and the reader's language; kept: how many."""

    def keeps(draw: Callable[P, SafeString]) -> Callable[P, SafeString]:
        drawn: Any = lru_cache(kept)(lambda _language, *args, **kwargs: draw(*args, **kwargs))

        @wraps(draw)
        def once(*args: P.args, **kwargs: P.kwargs) -> SafeString:
            found: SafeString = drawn(get_language(), *args, **kwargs)
            return found

        return once

    return keeps
