"""A jackpot from the table to the last slip, by keyboard and as each person sees it."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, Page, expect

from cashgames.models import Session
from cashgames.services.seats import seat_player
from cashgames.services.tables import add_table, open_session
from casino.approvals.models import Proposal
from casino.cage.models import Payable
from casino.cage.services.opening import open_shift
from casino.closing.services.days import close_due_days
from casino.house.queries import club_stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft, credit, debit
from casino.ledger.queries.balances import balance_cents
from casino.players.services.guests import add_player
from casino.staff.models import Role
from jackpot.models import Claim
from tests.pages.people import Person
from tests.site import PATIENCE
from tests.world import RACK, World, a_club

GUESTS = ("Mari Tamm", "Jüri Kask", "Jānis Bērziņš", "Сергей Орлов", "Rasa O'Neil", "Eda Rand")
NOW = datetime.now(UTC)
PDF = b"%PDF-1.7 a camera's still"


def stamp(world: World, role: str, *, ago: timedelta = timedelta(hours=1)) -> Any:
    """Head an act of somebody, a while ago."""
    return club_stamp(world.club, at=NOW - ago, actor_id=world.staff[role].pk)


@pytest.fixture
def world(live_site: str) -> World:
    """A club whose pool holds ten thousand since the day before yesterday."""
    world = a_club()
    pool = world.jackpot()
    lines = (debit("cash:vault", 1_000_000), credit("jackpot:pool", 1_000_000, pool.pk))
    long_ago = stamp(world, Role.MANAGER, ago=timedelta(days=2))
    ledger.post_once(long_ago, "test.feed", Draft(kind="test.pool_fed", lines=lines))
    close_due_days(NOW)
    return world


def table(world: World, game: str) -> Session:
    """Open a table of a game with six guests, an hour ago."""
    where = add_table(stamp(world, Role.MANAGER), name=f"Table {game}")
    session = open_session(
        stamp(world, Role.SUPERVISOR),
        table_id=where.pk,
        game=game,
        small_blind_cents=100,
        big_blind_cents=200,
        min_buy_in_cents=10_000,
        max_buy_in_cents=50_000,
    )
    sold = (debit("cash:vault", 120_000), credit("chips:floor", 120_000))
    ledger.post_once(
        stamp(world, Role.CASHIER), "test.sell", Draft(kind="cage.chips_sold", lines=sold)
    )
    for number, name in enumerate(GUESTS, start=1):
        seat_player(
            stamp(world, Role.SUPERVISOR),
            session_id=session.pk,
            seat_no=number,
            player_id=add_player(
                world.stamp("20:00"),
                name=name,
                document=f"EE{number}",
                birth_date=date(1980, 1, 1),
            ).pk,
            cents=20_000,
            paid_with="chips",
        )
    return session


def person(browser: Browser, site: str, world: World, role: str) -> Person:
    """Somebody of a role at a screen of their own, signed in."""
    page = browser.new_context(base_url=site).new_page()
    page.set_default_timeout(PATIENCE)
    somebody = Person(page, world, role)
    somebody.begin_session()
    return somebody


GAMES: dict[str, tuple[str, dict[int, str]]] = {
    "texas_holdem": ("AsAdJc9h9d", {1: "AhJd", 2: "9c9s"}),
    "omaha": ("8s8d7c7h2d", {1: "7s7dKcQd", 2: "8h8cAcAd"}),
    "seven_card_stud": ("", {1: "AsAdAc2h2d5c9s", 2: "KsKdKcKh4d5h7c"}),
    "soko": ("", {1: "KhQh9h5h3h", 2: "AsJs9s4s2s"}),
}


def enter(peter: Person, session: Session) -> None:
    """Type a hand at the claim desk; the verdict stands there before anything is kept."""
    board, hands = GAMES[session.game]
    close_due_days(NOW)  # a close may have come since they sat down
    peter.page.goto(f"/{peter.world.club.slug}/jackpot/claims/")
    peter.command("c")
    peter.at("#id_hand_name")
    peter.type("17", "Tab", minutes_ago(peter.world, 5), "Tab")
    if board:
        peter.page.fill("#id_board", board)
    for seat, cards in hands.items():
        peter.page.fill(f"#id_cards_{seat}", cards)
    peter.sees("Bad beat: seat 1 lost to seat 2")
    peter.sees("Payout now")
    peter.sees("6 000,00")
    peter.photograph(f"desk-{session.game}")
    assert not Claim.objects.exists()
    peter.type("Control+Enter")
    peter.sees("Evidence")


def minutes_ago(world: World, minutes: int) -> str:
    """Return what the club's clock showed."""
    at = datetime.now(UTC) - timedelta(minutes=minutes)
    return f"{at.astimezone(ZoneInfo(world.club.timezone)):%H:%M}"


def prove(peter: Person) -> None:
    """Write down the evidence, and send the claim on."""
    peter.page.fill("#id_deck_checked_by", "Tiina, dealer")
    peter.page.fill("#id_camera_at", minutes_ago(peter.world, 5))
    peter.page.fill("#id_seal_number", "S-0417")
    peter.page.fill("#id_witnesses", "Tiina; Ott")
    peter.type("Enter")
    peter.sees("Attachments")
    expect(peter.page.locator("#id_seal_number")).to_have_value("S-0417")
    # What is typed beside a file that goes up, or is refused, stays.
    peter.page.fill("#id_note", "The board was shown twice")
    attach(peter, "note.txt", b"no picture")
    expect(peter.page.locator("#papers .error")).to_be_visible()
    attach(peter, "still.pdf", PDF)
    peter.sees("still.pdf")
    expect(peter.page.locator("#papers .error")).to_have_count(0)
    expect(peter.page.locator("#id_note")).to_have_value("The board was shown twice")
    peter.command("s")
    peter.sees("A second person must approve this")


def attach(peter: Person, name: str, content: bytes) -> None:
    file: Any = {"name": name, "mimeType": "text/html", "buffer": content}
    peter.page.set_input_files("#id_paper", [file])
    peter.page.get_by_role("button", name="Attach").click()
    peter.ready()


def check(anna: Person, claim: Claim) -> None:
    """The accountant looks the base up."""
    anna.page.goto(f"/{anna.world.club.slug}/jackpot/claims/{claim.pk}/")
    anna.page.fill("#id_base_cents", "10000")
    anna.type("Enter")
    anna.sees("Base 10 000,00 confirmed by")


def approve(manager: Person) -> None:
    """The manager reads content and evidence, and signs."""
    manager.page.goto(f"/{manager.world.club.slug}/approvals/")
    manager.page.get_by_role("link", name="Award jackpot").first.click()
    manager.sees("Tiina; Ott")
    manager.photograph("approval")
    manager.command("y")
    manager.sees("approved")


def pay(world: World, payable: Payable, cashier: Person, director: Person) -> None:
    """The cashier asks, the director signs, the slip is there."""
    cashier.page.goto(f"/{world.club.slug}/payments/{payable.pk}/")
    cashier.page.get_by_role("button", name="Request approval").click()
    cashier.sees("requested approval")
    proposal = Proposal.objects.latest("id")
    director.page.goto(f"/{world.club.slug}/approvals/{proposal.pk}/")
    director.command("y")
    director.sees("approved")


@pytest.mark.parametrize("game", [game for game in GAMES if game != "texas_holdem"])
def test_a_bad_beat_of_other_games_is_entered_proved_and_approved(
    game: str, world: World, live_site: str, browser: Browser, page: Page
):
    peter = Person(page, world, Role.SUPERVISOR)
    manager = awarded(peter, world, live_site, browser, game)
    look_around(manager, Claim.objects.get())
    assert [each.errors for each in (peter, manager)] == [[]] * 2


def awarded(peter: Person, world: World, site: str, browser: Browser, game: str) -> Person:
    """Take a claim the whole way to its award; return the manager, who approved it."""
    session = table(world, game)
    peter.begin_session()
    enter(peter, session)
    prove(peter)
    accountant = person(browser, site, world, Role.ACCOUNTANT)
    check(accountant, Claim.objects.get())
    manager = person(browser, site, world, Role.MANAGER)
    approve(manager)
    assert Claim.objects.get().state == Claim.State.AWARDED
    assert accountant.errors == []
    return manager


def test_a_bad_beat_from_the_table_to_the_last_slip(
    world: World, live_site: str, browser: Browser, page: Page
):
    peter = Person(page, world, Role.SUPERVISOR)
    manager = awarded(peter, world, live_site, browser, "texas_holdem")
    claim = Claim.objects.get()
    cashier = person(browser, live_site, world, Role.CASHIER)
    director = person(browser, live_site, world, Role.DIRECTOR)
    now = stamp(world, Role.CASHIER, ago=timedelta())
    shift = open_shift(now, drawer_id=world.drawer().pk, cash={10_000: 100}, chips=RACK)
    assert shift.state == "open"
    for each in Payable.objects.order_by("id"):
        pay(world, each, cashier, director)
    look_around(manager, claim)

    owed = [balance_cents(world.club.pk, "payable", each.pk) for each in Payable.objects.all()]
    assert owed == [0] * 6
    assert balance_cents(world.club.pk, "jackpot:pool", claim.jackpot_id or 0) == -400_000
    assert [each.errors for each in (peter, manager, cashier, director)] == [[]] * 4


def look_around(manager: Person, claim: Claim) -> None:
    """The manager reads the claim, its form, the pool's movements, the funds."""
    home = f"/{manager.world.club.slug}/jackpot"
    pages = {
        "claim": f"{home}/claims/{claim.pk}/",
        "form": f"{home}/claims/{claim.pk}/form/",
        "claims": f"{home}/claims/",
        "pool": f"{home}/{claim.jackpot_id}/",
        "funds": f"{home}/funds/",
        "jackpot": f"{home}/",
    }
    for name, address in pages.items():
        manager.page.goto(address)
        manager.photograph(name)
    manager.sees("4 000,00")
