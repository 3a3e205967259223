"""On 25 October three in the morning comes twice: pages say which of the two it was."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.conf import settings
from django.template import engines

from tests.world import World

FIRST, SECOND = (datetime(2026, 10, 25, hour, 30, tzinfo=UTC) for hour in (0, 1))


@pytest.mark.parametrize("written", ["at_club", "time_at_club", "minute_at_club"])
def test_a_time_of_the_repeated_hour_says_which_of_the_two(world: World, written: str):
    drawn = engines["django"].from_string(
        f"{{{{ first|{written}:club }}}},{{{{ second|{written}:club }}}}"
    )
    first, second = drawn.render({"first": FIRST, "second": SECOND, "club": world.club}).split(",")
    assert (first[-4:], second[-4:]) == (" +03", " +02")


def test_no_page_cuts_a_time_by_its_letters():
    """It would cut off which of the two it was."""
    for page in Path(settings.BASE_DIR, "templates").rglob("*.html"):
        assert "time_at_club:club|slice" not in page.read_text("utf-8"), page
