"""Two supervisors correct one hand; one corrects while the floor closes, or a claim is paid."""

from functools import partial

from cashgames.models import Correction, Hand
from cashgames.queries.tables import table_check
from cashgames.services.cash_outs import cash_out
from cashgames.services.chip_corrections import correct_chips, take_back_chips
from cashgames.services.corrections import correct_hand, take_back_hand
from cashgames.services.hands import rake_hand
from casino.closing.services.days import close_floor
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from jackpot.queries.levels import level
from tests.racing import outcomes, race
from tests.world import World, a_club

WHY = "typed wrongly"


def a_night(pot: int = 99_999_900) -> tuple[World, Hand]:
    world = a_club()
    world.jackpot()
    session = world.session()
    world.seat(session, *"ABCDEF", cents=50_000)
    hand = rake_hand(
        world.stamp("21:00", role=Role.SUPERVISOR),
        session_id=session.pk,
        name="1",
        pots_cents=[pot],
        players_dealt=6,
        board_cards_dealt=3,
        deviation="as typed",
    )
    return world, hand


def right(world: World, hand: Hand, pot: int, role: str = Role.SUPERVISOR) -> partial:
    return partial(
        correct_hand,
        world.stamp("22:00", role=role),
        hand_id=hand.pk,
        pots_cents=[pot],
        players_dealt=6,
        board_cards_dealt=3,
        reason=WHY,
    )


def in_order(world: World, hand: Hand) -> bool:
    assert table_check(hand.session).difference_cents == 0
    assert list(broken(world.club, Books(club_id=world.club.pk))) == []
    return True


def test_two_who_correct_one_hand_have_one_effect(committed_db: None):
    world, hand = a_night()

    back = partial(
        take_back_hand,
        world.stamp("22:00", role=Role.MANAGER),
        hand_id=hand.pk,
        reason=WHY,
    )
    results = race(right(world, hand, 6_000), right(world, hand, 4_000, Role.MANAGER), back)

    assert outcomes(results) == {"Correction": 1, "CorrectedMeanwhile": 2}, results
    assert Correction.objects.count() == 1
    assert in_order(world, hand)


def test_a_repeat_that_meets_itself_has_one_effect(committed_db: None):
    world, hand = a_night()
    same = right(world, hand, 6_000)

    results = race(same, same, same)

    assert outcomes(results) == {"Correction": 3}, results
    assert len({each.pk for each in results}) == 1
    assert -world.balance("income:rake") == 300


def test_a_close_fixes_the_level_before_or_after_a_correction(committed_db: None):
    world, hand = a_night()
    pool = world.club.jackpots.get()
    take = partial(
        take_back_hand,
        world.stamp("22:00", role=Role.SUPERVISOR),
        hand_id=hand.pk,
        reason=WHY,
    )

    results = race(take, partial(close_floor, world.stamp("22:00:01", role=Role.SUPERVISOR)))

    found = outcomes(results)
    corrected = found["Correction"] == 1
    assert corrected or found["NeedsSignature"] == 1, results
    assert level(pool).fixed_cents == (0 if corrected else 100)
    assert in_order(world, hand)


def test_a_pool_pays_once_what_a_correction_takes(committed_db: None):
    world, hand = a_night()
    pool = world.club.jackpots.get()
    draft = Draft(
        kind="jackpot.awarded",
        lines=(debit("jackpot:pool", 100, pool.pk), credit("chips:floor", 100)),
    )
    paid = partial(ledger.post_once, world.stamp("22:00"), "test.pay", draft)
    take = partial(
        take_back_hand,
        world.stamp("22:00", role=Role.SUPERVISOR),
        hand_id=hand.pk,
        reason=WHY,
    )

    results = race(take, paid)

    assert outcomes(results)["NotEnough"] == 1, results
    assert world.balance("jackpot:pool", pool.pk) == 0
    assert in_order(world, hand)


def test_a_buy_in_is_not_taken_back_beside_its_cash_out(committed_db: None):
    world, hand = a_night(6_000)
    seat = hand.session.seats.earliest("id")
    move = seat.moves.get()
    what = {"reason": WHY}
    floor = world.stamp("22:00", role=Role.SUPERVISOR)
    leave = partial(
        cash_out,
        world.stamp("22:00", role=Role.MANAGER),
        session_id=hand.session_id,
        player_id=seat.player_id,
        cents=10_000,
        paid_with="chips",
    )
    amount = partial(
        correct_chips,
        world.stamp("22:00", role=Role.SUPERVISOR),
        move_id=move.pk,
        cents=40_000,
        paid_with="chips",
        **what,
    )

    results = race(partial(take_back_chips, floor, move_id=move.pk, **what), leave, amount)

    done = [each for each in results if not isinstance(each, Exception)]
    refused = outcomes(results)
    assert len(done) in (1, 2), results
    assert refused.keys() <= {
        "Correction", "ChipMove", "CorrectedMeanwhile", "BookedLater", "NotSeated",
    }, results  # fmt: skip
    assert in_order(world, hand)
