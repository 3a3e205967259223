"""Every form of every page that was sent under the lock stands there again after the PIN."""

import re
from collections.abc import Callable, Iterator
from html import unescape

import pytest
from django.urls import resolve

from casino.ledger.models import Act
from casino.staff.models import Role
from casino.staff.permissions import acting
from tests.pages.evening import LOTS, Answer, signed_in
from tests.pages.filling import Forms
from tests.world import World
from tournaments.models import SeatDraw

Crawled = Callable[[str], dict[str, Answer]]
AGAIN = "data-again"
# What a person types; the rest a page wrote itself, or somebody ticked.
TYPED = {"text", "number", "money", "date"}
# A page asks for these anew: a secret, a file, and the printed code that is never written back.
ASKED_ANEW = {"secret", "pin", "password", "again"}


def attempts(pages: dict[str, Answer]) -> Iterator[tuple[str, dict[str, str], dict[str, str]]]:
    """Yield (address, values, those of them that somebody types) of every form on the pages."""
    seen = set()
    for page in pages.values():
        if not page.is_a("html"):
            continue
        for form in Forms(page.content.decode()):
            target = form.action or page.where
            if (target, frozenset(form.kinds)) in seen or not target.startswith("/tallinn/"):
                continue
            seen.add((target, frozenset(form.kinds)))
            sent = form.filled(money="1 234,00", number="37", ticks=True)
            typed = {
                name: value
                for name, value in sent.items()
                if form.kinds.get(name) in TYPED
                and name not in ASKED_ANEW
                and value != form.values.get(name)
            }
            if typed:
                yield target, sent, typed


def stands(page: str, name: str, value: str) -> bool:
    """Return whether it is in a field; what is chosen of a list may be none of it."""
    forms = [each for each in Forms(page) if name in each.kinds]
    is_list = re.search(rf'<select[^>]*name="{name}"', page)
    typed = any(unescape(each.values.get(name, "")) == value for each in forms)
    return typed or bool(is_list)


@pytest.mark.parametrize("role", Role.values)
def test_what_was_sent_under_the_lock_stands_there_again(
    evening: World, crawled: Crawled, role: str
):
    client, pages = signed_in(evening, role), crawled(role)
    acts, lost, kept = Act.objects.count(), {}, 0
    for target, sent, typed in attempts(pages):
        if role not in acting(str(resolve(target).url_name), {}):
            continue  # drawn for readers, too, who cannot send it
        session = client.session
        session["locked"] = True
        session.save()
        assert client.post(target, sent).status_code == 423, target
        session = client.session
        del session["locked"]
        session.save()
        page = client.get(target, follow=True).content.decode()
        missing = [name for name, value in typed.items() if not stands(page, name, value)]
        if missing:
            lost[resolve(target).url_name, target] = (AGAIN in page, missing)
        kept += not missing
    assert Act.objects.count() == acts
    assert lost == {}
    assert kept


def test_the_evening_of_each_worker_draws_the_seats_that_the_kept_pages_show(evening: World):
    assert [each.seed for each in SeatDraw.objects.all()] == [LOTS]
