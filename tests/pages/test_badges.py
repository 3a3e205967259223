"""The approver's badge at the cashier's screen: code and Enter, PIN and Enter; and its card."""

from datetime import UTC, datetime, timedelta

from django.urls import reverse
from playwright.sync_api import Page, expect

from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.audit.services.badges import issue_badge
from casino.cage.models import Payable
from casino.cage.services.opening import open_shift
from casino.cage.services.payables import pay_out
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.staff.models import Badge, Role
from casino.staff.services import new_badge_code, set_pin
from tests.owing import owe_prizes
from tests.pages.people import Person
from tests.world import FLOAT, RACK, World, a_club

PIN = "4711"


def stamp(world: World, role: str, *, minutes_ago: int = 5) -> Stamp:
    at = datetime.now(UTC) - timedelta(minutes=minutes_ago)
    return club_stamp(world.club, at=at, actor_id=world.staff[role].pk)


def with_badge(world: World, role: str) -> str:
    """Give somebody a PIN and a badge; its code."""
    holder, head = world.staff[role], stamp(world, role)
    set_pin(holder, PIN)
    act = ledger.act(head, "test.badge")
    badge = Badge.objects.create(user=holder, club=world.club, issued_at=head.at, act_id=act.id)
    return new_badge_code(badge)


def test_three_shares_of_a_hit_are_signed_with_one_badge_and_one_pin(page: Page, live_site: str):
    world = a_club()
    world.fund()
    code, director = with_badge(world, Role.DIRECTOR), world.staff[Role.DIRECTOR]
    shift = open_shift(
        stamp(world, Role.CASHIER, minutes_ago=60),
        drawer_id=world.drawer().pk,
        cash=FLOAT,
        chips=RACK,
    )
    shares = owe_prizes(stamp(world, Role.SUPERVISOR, minutes_ago=30), 60_000, 60_000, 60_000)
    for each in shares:
        pay_out.ask(
            stamp(world, Role.CASHIER), payable_id=each.pk, shift_id=shift.pk, paid_with="cash"
        )

    anna = Person(page, world, Role.CASHIER)
    anna.begin_session()
    first = Proposal.objects.order_by("id").first()
    assert first
    anna.page.goto(reverse("approval-sign", args=[world.club.slug, first.pk]))
    anna.at("#id_username")
    anna.type("0" * 40, "Enter")
    anna.sees("This badge is not valid here.")
    anna.photograph("badge-wrong")
    anna.at("#id_username")
    anna.type(code, "Enter")
    anna.at("#id_secret")
    expect(page.locator("#id_username")).to_have_value(director.username)
    assert code not in page.content()
    anna.photograph("badge-scanned")
    anna.type(PIN, "Enter")
    page.wait_for_url(lambda address: not address.endswith("/sign/"))
    assert code not in page.url

    assert set(Proposal.objects.values_list("approved", "decided_by")) == {(True, director.pk)}
    assert not Payable.objects.filter(payments=None).exists()
    assert anna.errors == []


def test_the_card_is_shown_once_and_its_code_can_be_scanned(page: Page, live_site: str):
    world = a_club()
    head, holder = stamp(world, Role.MANAGER), world.staff[Role.SUPERVISOR]
    asked = issue_badge.ask(head, user_id=holder.pk, reason="Approves at the desks")
    approve(stamp(world, Role.ACCOUNTANT), proposal_id=asked.pk, digest=asked.digest)
    manager = Person(page, world, Role.MANAGER)
    manager.begin_session()
    page.goto(reverse("access", args=[world.club.slug]))
    manager.photograph("badge-access")
    page.get_by_role("link", name="Print").click()
    manager.at("main button.main")
    manager.type("Enter")
    manager.sees("The code is shown once only.")
    expect(page.locator(".slip svg.segno")).to_be_visible()
    manager.photograph("badge-card")
    page.goto(reverse("access", args=[world.club.slug]))
    expect(page.get_by_role("link", name="Print")).to_have_count(0)
    assert Badge.objects.get().digest
    assert manager.errors == []
