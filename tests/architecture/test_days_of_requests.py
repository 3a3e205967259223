"""A request keeps its days as JSON has them; who signs it reads them as days are written here."""

import re

from tests.architecture.test_money_rooms import TOP

AS_KEPT = re.compile(r"\bcontent\.(?:\w*day|\w+_on|dated|since|until)(?=\s*(?:}}|%}| \w+=))")


def test_a_day_of_a_request_is_shown_as_days_are_written():
    templates = sorted((TOP / "templates" / "approvals").glob("*.html"))
    found = {
        path.name: shown
        for path in templates
        if (shown := [line for line in _shown(path.read_text()) if AS_KEPT.search(line)])
    }
    assert not found


def _shown(text: str) -> list[str]:
    return re.findall(r"{{.*?}}|{% blocktranslate with .*?%}", re.sub(r'href="[^"]*"', "", text))
