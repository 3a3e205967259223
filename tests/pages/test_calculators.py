"""A supervisor asks the rule books; the page answers, or says at the field what is wrong."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from casino.calculators.forms.leaves import Node
from casino.calculators.forms.nodes import Maybe, Rows
from casino.calculators.headings import topics
from casino.calculators.registry import CALCULATORS, calculate
from casino.house.models import Club
from casino.ledger.models import Act
from casino.staff.models import Role
from tests.world import World, a_club, a_member

pytestmark = pytest.mark.django_db
HAND = {"family": "flop", "board_cards_dealt": "5", "rake_mode": "pot", "chip_unit_cents": "0,50"}
HAND |= {"pots": "0 1", "pots.0": "37,00", "pots.1": ""}
CARDS = {"game": "texas_holdem", "cards": "AhKh", "board": "Qh J\u2665 10h 2c 3d"}
SHOWN = {"game": "texas_holdem", "board": "AsAdJc9h9d", "players_dealt_in": "7"}
SHOWN |= {"showdown": "yes", "hands": "0 4", "hands.0.seat": "2", "hands.0.cards": "AhJd"}
SHOWN |= {"hands.4.seat": "5", "hands.4.cards": "9c9s"}
PRIZES = {"participants": "30", "net_prize_pool_cents": "1 000", "unit_cents": "1"}


@pytest.fixture
def supervisor() -> Client:
    return a_club().browser(Role.SUPERVISOR)


def ask(client: Client, topic: str, typed: dict[str, str], **more: str) -> Any:
    return client.post(f"/tallinn/calculators/{topic}/", typed | more)


def problems(answer: Any) -> dict[str, str]:
    return {node.name: said for node, said in answer.context["question"].problems}


def typed(nodes: Iterator[Node]) -> dict[str, str]:
    """Return what a browser would send of a form."""
    sent: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, Rows):
            sent[node.name] = node.ids
        elif isinstance(node, Maybe) and node.is_there:
            sent[node.name] = "yes"
        elif text := getattr(node, "text", ""):
            sent[node.name] = text
    return sent


def test_a_pot_is_raked_on_the_page_with_its_paragraph(supervisor: Client):
    acts = Act.objects.count()
    answer = ask(supervisor, "rake", HAND)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "The house takes 1,50\u00a0€." in text
    assert "OLY-2.36" in text
    assert Act.objects.count() == acts


def test_cards_are_typed_as_people_write_them(supervisor: Client):
    text = ask(supervisor, "hand_rank", CARDS).content.decode()
    assert "Royal flush" in text
    assert '<span class="card H">A♥</span>' in text


@pytest.mark.parametrize("topic", sorted(CALCULATORS))
def test_the_example_fills_the_form_and_is_answered_as_the_rules_answer_it(
    supervisor: Client, topic: str
):
    page = supervisor.get(f"/tallinn/calculators/{topic}/?example=1")
    answer = ask(supervisor, topic, typed(page.context["question"].root.walk()))
    assert answer.status_code == 200, problems(answer)
    sheet = answer.context["sheet"]
    house = {} if topic in {"gaming_day", "session_reconcile"} else {"house": "olympic"}
    expected = calculate(topic, topics()[topic].example | house)
    assert sheet.sentences
    assert [step.rule for step in sheet.steps] == [why["rule"] for why in expected["because"]]


@pytest.mark.parametrize(
    ("topic", "given", "field", "said"),
    [
        ("hand_rank", CARDS | {"cards": "AhAh"}, "cards", "AH is given twice."),
        ("hand_rank", CARDS | {"cards": "AhXx"}, "cards", "Must be a card"),
        ("hand_rank", CARDS | {"cards": "Ah"}, "cards", "here: 2; entered: 1."),
        ("hand_rank", CARDS | {"cards": "AhKhQd"}, "cards", "here: 2; entered: 3."),
        ("hand_rank", CARDS | {"board": "QhJh"}, "board", "0, 3, 4, 5; entered: 2."),
        ("hand_rank", {"game": "whist", "cards": "AhKh"}, "game", "Must be one of"),
        (
            "jackpot_qualification",
            SHOWN | {"hands.4.seat": ""},
            "hands.4.seat",
            "This field is required.",
        ),
        ("jackpot_qualification", SHOWN | {"hands.4.seat": "40"}, "hands.4.seat", "from 1 to 23"),
        ("jackpot_qualification", SHOWN | {"hands.4.cards": "9c"}, "hands.4.cards", "entered: 1."),
        ("rake", HAND | {"chip_unit_cents": "1,500"}, "chip_unit_cents", "Write 1500 or 1,50"),
        ("rake", HAND | {"pots.0": "-1"}, "pots.0", "without a sign"),
        ("rake", HAND | {"pots.0": "12,505"}, "pots.0", "Write"),
        ("rake", HAND | {"board_cards_dealt": "3,5"}, "board_cards_dealt", "whole number"),
        ("time_rake", {"kind": "split", "seats": "6-1"}, "seats", "For example 1, 2, 5 or 1-6."),
        ("prize_pool_split", PRIZES | {"custom_bp": "50 30"}, "custom_bp", "100"),
        (
            "buy_in",
            {"kind": "initial", "requested_cents": "1"},
            "min_cents",
            "This field is required.",
        ),
    ],
)
def test_what_is_wrong_stands_at_its_field_and_nothing_typed_is_lost(
    supervisor: Client, topic: str, given: dict[str, str], field: str, said: str
):
    answer = ask(supervisor, topic, given)
    assert answer.status_code == 422
    assert said in problems(answer)[field]
    page = answer.content.decode()
    for name, text in given.items():
        if name not in {"game", "showdown", "family", "kind", "rake_mode"}:
            assert f'name="{name}"' in page, name
            assert f'value="{text}"' in page, name


def test_the_row_of_an_error_is_named(supervisor: Client):
    answer = ask(supervisor, "jackpot_qualification", SHOWN | {"hands.4.cards": "9c9c"})
    assert "Hand 2: Cards</a>: 9C is given twice." in " ".join(answer.content.decode().split())


def test_rows_are_added_and_removed_without_javascript(supervisor: Client):
    more = ask(supervisor, "jackpot_qualification", SHOWN, add_row="hands")
    assert more.status_code == 200
    assert 'name="hands" value="0 4 5"' in more.content.decode()
    less = ask(supervisor, "jackpot_qualification", SHOWN, remove_row="hands.0")
    assert 'name="hands" value="4"' in less.content.decode()
    assert 'name="hands.4.cards" id="q-hands-4-cards" value="9c9s"' in less.content.decode()


def test_only_the_fields_of_the_chosen_kind_are_asked(supervisor: Client):
    split = ask(supervisor, "time_rake", {"kind": "split"}, update="1").content.decode()
    assert 'name="seats"' in split
    assert 'name="closed_minute"' not in split
    session = ask(supervisor, "time_rake", {"kind": "session"}, update="1").content.decode()
    assert 'name="closed_minute"' in session
    assert 'name="seats"' not in session


def test_the_clubs_own_rules_answer_unless_a_book_is_chosen():
    client = a_club(overrides={"rake.percent_bp": 400}).browser(Role.SUPERVISOR)
    own = ask(client, "rake", HAND).content.decode()
    assert "The house takes 1,00\u00a0€." in own
    assert "1 override." in own
    printed = ask(client, "rake", HAND, house="olympic").content.decode()
    assert "The house takes 1,50\u00a0€." in printed
    assert "1 override." not in printed


def test_a_club_without_rules_is_told_so_unless_a_book_is_chosen():
    club = Club.objects.create(slug="tallinn", name="Not open yet")
    client = World(club=club, staff={"supervisor": a_member(club, Role.SUPERVISOR)}).browser(
        Role.SUPERVISOR
    )
    refused = ask(client, "rake", HAND)
    assert refused.status_code == 422
    assert "Ask the manager to adopt a rule book." in refused.content.decode()
    assert ask(client, "rake", HAND, house="img").status_code == 200


def test_a_seat_that_no_table_has_is_named_at_the_seat(supervisor: Client):
    given = {"old_chip": "25", "new_chip": "100", "players": "0", "players.0.seat": "1"}
    given |= {"players.0.old_chips": "1", "cards": "0", "cards.0.key": "40", "cards.0.value": "Ah"}
    answer = ask(supervisor, "chip_race", given)
    assert problems(answer) == {"cards.0.key": "Must be from 1 to 23, not 40."}


@pytest.mark.parametrize("topic", sorted(CALCULATORS))
def test_every_page_survives_an_empty_and_an_odd_form(supervisor: Client, topic: str):
    page = supervisor.get(f"/tallinn/calculators/{topic}/")
    assert page.status_code == 200
    names = typed(page.context["question"].root.walk())
    for odd in ("", "[[{}]]", "\u0000", "9" * 400, "0 1 2 x", "1-999999999999"):
        answer = ask(supervisor, topic, {"x": "1"} | dict.fromkeys(names, odd))
        assert answer.status_code == (422 if problems(answer) else 200)


def test_an_unknown_topic_is_not_there(supervisor: Client):
    assert supervisor.get("/tallinn/calculators/weather/").status_code == 404
