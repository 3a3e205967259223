"""Whether a refusal on a page leads on: its next step opens, and back with what was typed."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from django.test import Client

from casino.refusals import Refusal
from casino.web.fields import ActForm
from tests.pages.filling import Forms

OPENS, DONE, FORBIDDEN = 200, 302, 403
BACK = re.compile(r'<a\s+href="([^"]+\?typed=1)"')
STEP = re.compile(r'<a\s+href="([^"]+)"\s+data-key="F6"')


def opens(page: Any) -> bool:
    """Return whether a page is there, or says why its act cannot happen now."""
    why_not = b'class="note bad door"' in page.getvalue()
    return bool(page.status_code == OPENS or (why_not and page.status_code != FORBIDDEN))


def refused(answer: Any) -> Refusal | None:
    """Return what a page that was answered refuses."""
    shown = answer.context or {}
    for name in ("form", "refusal"):
        if name in shown:
            found = getattr(shown[name], "refusal", shown[name])
            if isinstance(found, Refusal):
                return found
    return None


def lacks(client: Client, where: str, answer: Any, refusal: Refusal) -> Iterator[str]:
    """Yield what is wrong with the next step of a refusal on its page."""
    page = answer.getvalue().decode()
    if str(refusal.next_step or "") not in unescape(page):
        yield "says no next step"
    elif to := STEP.search(page):
        sent = answer.request["REQUEST_METHOD"] == "POST"
        form = answer.context.get("form")
        yield from leads_astray(client, unescape(to[1]), where, form, sent=sent)
    elif refusal.next_step and refusal.next_page and "Ask: " not in page:
        yield "names neither page nor person"


def leads_astray(
    client: Client, to: str, where: str, form: ActForm | None, *, sent: bool
) -> Iterator[str]:
    """
    Yield what is wrong with the way to a next step and back to the form that was refused.

    sent: whether something was typed; a question that cannot be asked keeps nothing.
    """
    page = client.get(to, follow=True)
    back = BACK.search(page.getvalue().decode())
    if not opens(page) or (sent and back is None and page.request["PATH_INFO"] != where):
        yield f"{to}: {page.status_code}, way back: {back}"
    elif back and form:
        begun = client.get(unescape(back[1]), follow=True)
        typed = {field.name: str(field.data) for field in form.visible_fields() if field.data}
        drawn = Forms(begun.getvalue().decode())
        held = {name: value for each in drawn for name, value in each.values.items()}
        # What cannot be done any more is not drawn again.
        lost = {name for name in typed if held.get(name) == ""}
        if not opens(begun) or lost:
            yield f"{back[1]}: {begun.status_code}, lost: {sorted(lost)}"
