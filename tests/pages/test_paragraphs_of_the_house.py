"""A refusal names a paragraph of the club's own book; another house's binds nobody there."""

from uuid import uuid4

import pytest

from casino.house.rulebook import load_book
from casino.staff.models import Role
from tests.world import a_club

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("book", "named"), [("olympic", True), ("voodoo", False)])
def test_a_refusal_names_no_paragraph_of_another_house(book: str, *, named: bool):
    world = a_club(book=book)
    session = world.session()
    world.seat(session, "Mari", "Jaan")
    browser, page = world.browser(Role.SUPERVISOR), f"/tallinn/tables/{session.pk}/seat/"
    typed = {"player": "Pekka", "cents": "100", "seat_no": "1", "paid_with": "chips"}
    world.player("Pekka")
    answer = browser.post(page, {"key": str(uuid4()), **typed})
    said = answer.content.decode()
    assert "TABLE-003" in said
    assert ("OLY-2.11" in said) is named


@pytest.mark.parametrize("rule", ["VOO-C9", "AMB-117", "25 CFR 543.10", "IFRS 15 B46"])
def test_the_club_s_own_paragraphs_decisions_and_laws_are_named(rule: str):
    assert load_book("voodoo").cites(rule)
    assert not load_book("voodoo").cites("OLY-1.1")
