"""What a club opened with changes: its name by the manager, its notes and chips by two."""

import pytest
from django.db import Error, transaction

from casino.approvals.models import Proposal
from casino.approvals.services import NotYours, approve
from casino.approvals.signed import NothingChanges, StaleProposal
from casino.cage import reports
from casino.cage.models import ClubChange, Shift
from casino.cage.services.closing import close_shift
from casino.cage.services.club import change_denominations, colour_chips, rename_club
from casino.cage.services.counts import submit_count
from casino.cage.services.handover import accept_drawer
from casino.cage.services.opening import open_shift
from casino.house.models import Club
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.refusing import refused
from tests.world import FLOAT, RACK, World, a_key

NOTES, CHIPS = [10_000, 5_000, 2_000, 1_000], [2_500, 500]


def adopted(world: World, clock: str = "22:00", **denominations: list[int]) -> Proposal:
    """The manager proposes other denominations, the accountant approves them."""
    manager = world.stamp(clock, role=Role.MANAGER)
    asked = change_denominations.ask(manager, **denominations, reason="No small chips any more")
    signed = {"proposal_id": asked.pk, "digest": asked.digest}
    refused(NotYours, approve, world.stamp(clock, role=Role.SUPERVISOR), **signed)
    return approve(world.stamp(clock, role=Role.ACCOUNTANT), **signed)


def test_the_manager_renames_the_club_and_both_names_are_kept(world: World):
    stamp = world.stamp("20:00", role=Role.MANAGER, key=a_key())
    named = {"name": "Old Town Poker", "language": "et", "reason": "Sold"}
    first, again = (rename_club(stamp, **named) for _ in range(2))
    assert first == again
    club = Club.objects.get(id=world.club.pk)
    assert (club.name, club.language) == ("Old Town Poker", "et")
    (change,) = reports.club_changes(club.pk)
    assert change.before["name"] == "Poker club tallinn"
    assert (change.changed_by, change.second) == (world.staff[Role.MANAGER], None)
    manager = world.stamp("20:01", role=Role.MANAGER)
    refused(NothingChanges, rename_club, manager, **named)
    refused(BadInput, rename_club, manager, **named | {"language": "fi"})


def test_the_colours_of_the_chips_stand_beside_their_values_and_in_the_history(
    world: World, shift: Shift
):
    manager = world.stamp("20:00", role=Role.MANAGER)
    colour_chips(manager, colours={"2500": "green", "500": "red"})
    (change,) = reports.club_changes(world.club.pk)
    assert [(was, now) for _, _, was, now in change.steps] == [
        ({}, {"5,00": "red", "25,00": "green"})
    ]
    manager = world.stamp("20:01", role=Role.MANAGER)
    refused(NothingChanges, colour_chips, manager, colours={"500": "red", "2500": "green"})
    refused(BadInput, colour_chips, manager, colours={"500": "sky"})
    refused(BadInput, colour_chips, manager, colours={"777": "red"})
    desk = world.browser(Role.CASHIER)
    for page in ("till/", "till/?operation=redeem", "till/count/"):
        shown = " ".join(desk.get(f"/tallinn/{page}").content.decode().split())
        assert 'class="chip green" title="green"></span>' in shown, page
    assert 'title="green"></span>25,00' in shown
    assert desk.post("/tallinn/rules/club/colours/", {"key": a_key()}).status_code == 403


def test_the_manager_chooses_a_colour_for_each_chip_on_the_page_of_the_club(world: World):
    manager = world.browser(Role.MANAGER)
    chosen = {"key": a_key(), "colour_2500": "green", "colour_500": ""}
    assert manager.post("/tallinn/rules/club/colours/", chosen).status_code == 302
    assert Club.objects.get(id=world.club.pk).chip_colours == {"2500": "green"}
    page = manager.get("/tallinn/rules/club/").content.decode()
    assert '<option value="green" selected>green</option>' in page


def test_other_denominations_hold_for_the_shifts_that_open_after_a_second_person_adopted_them(
    world: World, shift: Shift
):
    adopted(world, notes=NOTES, chips=[5_000, *CHIPS])
    (change,) = reports.club_changes(world.club.pk)
    assert (change.after["chips_cents"], change.second) == (
        [5_000, *CHIPS],
        world.staff["accountant"],
    )

    # The running shift counts its chips of 1,00 as it began.
    counted = {"cash": FLOAT, "chips": RACK}
    submit_count(world.stamp("23:00"), shift_id=shift.pk, **counted)
    close_shift(world.stamp("23:05"), shift_id=shift.pk, hand_over=False)
    again = {"drawer_id": shift.drawer_id, "cash": FLOAT}
    refused(BadInput, open_shift, world.stamp("23:10"), **again, chips=RACK)
    after = open_shift(world.stamp("23:11"), **again, chips={5_000: 10})
    assert after.chips_cents == [5_000, *CHIPS]


def test_a_shift_that_takes_a_drawer_over_still_counts_what_was_left_in_it(
    world: World, shift: Shift
):
    submit_count(world.stamp("23:00"), shift_id=shift.pk, cash=FLOAT, chips=RACK)
    close_shift(world.stamp("23:05"), shift_id=shift.pk, hand_over=True)
    adopted(world, "23:06", notes=NOTES, chips=CHIPS)
    world.also(Role.SUPERVISOR, Role.CASHIER)
    other = world.stamp("23:10", role=Role.SUPERVISOR)
    taken = accept_drawer(other, drawer_id=shift.drawer_id)
    assert set(RACK) <= set(taken.chips_cents)


def test_what_nobody_adopted_and_what_is_no_denomination_changes_nothing(world: World):
    manager = world.stamp("20:00", role=Role.MANAGER)
    why = {"reason": "New chips"}
    for chips in ([], [500, 500], [0]):
        refused(BadInput, change_denominations.ask, manager, notes=NOTES, chips=chips, **why)
    same = {"notes": world.club.notes_cents, "chips": world.club.chips_cents}
    refused(NothingChanges, change_denominations.ask, manager, **same, **why)
    first, second = (
        change_denominations.ask(
            world.stamp("20:01", role=Role.MANAGER), notes=NOTES, chips=c, **why
        )
        for c in (CHIPS, [100])
    )
    accountant = world.stamp("20:02", role=Role.ACCOUNTANT)
    approve(accountant, proposal_id=first.pk, digest=first.digest)
    late = world.stamp("20:03", role=Role.ACCOUNTANT)
    signed = {"proposal_id": second.pk, "digest": second.digest}
    refused(StaleProposal, approve, late, **signed)
    alone = ClubChange.objects.get()
    alone.pk, alone.act_id, alone.second = None, 0, None
    with pytest.raises(Error, match="cage_pieces_by_two"), transaction.atomic():
        alone.save(force_insert=True)


def test_the_page_shows_what_changed_and_proposes_what_is_typed(world: World):
    desk = world.browser(Role.MANAGER)
    seen = desk.get("/tallinn/rules/club/").content.decode()
    key = {"key": str(a_key()), "reason": "Sold"}
    assert 'value="1000 500 100 25 5 2 1 0,50"' in seen
    desk.post("/tallinn/rules/club/", {"name": "Old Town", "language": "et"} | key)
    key = {"key": str(a_key()), "reason": "No cents"}
    asked = {"notes": "100 50 20", "chips": "25 5; 0,50"}
    wrong = desk.post("/tallinn/rules/club/pieces/", asked | key | {"chips": "25 five"})
    assert wrong.status_code == 422
    desk.post("/tallinn/rules/club/pieces/", asked | key)
    assert Proposal.objects.get().content["chips_cents"] == [2_500, 500, 50]
    seen = " ".join(desk.get("/tallinn/rules/club/").content.decode().split())
    assert "Poker club tallinn → <strong>Old Town</strong>" in seen
