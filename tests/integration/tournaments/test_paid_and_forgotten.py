"""A rebuy or add-on that was paid in its period and forgotten is sold late, by two."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from casino.approvals.models import Proposal
from casino.approvals.services import refuse
from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Shift
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.integration.tournaments.test_rebuys import more, started
from tests.refusing import refused
from tests.tournament_floor import out, td
from tests.tournaments import chips_of, now, signed
from tests.world import EVENING, World, a_key
from tournaments.forms.requests import LateForm
from tournaments.models import Entry
from tournaments.queries.clock import more_sold
from tournaments.queries.order import playing
from tournaments.queries.pools import money_check
from tournaments.queries.requests import waiting
from tournaments.services.days import begin_day, end_day
from tournaments.services.during_play import NotSold
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.late_purchases import permit_purchase
from tournaments.services.pool import NotFinal, fix_pool
from tournaments.services.requests import AskedBefore
from tournaments.services.shared import PoolIsFixed
from tournaments.services.starting import close_registration

TERMINATOR = {"variants": ["rebuy_at_will", "terminator"], "bounty_cents": 2_000}
WHY = "Paid at 21:38, the runner forgot it"


def ask(
    world: World, entry: Entry, clock: str, *, what: Any = "rebuy", paid: str = "21:38", **said: Any
) -> Proposal:
    """Let the director say what was paid."""
    of = {"entry_id": entry.pk, "what": what, "paid_at": world.at(paid), "reason": WHY}
    return permit_purchase.ask(td(world, clock), **of, **said)


def permitted(world: World, entry: Entry, clock: str, **said: Any) -> None:
    signed(world, ask(world, entry, clock, **said), clock=clock)


def test_a_rebuy_paid_in_its_period_joins_the_pool_after_it(world: World, shift: Shift):
    tournament, ann = started(world, shift)
    pool = world.balance("tournament:pool", tournament.pk)
    late = refused(NotSold, more, world, ann, "rebuy", "22:05", shift)
    assert (late.next_page, late.about) == ("purchase-late", {"entrant_id": ann.pk})
    close_registration(td(world, "22:06"), tournament_id=tournament.pk)

    asked = ask(world, ann, "22:07", chips=2_500)

    assert (asked.content["cents"], asked.content["afterwards"]) == (10_500, "plays")
    refused(NotSold, more, world, ann, "rebuy", "22:07", shift)
    signed(world, asked, clock="22:08")
    assert [(one.paid_at, one.reason) for one in waiting(tournament)] == [(world.at("21:38"), WHY)]
    refused(NotFinal, fix_pool.ask, td(world, "22:09"), tournament_id=tournament.pk)
    more(world, ann, "rebuy", "22:10", shift)
    assert world.balance("tournament:pool", tournament.pk) == pool - 10_000
    assert money_check(now(tournament)).agrees
    assert waiting(tournament) == []
    listed = exceptions(world.club, first=EVENING, last=EVENING)
    assert "tournaments.permit_purchase" in {row.operation for _, row, _ in listed}


def test_what_was_not_sold_when_it_is_said_to_be_paid_is_not_sold(world: World, shift: Shift):
    tournament, ann = started(world, shift)
    close_registration(td(world, "21:45"), tournament_id=tournament.pk)
    for paid in ("20:59", "21:46", "22:01"):
        assert refused(NotSold, ask, world, ann, "22:07", paid=paid).next_step is None
    refused(NotSold, ask, world, ann, "22:07", what="addon", paid="21:39")
    assert refused(BadInput, ask, world, ann, "22:07", paid="22:08").field == "paid_at"
    permitted(world, ann, "22:08", what="addon", paid="21:41")
    refused(AskedBefore, ask, world, ann, "22:09", what="addon", paid="21:41")
    assert more(world, ann, "addon", "22:10", shift).total_cents == 6_300


def test_nothing_is_sold_where_the_second_person_says_no(world: World, shift: Shift):
    _, ann = started(world, shift)
    asked = ask(world, ann, "22:07")
    refuse(world.stamp("22:08", role=Role.MANAGER), proposal_id=asked.pk, remark="Never paid")
    refused(NotSold, more, world, ann, "rebuy", "22:09", shift)


def test_who_went_out_after_it_was_paid_stays_out(world: World, shift: Shift):
    tournament, ann = started(world, shift)
    out(world, tournament, ann, "21:50")
    asked = ask(world, ann, "22:07")
    assert asked.content["afterwards"] == "stays_out"
    signed(world, asked, clock="22:08")
    permitted(world, ann, "22:09", what="addon", paid="21:45")
    more(world, ann, "rebuy", "22:10", shift)
    more(world, ann, "addon", "22:11", shift)
    ann.refresh_from_db()
    assert ann.out_at == world.at("21:50")


@pytest.mark.parametrize(("terms", "went_out"), [({}, "21:37"), (TERMINATOR, "22:05")])
def test_who_was_out_when_it_was_paid_plays_again(
    world: World, shift: Shift, terms: dict[str, Any], went_out: str
):
    tournament, ann = started(world, shift, **terms)
    bob = tournament.entries.exclude(id=ann.pk).get()
    outs = [Out(entry_id=ann.pk, stack=100, by=[bob.pk] if terms else [])]
    knock_out(td(world, went_out), tournament_id=tournament.pk, outs=outs)
    bounties = world.balance("tournament:bounties", tournament.pk)
    asked = ask(world, ann, "22:07")
    assert asked.content["afterwards"] == "comes_back"
    signed(world, asked, clock="22:08")
    more(world, ann, "rebuy", "22:10", shift)
    ann.refresh_from_db()
    assert ann.out_at is None
    assert world.balance("tournament:bounties", tournament.pk) == bounties - (2_000 if terms else 0)


def test_once_the_pool_is_fixed_the_office_books_it(world: World, shift: Shift):
    tournament, ann = started(world, shift)
    close_registration(td(world, "22:06"), tournament_id=tournament.pk)
    asked = fix_pool.ask(td(world, "22:07"), tournament_id=tournament.pk, shares_bp=[10_000])
    signed(world, asked, clock="22:08")
    said = refused(PoolIsFixed, ask, world, ann, "22:09")
    assert said.next_page == "journal-new"
    said = refused(PoolIsFixed, more, world, ann, "rebuy", "22:09", shift)
    assert said.next_page == "journal-new"


def test_the_floor_asks_for_it_on_the_tournament_s_page(world: World, shift: Shift, client: Client):
    tournament, ann = started(world, shift)
    client.force_login(world.staff[Role.DIRECTOR])
    page = f"/tallinn/tournaments/entries/{ann.pk}/late/"
    here = f"/tallinn/tournaments/{tournament.pk}/"
    assert not more_sold(now(tournament), world.at("22:05"))
    assert page in client.get(here).content.decode()
    permitted(world, ann, "22:08")
    shown = client.get(here).content.decode()
    assert WHY in shown
    more(world, ann, "rebuy", "22:10", shift)
    assert WHY in client.get(here).content.decode()
    form = client.get(page).content.decode()
    assert "paid_at" in form
    assert "reentry" not in form


def test_the_page_takes_what_was_paid_in_an_earlier_flight_for_that_days(
    world: World, shift: Shift
):
    tournament, ann = started(world, shift, flights=2)
    out(world, tournament, ann, "21:50")
    (bob,) = playing(tournament)
    bags = chips_of({bob.pk: 20_000})
    end_day(td(world, "22:30"), tournament_id=tournament.pk, bags=bags, another_flight=True)
    saturday = EVENING + timedelta(1)
    begin_day(world.stamp("21:00", role=Role.DIRECTOR, day=saturday), tournament_id=tournament.pk)
    typed = {"key": a_key(), "what": "rebuy", "paid_at": "21:38", "chips": "0", "reason": WHY}
    for entry in (ann, bob):
        entry.refresh_from_db()
        now_then = {"now": world.at("22:05", day=saturday), "club": world.club}
        form = LateForm(typed, entry=entry, **now_then)
        assert form.is_valid()
        assert form.cleaned_data["paid_at"] == world.at("21:38")
