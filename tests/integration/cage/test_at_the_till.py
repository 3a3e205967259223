"""What the desk is shown before money moves: who the guest is, what a drawer held at its close."""

import csv
import io
from datetime import date

import pytest

from cashgames.services.cash_outs import cash_out
from cashgames.services.seats import seat_player
from casino.approvals.services import approve
from casino.cage.models import Shift
from casino.cage.queries.guests import GuestCard, guest_card
from casino.cage.queries.shifts import last_closing
from casino.cage.services.counts import submit_count
from casino.cage.services.desk import redeem_chips, sell_chips
from casino.cage.services.vault import move_vault
from casino.players.models import Player
from casino.players.services.guests import exclude_player
from casino.staff.models import Role
from tests.counting import close_by_two
from tests.world import EVENING, FLOAT, RACK, World, a_club


@pytest.fixture
def mari(world: World) -> Player:
    found = world.player()
    Player.objects.filter(id=found.pk).update(birth_date=date(1990, 11, 21), document="AA1")
    return Player.objects.get(id=found.pk)


def card(world: World, mari: Player, clock: str = "23:00") -> GuestCard:
    return guest_card(mari, gaming_day=EVENING, at=world.at(clock))


def test_the_desk_sees_age_place_and_what_a_guest_brought_and_got_today(
    world: World, shift: Shift, mari: Player
):
    at_desk = {"shift_id": shift.pk, "player_id": mari.pk}
    sell_chips(world.stamp("22:00"), cents=30_000, **at_desk)
    redeem_chips(world.stamp("22:10"), cents=10_000, **at_desk)
    sell_chips(world.stamp("22:20"), cents=5_000, shift_id=shift.pk)
    session = world.session()
    seat_player(
        world.stamp("22:30", role=Role.SUPERVISOR),
        session_id=session.pk,
        seat_no=1,
        player_id=mari.pk,
        cents=20_000,
        paid_with="chips",
    )

    seen = card(world, mari)

    assert (seen.age, seen.too_young, seen.cashed_out) == (35, False, None)
    assert (seen.in_cents, seen.out_cents) == (30_000, 10_000)
    assert seen.place is not None
    assert str(session.table) in seen.place.about
    assert card(world, world.player("Jaan")).in_cents == 0


@pytest.mark.parametrize(
    ("minutes", "within", "after"), [(60, "22:59", "23:00"), (30, "22:29", "22:30")]
)
def test_who_comes_back_soon_brings_the_same_as_long_as_the_clubs_rules_say(
    db: None, minutes: int, within: str, after: str
):
    world = a_club(overrides={"buy_in.return_seconds": 60 * minutes})
    shift, player = world.open_shift(), world.player()
    at_table = {"session_id": world.session().pk, "player_id": player.pk, "shift_id": shift.pk}
    paid = {"cents": 20_000, "paid_with": "cash"}
    seat_player(world.stamp("21:30"), seat_no=1, **at_table, **paid)
    cash_out(world.stamp("22:00"), **at_table, **paid)

    left = card(world, player, within).cashed_out
    assert left is not None
    assert left.cents_on("chips:table") == 20_000
    assert card(world, player, after).cashed_out is None


def test_a_bar_and_an_age_below_the_clubs_stand_on_the_card(world: World, mari: Player):
    exclude_player(
        world.stamp("20:00", role=Role.MANAGER),
        player_id=mari.pk,
        until=date(2026, 12, 31),
        reason="A brawl",
    )
    Player.objects.filter(id=mari.pk).update(birth_date=date(2010, 1, 1))
    seen = card(world, Player.objects.get(id=mari.pk))
    assert (seen.age, seen.too_young) == (16, True)
    assert [bar.until for bar in seen.exclusions] == [date(2026, 12, 31)]


def test_the_till_says_who_was_typed_before_there_is_an_amount(
    world: World, shift: Shift, mari: Player
):
    desk = world.browser(Role.CASHIER)
    address = "/tallinn/till/standing/"
    seen = desk.get(address, {"player": str(mari.code), "cents": ""}).content.decode()
    assert 'class="known"' in seen
    assert "no ID" not in seen
    assert 'class="known"' not in desk.get(address, {"player": "", "cents": "100"}).content.decode()


def test_whoever_opens_a_drawer_sees_how_its_latest_shift_closed(world: World, shift: Shift):
    assert last_closing(world.club.pk) == {}
    fewer = FLOAT | {10_000: 9}
    submit_count(world.stamp("22:50"), shift_id=shift.pk, cash=fewer, chips=RACK)
    submit_count(world.stamp("23:00"), shift_id=shift.pk, cash=FLOAT, chips=RACK)
    close_by_two(world, world.stamp("23:05"), shift_id=shift.pk)
    assert last_closing(world.club.pk) == {shift.drawer_id: {"cash": FLOAT, "chips": RACK}}
    desk = world.browser(Role.CASHIER)
    seen = desk.get("/tallinn/till/open/").content.decode()
    assert f'{{"{shift.drawer_id}": {{"cash": {{"10000": 10' in seen


@pytest.mark.usefixtures("committed_db")
def test_a_drawer_without_the_cash_sends_the_cashier_to_the_vault():
    world = a_club()
    shift = world.open_shift()
    world.sell(900_000)
    for clock in ("20:30", "21:40", "22:50"):  # without a name the desk's hour is one sum
        redeem_chips(world.stamp(clock), shift_id=shift.pk, cents=100_000)
    desk = world.browser(Role.CASHIER)
    page = desk.get("/tallinn/till/?operation=redeem")
    asked = {"key": page.context["form"]["key"].value(), "player": "", "cents": "1500"}
    refused = desk.post("/tallinn/till/redeem/", asked)
    assert refused.status_code == 409
    assert "Vault transfer" in refused.content.decode()


def test_a_shifts_sheet_says_what_the_vault_gave_it_and_took_back(world: World, shift: Shift):
    asks = {"shift_id": shift.pk, "way": "fetch", "cash": {5_000: 20}, "chips": {10_000: 3}}
    for clock, way in (("22:00", {}), ("22:10", {"way": "bring", "cash": {5_000: 5}, "chips": {}})):
        asked = move_vault.ask(world.stamp(clock), **asks | way)
        signs = world.stamp(clock, role=Role.MANAGER)
        approve(signs, proposal_id=asked.pk, digest=asked.digest)
    reader = world.browser(Role.MANAGER)
    query = f"first={EVENING}&last={EVENING}"
    sheet = reader.get(f"/tallinn/reports/shift-sheets.csv?{query}").content.decode()
    rows = {(row["of"], row["piece"]): row for row in csv.DictReader(io.StringIO(sheet))}
    fifty, hundred = rows["cash", "50.00"], rows["chips", "100.00"]
    quantities = ("opened_pieces", "fetched_pieces", "brought_pieces")
    assert [fifty[name] for name in quantities] == ["20", "20", "5"]
    assert [hundred[name] for name in quantities] == ["", "3", ""]
