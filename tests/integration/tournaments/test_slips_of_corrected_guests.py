"""The slips of an entry whose guest was corrected count to who it was; they stay as printed."""

from datetime import date, datetime

from django.utils import timezone

from casino.cage.models import Shift
from casino.cage.queries.guests import guest_card
from casino.cage.services.identity import NotIdentified, standing
from casino.ledger.queries.documents import entries
from casino.ledger.queries.guests import of_guests
from casino.players.exports import guest_csv
from casino.players.models import Player
from casino.players.services.guests import add_player
from casino.staff.models import Role
from tests.integration.reports.asking import NIGHT, lines
from tests.integration.tournaments.test_guest_corrected import ask, corrected
from tests.refusing import refused
from tests.tournament_floor import td
from tests.tournaments import a_tournament, signed, sold
from tests.world import EVENING, World, of_the_desk
from tournaments.models import Entry
from tournaments.queries.guests import corrected_slips
from tournaments.services.sale_reversals import take_back_sale
from tournaments.services.selling import sell_entry
from tournaments.services.starting import start

CENTS = 11_000


def sums(world: World, *guests: Player) -> list[int]:
    stamp = world.stamp("21:00")
    return [standing(stamp, player_id=each.pk, cents=0).sum_cents for each in guests]


def in_statement(world: World, player: Player) -> list[tuple[str, str]]:
    found = lines(world, "guest", f"{NIGHT}&player={player.code}")
    return [(line["in"], line["note"]) for line in found]


def test_sums_statement_and_the_desk_s_view_follow_the_right_guest(world: World, shift: Shift):
    friday = a_tournament(world)
    entry = sold(world, friday, "Mari Tamm", shift_id=shift.pk).entry
    wrong, right = entry.player, world.player("Mari Maasikas")
    assert sums(world, wrong, right) == [CENTS, 0]

    corrected(world, entry, right.pk, "20:40")

    assert sums(world, wrong, right) == [0, CENTS]
    assert in_statement(world, wrong) == []
    ((came, note),) = in_statement(world, right)
    assert came == "110.00"
    assert note.endswith("sold by the card of Mari Tamm")
    at = {"gaming_day": EVENING, "at": world.at("21:00")}
    assert [guest_card(each, **at).in_cents for each in (wrong, right)] == [0, CENTS]
    assert [b"tournaments.entry_sold" in guest_csv(each) for each in (wrong, right)] == [
        False,
        True,
    ]
    slip = (
        world.browser(Role.MANAGER)
        .get(f"/tallinn/slips/{entry.purchases.get().slip_id}/")
        .content.decode()
    )
    assert "<dd>Mari Tamm</dd>" in slip
    assert "two signed that it is Mari Maasikas" in slip


def test_the_right_guest_is_asked_for_id_with_what_was_bought_by_the_other_card(
    world: World, shift: Shift
):
    of_the_desk(world.club, identify_from_cents=2 * CENTS)
    friday, saturday = a_tournament(world), a_tournament(world, "Saturday")
    entry = sold(world, friday, "Mari Tamm", shift_id=shift.pk).entry
    right = world.player("Mari Maasikas")
    corrected(world, entry, right.pk, "20:40")
    what = {"tournament_id": saturday.pk, "paid_with": "cash", "shift_id": shift.pk}
    refused(NotIdentified, sell_entry, world.stamp("20:50"), **what, player_id=right.pk)
    assert sell_entry(world.stamp("20:51"), **what, player_id=entry.player_id).entry


def test_who_signs_reads_that_the_right_guest_has_shown_no_id_and_before_the_start_it_is_entered(
    world: World, shift: Shift
):
    friday, right = a_tournament(world), world.player("Mari Maasikas")
    sold(world, friday, "Bob", shift_id=shift.pk)
    of_the_desk(world.club, identify_from_cents=CENTS)
    papers = {"document": "AB 1234567", "birth_date": date(1980, 1, 1)}
    known = add_player(world.stamp("19:00"), name="Mari Tamm", **papers)
    what = {"tournament_id": friday.pk, "paid_with": "cash", "shift_id": shift.pk}
    entry = sell_entry(world.stamp("20:30"), **what, player_id=known.pk).entry
    said = refused(NotIdentified, ask, world, entry, right.pk, "20:40")
    assert said.next_page == "player"
    start(td(world, "21:00"), tournament_id=friday.pk)
    asked = ask(world, entry, right.pk, "21:05")
    assert asked.content["without_id"] is True
    shown = world.browser(Role.MANAGER).get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    assert "needs an ID that the right guest has not shown" in shown
    signed(world, asked, clock="21:06")
    assert "without_id" not in ask(world, entry, known.pk, "21:07").content


def test_of_a_sale_that_was_taken_back_nothing_is_counted(world: World, shift: Shift):
    friday = a_tournament(world)
    entry = sold(world, friday, "Mari Tamm", shift_id=shift.pk).entry
    wrong, right = entry.player, world.player("Mari Maasikas")
    corrected(world, entry, right.pk, "20:40")
    sale = {"purchase_id": entry.purchases.get().pk, "shift_id": shift.pk, "reason": "Ill"}
    signed(world, take_back_sale.ask(world.stamp("20:45"), **sale), clock="20:46")
    assert sums(world, wrong, right) == [0, 0]
    assert in_statement(world, wrong) == []
    assert [amount for amount, _ in in_statement(world, right)] == ["110.00", "-110.00"]


def test_of_two_exchanged_entries_each_has_the_other_s_and_as_of_before_its_own(
    world: World, shift: Shift
):
    friday = a_tournament(world)
    ann, bob = (sold(world, friday, name, shift_id=shift.pk).entry for name in ("Ann", "Bob"))
    cat = world.player("Cat")
    first = timezone.now()
    corrected(world, ann, bob.player_id, "20:40")
    second = timezone.now()
    corrected(world, Entry.objects.get(id=bob.pk), cat.pk, "20:42")
    last = timezone.now()
    slips = {each.pk: each.purchases.get().slip_id for each in (ann, bob)}
    ids = [ann.player_id, bob.player_id, cat.pk]

    def whose(at: datetime | None) -> dict[int, int]:
        found = corrected_slips(world.club.pk, player_ids=ids, known_at=at)
        return {key: each.right_id for key, each in found.items()}

    nobody = of_guests(world.club.pk, [world.player("Nobody").pk], known_at=last)
    assert entries(world.club.pk, nobody) == []
    assert whose(first) == {}
    assert whose(second) == {slips[ann.pk]: bob.player_id, slips[bob.pk]: ann.player_id}
    assert whose(last) == whose(None) == {slips[ann.pk]: bob.player_id, slips[bob.pk]: cat.pk}
    assert sums(world, ann.player, bob.player, cat) == [0, CENTS, CENTS]
