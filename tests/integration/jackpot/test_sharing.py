"""One pool of two clubs: fed at both, its level fixed once, paid where the hand was dealt."""

from datetime import timedelta
from typing import Any

import pytest

from casino.approvals import services as approvals
from casino.approvals.models import Proposal
from casino.approvals.services import NotYours
from casino.cage.models import Payable
from casino.closing.services.days import close_day, close_due_days, close_floor
from casino.house.models import Club
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.queries.documents import acts
from casino.ledger.queries.version import version
from casino.ledger.verify import Books, Finding
from casino.refusals import NotFound
from casino.staff.models import Membership, Role
from casino.verify.findings import broken
from jackpot.models import Award, Jackpot, Settlement, Snapshot
from jackpot.queries import levels
from jackpot.queries.claims import preview
from jackpot.queries.clubs import parts, settlements
from jackpot.queries.levels import CloseMissing
from jackpot.queries.movements import adjustments, funds, hits
from jackpot.rules.ledger import PoolBelowZero
from jackpot.services.awards import EarlierHandWaits
from jackpot.services.intercompany import NotOwed, settle
from jackpot.services.sharing import CannotShare, share_pool
from tests.claiming import BEFORE, ROYAL, awarded, claimed, proposed, six_seated
from tests.integration.jackpot.test_pools import agreed, asked, feed
from tests.refusing import refused
from tests.world import EVENING, World, a_club, founding

NEXT = EVENING + timedelta(days=1)


def both(one: World, other: World, *roles: str) -> None:
    """Let the people of one club work in the same role at the other, too."""
    for role in roles:
        with founding(other.club):
            Membership.objects.create(user=one.staff[role], club=other.club, role=role)


def sharing(home: World, pool: Jackpot, other: World, day: Any = BEFORE) -> Proposal:
    """Ask that the other club's tables feed the pool."""
    stamp = home.stamp("12:00", role=Role.MANAGER, day=day)
    return share_pool.ask(
        stamp, jackpot_id=pool.pk, club_id=other.club.pk, reason="One pool for the group."
    )


def signed(home: World, proposal: Proposal, clock: str, *, day: Any, role: str) -> Proposal:
    stamp = home.stamp(clock, role=role, day=day)
    return approvals.approve(stamp, proposal_id=proposal.pk, digest=proposal.digest)


def shared(home: World, other: World) -> Jackpot:
    """Open a pool that both clubs feed since the day before."""
    pool = home.jackpot()
    both(home, other, Role.MANAGER, Role.ACCOUNTANT)
    signed(home, sharing(home, pool, other), "12:05", day=BEFORE, role=Role.ACCOUNTANT)
    return pool


@pytest.fixture
def pool(tallinn: World, tartu: World) -> Jackpot:
    """Return a pool of both clubs: 6,000.00 of the night before in one, 4,000.00 in the other."""
    pool = shared(tallinn, tartu)
    feed(tallinn, pool.pk, 600_000, "23:00", day=BEFORE)
    feed(tartu, pool.pk, 400_000, "23:00", day=BEFORE)
    return pool


def closed(pool: Jackpot, world: World) -> Jackpot:
    close_due_days(world.at("07:01"))
    return pool


def findings(*worlds: World) -> list[Finding]:
    """Return what a verification of the clubs finds wrong."""
    found = [broken(world.club, Books(club_id=world.club.pk)) for world in worlds]
    return [each for one in found for each in one]


def test_what_one_of_both_clubs_does_is_news_for_the_other_and_not_for_a_third(
    tallinn: World, tartu: World, pool: Jackpot
):
    def heard() -> list[str]:
        return [version(*levels.sharing(club.pk)) for club in (tallinn.club, tartu.club, third)]

    third = a_club("riga").club
    before = heard()
    feed(tartu, pool.pk, 100, "23:10", day=BEFORE)
    after = heard()
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, False, True]


@pytest.mark.rule("OLY-4.4", "AMB-38")
def test_both_clubs_feed_one_pool_and_its_level_is_fixed_once(
    tallinn: World, tartu: World, pool: Jackpot
):
    closed(pool, tallinn)

    (fixed,) = Snapshot.objects.all()
    assert (fixed.jackpot, fixed.level_cents, fixed.at) == (pool, 1_000_000, tallinn.at("07:00"))
    for world in (tallinn, tartu):
        (seen,) = levels.jackpots(world.club.pk)
        assert levels.level(seen).base_cents == 1_000_000
    assert findings(tallinn, tartu) == []


def test_the_tables_of_the_other_club_feed_it_from_the_next_session(
    tallinn: World, tartu: World, pool: Jackpot
):
    assert tartu.session().pool_ref == pool.pk


@pytest.mark.rule("AMB-38")
def test_the_level_waits_for_the_later_of_two_closes(tallinn: World, tartu: World, pool: Jackpot):
    close_day(tallinn.club, BEFORE, now=tallinn.at("07:01"))
    assert not Snapshot.objects.exists()
    claim = claimed(tartu, six_seated(tartu))
    refused(CloseMissing, preview, claim=claim)

    close_day(tartu.club, BEFORE, now=tallinn.at("07:30"))
    assert Snapshot.objects.get().level_cents == 1_000_000
    assert preview(claim).award.base.cents == 1_000_000


@pytest.mark.rule("AMB-28")
def test_a_club_of_another_zone_brings_what_its_own_close_had_fixed(tallinn: World):
    """Five in the morning in London is seven in Tallinn; London's night goes on until nine."""
    london = a_club("london", timezone="Europe/London")
    pool = shared(tallinn, london)
    feed(tallinn, pool.pk, 600_000, "23:00", day=BEFORE)
    feed(london, pool.pk, 400_000, "23:00", day=BEFORE - timedelta(days=1))
    feed(london, pool.pk, 50_000, "23:00", day=BEFORE)

    close_due_days(tallinn.at("07:01"))
    assert Snapshot.objects.get().level_cents == 1_000_000
    feed(london, pool.pk, 70, "04:59", day=BEFORE)  # booked late, before Tallinn's close
    close_due_days(london.at("07:01"))
    assert levels.level(pool).fixed_cents == 1_000_000
    tallinn.sell()
    close_due_days(tallinn.at("07:01", day=NEXT))
    assert levels.level(pool).fixed_cents == 1_050_070
    assert findings(tallinn, london) == []


@pytest.mark.rule("AMB-28")
def test_an_early_close_of_one_club_fixes_nothing_in_the_others_books(
    tallinn: World, tartu: World, pool: Jackpot
):
    closed(pool, tallinn)
    feed(tallinn, pool.pk, 5_000, "22:00")
    feed(tartu, pool.pk, 7_000, "22:00")
    close_floor(tallinn.stamp("22:30", role=Role.SUPERVISOR))
    assert levels.level(pool).fixed_cents == 1_005_000
    feed(tartu, pool.pk, 1, "22:29:59")  # still open there
    assert levels.level(pool).fixed_cents == 1_005_000
    assert findings(tallinn, tartu) == []


@pytest.mark.rule("AMB-35")
def test_a_hit_is_owed_where_it_was_dealt_and_the_other_club_owes_its_part(
    tallinn: World, tartu: World, pool: Jackpot
):
    closed(pool, tallinn)
    awarded(tartu, claimed(tartu, six_seated(tartu)))

    assert {each.club_id for each in Payable.objects.all()} == {tartu.club.pk}
    assert sum(each.cents for each in Payable.objects.all()) == 600_000
    assert tartu.balance("jackpot:pool", pool.pk) == 0  # its own part first
    assert tallinn.balance("jackpot:pool", pool.pk) == -400_000
    assert tallinn.balance("group:owes", tartu.club.pk) == -200_000
    assert tartu.balance("group:owed", tallinn.club.pk) == 200_000
    award = Award.objects.get()
    taken = {each.club_id: each.cents for each in award.taken.all()}
    assert taken == {tartu.club.pk: 400_000, tallinn.club.pk: 200_000}
    assert findings(tallinn, tartu) == []


def test_the_other_clubs_act_names_the_first_one(tallinn: World, tartu: World, pool: Jackpot):
    closed(pool, tallinn)
    awarded(tartu, claimed(tartu, six_seated(tartu)))

    linked = next(
        act for act in acts(tallinn.club.pk) if act.operation == "jackpot.awarded_elsewhere"
    )
    there = Award.objects.get()
    assert linked.arguments == {"act_id": there.act_id, "club_id": tartu.club.pk}
    assert linked.actor_id == tartu.staff[Role.MANAGER].pk


@pytest.mark.rule("AMB-29")
def test_a_second_hit_at_the_other_club_is_paid_from_what_is_left(
    tallinn: World, tartu: World, pool: Jackpot
):
    closed(pool, tallinn)
    awarded(tartu, claimed(tartu, six_seated(tartu)))
    there = six_seated(tallinn)
    second = claimed(tallinn, there, played_at=tallinn.at("23:01"))
    assert preview(second).award.base.cents == 400_000

    awarded(tallinn, second, base=400_000)
    assert levels.level(pool).pool_cents == 160_000
    assert levels.level(pool).base_cents == 160_000
    assert findings(tallinn, tartu) == []


@pytest.mark.rule("AMB-29")
def test_a_hand_of_the_other_club_that_was_played_earlier_is_decided_first(
    tallinn: World, tartu: World, pool: Jackpot
):
    closed(pool, tallinn)
    claimed(tallinn, six_seated(tallinn))
    later = claimed(tartu, six_seated(tartu), played_at=tartu.at("23:02"))
    said = refused(EarlierHandWaits, proposed, world=tartu, claim=later, base=None).message
    assert said == "An earlier claim is still open: a hand at another club."


@pytest.mark.rule("AMB-29")
def test_a_hit_between_two_closes_of_different_zones_is_not_paid_twice(tallinn: World):
    """London pays before Tallinn's close, from a part that this close still counts whole."""
    london = a_club("london", timezone="Europe/London")
    pool = shared(tallinn, london)
    feed(london, pool.pk, 1_000_000, "23:00", day=BEFORE - timedelta(days=1))
    close_due_days(london.at("07:01", day=BEFORE))
    awarded(london, claimed(london, six_seated(london)))
    tallinn.sell()
    close_due_days(tallinn.at("07:01", day=NEXT))

    level = levels.level(pool)
    assert level.pool_cents == level.base_cents == 400_000
    assert findings(tallinn, london) == []


def test_money_between_the_clubs_is_settled_in_both_books_by_two_people(
    tallinn: World, tartu: World, pool: Jackpot
):
    closed(pool, tallinn)
    tallinn.fund()
    awarded(tartu, claimed(tartu, six_seated(tartu)))
    asked = {"club_id": tartu.club.pk, "through": "cash:vault", "note": "Carried by two."}
    desk = tallinn.stamp("23:30", role=Role.MANAGER)
    refused(NotOwed, settle.ask, stamp=desk, cents=200_001, **asked)
    proposal = settle.ask(desk, cents=150_000, **asked)
    before = tartu.balance("cash:vault")
    signed(tallinn, proposal, "23:40", day=EVENING, role=Role.ACCOUNTANT)

    assert tartu.balance("cash:vault") - before == 150_000
    assert tallinn.balance("group:owes", tartu.club.pk) == -50_000
    assert tartu.balance("group:owed", tallinn.club.pk) == 50_000
    assert Settlement.objects.get().cents == 150_000
    assert settlements(tartu.club.pk) == settlements(tallinn.club.pk)
    assert findings(tallinn, tartu) == []


def test_who_approves_money_between_clubs_works_at_both(
    tallinn: World, tartu: World, pool: Jackpot
):
    closed(pool, tallinn)
    awarded(tartu, claimed(tartu, six_seated(tartu)))
    stamp = tallinn.stamp("23:30", role=Role.MANAGER)
    terms = {"cents": 1_000, "through": "cash:vault", "note": "Carried."}
    proposal = settle.ask(stamp, club_id=tartu.club.pk, **terms)
    Membership.objects.filter(user=tallinn.staff[Role.ACCOUNTANT], club=tartu.club).delete()
    call = {"proposal": proposal, "clock": "23:40", "day": EVENING, "role": Role.ACCOUNTANT}
    refused(NotYours, signed, home=tallinn, **call)


def test_books_of_two_clubs_that_disagree_are_named(tallinn: World, tartu: World, pool: Jackpot):
    closed(pool, tallinn)
    awarded(tartu, claimed(tartu, six_seated(tartu)))
    lines = (debit("group:owes", 1, tartu.club.pk), credit("equity:funding", 1))
    draft = Draft(kind="test.forged", lines=lines)
    ledger.post_once(tallinn.stamp("23:50", role=Role.ACCOUNTANT), "test.forged", draft)

    (found,) = findings(tallinn)
    assert found.what == "between clubs"
    assert "1 999,99 and 0,00 here, 2 000,00 and 0,00 there" in found.says.replace("\xa0", " ")


def test_a_strangers_club_does_not_exist(tallinn: World, tartu: World):
    pool = tallinn.jackpot()
    refused(NotFound, sharing, home=tallinn, pool=pool, other=tartu)
    refused(NotFound, levels.jackpot, club_id=tartu.club.pk, jackpot_id=pool.pk)


def test_the_accountant_of_both_clubs_approves_a_shared_pool(tallinn: World, tartu: World):
    pool = tallinn.jackpot()
    both(tallinn, tartu, Role.MANAGER)
    proposal = sharing(tallinn, pool, tartu)
    call = {"clock": "12:05", "day": BEFORE, "role": Role.ACCOUNTANT}
    refused(NotYours, signed, home=tallinn, proposal=proposal, **call)


def test_clubs_of_other_money_share_nothing(tallinn: World, tartu: World):
    Club.objects.filter(pk=tartu.club.pk).update(currency="SEK")
    refused(CannotShare, shared, home=tallinn, other=tartu)


def test_a_club_changes_only_its_own_part_by_hand(tallinn: World, tartu: World, pool: Jackpot):
    closed(pool, tallinn)
    call = {"jackpot_id": pool.pk, "why": "box_short"}
    refused(PoolBelowZero, asked, world=tartu, cents=400_001, **call)
    agreed(tartu, asked(tartu, cents=400_000, **call))
    assert tartu.balance("jackpot:pool", pool.pk) == 0
    assert tallinn.balance("jackpot:pool", pool.pk) == -600_000
    assert len(adjustments(pool, club_id=tartu.club.pk)) == 1
    assert adjustments(pool, club_id=tallinn.club.pk) == []


def test_the_parts_of_a_pool_name_the_readers_own_clubs_alone(
    tallinn: World, tartu: World, pool: Jackpot
):
    closed(pool, tallinn)
    awarded(tartu, claimed(tartu, six_seated(tartu), **ROYAL))
    mine = {tartu.club.pk}
    other, own = parts(pool, seen=mine)

    assert (other.name, other.keeps, other.brought_cents) == ("", True, 600_000)
    assert own.name == tartu.club.name
    assert (own.held_cents, own.taken_cents, own.brought_cents) == (350_000, 50_000, 400_000)
    assert len(hits(pool, club_id=tartu.club.pk)) == 1
    assert hits(pool, club_id=tallinn.club.pk) == []


def test_the_funds_of_a_club_count_its_own_part_and_what_it_owes_elsewhere(
    tallinn: World, tartu: World, pool: Jackpot
):
    closed(pool, tallinn)
    awarded(tartu, claimed(tartu, six_seated(tartu)))
    here, there = (funds(each.stamp("23:50", role=Role.AUDITOR)) for each in (tallinn, tartu))

    assert (here.owed_cents, here.between_owes_cents) == (400_000, 200_000)
    assert here.over_jackpots_cents == 0  # 6,000.00 of cash for 4,000.00 and 2,000.00
    assert (there.owed_cents, there.between_owed_cents) == (600_000, 200_000)
    assert there.over_jackpots_cents == 400_000 + 120_000 - 600_000
