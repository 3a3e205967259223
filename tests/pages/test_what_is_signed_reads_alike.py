"""Figures and instants of what is asked for and signed are written alike; names are the asker's."""

import pytest

from casino.cage.services.desk import sell_chips
from casino.cage.services.reversals import reverse_slip
from casino.ledger.models import Entry
from casino.staff.models import Role
from casino.web.templatetags.office import on_the_wall, with_sign
from jackpot.services.awards import award_claim
from tests.claiming import claimed, fed, pages_at, proved, six_seated
from tests.integration.cage.test_explained_counts import explained, forgotten
from tests.world import World, a_club


@pytest.fixture
def world(db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    world = a_club()
    pages_at(monkeypatch, world, "23:20")
    return world


def test_an_award_that_is_signed_names_its_hand_without_an_offset(world: World):
    fed(world)
    claim = proved(world, claimed(world, six_seated(world)))
    proposal = award_claim.ask(world.stamp("23:12", role=Role.SUPERVISOR), claim_id=claim.pk)
    page = world.browser(Role.MANAGER).get(f"/tallinn/approvals/{proposal.pk}/").text
    assert "27.02.2026 23:00" in page
    assert "+0200" not in page


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("60,00", "+\u00a060,00"),
        ("\u22121\u00a0060,00", "\u2212\u00a01\u00a0060,00"),
        ("0,00", "0,00"),
    ],
)
def test_an_amount_that_is_signed_has_the_sign_of_the_page_that_asked(text: str, shown: str):
    assert with_sign(text) == shown


def test_only_an_offset_at_the_end_is_left_out():
    assert on_the_wall("12, 29.11.2026 11:59 +0200") == "12, 29.11.2026 11:59"
    assert on_the_wall("T +1234 5") == "T +1234 5"


def test_movements_that_are_signed_stand_as_where_they_were_asked_for(world: World):
    shift = world.open_shift()
    sold = sell_chips(world.stamp("23:10"), shift_id=shift.pk, cents=6_000)
    asked = reverse_slip.ask(
        world.stamp("23:15"), shift_id=shift.pk, entry_id=sold.entry_id, reason="Typed wrongly"
    )
    page = world.browser(Role.MANAGER).get(f"/tallinn/approvals/{asked.pk}/").text
    movements = page[page.index("Movements") :]
    assert "+\u00a060,00" in movements


def test_the_journal_names_who_typed_an_amount_beside_who_approved_it(world: World):
    first, second, paid = forgotten(world)
    explained(world, second, paid, first, "22:46")
    entry = Entry.objects.filter(kind="cage.count_corrected").latest("id")
    page = " ".join(world.browser(Role.MANAGER).get(f"/tallinn/entries/{entry.pk}/").text.split())
    cashier, manager = world.staff[Role.CASHIER], world.staff[Role.MANAGER]
    assert f"entered by {cashier} and approved by {manager}" in page
