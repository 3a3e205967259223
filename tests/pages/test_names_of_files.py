"""A file that somebody takes away says of which club it is."""

import pytest
from django.urls import get_resolver, reverse

from casino.staff.models import Role
from tests.world import a_club


def of_a_club_alone() -> list[str]:
    """Return the names of the pages that give a file of a club, whatever day or row is meant."""
    return [
        name
        for name, kept in get_resolver().reverse_dict.lists()
        for possible, *_ in kept
        for shape, names in possible
        if isinstance(name, str) and shape.endswith(".csv") and names == ["club"]
        if not name.startswith("api-")
    ]


@pytest.mark.django_db
def test_each_file_of_a_club_bears_the_clubs_name():
    world = a_club()
    auditor = world.browser(Role.AUDITOR)
    said = {}
    for name in of_a_club_alone():
        answer = auditor.get(reverse(name, args=["tallinn"]))
        if answer.status_code == 200:
            said[name] = answer["Content-Disposition"].partition("filename=")[2]
    assert len(said) >= 5, said
    assert {
        name: one for name, one in said.items() if not one.strip('"').startswith("tallinn")
    } == {}
