"""A game chosen or changed wrongly, or too late, is put right for the time gone by, too."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cashgames.models import Correction, Session
from cashgames.queries.board import hands_to_correct, on_terms_of
from cashgames.queries.corrections import corrections
from cashgames.queries.tables import games_at
from cashgames.services.corrections import correct_hand
from cashgames.services.found_hands import book_found_hand
from cashgames.services.game_corrections import GameRunsOn, correct_game
from cashgames.services.hands import rake_hand
from cashgames.services.tables import add_table, close_session, open_session
from cashgames.services.terms import change_game
from casino.approvals.models import Proposal
from casino.approvals.signed import NeedsSignature, NothingChanges
from casino.cage.models import Payable
from casino.closing.services.days import close_due_days
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.claiming import NAMES, awarded, claimed, fed, six_seated
from tests.correcting import floor, wrong
from tests.counting import sign
from tests.refusing import refused
from tests.world import EVENING, World, a_key

pytestmark = pytest.mark.django_db
BLINDS = {"small_blind_cents": 100, "big_blind_cents": 200}
WHY = "Typed at the wrong table"


def opened(world: World, game: str, seats: tuple[str, ...] = NAMES) -> Session:
    table = add_table(world.stamp("07:00", role=Role.MANAGER), name="1")
    buy_ins = {"min_buy_in_cents": 10_000, "max_buy_in_cents": 50_000}
    where = {"table_id": table.pk, "game": game}
    session = open_session(floor(world, "20:00"), **where, **BLINDS, **buy_ins)
    if seats:
        world.seat(session, *seats)
    return session


def changed(world: World, session: Session, clock: str, game: str) -> None:
    change_game(floor(world, clock), session_id=session.pk, game=game, **BLINDS)


def right(world: World, session: Session, clock: str = "23:05", **more: Any) -> Correction:
    what = {"game": "texas_holdem", "reason": WHY} | more
    return correct_game(floor(world, clock), session_id=session.pk, **what)


def games(world: World, session: Session, *clocks: str) -> list[str]:
    session.refresh_from_db()
    return [on_terms_of(session, world.at(clock)).game for clock in clocks]


def hand(world: World, session: Session, clock: str, name: str = "17") -> Any:
    what = {"pots_cents": [40_000], "players_dealt": 6, "board_cards_dealt": 3, "draws_done": 1}
    return rake_hand(floor(world, clock), session_id=session.pk, name=name, **what)


def test_hands_to_correct_are_read_at_once_however_many_there_are(world: World):
    world.jackpot()
    session = opened(world, "triple_draw_27")
    hand(world, session, "21:30", "1")
    changed(world, session, "23:00", "texas_holdem")
    right(world, session, until=world.at("21:40"))
    with CaptureQueriesContext(connection) as few:
        assert len(hands_to_correct(session)) == 1
    for number in range(2, 8):
        clock = f"21:4{number}"
        what = {"name": str(number), "played_at": world.at(clock), "reason": "Slip"}
        dealt = {"pots_cents": [40_000], "players_dealt": 6, "board_cards_dealt": 3}
        book_found_hand(
            floor(world, f"23:1{number}"), session_id=session.pk, **what, **dealt, draws_done=1
        )
        if number > 3:
            span = {"since": world.at(clock), "until": world.at(clock) + timedelta(minutes=1)}
            right(world, session, f"23:2{number}", **span)
    with CaptureQueriesContext(connection) as many:
        assert len(hands_to_correct(session)) == 5
    assert len(many) == len(few)


def test_a_hit_at_a_table_opened_as_the_wrong_game_is_claimed_and_paid(world: World):
    fed(world)
    session = opened(world, "omaha")
    changed(world, session, "23:04", "texas_holdem")
    refusal = refused(BadInput, claimed, world, session)
    assert refusal.next_page == "game-correct"
    assert refusal.about == {"session_id": session.pk}
    named = refused(BadInput, claimed, world, session, game="texas_holdem")
    assert named.next_page == "game-correct"

    right(world, session)
    claim = awarded(world, claimed(world, session))

    assert Payable.objects.count() == 6
    # Who signs reads that the game was put right, by whom and why.
    by = world.staff[Role.SUPERVISOR].username
    assert claim.proposal.content["game_corrected"] == {"by": by, "reason": WHY}
    assert wrong(world) == []


def test_a_game_changed_at_the_wrong_table_is_put_right_from_that_change_on(world: World):
    fed(world)
    session = six_seated(world)
    changed(world, session, "22:50", "omaha")
    changed(world, session, "23:04", "texas_holdem")
    right(world, session, since=world.at("22:50"))
    awarded(world, claimed(world, session))
    assert Payable.objects.count() == 6


def test_a_game_changed_some_minutes_late_was_dealt_since_then(world: World):
    world.jackpot()
    session = opened(world, "texas_holdem")
    changed(world, session, "23:04", "omaha")
    right(world, session, game="omaha", since=world.at("22:55"))
    clocks = ("22:54", "22:55", "23:03", "23:04")
    assert games(world, session, *clocks) == ["texas_holdem", "omaha", "omaha", "omaha"]
    assert games_at([session], world.at("22:56")) == {session.pk: "omaha"}
    assert games_at([session], world.at("22:54")) == {session.pk: "texas_holdem"}


def test_a_span_has_its_end_and_is_itself_put_right_by_a_later_one(world: World):
    world.jackpot()
    session = opened(world, "texas_holdem")
    span = {"since": world.at("21:00"), "until": world.at("22:00")}
    right(world, session, game="omaha", **span)
    clocks = ("20:59", "21:00", "21:59", "22:00")
    assert games(world, session, *clocks) == ["texas_holdem", "omaha", "omaha", "texas_holdem"]
    right(world, session, since=world.at("21:30"))
    clocks = ("21:29", "21:30", "22:00")
    assert games(world, session, *clocks) == ["omaha", "texas_holdem", "texas_holdem"]


def test_what_is_no_time_of_the_table_or_changes_nothing_is_refused(world: World):
    world.jackpot()
    session = opened(world, "texas_holdem")
    told = {"game": "omaha", "since": world.at("21:00")}
    refusal = refused(GameRunsOn, right, world, session, **told)
    assert refusal.next_page == "game-change"
    for clock, until, field in (
        ("19:59", "21:00", "since"),
        ("23:06", "23:07", "since"),
        ("21:00", "23:06", "until"),
        ("21:00", "21:00", "until"),
    ):
        span = {"since": world.at(clock), "until": world.at(until)}
        assert refused(BadInput, right, world, session, game="omaha", **span).field == field
    span = {"since": world.at("21:00"), "until": world.at("22:00")}
    refused(NothingChanges, right, world, session, **span)
    refused(NothingChanges, right, world, session)


def test_hands_of_the_time_are_listed_until_each_is_raked_by_what_was_dealt(world: World):
    world.jackpot()
    session = opened(world, "triple_draw_27")
    wrong_one = hand(world, session, "22:30")
    changed(world, session, "23:00", "texas_holdem")
    hand(world, session, "23:01", "18")
    told = {"session_id": session.pk, "game": "texas_holdem", "reason": WHY}
    shown = correct_game.preview(floor(world, "23:05"), **told)
    assert shown.ahead["hands"] == ["17"]
    assert shown.content["before"] == {"games": ["triple_draw_27"]}
    right(world, session)

    assert hands_to_correct(session) == [wrong_one]
    dealt = {"pots_cents": [40_000], "players_dealt": 6, "board_cards_dealt": 3}
    correct_hand(floor(world, "23:10"), hand_id=wrong_one.pk, reason=WHY, **dealt)
    assert hands_to_correct(session) == []
    assert wrong(world) == []


def test_of_a_closed_table_too_and_after_its_day_the_manager_signs(world: World):
    world.jackpot()
    session = opened(world, "omaha", ())
    close_session(floor(world, "23:30"), session_id=session.pk)
    next_day = EVENING + timedelta(days=1)
    close_due_days(world.at("07:01", day=next_day))
    morning = world.stamp("10:00", role=Role.SUPERVISOR, day=next_day)
    told = {"session_id": session.pk, "game": "texas_holdem", "reason": WHY}
    refused(NeedsSignature, correct_game, morning, **told)
    asked = correct_game.ask(morning, **told)
    sign(world, world.stamp("10:05", role=Role.SUPERVISOR, day=next_day), asked, by=Role.MANAGER)

    kept = Correction.objects.get()
    assert (kept.concerns, kept.gaming_day) == (EVENING, next_day)
    assert games(world, session, "20:00", "23:29") == ["texas_holdem", "texas_holdem"]
    assert wrong(world) == []


def test_the_page_of_the_table_leads_to_it_and_shows_the_time_and_the_reason(world: World):
    world.jackpot()
    session = opened(world, "triple_draw_27")
    wrong_one = hand(world, session, "21:30")
    changed(world, session, "22:00", "texas_holdem")
    client = world.browser(Role.SUPERVISOR)
    table = f"/tallinn/tables/{session.pk}/"
    door = f"{table}game/correct/"
    assert f'href="{door}"' in client.get(table).text
    typed = {"game": "texas_holdem", "since": "", "until": "", "reason": WHY, "key": str(a_key())}
    shown = client.post(door, typed)
    assert "20:00" in shown.text
    assert "22:00" in shown.text
    (fingerprint,) = re.findall(r'name="shown" value="([^"]+)"', shown.text)
    client.post(door, typed | {"shown": fingerprint, "confirm": "1"})
    assert Proposal.objects.get().operation == "cashgames.correct_game"

    right(world, session)
    (listed,) = corrections(world.club.pk, session_id=session.pk)
    day = f"{EVENING:%d.%m.%Y}"
    assert str(listed.about) == f"1: Texas hold'em from {day} 20:00 to {day} 22:00"
    page = client.get(table).text
    assert WHY in page
    assert f'href="/tallinn/hands/{wrong_one.pk}/correct/"' in page


def test_of_a_table_open_over_two_nights_the_first_is_corrected_on_the_page(
    world: World,
):
    world.jackpot()
    session = opened(world, "triple_draw_27")
    changed(world, session, "23:30", "texas_holdem")
    # It is still open in a later night: 21:00 was there more than once.
    client = world.browser(Role.MANAGER)
    door = f"/tallinn/tables/{session.pk}/game/correct/"
    typed = {"game": "texas_holdem", "since": "21:00", "until": "22:00", "reason": WHY}
    typed |= {"key": str(a_key()), "since_day": "", "until_day": ""}
    assert "Choose the gaming day of this time." in client.post(door, typed).text
    shown = client.post(door, typed | {"since_day": str(EVENING)})
    (fingerprint,) = re.findall(r'name="shown" value="([^"]+)"', shown.text)
    sent = typed | {"since_day": str(EVENING), "shown": fingerprint, "confirm": "1"}
    client.post(door, sent)
    content = Proposal.objects.get().content
    span = [datetime.fromisoformat(content[each]) for each in ("since", "until")]
    assert span == [world.at("21:00"), world.at("22:00")]
