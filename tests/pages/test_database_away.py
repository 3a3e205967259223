"""What a person sees while PostgreSQL is away: the same form again, under its key."""

from uuid import uuid4

import pytest
from django.db import OperationalError
from django.test import RequestFactory

from casino.web.middleware import RefusalMiddleware


def answer(method: str, **fields: str):
    request = getattr(RequestFactory(), method)("/tallinn/till/sell/", fields)
    return RefusalMiddleware(lambda _: None).process_exception(request, OperationalError("gone"))


def test_a_form_of_unknown_outcome_is_sent_again_under_its_key():
    key = str(uuid4())

    response = answer("post", key=key, cents='5"><b>')

    page = response.content.decode()
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert f'name="key" value="{key}"' in page
    assert "&quot;&gt;&lt;b&gt;" in page


@pytest.mark.parametrize(
    ("method", "fields"), [("get", {}), ("post", {"username": "anna", "password": "secret-word"})]
)
def test_nothing_else_is_repeated_for_the_person(method: str, fields: dict[str, str]):
    page = answer(method, **fields).content.decode()

    assert "<form" not in page
    assert "secret-word" not in page
