"""What is drawn once for everybody is drawn in the language of each reader."""

import pytest
from django.utils import translation

from casino.audit.templatetags.permissions import marked
from casino.staff.models import Role
from tests.world import World


def test_a_cell_of_the_permissions_is_in_its_readers_language():
    said = {}
    for language in ("en", "et", "en"):
        with translation.override(language):
            said[language] = marked(("alone", "reads"))
    assert "performs" in said["en"]
    assert "performs" not in said["et"]


@pytest.mark.parametrize("where", ["/tallinn/what-if/", "/tallinn/rules/propose/"])
def test_a_list_that_is_kept_is_in_its_readers_language(world: World, where: str):
    pages = {}
    for language in ("en", "et", "en"):
        world.club.language = language
        world.club.save(update_fields=["language"])
        client = world.browser(Role.MANAGER)
        client.get("/tallinn/days/")
        pages[language] = client.get(where).content.decode()
    parts = {
        language: page.partition("<datalist")[2].partition("</datalist>")[0]
        for language, page in pages.items()
    }
    assert parts["en"] != parts["et"]
