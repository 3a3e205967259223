"""A recorded tournament that was imported wrongly leaves the books by two, and comes in anew."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from casino.approvals.models import Proposal
from casino.approvals.services import OwnProposal
from casino.audit.queries.listed import SIGNED
from casino.cage.models import Payable
from casino.ledger.verify import Books
from casino.staff.models import Role
from casino.verify.findings import broken
from tests.functional.test_recorded_tournaments import a_record, of, placed, take, world
from tests.racing import outcomes, race
from tests.tournament_floor import td
from tests.tournaments import signed
from tests.world import World, a_key
from tournaments.models import Prize, Tournament
from tournaments.queries.careers import career_of
from tournaments.services.importing_back import take_back_import
from tournaments.services.pool_back import reopen_pool
from tournaments.services.refunds import cancel_tournament
from tournaments.services.reopening import NotTakenBack, take_back_cancel
from tournaments.services.shared import PoolIsFixed
from tournaments.services.taking_back import take_back_awards

__all__ = ["world"]
pytestmark = pytest.mark.usefixtures("committed_db")


def asked(world: World, act: Any, event: Tournament, clock: str) -> Proposal:
    found: Proposal = act.ask(td(world, clock), tournament_id=event.pk, reason="Another club's")
    return found


def by_two(world: World, act: Any, event: Tournament, clock: str) -> None:
    signed(world, asked(world, act, event, clock), clock=clock)


def refuses(world: World, kind: Any, event: Tournament, clock: str) -> Any:
    with pytest.raises(kind) as caught:
        asked(world, take_back_import, event, clock)
    return caught.value


def out_of_the_books(world: World, event: Tournament) -> None:
    by_two(world, take_back_awards, event, "20:01")
    by_two(world, reopen_pool, event, "20:02")
    by_two(world, take_back_import, event, "20:03")


def sound(world: World) -> bool:
    return list(broken(world.club, Books(club_id=world.club.pk))) == []


def test_a_wrong_import_goes_back_step_by_step(world: World, tmp_path: Path):
    take(world, of(tmp_path, a_record()))
    event = Tournament.objects.get()
    ann = event.entries.get(number=1).player
    bank = world.balance("bank")
    said = refuses(world, NotTakenBack, event, "20:00")
    assert said.next_page == "prizes-take-back"
    by_two(world, take_back_awards, event, "20:01")
    assert refuses(world, PoolIsFixed, event, "20:01").next_page == "pool-reopen"
    by_two(world, reopen_pool, event, "20:02")
    request = asked(world, take_back_import, event, "20:03")
    assert (request.content["entries"], request.content["pool_cents"]) == (4, 40_000)
    with pytest.raises(OwnProposal):
        signed(world, request, role=Role.DIRECTOR, clock="20:03")
    signed(world, request, clock="20:03")

    accounts = [("tournament:pool", event.pk), ("deferred:fees", event.pk), ("bank", 0)]
    assert [world.balance(*each) for each in accounts] == [0, 0, bank - 42_000]
    assert not Payable.objects.due().exists()
    assert not career_of(ann).played
    assert sound(world)
    assert SIGNED[take_back_import.name] == SIGNED["tournaments.take_back_awards"]
    refuses(world, NotTakenBack, event, "20:04")
    with pytest.raises(NotTakenBack):
        asked(world, take_back_cancel, event, "20:04")


def test_the_record_of_a_wrong_import_comes_in_corrected(world: World, tmp_path: Path):
    take(world, of(tmp_path, a_record()))
    out_of_the_books(world, Tournament.objects.get())
    same = take(world, of(tmp_path, a_record()))
    assert "refused: mine:1: This record was taken back." in same
    right = of(tmp_path, a_record(results=placed("Bob", "Ann", "Cat", "Dan")))
    assert "1 tournaments taken" in take(world, right)
    anew = Tournament.objects.get(cancelled_at=None)
    assert anew.entries.get(number=1).player.name == "Bob"
    assert "1 known already" in take(world, right)
    assert sound(world)


def test_what_was_taken_back_in_error_comes_in_again_as_it_was(world: World, tmp_path: Path):
    take(world, of(tmp_path, a_record()))
    out_of_the_books(world, Tournament.objects.get())
    again: Callable[[], str] = partial(take, world, of(tmp_path, a_record()), again=True)
    assert "1 tournaments taken" in again()
    assert "1 known already" in again()
    assert "1 known already" in take(world, of(tmp_path, a_record()))
    assert Prize.objects.filter(reversal=None).count() == 2
    assert sound(world)


def test_a_tournament_of_the_house_is_no_import(world: World, tmp_path: Path):
    take(world, of(tmp_path, a_record()))
    event = Tournament.objects.get()
    Tournament.objects.filter(id=event.pk).update(act_id=event.act_id - 1)
    refuses(world, NotTakenBack, event, "20:01")


def test_two_who_sign_at_once_take_it_back_once(world: World, tmp_path: Path):
    take(world, of(tmp_path, a_record()))
    event = Tournament.objects.get()
    by_two(world, take_back_awards, event, "20:01")
    by_two(world, reopen_pool, event, "20:02")
    request = asked(world, take_back_import, event, "20:03")
    bank = world.balance("bank")
    results = race(
        partial(signed, world, request, clock="20:04"),
        partial(signed, world, request, role=Role.SUPERVISOR, clock="20:04"),
    )
    assert outcomes(results)["Proposal"] == 1, results
    assert world.balance("bank") == bank - 42_000
    assert sound(world)


def test_the_page_of_the_tournament_leads_there(world: World, tmp_path: Path):
    take(world, of(tmp_path, a_record()))
    event = Tournament.objects.get()
    director = world.browser(Role.DIRECTOR)
    page, at = (f"/tallinn/tournaments/{event.pk}/{more}" for more in ("", "import/take-back/"))
    assert at in director.get(page).content.decode()
    assert at not in world.browser(Role.CASHIER).get(page).content.decode()
    by_two(world, take_back_awards, event, "20:01")
    by_two(world, reopen_pool, event, "20:02")
    by_two(world, cancel_tournament, event, "20:03")
    assert "cancel/take-back/" in director.get(page).content.decode()
    by_two(world, take_back_cancel, event, "20:03")
    sent = director.post(at, {"reason": "Another club's", "key": a_key()})
    assert sent["Location"].startswith("/tallinn/approvals/")
    signed(world, Proposal.objects.latest("id"), clock="20:04")
    after = director.get(page).content.decode()
    assert at not in after
    assert "cancel/take-back/" not in after
