"""What a second person signs still holds while it is carried out, whatever happens beside it."""

from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

import pytest

from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.approvals.signed import StaleProposal
from casino.cage.models import HandOver, Payment
from casino.cage.services import opening as openings
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.payables import identify, pay_out
from casino.closing.services.days import close_due_days
from casino.house.stamp import Stamp
from casino.players.models import AgeTerms, Player
from casino.players.queries import Gone
from casino.players.services.erasing import anonymise_player
from casino.players.services.guests import change_player, exclude_player
from casino.players.services.terms import change_terms
from casino.staff.models import Role
from jackpot.services.sharing import CannotShare, share_pool
from ranking.models import Edition, Payout, SamePerson
from ranking.services.joining import NotOnePerson, join_cards
from ranking.services.keeping import TooMuchOfThePool, keep_edition
from ranking.services.paying import PaidBefore, pay_quarter
from tests.integration.jackpot.test_sharing import both, sharing
from tests.integration.ranking.test_quarters import END
from tests.integration.ranking.test_several import FROM, LADIES, TODAY
from tests.owing import owe_prize
from tests.racing import begin_beside, meanwhile
from tests.ranking import League, one_manager
from tests.world import EVENING, FLOAT, RACK, a_club, a_key, a_member

pytestmark = pytest.mark.usefixtures("committed_db")
APRIL = date(2026, 4, 2)


def sign(stamp: Stamp, asked: Proposal) -> Proposal:
    return approve(replace(stamp, key=a_key()), proposal_id=asked.pk, digest=asked.digest)


def test_a_payment_goes_to_whom_was_signed(committed_db: None):
    world = a_club()
    shift, mari = world.open_shift(), world.player()
    prize = owe_prize(world.stamp("21:00", role=Role.SUPERVISOR), two=True)
    asked = pay_out.ask(
        world.stamp("22:00"), payable_id=prize.pk, shift_id=shift.pk, paid_with="cash"
    )
    names = partial(identify, world.stamp("22:01"), payable_id=prize.pk, player_id=mari.pk)
    with meanwhile(pay_out, names):
        sign(world.stamp("22:01", role=Role.SUPERVISOR), asked)

    assert asked.content["player_id"] is None
    assert Payment.objects.get().entry.player_id is None


def test_one_of_two_ages_is_signed(committed_db: None):
    world = a_club()
    manager, accountant = (
        world.stamp("20:30", role=role) for role in (Role.MANAGER, Role.ACCOUNTANT)
    )
    first, second = (
        change_terms.ask(replace(manager, key=a_key()), minimum_age=age, reason="Law")
        for age in (19, 20)
    )
    with meanwhile(change_terms, partial(sign, accountant, second)) as beside:
        sign(accountant, first)

    assert [type(each) for each in beside] == [StaleProposal]
    assert AgeTerms.objects.get().minimum_age == 19


def test_who_is_barred_meanwhile_is_not_erased(committed_db: None):
    world = a_club()
    mari = world.player()
    asked = anonymise_player.ask(
        world.stamp("20:30", role=Role.MANAGER), player_id=mari.pk, reason="A wish"
    )
    bars = partial(
        exclude_player,
        world.stamp("20:31", role=Role.MANAGER),
        player_id=mari.pk,
        until=date(2027, 1, 1),
        reason="Fight",
    )
    with meanwhile(anonymise_player, bars):
        sign(world.stamp("20:31", role=Role.ACCOUNTANT), asked)

    barred = Player.objects.get(id=mari.pk)
    assert not (barred.anonymised_at and barred.excluded_until)


def test_who_is_erased_meanwhile_gets_no_name_back(committed_db: None):
    world = a_club()
    mari = world.player()
    asked = anonymise_player.ask(
        world.stamp("20:30", role=Role.MANAGER), player_id=mari.pk, reason="A wish"
    )
    names = partial(change_player, world.stamp("20:31"), player_id=mari.pk, name="Mari Maasikas")
    with meanwhile(anonymise_player, names) as beside:
        sign(world.stamp("20:31", role=Role.ACCOUNTANT), asked)

    assert [type(each) for each in beside] == [Gone]
    assert "Maasikas" not in Player.objects.get(id=mari.pk).name


def the_clubs() -> tuple[League, League]:
    """Two clubs and their manager."""
    north, south = League(a_club("north")), League(a_club("south"))
    one_manager(north, south)
    return north, south


def test_two_cards_do_not_count_for_one_another(committed_db: None):
    north, south = the_clubs()
    clubs = [north.world.club.pk, south.world.club.pk]
    north.adopt("Cup", first_day=FROM, today=TODAY, overrides=LADIES, club_ids=clubs)
    south.begin("Ann", "Eve")
    one, other = north.guest("Ann").pk, south.guest("Ann").pk
    asked = [
        join_cards.ask(
            north.stamp(EVENING, "15:00", Role.ACCOUNTANT),
            player_id=player,
            person_id=person,
            reason="One person",
        )
        for player, person in ((one, other), (other, one))
    ]
    manager = north.stamp(EVENING, "15:30")
    with meanwhile(join_cards, partial(sign, manager, asked[1])) as beside:
        sign(manager, asked[0])

    assert [type(each) for each in beside] == [NotOnePerson]
    assert SamePerson.objects.count() == 1


def test_two_rankings_do_not_share_more_than_there_is(committed_db: None):
    league = League(a_club())
    asked = [
        keep_edition.ask(
            league.stamp(TODAY, "12:00"),
            name=name,
            book="olympic",
            overrides={"ranking.contribution_bp": 150},
            first_day=FROM,
            reason="The members asked.",
        )
        for name in ("Cup", "Other cup")
    ]
    accountant = league.stamp(TODAY, "12:30", Role.ACCOUNTANT)
    with meanwhile(keep_edition, partial(sign, accountant, asked[1])) as beside:
        sign(accountant, asked[0])

    assert [type(each) for each in beside] == [TooMuchOfThePool]
    assert Edition.objects.count() == 1


def test_a_quarter_is_paid_by_one_of_two_signatures(committed_db: None):
    league = League(a_club())
    league.play("Ann", "Bob", "Cat")
    close_due_days(END)
    league.close("2026Q1", END)
    ranking = league.count(END)
    accountant, manager = (
        league.stamp(APRIL, "12:00", role) for role in (Role.ACCOUNTANT, Role.MANAGER)
    )
    asked = [
        pay_quarter.ask(replace(accountant, key=a_key()), ranking_id=ranking.pk, quarter="2026Q1")
        for _ in range(2)
    ]
    with meanwhile(pay_quarter, partial(sign, manager, asked[1])) as beside:
        sign(manager, asked[0])

    assert [type(each) for each in beside] == [PaidBefore]
    assert Payout.objects.count() == 1


def test_a_club_feeds_one_pool_by_one_of_two_signatures(committed_db: None):
    tallinn, tartu = a_club(), a_club("tartu")
    pool = tallinn.jackpot()
    both(tallinn, tartu, Role.MANAGER, Role.ACCOUNTANT)
    asked = [sharing(tallinn, pool, tartu, day=EVENING) for _ in range(2)]
    accountant = tallinn.stamp("12:05", role=Role.ACCOUNTANT)
    with meanwhile(share_pool, partial(sign, accountant, asked[1])) as beside:
        sign(accountant, asked[0])

    assert [type(each) for each in beside] == [CannotShare]


def test_a_drawer_that_is_being_handed_over_is_not_opened_anew(
    committed_db: None, monkeypatch: pytest.MonkeyPatch
):
    """The one who closes has written that it is closed, and not yet for whom."""
    world = a_club()
    shift, berta = world.open_shift(), a_member(world.club, Role.CASHIER, name="berta")
    submit_count(world.stamp("23:00"), shift_id=shift.pk, cash=FLOAT, chips=RACK)
    stamp = replace(world.stamp("23:06"), actor_id=berta.pk, key=a_key())
    opens = partial(openings.open_shift, stamp, drawer_id=shift.drawer_id, cash={1000: 1}, chips={})
    keep = HandOver.objects.create

    def kept(**row: Any) -> HandOver:
        begun.append(begin_beside(opens))
        return keep(**row)

    begun: list[Any] = []
    monkeypatch.setattr(HandOver.objects, "create", kept)
    close_shift(world.stamp("23:05"), shift_id=shift.pk, hand_over=True)
    ((thread, results),) = begun
    thread.join()
    assert [type(each) for each in results] == [openings.DrawerWaits]
