"""A self-exclusion of the wrong guest or day is put right by two, and both stay visible."""

from datetime import date
from functools import partial

import pytest
from django.db import IntegrityError

from casino.approvals.models import Proposal
from casino.approvals.services import OwnProposal, approve
from casino.approvals.signed import NothingChanges
from casino.audit.queries.exceptions import exceptions
from casino.players import queries
from casino.players.models import Exclusion, Player
from casino.players.queries import PlayerExcluded
from casino.players.services.exclusions import correct_exclusion
from casino.players.services.guests import exclude_player
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.merging import merged
from tests.refusing import refused
from tests.world import EVENING, World, a_key

MANAGER, ACCOUNTANT = Role.MANAGER, Role.ACCOUNTANT
WRONG, RIGHT = date(2062, 8, 27), date(2026, 8, 27)


@pytest.fixture
def mari(world: World) -> Player:
    found = world.player("Mari Tamm")
    excluded(world, found, WRONG, "self")
    return found


def excluded(world: World, guest: Player, until: date, kind: str) -> None:
    stamp = world.stamp("20:10", role=Role.SUPERVISOR)
    exclude_player(stamp, player_id=guest.pk, until=until, reason="Asked for it", kind=kind)


def asked(world: World, guest: Player, until: date | None) -> Proposal:
    return correct_exclusion.ask(
        world.stamp("20:20", role=MANAGER),
        player_id=guest.pk,
        exclusion_id=queries.exclusions(guest.pk)[-1].pk,
        until=until,
        reason="The letter says otherwise",
    )


def sign(world: World, proposal: Proposal, role: str = ACCOUNTANT) -> None:
    stamp = world.stamp("20:30", role=role)
    approve(stamp, proposal_id=proposal.pk, digest=proposal.digest)


def until(guest: Player) -> date | None:
    return Player.objects.get(pk=guest.pk).excluded_until


def test_one_of_the_wrong_guest_ends_once_two_signed_and_stays_on_the_page(
    world: World, mari: Player
):
    proposal = asked(world, mari, None)
    admitted = partial(queries.admitted_player, world.club.pk, mari.pk, gaming_day=EVENING)
    refused(PlayerExcluded, admitted)
    refused(OwnProposal, sign, world, proposal, MANAGER)
    sign(world, proposal)
    assert admitted().pk == mari.pk
    (kept,) = queries.exclusions(mari.pk)
    assert (kept.until, kept.corrected) == (WRONG, proposal)
    client = world.browser(Role.SUPERVISOR)
    page = client.get(f"/tallinn/players/{mari.pk}/").content.decode()
    people = f"{world.staff[MANAGER]} and {world.staff[ACCOUNTANT]}"
    assert f"Corrected by {people}" in page
    assert "The letter says otherwise" in page
    listed = exceptions(world.club, first=EVENING, last=EVENING)
    assert [row.operation for _, row, _ in listed] == ["players.correct_exclusion"]


def test_one_until_the_wrong_day_lasts_to_the_right_one(world: World, mari: Player):
    excluded(world, mari, date(2026, 3, 31), "house")
    sign(world, asked(world, mari, RIGHT))
    assert until(mari) == RIGHT
    new, _, wrong = queries.exclusions(mari.pk)
    assert [(each.kind, each.until) for each in (new, wrong)] == [("self", RIGHT), ("self", WRONG)]
    assert (new.since, new.reason) == (wrong.since, "Asked for it")
    assert refused(BadInput, asked, world, mari, None).field == "exclusion_id"


def test_a_card_that_was_merged_keeps_no_copy_of_it(world: World, mari: Player):
    goes_on = world.player("Mari T")
    merged(world, goes_on.pk, mari.pk, clock="20:15")
    sign(world, asked(world, goes_on, None))
    assert until(goes_on) is None
    assert not Exclusion.objects.filter(lifted_at=None).exists()


def test_nothing_else_is_corrected(world: World, mari: Player):
    refused(NothingChanges, asked, world, mari, WRONG)
    assert refused(BadInput, asked, world, mari, date(2025, 1, 1)).field == "until"
    jaan = world.player("Jaan")
    excluded(world, jaan, WRONG, "house")
    assert refused(BadInput, asked, world, jaan, None).field == "exclusion_id"
    with pytest.raises(IntegrityError, match="players_own_wish_stands"):
        Exclusion.objects.filter(player=mari).update(lifted_at=world.at("21:00"))


def test_the_page_of_who_is_excluded_while_seated_says_where_they_play(world: World):
    seat = world.seat(world.session("Main"), "Liis Saar")[0].seat
    client = world.browser(Role.SUPERVISOR)
    page, says = f"/tallinn/players/{seat.player_id}/", "Plays now in Main"
    assert says not in client.get(page).content.decode()
    exclude_player(
        world.stamp("21:30", role=Role.SUPERVISOR),
        player_id=seat.player_id,
        until=date(2099, 1, 1),
        reason="Asked",
        kind="self",
    )
    shown = client.get(page).content.decode()
    assert says in shown
    assert 'href="/tallinn/waiting/"' in shown.partition(says)[2].partition("</div>")[0]


def test_who_finds_the_mistake_is_led_to_the_correction_on_the_guests_page(
    world: World, mari: Player
):
    client = world.browser(MANAGER)
    (row,) = queries.exclusions(mari.pk)
    where = f"/tallinn/players/{mari.pk}/bar/{row.pk}/correct/"
    lifting = {"kind": "self", "until": "", "reason": "Mistake", "key": str(a_key())}
    said = client.post(f"/tallinn/players/{mari.pk}/bar/", lifting).content.decode()
    assert "two people correct it on the guest&#x27;s page" in said
    assert where in client.get(f"/tallinn/players/{mari.pk}/").content.decode()
    typed = {"until": "27.8.2026", "reason": "The letter", "key": str(a_key())}
    client.post(where, typed)
    proposal = Proposal.objects.get()
    page = client.get(f"/tallinn/approvals/{proposal.pk}/").content.decode()
    assert "27.08.2062" in page
    assert "27.08.2026" in page
