"""A mistaken elimination is undone though who went out later has bought in again."""

import pytest

from tests.tournament_floor import opened, td
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import World
from tournaments.queries.order import final_knockouts, playing
from tournaments.services.knockouts import Out, knock_out, undo_knockout
from tournaments.services.pool import fix_pool
from tournaments.services.selling import sell_more
from tournaments.services.starting import close_registration, start
from tournaments.services.tables import draw_seats


@pytest.mark.parametrize("fixed", [False, True], ids=["pool open", "pool fixed"])
def test_a_mistaken_elimination_is_undone_until_it_is_paid(world: World, *, fixed: bool):
    shift = world.open_shift(clock="18:00")
    event = a_tournament(world, reentry=True, late_levels=4)
    ann, bob, *_ = enter(world, event, "Ann", "Bob", "Cat", "Dan", shift_id=shift.pk)
    opened(world, event, 1)
    draw_seats(td(world, "20:50"), tournament_id=event.pk)
    where = {"tournament_id": event.pk}
    start(td(world, "21:00"), **where)
    (wrong,) = knock_out(td(world, "21:05"), **where, outs=[Out(entry_id=ann.pk, stack=100)])
    knock_out(td(world, "21:06"), **where, outs=[Out(entry_id=bob.pk, stack=100)])
    sell_more(
        world.stamp("21:07"), entry_id=bob.pk, what="reentry", shift_id=shift.pk, paid_with="cash"
    )
    if fixed:
        close_registration(td(world, "21:08"), **where)
        signed(world, fix_pool.ask(td(world, "21:09"), **where), clock="21:10")

    undo_knockout(td(world, "21:13"), **where, knockout_id=wrong.pk)

    assert {one.pk for one in playing(now(event))} >= {ann.pk, bob.pk}


def test_who_came_back_and_went_out_again_has_one_place(world: World):
    shift = world.open_shift(clock="18:00")
    event = a_tournament(world, reentry=True, late_levels=4)
    ann, *_ = enter(world, event, "Ann", "Bob", "Cat", "Dan", shift_id=shift.pk)
    opened(world, event, 1)
    draw_seats(td(world, "20:50"), tournament_id=event.pk)
    where = {"tournament_id": event.pk}
    start(td(world, "21:00"), **where)
    knock_out(td(world, "21:05"), **where, outs=[Out(entry_id=ann.pk, stack=100)])
    sell_more(
        world.stamp("21:07"), entry_id=ann.pk, what="reentry", shift_id=shift.pk, paid_with="cash"
    )
    (again,) = knock_out(td(world, "21:10"), **where, outs=[Out(entry_id=ann.pk, stack=100)])

    assert [one.pk for one in final_knockouts(now(event))] == [again.pk]
