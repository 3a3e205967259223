"""A deal whose figures look mistyped is asked about once, by page and by program alike."""

import pytest

from casino.audit.queries.exceptions import exceptions
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import begun, td
from tests.tournaments import a_tournament, enter, now, shares_of, signed
from tests.world import EVENING, World, a_key
from tournaments.models import Deal, Tournament
from tournaments.rules.deal import DealDoubt, deal_doubt
from tournaments.services.deals import offer_deal
from tournaments.services.pool import fix_pool
from tournaments.services.shared import LooksMistyped
from tournaments.services.starting import close_registration

FEWER = "Ann has fewer chips than Bob and gets more."


@pytest.fixture
def played(world: World) -> tuple[Tournament, int, int]:
    friday = a_tournament(world, shares_bp=[7_000, 3_000])
    ann, bob = enter(world, friday, "Ann", "Bob", shift_id=world.open_shift().pk)
    begun(world, friday)
    close_registration(td(world, "21:50"), tournament_id=friday.pk)
    signed(world, fix_pool.ask(td(world, "21:51"), tournament_id=friday.pk), clock="21:52")
    return now(friday), ann.pk, bob.pk


@pytest.mark.parametrize(
    ("cents", "chips", "doubt"),
    [
        ((700, 300), (20_000, 10_000), None),
        ((500, 500), (20_000, 10_000), None),
        ((340, 330, 330), (9_000, 10_000, 11_000), None),
        ((300, 700), (20_000, 10_000), DealDoubt(player="1", other="0")),
        ((100, 600, 300), (9_000, 1_000, 20_000), DealDoubt(player="1", other="0")),
        ((800, 200), (20_000, 10_000), DealDoubt(player="1")),
        ((901, 100, 200), (20_000, 5_000, 9_000), DealDoubt(player="0", above=True)),
        ((900, 300, 300), (20_000, 10_000, 10_000), None),
        ((), (), None),
    ],
)
def test_more_for_fewer_chips_and_less_than_is_sure_look_mistyped(cents, chips, doubt):
    given = {str(place): each for place, each in enumerate(cents)}
    stacks = {str(place): each for place, each in enumerate(chips)}
    lowest = 300 if len(cents) == 2 else 100
    sure = {"first_cents": 900, "lowest_cents": lowest}
    assert deal_doubt(agreed_cents=given, chips=stacks, **sure) == doubt


def test_a_deal_that_turns_chips_and_money_round_is_asked_about_once(world: World, played):
    friday, ann, bob = played
    shares = shares_of({ann: 13_000, bob: 7_000}, {ann: 4_000, bob: 16_000})
    asked = {"tournament_id": friday.pk, "shares": shares}
    said = refused(LooksMistyped, offer_deal, td(world, "22:00"), **asked)
    assert (said.message, said.field) == (FEWER, "figures_meant")
    assert not Deal.objects.exists()
    offer_deal(td(world, "22:01"), **asked, figures_meant=True)

    rows = exceptions(world.club, first=EVENING, last=EVENING)
    found = [(row.operation, str(kind)) for kind, row, _ in rows]
    assert found[0] == ("tournaments.offer_deal", "implausible figure accepted")


def test_who_gets_less_than_the_lowest_prize_is_asked_about(world: World, played):
    friday, ann, bob = played
    shares = shares_of({ann: 19_000, bob: 1_000}, {ann: 16_000, bob: 4_000})
    asked = {"tournament_id": friday.pk, "shares": shares}
    said = refused(LooksMistyped, offer_deal, td(world, "22:00"), **asked)
    assert said.message == "Bob gets less than the lowest prize that remains, 60,00."


def test_a_stack_that_was_not_counted_is_asked_about_and_a_chip_that_was_lost_is_not(
    world: World, played
):
    friday, ann, bob = played
    shares = {ann: 13_000, bob: 7_000}
    few = shares_of(shares, {ann: 12_000, bob: 7_799})
    said = refused(
        LooksMistyped, offer_deal, td(world, "22:00"), tournament_id=friday.pk, shares=few
    )
    assert said.message == "Chips in play but not counted: 201."
    nearly = shares_of(shares, {ann: 12_000, bob: 7_800})
    offer_deal(td(world, "22:01"), tournament_id=friday.pk, shares=nearly)


def test_while_more_play_than_are_paid_no_prize_is_sure_to_anybody(world: World):
    friday = a_tournament(world, shares_bp=[7_000, 3_000])
    entries = enter(world, friday, "Ann", "Bob", "Carl", shift_id=world.open_shift().pk)
    begun(world, friday)
    close_registration(td(world, "21:50"), tournament_id=friday.pk)
    signed(world, fix_pool.ask(td(world, "21:51"), tournament_id=friday.pk), clock="21:52")
    ann, bob, carl = (each.pk for each in entries)
    shares = shares_of({ann: 18_000, bob: 11_900, carl: 100}, {ann: 20_000, bob: 9_900, carl: 100})
    offer_deal(td(world, "22:00"), tournament_id=friday.pk, shares=shares)

    most = shares_of({ann: 21_100, bob: 8_800, carl: 100}, {ann: 20_000, bob: 9_900, carl: 100})
    said = refused(
        LooksMistyped, offer_deal, td(world, "22:01"), tournament_id=friday.pk, shares=most
    )
    assert said.message == "Ann gets more than the first prize, 210,00."


def test_the_page_of_a_deal_asks_beside_a_tick_and_goes_on_with_it(world: World, played):
    friday, ann, bob = played
    client, where = world.browser(Role.DIRECTOR), f"/tallinn/tournaments/{friday.pk}/deal/"
    assert "figures_meant" not in client.get(where).content.decode()
    typed = {f"share_{ann}": "130", f"share_{bob}": "70"}
    typed |= {f"stack_{ann}": "4000", f"stack_{bob}": "16000"}

    asked = client.post(where, typed | {"key": a_key()})

    page = asked.content.decode()
    assert (asked.status_code, page.count(FEWER)) == (409, 1)
    assert 'name="figures_meant"' in page
    key = asked.context["form"]["key"].value()
    assert client.post(where, typed | {"key": key, "figures_meant": "on"}).status_code == 302
    assert Deal.objects.get().shares_cents == {str(ann): 13_000, str(bob): 7_000}


def test_a_deal_by_the_chips_is_asked_nothing_about(world: World, played):
    friday, ann, bob = played
    client, where = world.browser(Role.DIRECTOR), f"/tallinn/tournaments/{friday.pk}/deal/"
    typed = {f"share_{ann}": "70", f"share_{bob}": "130", "key": a_key()}
    typed |= {f"stack_{ann}": "4000", f"stack_{bob}": "16000"}
    assert client.post(where, typed).status_code == 302
