"""What a book says of play, said and done on the floor when it matters."""

from typing import Any

import pytest

from casino.refusals import BadInput
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import begun, opened, out, placed, td
from tests.tournaments import a_tournament, decided, enter, now, signed, sold
from tests.world import World, a_club
from tournaments.models import Entry, Prize, Tournament
from tournaments.queries.chips import chips
from tournaments.queries.clock import last_hand
from tournaments.queries.floor import sitting_out
from tournaments.queries.order import standings
from tournaments.queries.presence import stays
from tournaments.services.chips import NoExtraChips, change_chips
from tournaments.services.during_play import NotSold
from tournaments.services.knockouts import CannotUndo, Out, knock_out, undo_knockout
from tournaments.services.penalties import punish
from tournaments.services.pool import fix_pool
from tournaments.services.presence import Seen, note_presence
from tournaments.services.prizes import award_prizes
from tournaments.services.selling import NotAdmitted, sell_more
from tournaments.services.starting import close_registration
from tournaments.services.tables import ButtonAt, break_table, draw_seats

pytestmark = pytest.mark.django_db
REBUYS = {"variants": ["rebuy_when_broke"], "rebuy_cents": 10_000, "rebuy_levels": 2}


def seated(world: World, *names: str, **terms: Any) -> tuple[Tournament, list[Entry], int]:
    """Seat guests at table 1; play has begun."""
    shift = world.open_shift(clock="18:00")
    friday = a_tournament(world, **terms)
    entries = enter(world, friday, *(names or ("Ann", "Bob", "Cat")), shift_id=shift.pk)
    opened(world, friday, 1)
    draw_seats(td(world, "20:50"), tournament_id=friday.pk)
    begun(world, friday)
    return now(friday), entries, shift.pk


def page(world: World, friday: Tournament, name: str = "floor/") -> str:
    client = world.browser(Role.DIRECTOR)
    answer = client.get(f"/{world.club.slug}/tournaments/{friday.pk}/{name}")
    return str(answer.content.decode())


@pytest.mark.parametrize("book", ["olympic", "img"])
def test_the_extra_chips_of_a_double_chance_are_taken_once_within_the_period(book: str):
    world = a_club(book=book)
    late = {} if book == "olympic" else {"shares_bp": [6_000, 4_000]}
    friday, (ann, bob, _), _ = seated(world, variants=["double_chance"], **late)
    player = f"players/{ann.pk}/"
    assert "?what=extra_chips" in page(world, friday, player)
    extra: dict[str, Any] = {"tournament_id": friday.pk, "what": "extra_chips", "reason": "Chance"}
    change_chips(td(world, "21:05"), **extra, entry_id=ann.pk, chips=10_000)
    assert chips(friday).in_play == 40_000
    assert "?what=extra_chips" not in page(world, friday, player)
    source = "OLY-3.2.d" if book == "olympic" else "IMG-V5"
    again = refused(
        NoExtraChips, change_chips, td(world, "21:06"), **extra, entry_id=ann.pk, chips=10
    )
    assert again.source == source
    late_one = {**extra, "entry_id": bob.pk, "chips": 10_000}
    assert refused(NoExtraChips, change_chips, td(world, "22:30"), **late_one).source


def test_where_all_start_with_equal_stacks_nobody_is_given_more():
    world = a_club(book="voodoo")
    friday, (ann, *_), _ = seated(world, "Ann", "Bob", "Cat", "Dan")
    extra: dict[str, Any] = {"what": "extra_chips", "chips": 500, "reason": "In time"}
    asked = {"tournament_id": friday.pk, "entry_id": ann.pk} | extra
    assert refused(NoExtraChips, change_chips, td(world), **asked).source == "VOO-T8"


@pytest.mark.parametrize(("book", "source"), [("img", "IMG-T17"), ("olympic", None)])
def test_who_left_the_seat_without_chips_there_is_out(book: str, source: str | None):
    world = a_club(book=book)
    friday, (ann, bob, _), shift = seated(world, **REBUYS)
    note_presence(td(world), tournament_id=friday.pk, seen=[Seen(entry_id=ann.pk, present=False)])
    rebuy: dict[str, Any] = {"what": "rebuy", "paid_with": "cash", "shift_id": shift}
    if source:
        gone = refused(NotSold, sell_more, world.stamp("21:15"), entry_id=ann.pk, **rebuy)
        assert gone.source == source
    else:
        sell_more(world.stamp("21:15"), entry_id=ann.pk, **rebuy)
    sell_more(world.stamp("21:16"), entry_id=bob.pk, **rebuy)
    out(world, friday, bob)
    again = stays(friday, [ann, bob], world.at("21:21"))
    assert (again[ann.pk].allowed, again[bob.pk].code) == (source is None, "may_rebuy")
    assert stays(friday, [bob], world.at("22:30"))[bob.pk].code == "out"
    assert ("leaves the table" in page(world, friday)) is (book == "img")


def test_daily_tournaments_are_entered_by_a_ticket_of_the_online_room_too():
    world = a_club()
    shift = world.open_shift(clock="18:00").pk
    daily = a_tournament(world, "Daily", daily=True)
    paid = sold(world, daily, "Ann", shift_id=shift, paid_with="online_room")
    assert (paid.paid_with, paid.slip.act.operation) == ("online_room", "tournaments.sell_entry")
    weekly = a_tournament(world, "Weekly")
    online = {"shift_id": shift, "paid_with": "online_room"}
    assert refused(NotAdmitted, sold, world, weekly, "Bob", **online).source == "OLY-3.3.1"
    client = world.browser(Role.CASHIER)
    for event, offered in ((daily, True), (weekly, False)):
        shown = client.get(f"/tallinn/tournaments/{event.pk}/entry/").content.decode()
        assert ('value="online_room"' in shown) is offered


def disqualified(world: World, friday: Tournament, entry: Entry, clock: str, **more: Any) -> Any:
    for minute in range(3):
        made = punish(
            td(world, f"{clock}:{10 + minute}"),
            tournament_id=friday.pk,
            entry_id=entry.pk,
            breach="conduct",
            reason="Again",
            **({"stack": 1_000} | more if minute == 2 else {}),
        )
    return made


def test_a_withheld_prize_goes_to_the_other_places_and_nothing_stays_in_the_pool():
    world = a_club()
    shift = world.open_shift(clock="18:00")
    names = [f"Guest {number}" for number in range(1, 10)]  # nine: 50, 30 and 20 percent
    friday = a_tournament(world)
    entries = enter(world, friday, *names, shift_id=shift.pk)
    begun(world, friday)
    close_registration(td(world, "22:00"), tournament_id=friday.pk)
    asked = fix_pool.ask(td(world, "22:01"), tournament_id=friday.pk)
    signed(world, asked, clock="22:02")
    for minute, entry in enumerate(entries[3:], start=10):
        out(world, friday, entry, f"22:{minute}")
    first, second, third = entries[:3]
    wrong = {"breach": "conduct", "reason": "Loud", "prize_withheld": True}
    early = refused(
        BadInput, punish, td(world, "22:30"), tournament_id=friday.pk, entry_id=third.pk, **wrong
    )
    assert early.source == "AMB-81"
    gone = disqualified(world, friday, third, "23", prize_withheld=True).knockout
    out(world, friday, second, "23:30")
    prizes = award_prizes.ask(td(world, "23:40"), tournament_id=friday.pk)
    assert "AMB-81" in [each["rule"] for each in prizes.content["because"]]
    signed(world, prizes, clock="23:41")
    won = dict(Prize.objects.values_list("entry", "cents"))
    # 90,000: the withheld 18,000 by 45,000 to 27,000.
    assert won == {first.pk: 45_000 + 11_250, second.pk: 27_000 + 6_750}
    assert now(friday).finished_at
    assert gone.prize_withheld


def test_a_withheld_prize_that_others_were_awarded_is_not_given_back():
    world = a_club()
    shift = world.open_shift(clock="18:00")
    friday = a_tournament(world, shares_bp=[5_000, 3_000, 2_000])
    ann, bob, cat, dan = enter(world, friday, "Ann", "Bob", "Cat", "Dan", shift_id=shift.pk)
    begun(world, friday)
    close_registration(td(world, "22:00"), tournament_id=friday.pk)
    signed(world, fix_pool.ask(td(world, "22:01"), tournament_id=friday.pk), clock="22:02")
    out(world, friday, dan, "22:03")
    out(world, friday, cat, "22:04")
    signed(world, award_prizes.ask(td(world, "22:05"), tournament_id=friday.pk), clock="22:06")
    gone = disqualified(world, friday, bob, "23", prize_withheld=True).knockout
    signed(world, award_prizes.ask(td(world, "23:40"), tournament_id=friday.pk), clock="23:41")
    assert dict(Prize.objects.values_list("entry", "cents")) == {cat.pk: 8_000, ann.pk: 32_000}
    assert now(friday).finished_at
    Tournament.objects.filter(pk=friday.pk).update(finished_at=None)
    where = {"tournament_id": friday.pk, "knockout_id": gone.pk}
    refused(CannotUndo, undo_knockout, td(world, "23:50"), **where)


def test_a_withheld_prize_goes_to_none_of_those_who_were_awarded_a_place_together():
    world = a_club()
    shift = world.open_shift(clock="18:00")
    friday = a_tournament(world, shares_bp=[4_000, 3_000, 2_000, 1_000])
    ann, bob, cat, dan = enter(world, friday, "Ann", "Bob", "Cat", "Dan", shift_id=shift.pk)
    begun(world, friday)
    close_registration(td(world, "22:00"), tournament_id=friday.pk)
    signed(world, fix_pool.ask(td(world, "22:01"), tournament_id=friday.pk), clock="22:02")
    together = [Out(entry_id=one.pk, stack=5_000) for one in (cat, dan)]
    knock_out(td(world, "22:04"), tournament_id=friday.pk, outs=together)
    signed(world, award_prizes.ask(td(world, "22:05"), tournament_id=friday.pk), clock="22:06")
    disqualified(world, friday, bob, "23", prize_withheld=True)
    signed(world, award_prizes.ask(td(world, "23:40"), tournament_id=friday.pk), clock="23:41")
    won = dict(Prize.objects.values_list("entry", "cents"))
    assert won == {cat.pk: 6_000, dan.pk: 6_000, ann.pk: 28_000}
    assert now(friday).finished_at


def test_of_equal_hands_out_at_once_the_one_without_a_joker_places_higher():
    world = a_club()
    friday, (ann, bob, cat), _ = seated(world, variants=["joker"])
    assert "joker" in page(world, friday, "knock-out/")
    outs = [
        Out(entry_id=ann.pk, stack=5_000, strength=7, joker=True),
        Out(entry_id=bob.pk, stack=5_000, strength=7),
    ]
    knock_out(td(world), tournament_id=friday.pk, outs=outs)
    found = {one.entry.pk: one for one in standings(now(friday))}
    assert (found[bob.pk].place, found[ann.pk].place) == (2, 3)
    assert "OLY-3.2.h" in [each.rule for each in found[ann.pk].because]
    assert cat.pk not in found
    assert "OLY-3.2.h" in page(world, friday)


def test_who_comes_between_small_blind_and_button_gets_no_cards_in_the_next_hand():
    world = a_club()
    shift = world.open_shift(clock="18:00")
    friday = a_tournament(world)
    enter(world, friday, "Ann", "Bob", "Cat", "Dan", shift_id=shift.pk)
    opened(world, friday, 1, 2, seats=4)
    draw_seats(td(world, "20:50"), tournament_id=friday.pk)
    begun(world, friday)
    # The button is at seat 1, the small blind at seat 3; only seat 2 is free.
    placed(friday, {1: [1, 3, 4], 2: [2]})
    assert "Button seat" in page(world, friday, "floor/2/break/")
    broken = {"tournament_id": friday.pk, "table_no": 2}
    far = [ButtonAt(table_no=1, seat_no=9)]
    refused(BadInput, break_table, td(world), **broken, buttons=far)
    break_table(td(world), **broken, buttons=[ButtonAt(table_no=1, seat_no=1)])
    (move,) = sitting_out(friday, world.at("21:11"))
    assert (move.to_seat, move.because[-1]["rule"]) == (2, "OLY-3.4.20")
    assert sitting_out(friday, world.at("21:20")) == []


def test_a_hand_shuffled_before_a_new_level_plays_the_old_one():
    world = a_club()
    friday, _, _ = seated(world)
    assert last_hand(friday, world.at("21:10")) is None
    still = last_hand(friday, world.at("21:21"))
    assert still
    assert (still.bets.number, still.bets.big, still.began_at) == (1, 50, world.at("21:20"))
    assert still.because[0].rule == "OLY-3.4.13"
    assert last_hand(friday, world.at("21:30")) is None


def test_what_may_lie_on_a_tournaments_table_is_listed_by_paragraph():
    world = a_club()
    friday, _, _ = seated(world, variants=["terminator"], price_cents=15_000, bounty_cents=5_000)
    shown = page(world, friday, "chips/")
    assert "What may lie on the tables" in shown
    assert "OLY-3.4.8" in shown


def test_the_last_player_left_has_won_all_chips():
    world = a_club(book="img")
    shift = world.open_shift(clock="18:00")
    friday = a_tournament(world)
    ended = decided(world, friday, enter(world, friday, "Ann", "Bob", shift_id=shift.pk))
    first = standings(ended)[0]
    assert (first.place, [each.rule for each in first.because]) == (1, ["IMG-T27"])
