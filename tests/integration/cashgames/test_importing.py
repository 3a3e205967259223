"""Hands in batches: the same as one by one, each once, whatever interrupts."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from cashgames.models import Session
from cashgames.queries.tables import seats
from cashgames.rules.handfile import HandRecord
from cashgames.services import importing
from cashgames.services.cash_outs import cash_out
from cashgames.services.hands import rake_hand
from cashgames.services.terms import change_game, raise_cap
from cashgames.verify import verify_hands
from casino.approvals.services import approve
from casino.audit.queries.exceptions import exceptions
from casino.closing.services.days import close_day, seal_day
from casino.house.queries import club_stamp
from casino.ledger.models import Act, Entry
from casino.ledger.refusals import NotEnough
from casino.staff.models import Role
from tests.imports import a_hand, a_session, counts, imported, kept
from tests.racing import race
from tests.recorded import EXCERPT, recorded
from tests.world import EVENING, World, a_club

NEXT_DAY = EVENING + timedelta(1)


@pytest.fixture
def world(committed_db: None) -> World:
    world = a_club()
    world.fund()
    world.jackpot()
    return world


def one_by_one(world: World, session: Session, hands: Iterable[HandRecord]) -> None:
    """Record hands as somebody at the page does."""
    for hand in hands:
        rake_hand(
            club_stamp(world.club, at=hand.played_at, actor_id=world.staff[Role.SUPERVISOR].pk),
            session_id=session.pk,
            name=hand.external_id,
            pots_cents=list(hand.pots_cents),
            players_dealt=hand.players_dealt,
            board_cards_dealt=hand.board_cards_dealt,
            open_cards_dealt=hand.open_cards_dealt,
            draws_done=hand.draws_done,
            game=hand.game if hand.game != session.game else None,
            deviation="The others were not recorded",
        )


def excerpt(world: World, *games: str) -> list[HandRecord]:
    """Hands of the excerpt in these games, a minute apart over the turn of two gaming days."""
    first = world.at("06:45")
    hands = [hand for _, hand in recorded(EXCERPT) if isinstance(hand, HandRecord)]
    chosen = [hand for hand in hands if hand.game in games]
    return [
        replace(hand, played_at=first + timedelta(minutes=number), external_id=f"{number:03} x\\n")
        for number, hand in enumerate(chosen)
    ]


@pytest.mark.parametrize(
    ("game", "dealt", "minimum"),
    [
        ("texas_holdem", ["texas_holdem"], 35),
        ("horse", ["texas_holdem", "omaha_hilo", "razz", "seven_card_stud"], 45),
        ("triple_draw_27", ["triple_draw_27"], 2),
    ],
)
def test_a_batch_books_what_hands_one_by_one_book(
    world: World, game: str, dealt: list[str], minimum: int
):
    hands = excerpt(world, *dealt)
    assert len(hands) >= minimum
    batch = a_session(world, game=game, chips=900_000)
    single = a_session(world, table="2", game=game, chips=900_000)

    assert counts(imported(world, batch, hands)[0]) == (len(hands), 0, 0)
    one_by_one(world, single, hands)

    assert kept(batch) == kept(single)
    assert world.balance("chips:table", batch.pk) == world.balance("chips:table", single.pk)
    assert {hand["gaming_day"] for hand in kept(batch)} <= {EVENING, NEXT_DAY}


def test_a_batch_is_one_act_that_says_what_it_took(world: World):
    session = a_session(world)
    imported(world, session, [a_hand("b"), a_hand("a"), a_hand("c", pots_cents=(100,))])
    act = Act.objects.get(operation="cashgames.import_hands")
    said = {
        "session_id": session.pk,
        "hands": 3,
        "first": "a",
        "last": "c",
        "doubtful_source": "import",
    }
    found = {name: act.arguments[name] for name in ("rows", "digest")}
    assert act.arguments == said | found
    assert act.actor_id == world.staff[Role.SUPERVISOR].pk
    assert Entry.objects.filter(act=act).count() == 3


def test_hands_are_taken_once_however_often_they_are_imported(world: World):
    session = a_session(world)
    hands = [a_hand(f"{number}") for number in range(7)]
    assert counts(imported(world, session, hands)[0]) == (7, 0, 0)
    after = kept(session), Act.objects.count()
    assert counts(imported(world, session, hands)[0]) == (0, 7, 0)
    assert (kept(session), Act.objects.count()) == after
    assert counts(imported(world, session, [a_hand("7"), *hands])[0]) == (1, 7, 0)


def test_of_two_hands_of_one_name_the_first_is_taken(world: World, monkeypatch: pytest.MonkeyPatch):
    session = a_session(world)
    twins = [a_hand("7"), a_hand("7", pots_cents=(90_000,)), a_hand("8")]
    assert counts(imported(world, session, twins)[0]) == (2, 1, 0)
    monkeypatch.setattr(importing, "BATCH", 1)
    apart = [a_hand("9"), a_hand("9", pots_cents=(90_000,))]
    assert counts(imported(world, session, apart)[0]) == (1, 1, 0)
    assert [hand["rake_cents"] for hand in kept(session)] == [150, 150, 150]


def test_batches_of_any_size_book_the_same(world: World, monkeypatch: pytest.MonkeyPatch):
    hands = excerpt(world, "texas_holdem")
    whole = a_session(world)
    imported(world, whole, hands)
    monkeypatch.setattr(importing, "BATCH", 4)
    parts = a_session(world, table="2")
    imported(world, parts, hands)
    assert kept(whole) == kept(parts)


def test_a_closed_table_knows_its_hands_and_takes_no_more(world: World):
    session = a_session(world)
    hands = [a_hand("1"), a_hand("2", pots_cents=(100,))]
    imported(world, session, hands)
    Session.objects.filter(pk=session.pk).update(closed_at=world.at("23:00"))
    assert counts(imported(world, session, hands)[0]) == (0, 2, 0)
    report, refused = imported(world, session, [a_hand("3")])
    assert counts(report) == (0, 0, 1)
    assert (refused[0].external_id, refused[0].reason) == ("3", "This table is closed.")


CLOSED = "The gaming day 27.02.2026 is closed: only counts and adjustments may follow."
SEALED = "The gaming day 27.02.2026 is sealed."


@pytest.mark.parametrize("over", [CLOSED, SEALED], ids=["closed", "sealed"])
def test_a_day_that_is_over_refuses_all_its_hands(world: World, over: str):
    session = a_session(world)
    known = a_hand("0", at=world.at("22:00"))
    imported(world, session, [known])
    close_day(world.club, EVENING, now=world.at("07:00", day=NEXT_DAY))
    if over == SEALED:
        seal = world.stamp("12:00", role=Role.ACCOUNTANT, day=NEXT_DAY)
        seal_day(seal, day=EVENING)
    before = kept(session)

    late = [a_hand(f"late {clock}", at=world.at(clock)) for clock in ("21:00", "06:59:59")]
    next_ = a_hand("next", at=world.at("07:00", day=NEXT_DAY))
    report, refused = imported(world, session, [*late, next_])

    assert counts(report) == (1, 0, 2)
    assert [row.external_id for row in refused] == ["late 21:00", "late 06:59:59"]
    assert {row.reason for row in refused} == {over}
    assert [hand["name"] for hand in kept(session)] == ["0", "next"]
    assert kept(session)[0] == before[0]
    assert counts(imported(world, session, [known])[0]) == (0, 1, 0)


def test_hands_that_the_chips_do_not_reach_for_are_refused_alone(world: World):
    """Rake and drop of 11.00 a large hand, 2.50 a small one, out of 100.00 on the table."""
    batch = a_session(world, chips=10_000)
    single = a_session(world, table="2", chips=10_000)
    hands = [
        a_hand(f"{number:02}", pots_cents=(3700 if number % 4 == 3 else 90_000,))
        for number in range(16)
    ]
    report, refused = imported(world, batch, hands)
    results = [one_by_one_or_refusal(world, single, hand) for hand in hands]

    assert kept(batch) == kept(single)
    assert [row.reason for row in refused] == [said for said in results if said]
    assert 0 < report.refused < report.taken
    assert [row.external_id for row in refused] == [
        hand.external_id for hand, said in zip(hands, results, strict=True) if said
    ]
    assert refused[0].reason == "Chips in play at a table: only 7,00 is available."


def one_by_one_or_refusal(world: World, session: Session, hand: HandRecord) -> str:
    """Record a hand; return why not, or nothing."""
    try:
        one_by_one(world, session, [replace(hand, played_at=world.at("22:00"))])
    except NotEnough as refusal:
        return refusal.message
    return ""


def test_another_game_is_refused_by_its_name(world: World):
    session = a_session(world)
    rows = [a_hand("1", game="omaha"), a_hand("2"), a_hand("3", game="badugi", family="draw")]
    report, refused = imported(world, session, rows)
    assert counts(report) == (1, 0, 2)
    assert [row.reason for row in refused] == [
        "This table deals Texas hold'em, not Omaha.",
        "This table deals Texas hold'em, not Badugi.",
    ]
    assert {row.field for row in refused} == {"game"}


def test_a_mixed_game_takes_its_own_games_alone(world: World):
    session = a_session(world, game="horse")
    rows = [a_hand("1", game="omaha"), a_hand("2", game="badugi"), a_hand("3")]
    report, refused = imported(world, session, rows)
    assert counts(report) == (1, 0, 2)
    assert [row.field for row in refused] == ["game", "game"]


def test_a_hand_of_next_year_is_refused_and_those_behind_it_are_taken(world: World):
    session, at = a_session(world), world.at("21:00")
    ahead = timezone.now() + timedelta(days=400)
    hands = [a_hand("1", at=at), a_hand("2", at=ahead), a_hand("3", at=at)]
    for taken, known in ((2, 0), (0, 2)):
        report, refused = imported(world, session, hands)
        assert (report.taken, report.known) == (taken, known)
        assert [row.external_id for row in refused] == ["2"]
        assert "still to come" in str(refused[0].reason)


@pytest.mark.parametrize(
    ("wrong", "field"), [({"family": "stud"}, "family"), ({"currency": "USD"}, "currency")]
)
def test_a_hand_of_another_kind_or_money_is_refused(
    world: World, wrong: dict[str, str], field: str
):
    session, at = a_session(world), world.at("21:00")
    right = a_hand("2", at=at, currency="EUR")
    report, refused = imported(world, session, [a_hand("1", at=at, **wrong), right])
    assert (report.taken, [row.field for row in refused]) == (1, [field])


def test_hands_go_to_the_gaming_day_of_their_instant(world: World):
    session = a_session(world)
    at = {"1": "23:00", "2": "06:59:59.999"}
    hands = [a_hand(name, at=world.at(clock)) for name, clock in at.items()]
    hands += [a_hand("3", at=world.at("07:00", day=NEXT_DAY)), a_hand("4")]
    assert counts(imported(world, session, hands)[0]) == (4, 0, 0)
    found = {hand["name"]: (hand["gaming_day"], hand["entry_gaming_day"]) for hand in kept(session)}
    assert found == dict.fromkeys("124", (EVENING, EVENING)) | {"3": (NEXT_DAY, NEXT_DAY)}


def test_a_day_without_a_rule_book_refuses_its_hands(world: World):
    session = a_session(world)
    long_ago = a_hand("1", at=datetime.fromisoformat("2010-01-01T22:00:00+02:00"))
    report, refused = imported(world, session, [long_ago, a_hand("2")])
    assert counts(report) == (1, 0, 1)
    assert refused[0].external_id == "1"


def test_a_table_that_feeds_no_jackpot_pays_no_drop(world: World):
    session = a_session(world)
    Session.objects.filter(pk=session.pk).update(pool_ref=None)
    session.refresh_from_db()
    imported(world, session, [a_hand("1", at=world.at("22:00"))])
    other = a_session(world, table="2")
    Session.objects.filter(pk=other.pk).update(pool_ref=None)
    one_by_one(world, other, [a_hand("1", at=world.at("22:00"))])
    assert kept(session) == kept(other)
    assert kept(session)[0]["lines"] == {"chips:table": 150, "income:rake": -150}


def test_two_importers_at_once_take_each_hand_once(world: World, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(importing, "BATCH", 20)
    session = a_session(world)
    hands = [a_hand(f"{number:03}") for number in range(200)]
    runs = [hands, list(reversed(hands))]
    reports = race(*[lambda rows=rows: imported(world, session, rows)[0] for rows in runs])
    assert sum(report.taken for report in reports) == 200
    assert all(report.taken + report.known == 200 for report in reports)
    assert Entry.objects.filter(kind="cashgames.pot_raked").count() == 200
    assert world.balance("chips:table", session.pk) == -150_000 + 200 * 250


def listed(world: World) -> list[tuple[str, list[str]]]:
    found = exceptions(world.club, first=EVENING, last=NEXT_DAY)
    rows = [row for _, row, _ in found if row.operation == "cashgames.note_deviation"]
    return [(row.arguments["name"], row.arguments["what"]) for row in rows]


def test_a_file_beyond_what_its_game_knows_is_one_listed_deviation(world: World):
    session = a_session(world)  # one guest, and hands of six
    hands = [a_hand(str(number), at=world.at("22:00")) for number in range(5)]
    hands.append(a_hand("one more", at=world.at("22:30", day=NEXT_DAY)))
    for _ in range(2):
        imported(world, session, hands)
    assert listed(world) == [("import", ["imported"])]


def test_a_file_within_what_its_game_knows_is_no_deviation(world: World):
    session = world.session()
    world.seat(session, *"ABCDEF")
    imported(world, session, [a_hand("1", at=world.at("22:00"))])
    assert listed(world) == []


def test_a_pot_of_a_file_is_held_against_the_chips_of_its_time(world: World):
    session = world.session()
    world.seat(session, *"ABCDEF", cents=50_000)
    for seat in seats(session.pk)[:2]:
        stack = {"player_id": seat.player_id, "cents": 148_000, "paid_with": "chips"}
        cash_out(world.stamp("21:30", role=Role.SUPERVISOR), session_id=session.pk, **stack)
    pots = {"pots_cents": (20_000,), "players_dealt": 4}
    imported(world, session, [a_hand("1", at=world.at("21:00"), **pots)])
    assert listed(world) == []
    imported(world, session, [a_hand("2", at=world.at("22:00"), **pots)])
    assert listed(world) == [("import", ["imported"])]


def test_a_hand_pays_by_the_cap_that_held_when_it_was_dealt(world: World):
    session = a_session(world)
    asked = world.stamp("23:00", role=Role.MANAGER)
    raised = raise_cap.ask(asked, session_id=session.pk, reason="A private table")
    signing = world.stamp("23:05", role=Role.SUPERVISOR)
    approve(signing, proposal_id=raised.pk, digest=raised.digest)

    clocks = ("21:00", "23:04", "23:05", "23:30", "22:00")
    large = {"pots_cents": (30_000,), "board_cards_dealt": 5}
    hands = [a_hand(clock, at=world.at(clock), **large) for clock in clocks]
    imported(world, session, hands, clock="23:40")

    assert {hand["name"]: hand["rake_cents"] for hand in kept(session)} == {
        "21:00": 1_000,
        "22:00": 1_000,
        "23:04": 1_000,
        "23:05": 1_500,
        "23:30": 1_500,
    }
    assert list(verify_hands(world.club.pk)) == []


def test_hands_of_the_game_that_was_dealt_before_are_taken(world: World):
    session = a_session(world)
    blinds = {"small_blind_cents": 100, "big_blind_cents": 200}
    floor = world.stamp("23:00", role=Role.SUPERVISOR)
    change_game(floor, session_id=session.pk, game="omaha", **blinds)

    dealt = [("22:00", "texas_holdem"), ("23:10", "omaha"), ("23:11", "texas_holdem")]
    hands = [a_hand(clock, at=world.at(clock), game=game) for clock, game in dealt]
    report, refused = imported(world, session, hands, clock="23:40")

    assert counts(report) == (2, 0, 1)
    assert refused[0].external_id == "23:11"
    assert refused[0].reason == "This table deals Omaha, not Texas hold'em."
