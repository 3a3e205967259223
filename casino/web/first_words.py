"""Addresses below their first words: a request is compared with few of a club's five hundred."""

from collections import defaultdict
from collections.abc import Iterable

from django.urls import URLPattern, URLResolver, include, path


def by_first_word(patterns: Iterable[URLPattern]) -> list[URLResolver]:
    """Return the same addresses, those that begin with one word together."""
    words: defaultdict[str, list[URLPattern]] = defaultdict(list)
    for each in patterns:
        word, slash, rest = str(each.pattern).partition("/")
        assert slash, each
        assert "<" not in word, each
        words[word].append(path(rest, each.callback, each.default_args, each.name))
    return [path(f"{word}/", include(members)) for word, members in words.items()]
