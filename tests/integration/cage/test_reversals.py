"""Slips taken back: alone, by two, by the manager; and how often a slip was printed."""

from functools import partial

import pytest

from casino.approvals.services import AlreadyDecided, NotYours, approve
from casino.approvals.signed import NeedsSignature
from casino.cage.queries.tallies import slip
from casino.cage.services.closing import close_shift
from casino.cage.services.counts import submit_count
from casino.cage.services.desk import redeem_chips, sell_chips
from casino.cage.services.opening import open_shift
from casino.cage.services.reversals import print_slip, reverse_slip
from casino.cage.services.slip_texts import set_slip_text
from casino.ledger.refusals import AlreadyReversed
from casino.players.services.guests import change_player
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.refusing import refused
from tests.world import FLOAT, RACK, World, of_the_desk

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("cents", "signer"), [(100, Role.SUPERVISOR), (49_950, Role.DIRECTOR), (50_000, "manager")]
)
def test_two_people_take_a_slip_back_whatever_the_amount(world: World, cents: int, signer: str):
    shift = world.open_shift()
    sold = sell_chips(world.stamp(), shift_id=shift.pk, cents=cents)
    what = {"shift_id": shift.pk, "entry_id": sold.entry_id, "reason": "Other guest"}

    refused(NeedsSignature, reverse_slip, world.stamp("22:10"), **what)
    asked = reverse_slip.ask(world.stamp("22:10"), **what)
    content = {"proposal_id": asked.pk, "digest": asked.digest}
    if signer == "manager":
        refused(NotYours, approve, world.stamp("22:11", role=Role.SUPERVISOR), **content)
    approve(world.stamp("22:12", role=signer), **content)

    first = slip(world.club.pk, sold.entry_id)
    assert first.reversed_by_id
    back = slip(world.club.pk, first.reversed_by_id)
    assert (back.reverses_id, back.memo, back.number) == (sold.entry_id, "Other guest", 3)
    assert world.balance("chips:floor") == 0


def test_a_club_lets_its_cashiers_take_small_slips_of_their_shift_back_alone(world: World):
    of_the_desk(world.club, reverse_alone_under_cents=10_000)
    shift = world.open_shift()
    small, large = (
        sell_chips(world.stamp(), shift_id=shift.pk, cents=cents).entry_id
        for cents in (9_950, 10_000)
    )
    what = {"shift_id": shift.pk, "reason": "Other guest"}

    refused(
        NeedsSignature,
        reverse_slip,
        world.stamp("22:10"),
        entry_id=large,
        **what,
    )
    reverse_slip(world.stamp("22:10"), entry_id=small, **what)
    assert slip(world.club.pk, small).reversed_by_id


def test_a_slip_of_the_shift_before_needs_two_whatever_the_amount(world: World):
    of_the_desk(world.club, reverse_alone_under_cents=10_000)
    shift = world.open_shift()
    sold = sell_chips(world.stamp("22:00"), shift_id=shift.pk, cents=500)
    cash, chips = FLOAT | {500: 1}, RACK | {500: RACK[500] - 1}
    submit_count(world.stamp("22:10"), shift_id=shift.pk, cash=cash, chips=chips)
    close_shift(world.stamp("22:11"), shift_id=shift.pk)
    later = open_shift(world.stamp("22:20"), drawer_id=shift.drawer_id, cash=FLOAT, chips=RACK)

    what = {"shift_id": later.pk, "entry_id": sold.entry_id, "reason": "Other guest"}
    refused(NeedsSignature, reverse_slip, world.stamp("22:30"), **what)
    asked = reverse_slip.ask(world.stamp("22:30"), **what)
    assert asked.operation == "cage.reverse_slip"


def test_a_reversal_asked_for_twice_is_made_once(world: World):
    shift = world.open_shift()
    sold = sell_chips(world.stamp(), shift_id=shift.pk, cents=20_000)
    what = {"shift_id": shift.pk, "entry_id": sold.entry_id, "reason": "Other guest"}
    first, second = (reverse_slip.ask(world.stamp(f"22:1{n}"), **what) for n in (0, 1))
    supervisor = Role.SUPERVISOR
    gone = {"proposal_id": first.pk, "digest": first.digest}
    refused(AlreadyDecided, approve, world.stamp("22:20", role=supervisor), **gone)
    approve(world.stamp("22:20", role=supervisor), proposal_id=second.pk, digest=second.digest)

    refused(AlreadyReversed, reverse_slip.ask, world.stamp("22:21"), **what)


def test_every_printing_after_the_first_is_a_numbered_copy(world: World):
    shift = world.open_shift()
    sold = sell_chips(world.stamp(), shift_id=shift.pk, cents=500)
    page = f"/tallinn/slips/{sold.entry_id}/"
    client = world.browser(Role.CASHIER)

    print_slip(world.stamp("22:01"), entry_id=sold.entry_id)
    text = client.get(page).content.decode()
    assert "COPY" not in text
    assert 'class="segno"' in text

    print_slip(world.stamp("22:02"), entry_id=sold.entry_id)
    assert "COPY 2" in client.get(page).content.decode()


def test_a_slip_says_the_clubs_own_words_in_the_language_of_its_guest(world: World):
    shift = world.open_shift()
    guest = world.player()
    change_player(world.stamp("20:10"), player_id=guest.pk, name=guest.name, language="ru")
    sold, redeemed = (
        act(world.stamp("22:00"), shift_id=shift.pk, cents=500, player_id=guest.pk)
        for act in (sell_chips, redeem_chips)
    )
    for kind, language, foot in (
        ("", "ru", "Спасибо"),
        ("", "en", "Thank you"),
        ("cage.chips_sold", "ru", "Удачи"),
        ("cage.chips_sold", "ru", "Удачи за столом"),
    ):
        manager = world.stamp("21:00", role=Role.MANAGER)
        set_slip_text(manager, kind=kind, language=language, head="", foot=foot)
    client = world.browser(Role.CASHIER)

    texts = [
        client.get(f"/tallinn/slips/{each.entry_id}/").content.decode() for each in (sold, redeemed)
    ]
    assert "<p>Удачи за столом</p>" in texts[0]
    assert "<p>Спасибо</p>" in texts[1]
    assert not any("Thank you" in text for text in texts)
    manager = world.stamp("21:10", role=Role.MANAGER)
    theft = partial(set_slip_text, kind="cage.theft", language="ru", head="", foot="x")
    refused(BadInput, theft, manager)
