"""The two sources of a day's figure agree however it came about: put right, or opened with."""

from collections.abc import Sequence

from cashgames.services.hands import rake_hand
from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.bookkeeping import postings
from casino.bookkeeping.services.imports import bring_file, take
from casino.closing.reports import day_report
from casino.ledger import services as ledger
from casino.ledger.queries import gaming_days
from casino.staff.models import Role
from jackpot.services.adjustments import adjust_pool
from tests.books import register
from tests.claiming import approved
from tests.integration.reports.asking import NIGHT, cents, lines
from tests.tournaments import a_tournament, enter
from tests.world import EVENING, World

BY = ("day", "table", "game", "hour", "dealer")


def differing(world: World) -> list[tuple[str, int, int]]:
    """Return the checks of the night that do not agree."""
    report = day_report(world.club, gaming_days.day(world.club.pk, EVENING))
    return [
        (str(each.title), each.left_cents, each.right_cents)
        for each in report.checks
        if not each.agrees
    ]


def opened(world: World, rows: Sequence[str]) -> None:
    """Book opening balances out of a file, by two."""
    data = "\n".join(("code,ref,debit,credit", *rows, "")).encode()
    accountant = world.stamp("10:30", role=Role.ACCOUNTANT)
    intake = bring_file(accountant, kind="opening", name="o.csv", data=data)
    take(world.stamp("10:31", role=Role.ACCOUNTANT), intake_id=intake.pk)
    asked = Proposal.objects.latest("id")
    manager = world.stamp("10:32", role=Role.MANAGER)
    approve(manager, proposal_id=asked.pk, digest=asked.digest)


def test_rake_that_was_booked_as_jackpot_drop_is_rake_in_every_figure_once_it_is_put_right(
    world: World,
):
    pool, session = world.jackpot(), world.session("7")
    world.seat(session, *"ABCDEF", cents=50_000)
    hand = {"pots_cents": [20_000], "players_dealt": 6, "board_cards_dealt": 5, "name": "1"}
    rake_hand(world.stamp("21:00", role=Role.SUPERVISOR), session_id=session.pk, **hand)
    terms = {"why": "booked_as_rake", "cents": 300, "note": "Typed as rake"}
    asked = adjust_pool.ask(world.stamp("22:00", role=Role.MANAGER), jackpot_id=pool.pk, **terms)
    approved(world, asked, "22:05", role=Role.ACCOUNTANT)

    assert -world.balance("income:rake") == 700
    assert differing(world) == []
    assert {
        by: cents(lines(world, "rake", f"{NIGHT}&by={by}"), "rake") for by in BY
    } == dict.fromkeys(BY, 700)
    assert cents(lines(world, "takings"), "rake") == 700
    assert cents(register(world, "rake-drop"), "rake") == 700
    (pool_of_night,) = lines(world, "jackpots")
    assert (pool_of_night["drops"], pool_of_night["adjusted"]) == ("1.00", "3.00")


def test_what_a_club_earned_and_held_before_it_came_is_no_difference_of_its_first_day(
    world: World,
):
    shift = world.open_shift()
    event = a_tournament(world, "Friday", series=True)
    enter(world, event, "Fay", shift_id=shift.pk)
    opened(world, ["cash:vault,,12000.00,", "income:rake,,,11000.00", "income:time-rake,,,1000.00"])
    opened(world, ["cash:vault,,500.00,", f"rfj:pool,{event.series_id},,500.00"])

    assert -world.balance("income:rake") == 1_100_000
    assert differing(world) == []


def test_what_a_pool_opened_with_is_no_drop_of_hands_and_boxes(world: World):
    pool = world.jackpot()
    rows = [
        {"code": "jackpot:pool", "ref": pool.pk, "debit": 0, "credit": 1_000_000},
        {"code": "cash:vault", "ref": 0, "debit": 1_000_000, "credit": 0},
    ]
    draft = postings.opening_posted(rows, memo="opening.csv")
    ledger.post_once(world.stamp("10:00", role=Role.MANAGER), "test.opening", draft)

    (line,) = lines(world, "jackpots")
    assert (line["drops"], line["adjusted"]) == ("0.00", "10000.00")
