"""One pair of hands by a colleague's API key, where money is paid, checked and booked."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.cage.models import Payable
from casino.cage.services import opening
from casino.cage.services.desk import redeem_chips
from casino.cage.services.payables import NotByYou, pay_out
from casino.journal.models import JournalDocument
from casino.journal.services.documents import DocumentLine, book_document
from casino.players.services.guests import change_player
from casino.refusals import Refusal
from casino.staff.models import Role
from jackpot.services.awards import award_claim, check_base
from jackpot.services.claims import prepare_claim
from tests.attacks.test_one_pair_of_hands import by_key
from tests.claiming import BAD_BEAT, approved, claimed, fed, proposed, proved, six_seated
from tests.owing import owe_prize
from tests.refusing import refused
from tests.world import EVENING, FLOAT, RACK, World, a_key, a_member

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("by", ["own sign-in", "key"])
def test_id_typed_by_a_colleagues_key_is_looked_at_too(world: World, by: str):
    shift = world.open_shift()
    world.sell(500_000, "20:10")
    guest = world.player("Rein Known")
    redeem_chips(world.stamp("21:00"), shift_id=shift.pk, cents=180_000, player_id=guest.pk)
    typed = world.stamp("21:10")
    if by == "key":  # in another cashier's name, the key in the hands of the cashier who pays
        berta = a_member(world.club, Role.CASHIER, name="berta")
        typed = by_key(world, replace(typed, actor_id=berta.pk, key=a_key()), Role.CASHIER)
    born = date(1988, 6, 24)
    change_player(typed, player_id=guest.pk, document="AB 1", birth_date=born)
    owed = owe_prize(world.stamp("21:02"), player_id=guest.pk)
    done = pay_out.submit(
        world.stamp("21:15"), payable_id=owed.pk, shift_id=shift.pk, paid_with="cash"
    )
    assert isinstance(done, Proposal)


def jackpot_table(world: World) -> Any:
    fed(world)
    world.fund(3_000_000)
    return six_seated(world)


@pytest.mark.parametrize("by", ["own sign-in", "key"])
def test_a_base_checked_by_a_key_is_not_signed_by_who_holds_it(world: World, by: str):
    """Who claims, who checks and who approves are different people (JACKPOT-013)."""
    claim = claimed(world, jackpot_table(world))
    proved(world, claim)
    check = world.stamp("23:11", role=Role.ACCOUNTANT)
    if by == "key":  # the manager holds the API key in the accountant's name
        check = by_key(world, check, Role.MANAGER)
    check_base(check, claim_id=claim.pk, base_cents=1_000_000)
    asked = award_claim.ask(world.stamp("23:12", role=Role.SUPERVISOR), claim_id=claim.pk)
    who = Role.MANAGER if by == "key" else Role.ACCOUNTANT
    sign = {"proposal_id": asked.pk, "digest": asked.digest}
    refused(Refusal, approve, world.stamp("23:15", role=who), **sign)


@pytest.mark.parametrize("by", ["own sign-in", "key"])
def test_a_share_is_not_paid_by_who_claimed_it_by_a_colleagues_key(world: World, by: str):
    """Who claimed or approved an award never pays it (CAGE-012)."""
    session = jackpot_table(world)
    world.also(Role.SUPERVISOR, Role.CASHIER)
    payer = Role.SUPERVISOR
    who = world.stamp("23:05", role=Role.SUPERVISOR)
    if by == "key":  # in the manager's name, by a key that the cashier holds
        payer = Role.CASHIER
        who = by_key(world, world.stamp("23:05", role=Role.DIRECTOR), Role.CASHIER)
    claim = prepare_claim(
        who,
        session_id=session.pk,
        hand_name="17",
        played_at=world.at("23:00"),
        players_dealt=6,
        **BAD_BEAT,
    )
    approved(world, proposed(world, claim, base=1_000_000))
    owed = Payable.objects.filter(kind="jackpot.share").order_by("cents").first()
    shift = opening.open_shift(
        world.stamp("23:20", role=payer), drawer_id=world.drawer().pk, cash=FLOAT, chips=RACK
    )
    typed = world.stamp("23:21", role=Role.MANAGER)
    born = date(1988, 6, 24)
    change_player(typed, player_id=owed.player_id, document="AB 1", birth_date=born)
    refused(
        NotByYou,
        pay_out.ask,
        world.stamp("23:30", role=payer),
        payable_id=owed.pk,
        shift_id=shift.pk,
        paid_with="cash",
    )


@pytest.mark.parametrize("begun", ["by oneself", "by key"])
def test_what_one_pair_of_hands_books_alone_is_one_sum(world: World, begun: str):
    lines = [
        DocumentLine(account="expense:over-short", debit_cents=40_000, credit_cents=0),
        DocumentLine(account="tax:withheld", debit_cents=0, credit_cents=40_000),
    ]
    what: dict[str, Any] = {"dated": EVENING, "lines": lines, "reason": "Cups"}
    other = a_member(world.club, Role.ACCOUNTANT, name="anna")
    theirs = replace(world.stamp("22:02"), actor_id=other.pk, key=a_key())
    held = by_key(world, theirs, Role.ACCOUNTANT)
    own = world.stamp("22:00", role=Role.ACCOUNTANT)
    first, second = (own, held) if begun == "by oneself" else (held, own)
    assert isinstance(book_document.submit(first, **what), JournalDocument)
    assert isinstance(book_document.submit(second, **what), Proposal)
