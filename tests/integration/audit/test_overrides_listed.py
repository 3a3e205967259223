"""What the floor did against a rule, a list or an exclusion stands among the exceptions."""

import re
from datetime import date

import pytest

from cashgames.queries.time_rake import time_shares
from cashgames.services.cash_outs import cash_out
from cashgames.services.seats import seat_player
from cashgames.services.time_rake import find_due_time_rake, plan_time_rake, waive_share
from cashgames.services.waiting import join_list, move_waiting
from casino.acts.runner import ACTS
from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.approvals.signed import SignedAct
from casino.audit.queries.exceptions import exceptions
from casino.audit.queries.listed import DONE, SIGNED
from casino.cage.services import opening
from casino.players.services.guests import change_player, exclude_player
from casino.players.services.places import keep_apart, let_together
from casino.players.services.rulings import hand_pot_over, set_rule_aside
from casino.staff.models import Role
from tests.tournament_floor import at_table, begun, opened, td
from tests.tournaments import a_tournament, enter
from tests.world import EVENING, World, of_the_desk
from tournaments.services.listing import admit_waiting
from tournaments.services.listing import join_list as join
from tournaments.services.moves import move_player

SUPERVISOR = Role.SUPERVISOR


def listed(world: World) -> list[tuple[str, str]]:
    found = exceptions(world.club, first=EVENING, last=EVENING)
    return [(row.operation, str(kind)) for kind, row, _ in found]


def test_a_rule_set_aside_and_a_pot_given_over_are_listed(world: World):
    stamp, where = world.stamp("21:00", role=SUPERVISOR), {"place": "cash", "about": "Table 1"}
    set_rule_aside(stamp, **where, rule="OLY-2.26", decision="Came back short")
    pot = {"pot": 12_000, "given_to": [3], "belongs_to": [5]}
    hand_pot_over(world.stamp("21:01", role=SUPERVISOR), **where, **pot)
    assert listed(world) == [
        ("players.hand_pot_over", "correction"),
        ("players.set_rule_aside", "override"),
    ]


def test_an_exclusion_is_listed_once_it_is_lifted(world: World):
    ann, bob = world.player("Ann"), world.player("Bob")
    stamps = [world.stamp(f"20:0{minute}", role=SUPERVISOR) for minute in range(4)]
    exclude_player(stamps[0], player_id=ann.pk, until=date(2027, 1, 1), reason="Stole chips")
    pair = keep_apart(stamps[1], player_id=ann.pk, other_id=bob.pk, until=None, reason="Brawl")
    assert listed(world) == []
    exclude_player(stamps[2], player_id=ann.pk, until=None, reason="Heard both")
    let_together(stamps[3], player_id=ann.pk, separation_id=pair.pk, reason="Shook hands")
    assert listed(world) == [
        ("players.let_together", "exclusion lifted"),
        ("players.bar_player", "exclusion lifted"),
    ]


def test_time_rake_that_was_waived_is_listed_with_table_guest_and_amount(world: World):
    session = world.session("7")
    (seat,) = world.seat(session, "Ann")
    manager = world.stamp("20:35", role=Role.MANAGER)
    plan_time_rake(manager, session_id=session.pk, table_cents=10_000)
    find_due_time_rake(world.at("21:00"))
    share = time_shares(session.pk)[0]
    stamp = world.stamp("21:01", role=SUPERVISOR)
    waive_share(stamp, share_id=share.pk, reason="Power was out")

    ((_, row, _),) = exceptions(world.club, first=EVENING, last=EVENING)
    assert row.arguments == {
        "share_id": share.pk,
        "reason": "Power was out",
        "about": "7",
        "cents": 10_000,
        "player_id": seat.seat.player_id,
    }


def test_who_is_moved_up_a_list_is_listed(world: World):
    game = {"game": "texas_holdem", "small_blind_cents": 100, "big_blind_cents": 200}
    stamps = [world.stamp(f"21:0{minute}", role=SUPERVISOR) for minute in range(2)]
    guests = [world.player(name).pk for name in ("Ann", "Bob")]
    waits = [
        join_list(stamp, player_id=guest, **game)
        for stamp, guest in zip(stamps, guests, strict=True)
    ]
    stamp = world.stamp("21:05", role=SUPERVISOR)
    move_waiting(stamp, waiting_id=waits[1].pk, place=1, reason="A friend")
    assert listed(world) == [("cashgames.move_waiting", "override")]


def test_a_move_and_an_admission_by_the_directors_word_are_listed(world: World):
    shift, friday = world.open_shift(), a_tournament(world, places=4)
    opened(world, friday, 1, 2, seats=4)
    enter(world, friday, "Ann", "Bob", "Cat", "Dan", shift_id=shift.pk)
    stamp, eve = world.stamp("20:50"), world.player("Eve")
    waits = join(stamp, tournament_id=friday.pk, player_id=eve.pk)
    begun(world, friday)
    before = listed(world)
    entry = at_table(friday, 1)[0]
    taken = {each.seat_no for each in at_table(friday, 2)}
    free = min({1, 2, 3, 4} - taken)
    where = {"tournament_id": friday.pk, "entry_id": entry.pk, "to_table": 2, "to_seat": free}
    move_player(td(world), **where, reason="Cannot see the board")
    admit_waiting(td(world, "21:30"), listed_id=waits.pk)
    assert listed(world) == [
        ("tournaments.admit_waiting", "override"),
        ("tournaments.move_player", "override"),
        *before,
    ]


def signed(world: World, asked: object, clock: str) -> str | None:
    """Let the manager sign what was asked, if it was; return as what."""
    if not isinstance(asked, Proposal):
        return None
    manager = world.stamp(clock, role=Role.MANAGER)
    approve(manager, proposal_id=asked.pk, digest=asked.digest)
    return asked.operation


@pytest.mark.parametrize(
    ("held", "over", "kind"),
    [
        (50_000, 400, None),
        (200_000, 400, "cashgames.cash_out"),
        (1_000_000, 9_000, "cashgames.cash_out_large"),
    ],
)
def test_a_stack_above_the_tables_chips_is_listed_whoever_signed_it(
    world: World, held: int, over: int, kind: str | None
):
    world.also(Role.CASHIER, SUPERVISOR)
    world.fund(5_000_000)
    float_ = {"cash": {10_000: 300}, "chips": {2_500: 100}}
    shift = opening.open_shift(world.stamp("20:00"), drawer_id=world.drawer().pk, **float_)
    session = world.session("1")
    session.max_buy_in_cents = max(held, session.max_buy_in_cents)
    session.save()
    guest = world.seat(session, "Ann", cents=held)[0].seat.player_id
    manager = world.stamp("20:40", role=Role.MANAGER)
    change_player(manager, player_id=guest, document="AB 1", birth_date=date(1980, 1, 1))
    stack = {
        "cents": held + over,
        "paid_with": "cash",
        "shift_id": shift.pk,
        "reason": "Lies there",
    }
    left = {"session_id": session.pk, "player_id": guest}
    assert signed(world, cash_out.submit(world.stamp("22:00"), **left, **stack), "22:05") == kind
    assert listed(world) == [(kind or "cashgames.cash_out", "variance settled")]


def test_a_large_cash_out_that_the_table_holds_is_not_listed(world: World):
    shift, session = world.open_shift(), world.session("1")
    of_the_desk(world.club, redeem_second_from_cents=1)
    guest = world.seat(session, "Ann", cents=20_000)[0].seat.player_id
    stack = {"cents": 20_000, "paid_with": "cash", "shift_id": shift.pk}
    left = {"session_id": session.pk, "player_id": guest}
    asked = cash_out.submit(world.stamp("22:00"), **left, **stack)
    assert signed(world, asked, "22:05") == "cashgames.cash_out"
    assert listed(world) == []


@pytest.mark.parametrize("second_from_cents", [1_000_000, 1])
def test_a_short_buy_in_by_the_floors_word_is_listed_whoever_signed_it(
    world: World, second_from_cents: int
):
    world.also(Role.CASHIER, SUPERVISOR)
    of_the_desk(world.club, sale_second_from_cents=second_from_cents)
    kind = "cashgames.seat_player" if second_from_cents == 1 else None
    shift, session, guests = world.open_shift(), world.session("1"), iter(("Ann", "Bob"))
    for seat_no, short in ((1, False), (2, True)):
        asked = seat_player.submit(
            world.stamp(f"21:1{seat_no}"),
            session_id=session.pk,
            seat_no=seat_no,
            player_id=world.player(next(guests)).pk,
            cents=5_000 if short else 20_000,
            paid_with="cash",
            shift_id=shift.pk,
            supervisor_approved=short,
        )
        assert signed(world, asked, f"21:2{seat_no}") == kind
    assert listed(world) == [("cashgames.seat_player", "override")]


def test_what_stands_out_of_one_person_stands_out_of_two():
    alone = [each for name, each in ACTS.items() if name in DONE and isinstance(each, SignedAct)]
    assert {kind for each in alone for kind in each.kinds} - SIGNED.keys() == set()
    assert len(alone) > 10


def test_whatever_puts_something_right_stands_out():
    rights = re.compile(r"\.(take_back|take_off|correct|void|undo|unsettle|reverse|book_found)_")
    acts = {name for name in ACTS if rights.search(name)}
    assert acts - DONE.keys() - SIGNED.keys() == set()
    assert len(acts) > 20
