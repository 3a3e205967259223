"""What the program keeps for itself, days and English texts, a page writes as people read it."""

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
    return re.findall(
        r"{{.*?}}|{% blocktranslate (?:trimmed )?with .*?%}", re.sub(r'href="[^"]*"', "", text)
    )


def test_what_a_paragraph_says_is_said_in_the_readers_language():
    """A reason keeps its paragraph's text in English, as journals do."""
    templates = (TOP / "templates").rglob("*.html")
    assert not [path.name for path in templates if "why.says }}" in path.read_text()]


BLINDS = re.compile(r"\b(?:level|step|now|next|bets)\.(?:small|big|ante)(?=\s*(?:}}|%}| \w+=))")


def test_blinds_and_antes_are_written_like_every_number_of_chips():
    templates = (TOP / "templates").rglob("*.html")
    found = {path.name: BLINDS.findall(" ".join(_shown(path.read_text()))) for path in templates}
    assert not {name: shown for name, shown in found.items() if shown}
