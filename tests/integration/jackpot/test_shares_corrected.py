"""A share of a jackpot owed to the wrong guest is owed to who won it; the others stay."""

from typing import Any

import pytest
from django.db import IntegrityError
from django.db.transaction import atomic

from cashgames.services.cash_outs import cash_out
from casino.approvals.models import Proposal
from casino.approvals.services import OwnProposal
from casino.approvals.signed import NeedsSignature, NothingChanges
from casino.cage.models import Payable, Shift
from casino.cage.services.payables import NotOwed, pay_out
from casino.ledger.models import Entry
from casino.refusals import NotFound
from casino.reports.queries.asked import asked as asked_report
from casino.reports.queries.guests import winnings
from casino.staff.models import Role
from jackpot.models import Claim, Share
from jackpot.queries.clubs import limits
from jackpot.queries.corrected import corrected_shares
from jackpot.services.limits import AboveLimit
from jackpot.services.right_guests import correct_share
from jackpot.services.taking_back import NotAwarded, SharePaid, take_back_award
from tests.claiming import awarded, claimed, fed, six_seated
from tests.correcting import wrong
from tests.merging import merged
from tests.refusing import refused
from tests.tournaments import signed
from tests.world import EVENING, World, a_key

WHY = "Seated by the card of another guest of that name"


@pytest.fixture
def hit(world: World) -> Claim:
    """Award 6,000.00 of the 10,000.00 of the night before, at 23:15."""
    fed(world)
    return awarded(world, claimed(world, six_seated(world)))


def ask(world: World, share: Share, player_id: int, clock: str = "23:20") -> Proposal:
    what: dict[str, Any] = {"payable_id": share.payable_id, "player_id": player_id}
    return correct_share.ask(world.stamp(clock, role=Role.SUPERVISOR), **what, reason=WHY)


def corrected(world: World, share: Share, player_id: int, clock: str = "23:20") -> Payable:
    signed(world, ask(world, share, player_id, clock), clock=clock)
    share.refresh_from_db()
    return Payable.objects.get(id=share.payable_id)


def pay(world: World, shift: Shift, share: Share, clock: str = "23:18") -> None:
    by = {"payable_id": share.payable_id, "shift_id": shift.pk, "paid_with": "cash"}
    signed(world, pay_out.ask(world.stamp(clock), **by), clock=clock)


def test_the_guest_of_an_unpaid_share_is_put_right_where_another_share_is_paid(
    world: World, shift: Shift, hit: Claim
):
    paid, share = list(hit.award.shares.order_by("cents", "seat"))[:2]
    was, right = Payable.objects.get(id=share.payable_id), world.player("Right guest")
    pay(world, shift, paid)
    others = {each.pk: each.payable_id for each in hit.award.shares.exclude(pk=share.pk)}
    what = {"payable_id": share.payable_id, "player_id": right.pk, "reason": WHY}
    refused(NeedsSignature, correct_share, world.stamp("23:19", role=Role.SUPERVISOR), **what)
    request = ask(world, share, right.pk)
    refused(OwnProposal, signed, world, request, role=Role.SUPERVISOR, clock="23:20")
    anew = corrected(world, share, right.pk, "23:21")

    assert (anew.player, anew.cents, anew.about) == (right, was.cents, was.about)
    assert (anew.kind, anew.two, set(was.not_by) <= set(anew.not_by)) == (was.kind, True, True)
    was.refresh_from_db()
    assert (was.reversal.memo, world.balance("payable", was.pk)) == (WHY, 0)
    assert world.balance("payable", anew.pk) == -anew.cents
    assert share.player == right
    assert others == {each.pk: each.payable_id for each in hit.award.shares.exclude(pk=share.pk)}
    (said,) = corrected_shares(hit.award)
    assert (said.was, said.becomes) == (str(was.player), "Right guest")
    assert not wrong(world)
    stale = {"payable_id": was.pk, "shift_id": shift.pk, "paid_with": "cash"}
    refused(NotOwed, pay_out.ask, world.stamp("23:25"), **stale)
    pay(world, shift, share, "23:26")
    assert anew.payments.exists()
    assert not wrong(world)


def test_a_share_is_corrected_twice_and_then_its_award_is_taken_back(world: World, hit: Claim):
    pool = world.balance("jackpot:pool", hit.jackpot_id)
    share = hit.award.shares.earliest("cents", "seat")
    first = share.player_id
    corrected(world, share, world.player("One").pk, "23:20")
    corrected(world, share, world.player("Two").pk, "23:21")
    corrected(world, share, first, "23:22")
    assert len(share.corrected_by) == 3
    becomes = [each.becomes for each in corrected_shares(hit.award)]
    assert becomes == ["One", "Two", str(share.player)]
    assert not wrong(world)
    back = take_back_award.ask(
        world.stamp("23:25", role=Role.SUPERVISOR), claim_id=hit.pk, reason=WHY
    )
    signed(world, back, clock="23:26")

    assert not Payable.objects.due().exists()
    assert world.balance("jackpot:pool", hit.jackpot_id) == pool - 600_000
    assert not wrong(world)
    refused(NotAwarded, ask, world, share, world.player("Three").pk, "23:30")


def test_what_is_paid_or_stays_as_it_is_is_refused(world: World, shift: Shift, hit: Claim):
    share = hit.award.shares.earliest("cents", "seat")
    right = world.player("Right guest")
    refused(NothingChanges, ask, world, share, share.player_id)
    refused(NotFound, ask, world, Share(payable_id=1), right.pk)
    waits = ask(world, share, right.pk, "23:16")
    pay(world, shift, share, "23:17")
    said = refused(SharePaid, ask, world, share, right.pk)
    assert said.next_page == "slip-reverse"
    refused(SharePaid, signed, world, waits, clock="23:18")


def test_another_card_of_the_guest_is_no_other_guest(world: World, hit: Claim):
    share = hit.award.shares.earliest("cents", "seat")
    card = world.player("Second card").pk
    merged(world, share.player_id, card, clock="23:16")
    refused(NothingChanges, ask, world, share, card)


def test_who_signs_reads_that_the_guest_has_other_shares_of_the_award(world: World, hit: Claim):
    share, other = hit.award.shares.order_by("cents", "seat")[:2]
    assert ask(world, share, other.player_id).content["also_seats"] == [other.seat]
    stranger = world.player("Right guest").pk
    assert "also_seats" not in ask(world, share, stranger, "23:21").content
    stays = world.player("First card").pk
    left = {"session_id": hit.session_id, "player_id": other.player_id, "cents": 20_000}
    cash_out(world.stamp("23:21", role=Role.SUPERVISOR), **left, paid_with="chips")
    merged(world, stays, other.player_id, clock="23:22")
    assert ask(world, share, stays, "23:23").content["also_seats"] == [other.seat]


def test_the_accountant_signs_no_share_above_the_awards_of_the_accountant(world: World, hit: Claim):
    share, right = hit.award.shares.latest("cents"), world.player("Right guest").pk
    assert share.cents > limits(world.club.pk).accountant_award_cents
    request = ask(world, share, right)
    refused(AboveLimit, signed, world, request, role=Role.ACCOUNTANT, clock="23:21")
    signed(world, request, clock="23:22")


def test_statements_count_the_share_to_the_right_guest(world: World, hit: Claim):
    share = hit.award.shares.earliest("cents", "seat")
    was, right = share.player, world.player("Right guest")
    corrected(world, share, right.pk)

    def won(player_id: int) -> int:
        reader = world.stamp("23:50", role=Role.ACCOUNTANT)
        asked = asked_report(world.club, reader, first=EVENING, last=EVENING, player_id=player_id)
        return sum(each.cents for each in winnings(asked))

    assert (won(was.pk), won(right.pk)) == (0, share.cents)


def test_who_corrects_a_share_never_pays_it(world: World, hit: Claim):
    share = hit.award.shares.earliest("cents", "seat")
    anew = corrected(world, share, world.player("Right guest").pk)
    hands = {world.staff[Role.SUPERVISOR].pk, world.staff[Role.MANAGER].pk}
    assert hands <= set(anew.not_by)


def test_the_database_lets_a_share_be_anothers_only_as_it_is_owed(world: World, hit: Claim):
    share = hit.award.shares.earliest("cents", "seat")
    for change in ({"player": world.player("Thief")}, {"payable_id": 1}):
        with pytest.raises(IntegrityError), atomic():
            Share.objects.filter(id=share.pk).update(**change)
    entry = Entry.objects.latest("id")
    with pytest.raises(IntegrityError), atomic():
        Payable.objects.filter(id=share.payable_id).update(reversal=entry)


def test_it_is_asked_from_the_payment_and_the_claim_says_who_it_was(
    world: World, hit: Claim, clock: Any
):
    clock.stop(world.at("23:20"))
    share = hit.award.shares.earliest("cents", "seat")
    was, right = str(share.player), world.player("Right guest")
    floor = world.browser(Role.SUPERVISOR)
    door = f"/tallinn/jackpot/shares/{share.payable_id}/guest/"
    assert door in floor.get(f"/tallinn/payments/{share.payable_id}/").content.decode()
    page = floor.get(door).content.decode()
    assert "The other shares stay." in page
    typed = {"key": a_key(), "player": str(right.code), "reason": WHY}
    assert floor.post(door, typed).status_code == 302
    request = Proposal.objects.latest("id")
    said = world.browser(Role.MANAGER).get(f"/tallinn/approvals/{request.pk}/").content.decode()
    assert was in said
    assert "Right guest" in said
    signed(world, request, clock="23:20")
    claim = floor.get(f"/tallinn/jackpot/claims/{hit.pk}/").content.decode()
    assert f"<del>{was}</del>" in claim
    assert WHY in claim
