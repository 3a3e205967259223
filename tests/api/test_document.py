"""The API's document says enough for people and for generators of clients."""

import json
import re
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator, FormatChecker

from casino.webhooks.models import Event
from tests.api.test_schema import published

SALE = "/api/v1/clubs/{club}/chips/sell/"
METHODS = {"get", "post", "put"}


@pytest.fixture
def document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(published())
    return found


def operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (method and path, operation)."""
    for path, item in document["paths"].items():
        for method in METHODS & item.keys():
            yield f"{method} {path}", item[method]


def contents(operation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what a body and the good answers look like, as JSON."""
    answers = [each for code, each in operation["responses"].items() if code[0] == "2"]
    for place in (operation.get("requestBody", {}), *answers):
        for name, content in place.get("content", {}).items():
            if name == "application/json":
                yield content


def test_each_operation_has_a_short_summary_under_one_heading_that_is_described(
    document: dict[str, Any],
):
    headings = {each["name"]: each["description"] for each in document["tags"]}
    used = set()
    for name, operation in operations(document):
        (tag,) = operation["tags"]
        used.add(tag)
        assert 3 < len(operation["summary"]) < 130, name
        assert "Raises" not in operation["summary"] + operation.get("description", ""), name
    assert used == set(headings)
    assert all(headings.values())
    assert len(headings) > 12


def test_a_heading_says_by_which_name_a_key_opens_it(document: dict[str, Any]):
    for tag in document["tags"]:
        if tag["name"] != "Problems":
            app = re.search(r"`api_key --apps`: (\w+)\.$", tag["description"])[1]
            assert find_spec(app) or find_spec(f"casino.{app}")


def test_each_example_is_what_its_shape_says(document: dict[str, Any]):
    seen = 0
    for name, operation in operations(document):
        for content in contents(operation):
            shape = content["schema"] | {"components": document["components"]}
            validator = Draft202012Validator(shape, format_checker=FormatChecker())
            assert content["examples"], name
            for example in content["examples"].values():
                wrong = [each.message for each in validator.iter_errors(example["value"])]
                assert not wrong, f"{name}: {wrong}"
                seen += 1
    assert seen > 450


def test_each_problem_is_an_example_of_the_one_shape(document: dict[str, Any]):
    parts = document["components"]
    shape = parts["schemas"]["Problem"]
    for name, answer in parts["responses"].items():
        content = answer["content"]["application/problem+json"]
        Draft202012Validator(shape).validate(content["examples"]["Example"]["value"])
        assert content["schema"] == {"$ref": "#/components/schemas/Problem"}, name
    for name, operation in operations(document):
        for code, answer in operation["responses"].items():
            assert (code[0] == "2") != ("$ref" in answer), name


def test_each_code_named_in_the_document_is_explained_at_its_address(document: dict[str, Any]):
    named = {
        code
        for _, operation in operations(document)
        for code in re.findall(r"^- \d+ `(.+?)`", operation.get("description", ""), re.MULTILINE)
    }
    assert len(named) > 150
    listed = {each["error"]: each for each in Client().get("/api/v1/problems/").json()}
    assert named <= listed.keys()
    one = Client().get("/api/v1/problems/CAGE-001/", headers={"Accept-Language": "en"})
    assert one.json() == listed["CAGE-001"]
    assert (one.json()["status"], one.json()["title"]) == (409, "This shift is not open.")
    assert Client().get("/api/v1/problems/CAGE-999/").status_code == 404


def test_a_refusal_of_two_of_one_name_is_that_of_the_app_or_of_all(document: dict[str, Any]):
    told = {
        each["operationId"]: each["description"]
        for _, each in operations(document)
        if "description" in each
    }
    assert "`MONEY-001`" in told["cage_Bags_post"]
    assert "`JACKPOT-022`" in told["jackpot_JackpotAdjustment_post"]
    assert "`APPROVAL-014`" in told["cashgames_OverShorts_post"]
    assert "LIST-001" not in told["cashgames_OverShorts_post"]


def test_what_a_second_person_may_have_to_sign_says_where_it_is_asked_for(document: dict[str, Any]):
    told = {name: each.get("description", "") for name, each in operations(document)}
    asks = "409 `APPROVAL-010` This needs approval. Ask for it at `POST "
    saying = {name: text.count(asks) for name, text in told.items() if "`APPROVAL-010`" in text}
    assert {name for name, times in saying.items() if times != 1} == {f"post {SALE}"}
    assert "as asked for at `chips/ask-sell/`" in told[f"post {SALE}"]
    table = "/api/v1/clubs/{club}/sessions/{session_id}/over-short/"
    assert f"{asks}{table}ask/`" in told[f"post {table}"]
    assert len(saying) > 60


def test_no_sentence_names_a_class_or_a_function_of_the_program(document: dict[str, Any]):
    for name, each in operations(document):
        text = f"{each.get('summary', '')} {each.get('description', '')}"
        words = re.sub(r"`[^`]*`", "", text)
        assert not re.findall(r"\b(?:[A-Z][a-z]+){2,}\b|\bREASONS\b", words), name


def test_a_key_is_a_text_of_a_pattern(document: dict[str, Any]):
    keys = [
        parameter["schema"]
        for _, operation in operations(document)
        for parameter in operation.get("parameters", ())
        if parameter["name"] == "Idempotency-Key"
    ]
    assert len(keys) > 150
    for key in keys:
        assert key["type"] == "string"
        assert "format" not in key
        assert all(re.search(key["pattern"], each) for each in key["examples"])


def test_no_shape_stands_in_two_places_without_a_name(document: dict[str, Any]):
    inline: dict[str, str] = {}
    for name, operation in operations(document):
        for content in contents(operation):
            for shape in shapes(content["schema"]):
                said = json.dumps(shape, sort_keys=True)
                assert inline.setdefault(said, name) == name, shape
    for name, part in document["components"]["schemas"].items():
        for shape in (each for each in shapes(part) if each is not part):
            said = json.dumps(shape, sort_keys=True)
            assert inline.setdefault(said, name) == name, shape


def test_the_rows_of_every_list_have_a_shape(document: dict[str, Any]):
    shapes = document["components"]["schemas"]
    lists = [
        (f"{name}.{field}", each["items"])
        for name, shape in shapes.items()
        for field, each in shape.get("properties", {}).items()
        if each.get("type") == "array"
    ]
    assert lists
    assert [name for name, rows in lists if rows.get("additionalProperties") == {}] == []


def test_what_may_be_anything_may_be_null(document: dict[str, Any]):
    """Named twice among the choices of one, null would be neither: a study that is not made yet."""
    study = document["components"]["schemas"]["WhatifStudyDetailOut"]
    assert Draft202012Validator(study["properties"]["result"]).is_valid(None)
    assert '"oneOf": [{}' not in json.dumps(document)


def test_a_file_may_be_of_any_kind(document: dict[str, Any]):
    """Tables came as text/csv where nothing but bytes was promised."""
    kept = document["paths"]["/api/v1/clubs/{club}/files/kept/{file_id}/content"]["get"]
    assert kept["responses"]["200"]["content"].keys() == {"*/*"}


def shapes(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield each object with fields that stands in a schema itself."""
    if isinstance(schema, list):
        for each in schema:
            yield from shapes(each)
    elif isinstance(schema, dict):
        if "properties" in schema:
            yield schema
        for each in schema.values():
            yield from shapes(each)


def test_examples_of_the_cash_room_do_not_contradict_themselves(document: dict[str, Any]):
    shown = {
        name.removesuffix("Out"): shape["examples"][0]
        for name, shape in document["components"]["schemas"].items()
        if "examples" in shape and name.endswith("Out")
    }
    share, box = shown["CashgamesTimeShare"], shown["CountroomBox"]
    assert (share["is_due"], share["paid_at"], share["paid_with"], share["waived"]) == (
        True, None, "", "",
    )  # fmt: skip
    assert {box[name] for name in ("counted_cents", "booked_at", "entry_id", "void_at")} == {None}
    game = shown["CashgamesSession"]
    assert (game["closed_at"], game["by_box"], game["time_rake_cents"]) == (None, False, None)
    for name in ("CountroomSettlement", "CountroomTableDifference"):
        settled = shown[name]
        difference = settled["counted_cents"] - settled["expected_cents"]
        assert settled["difference_cents"] == difference
    assert shown["CountroomTableDifference"]["by_dealer"] == {"Kadri": -300, "Mari": -200}
    named = [shown[each]["name"] for each in ("CashgamesTable", "CashgamesHand", "CageDrawer")]
    assert named == ["Table 4", "17", "Desk 1"]


def test_each_message_to_a_webhook_is_described(document: dict[str, Any]):
    assert set(document["webhooks"]) == set(Event.values)
    for event, item in document["webhooks"].items():
        content = item["post"]["requestBody"]["content"]["application/json"]
        assert content["schema"]["properties"]["type"]["const"] == event
        assert content["schema"]["properties"]["data"]["required"]


def test_a_full_disk_and_a_club_that_moved_are_answers_of_the_document(document: dict[str, Any]):
    for name, operation in operations(document):
        assert "507" in operation["responses"], name
        assert ("308" in operation["responses"]) == ("{club}" in name), name
    assert "Location" in document["components"]["responses"]["PermanentRedirect"]["headers"]
