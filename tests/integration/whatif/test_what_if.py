"""The hands of a night under other rules, beside what they paid."""

import io
import json
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cashgames.models import Hand, Session, TableChange
from cashgames.services.corrections import correct_hand
from cashgames.services.game_corrections import correct_game
from cashgames.services.hands import rake_hand
from cashgames.services.terms import change_game
from casino.approvals.services import approve
from casino.ledger.queries.balances import trial_balance
from casino.operations.finding import Level
from casino.operations.queries import work
from casino.refusals import BadInput
from casino.staff.models import Role
from casino.whatif import queries, services
from casino.whatif.models import Study
from casino.whatif.services import NoHands, NotRunning
from tests.refusing import refused
from tests.world import EVENING, World, a_club, a_key

pytestmark = pytest.mark.django_db
POTS = ([3_700], [900], [26_000], [40_000, 10_000], [1_000])


@pytest.fixture(scope="module")
def night(db_of_file: None) -> World:
    """Six players, from 20:30 on; five hands, the last one without a flop."""
    world = a_club()
    world.jackpot()
    session = world.session("1")
    world.seat(session, *(f"Guest {number}" for number in range(6)), cents=50_000)
    for number, pots in enumerate(POTS, start=1):
        rake_hand(
            world.stamp(f"21:0{number}", role=Role.SUPERVISOR),
            session_id=session.pk,
            name=str(number),
            pots_cents=pots,
            players_dealt=6,
            board_cards_dealt=0 if number == len(POTS) else 5,
        )
    return world


@pytest.fixture
def world(night: World, db: None) -> World:
    return deepcopy(night)


def rows() -> dict[str, int]:
    """Return how many rows each table of the database has."""
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT count(*) FROM "{table}"')
            found[table] = cursor.fetchone()[0]
    return found


def ask(world: World, book: str = "voodoo", **more: Any) -> Study:
    stamp = world.stamp("23:00", role=Role.MANAGER, key=more.pop("key", None))
    asked = {"first_day": EVENING, "last_day": EVENING, "book": book, "overrides": {}} | more
    return services.ask(stamp, **asked)


def answer(world: World, **more: Any) -> dict[str, Any]:
    study = ask(world, **more)
    assert services.run(study.pk, clock=timezone.now)
    study.refresh_from_db()
    return study.result


def test_both_sides_are_computed_hand_by_hand(world: World):
    total = answer(world)["total"]
    # Olympic: 5 % of full tens, 10.00 at most: 1.50, 0, 10.00, 10.00; jackpot 1.00 of each flop
    # whose main pot holds it. Voodoo: 5 % to the cent of the main pot, 15.00 at most; no jackpot.
    assert (total["rake_cents"], total["drop_cents"]) == (2_150, 400)
    assert (total["other_rake_cents"], total["other_drop_cents"]) == (185 + 45 + 1_300 + 1_500, 0)
    assert (total["hands"], total["raked"], total["other_raked"]) == (5, 3, 4)


def test_a_hand_corrected_later_is_of_the_day_on_which_it_was_dealt(world: World):
    later, before = EVENING + timedelta(1), answer(world)["total"]
    typed = Hand.objects.get(name="3")
    asked = correct_hand.ask(
        world.stamp("12:00", role=Role.SUPERVISOR, day=later),
        hand_id=typed.pk, pots_cents=[900], players_dealt=6, board_cards_dealt=5, reason="typed",
    )  # fmt: skip
    manager = world.stamp("12:30", role=Role.MANAGER, day=later)
    approve(manager, proposal_id=asked.pk, digest=asked.digest)

    now = answer(world)["total"]
    assert now["hands"] == before["hands"] == len(POTS)
    assert (before["rake_cents"], before["drop_cents"]) == (2_150, 400)
    assert (now["rake_cents"], now["drop_cents"]) == (1_150, 400)
    refused(NoHands, ask, world, first_day=later, last_day=later)


def test_the_same_rules_give_what_was_taken(world: World):
    total = answer(world, book="olympic")["total"]
    taken = total["rake_cents"] + total["drop_cents"]
    assert total["other_rake_cents"] + total["other_drop_cents"] == taken == total["again_cents"]


def test_a_hand_has_its_least_its_average_and_its_most(world: World):
    total = answer(world)["total"]
    assert (total["least_cents"], total["mean_cents"], total["most_cents"]) == (100, 510, 1_100)
    assert (total["other_least_cents"], total["other_most_cents"]) == (45, 1_500)


def test_what_the_rules_of_the_day_do_not_give_is_named(world: World):
    # As if the special cap had held, of which nobody told the cashier: 13.00 and 15.00.
    Session.objects.update(special_cap=True)
    result = answer(world)
    assert (result["total"]["differing"], result["total"]["again_cents"]) == (2, 3_350)
    named = [(each["table"], each["hand"], each["taken_cents"]) for each in result["differing"]]
    assert named == [("1", "3", 1_100), ("1", "4", 1_100)]


def test_a_hand_pays_by_the_game_and_the_cap_of_its_own_time(world: World):
    session = Session.objects.get()
    change_game(
        world.stamp("21:30", role=Role.SUPERVISOR),
        session_id=session.pk,
        game="omaha",
        small_blind_cents=100,
        big_blind_cents=200,
    )
    Session.objects.update(special_cap=True)
    TableChange.objects.create(
        session=session,
        what=TableChange.What.SPECIAL_CAP,
        before={"special_cap": False},
        after={"special_cap": True},
        asked_by=world.staff[Role.SUPERVISOR],
        at=world.at("21:40"),
        act_id=0,
    )
    rake_hand(
        world.stamp("21:45", role=Role.SUPERVISOR),
        session_id=session.pk,
        name="6",
        pots_cents=[40_000],
        players_dealt=6,
        board_cards_dealt=5,
    )
    result = answer(world)
    assert result["total"]["differing"] == 0
    assert [(each["game"], each["hands"], each["rake_cents"]) for each in result["games"]] == [
        ("omaha", 1, 1_500),
        ("texas_holdem", 5, 2_150),
    ]


def test_a_hand_pays_by_the_game_that_was_said_later(world: World):
    session = Session.objects.get()
    floor = world.stamp("21:30", role=Role.SUPERVISOR)
    dealt = list(session.hands.order_by("played_at").values_list("played_at", flat=True))
    span = {"since": dealt[1], "until": dealt[3], "reason": "Omaha"}
    correct_game(floor, session_id=session.pk, game="omaha", **span)
    hands = {each["game"]: each["hands"] for each in answer(world)["games"]}
    within = sum(span["since"] <= at < span["until"] for at in dealt)
    assert hands == {"omaha": within, "texas_holdem": len(dealt) - within}


def test_the_hands_of_many_tables_are_read_by_one_statement(world: World):
    for table in ("2", "3"):
        rake_hand(
            world.stamp("21:30", role=Role.SUPERVISOR),
            session_id=world.session(table).pk,
            name="1",
            pots_cents=[900],
            players_dealt=6,
            board_cards_dealt=0,
            deviation="Nobody sits there",
        )
    with CaptureQueriesContext(connection) as asked:
        answer(world)
    reading = [each for each in asked if "h.pots_cents" in each["sql"]]
    assert len(reading) == 1
    games = [each for each in asked if 'FROM "cashgames_correction"' in each["sql"]]
    assert len(games) == 1


def test_tables_games_and_pots_sum_to_the_total(world: World):
    result = answer(world)
    for rows in (result["tables"], result["games"], result["pots"]):
        for figure in ("hands", "rake_cents", "other_rake_cents", "drop_cents", "again_cents"):
            assert sum(row[figure] for row in rows) == result["total"][figure]


def test_an_hour_at_the_table_has_its_price(world: World):
    total = answer(world)["total"]
    # Nobody has left yet: six seats from 20:30 to the end of the gaming day at 07:00.
    assert total["player_minutes"] == 6 * 630
    assert total["hour_cents"] == 2_550 * 60 // (6 * 630)


def test_an_edited_setting_changes_the_answer(world: World):
    result = answer(world, book="olympic", overrides={"rake.cap_cents": 500})
    assert result["total"]["other_rake_cents"] == 150 + 500 + 500


def test_nothing_of_the_books_changes(world: World):
    before = trial_balance(world.club.pk), rows()
    answer(world)
    # The question itself: its row, its act, and the act's copy for the file outside.
    asked = {"whatif_study": 1, "ledger_act": 1, "ledger_outbox": 1}
    now = {table: count - asked.get(table, 0) for table, count in rows().items()}
    assert (trial_balance(world.club.pk), now) == before


def test_a_question_is_answered_once_whoever_comes(world: World):
    study = ask(world)
    assert services.due(timezone.now()) == [study.pk]
    assert services.run(study.pk, clock=timezone.now)
    assert not services.run(study.pk, clock=timezone.now)
    assert services.due(timezone.now()) == []


def test_another_worker_takes_over_from_one_that_died(world: World):
    study = ask(world)
    now = timezone.now()
    Study.objects.filter(id=study.pk).update(state="running", beat_at=now)
    assert not services.run(study.pk, clock=timezone.now)

    later = now + timedelta(minutes=2)
    assert services.due(later) == [study.pk]
    assert services.run(study.pk, clock=lambda: later)


def test_a_question_that_fails_three_times_ends_and_says_so(world: World, monkeypatch: Any):
    """Also where each worker was killed in the middle and nobody could say anything."""
    study = ask(world)
    monkeypatch.setattr(services, "study_hands", lambda *_: 1 / 0)
    at = timezone.now()
    for hours in (1, 2):
        with pytest.raises(ZeroDivisionError):
            services.run(study.pk, clock=lambda at=at + timedelta(hours=hours): at)
    assert not services.run(study.pk, clock=lambda: at + timedelta(hours=3))
    study.refresh_from_db()
    assert (study.state, study.run) == ("refused", 3)
    assert "It failed three times" in study.remark
    Study.objects.update(state="running", beat_at=at)
    assert not services.run(study.pk, clock=lambda: at + timedelta(hours=1))
    study.refresh_from_db()
    assert (study.state, study.run) == ("refused", 4)
    assert "ask for it again" in study.remark


def test_a_worker_that_was_taken_for_dead_answers_nothing_any_more(
    world: World, monkeypatch: pytest.MonkeyPatch
):
    study = ask(world)
    later = timezone.now() + timedelta(minutes=2)
    answered = services.answered

    def slowly(*asked: Any) -> Any:
        monkeypatch.setattr(services, "answered", answered)
        Study.objects.update(beat_at=later - timedelta(minutes=2))
        assert services.run(study.pk, clock=lambda: later)
        return answered(*asked)

    monkeypatch.setattr(services, "answered", slowly)
    assert not services.run(study.pk, clock=timezone.now)
    study.refresh_from_db()
    assert (study.state, study.run) == ("done", 2)


@pytest.mark.parametrize(("minutes", "waits"), [(0, 0), (5, 1), (20, 1)])
def test_the_doctor_sees_a_question_whose_worker_died(world: World, minutes: int, waits: int):
    study = ask(world)
    beat_at = timezone.now() - timedelta(minutes=minutes)
    Study.objects.filter(id=study.pk).update(state="running", beat_at=beat_at)
    (found,) = work.jobs()
    assert str(found.said).startswith("1 job waits" if waits else "No job waits")
    assert found.level == (Level.WARNING if minutes > 10 else Level.OK)


def test_a_question_called_off_is_not_answered(world: World):
    study = ask(world)
    stamp = world.stamp("23:05", role=Role.MANAGER)
    services.cancel(stamp, study_id=study.pk)
    assert not services.run(study.pk, clock=timezone.now)
    refused(NotRunning, services.cancel, world.stamp("23:06", role=Role.MANAGER), study_id=study.pk)


def test_a_worker_stops_once_it_is_called_off(world: World):
    other = queries.asked_rules(ask(world))
    assert services.answered(world.club, EVENING, EVENING, other, lambda done: False) is None


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"book": "nobody"}, "book"),
        ({"overrides": {"rake.nothing": 1}}, "rake.nothing"),
        ({"overrides": {"rake.cap_cents": 10**6}}, "rake.cap_cents"),
        ({"first_day": EVENING + timedelta(days=1)}, "last_day"),
    ],
)
def test_a_question_that_cannot_be_says_which_part(world: World, more: dict[str, Any], field: str):
    assert refused(BadInput, ask, world, **more).field == field


def test_a_period_without_hands_is_refused(world: World):
    day = EVENING - timedelta(days=30)
    refused(NoHands, ask, world, first_day=day, last_day=day)


def test_the_same_question_sent_twice_is_one(world: World):
    key = a_key()
    assert ask(world, key=key) == ask(world, key=key)


def run_command(*more: str) -> str:
    out = io.StringIO()
    period = ("--club", "tallinn", "--from", str(EVENING), "--to", str(EVENING))
    call_command("what_if", *period, *more, stdout=out)
    return out.getvalue()


def test_the_command_prints_both_sides(world: World):
    lines = run_command("--book", "voodoo").replace("\u00a0", " ").splitlines()
    assert lines[1].split() == ["all", "5", "21,50", "30,30", "4,00", "0,00", "0,40", "0,48"]
    assert lines[-1] == "Taken 25,50; the rules of each day give 25,50."


def test_the_command_takes_settings_in_peoples_units(world: World):
    result = json.loads(run_command("--book", "olympic", "--set", "rake.cap_cents=5,00", "--json"))
    assert result["total"]["other_rake_cents"] == 1_150


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--book", "nobody"), "choose from 'olympic'"),
        (("--book", "olympic", "--from", "27.02.2026"), "no day; write it like 2026-02-27"),
        (("--book", "olympic", "--to", "2020-01-02"), "last day is before the first"),
        (("--book", "olympic", "--set", "rake.cap_cents=1,500"), "--set rake.cap_cents: Write"),
        (("--book", "olympic", "--set", "rake.nothing=1"), "no setting “rake.nothing”"),
        (("--book", "olympic", "--set", "rake.cap_cents=99999"), "rake.cap_cents"),
        (("--book", "olympic", "--from", "2020-01-01", "--to", "2020-01-02"), "No hand"),
        (("--book", "olympic", "--club", "nowhere"), "no club nowhere"),
    ],
)
def test_the_command_says_what_is_wrong(world: World, more: tuple[str, ...], said: str):
    with pytest.raises(CommandError, match=said):
        run_command(*more)


def test_the_file_sums_to_the_total(world: World):
    rows = [line.split(",") for line in run_command("--book", "voodoo", "--csv").splitlines()]
    rake = rows[0].index("rake")
    assert [row[rake] for row in rows if row[0] in {"total", "table"}] == ["21.50", "21.50"]
