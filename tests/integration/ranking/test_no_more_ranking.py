"""A club goes over to a book without a ranking: what was begun under the one before is ended."""

from datetime import date, timedelta

from casino.approvals import services as approvals
from casino.editions.services import adopt_book
from casino.staff.models import Role
from ranking.models import ClosedQuarter, Ranking
from ranking.queries import standing
from tests.integration.ranking.test_quarters import END, due
from tests.ranking import League
from tests.tournaments import FREEZEOUT, enter
from tests.world import EVENING, World
from tournaments.queries.pools import waterfall
from tournaments.services.announcing import add_template, announce
from tournaments.services.pool import fix_pool
from tournaments.services.starting import close_registration, start

BEFORE = date(2026, 2, 20)


def goes_over(world: World, *, day: date, first_day: date) -> None:
    manager = world.stamp("12:00", role=Role.MANAGER, day=day)
    asked = adopt_book.ask(manager, book="img", first_day=first_day, reason="As the members want.")
    accountant = world.stamp("12:30", role=Role.ACCOUNTANT, day=day)
    approvals.approve(accountant, proposal_id=asked.pk, digest=asked.digest)


def test_a_quarter_that_was_begun_is_closed_and_the_next_ones_are_empty(world: World):
    league = League(world)
    league.play("Ann", "Bob", "Cat", "Dan")
    league.count()
    goes_over(world, day=EVENING, first_day=date(2026, 3, 10))
    assert [quarter for _, quarter in due(world, END)] == ["2026Q1"]
    due(world, END + timedelta(days=100))
    assert list(ClosedQuarter.objects.order_by("quarter").values_list("quarter", flat=True)) == [
        "2026Q1",
        "2026Q2",
    ]
    assert standing.table(Ranking.objects.get(), "2026Q1").pool_cents == 800


def test_a_tournament_announced_for_the_ranking_is_played_without(world: World):
    manager = world.stamp("10:00", role=Role.MANAGER, day=BEFORE)
    template = add_template(manager, name="Friday", **(FREEZEOUT | {"ranking": True}))
    event = announce(
        world.stamp("10:05", role=Role.MANAGER, day=BEFORE),
        template_id=template.pk,
        name="Friday",
        starts_at=world.at("21:00"),
    )
    goes_over(world, day=BEFORE, first_day=date(2026, 2, 25))
    enter(world, event, "Ann", "Bob", shift_id=world.open_shift().pk)
    director = {"role": Role.DIRECTOR}
    start(world.stamp("21:00", **director), tournament_id=event.pk)
    close_registration(world.stamp("22:00", **director), tournament_id=event.pk)
    fix_pool.ask(world.stamp("22:01", **director), tournament_id=event.pk)
    assert waterfall(event, at=world.at("22:45")).pool.ranking_contribution_cents == 0
    client = world.browser(Role.ACCOUNTANT)
    report = f"/tallinn/reports/tournaments/?first={EVENING}&last={EVENING}"
    assert client.get(report).status_code == 200
