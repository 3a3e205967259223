"""Every form of every page, sent by each role that no page shows it to."""

from collections.abc import Callable

import pytest
from django.urls import resolve

from casino.ledger.models import Act
from casino.staff.models import Role
from tests.pages.evening import Answer, signed_in
from tests.pages.filling import Form, Forms
from tests.world import World

Crawled = Callable[[str], dict[str, Answer]]


@pytest.fixture(scope="module")
def shown() -> dict[str, dict[str, Form]]:
    """The forms of every role's pages by their names, once they have been read."""
    return {}


@pytest.mark.parametrize("role", Role.values)
def test_a_form_that_a_role_is_not_shown_is_not_taken_from_it(
    evening: World, crawled: Crawled, shown: dict[str, dict[str, Form]], role: str
):
    shown.update({each: forms(crawled(each)) for each in Role.values if each not in shown})
    others = {name: form for each in shown.values() for name, form in each.items()}
    hidden = {name: form for name, form in others.items() if name not in shown[role]}
    assert (len(others) > 110, len(hidden) > 10) == (True, True)

    client, before = signed_in(evening, role), Act.objects.count()
    typed = {name: form.filled(money="5", number="1", ticks=True) for name, form in hidden.items()}
    said = {name: client.post(form.action, typed[name]) for name, form in hidden.items()}
    # A request that a role has nothing to do with is not there for it.
    refused = {name: 404 if name.startswith("approval-") else 403 for name in said}
    assert {name: answer.status_code for name, answer in said.items()} == refused
    assert Act.objects.count() == before


def forms(pages: dict[str, Answer]) -> dict[str, Form]:
    """Return the forms of pages below the club by the name of where they are sent."""
    found = {}
    for page in pages.values():
        for form in Forms(page.content.decode()) if page.is_a("html") else ():
            form.action = form.action or page.where
            if form.action.startswith("/tallinn/"):
                found[str(resolve(form.action.partition("?")[0]).url_name)] = form
    return found
