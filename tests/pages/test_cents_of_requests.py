"""Who approves reads each amount of what is approved, as money."""

import ast
import gc
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

import casino.urls  # noqa: F401 - every act is declared then
from casino.approvals.signed import SignedAct

TEMPLATES = Path("templates")
INCLUDED = re.compile(r'{% include "([^"]+)"')
# `content|but:"reason"|facts` shows every value by its name, those in cents as money.
WITHOUT = re.compile(r'but:"(\w+)"')


def signed_acts() -> dict[str, tuple[Callable[..., Any], str]]:
    """Return the preview of each kind of request, and its act's first kind."""
    found = [each for each in gc.get_objects() if type(each) is SignedAct]
    return {kind: (act._preview, act.kinds[0]) for act in found for kind in act.kinds}


def amounts(preview: Callable[..., Any]) -> Iterator[str]:
    """Yield the names of the amounts that a preview writes into a request's content."""
    for node in ast.walk(ast.parse(dedent(inspect.getsource(inspect.unwrap(preview))))):
        for key in node.keys if isinstance(node, ast.Dict) else ():
            if isinstance(key, ast.Constant) and str(key.value).endswith("_cents"):
                yield str(key.value)


def drawn(*templates: str) -> str:
    """Return the first template that is there with all that it includes."""
    text = next(filter(Path.exists, map(TEMPLATES.joinpath, templates))).read_text()
    return text + "".join(map(drawn, INCLUDED.findall(text)))


def shows(text: str, name: str) -> bool:
    return bool(
        re.search(rf"\.{name}\|(\w+:[^|]+\|)?(cents|signed|less|fact)", text)
        or re.search(rf"=\w+\.{name}\b", text)
        or re.search(rf"for [\w, ]+ in [\w.]+\.{name}(\.items)? %}}", text)
        or ("|facts" in text and name not in WITHOUT.findall(text))
    )


KINDS = signed_acts()


def test_there_are_requests_with_amounts():
    assert sum(bool([*amounts(preview)]) for preview, _ in KINDS.values()) > 30


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_amount_of_a_request_stands_on_its_page_as_money(kind: str):
    preview, first = KINDS[kind]
    text = drawn(*(f"approvals/{name}.html" for name in (kind, first, "content")))
    assert [name for name in amounts(preview) if not shows(text, name)] == []


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_what_a_preview_looks_ahead_at_is_shown_to_who_signs(kind: str):
    preview, first = KINDS[kind]
    if "ahead=" in inspect.getsource(inspect.unwrap(preview)):
        text = drawn(*(f"approvals/{name}.html" for name in (kind, first, "content")))
        assert "consequence" in text
