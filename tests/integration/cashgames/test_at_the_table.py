"""What a book says of a cash table, said and done there when it matters; and the floor's word."""

from datetime import timedelta
from typing import Any

import pytest

from cashgames.models import Hand, Session
from cashgames.services.absence import leave_seat
from cashgames.services.cash_outs import cash_out
from cashgames.services.corrections import correct_hand
from cashgames.services.hands import NotTwice, rake_hand
from cashgames.services.seats import BuyInRefused, seat_player, top_up
from cashgames.services.tables import add_table, open_session
from cashgames.services.terms import offer_run_it_twice
from casino.approvals.signed import NothingChanges
from casino.ledger.queries.documents import entry
from casino.players.models import Ruling
from casino.players.queries import PlayerExcluded
from casino.players.services.guests import exclude_player
from casino.players.services.rulings import hand_pot_over, hear_claim, set_rule_aside
from casino.refusals import BadInput
from casino.staff.models import Role
from casino.staff.rules import NotYoursToDecide
from tests.refusing import refused
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
PLAYED: dict[str, Any] = {"pots_cents": [10_000], "players_dealt": 2, "board_cards_dealt": 5}


def floor(world: World, clock: str = "21:00") -> Any:
    return world.stamp(clock, role=Role.SUPERVISOR)


def table(world: World, game: str = "texas_holdem", blinds: int = 200, **more: Any) -> Session:
    added = add_table(floor(world, "19:00"), name=f"{game} {blinds}")
    terms = {"small_blind_cents": blinds, "big_blind_cents": blinds}
    limits = {"min_buy_in_cents": 1_000, "max_buy_in_cents": 100_000}
    opens = world.opens("19:01") | {"stamp": world.stamp("19:01", role=Role.MANAGER)} | more
    return open_session(**opens, table_id=added.pk, game=game, **terms, **limits)


def played(world: World, session: Session, name: str = "1", **more: Any) -> Hand:
    hand = PLAYED | {"session_id": session.pk, "name": name} | more
    return rake_hand(floor(world), **hand)


def page(world: World, address: str, role: str = Role.SUPERVISOR) -> str:
    client = world.browser(role)
    return str(client.get(f"/{world.club.slug}/{address}", follow=True).content.decode())


def test_a_house_without_campaigns_opens_no_table_without_its_jackpot():
    world = a_club(overrides={"jackpot.campaigns": False})
    world.jackpot()
    refusal = refused(BadInput, table, world, jackpot=False)
    assert (refusal.field, refusal.source) == ("jackpot", "OLY-4.11")
    manager = page(world, "tables/open/", Role.MANAGER)
    assert ('name="small_blind_cents"' in manager, 'name="jackpot"' in manager) == (True, False)
    assert 'name="jackpot"' in page(a_club("riga"), "tables/open/", Role.MANAGER)


def test_a_hand_is_run_twice_where_the_book_allows_it_and_raked_once():
    world = a_club()
    world.open_shift()
    session = table(world)
    world.seat(session, "Ann", "Bob")
    once, twice = played(world, session), played(world, session, "2", run_twice="flop")
    assert (twice.run_twice, twice.rake_cents) == ("flop", once.rake_cents)
    cited = [each["rule"] for each in entry(world.club.pk, twice.entry_id or 0).because]
    assert "AMB-46" in cited
    assert "Run twice, all agreed" in page(world, f"tables/{session.pk}/")
    right = PLAYED | {"pots_cents": [12_000], "reason": "Misread"}
    correct_hand(floor(world, "21:05"), hand_id=twice.pk, **right)
    assert session.hands.get(instead_of=twice).run_twice == "flop"


def test_low_blinds_run_it_twice_by_the_managers_special_offer_alone():
    world = a_club()
    world.open_shift()
    session = table(world, blinds=100)
    world.seat(session, "Ann", "Bob")
    low = refused(NotTwice, played, world, session, run_twice="turn")
    assert (low.field, low.source) == ("run_twice", "OLY-2.33")
    assert "Run twice, all agreed" not in page(world, f"tables/{session.pk}/")
    assert "Offer run it twice" in page(world, f"tables/{session.pk}/", Role.MANAGER)
    assert "OLY-2.33" in page(world, f"tables/{session.pk}/run-it-twice/", Role.MANAGER)
    offer = world.stamp("20:59", role=Role.MANAGER)
    offer_run_it_twice(offer, session_id=session.pk)
    assert played(world, session, run_twice="turn").run_twice == "turn"
    again = world.stamp("21:10", role=Role.MANAGER)
    refused(NothingChanges, offer_run_it_twice, again, session_id=session.pk)


@pytest.mark.parametrize(
    ("book", "players", "street"),
    [("olympic", 7, "flop"), ("olympic", 8, "turn"), ("voodoo", 7, "flop"), ("voodoo", 8, None)],
)
def test_with_five_cards_the_number_of_players_decides(book: str, players: int, street: str | None):
    world = a_club(book=book)
    world.open_shift()
    session = table(world, "five_card_omaha")
    world.seat(session, *(f"Guest {number}" for number in range(players)))
    asked = {"run_twice": "flop", "players_dealt": players}
    if street:
        assert played(world, session, **asked).run_twice == street
    else:
        assert refused(NotTwice, played, world, session, **asked).source == "VOO-C27"


def test_a_book_without_it_deals_the_board_once():
    world = a_club(book="img")
    world.open_shift()
    session = table(world)
    for number, name in enumerate(("Ann", "Bob"), start=1):
        who = {"seat_no": number, "player_id": world.player(name).pk, "cents": 20_000}
        seat_player(floor(world), session_id=session.pk, paid_with="table", **who)
    refused(NotTwice, played, world, session, run_twice="river")


@pytest.mark.parametrize(("book", "source"), [("olympic", "OLY-2.14"), ("voodoo", "VOO-C13")])
def test_chips_that_bring_no_cards_are_not_sold(book: str, source: str):
    world = a_club(book=book)
    shift = world.open_shift()
    session = table(world, blinds=2_000)
    (bob,) = world.seat(session, "Bob", cents=5_000)
    asked: dict[str, Any] = {"session_id": session.pk, "paid_with": "cash", "shift_id": shift.pk}
    more = {"player_id": bob.seat.player_id, "cents": 500, "stack_cents": 100}
    assert refused(BuyInRefused, top_up, world.stamp("21:00"), **asked, **more).source == source


def test_who_is_excluded_while_seated_buys_no_more_chips():
    world = a_club()
    shift = world.open_shift()
    session = table(world)
    (bob,) = world.seat(session, "Bob")
    asked: dict[str, Any] = {"session_id": session.pk, "paid_with": "cash", "shift_id": shift.pk}
    more = {"player_id": bob.seat.player_id, "cents": 10_000, "stack_cents": 100}
    own = {"kind": "self", "until": EVENING + timedelta(365), "reason": "Own wish"}
    exclude_player(floor(world), player_id=bob.seat.player_id, **own)
    refused(PlayerExcluded, top_up, world.stamp("23:00"), **asked, **more)
    out = {"session_id": session.pk, "player_id": bob.seat.player_id, "cents": 20_000}
    cash_out(floor(world), **out, paid_with="chips")


def test_what_becomes_of_absent_players_cards_stands_beside_the_seats():
    world = a_club()
    world.open_shift()
    session = table(world)
    ann, _ = world.seat(session, "Ann", "Bob")
    assert "OLY-2.25" not in page(world, f"tables/{session.pk}/")
    leave_seat(floor(world), session_id=session.pk, player_id=ann.seat.player_id)
    assert "OLY-2.25" in page(world, f"tables/{session.pk}/")


PLACE: dict[str, Any] = {"place": "cash", "about": "Table 4", "hand": "12"}


@pytest.mark.parametrize(
    ("book", "facts", "code", "source"),
    [
        ("olympic", {"hands_since": 3}, "heard", "OLY-0.3"),
        ("olympic", {"undue_delay": True}, "late", "OLY-0.3"),
        ("voodoo", {"hands_since": 1}, "late", "VOO-G34"),
        ("img", {"hands_since": 1}, "late", "IMG-G52"),
        ("home", {"hands_since": 9}, "heard", "HOME-44"),
    ],
)
def test_a_claim_is_heard_as_long_as_the_book_hears_it(
    book: str, facts: dict[str, Any], code: str, source: str
):
    world = a_club(book=book)
    made = hear_claim(floor(world), **PLACE, **facts, decision="The bet stands")
    assert (made.heard, made.because[0]["rule"]) == (code == "heard", source)
    where = "place=cash&id=5&about=Table+4"
    assert "The bet stands" in page(world, f"rulings/?{where}")


def test_what_was_decided_is_not_decided_again():
    world = a_club()
    refused(BadInput, hear_claim, floor(world), **PLACE)
    hear_claim(floor(world), **PLACE, decision="Split")
    again = hear_claim(floor(world, "21:01"), **PLACE)
    assert (again.heard, again.because[0]["rule"]) == (False, "OLY-0.2")
    other = hear_claim(floor(world, "21:02"), **PLACE | {"hand": "13"}, decision="No")
    assert other.heard


def test_a_table_s_second_game_of_a_day_has_a_first_hand_of_its_own():
    world, said = a_club(), PLACE | {"hand": "1", "decision": "Split"}
    assert hear_claim(floor(world), **said, place_id=5).heard
    assert hear_claim(floor(world, "22:10"), **said, place_id=6).heard
    assert not hear_claim(floor(world, "22:11"), **said, place_id=6).heard
    assert not hear_claim(floor(world, "22:12"), **said).heard


def test_a_pot_given_to_the_wrong_player_is_handed_on_to_the_cent():
    world = a_club()
    pot = {"pot": 10_001, "given_to": [3], "belongs_to": [5, 7]}
    made = hand_pot_over(floor(world), **PLACE, **pot)
    assert made.moves == {"3": -10_001, "5": 5_001, "7": 5_000}
    assert made.because[0]["rule"] == "OLY-1.43"
    same = refused(BadInput, hand_pot_over, floor(world), **PLACE, **pot | {"belongs_to": [3]})
    assert same.field == "belongs_to"
    shown = page(world, "rulings/pot/?place=cash&id=5&about=Table+4")
    assert "who refuses is sent out" in shown
    assert "returns 100.01" in page(world, "rulings/").replace(",", ".")


def test_a_rule_that_is_set_aside_keeps_its_reason_for_good():
    world = a_club()
    made = set_rule_aside(floor(world), **PLACE, rule="OLY-2.22", decision="A birthday")
    assert [each["rule"] for each in made.because] == ["OLY-0.1", "OLY-2.22"]
    asked = PLACE | {"rule": "OLY-9.9", "decision": "No"}
    assert refused(BadInput, set_rule_aside, floor(world), **asked).field == "rule"
    away = a_club("riga", book="online")
    refused(NotYoursToDecide, set_rule_aside, floor(away), **PLACE, rule="ONL-1", decision="No")
    assert Ruling.objects.count() == 1


def test_the_decision_clock_runs_as_the_book_has_it():
    olympic, voodoo = a_club(), a_club("riga", book="voodoo")
    clock = "rulings/clock/?place={place}&id=5"
    assert "OLY-1.24" in page(olympic, clock.format(place="cash"))
    assert "OLY-1.25" in page(olympic, clock.format(place="cash") + "&refused=1")
    turbo = page(voodoo, clock.format(place="tournament") + "&turbo=1")
    assert "VOO-T28" in turbo
    assert ">0:15<" in turbo
    assert "VOO-T29" in page(voodoo, clock.format(place="tournament") + "&elsewhere=1")
    assert "The floor says how long" in page(voodoo, clock.format(place="cash"))
    assert "VOO-C22" in page(voodoo, clock.format(place="cash") + "&seconds=60")
    home = a_club("home", book="home")
    assert "no clock" in page(home, clock.format(place="tournament"))
