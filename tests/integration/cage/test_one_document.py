"""Two cards that show one document are one guest where cash is added up, merged or not."""

from datetime import date

import pytest

from cashgames.services.cash_outs import cash_out
from cashgames.services.seats import seat_player
from casino.approvals.models import Proposal
from casino.cage.models import Shift
from casino.cage.queries.guests import guest_card
from casino.cage.services.desk import REDEEM, redeem_chips, sell_chips
from casino.cage.services.identity import NotIdentified
from casino.players.models import Player
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournaments import a_tournament
from tests.world import EVENING, World
from tournaments.services.selling import sell_entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def shift(world: World) -> Shift:
    world.sell(1_000_000, "19:00")
    return world.open_shift()


def two_cards(world: World, **more: object) -> list[Player]:
    """Return two cards of the club that were never merged; the number is typed differently."""
    found = [world.player(name) for name in ("Mari Tamm", "Marija Tamm")]
    for card, document in zip(found, ("AB 1234567", "ab1234567"), strict=True):
        Player.objects.filter(id=card.pk).update(document=document, **more)
    return [Player.objects.get(id=card.pk) for card in found]


def test_what_is_sold_on_both_cards_is_one_sum_for_the_id(world: World, shift: Shift):
    what = {"shift_id": shift.pk, "cents": 150_000}
    first, second = two_cards(world)
    sell_chips(world.stamp("22:00"), player_id=first.pk, **what)
    refused(NotIdentified, sell_chips, world.stamp("22:01"), player_id=second.pk, **what)
    refused(NotIdentified, redeem_chips, world.stamp("22:02"), player_id=second.pk, **what)


def test_a_seat_a_cash_out_and_a_tournament_belong_to_the_sum(world: World, shift: Shift):
    first, second = two_cards(world)
    sell_chips(world.stamp("22:00"), shift_id=shift.pk, player_id=first.pk, cents=190_000)
    session, tournament = world.session(), a_tournament(world)
    seat = {"session_id": session.pk, "player_id": second.pk, "cents": 20_000}
    cash = {"shift_id": shift.pk, "paid_with": "cash"}
    refused(NotIdentified, seat_player, world.stamp("22:01"), seat_no=1, **seat, **cash)
    seat_player(world.stamp("22:02"), seat_no=1, paid_with="chips", **seat)
    refused(NotIdentified, cash_out, world.stamp("22:03"), **seat, **cash)
    assert tournament.price_cents + tournament.fee_cents >= 10_000
    entry = {"tournament_id": tournament.pk, "player_id": second.pk}
    refused(NotIdentified, sell_entry, world.stamp("22:04"), **entry, **cash)


def test_what_is_paid_out_on_both_cards_is_signed_as_one_sum(world: World, shift: Shift):
    first, second = two_cards(world, birth_date=date(1990, 1, 1))
    what = {"shift_id": shift.pk}
    redeem_chips(world.stamp("22:00"), player_id=first.pk, cents=150_000, **what)
    asked = redeem_chips.submit(world.stamp("22:01"), player_id=second.pk, cents=50_000, **what)
    assert isinstance(asked, Proposal)
    assert asked.operation == REDEEM


def test_a_guest_without_a_document_is_linked_to_nobody(world: World, shift: Shift):
    cards = [world.player(name) for name in ("Jaan Kask", "Jaan Kask")]
    for card in cards:
        sell_chips(world.stamp("22:00"), shift_id=shift.pk, player_id=card.pk, cents=150_000)
    assert guest_card(cards[0], gaming_day=EVENING, at=world.at("23:00")).same_document == []


def test_the_cashier_is_told_of_the_other_card(world: World, shift: Shift):
    first, second = two_cards(world)
    sell_chips(world.stamp("22:00"), shift_id=shift.pk, player_id=first.pk, cents=150_000)
    seen = guest_card(second, gaming_day=EVENING, at=world.at("23:00"))
    assert (seen.same_document, seen.in_cents) == ([first], 150_000)
    desk = world.browser(Role.CASHIER)
    said = desk.get("/tallinn/till/standing/", {"player": second.code}).content.decode()
    assert f"same document as {first.code} Mari Tamm: cash counted together" in said
