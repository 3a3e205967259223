"""A club that comes to feed another one's pool: what its own held goes along, by two people."""

from datetime import date, timedelta

from cashgames.models import Session
from cashgames.services.cash_outs import cash_out
from cashgames.services.tables import close_session
from casino.closing.services.days import close_due_days, seal_day
from casino.countroom.services.boxes import take_box
from casino.staff.models import Role
from jackpot.models import Jackpot
from jackpot.queries import levels
from jackpot.queries.movements import pool_days
from jackpot.services.adjustments import NotContributed, adjust_pool
from jackpot.services.sharing import CannotShare
from tests.claiming import BEFORE, awarded, claimed, fed, six_seated
from tests.counting import sign
from tests.integration.jackpot.test_pools import feed
from tests.integration.jackpot.test_sharing import both, closed, findings, shared, sharing, signed
from tests.refusing import refused
from tests.world import EVENING, World, a_club


def test_what_a_club_holds_in_a_pool_of_its_own_goes_into_the_shared_one(
    tallinn: World, tartu: World
):
    own, pool = tartu.jackpot("Own"), tallinn.jackpot()
    both(tallinn, tartu, Role.MANAGER, Role.ACCOUNTANT)
    feed(tartu, own.pk, 40_000, "11:00", day=BEFORE)
    feed(tallinn, pool.pk, 60_000, "11:00", day=BEFORE)
    asked_for = sharing(tallinn, pool, tartu)
    assert asked_for.content["brings_cents"] == 40_000
    signed(tallinn, asked_for, "12:05", day=BEFORE, role=Role.ACCOUNTANT)

    assert (tartu.balance("jackpot:pool", own.pk), tartu.balance("jackpot:pool", pool.pk)) == (
        0,
        -40_000,
    )
    (moved,) = pool_days(pool, club_id=tartu.club.pk, first=BEFORE, last=BEFORE)
    assert (moved.adjusted_cents, moved.drops_cents, moved.closing_cents) == (40_000, 0, 40_000)
    assert findings(tallinn, tartu) == []
    closed(pool, tallinn)
    assert levels.level(Jackpot.objects.get(pk=pool.pk)).base_cents == 100_000


def test_a_club_brings_nothing_along_while_a_claim_on_its_own_pool_waits(
    tallinn: World, tartu: World
):
    pool, own = tallinn.jackpot(), fed(tartu, 100_000)
    both(tallinn, tartu, Role.MANAGER, Role.ACCOUNTANT)
    session = six_seated(tartu)
    claimed(tartu, session)
    said = refused(CannotShare, sharing, home=tallinn, pool=pool, other=tartu, day=EVENING).message
    assert said == "A claim on that club's own jackpot is not decided."
    assert tartu.balance("jackpot:pool", own.pk) == -100_000


def test_a_club_joins_once_the_boxes_of_its_own_pool_are_counted(tallinn: World, tartu: World):
    pool = tallinn.jackpot()
    tartu.jackpot("Own")
    both(tallinn, tartu, Role.MANAGER, Role.ACCOUNTANT)
    session = tartu.session(by_box=True)
    floor = tartu.stamp("22:00", role=Role.SUPERVISOR)
    take_box(floor, session_id=session.pk, fee="jackpot", number="B 1")
    close_session(tartu.stamp("22:05", role=Role.SUPERVISOR), session_id=session.pk)
    later = EVENING + timedelta(days=1)
    said = refused(CannotShare, sharing, home=tallinn, pool=pool, other=tartu, day=later).message
    assert said == "A table's drop boxes for that club's own jackpot are not settled."


def test_a_club_joins_once_the_nights_of_its_own_pool_are_sealed(tallinn: World, tartu: World):
    pool, own = tallinn.jackpot(), fed(tartu, 1_000_000)
    both(tallinn, tartu, Role.MANAGER, Role.ACCOUNTANT)
    session = six_seated(tartu)
    everybody_leaves(tartu, session)
    later = EVENING + timedelta(days=1)
    for day in (EVENING, later):
        refusal = refused(CannotShare, sharing, home=tallinn, pool=pool, other=tartu, day=day)
        assert "not sealed" in str(refusal.message)
    claim = awarded(tartu, claimed(tartu, session))
    assert tartu.balance("jackpot:pool", own.pk) == -400_000
    assert claim.state == claim.State.AWARDED

    close_due_days(tartu.at("07:01", day=later))
    for day in (BEFORE, EVENING):
        seal_day(tartu.stamp("11:00", role=Role.ACCOUNTANT, day=later), day=day)
    asked_for = sharing(tallinn, pool, tartu, day=later)
    signed(tallinn, asked_for, "12:05", day=later, role=Role.ACCOUNTANT)
    assert tartu.balance("jackpot:pool", pool.pk) == -400_000


def everybody_leaves(world: World, session: Session) -> None:
    for seat in session.seats.filter(left_at=None):
        who = {"player_id": seat.player_id, "cents": 20_000, "paid_with": "chips"}
        cash_out(world.stamp("23:01", role=Role.SUPERVISOR), session_id=session.pk, **who)
    close_session(world.stamp("23:02", role=Role.SUPERVISOR), session_id=session.pk)


def test_a_contribution_of_before_the_joining_is_taken_back_after_it(tallinn: World, tartu: World):
    own, pool = tartu.jackpot("Own"), tallinn.jackpot()
    both(tallinn, tartu, Role.MANAGER, Role.ACCOUNTANT)
    feed(tartu, own.pk, 40_000, "11:00", day=BEFORE)
    by_hand(tartu, own, "seed", 500_000, "11:30", day=BEFORE)
    signed(tallinn, sharing(tallinn, pool, tartu), "12:05", day=BEFORE, role=Role.ACCOUNTANT)
    assert tartu.balance("jackpot:pool", pool.pk) == -540_000

    by_hand(tartu, pool, "seed_back", 450_000, "12:30", day=BEFORE)
    assert tartu.balance("jackpot:pool", pool.pk) == -90_000
    refused(NotContributed, by_hand, tartu, pool, "seed_back", 50_001, "12:40", day=BEFORE)


def test_what_was_won_since_is_no_contribution_any_more(tallinn: World):
    pool = tallinn.jackpot()
    by_hand(tallinn, pool, "seed", 1_000_000, "12:00", day=BEFORE)
    close_due_days(tallinn.at("07:01"))
    by_hand(tallinn, pool, "seed", 20_000, "22:00")
    awarded(tallinn, claimed(tallinn, six_seated(tallinn)))
    feed(tallinn, pool.pk, 500_000, "23:30")
    by_hand(tallinn, pool, "seed_back", 20_000, "23:35")
    refused(NotContributed, by_hand, tallinn, pool, "seed_back", 1, "23:40")

    by_hand(tallinn, pool, "seed", 30_000, "23:50")
    by_hand(tallinn, pool, "seed_back", 30_000, "23:55")
    refused(NotContributed, by_hand, tallinn, pool, "seed_back", 1, "23:58")


def by_hand(
    world: World, pool: Jackpot, why: str, cents: int, clock: str, *, day: date = EVENING
) -> None:
    stamp = world.stamp(clock, role=Role.MANAGER, day=day)
    asked = adjust_pool.ask(stamp, jackpot_id=pool.pk, why=why, cents=cents, note="Anniversary")
    sign(world, stamp, asked, by=Role.ACCOUNTANT)


def test_a_club_whose_own_pool_others_feed_joins_no_other(tallinn: World, tartu: World):
    shared(tartu, tallinn)
    riga = a_club("riga")
    both(riga, tartu, Role.MANAGER, Role.ACCOUNTANT)
    said = refused(CannotShare, sharing, home=riga, pool=riga.jackpot(), other=tartu).message
    assert said == "Other clubs contribute to a pool of that club."


def test_an_empty_pool_of_its_own_is_fed_no_more(tallinn: World, tartu: World):
    own = tartu.jackpot("Own")
    pool = shared(tallinn, tartu)
    assert tartu.session().pool_ref == pool.pk != own.pk


def test_a_table_that_feeds_another_pool_closes_first(tallinn: World, tartu: World):
    tartu.jackpot("Own")
    tartu.session()
    said = refused(CannotShare, shared, home=tallinn, other=tartu).message
    assert said == "An open table of that club contributes to its own jackpot."
