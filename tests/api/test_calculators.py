"""Programs ask the rule books: an endpoint per topic, the golden answers, errors by field."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from casino.calculators.registry import CALCULATORS
from casino.house.models import Club
from casino.ledger.models import Act
from casino.staff.models import Role
from tests.api.program import Program, program
from tests.claiming import fed
from tests.world import World, a_club, a_member

pytestmark = pytest.mark.django_db
FOLDER = Path(__file__).parent.parent / "vectors"
RAKE = {"family": "flop", "board_cards_dealt": 3, "open_cards_dealt": 0, "draws_done": 0}
RAKE |= {"rake_mode": "pot", "chip_unit_cents": 50, "pots": [3700]}


@pytest.fixture
def supervisor() -> Program:
    return program(a_club(), Role.SUPERVISOR)


def cases(topic: str) -> list[dict[str, Any]]:
    return json.loads((FOLDER / f"{topic}.json").read_text("utf-8"))["cases"]


def ask(caller: Program, topic: str, given: Any) -> Any:
    """Ask as a program does that knows of no key."""
    return caller.client.post(
        caller.address(f"calculators/{topic}/"),
        json.dumps(given),
        content_type="application/json",
        headers={"Authorization": f"Token {caller.key}"},
    )


@pytest.mark.parametrize("topic", sorted(CALCULATORS))
def test_the_golden_answers_come_over_http(supervisor: Program, topic: str):
    acts = Act.objects.count()
    for case in cases(topic):
        answer = ask(supervisor, topic, case["given"])
        said = answer.json()
        assert {name: said.get(name) for name in case["expect"]} == case["expect"], case["id"]
        assert (answer.status_code == 200) == ("error" not in case["expect"]), case["id"]
    assert Act.objects.count() == acts


def test_every_topic_is_listed_and_answers_its_example(supervisor: Program):
    listed = supervisor.get("calculators/").json()
    assert {one["name"] for one in listed} == set(CALCULATORS)
    for one in listed:
        answer = ask(supervisor, one["name"], one["example"])
        assert answer.status_code == 200, (one["name"], answer.content)
        assert answer.json()["because"]
        assert one["title"]
        assert one["question"].endswith("?")


def test_a_question_without_a_house_is_answered_by_the_clubs_own_rules_of_today():
    caller = program(a_club(overrides={"rake.percent_bp": 400}), Role.MANAGER)

    own = ask(caller, "rake", RAKE).json()
    assert own["rake_cents"] == 100  # 4 % of 30 is 1,20, in chips of 50
    assert own["edition"]["house"] == "olympic"
    assert own["edition"]["own_settings"] == {"rake.percent_bp": 400}
    assert date.fromisoformat(own["edition"]["gaming_day"])

    printed = ask(caller, "rake", RAKE | {"house": "olympic"}).json()
    assert printed["rake_cents"] == 150
    assert printed["edition"]["own_settings"] == {}
    assert printed["edition"]["gaming_day"] is None


def test_what_every_house_answers_alike_names_no_edition(supervisor: Program):
    given = cases("gaming_day")[0]["given"]
    assert ask(supervisor, "gaming_day", given).json()["edition"] is None


def test_a_club_without_rules_is_told_so_unless_a_book_is_named():
    club = Club.objects.create(slug="parnu", name="Not open yet")
    world = World(club=club, staff={Role.SUPERVISOR: a_member(club, Role.SUPERVISOR)})
    caller = program(world, Role.SUPERVISOR)
    assert ask(caller, "rake", RAKE).json()["error"] == "HOUSE-001"
    assert ask(caller, "rake", RAKE | {"house": "img"}).status_code == 200


HOLDEM = cases("jackpot_qualification")[0]["given"] | {"game": "texas_holdem"}
BOARD = ["AS", "AD", "JC", "9H", "9D"]
HOLDEM |= {"board": BOARD, "hands": [{"seat": 1, "cards": ["AH", "JD"]}]}
STUD = {"game": "seven_card_stud", "cards": ["AS", "AD"], "board": []}
PRIZES = {"participants": 3, "net_prize_pool_cents": 10_000, "unit_cents": 1, "ties": []}


@pytest.mark.parametrize(
    ("topic", "given", "field", "said"),
    [
        ("hand_rank", STUD | {"x": 1}, "x", "unknown"),
        ("rake", RAKE | {"pots": [-1]}, "pots[0]", "must be from 0"),
        ("rake", RAKE | {"pots": [12.5]}, "pots[0]", "must be a whole number"),
        ("rake", RAKE | {"house": "casino"}, "house", "must be one of olympic"),
        ("rake", {k: v for k, v in RAKE.items() if k != "pots"}, "pots", "is missing"),
        ("hand_rank", STUD | {"game": "whist"}, "game", "must be one of texas_holdem"),
        ("hand_rank", STUD | {"cards": ["AS", "AS"]}, "cards", "AS is given twice"),
        ("hand_rank", STUD | {"cards": ["1X"]}, "cards[0]", "must be a card"),
        (
            "jackpot_qualification",
            HOLDEM | {"board": BOARD[:2]},
            "board",
            "board cards possible in texas_holdem here: 0, 3, 4, 5; entered: 2.",
        ),
        (
            "jackpot_qualification",
            HOLDEM | {"hands": [{"cards": ["AH", "JD"]}]},
            "hands[0].seat",
            "is missing",
        ),
        (
            "jackpot_qualification",
            HOLDEM | {"hands": [{"seat": 1, "cards": ["AH", "JD", "2C"]}]},
            "hands[0].cards",
            "hole cards in texas_holdem here: 2; entered: 3.",
        ),
    ],
)
def test_what_cannot_be_read_is_named_in_one_sentence_at_its_field(
    supervisor: Program, topic: str, given: Any, field: str, said: str
):
    answer = ask(supervisor, topic, given)
    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == [field]
    (sentence,) = answer.json()[field]
    assert said in sentence
    assert sentence.count(". ") == 0


def test_percentages_that_do_not_sum_are_a_refusal(supervisor: Program):
    answer = ask(supervisor, "prize_pool_split", PRIZES | {"custom_bp": [5000, 3000]})
    assert answer.status_code == 422
    assert answer.json()["error"] == "structure_does_not_sum"


def test_an_unknown_topic_is_named(supervisor: Program):
    answer = ask(supervisor, "weather", {})
    assert answer.status_code == 404
    assert "weather" in answer.json()["message"]


def test_a_topic_has_its_own_operation_made_from_its_dataclass(supervisor: Program):
    known = {"Authorization": f"Token {supervisor.key}"}
    schema = supervisor.client.get("/api/v1/schema/?format=json", headers=known).json()
    for topic in CALCULATORS:
        path = f"/api/v1/clubs/{{club}}/calculators/{topic}/"
        operation = schema["paths"][path]["post"]
        content = operation["requestBody"]["content"]["application/json"]
        shape = schema["components"]["schemas"][content["schema"]["$ref"].split("/")[-1]]
        assert operation["requestBody"]["required"] is True
        assert content["examples"]["Example"]["value"]
        assert shape["required"]
        assert not [one for one in operation["parameters"] if one["in"] == "header"]
    pots = schema["components"]["schemas"]["CalculatorsRakeQuestionRequest"]["properties"]["pots"]
    assert pots["items"]["minimum"] == 0
    assert pots["maxItems"] == 23


def test_a_hand_that_wins_is_told_what_it_would_pay_now():
    world = a_club()
    fed(world)
    floor = program(world, Role.SUPERVISOR)
    (won,) = (one for one in cases("jackpot_qualification") if one["id"] == "he-aces-full-of-jacks")
    own = {name: value for name, value in won["given"].items() if name != "house"}

    ours, theirs = (ask(floor, "jackpot_qualification", one).json() for one in (own, won["given"]))

    parts = {"losing_cents": 300_000, "winning_cents": 150_000, "table_cents": 150_000}
    assert ours["would_pay"] == [{"jackpot": "Bad beat", "base_cents": 1_000_000} | parts]
    assert "would_pay" not in theirs, "another house's rules pay nothing out of our pool"
