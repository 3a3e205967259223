"""The amounts of the desk are listed once: page, form and proposal read the same list."""

from dataclasses import fields, replace

from casino.cage.forms import ThresholdsForm
from casino.cage.rules import THRESHOLDS, Thresholds, at_least_casino


def test_every_amount_of_the_desk_has_its_words():
    assert [each.name for each in THRESHOLDS] == [each.name for each in fields(Thresholds)]
    assert len({each.title for each in THRESHOLDS}) == len(THRESHOLDS)


def test_the_form_asks_for_each_amount_by_those_words():
    form = ThresholdsForm()
    asked = {name: str(field.label) for name, field in form.fields.items()}
    assert {each.name: str(each.title) for each in THRESHOLDS}.items() <= asked.items()


def test_a_casino_links_no_fewer_days_for_the_id_than_the_club_did():
    month = replace(Thresholds(), identify_linked_days=30, second_from_cents=50_000)
    strict = at_least_casino(month)
    assert (strict.identify_linked_days, strict.second_from_cents) == (30, 1)
