"""What a guest played: a tournament whose entry was given back was not."""

from tests.tournament_floor import td
from tests.tournaments import a_tournament, enter, signed
from tests.world import World
from tournaments.queries.careers import career_of, season_table
from tournaments.services.refunds import cancel_tournament, refund_all


def test_a_cancelled_tournament_whose_entries_were_refunded_was_played_by_nobody(world: World):
    shift = world.open_shift(clock="18:00")
    friday, sunday = a_tournament(world), a_tournament(world, "Sunday")
    (ann,) = enter(world, friday, "Ann", shift_id=shift.pk)
    (bob,) = enter(world, sunday, "Bob", shift_id=shift.pk)
    where = {"tournament_id": friday.pk}
    asked = cancel_tournament.ask(td(world, "21:00"), **where, reason="Too few")
    signed(world, asked, clock="21:01")
    refund_all(td(world, "21:02"), **where)

    career = career_of(ann.player)
    assert (career.line.tournaments, career.line.cost_cents, career.played) == (0, 0, [])
    table = season_table([friday.pk, sunday.pk])
    assert [(each.player_id, each.tournaments) for each in table] == [(bob.player_id, 1)]
