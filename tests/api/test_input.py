"""Bad input (RELIABILITY 3): refused in words, nothing booked, no slip number used."""

import json
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.utils import translation
from rest_framework.exceptions import ValidationError

from casino.cage.models import Shift
from casino.ledger.models import Act, Entry
from casino.staff.models import Role
from casino.web.endpoints import checked
from casino.web.serializers import StrictSerializer, WholeField
from tests.api.program import Program, program
from tests.world import World, a_club

pytestmark = pytest.mark.django_db


@dataclass(frozen=True, kw_only=True, slots=True)
class Desk:
    """A cashier with an open shift."""

    world: World
    caller: Program
    shift_id: int
    acts: int

    def sale(self, cents: str = "500", **more: Any) -> bytes:
        """Return the body of a sale; the amount as it shall stand there."""
        rest = json.dumps({"shift_id": self.shift_id} | more)
        return f'{{"cents": {cents}, {rest[1:]}'.encode()

    def assert_untouched(self) -> None:
        """Check that nothing was booked, and that the next slip has the next number."""
        assert Act.objects.count() == self.acts
        latest = Entry.objects.filter(number__isnull=False).order_by("-number").first()
        answer = self.caller.send("chips/sell/", self.sale())
        assert answer.json()["number"] == (latest.number if latest else 0) + 1


@pytest.fixture(scope="module")
def evening(db_of_file: None) -> tuple[World, Shift]:
    world = a_club()
    return world, world.open_shift()


@pytest.fixture
def desk(evening: tuple[World, Shift], db: None) -> Desk:
    """A cashier with an open shift."""
    world, shift = deepcopy(evening)
    return Desk(
        world=world,
        caller=program(world, Role.CASHIER),
        shift_id=shift.pk,
        acts=Act.objects.count(),
    )


NO_NUMBERS = ["true", "null", "NaN", "Infinity", "-Infinity", "[]", "[500]", "{}", "1e999"]
NO_CENTS = ["1.5", "1e2", "1.0", "-0", "-5", "0", "1234567890123"]
NO_DIGITS = ["", " 12 ", "12 ", "1_000", "0", "-5", "+5", "05", "1,5", "1e2", "0x10", "abc"]
NO_DIGITS += ["1234567890123", "\uff11\uff12", "\u0661\u0662"]


@pytest.mark.parametrize("cents", NO_NUMBERS + NO_CENTS + [f'"{text}"' for text in NO_DIGITS])
def test_what_is_no_amount_is_refused(desk: Desk, cents: str):
    answer = desk.caller.send("chips/sell/", desk.sale(cents))

    assert answer.status_code == 400
    assert set(answer.json()["errors"]) <= {"cents", "body"}
    desk.assert_untouched()


@pytest.mark.parametrize("cents", ["500", '"500"'])
def test_whole_cents_and_plain_digits_are_accepted(desk: Desk, cents: str):
    assert desk.caller.send("chips/sell/", desk.sale(cents)).status_code == 201
    assert desk.world.balance("chips:floor") == -500


@pytest.mark.parametrize("cents", ["1000000001", "999999999999", '"999999999999"'])
def test_more_than_ten_million_euro_is_above_the_limit(desk: Desk, cents: str):
    answer = desk.caller.send("chips/sell/", desk.sale(cents))

    assert (answer.status_code, answer.json()["field"]) == (422, "cents")
    desk.assert_untouched()


BODIES = {
    "not UTF-8": b'{"name": "\xff"}',
    "UTF-16": '{"name": "Mari"}'.encode("utf-16"),
    "UTF-16 without a mark": '{"name": "Mari"}'.encode("utf-16-le"),
    "byte order mark": b'\xef\xbb\xbf{"name": "Mari"}',
    "empty": b"",
    "blank": b"  ",
    "an array": b'[{"name": "Mari"}]',
    "a text": b'"Mari"',
    "null": b"null",
    "a key twice": b'{"name": "Mari", "name": "Jaan"}',
    "a key twice, deep": b'{"name": "Mari", "notes": {"a": 1, "a": 2}}',
    "NUL": b'{"name": "Mari\\u0000"}',
    "NUL in a key": b'{"name": "Mari", "a\\u0000": 1}',
    "half a character": b'{"name": "Mari\\ud800"}',
    "21 levels": b'{"name": "Mari", "notes": ' + b"[" * 20 + b"]" * 20 + b"}",
    "5,000 levels": b'{"name": ' + b"[" * 5000 + b"]" * 5000 + b"}",
    "5,000 open objects": b'{"a":' * 5000,
    "5,000 digits": b'{"name": ' + b"1" * 5000 + b"}",
    "gzip": b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03",
    "form": b"name=Mari",
    "cut": b'{"name": "Mari"',
    "two": b'{"name": "Mari"}{}',
    "single quotes": b"{'name': 'Mari'}",
}


@pytest.mark.parametrize("what", BODIES)
def test_what_is_no_plain_json_object_is_refused(desk: Desk, what: str):
    answer = desk.caller.send("players/", BODIES[what])

    assert answer.status_code == 400, answer.content
    assert all(isinstance(reasons, list) for reasons in answer.json()["errors"].values())
    desk.assert_untouched()


@pytest.mark.parametrize(
    "kind", ["text/plain", "multipart/form-data; boundary=x", "application/xml", ""]
)
def test_another_content_type_is_refused(desk: Desk, kind: str):
    answer = desk.caller.send("chips/sell/", desk.sale(), Content_Type=kind)

    assert answer.status_code == 415
    desk.assert_untouched()


def test_a_body_of_more_than_a_megabyte_is_refused(desk: Desk):
    answer = desk.caller.send("chips/sell/", b" " * 1_000_001)

    assert answer.status_code == 413
    desk.assert_untouched()


@pytest.mark.parametrize(
    "field", ["role", "club", "club_id", "approved_by", "balance", "is_superuser", "posted_at"]
)
def test_an_unknown_field_is_refused_and_not_dropped(desk: Desk, field: str):
    answer = desk.caller.send("chips/sell/", desk.sale(**{field: 1}))

    assert (answer.status_code, answer.json()["errors"]) == (400, {field: ["unknown field"]})
    desk.assert_untouched()


BAD_NAMES = {
    "nothing": "",
    "spaces": "   ",
    "zero width": "\u200b\u200b",
    "joiners": "\u200d",
    "right to left override": "Mari\u202eTamm",
    "isolate": "\u2066Mari",
    "line feed": "Mari\nTamm",
    "escape": "\x1b[31mMari",
    "101 letters": "a" * 101,
    "number": 5,
    "true": True,
    "null": None,
    "list": ["Mari"],
}
GOOD_NAMES = ["O'Neil", "Ülle", "José Ruiz-Ñandú", "Мария", "李小龙", "محمد", "Mari 🎲", "a" * 100]


@pytest.mark.parametrize("what", BAD_NAMES)
def test_a_name_that_nobody_can_read_is_refused(desk: Desk, what: str):
    answer = desk.caller.post("players/", name=BAD_NAMES[what])

    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["name"])
    desk.assert_untouched()


@pytest.mark.parametrize("name", GOOD_NAMES)
def test_a_name_in_any_script_is_kept_and_found(desk: Desk, name: str):
    kept = desk.caller.post("players/", name=name).json()

    assert kept["name"] == name
    assert kept in desk.caller.get("players/", search=name[:4]).json()


def test_a_name_is_kept_in_one_form(desk: Desk):
    assert desk.caller.post("players/", name="U\u0308lle").json()["name"] == "Ülle"


BAD_IDS = {True: 400, 1.5: 400, "1": 400, None: 400, 0: 404, -1: 404, 2**63: 404, 2**70: 404}


@pytest.mark.parametrize("value", BAD_IDS)
def test_an_id_is_a_whole_number_of_something_that_is_there(desk: Desk, value: Any):
    answer = desk.caller.post("chips/sell/", shift_id=value, cents=500)

    assert answer.status_code == BAD_IDS[value]
    desk.assert_untouched()


BAD_DAYS = ["2026-02-29", "2026-13-01", "0001-01-01", "9999-01-01", "2027-W01-1", "20270101"]
BAD_DAYS += ["1.1.2027", "2027-1-1", "2027-01-01T00:00:00Z", "202\u0667-01-01", ""]


@pytest.mark.parametrize("until", [*BAD_DAYS, 20270101, True, [], 1.5])
def test_what_is_no_day_is_refused(desk: Desk, until: Any):
    floor = program(desk.world, Role.SUPERVISOR)
    guest = desk.world.player().pk

    answer = floor.post(f"players/{guest}/bar/", until=until, reason="Ban")

    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["until"])


NO_COUNTS = [[], None, "x", {"abc": 1}, {"-500": 1}, {"5.0": 1}, {"": 1}, {"999999999999999": 1}]
NO_COUNTS += [{"500": quantity} for quantity in (-1, 1.5, True, "1", 1_000_001)] + [{"7": 1}]


@pytest.mark.parametrize("count", NO_COUNTS)
def test_what_is_no_count_is_refused(desk: Desk, count: Any):
    answer = desk.caller.post(f"shifts/{desk.shift_id}/count/", cash=count, chips={})

    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["cash"])
    desk.assert_untouched()


HAND = {"name": "1", "pots_cents": [500], "players_dealt": 6}
BAD_HANDS: list[dict[str, Any]] = [
    {"pots_cents": []},
    {"pots_cents": [0]},
    {"pots_cents": [1.5]},
    {"pots_cents": 500},
    {"pots_cents": {"0": 500}},
    {"pots_cents": [500] * 24},
    {"players_dealt": 1},
    {"players_dealt": "6"},
    {"players_dealt": True},
    {"players_dealt": 6.0},
    {"players_dealt": 10**30},
    {"board_cards_dealt": -1},
    {"game": 5},
    {"game": ""},
]


@pytest.mark.parametrize("wrong", BAD_HANDS)
def test_what_is_no_hand_is_refused(desk: Desk, wrong: dict[str, Any]):
    floor = program(desk.world, Role.SUPERVISOR)

    answer = floor.post("sessions/1/hands/", **(HAND | wrong))

    assert answer.status_code == 400
    assert {name.split(".")[0] for name in answer.json()["errors"]} == set(wrong)


BAD_QUERIES = {
    "players/": ["since=x", "Search=x", "search=a&search=b", "search=%00", "search=" + "a" * 101],
    "days/": ["limit=x", "limit=0", "limit=-1", "limit=1.5", "limit=", "limit=%D9%A1", "page=0"],
    "me/": ["format=xml", "x="],
    "shifts/mine/": ["ordering=-id"],
}


@pytest.mark.parametrize(
    ("path", "query"), [(path, query) for path, queries in BAD_QUERIES.items() for query in queries]
)
def test_a_query_is_read_strictly(desk: Desk, path: str, query: str):
    who = program(desk.world, Role.MANAGER) if path == "days/" else desk.caller

    assert who.send(f"{path}?{query}", b"", method="GET").status_code == 400


def test_a_query_may_not_ask_for_everything(desk: Desk):
    manager = program(desk.world, Role.MANAGER)

    assert manager.get("days/", limit=1_000_000).status_code == 200


@pytest.mark.parametrize("text", ["' OR 1=1--", ";", "%", "_", "\\", "(a+)+$"])
def test_a_search_is_literal(desk: Desk, text: str):
    desk.world.player("Mari Tamm")

    assert desk.caller.get("players/", search=text).json() == []


BAD_KEYS = ["", "5", "x" * 36, "{6f2b4a52-7d0c-4b7e-9a38-0f8a9d0f4c01}", "6f2b4a527d0c4b7e9a380f8a"]


@pytest.mark.parametrize("key", BAD_KEYS)
def test_a_write_needs_a_key(desk: Desk, key: str):
    answer = desk.caller.send("chips/sell/", desk.sale(), Idempotency_Key=key)

    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["Idempotency-Key"])
    desk.assert_untouched()


ADDRESSES = ["players/0/", "players/-1/", "players/1.5/", "players/x/", "players/%00/"]
ADDRESSES += [f"players/{2**63}/", f"players/{'9' * 400}/", "players/1", "players/%D9%A1/"]
ADDRESSES += ["days/0001-01-01/", "days/2026-02-30/", "days/2026-W01/", "nothing/", "players/%0A/"]


@pytest.mark.parametrize("path", ADDRESSES)
def test_an_address_that_is_none_is_not_found(desk: Desk, path: str):
    answer = desk.caller.send(path, b"", method="GET")

    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


@pytest.mark.parametrize("header", ["Token", "Token x", "Token a b", "Token \u00fc", "Token \xff"])
def test_a_wrong_key_opens_nothing(desk: Desk, header: str):
    answer = desk.caller.send("chips/sell/", desk.sale(), Authorization=header)

    assert answer.status_code == 401
    desk.assert_untouched()


def test_a_dismissed_user_is_out_at_once(desk: Desk):
    cashier = desk.world.staff[Role.CASHIER]
    cashier.is_active = False
    cashier.save()

    assert desk.caller.get("me/").status_code == 401


def test_a_role_that_is_taken_away_ends_with_the_next_request(desk: Desk):
    assert desk.caller.get("shifts/mine/").status_code == 200
    desk.world.staff[Role.CASHIER].memberships.update(role=Role.AUDITOR)

    assert desk.caller.get("shifts/mine/").status_code == 403


def a_browser(desk: Desk) -> Client:
    """Return a signed-in browser that is asked for the token against forged requests."""
    browser = Client(enforce_csrf_checks=True)
    cashier = desk.world.staff[Role.CASHIER]
    browser.force_login(cashier)
    return browser


def test_a_session_reads_and_cannot_be_made_to_write(desk: Desk):
    browser = a_browser(desk)

    assert browser.get(desk.caller.address("me/")).status_code == 200
    forged = browser.post(
        desk.caller.address("chips/sell/"),
        desk.sale(),
        content_type="application/json",
        headers={"Idempotency-Key": "6f2b4a52-7d0c-4b7e-9a38-0f8a9d0f4c01"},
    )

    assert forged.status_code == 403
    desk.assert_untouched()


class OneSeat(StrictSerializer):
    seat = WholeField(max_value=9)


def test_each_program_is_refused_in_its_own_language():
    said = {}
    for language in ("et", "ru", "en"):
        with translation.override(language), pytest.raises(ValidationError) as refusal:
            checked(OneSeat, {"seat": 10})
        said[language] = str(refusal.value.detail["seat"][0])
    assert said["en"] == "Ensure this value is less than or equal to 9."
    assert len({*said.values()}) == len(said), said
