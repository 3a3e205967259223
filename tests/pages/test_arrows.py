"""Arrow keys walk a list as j and k do, tables of the room too."""

from playwright.sync_api import Page, expect

from casino.staff.models import Role
from tests.pages.people import Person
from tests.world import a_club


def test_arrows_walk_the_tables_of_the_room_and_leave_the_page_alone_elsewhere(
    page: Page, live_site: str
):
    world = a_club()
    for name in ("Table 1", "Table 2"):
        world.session(name)
    peter = Person(page, world, Role.SUPERVISOR)
    peter.begin_session()
    page.goto("/tallinn/tables/")
    focused = page.locator(":focus")
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-list] :focus")).to_have_count(0)
    peter.command("l")
    expect(focused).to_contain_text("Table 1")
    for key, reached in (
        ("ArrowDown", "Table 2"),
        ("ArrowUp", "Table 1"),
        ("ArrowRight", "Table 2"),
        ("ArrowLeft", "Table 1"),
    ):
        page.keyboard.press(key)
        assert reached in focused.inner_text(), key
    assert peter.errors == []
