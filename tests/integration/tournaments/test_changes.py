"""An announced tournament changes: who signs, until when, what the players are told."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from casino.acts.permission import NotAllowed
from casino.approvals.models import Proposal
from casino.approvals.signed import NeedsSignature, NothingChanges
from casino.cage.models import Payable, Shift
from casino.players.models import PlayingPlace
from casino.refusals import BadInput, Refusal
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import begun, opened, td
from tests.tournaments import (
    LEVELS,
    a_template,
    a_tournament,
    decided,
    enter,
    now,
    signed,
    sold,
)
from tests.world import World, a_club
from tournaments.models import Entry, StructureVersion, TermsChange, Tournament
from tournaments.queries.changes import notice
from tournaments.queries.clock import level_at, registration_open
from tournaments.queries.floor import floor
from tournaments.queries.pools import waterfall
from tournaments.queries.room import room
from tournaments.queries.tournaments import version
from tournaments.services.announcing import announce
from tournaments.services.changing import ChangeRefused, change_structure, change_tournament
from tournaments.services.pool import fix_pool
from tournaments.services.refunds import NoRefund, refund_entry
from tournaments.services.shared import PoolIsFixed
from tournaments.services.starting import close_registration
from tournaments.services.tables import draw_seats

TOLD = {"notice": "Told at the desk"}


def changed(world: World, friday: Tournament, *, clock: str = "19:00", **terms: Any) -> Tournament:
    """Let the director propose and the manager sign."""
    asked = change_tournament.ask(td(world, clock), tournament_id=friday.pk, **TOLD, **terms)
    signed(world, asked, clock=clock)
    return now(friday)


def test_the_director_moves_the_start_alone_and_late_registration_goes_along(world: World):
    friday = a_tournament(world)
    Tournament.objects.filter(id=friday.pk).update(late_until=world.at("23:00"))
    later = world.at("21:30")

    made = change_tournament(
        td(world, "20:00"), tournament_id=friday.pk, starts_at=later, notice="Starts at 21:30"
    )

    assert (made.number, made.author, made.approved_by) == (1, world.staff[Role.DIRECTOR], None)
    assert made.becomes.keys() == {"starts_at", "late_until"}
    assert (now(friday).starts_at, now(friday).late_until) == (later, world.at("23:30"))


def test_late_registration_ends_at_the_instant_that_is_announced_whatever_the_template_says(
    world: World, shift: Shift
):
    friday = announce(
        world.stamp("10:05", role=Role.MANAGER),
        template_id=a_template(world, late_levels=1).pk,
        name="Friday",
        starts_at=world.at("21:00"),
        late_until=world.at("23:00"),
    )
    enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    begun(world, friday)
    friday = now(friday)
    assert level_at(friday, world.at("22:59")) > 1
    assert registration_open(friday, world.at("22:59"))
    assert not registration_open(friday, world.at("23:00"))
    assert room(friday, world.at("22:00"))["late_ends"] == world.at("23:00")


def test_an_instant_given_later_sets_the_level_aside_and_a_level_the_instant(
    world: World, shift: Shift
):
    friday = changed(world, a_tournament(world, late_levels=2), late_until=world.at("23:00"))
    assert (friday.late_until, friday.late_levels) == (world.at("23:00"), 0)
    friday = changed(world, friday, late_levels=3)
    assert (friday.late_until, friday.late_levels) == (None, 3)


def test_a_start_moved_past_midnight_of_the_club_is_of_the_next_gaming_day(world: World):
    friday = a_tournament(world)
    next_evening = friday.starts_at + timedelta(days=1)
    change_tournament(td(world), tournament_id=friday.pk, starts_at=next_evening, **TOLD)
    assert now(friday).gaming_day == friday.gaming_day + timedelta(days=1)


def test_what_else_was_announced_changes_by_director_and_manager(world: World):
    friday = a_tournament(world)
    terms: dict[str, Any] = {
        "name": "Big Friday",
        "late_levels": 3,
        "places": 150,
        "price_cents": 12_000,
        "fee_cents": 500,
        "guarantee_cents": 500_000,
        "shares_bp": [6_000, 4_000],
        "big_blind_ante": True,
    }
    director, where = td(world, "12:00"), {"tournament_id": friday.pk}
    refused(NeedsSignature, change_tournament, director, **where, **TOLD, **terms)
    asked = change_tournament.ask(td(world, "12:00"), **where, **TOLD, **terms)
    assert asked.content["was"]["price_cents"] == 10_000
    refused(Refusal, signed, world, asked, role=Role.SUPERVISOR, clock="12:01")

    signed(world, asked, role=Role.MANAGER, clock="12:02")

    holds = now(friday)
    assert {name: getattr(holds, name) for name in terms} == terms
    made = TermsChange.objects.get()
    assert (made.author, made.approved_by) == (
        world.staff[Role.DIRECTOR],
        world.staff[Role.MANAGER],
    )


def test_what_the_manager_proposes_another_of_the_floor_signs(world: World):
    friday = a_tournament(world)
    manager = world.stamp("12:00", role=Role.MANAGER)
    asked = change_tournament.ask(manager, tournament_id=friday.pk, places=50, **TOLD)
    signed(world, asked, role=Role.DIRECTOR, clock="12:01")
    assert now(friday).places == 50


def test_the_director_proposes_a_structure_that_the_manager_signs(world: World):
    friday = a_tournament(world)
    slower = [[25, 50, 0, 30], *LEVELS[1:]]
    asked = change_structure.ask(
        td(world), tournament_id=friday.pk, stack=15_000, levels=slower, notice="Slower"
    )
    refused(Refusal, signed, world, asked, role=Role.SUPERVISOR, clock="21:11")
    signed(world, asked, clock="21:12")
    assert version(friday).levels == slower


def test_the_host_of_a_home_book_changes_the_structure_as_supervisor(world: World):
    home = a_club("home", book="home")
    friday = a_tournament(home, shares_bp=[6_000, 4_000])
    manager = home.stamp("12:00", role=Role.MANAGER)
    ask = {"tournament_id": friday.pk, "stack": 15_000, "levels": LEVELS, "notice": "More chips"}
    signed(home, change_structure.ask(manager, **ask), role=Role.DIRECTOR, clock="12:01")
    assert StructureVersion.objects.filter(tournament=friday).count() == 2


def test_the_price_changes_before_the_first_sale_only(world: World, shift: Shift):
    friday = a_tournament(world)
    changed(world, friday, price_cents=9_000, clock="12:00")
    enter(world, friday, "Ann", shift_id=shift.pk)
    ask, where = change_tournament.ask, {"tournament_id": friday.pk}
    for terms in ({"price_cents": 10_000}, {"fee_cents": 0}):
        refused(ChangeRefused, ask, td(world), **where, **TOLD, **terms)


def test_the_price_stands_once_a_satellite_that_pays_tickets_at_it_is_sold(
    world: World, shift: Shift
):
    friday = a_tournament(world)
    terms = {"variants": ["satellite"], "kind": "satellite", "target": friday.pk}
    thursday, other = (a_tournament(world, name, **terms) for name in ("Thursday", "Other"))
    changed(world, friday, price_cents=9_000, clock="12:00")
    (ann,) = enter(world, thursday, "Ann", shift_id=shift.pk)
    ask, dearer = change_tournament.ask, {"tournament_id": friday.pk, "price_cents": 20_000}
    assert "Thursday" in refused(ChangeRefused, ask, td(world), **dearer, **TOLD).message
    page = world.browser(Role.DIRECTOR)
    form = page.get(f"/tallinn/tournaments/{friday.pk}/terms/").context["form"]
    assert not {"price_cents", "fee_cents"} & form.fields.keys()

    Entry.objects.filter(id=ann.pk).update(refunded_at=world.at("20:00"))
    assert changed(world, friday, price_cents=20_000, clock="20:10").price_cents == 20_000

    enter(world, other, "Bob", shift_id=shift.pk)
    assert "Other" in refused(ChangeRefused, ask, td(world), **dearer, fee_cents=0, **TOLD).message


def test_a_sale_while_the_new_price_waits_for_its_signature_keeps_the_old_one(
    world: World, shift: Shift
):
    friday = a_tournament(world)
    asked = change_tournament.ask(
        td(world, "20:00"), tournament_id=friday.pk, price_cents=9_000, **TOLD
    )
    enter(world, friday, "Ann", shift_id=shift.pk)
    refused(Refusal, signed, world, asked, clock="20:10")
    assert now(friday).price_cents == 10_000


def test_guarantee_and_prizes_change_until_the_pool_is_fixed(world: World, shift: Shift):
    friday = a_tournament(world)
    entries = enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    held = changed(world, friday, guarantee_cents=50_000, shares_bp=[7_000, 3_000], clock="20:40")
    water = waterfall(held, at=world.at("20:41"))
    assert (water.overlay_cents, water.prizes_cents) == (30_000, [35_000, 15_000])
    decided(world, friday, entries)
    refused(
        Refusal, change_tournament.ask, td(world), tournament_id=friday.pk, guarantee_cents=0,
        **TOLD,
    )  # fmt: skip


def test_a_fixed_pool_takes_no_other_prizes(world: World, shift: Shift):
    friday = a_tournament(world)
    enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    begun(world, friday)
    close_registration(td(world, "22:00"), tournament_id=friday.pk)
    signed(world, fix_pool.ask(td(world, "22:01"), tournament_id=friday.pk), clock="22:02")
    ask, where = change_tournament.ask, {"tournament_id": friday.pk}
    refused(PoolIsFixed, ask, td(world, "22:03"), **where, **TOLD, shares_bp=[10_000])
    refused(ChangeRefused, ask, td(world, "22:03"), **where, **TOLD, late_levels=4)


def test_what_cannot_be_is_refused(world: World, shift: Shift):
    friday = a_tournament(world)
    ask, where = change_tournament.ask, {"tournament_id": friday.pk} | TOLD
    enter(world, friday, "Ann", "Bob", "Cat", shift_id=shift.pk)
    refused(NothingChanges, ask, td(world), **where, places=100)
    refused(BadInput, ask, td(world), **where, places=2)
    refused(Refusal, ask, td(world), **where, shares_bp=[5_000])
    early = friday.starts_at - timedelta(days=3)
    refused(BadInput, ask, td(world), **where, starts_at=early)
    refused(BadInput, ask, td(world), **where, late_until=world.at("20:00"))
    refused(BadInput, ask, td(world), **(where | {"notice": ""}), places=90)
    refused(NotAllowed, ask, world.stamp("20:00"), **where, places=90)
    begun(world, friday)
    refused(ChangeRefused, ask, td(world), **where, starts_at=world.at("22:00"))


def test_a_new_name_leaves_the_players_in_their_seats(world: World, shift: Shift):
    friday = a_tournament(world)
    enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    opened(world, friday, 1)
    draw_seats(td(world, "20:50"), tournament_id=friday.pk)
    begun(world, friday)
    assert floor(changed(world, friday, name="Big Friday", clock="21:05")).elsewhere == {}
    assert PlayingPlace.objects.filter(until=None).count() == 2


def test_the_screens_tell_it_and_forget_it_an_hour_into_play(world: World, shift: Shift):
    friday = a_tournament(world)
    change_tournament(
        td(world, "19:00"), tournament_id=friday.pk, starts_at=world.at("21:30"),
        notice="Half an hour later",
    )  # fmt: skip
    public = Client().get(f"/board/tallinn/tournaments/{friday.pk}/").content.decode()
    assert "Half an hour later" in public
    director = world.browser(Role.DIRECTOR)
    for name in ("", "clock/", "pool/"):
        page = director.get(f"/tallinn/tournaments/{friday.pk}/{name}").content.decode()
        assert "Half an hour later" in page

    enter(world, friday, "Ann", "Bob", shift_id=shift.pk)
    begun(world, friday, ahead_of_time=True)

    assert notice(now(friday), world.at("21:20")) is None
    changed(world, friday, places=90, clock="21:25")
    told = notice(now(friday), world.at("21:30"))
    assert told
    assert told.text == TOLD["notice"]


@pytest.mark.django_db
def test_who_pays_the_antes_changes_as_long_as_the_book_lets_the_structure_change():
    where, antes = "/tallinn/tournaments/{}/terms/", {"big_blind_ante": True} | TOLD
    for book, paragraph in (("olympic", ""), ("voodoo", "VOO-T27")):
        club = a_club(book, book=book)
        friday = a_tournament(club, levels=[[25, 50, 50, 20]] * 3)
        enter(club, friday, *"ABCDEF", shift_id=club.open_shift(clock="18:00").pk)
        director = Client()
        director.force_login(club.staff[Role.DIRECTOR])
        page = where.replace("tallinn", book).format(friday.pk)
        assert "big_blind_ante" in director.get(page).context["form"].fields
        begun(club, friday)
        if paragraph:
            late = refused(
                ChangeRefused, change_tournament.ask, td(club), tournament_id=friday.pk, **antes
            )
            assert (late.source, late.field) == (paragraph, "big_blind_ante")
            assert "big_blind_ante" not in director.get(page).context["form"].fields
            continue
        held = changed(club, friday, big_blind_ante=True, clock="21:05")
        asked = Proposal.objects.latest("id")
        shown = director.get(f"/{book}/approvals/{asked.pk}/").content.decode()
        assert "from each player" in shown
        board = Client().get(f"/board/{book}/tournaments/{held.pk}/").content.decode()
        assert "big blind ante 50" in board


@pytest.mark.django_db
def test_where_the_book_says_so_a_change_is_refunded_on_demand():
    img = a_club("img", book="img")
    shift = img.open_shift(clock="18:00")
    friday = a_tournament(img)
    before = sold(img, friday, "Ann", shift_id=shift.pk, clock="18:30").entry
    ask, cause = refund_entry.ask, {"cause": "tournament_changed", "reason": "Asked for it"}
    unchanged = refused(NoRefund, ask, td(img, "18:40"), entry_id=before.pk, **cause)
    assert "has not changed" in unchanged.message
    change_tournament(td(img, "19:00"), tournament_id=friday.pk, starts_at=img.at("22:00"), **TOLD)
    after = sold(img, friday, "Bob", shift_id=shift.pk, clock="19:30").entry
    refused(NoRefund, ask, td(img, "19:40"), entry_id=after.pk, **cause)
    played = {"entry_id": before.pk, "stack_in_play": True}
    assert refused(NoRefund, ask, td(img, "19:40"), **played, **cause).source == "AMB-70"

    signed(img, ask(td(img, "19:41"), entry_id=before.pk, **cause), clock="19:42")

    assert Payable.objects.get().cents == 11_000


def test_where_the_book_does_not_a_change_is_no_reason_for_a_refund(world: World, shift: Shift):
    friday = a_tournament(world)
    ann = sold(world, friday, "Ann", shift_id=shift.pk, clock="18:30").entry
    change_tournament(
        td(world, "19:00"), tournament_id=friday.pk, starts_at=world.at("22:00"), **TOLD
    )
    cause = {"cause": "tournament_changed", "reason": "Asked for it"}
    refusal = refused(NoRefund, refund_entry.ask, td(world, "19:10"), entry_id=ann.pk, **cause)
    assert refusal.source == "OLY-3.3.9"


def test_the_page_changes_what_was_typed_anew_and_nothing_else(world: World):
    friday = a_tournament(world)
    director = world.browser(Role.DIRECTOR)
    where = f"/tallinn/tournaments/{friday.pk}/terms/"
    form = director.get(where).context["form"]
    typed = {name: form[name].value() for name in form.fields} | TOLD

    asked = director.post(where, typed | {"places": "120"})

    assert asked["Location"].startswith("/tallinn/approvals/")
    assert now(friday).places == 100
    assert Proposal.objects.get().content["becomes"] == {"places": 120}
    moved = director.post(
        where, typed | {"key": uuid4(), "starts_at": "27.02.2099 21:45", "figures_meant": "on"}
    )
    assert moved["Location"] == f"/tallinn/tournaments/{friday.pk}/"
    assert now(friday).gaming_day == date(2099, 2, 27)
    assert {"price_cents", "fee_cents"} <= typed.keys()
    enter(world, friday, "Ann", shift_id=world.open_shift(clock="18:00").pk)
    assert not {"price_cents", "fee_cents"} & director.get(where).context["form"].fields.keys()
