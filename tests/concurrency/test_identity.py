"""Amounts booked at once for a guest whom nobody has identified."""

from datetime import date

from cashgames.services.seats import seat_player, top_up
from casino.cage.services.desk import redeem_chips, sell_chips
from casino.cage.services.payables import pay_out
from casino.players.models import Player
from casino.players.services.guests import change_player
from tests.owing import owe_prize
from tests.racing import outcomes, race
from tests.world import World, of_the_desk


def test_of_six_sales_at_once_only_those_below_the_limit_pass(world: World):
    shift, guest = world.open_shift(), world.player()
    what = {"shift_id": shift.pk, "player_id": guest.pk, "cents": 150_000}

    results = race(*(lambda: sell_chips(world.stamp(), **what) for _ in range(6)))

    assert outcomes(results) == {"Posted": 1, "NotIdentified": 5}
    assert world.balance("chips:floor") == -150_000


def test_sales_at_once_on_two_cards_with_one_document_are_one_sum(world: World):
    shift, cards = world.open_shift(), [world.player(name) for name in ("Mari", "Maria")]
    for card, document in zip(cards, ("AB 1", "ab1"), strict=True):
        Player.objects.filter(id=card.pk).update(document=document)
    what = {"shift_id": shift.pk, "cents": 150_000}

    results = race(
        *(
            lambda card=card: sell_chips(world.stamp(), player_id=card.pk, **what)
            for card in cards * 3
        )
    )

    assert outcomes(results) == {"Posted": 1, "NotIdentified": 5}


def test_a_sale_a_redemption_and_a_buy_in_at_once_are_one_sum(world: World):
    shift, session, guest = world.open_shift(), world.session(), world.player()
    world.sell(100_000, "20:30")
    what = {"shift_id": shift.pk, "player_id": guest.pk}
    at_table = what | {"session_id": session.pk, "paid_with": "cash"}
    seat_player(world.stamp("21:00"), seat_no=1, cents=10_000, **at_table)

    results = race(
        lambda: sell_chips(world.stamp(), cents=180_000, **what),
        lambda: redeem_chips(world.stamp(), cents=80_000, **what),
        lambda: top_up(world.stamp(), cents=40_000, stack_cents=0, **at_table),
    )

    refused = outcomes(results)["NotIdentified"]
    assert refused in {1, 2}
    booked = [
        cents
        for cents, each in zip((180_000, 80_000, 40_000), results, strict=True)
        if type(each).__name__ != "NotIdentified"
    ]
    assert 10_000 + sum(booked) < 200_000


def test_of_two_prizes_at_once_one_is_signed_where_the_cashier_entered_the_id(world: World):
    shift, guest = world.open_shift(), world.player()
    world.sell(500_000, "20:30")
    of_the_desk(world.club, second_from_cents=150_000)
    known = {"document": "AB 1", "birth_date": date(1988, 6, 24)}
    change_player(world.stamp("21:00"), player_id=guest.pk, **known)
    prizes = [
        owe_prize(world.stamp(clock), cents=110_000, player_id=guest.pk)
        for clock in ("21:01", "21:02")
    ]
    what = {"shift_id": shift.pk, "paid_with": "cash"}

    results = race(
        *(lambda each=each: pay_out(world.stamp(), payable_id=each.pk, **what) for each in prizes)
    )

    assert outcomes(results) == {"Payment": 1, "NeedsSignature": 1}


def test_redemptions_at_once_are_one_sum_for_who_signs(world: World):
    shift = world.open_shift()
    world.sell(500_000, "20:30")

    def redeem() -> object:
        return redeem_chips.submit(world.stamp(), shift_id=shift.pk, cents=90_000)

    results = race(*[redeem] * 4)

    assert world.balance("cash:drawer", shift.drawer_id) >= 400_000 - 180_000
    assert set(outcomes(results)) <= {"Posted", "Proposal", "NeedsSignature"}
