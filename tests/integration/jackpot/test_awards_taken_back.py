"""Shares awarded to the wrong players are taken back by two, and the hand is decided anew."""

from datetime import date, timedelta

import pytest
from django.db import Error, IntegrityError
from django.db.transaction import atomic

from casino.approvals.models import Proposal
from casino.approvals.services import NotYours, OwnProposal, approve
from casino.approvals.signed import NeedsSignature
from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Payable
from casino.cage.queries.due import payables, payment_of
from casino.cage.services.payables import NotOwed, pay_out
from casino.cage.services.reversals import reverse_slip
from casino.closing.services.days import close_due_days, seal_day
from casino.ledger.models import Entry
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from jackpot.models import Award, AwardReversal, Claim
from jackpot.queries.levels import level
from jackpot.queries.movements import contributed_cents, hits, pool_days
from jackpot.services.adjustments import adjust_pool
from jackpot.services.awards import EarlierHandWaits, award_claim
from jackpot.services.claims import ClaimDecided, HandShown, withdraw_claim
from jackpot.services.limits import AboveLimit
from jackpot.services.taking_back import LaterHit, NotAwarded, SharePaid, take_back_award
from tests.claiming import BEFORE, LATER, approved, awarded, claimed, fed, proposed, six_seated
from tests.refusing import refused
from tests.world import EVENING, World, a_key

NEXT = EVENING + timedelta(days=1)
WHY = "Seats 1 and 2 were mixed up"


@pytest.fixture
def hit(world: World) -> Claim:
    """Award 6,000.00 of the 10,000.00 of the night before, at 23:15."""
    fed(world)
    return awarded(world, claimed(world, six_seated(world)))


def asked(world: World, claim: Claim, clock: str = "23:20", day: date = EVENING) -> Proposal:
    stamp = world.stamp(clock, role=Role.SUPERVISOR, day=day)
    return take_back_award.ask(stamp, claim_id=claim.pk, reason=WHY)


def signs(world: World, proposal: Proposal, clock: str = "23:21", day: date = EVENING) -> None:
    manager = world.stamp(clock, role=Role.MANAGER, day=day)
    approve(manager, proposal_id=proposal.pk, digest=proposal.digest)


def taken_back(world: World, claim: Claim, clock: str = "23:20", day: date = EVENING) -> Claim:
    signs(world, asked(world, claim, clock, day), clock, day)
    return Claim.objects.get(pk=claim.pk)


def awarded_anew(world: World, claim: Claim, clock: str = "23:40", day: date = EVENING) -> Award:
    """Send a claim again, as it lies, and approve it."""
    stamp = world.stamp(clock, role=Role.SUPERVISOR, day=day)
    signs(world, award_claim.ask(stamp, claim_id=claim.pk), clock, day)
    return Award.objects.latest("id")


def owed(world: World) -> dict[int, int]:
    return {each.pk: each.cents for each in payables(world.club.pk)}


def intact(world: World) -> bool:
    return list(broken(world.club, Books(club_id=world.club.pk))) == []


def test_the_pool_gets_back_what_it_paid_and_nothing_is_due(world: World, hit: Claim):
    pool, due = hit.jackpot, owed(world)
    assert pool
    what = {"claim_id": hit.pk, "reason": WHY}
    refused(NeedsSignature, take_back_award, world.stamp("23:19", role=Role.SUPERVISOR), **what)

    reopened = taken_back(world, hit)

    assert (reopened.state, reopened.award, owed(world)) == (Claim.State.PREPARED, None, {})
    assert [world.balance("payable", each) for each in due] == [0] * len(due)
    now = level(pool)
    assert (now.pool_cents, now.paid_since_cents, now.base_cents) == (1_000_000, 0, 1_000_000)
    (day,) = pool_days(pool, club_id=world.club.pk, first=EVENING, last=EVENING)
    assert (day.awarded_cents, day.drops_cents) == (0, 0)
    back = AwardReversal.objects.get()
    assert (back.award.claim, back.proposal.reason) == (hit, WHY)
    assert [each.stands for each in hits(pool, club_id=world.club.pk)] == [False]
    assert intact(world)


@pytest.mark.rule("OLY-4.4", "AMB-29")
def test_the_same_claim_is_awarded_anew_from_the_base_of_its_hand(world: World, hit: Claim):
    first = Award.objects.get()
    before = sorted(owed(world).values())

    again = awarded_anew(world, taken_back(world, hit))

    assert (again.base_cents, again.level_at) == (first.base_cents, first.level_at)
    assert sorted(owed(world).values()) == before
    assert Claim.objects.get().award == again
    assert level(again.jackpot).base_cents == 400_000
    assert intact(world)


def test_a_hand_that_was_entered_wrongly_is_withdrawn_and_claimed_anew(world: World, hit: Claim):
    shares = Award.objects.get().shares
    first = dict(shares.values_list("player_id", "cents"))
    taken_back(world, hit)
    withdraw_claim(world.stamp("23:25", role=Role.SUPERVISOR), claim_id=hit.pk, reason=WHY)
    right = [HandShown(seat=2, cards=["AH", "JD"]), HandShown(seat=1, cards=["9C", "9S"])]
    claim = claimed(world, hit.session, "23:26", hands=right)

    approved(world, proposed(world, claim, "23:30", base=1_000_000), "23:31")

    again = Award.objects.latest("id")
    one, two = (hit.seated[at]["player_id"] for at in (0, 1))
    swapped = first | {one: first[two], two: first[one]}
    assert dict(again.shares.values_list("player_id", "cents")) == swapped
    assert again.base_cents == 1_000_000
    assert intact(world)


def test_it_happens_once_and_only_to_what_was_awarded(world: World, hit: Claim):
    desk = world.stamp("23:19", role=Role.SUPERVISOR)
    said = refused(ClaimDecided, withdraw_claim, desk, claim_id=hit.pk, reason=WHY)
    assert (said.next_page, said.about) == ("claim-take-back", {"claim_id": hit.pk})
    taken_back(world, hit)

    refused(NotAwarded, asked, world, hit, "23:30")

    awarded_anew(world, hit)
    taken_back(world, hit, "23:50")
    assert AwardReversal.objects.count() == 2
    assert world.balance("jackpot:pool", hit.jackpot_id) == -1_000_000
    assert intact(world)


def test_the_same_key_twice_is_the_same_request_and_the_same_act(world: World, hit: Claim):
    ask, sig = a_key(), a_key()
    proposals = {
        take_back_award.ask(
            world.stamp("23:20", role=Role.SUPERVISOR, key=ask), claim_id=hit.pk, reason=WHY
        ).pk
        for _ in range(2)
    }
    assert len(proposals) == 1
    proposal = Proposal.objects.get(pk=proposals.pop())
    for _ in range(2):
        manager = world.stamp("23:21", role=Role.MANAGER, key=sig)
        approve(manager, proposal_id=proposal.pk, digest=proposal.digest)
    assert AwardReversal.objects.count() == 1
    assert intact(world)


def test_the_wrong_person_takes_nothing_back(world: World, hit: Claim):
    proposal = asked(world, hit)
    found = {"proposal_id": proposal.pk, "digest": proposal.digest}
    for kind, role in (
        (OwnProposal, Role.SUPERVISOR),
        (NotYours, Role.CASHIER),
        (AboveLimit, Role.ACCOUNTANT),
    ):
        refused(kind, approve, world.stamp("23:21", role=role), **found)
    assert Claim.objects.get().award


@pytest.fixture
def kati(world: World, hit: Claim) -> Payable:
    """Pay Kati's share at 23:17, after the award."""
    owed = Payable.objects.get(player__name="Kati")
    shift = world.open_shift(clock="20:01")
    what = {"payable_id": owed.pk, "shift_id": shift.pk, "paid_with": "cash"}
    proposal = pay_out.ask(world.stamp("23:17"), **what)
    supervisor = world.stamp("23:18", role=Role.SUPERVISOR)
    approve(supervisor, proposal_id=proposal.pk, digest=proposal.digest)
    return owed


def test_a_paid_share_is_reversed_at_the_cage_first_and_the_refusal_names_it(
    world: World, hit: Claim, kati: Payable
):
    paid = payment_of(kati)
    assert paid

    said = refused(SharePaid, asked, world, hit)

    assert f"slip {paid.entry.number}" in str(said.message)
    assert (said.next_page, said.about) == ("slip-reverse", {"entry_id": paid.entry_id})
    back = {"shift_id": paid.shift_id, "entry_id": paid.entry_id, "reason": WHY}
    signs(world, reverse_slip.ask(world.stamp("23:25"), **back), "23:26")
    taken_back(world, hit, "23:27")
    assert owed(world) == {}
    again = {"payable_id": kati.pk, "shift_id": paid.shift_id, "paid_with": "cash"}
    refused(NotOwed, pay_out.ask, world.stamp("23:30"), **again)
    assert intact(world)


def test_an_award_of_nothing_is_taken_back_without_an_entry(world: World):
    pool = fed(world, 1)
    claim = awarded(world, claimed(world, six_seated(world)), base=1)
    assert Award.objects.get().entry_id is None

    taken_back(world, claim)

    assert AwardReversal.objects.get().entry_id is None
    assert world.balance("jackpot:pool", pool.pk) == -1
    awarded_anew(world, claim)
    assert intact(world)


@pytest.mark.rule("AMB-29")
def test_a_later_hit_paid_from_what_was_left_is_taken_back_first(world: World, hit: Claim):
    later = claimed(
        world, hit.session, "23:30", hand_name="18", played_at=world.at("23:29"), **LATER
    )
    approved(world, proposed(world, later, "23:32", base=400_000), "23:33")

    said = refused(LaterHit, asked, world, hit, "23:35")

    assert str(later) in str(said.message)
    assert (said.next_page, said.about) == ("claim", {"claim_id": later.pk})
    taken_back(world, later, "23:36")
    taken_back(world, hit, "23:37")
    awarded_anew(world, hit, "23:40")
    second = awarded_anew(world, later, "23:41")
    assert (second.paid_since_cents, second.base_cents) == (600_000, 400_000)
    assert intact(world)


@pytest.mark.rule("AMB-29")
def test_a_hand_after_it_waits_until_the_claim_is_decided_anew(world: World, hit: Claim):
    later = claimed(
        world, hit.session, "23:30", hand_name="18", played_at=world.at("23:29"), **LATER
    )
    waits = proposed(world, later, "23:32", base=400_000)
    taken_back(world, hit, "23:33")
    refused(EarlierHandWaits, signs, world, waits, "23:34")
    awarded_anew(world, hit, "23:35")
    signs(world, waits, "23:36")
    assert Award.objects.latest("id").base_cents == 400_000
    assert intact(world)


@pytest.mark.rule("OLY-4.4", "AMB-29")
def test_a_level_that_an_award_had_lowered_is_not_lowered_by_it_again(world: World, hit: Claim):
    """Taken back and awarded anew after the close, it counts once, in the level of that close."""
    pool = hit.jackpot
    assert pool
    close_due_days(world.at("07:01", day=NEXT))
    assert level(pool).fixed_cents == 400_000

    taken_back(world, hit, "10:00", NEXT)
    between = level(pool)
    assert (between.pool_cents, between.paid_since_cents) == (1_000_000, 0)
    assert between.base_cents == 400_000  # what the close fixed, no more
    again = awarded_anew(world, hit, "10:30", NEXT)

    assert again.base_cents == 1_000_000
    now = level(pool)
    assert (now.pool_cents, now.paid_since_cents, now.base_cents) == (400_000, 0, 400_000)
    close_due_days(world.at("07:01", day=NEXT + timedelta(days=1)))
    assert level(pool).fixed_cents == 400_000
    assert intact(world)


def test_a_sealed_day_in_between_stays_as_it_was_sealed(world: World, hit: Claim):
    close_due_days(world.at("07:01", day=NEXT))
    for day in (BEFORE, EVENING):
        seal_day(world.stamp("12:00", role=Role.ACCOUNTANT, day=NEXT), day=day)
    kept = {each.pk: each.cents for each in Entry.objects.filter(gaming_day=EVENING)}

    taken_back(world, hit, "13:00", NEXT)

    assert {each.pk: each.cents for each in Entry.objects.filter(gaming_day=EVENING)} == kept
    assert AwardReversal.objects.get().gaming_day == NEXT
    assert intact(world)


@pytest.mark.rule("OLY-4.4")
def test_what_the_house_gave_is_its_own_again_once_no_claim_waits_for_it(world: World):
    pool = world.jackpot()
    terms = {"why": "seed", "cents": 50_000, "note": "The anniversary week."}
    before = world.stamp("22:00", role=Role.MANAGER, day=BEFORE)
    given = adjust_pool.ask(before, jackpot_id=pool.pk, **terms)
    accountant = world.stamp("22:01", role=Role.ACCOUNTANT, day=BEFORE)
    approve(accountant, proposal_id=given.pk, digest=given.digest)
    close_due_days(world.at("07:01"))
    assert contributed_cents(pool, club_id=world.club.pk) == 50_000
    claim = claimed(world, six_seated(world))
    assert contributed_cents(pool, club_id=world.club.pk) == 0
    awarded(world, claim, base=50_000)
    assert contributed_cents(pool, club_id=world.club.pk) == 0
    taken_back(world, claim)
    assert contributed_cents(pool, club_id=world.club.pk) == 0

    withdraw_claim(world.stamp("23:25", role=Role.SUPERVISOR), claim_id=claim.pk, reason=WHY)

    assert contributed_cents(pool, club_id=world.club.pk) == 50_000


def test_it_stands_under_exceptions_with_its_reason(world: World, hit: Claim):
    taken_back(world, hit)
    found = exceptions(world.club, first=EVENING, last=EVENING)
    said = [row.arguments["reason"] for _, row, _ in found if row.operation == take_back_award.name]
    assert said == [WHY]


def test_the_database_lets_only_reversals_of_its_entries_end_an_award(world: World, hit: Claim):
    award = Award.objects.get()
    row = {"award": award, "at": award.approved_at, "gaming_day": EVENING, "act_id": -7}
    proposal = Proposal.objects.latest("id")
    with pytest.raises(IntegrityError, match="by reversals of its entries"), atomic():
        AwardReversal.objects.create(**row, proposal=proposal, entry_id=award.entry_id)
    with pytest.raises(IntegrityError, match="as it was decided"), atomic():
        Claim.objects.filter(pk=hit.pk).update(state=Claim.State.PREPARED)
    again = {"total_cents": 0, "entry_id": None, "act_id": -8}
    second = {each.attname: getattr(award, each.attname) for each in Award._meta.fields} | again
    del second["id"]
    with pytest.raises(IntegrityError, match="has an award that stands"), atomic():
        Award.objects.create(**second)
    taken_back(world, hit)
    with pytest.raises(Error, match="permission denied"), atomic():
        AwardReversal.objects.update(act_id=1)
