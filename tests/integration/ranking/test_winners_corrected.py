"""A prize of a closed quarter that is owed to the wrong guest is owed to the right one by two."""

import csv
import io
from datetime import date, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from casino.approvals.models import Proposal
from casino.approvals.services import OwnProposal
from casino.approvals.signed import NothingChanges, StaleProposal
from casino.bookkeeping.queries.registers import REGISTERS, rows
from casino.cage.models import Payable
from casino.cage.services.opening import open_shift
from casino.cage.services.payables import pay_out
from casino.ledger.verify import Books
from casino.refusals import NotFound
from casino.reports.queries.asked import asked
from casino.reports.queries.results import ranked
from casino.staff.models import Role
from casino.verify.findings import broken
from ranking.api import PrizeOut
from ranking.exports import payouts_csv
from ranking.models import RankingPlace
from ranking.queries.standing import prizes
from ranking.services.winners import correct_winner
from tests.ranking import APRIL, END, League, awarded
from tests.refusing import refused
from tests.world import FLOAT, RACK, World
from tournaments.services.taking_back import PrizePaid


@pytest.fixture
def league(world: World) -> League:
    return awarded(world)


def due_to(league: League, name: str) -> Payable:
    return Payable.objects.due().get(kind="ranking.prize", player=league.guest(name))


def ask(league: League, owed: Payable, name: str, clock: str = "13:00") -> Proposal:
    what: dict[str, Any] = {"payable_id": owed.pk, "player_id": league.guest(name).pk}
    accountant = league.stamp(APRIL, clock, Role.ACCOUNTANT)
    return correct_winner.ask(accountant, **what, reason="Two guests of one name")


def owed(world: World) -> dict[str, int]:
    found = Payable.objects.due().filter(club=world.club, kind="ranking.prize")
    return {each.player.name: each.cents for each in found.select_related("player") if each.player}


def test_the_prize_is_owed_to_who_won_it_and_the_others_stay(world: World, league: League):
    before, wrong = owed(world), due_to(league, "Ann")
    places = list(RankingPlace.objects.values_list("player", "rank", "cents"))
    asked = ask(league, wrong, "Ann of the ID")
    refused(OwnProposal, league.sign, asked, APRIL, "13:05", role=Role.ACCOUNTANT)
    league.sign(asked, APRIL, "13:10")

    right = {"Ann of the ID" if name == "Ann" else name: cents for name, cents in before.items()}
    assert owed(world) == right
    wrong.refresh_from_db()
    assert wrong.reversal_id
    assert world.balance("payable", wrong.pk) == 0
    anew = due_to(league, "Ann of the ID")
    assert (anew.about, anew.cents) == (wrong.about, wrong.cents)
    assert world.balance("ranking:pool", 20261) == 0
    listed = {each.payable_id for each in prizes(league.count(END), "2026Q1")}
    assert listed == set(Payable.objects.due().values_list("id", flat=True).filter(kind=anew.kind))
    assert list(RankingPlace.objects.values_list("player", "rank", "cents")) == places
    assert not list(broken(world.club, Books(club_id=world.club.pk)))
    league.sign(ask(league, anew, "Ann", "13:20"), APRIL, "13:25")
    assert owed(world) == before
    # Where its payment was made anew, the prize is meant, whose it is by now.
    refused(NothingChanges, ask, league, anew, "Ann", "13:30")
    refused(NotFound, ask, league, Payable(id=1), "Ann", "13:31")


def test_a_prize_is_put_right_where_another_of_the_quarter_is_paid(world: World, league: League):
    ann, bob = due_to(league, "Ann"), due_to(league, "Bob")
    refused(NothingChanges, ask, league, ann, "Ann")
    of_bob = ask(league, bob, "Dan", "12:55")
    opens = world.stamp("12:40", day=APRIL)
    shift = open_shift(opens, drawer_id=world.drawer().pk, cash=FLOAT, chips=RACK)
    by = {"payable_id": bob.pk, "shift_id": shift.pk, "paid_with": "cash"}
    pay_out(world.stamp("13:02", day=APRIL), **by)
    said = refused(PrizePaid, ask, league, bob, "Dan", "13:05")
    assert said.next_page == "slip-reverse"
    refused(PrizePaid, league.sign, of_bob, APRIL, "13:06")

    before = owed(world)
    league.sign(ask(league, ann, "Dan", "13:07"), APRIL, "13:08")
    assert owed(world) == {"Dan": before["Ann"], "Cat": before["Cat"]}
    assert bob.payments.get().reversal_id is None
    assert not list(broken(world.club, Books(club_id=world.club.pk)))


def test_it_is_asked_from_the_payment(world: World, league: League):
    ann, dan = due_to(league, "Ann"), league.guest("Dan")
    accountant, cashier = Client(), Client()
    accountant.force_login(world.staff[Role.ACCOUNTANT])
    cashier.force_login(world.staff[Role.CASHIER])
    page, at = f"/tallinn/payments/{ann.pk}/", f"/tallinn/ranking/prizes/{ann.pk}/guest/"
    assert at in accountant.get(page).content.decode()
    assert at not in cashier.get(page).content.decode()
    assert "Ann" in accountant.get(at).content.decode()
    accountant.post(at, {"key": uuid4(), "player": str(dan.code), "reason": "It was Dan"})
    asked = Proposal.objects.latest("id")
    assert asked.operation == "ranking.correct_winner"
    manager = world.browser(Role.MANAGER)
    assert "<strong>Dan</strong>" in manager.get(f"/tallinn/approvals/{asked.pk}/").content.decode()


def test_files_and_programs_name_who_is_owed_the_prize(world: World, league: League):
    owed = due_to(league, "Ann")
    league.sign(ask(league, owed, "Ann of the ID"), APRIL, "13:10")
    anew = due_to(league, "Ann of the ID")
    count = league.count(END)
    found = csv.DictReader(io.StringIO(payouts_csv(prizes(count, "2026Q1")).decode("utf-8-sig")))
    assert {row["payment"]: row["player"] for row in found}[str(anew.pk)] == "Ann of the ID"
    told = PrizeOut(prizes(count, "2026Q1"), many=True).data
    assert {each["payable_id"]: each["player"] for each in told}[anew.pk] == "Ann of the ID"
    register = rows(REGISTERS["ranking"], world.club.pk, date(2026, 1, 1), date(2026, 12, 31))
    code = str(league.guest("Ann of the ID").code)
    assert any(code in map(str, row) for row in register)


def test_of_two_corrections_that_wait_at_once_both_are_signed(world: World, league: League):
    """Two winners who were exchanged need two."""
    before = owed(world)
    first = ask(league, due_to(league, "Ann"), "Dan")
    second = ask(league, due_to(league, "Bob"), "Eve", "13:05")
    league.sign(first, APRIL, "13:10")
    league.sign(second, APRIL, "13:12")
    assert owed(world) == {"Dan": before["Ann"], "Eve": before["Bob"], "Cat": before["Cat"]}
    assert not list(broken(world.club, Books(club_id=world.club.pk)))


def test_two_that_correct_the_same_prize_do_not_undo_each_other(world: World, league: League):
    ann = due_to(league, "Ann")
    league.sign(ask(league, ann, "Dan"), APRIL, "13:02")
    first = ask(league, due_to(league, "Dan"), "Eve", "13:04")
    second = ask(league, ann, "Fay", "13:05")  # by the payment that it was before
    league.sign(first, APRIL, "13:08")
    refused(StaleProposal, league.sign, second, APRIL, "13:10")


def test_a_report_of_then_leads_to_the_payments_of_then(world: World, league: League):
    before, then = paid_by(world), timezone.now()
    assert paid_by(world, then) == before
    league.sign(ask(league, due_to(league, "Ann"), "Dan"), APRIL, "13:10")
    assert paid_by(world, then) == before
    assert None not in before
    anew = paid_by(world)
    assert len(set(before) - set(anew)) == len(set(anew) - set(before)) == 1


def paid_by(world: World, known_at: datetime | None = None) -> list[int | None]:
    """Return the payments to which the report leads, in the order of the places."""
    year: dict[str, Any] = {"first": date(2026, 1, 1), "last": date(2026, 12, 31)}
    reader = world.stamp("12:00", day=APRIL, role=Role.ACCOUNTANT)
    found = ranked(asked(world.club, reader, **year, known_at=known_at))
    links = [each.links.get("prize") for each in found.rows]
    return [int(link.ids[0]) if link else None for link in links]
