"""Recorded tournaments taken over: pools, prizes and the ranking's share to the cent."""

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from casino.cage.models import Payable
from casino.ledger.models import Entry as Slip
from casino.money import format_cents
from casino.players.models import Player
from casino.players.services.erasing import anonymise_player
from casino.players.services.guests import change_player
from casino.staff.models import Role
from tests.recorded import EXCERPT, WHOLE
from tests.tournaments import signed
from tests.world import World, a_club
from tournaments.models import Prize, Tournament
from tournaments.queries.pools import money_check
from tournaments.queries.results import result
from tournaments.rules.resultfile import Recorded, Refused, read_results
from tournaments.services.prizes import award_prizes
from tournaments.services.taking_back import take_back_awards

pytestmark = pytest.mark.usefixtures("committed_db")
FOLDERS = [folder for folder in (EXCERPT, WHOLE) if (folder / "tournaments.jsonl").is_file()]


@pytest.fixture
def world() -> World:
    return a_club(since=date(2000, 1, 1))


def take(
    world: World, *files: Path, by: str = Role.MANAGER, second: str = Role.DIRECTOR, **more: bool
) -> str:
    out = StringIO()
    people: dict[str, Any] = {"by": f"{by}@tallinn", "second": f"{second}@tallinn"} | more
    with suppress(SystemExit):  # 1: some records were refused
        call_command("import_tournaments", *files, club="tallinn", stdout=out, **people)
    return out.getvalue()


def expected_of(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "expected.json").read_text("utf-8"))["tournaments"]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_pools_prizes_and_ranking_are_those_expected(world: World, folder: Path):
    take(world, folder / "tournaments.jsonl")

    lines = (folder / "tournaments.jsonl").read_text("utf-8").splitlines()
    recorded = {row.id: row for row in read_results(lines) if isinstance(row, Recorded)}
    expected, compared = expected_of(folder), 0
    for name, row in recorded.items():
        if name not in expected:  # more than 160 players, or played for a site's points
            continue
        wanted = expected[name]["unique_players"]
        slip = Slip.objects.get(memo__endswith=f", record {name}")
        tournament = Tournament.objects.get(act_id=slip.act_id)
        ranks = "ranking" in wanted
        assert tournament.ranking == ranks
        assert tournament.fixed.participants == wanted["participants"] == len(row.players)
        assert tournament.fixed.gross_cents == row.pool_cents
        share = wanted["ranking"]["ranking_contribution_cents"] if ranks else 0
        assert tournament.fixed.ranking_cents == share
        of = "net" if ranks else "gross"
        prizes = [cents for cents in tournament.fixed.prizes_cents if cents]
        assert prizes == wanted[f"prizes_of_{of}_pool_cents"], name
        awarded = Prize.objects.filter(entry__tournament=tournament)
        assert sum(each.cents for each in awarded) == row.pool_cents - share
        assert money_check(tournament).agrees
        found = result(tournament)
        assert found is not None
        assert len(found.places) == len(row.places)
        compared += 1
    assert compared >= 3


def test_a_second_import_changes_nothing(world: World):
    file = FOLDERS[0] / "tournaments.jsonl"
    take(world, file)
    slips = Slip.objects.count()
    again = take(world, file)
    assert "taken:" not in again
    assert Slip.objects.count() == slips


def test_what_cannot_be_taken_is_named_by_line_and_reason(world: World, tmp_path: Path):
    good = next(
        line
        for line in (FOLDERS[0] / "tournaments.jsonl").read_text("utf-8").splitlines()
        if '"freezeout"' in line and '"places_complete":true' in line.replace(" ", "")
    )
    raw = json.loads(good)
    rows = [
        "nonsense",
        "[1]",
        json.dumps(raw | {"status": "in_progress"}),
        json.dumps(raw | {"places_complete": False}),
        json.dumps(raw | {"prize_pool_cents": 12.5}),
        json.dumps(raw | {"started_utc": None}),
        json.dumps(raw | {"entries": 1}),
        json.dumps(raw | {"results": [{"place": 0, "player": "A"}]}),
        json.dumps(raw | {"results": [{"place": 1, "player": ""}]}),
    ]
    refused = [row for row in read_results(rows) if isinstance(row, Refused)]
    assert [row.line_no for row in refused] == list(range(1, 10))
    said = " ".join(row.reason for row in refused)
    for words in (
        "not valid JSON",
        "not finished",
        "not every place",
        "prize pool",
        "start",
        "entries",
    ):
        assert words in said, (words, said)


def a_record(**changed: Any) -> dict[str, Any]:
    return {
        "id": "mine:1",
        "name": "Club night",
        "kind": "freezeout",
        "status": "finished",
        "places_complete": True,
        "entries": 4,
        "fee_cents": 500,
        "prize_pool_cents": 40_000,
        "started_utc": "2026-02-20T18:00:00Z",
        "results": placed("Ann", "Bob", "Cat", "Dan"),
    } | changed


def placed(*names: str, first: int = 1) -> list[dict[str, Any]]:
    return [{"place": place, "player": name} for place, name in enumerate(names, start=first)]


def of(folder: Path, *rows: dict[str, Any]) -> Path:
    file = folder / "results.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return file


def test_the_prizes_of_a_record_are_said_to_be_due(world: World, tmp_path: Path):
    said = take(world, of(tmp_path, a_record()))
    due = list(Payable.objects.due())
    assert len(due) == 2
    owed = format_cents(sum(each.cents for each in due))
    assert f"2 prizes of {owed} are payments due: pay by wire" in said


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"results": placed("Bob", "Ann", "Cat", "Dan")}, "places"),
        ({"results": placed("Zoe", "Bob", "Cat", "Dan")}, "places"),
        ({"entries": 5}, "entries"),
        ({"fee_cents": 600}, "fee_cents"),
        ({"prize_pool_cents": 50_000}, "pool_cents"),
        ({"started_utc": "2026-02-21T18:00:00Z"}, "starts_at"),
    ],
)
def test_a_record_that_was_corrected_is_not_known(
    world: World, tmp_path: Path, changed: dict[str, Any], field: str
):
    take(world, of(tmp_path, a_record()))
    assert "1 known already, 0 refused" in take(world, of(tmp_path, a_record()))
    guests = Player.objects.count()
    said = take(world, of(tmp_path, a_record(**changed)))
    assert f"refused: mine:1: The record differs from what was imported: {field}." in said
    assert (Player.objects.count(), Tournament.objects.count()) == (guests, 1)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"results": placed("Ann", "Bob", "Cat", "Dan", first=2)}, "nobody has first place"),
        ({"fee_cents": 2**31}, "maximum of one operation"),
        ({"fee_cents": 2 * 10**8, "prize_pool_cents": 9 * 10**8}, "maximum of one operation"),
    ],
)
def test_a_record_that_cannot_be_is_refused_and_the_next_taken(
    world: World, tmp_path: Path, changed: dict[str, Any], words: str
):
    said = take(world, of(tmp_path, a_record(**changed), a_record(id="mine:2")))
    assert "refused: line 1, mine:1" in said
    assert words in said
    assert "taken: mine:2" in said


def test_one_person_does_not_sign_alone(world: World):
    with pytest.raises(CommandError, match="two people sign"):
        take(world, FOLDERS[0] / "tournaments.jsonl", second=Role.MANAGER)
    with pytest.raises(CommandError, match="nobody of that name"):
        take(world, FOLDERS[0] / "tournaments.jsonl", by="somebody")


def test_a_record_whose_prizes_were_taken_back_is_awarded_on_its_page(world: World, tmp_path: Path):
    take(world, of(tmp_path, a_record()))
    event, before = Tournament.objects.get(), Prize.objects.count()
    floor = world.stamp("20:00", role=Role.DIRECTOR)
    back = take_back_awards.ask(floor, tournament_id=event.pk, reason="Swapped")
    signed(world, back, clock="20:01")

    said = take(world, of(tmp_path, a_record()))

    assert "refused: mine:1: The prizes of this record were taken back." in said
    assert not Prize.objects.filter(reversal=None).exists()
    again = award_prizes.ask(world.stamp("20:02", role=Role.DIRECTOR), tournament_id=event.pk)
    signed(world, again, clock="20:03")
    assert "1 known already, 0 refused" in take(world, of(tmp_path, a_record()))
    assert Prize.objects.filter(reversal=None).count() == before


def renamed(world: World, dan: Player) -> None:
    change_player(world.stamp("20:10", role=Role.MANAGER), player_id=dan.pk, name="Dan Tamm")
    world.player("Dan")


def erased(world: World, dan: Player) -> None:
    manager = world.stamp("20:10", role=Role.MANAGER)
    asked = anonymise_player.ask(manager, player_id=dan.pk, reason="Asked for it")
    signed(world, asked, role=Role.ACCOUNTANT, clock="20:11")


@pytest.mark.parametrize("change", [renamed, erased])
@pytest.mark.parametrize("known", [True, False], ids=["known before", "added by the import"])
def test_an_unchanged_record_is_known_whatever_its_guests_are_called_since(
    world: World, tmp_path: Path, change: Callable[[World, Player], None], *, known: bool
):
    if known:
        world.player("Dan")
    take(world, of(tmp_path, a_record()))
    change(world, Player.objects.get(name="Dan"))
    guests = Player.objects.count()

    assert "1 known already, 0 refused" in take(world, of(tmp_path, a_record()))

    other = a_record(results=placed("Ann", "Zoe", "Cat", "Dan"))
    assert "differs from what was imported: places." in take(world, of(tmp_path, other))
    assert Player.objects.count() == guests
