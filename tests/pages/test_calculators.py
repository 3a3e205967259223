"""A supervisor asks the rule books; the page answers, or says at the field what is wrong."""

import pytest
from django.test import Client

from casino.ledger.models import Act
from casino.office.calculators import CALCULATORS
from casino.staff.models import Role
from tests.world import a_club

pytestmark = pytest.mark.django_db
HAND = {"house": "olympic", "family": "flop", "board_cards_dealt": "5", "open_cards_dealt": "0"}
HAND |= {"draws_done": "0", "rake_mode": "pot", "chip_unit_cents": "0,50", "pots": "3700"}
CARDS = {"house": "olympic", "game": "texas_holdem", "cards": "AhKh", "board": "Qh Jh Th 2c 3d"}


@pytest.fixture
def supervisor() -> Client:
    client = Client()
    client.force_login(a_club().staff[Role.SUPERVISOR])
    return client


def test_a_pot_is_raked_on_the_page_with_its_paragraph(supervisor: Client):
    acts = Act.objects.count()
    answer = supervisor.post("/tallinn/calculators/rake/", HAND)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "1,50" in text
    assert "OLY-2.36" in text
    assert Act.objects.count() == acts


def test_cards_are_typed_as_people_write_them(supervisor: Client):
    text = supervisor.post("/tallinn/calculators/hand_rank/", CARDS).content.decode()
    assert "AH, KH, QH, JH, TH" in text


@pytest.mark.parametrize(
    ("topic", "given", "field"),
    [
        ("hand_rank", CARDS | {"cards": "AhAh"}, "cards"),
        ("hand_rank", CARDS | {"cards": "AhXx"}, "cards"),
        ("rake", HAND | {"chip_unit_cents": "1,500"}, "chip_unit_cents"),
        ("rake", HAND | {"pots": "[3700"}, "pots"),
        ("rake", HAND | {"pots": "[-1]"}, "pots"),
        ("rake", HAND | {"draws_done": ""}, "draws_done"),
        ("buy_in", {"house": "olympic", "kind": "initial"}, "min_cents"),
    ],
)
def test_what_is_wrong_stands_at_its_field(supervisor: Client, topic, given, field):
    answer = supervisor.post(f"/tallinn/calculators/{topic}/", given)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]


@pytest.mark.parametrize("topic", sorted(CALCULATORS))
def test_every_topic_has_a_page_and_survives_an_empty_or_odd_form(supervisor: Client, topic):
    where = f"/tallinn/calculators/{topic}/"
    page = supervisor.get(where)
    assert page.status_code == 200
    odd = dict.fromkeys(page.context["form"].fields, "[[{}]]")
    for given in ({"x": "1"}, odd):
        assert supervisor.post(where, given).status_code == 422


def test_an_unknown_topic_is_not_there(supervisor: Client):
    assert supervisor.get("/tallinn/calculators/weather/").status_code == 404
