"""What a person does on pages until the house refuses it, as a line of a table."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from django.db import transaction
from django.test import Client

from tests.pages.evening import signed_in
from tests.pages.filling import Forms
from tests.pages.leading import DONE, STEP, lacks, refused
from tests.world import World, a_key

Known = Callable[[World], dict[str, Any]]
AT_A_FIELD = re.compile(r'<p class="error".*?</p>')


@dataclass(frozen=True, kw_only=True, slots=True)
class Send:
    """Who sends what to which page: over what its form holds."""

    role: str
    page: str
    values: dict[str, str] = field(default_factory=dict)
    times: int = 1
    # Whether what it would change is shown first, and then confirmed.
    confirms: bool = False

    def where(self, ids: dict[str, Any]) -> str:
        return f"/tallinn/{self.page.format_map(ids)}"

    def drawn(self, client: Client, ids: dict[str, Any]) -> tuple[Any, dict[str, str]]:
        """Return what the page answers, and what is sent from its form."""
        where = self.where(ids)
        page: Any = client.get(where)
        values = {
            name.format_map(ids): value.format_map(ids) for name, value in self.values.items()
        }
        return page, _held(page, where, values) | {"key": str(a_key())} | values

    def send(self, client: Client, ids: dict[str, Any], values: dict[str, str]) -> Any:
        """Send it, each time under a key of its own; return the last answer."""
        own = {} if "key" in self.values else {"key": str(a_key())}
        where = self.where(ids)
        for _ in range(self.times):
            answer: Any = client.post(where, values | own)
            own = {"key": str(a_key())} if own else {}
        if self.confirms:
            shown = _held(answer, where, values | {"shown": "", "confirm": ""})
            answer = client.post(where, values | shown | {"confirm": "1"})
        return answer


def _held(page: Any, where: str, values: Mapping[str, str]) -> dict[str, str]:
    """Return what a page's form holds, of several the one that asks most of the values."""
    forms = [each for each in Forms(page.getvalue().decode()) if each.action in {"", where}]
    form = max(forms, key=lambda one: len(one.kinds.keys() & values.keys()), default=None)
    return {name: value for name, value in form.values.items() if value} if form else {}


@dataclass(frozen=True, kw_only=True, slots=True)
class Try(Send):
    """
    What is refused, and whether its next step is a page of who reads it.

    before, meanwhile: what people do before the page is drawn, and between the drawing and the
    sending; given: what no page does, after `before`.
    """

    code: str
    leads: bool = False
    given: Callable[[World], object] | None = None
    before: tuple[Send, ...] = ()
    meanwhile: tuple[Send, ...] = ()


def faults(world: World, known: Known, tries: Iterable[Try]) -> Iterator[tuple[str, str, Any]]:
    """Yield (page, code, what is wrong) of tries; each leaves the world as it was."""
    for each in tries:
        before = transaction.savepoint()
        try:
            yield from ((each.page, each.code, fault) for fault in _faults(world, known, each))
        finally:
            transaction.savepoint_rollback(before)


def _faults(world: World, known: Known, tried: Try) -> Iterator[Any]:
    yield from _undone(world, known, tried.before)
    if tried.given:
        tried.given(world)
    ids, client = known(world), signed_in(world, tried.role)
    page, values = tried.drawn(client, ids)
    yield from _undone(world, known, tried.meanwhile)
    shut = is_it(page, tried)
    if shut:
        yield from _misleads(client, tried, ids, page)
    answer = tried.send(client, ids, values)
    if is_it(answer, tried):
        yield from _misleads(client, tried, ids, answer)
    elif not shut:
        form = (answer.context or {}).get("form")
        yield answer.status_code, repr(refused(answer)), dict(getattr(form, "errors", {}) or {})


def is_it(answer: Any, tried: Try) -> bool:
    """Return whether an answer is the refusal that is tried."""
    refusal = refused(answer)
    return refusal is not None and refusal.code == tried.code


def _misleads(client: Client, tried: Try, ids: dict[str, Any], answer: Any) -> Iterator[Any]:
    refusal = refused(answer)
    assert refusal
    yield from lacks(client, tried.where(ids), answer, refusal)
    page = words(unescape(answer.getvalue().decode()))
    said = page.count(words(str(refusal.message)))
    if said > 1 and 'class="counts' in page:
        # A sheet says it above alone: `.title:has(~ .note.bad) .error`.
        said = AT_A_FIELD.sub("", page).count(words(str(refusal.message)))
    if said != 1:
        yield f"says it {said} times"
    if tried.leads != bool(STEP.search(answer.getvalue().decode())):
        yield "leads", not tried.leads


def words(text: str) -> str:
    """Return a text without what a page breaks its lines by."""
    return " ".join(text.split())


def _undone(world: World, known: Known, sent: Iterable[Send]) -> Iterator[Any]:
    """Do what leads to it. Yield what did not succeed."""
    for each in sent:
        client, ids = signed_in(world, each.role), known(world)
        answer = each.send(client, ids, each.drawn(client, ids)[1])
        if answer.status_code != DONE:
            form = (answer.context or {}).get("form")
            yield each.page, answer.status_code, repr(refused(answer)), getattr(form, "errors", {})
