"""A report written in the background tells its asker alone: others count blind what it says."""

import pytest

import casino.reports.tasks  # noqa: F401  (as the workers)
from casino.bookkeeping.models import Job
from casino.bookkeeping.services.jobs import run
from casino.ledger.queries.balances import balance_cents
from casino.reports.services import ask_report
from casino.staff.models import Role
from tests.api.program import program
from tests.shifted import Clock
from tests.world import World, a_club

pytestmark = pytest.mark.django_db
DAY = {"first": "2026-02-27", "last": "2026-02-27"}


@pytest.fixture
def world(db: None, clock: Clock) -> World:
    world = a_club()
    clock.stop(world.at("23:10"))
    world.fund(5_013_700)
    world.open_shift()
    return world


def opened(world: World, role: str, address: str) -> tuple[int, str]:
    client = world.browser(role)
    answer = client.get(f"/tallinn/{address}")
    return answer.status_code, b"".join(answer).decode()


@pytest.mark.parametrize("report", ["balance", "turnover"])
def test_the_accountants_file_tells_who_counts_the_vault_nothing_of_it(world: World, report: str):
    expected = balance_cents(world.club.pk, "cash:vault")
    told = f"{expected // 100}.{expected % 100:02}"
    asker = world.stamp("23:10", role=Role.ACCOUNTANT)
    job = ask_report(asker, report=report, query=DAY, ending="csv", total=9)
    assert run(job.pk, clock=lambda: world.at("23:10"))
    file_id = Job.objects.get(pk=job.pk).file_id
    page = f"files/kept/{file_id}/"

    assert told not in opened(world, Role.MANAGER, f"reports/{report}.csv?first={DAY['first']}")[1]
    assert opened(world, Role.MANAGER, page)[0] == 403
    assert opened(world, Role.MANAGER, f"{page}manifest.json")[0] == 403
    for address in (page, f"{page}content"):
        assert program(world, Role.MANAGER).get(address).status_code == 403
    for listed in ("files/jobs/", f"files/jobs/{job.pk}/"):
        assert page not in opened(world, Role.MANAGER, listed)[1]
        assert page in opened(world, Role.ACCOUNTANT, listed)[1]
    status, text = opened(world, Role.ACCOUNTANT, page)
    assert (status, told in text) == (200, True)
