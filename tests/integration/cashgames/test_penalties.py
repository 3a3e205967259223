"""What the floor imposes at cash tables: by the book, on the day's earlier breaches, taken back."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from cashgames.models import Absence, Penalty, Session
from cashgames.queries.absence import AbsentSeat, absent_seats
from cashgames.queries.penalties import penalties
from cashgames.services.absence import (
    NotAway,
    PenaltyLasts,
    come_back,
    leave_seat,
    remove_stack,
    take_back_absence,
)
from cashgames.services.cash_outs import cash_out
from cashgames.services.moves import move_player
from cashgames.services.penalties import (
    HarderThanBook,
    PenaltyTakenBack,
    punish,
    take_back_penalty,
)
from cashgames.services.places import KeptFromPlay
from cashgames.services.seats import NotSeated, seat_player
from cashgames.services.stacks import give_back
from cashgames.services.waiting import join_list
from casino.audit.queries.exceptions import exceptions
from casino.house.queries import book_on
from casino.players.exports import guest_csv
from casino.players.models import Player
from casino.players.rules import NoPenalties
from casino.refusals import BadInput, NotFound
from casino.staff.models import Role
from casino.staff.rules import NotYoursToDecide
from tests.api.program import program
from tests.correcting import floor
from tests.merging import merged
from tests.refusing import refused
from tests.shifted import Clock
from tests.tournament_floor import begun, td
from tests.tournaments import a_tournament, enter
from tests.world import EVENING, World, a_club
from tournaments.services.mistakes import take_back_penalty as take_back
from tournaments.services.penalties import punish as punish_player

pytestmark = pytest.mark.django_db
NEXT = EVENING + timedelta(1)


def seated(world: World, table: str = "1", name: str = "Mari") -> tuple[Session, dict[str, int]]:
    session = world.session(table)
    who = {"session_id": session.pk, "player_id": world.player(name).pk}
    # Notes on the table, which each book takes.
    paid = {"seat_no": 1, "cents": 20_000, "paid_with": "table"}
    seat_player(floor(world, "20:30"), **who, **paid)
    return session, who


def impose(world: World, who: dict[str, int], clock: str = "22:00", **more: Any) -> Penalty:
    day = {"day": more.pop("day")} if "day" in more else {}
    asked: dict[str, Any] = {"breach": "conduct", "reason": "Threw the cards"} | more
    return punish(floor(world, clock, **day), **who, **asked)


def seen(world: World, session: Session, clock: str) -> AbsentSeat:
    return absent_seats(session, book_on(world.club.pk, EVENING), at=world.at(clock))[0]


@pytest.mark.parametrize(
    ("book", "expected"),
    [
        pytest.param(
            "olympic",
            [("warning", 0, 0, "OLY-1.53"), ("away", 0, 1, "OLY-1.53"), ("out", 0, 0, "OLY-1.54")],
            id="OLY-1.53 OLY-1.54",
        ),
        pytest.param(
            "voodoo", [("away", 10, 0, "VOO-G5"), ("out", 0, 0, "VOO-G5")], id="VOO-G5 ten minutes"
        ),
        pytest.param(
            "img",
            [("warning", 0, 0, "IMG-G55"), ("away", 20, 0, "IMG-G55"), ("out", 0, 0, "IMG-T29")],
            id="IMG-G55 twenty minutes",
        ),
    ],
)
def test_each_breach_of_a_day_brings_the_next_measure_of_the_book(book: str, expected: list[Any]):
    world = a_club(book, book=book)
    _, who = seated(world)
    made = [impose(world, who, f"22:0{step}") for step in range(len(expected))]
    assert [
        (one.measure, one.minutes, one.rounds, one.because[0]["rule"]) for one in made
    ] == expected


@pytest.mark.rule("AMB-118")
def test_a_breach_at_another_table_of_the_day_counts_by_any_card(world: World):
    _, who = seated(world)
    other = world.session("2")
    assert impose(world, who).measure == "warning"
    cash_out(floor(world, "22:05"), **who, cents=20_000, paid_with="chips")
    stays = world.player("Maria").pk
    merged(world, stays, who["player_id"], clock="22:10")
    again = {"session_id": other.pk, "player_id": stays}
    seat_player(floor(world, "22:20"), **again, seat_no=1, cents=20_000, paid_with="chips")
    assert impose(world, again, "22:30").measure == "away"


@pytest.mark.rule("AMB-118")
def test_a_breach_of_the_day_before_counts_no_more(world: World):
    _, who = seated(world)
    impose(world, who)
    assert impose(world, who, "08:00", day=NEXT).measure == "warning"


def test_the_floor_is_milder_with_a_reason_and_harder_where_the_book_says(world: World):
    _, who = seated(world)
    said = refused(HarderThanBook, impose, world, who, measure="out")
    assert (said.field, said.source) == ("measure", "OLY-1.53")
    refused(BadInput, impose, world, who, reason=" ")
    mild = impose(world, who, breach="rudeness", measure="warning")
    assert (mild.book_measure, mild.measure) == ("out", "warning")
    img = a_club("img", book="img")
    _, cheat = seated(img)
    assert impose(img, cheat, measure="out").because[-1]["rule"] == "IMG-G55"


def test_voodoo_sends_away_for_ten_minutes_in_cash_games_and_never_for_longer():
    world = a_club("voodoo", book="voodoo")
    _, who = seated(world)
    refused(HarderThanBook, impose, world, who, minutes=20)
    assert impose(world, who, minutes=5).minutes == 5


@pytest.mark.parametrize(("book", "paragraph"), [("home", "HOME-44"), ("online", "ONL-14")])
def test_where_the_book_names_no_penalties_the_floor_says_which(book: str, paragraph: str):
    world = a_club(book, book=book)
    session, who = seated(world)
    refused(NoPenalties, impose, world, who)
    made = impose(world, who, measure="away", minutes=15)
    assert (made.minutes, made.because[0]["rule"]) == (15, paragraph)
    away = seen(world, session, "22:14")
    assert (away.serves, away.absence.penalty_id, away.due) == (True, made.pk, False)
    page = f"/{world.club.slug}/tables/{session.pk}/punish/{who['player_id']}/"
    said = world.browser(Role.SUPERVISOR).get(page).content.decode()
    assert paragraph in said
    assert 'name="minutes"' in said


def test_nobody_is_punished_who_does_not_sit_there(world: World):
    _, who = seated(world)
    refused(NotSeated, impose, world, who | {"player_id": world.player("Jaan").pk})


def test_who_is_sent_away_is_absent_for_that_time_and_uses_no_break():
    world = a_club("voodoo", book="voodoo")
    session, who = seated(world)
    made = impose(world, who, "22:00")
    assert made.until == world.at("22:10")
    away = seen(world, session, "22:09")
    assert (away.state.state, away.late_at, away.serves) == ("on_break", made.until, True)
    over = seen(world, session, "22:10")
    assert (over.state.state, over.serves) == ("may_lose_seat", False)
    come_back(floor(world, "22:12"), **who)
    made.refresh_from_db()
    assert made.served_at == world.at("22:12")
    leave_seat(floor(world, "22:30"), **who, permission=True)
    assert seen(world, session, "22:31").absence.breaks_used == 0


def test_the_seat_is_kept_no_shorter_than_for_who_left_alone():
    world = a_club("img", book="img")
    session, who = seated(world)
    impose(world, who, "22:00", breach="information")
    game = {"game": "texas_holdem", "small_blind_cents": 100, "big_blind_cents": 200}
    join_list(floor(world, "22:01"), **game, player_id=world.player("Jaan").pk)
    states = [seen(world, session, clock).state.state for clock in ("22:19", "22:29", "22:30")]
    assert states == ["sitting_out", "sitting_out", "stack_removed"]


def test_a_round_keeps_the_seat_as_a_permitted_break_does(world: World):
    session, who = seated(world)
    made = impose(world, who, breach="cards_revealed")
    assert (made.rounds, made.until) == (1, None)
    away = seen(world, session, "22:20")
    assert (away.serves, away.because) == (True, made.because)
    assert [seen(world, session, clock).state.state for clock in ("22:29", "22:30")] == [
        "on_break",
        "blinds_collected",
    ]


def test_before_the_time_is_over_the_floor_alone_lets_a_guest_back():
    world = a_club("voodoo", book="voodoo")
    _, who = seated(world)
    impose(world, who, "22:00")
    said = refused(PenaltyLasts, come_back, world.stamp("22:09"), **who)
    assert str(said.message) == "This guest was sent away until 22:10."
    come_back(floor(world, "22:09"), **who)
    impose(world, who, "22:20", measure="away")
    assert come_back(world.stamp("22:30"), **who).ended == "back"


def test_who_is_away_is_sent_away_anew_and_moves_with_the_penalty(world: World):
    session, who = seated(world)
    leave_seat(floor(world, "21:50"), **who, permission=True)
    made = impose(world, who, breach="cards_revealed")
    assert [each.ended for each in Absence.objects.order_by("id")] == ["back", ""]
    move_player(floor(world, "22:05"), **who, to_session_id=session.pk, seat_no=5)
    assert seen(world, session, "22:06").absence.penalty_id == made.pk
    # A penalty is no break that is taken back as one: the break before it is.
    refused(NotAway, take_back_absence, floor(world, "22:07"), **who, reason="x")


def test_who_was_put_out_cashes_out_and_sits_down_at_no_table_of_the_day(world: World):
    session, who = seated(world)
    made = impose(world, who, breach="rudeness")
    assert made.measure == "out"
    cash_out(floor(world, "22:05"), **who, cents=20_000, paid_with="chips")
    again = who | {"seat_no": 1, "cents": 20_000, "paid_with": "chips"}
    said = refused(KeptFromPlay, seat_player, floor(world, "22:10"), **again)
    assert (said.source, said.about) == ("OLY-1.5", {"session_id": session.pk})
    seat_player(floor(world, "08:00", day=NEXT), **again)


def test_who_was_sent_away_sits_down_elsewhere_when_the_time_is_over():
    world = a_club("voodoo", book="voodoo")
    _, who = seated(world)
    impose(world, who, "22:00")
    cash_out(floor(world, "22:01"), **who, cents=20_000, paid_with="chips")
    other = {"session_id": world.session("2").pk, "player_id": who["player_id"]}
    again = other | {"seat_no": 1, "cents": 20_000, "paid_with": "chips"}
    said = refused(KeptFromPlay, seat_player, floor(world, "22:09"), **again)
    assert str(said.message) == "This guest was sent away until 22:10."
    seat_player(floor(world, "22:10"), **again)


def test_who_is_let_back_before_the_time_is_over_sits_down_elsewhere_too():
    world = a_club("voodoo", book="voodoo")
    _, who = seated(world)
    impose(world, who, "22:00")
    come_back(floor(world, "22:04"), **who)
    cash_out(floor(world, "22:05"), **who, cents=20_000, paid_with="chips")
    other = {"session_id": world.session("2").pk, "player_id": who["player_id"]}
    seat_player(floor(world, "22:06"), **other, seat_no=1, cents=20_000, paid_with="chips")


def test_the_latest_of_what_keeps_a_guest_from_play_is_said():
    world = a_club("voodoo", book="voodoo")
    _, who = seated(world)
    impose(world, who, "22:00")
    impose(world, who, "22:01")
    cash_out(floor(world, "22:02"), **who, cents=20_000, paid_with="chips")
    again = who | {"seat_no": 1, "cents": 20_000, "paid_with": "chips"}
    said = refused(KeptFromPlay, seat_player, floor(world, "22:05"), **again)
    assert "removed from the cash games" in str(said.message)


def test_a_kept_stack_of_who_was_put_out_is_not_given_back_at_a_table(world: World):
    session, who = seated(world)
    impose(world, who, "22:00", breach="rudeness")
    leave_seat(floor(world, "22:01"), **who)
    remove_stack(floor(world, "22:40"), **who, cents=20_000)
    stack = session.held_stacks.get()
    back = {"stack_id": stack.pk, "session_id": session.pk, "seat_no": 2}
    refused(KeptFromPlay, give_back, floor(world, "22:50"), **back)


def test_a_penalty_noted_for_the_wrong_guest_is_taken_back_and_counts_no_more(world: World):
    session, who = seated(world)
    wrong = impose(world, who, breach="cards_revealed")
    back = {"table_penalty_id": wrong.pk, "reason": "It was seat 4"}
    manager = world.stamp("22:03", role=Role.MANAGER)
    taken_back = take_back_penalty(manager, **back)
    assert taken_back.taken_back_by == world.staff[Role.MANAGER]
    assert (taken_back.taken_back_reason, taken_back.taken_back_at) == (
        "It was seat 4",
        world.at("22:03"),
    )
    assert absent_seats(session, book_on(world.club.pk, EVENING), at=world.at("22:04")) == []
    assert impose(world, who, "22:05").measure == "warning"
    refused(PenaltyTakenBack, take_back_penalty, floor(world, "22:06"), **back)
    refused(NotFound, take_back_penalty, floor(world), table_penalty_id=wrong.pk + 9, reason="x")
    ((kind, row, _),) = exceptions(world.club, first=EVENING, last=EVENING)
    assert (kind, row.operation) == ("reversal", "cashgames.take_back_penalty")
    assert row.arguments["reason"] == "It was seat 4"


def test_who_does_not_decide_on_departures_takes_no_penalty_back():
    cellar = a_club("cellar", overrides={"decides.deviation": "manager"})
    _, who = seated(cellar)
    made = impose(cellar, who)
    back = {"table_penalty_id": made.pk, "reason": "Wrong guest"}
    refused(NotYoursToDecide, take_back_penalty, floor(cellar), **back)


def test_the_pages_lead_from_the_seat_to_the_penalty_and_back(world: World, clock: Clock):
    session, who = seated(world)
    client = world.browser(Role.SUPERVISOR)
    table = f"/tallinn/tables/{session.pk}/"
    page = f"{table}punish/{who['player_id']}/"
    clock.stop(world.at("22:00"))
    night = f"/tallinn/players/{who['player_id']}/night/{EVENING}/"
    assert night in client.get(table).content.decode()
    assert page in client.get(night).content.decode()
    first = client.get(page).content.decode()
    assert "OLY-1.5<" in first
    assert 'name="minutes"' not in first
    sent = {"key": uuid4(), "breach": "conduct", "measure": "", "reason": "Threw the cards"}
    assert client.post(page, sent).headers["Location"] == table
    assert "Threw the cards" in client.get(page).content.decode()
    out = sent | {"key": uuid4(), "breach": "rudeness", "reason": "Insults"}
    to_cash_out = client.post(page, out).headers["Location"]
    assert to_cash_out == f"{table}cash-out/{who['player_id']}/"
    latest, warned = penalties(session.pk)
    shown = client.get(table).content.decode()
    assert to_cash_out in shown
    assert f"/tallinn/players/{who['player_id']}/bar/" in shown
    back = f"/tallinn/table-penalties/{latest.pk}/take-back/"
    assert back in shown
    assert "Mari" in client.get(back).content.decode()
    client.post(back, {"key": uuid4(), "reason": "Wrong guest"})
    after = client.get(table).content.decode()
    assert "Wrong guest" in after
    assert back not in after
    assert f"/tallinn/table-penalties/{warned.pk}/take-back/" in after
    assert client.get(f"/tallinn/table-penalties/{latest.pk + 9}/take-back/").status_code == 404


def test_the_table_says_until_when_a_guest_is_sent_away(clock: Clock):
    world = a_club("voodoo", book="voodoo")
    session, who = seated(world)
    impose(world, who, "22:00")
    clock.stop(world.at("22:05"))
    shown = world.browser(Role.CASHIER).get(f"/voodoo/tables/{session.pk}/").content.decode()
    assert "sent away until 22:10" in shown


def test_a_program_imposes_lists_and_takes_back(world: World, clock: Clock):
    session, who = seated(world)
    clock.stop(world.at("22:00"))
    api, at = program(world, Role.SUPERVISOR), f"sessions/{session.pk}/penalties/"
    asked = {"player_id": who["player_id"], "breach": "cards_revealed", "reason": "Showed a hand"}
    made = api.post(at, **asked)
    assert (made.status_code, made.json()["measure"], made.json()["rounds"]) == (201, "away", 1)
    assert api.get(f"sessions/{session.pk}/absences/").json()[0]["absence"]["penalty_id"]
    back = api.post(f"table-penalties/{made.json()['id']}/take-back/", reason="Wrong guest")
    assert (back.status_code, back.json()["taken_back_reason"]) == (200, "Wrong guest")
    assert [each["id"] for each in api.get(at).json()] == [made.json()["id"]]
    desk = program(world, Role.CASHIER)
    assert desk.post(at, **asked).status_code == 403


def test_the_guests_page_and_file_list_what_stands_of_cash_games_and_tournaments(world: World):
    _, who = seated(world)
    impose(world, who)
    wrong = impose(world, who, "22:01", reason="Meant for Jaan")
    take_back_penalty(floor(world, "22:02"), table_penalty_id=wrong.pk, reason="Wrong guest")
    cash_out(floor(world, "22:03"), **who, cents=20_000, paid_with="chips")
    friday = a_tournament(world)
    sold = enter(world, friday, "Mari", "Jaan", shift_id=world.open_shift(clock="18:00").pk)
    begun(world, friday)
    loud = {"entry_id": sold[0].pk, "breach": "conduct", "reason": "Shouted"}
    made = punish_player(td(world, "22:10"), tournament_id=friday.pk, **loud)
    mistaken = {"tournament_id": friday.pk, "penalty_id": made.pk, "reason": "Wrong player"}
    pages = [f"/tallinn/players/{each}/" for each in (who["player_id"], sold[0].player_id)]
    client = world.browser(Role.SUPERVISOR)
    at_the_table, at_the_tournament = (client.get(page).content.decode() for page in pages)
    assert "Threw the cards" in at_the_table
    assert "Meant for Jaan" not in at_the_table
    assert "Shouted" in at_the_tournament
    kept = guest_csv(Player.objects.get(id=who["player_id"])).decode()
    assert "1: Threw the cards" in kept
    take_back(td(world, "22:11"), **mistaken)
    assert "Shouted" not in client.get(pages[1]).content.decode()
