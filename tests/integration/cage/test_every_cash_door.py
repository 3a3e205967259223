"""Every act at a drawer: what it takes and gives in cash, notes and coins can make."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps

from cashgames.models import ChipMove
from cashgames.services import chip_corrections, seats
from cashgames.services.absence import leave_seat, remove_stack
from cashgames.services.cash_outs import cash_out
from cashgames.services.moves import Stack, break_table, move_player
from cashgames.services.over_short import book_over_short
from casino.acts.arguments import Record
from casino.acts.kinds import ByDenomination, Cents, Kind, Several
from casino.acts.runner import ACTS
from casino.cage.models import Payable, Shift
from casino.cage.services import desk, payables
from casino.cage.services.amounts import NotPayable
from casino.house.models import Club
from casino.ledger.models import Entry
from casino.players.models import Player
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournaments import a_tournament, signed, sold
from tests.world import World, a_club
from tournaments.services import refunds
from tournaments.services.tender_corrections import correct_tender

pytestmark = pytest.mark.django_db
ODD = 10_003
# An amount is typed, or a price is asked: what no coin makes is refused.
REFUSES = {
    "cage.sell_chips",
    "cage.ask_sale",
    "cage.sell_by_two",
    "cage.redeem_chips",
    "cage.ask_redemption",
    "cashgames.seat_player",
    "cashgames.ask_buy_in",
    "cashgames.top_up",
    "cashgames.ask_top_up",
    "cashgames.cash_out",
    "cashgames.ask_cash_out",
    "cashgames.correct_chips",
    "cashgames.ask_to_correct_chips",
    "tournaments.sell_entry",
    "tournaments.ask_entry",
    "tournaments.sell_more",
    "tournaments.ask_more",
    "tournaments.correct_tender",
    "tournaments.ask_to_correct_tender",
}
SOLD_LIKE_AN_ENTRY = {
    "tournaments.ask_entry",
    "tournaments.sell_more",
    "tournaments.ask_more",
    "tournaments.correct_tender",
}
# What is owed to the cent is rounded to the smallest coin, by an entry of its own.
ROUNDS = {"cage.pay_out", "cage.ask_payment", "cashgames.pay_share", "cashgames.collect_time_rake"}
# What was booked goes back as it came, its rounding too; or what lies there is moved whole.
AS_BOOKED = {
    "cage.reverse_slip",
    "cage.ask_reversal",
    "cage.explain_count",
    "cage.ask_to_explain_count",
    "cage.close_shift",
    "cage.ask_close",
    "cashgames.bring_notes",
    "cashgames.take_back_chips",
    "cashgames.ask_to_take_back_chips",
    "cashgames.take_back_share",
    "cashgames.ask_to_take_back_share",
    "cashgames.take_back_notes",
    "cashgames.ask_to_take_back_notes",
    "tournaments.take_back_sale",
    "tournaments.ask_to_take_back_sale",
}
NO_CASH = {"cage.note_shift"}
# Chips counted at a table, which go on as they lie there or are all that lies there.
COUNTED = {
    "cashgames.move_player",
    "cashgames.break_table",
    "cashgames.remove_stack",
    "cashgames.book_over_short",
    "cashgames.ask_over_short",
}
# Asked of a hand, whose pots may bear rake by the cent, or of the terms of a table.
OF_NO_STACK = {
    "cashgames.rake_hand",
    "cashgames.correct_hand",
    "cashgames.ask_to_correct_hand",
    "cashgames.book_found_hand",
    "cashgames.ask_to_book_found_hand",
    "cashgames.open_session",
    "cashgames.change_game",
    "cashgames.change_limits",
    "cashgames.propose_limits",
    "cashgames.join_list",
    "cashgames.note_interest",
    "cashgames.plan_time_rake",
}


@pytest.fixture
def world(db: None) -> World:
    """A club in a country whose smallest coin is five cents."""
    world = a_club(overrides={"house.cash_unit_cents": 5})
    Club.objects.update(
        notes_cents=[10000, 5000, 2000, 1000, 500, 100, 50, 10, 5], chips_cents=[2500, 500, 100, 1]
    )
    return world


def at_a_drawer() -> set[str]:
    """Return every act that is done at a drawer, from the program's own declarations."""
    for app in apps.get_app_configs():
        for path in Path(app.path).glob("services/*.py"):
            if path.stem != "__init__" and (Path(app.path) / "services/__init__.py").exists():
                import_module(f"{app.name}.services.{path.stem}")
    return {
        name
        for name, act in ACTS.items()
        if "shift_id" in act.arguments and not name.startswith("test.")
    }


def test_each_act_at_a_drawer_refuses_rounds_or_counts_by_denomination():
    counted = {
        name
        for name in at_a_drawer()
        if any(isinstance(each.kind, ByDenomination) for each in ACTS[name].arguments.values())
    }
    assert at_a_drawer() == REFUSES | ROUNDS | AS_BOOKED | NO_CASH | counted
    assert not counted & (REFUSES | ROUNDS)


def asks_amount(kind: Kind) -> bool:
    """Return whether an argument is an amount, or holds one."""
    if isinstance(kind, Record):
        return any(asks_amount(each.kind) for each in kind.parts.values())
    return asks_amount(kind.of) if isinstance(kind, Several) else isinstance(kind, Cents)


def of_amounts(app: str) -> set[str]:
    """Return every act of an app that asks for an amount, or for several."""
    at_a_drawer()  # so that all acts are declared
    return {
        name
        for name, act in ACTS.items()
        if name.startswith(f"{app}.")
        and any(asks_amount(each.kind) for each in act.arguments.values())
    }


def test_each_amount_of_chips_at_a_table_is_one_that_chips_can_make():
    spent = {"cashgames.spend_chips", "cashgames.ask_spending"}
    assert of_amounts("cashgames") - REFUSES == COUNTED | spent | OF_NO_STACK


def test_chips_counted_at_a_table_are_what_chips_can_make(world: World):
    Club.objects.update(chips_cents=[2500, 500, 100])
    other, session = world.session("1"), world.session("2")
    mari, jaan = (one.seat.player_id for one in world.seat(session, "Mari", "Jaan"))
    leave_seat(world.stamp("20:40"), session_id=session.pk, player_id=jaan)
    floor = world.stamp("23:00", role=Role.SUPERVISOR)
    here, counted = {"session_id": session.pk}, {"counted_cents": ODD, "reason": "Counted"}
    there = {"to_session_id": other.pk, "seat_no": 5, "stack_cents": ODD}
    stacks = [Stack(player_id=each, cents=ODD) for each in (mari, jaan)]
    asked = {
        "cashgames.move_player": lambda: move_player(floor, player_id=mari, **here, **there),
        "cashgames.break_table": lambda: break_table(floor, stacks=stacks, **here),
        "cashgames.remove_stack": lambda: remove_stack(floor, player_id=jaan, cents=ODD, **here),
        "cashgames.book_over_short": lambda: book_over_short(floor, **here, **counted),
        "cashgames.ask_over_short": lambda: book_over_short.ask(floor, **here, **counted),
    }
    assert set(asked) == COUNTED
    for name, each in asked.items():
        assert "cannot make 100,03" in str(refused(NotPayable, each).message), name


def test_a_stack_put_right_is_what_chips_can_make(world: World):
    Club.objects.update(chips_cents=[2500, 500, 100])
    session = world.session()
    who = {"session_id": session.pk, "player_id": world.seat(session, "Mari")[0].seat.player_id}
    floor = world.stamp("22:00", role=Role.SUPERVISOR)
    gone = cash_out(floor, **who, cents=20_000, paid_with="chips")
    what = {"move_id": gone.pk, "paid_with": "chips", "reason": "Typo"}
    later = world.stamp("22:10", role=Role.SUPERVISOR)
    refused(NotPayable, chip_corrections.correct_chips, later, cents=ODD, **what)
    assert chip_corrections.correct_chips(later, cents=10_000, **what)


def tries(world: World, shift: Shift) -> dict[str, Callable[[], object]]:
    """Return what each act that refuses is asked: an amount that no coin makes."""
    session = world.session()
    move = ChipMove.objects.get(seat=world.seat(session, "Mari")[0].seat)
    known = Player.objects.get(id=move.seat.player_id)
    Player.objects.update(document="AB 1", birth_date="1988-06-24")
    at_desk, cash = {"shift_id": shift.pk}, {"paid_with": "cash"}
    table = {"session_id": session.pk, "cents": ODD} | cash | at_desk
    mari, jaan = {"player_id": known.pk}, {"player_id": world.player("Jaan").pk}
    corrected = {"move_id": move.pk, "cents": ODD, "reason": "Typo"} | cash | at_desk
    tournament = a_tournament(world, price_cents=3_003)
    by_card = sold(world, tournament, "Kati", shift_id=shift.pk, paid_with="bank")
    tender = {"purchase_id": by_card.pk, "reason": "Cash"} | cash | at_desk
    stamp = world.stamp("22:00")
    return {
        "cage.sell_chips": lambda: desk.sell_chips(stamp, cents=ODD, **at_desk),
        "cage.ask_sale": lambda: desk.sell_by_two.ask(stamp, cents=ODD, **at_desk),
        "cage.sell_by_two": lambda: desk.sell_by_two(stamp, cents=ODD, **at_desk),
        "cage.redeem_chips": lambda: desk.redeem_chips(stamp, cents=ODD, **at_desk),
        "cage.ask_redemption": lambda: desk.redeem_chips.ask(stamp, cents=ODD, **at_desk),
        "cashgames.seat_player": lambda: seats.seat_player(stamp, seat_no=2, **table, **jaan),
        "cashgames.ask_buy_in": lambda: seats.seat_player.ask(stamp, seat_no=2, **table, **jaan),
        "cashgames.top_up": lambda: seats.top_up(stamp, stack_cents=0, **table, **mari),
        "cashgames.ask_top_up": lambda: seats.top_up.ask(stamp, stack_cents=0, **table, **mari),
        "cashgames.cash_out": lambda: cash_out(stamp, **table, **mari),
        "cashgames.ask_cash_out": lambda: cash_out.ask(stamp, **table, **mari),
        "cashgames.correct_chips": lambda: chip_corrections.correct_chips(stamp, **corrected),
        "cashgames.ask_to_correct_chips": lambda: chip_corrections.correct_chips.ask(
            stamp, **corrected
        ),
        "tournaments.sell_entry": lambda: sold(world, tournament, "Tiit", shift_id=shift.pk),
        "tournaments.ask_to_correct_tender": lambda: correct_tender.ask(stamp, **tender),
    }


def test_what_no_coin_makes_is_taken_and_given_by_no_act(world: World):
    shift = world.open_shift()
    world.sell(100_000, "19:00")
    asked = tries(world, shift)
    assert set(asked) == REFUSES - SOLD_LIKE_AN_ENTRY
    for name, each in asked.items():
        assert isinstance(refused(NotPayable, each), NotPayable), name


def test_a_ticket_given_back_in_cash_is_rounded_by_an_entry_of_its_own(world: World):
    shift = world.open_shift()
    tournament = a_tournament(world, price_cents=3_003)
    entry = sold(world, tournament, "Kati", shift_id=shift.pk, paid_with="bank").entry
    asked = refunds.refund_entry.ask(
        world.stamp("20:40", role=Role.SUPERVISOR),
        entry_id=entry.pk,
        cause="withdrawal",
        reason="Ill",
    )
    signed(world, asked, clock="20:41")
    owed = Payable.objects.get(kind="tournament.refund")
    before = world.balance("cash:drawer", shift.drawer_id)

    payables.pay_out(world.stamp("20:50"), payable_id=owed.pk, shift_id=shift.pk, paid_with="cash")

    paid = before - world.balance("cash:drawer", shift.drawer_id)
    assert (paid % 5, abs(paid - owed.cents) <= 2) == (0, True)
    assert owed.cents % 5
    assert world.balance("expense:rounding") == paid - owed.cents
    assert Entry.objects.filter(kind="cage.cash_rounded").count() == 1
