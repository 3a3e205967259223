"""Two guests who were taken for one are two again: each has what was their own."""

from datetime import date

import pytest
from django.db.models import Q

from casino.approvals.models import Proposal
from casino.audit.queries.exceptions import exceptions
from casino.cage.models import Shift
from casino.cage.services.desk import sell_chips
from casino.ledger.queries.documents import entries
from casino.ledger.verify import Books
from casino.players import queries
from casino.players.models import Player, SeatingRestriction
from casino.players.queries import Gone
from casino.players.services.duplicates import merge_players
from casino.players.services.erasing import anonymise_player
from casino.players.services.exclusions import correct_exclusion
from casino.players.services.guests import KnownAlready, add_player, change_player, exclude_player
from casino.players.services.parting import NotMerged, part_players
from casino.players.services.places import keep_apart, let_together
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.counting import sign
from tests.merging import merged, parted
from tests.refusing import refused
from tests.shifted import Clock
from tests.world import EVENING, World

BORN, CODE = date(1980, 1, 8), "38001085718"


@pytest.fixture
def ann(world: World) -> Player:
    return world.player("Ann Tamm")


@pytest.fixture
def cousin(world: World) -> Player:
    known = {"birth_date": BORN, "document": "AB123456", "language": "et"}
    code = {"code_country": "EE", "personal_code": CODE}
    return add_player(world.stamp("20:00"), name="Ann Tamm", **known, **code)


def now(guest: Player) -> Player:
    return Player.objects.get(pk=guest.pk)


def in_order(world: World) -> bool:
    return list(broken(world.club, Books(club_id=world.club.pk))) == []


def test_what_the_merge_carried_over_returns(world: World, ann: Player, cousin: Player):
    merged(world, ann.pk, cousin.pk)
    assert (now(ann).document, now(cousin).document) == ("AB123456", "")
    parted(world, cousin.pk)
    for guest, known in ((ann, (None, "", "", "")), (cousin, (BORN, "AB123456", CODE, "et"))):
        found = now(guest)
        assert found.merged_into_id is None
        assert (
            found.birth_date,
            found.document,
            found.personal_code,
            found.language,
        ) == known
    assert queries.family(ann.pk) == [ann.pk]
    assert in_order(world)
    acts = {row.operation for _, row, _ in exceptions(world.club, first=EVENING, last=EVENING)}
    assert "players.part" in acts


def test_what_was_put_right_since_stays(world: World, ann: Player, cousin: Player):
    merged(world, ann.pk, cousin.pk)
    change_player(world.stamp("22:15"), player_id=ann.pk, document="XY999999")
    parted(world, cousin.pk)
    assert (now(ann).document, now(cousin).document) == ("XY999999", "AB123456")


@pytest.mark.parametrize("kind", ["house", "self"])
def test_an_exclusion_is_the_others_alone_again(
    world: World, ann: Player, cousin: Player, kind: str
):
    floor, until = world.stamp("20:10", role=Role.SUPERVISOR), date(2027, 1, 1)
    exclude_player(floor, player_id=cousin.pk, until=until, reason="Brawl", kind=kind)
    merged(world, ann.pk, cousin.pk)
    assert now(ann).excluded_until == until
    parted(world, cousin.pk)
    assert (now(ann).excluded_until, now(cousin).excluded_until) == (None, until)
    assert in_order(world)


def test_what_was_lifted_meanwhile_is_lifted(world: World, ann: Player, cousin: Player):
    third = world.player("Bob")
    floor = world.stamp("20:10", role=Role.SUPERVISOR)
    exclude_player(floor, player_id=cousin.pk, until=date(2027, 1, 1), reason="Brawl")
    floor = world.stamp("20:11", role=Role.SUPERVISOR)
    keep_apart(floor, player_id=cousin.pk, other_id=third.pk, until=None, reason="Brawl")
    merged(world, ann.pk, cousin.pk)
    lifted = world.stamp("22:15", role=Role.SUPERVISOR)
    exclude_player(lifted, player_id=ann.pk, until=None, reason="Settled")
    pair = queries.separations(ann.pk)[0]
    let = world.stamp("22:16", role=Role.SUPERVISOR)
    let_together(let, player_id=ann.pk, separation_id=pair.pk, reason="Settled")
    parted(world, cousin.pk)
    assert (now(ann).excluded_until, now(cousin).excluded_until) == (None, None)
    assert not SeatingRestriction.objects.filter(lifted_at=None).exists()


def test_who_is_kept_apart_is_so_from_whom_it_was(world: World, ann: Player, cousin: Player):
    third, fourth = world.player("Bob"), world.player("Eve")
    pairs = ((cousin, third, None), (cousin, fourth, None), (ann, fourth, date(2027, 1, 1)))
    for minute, (one, other, until) in enumerate(pairs, start=10):
        floor = world.stamp(f"20:{minute}", role=Role.SUPERVISOR)
        keep_apart(floor, player_id=one.pk, other_id=other.pk, until=until, reason="Brawl")
    merged(world, ann.pk, cousin.pk)
    parted(world, cousin.pk)
    standing = SeatingRestriction.objects.filter(lifted_at=None)
    assert {(each.low_id, each.high_id, each.until) for each in standing} == {
        (*sorted((one.pk, other.pk)), until) for one, other, until in pairs
    }


def test_slips_of_before_return_and_those_since_stay(
    world: World, shift: Shift, ann: Player, cousin: Player
):
    sell_chips(world.stamp("21:00"), shift_id=shift.pk, cents=10_000, player_id=cousin.pk)
    merged(world, ann.pk, cousin.pk)
    sell_chips(world.stamp("22:15"), shift_id=shift.pk, cents=5_000, player_id=ann.pk)
    parted(world, cousin.pk)
    for guest, cents in ((ann, 5_000), (cousin, 10_000)):
        (slip,) = entries(world.club.pk, Q(player_id__in=queries.family(guest.pk)))
        assert slip.cents_on("cash:drawer") == cents


@pytest.fixture
def shift(world: World) -> Shift:
    return world.open_shift()


def test_the_others_own_duplicates_go_with_it_and_the_latest_merge_is_parted_first(
    world: World, ann: Player, cousin: Player
):
    double, later = world.player("A. Tamm"), world.player("Ann Tam")
    merged(world, cousin.pk, double.pk, "22:10")
    merged(world, ann.pk, cousin.pk, "22:11")
    merged(world, later.pk, ann.pk, "22:12")
    assert queries.family(double.pk) == sorted(each.pk for each in (ann, cousin, double, later))
    floor = world.stamp("22:13", role=Role.SUPERVISOR)
    refusal = refused(NotMerged, part_players.ask, floor, player_id=cousin.pk, reason="x")
    assert str(refusal.message) == f"{ann.code} Ann Tamm was merged with another card since."

    parted(world, ann.pk, "22:20")
    parted(world, cousin.pk, "22:30")
    assert queries.family(ann.pk) == [ann.pk]
    assert queries.family(cousin.pk) == [cousin.pk, double.pk]
    assert in_order(world)


def test_a_card_of_its_own_is_not_parted(world: World, ann: Player):
    floor = world.stamp("22:13", role=Role.SUPERVISOR)
    refused(NotMerged, part_players.ask, floor, player_id=ann.pk, reason="x")


def test_a_code_that_another_guest_has_by_now_stands_in_the_way(
    world: World, ann: Player, cousin: Player
):
    merged(world, ann.pk, cousin.pk)
    blank = {"code_country": "", "personal_code": "", "birth_date": date(1980, 1, 2)}
    change_player(world.stamp("22:15"), player_id=ann.pk, **blank)
    code = {"code_country": "EE", "personal_code": CODE}
    add_player(world.stamp("22:16"), name="Ann the third", **code)
    refused(KnownAlready, parted, world, cousin.pk)


def test_who_was_parted_is_erased_with_what_was_written_of_the_merge(
    world: World, ann: Player, cousin: Player
):
    floor = world.stamp("20:10", role=Role.SUPERVISOR)
    wish = {"until": date(2062, 1, 1), "reason": "Asked", "kind": "self"}
    exclude_player(floor, player_id=cousin.pk, **wish)
    manager = world.stamp("20:20", role=Role.MANAGER)
    which = {"player_id": cousin.pk, "exclusion_id": queries.exclusions(cousin.pk)[0].pk}
    asked = correct_exclusion.ask(manager, **which, until=None, reason="Ann's letter")
    sign(world, manager, asked, by=Role.ACCOUNTANT)
    merged(world, ann.pk, cousin.pk)
    parted(world, cousin.pk)
    erased = world.stamp("22:40", role=Role.MANAGER)
    asked = anonymise_player.ask(erased, player_id=cousin.pk, reason="Ann asked")
    sign(world, erased, asked, by=Role.ACCOUNTANT)
    assert {each.reason for each in Proposal.objects.all()} == {""}
    assert in_order(world)
    again = world.stamp("22:50", role=Role.SUPERVISOR)
    refused(Gone, merge_players.ask, again, player_id=ann.pk, other_id=cousin.pk, reason="x")


@pytest.mark.parametrize("kind", ["house", "self"])
def test_an_exclusion_holds_again_for_who_goes_on_when_they_are_merged_again(
    world: World, ann: Player, kind: str
):
    cousin, until = world.player("Ann Tam"), date(2027, 1, 1)
    floor = world.stamp("20:10", role=Role.SUPERVISOR)
    exclude_player(floor, player_id=cousin.pk, until=until, reason="Brawl", kind=kind)
    merged(world, ann.pk, cousin.pk, "22:10")
    parted(world, cousin.pk, "22:20")
    assert Player.objects.get(pk=ann.pk).excluded_until is None
    merged(world, ann.pk, cousin.pk, "22:30")
    assert Player.objects.get(pk=ann.pk).excluded_until == until
    with pytest.raises(queries.PlayerExcluded):
        queries.admitted_player(world.club.pk, ann.pk, gaming_day=EVENING)
    parted(world, cousin.pk, "22:40")
    assert Player.objects.get(pk=ann.pk).excluded_until is None
    assert Player.objects.get(pk=cousin.pk).excluded_until == until


def test_a_self_exclusion_whose_day_was_put_right_while_merged_is_still_the_others(
    world: World, ann: Player
):
    cousin = world.player("Ann Tam")
    wish = {"until": date(2062, 1, 1), "reason": "Asked", "kind": "self"}
    exclude_player(world.stamp("20:10", role=Role.SUPERVISOR), player_id=cousin.pk, **wish)
    merged(world, ann.pk, cousin.pk, "22:10")
    manager = world.stamp("22:12", role=Role.MANAGER)
    (copy,) = queries.exclusions(ann.pk)
    right = {"player_id": ann.pk, "exclusion_id": copy.pk, "until": date(2027, 1, 1)}
    asked = correct_exclusion.ask(manager, **right, reason="The letter says 2027")
    sign(world, manager, asked, by=Role.ACCOUNTANT)
    for _ in range(2):
        parted(world, cousin.pk, "22:50")
        assert Player.objects.get(pk=cousin.pk).excluded_until == date(2027, 1, 1)
        assert Player.objects.get(pk=ann.pk).excluded_until is None
        merged(world, ann.pk, cousin.pk, "22:55")
        assert Player.objects.get(pk=ann.pk).excluded_until == date(2027, 1, 1)


def test_a_new_decision_on_who_sits_together_takes_none_of_before_from_the_other(
    world: World, ann: Player
):
    cousin, bob = world.player("Ann Tam"), world.player("Bob")
    keep_apart(
        world.stamp("20:11", role=Role.SUPERVISOR),
        player_id=cousin.pk,
        other_id=bob.pk,
        until=date(2026, 6, 1),
        reason="Brawl",
    )
    merged(world, ann.pk, cousin.pk, "22:10")
    keep_apart(
        world.stamp("22:15", role=Role.SUPERVISOR),
        player_id=ann.pk,
        other_id=bob.pk,
        until=None,
        reason="Again",
    )
    parted(world, cousin.pk, "22:50")
    standing = SeatingRestriction.objects.filter(lifted_at=None)
    low, high = sorted((cousin.pk, bob.pk))
    assert standing.filter(low=low, high=high).exists()


def test_who_signs_reads_which_two_guests_are_separated(
    world: World, ann: Player, cousin: Player, clock: Clock
):
    clock.stop(world.at("22:30"))
    merged(world, ann.pk, cousin.pk)
    asking = world.stamp("22:20", role=Role.SUPERVISOR)
    asked = part_players.ask(asking, player_id=cousin.pk, reason="Two cousins")
    client = world.browser(Role.MANAGER)
    page = client.get(f"/tallinn/approvals/{asked.pk}/").content.decode()
    content = page[page.index("Another guest again") : page.index("Fingerprint")]
    for guest in (ann, cousin):
        assert f"{guest.code} {guest.name}" in content
        assert f"{guest.pk}<" not in content
