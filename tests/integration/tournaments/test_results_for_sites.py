"""The sheet and the file that sites of results get, where prizes do not go by place."""

import csv
import io

from casino.staff.models import Role
from tests.tournament_floor import begun, out, td
from tests.tournaments import a_tournament, agreed, chips_of, enter, signed
from tests.world import World
from tournaments.models import Entry, Tournament
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.shared import ChipsOf
from tournaments.services.starting import close_registration


def test_places_paid_and_prizes_of_a_satellite_are_those_that_were_paid(world: World):
    main = a_tournament(world, "Main")
    terms = {"variants": ["satellite"], "kind": "satellite", "target": main.pk}
    satellite = a_tournament(world, "Satellite", **terms)
    entries = enter(world, satellite, *"ABCDE", shift_id=world.open_shift().pk)

    check_told(world, fixed(world, satellite, out_first=entries[4:]), paid=5, left=[])


def test_places_paid_and_prizes_of_a_time_tournament_are_those_that_were_paid(world: World):
    hour = a_tournament(world, "Hour", variants=["time"])
    entries = enter(world, hour, *"ABCDE", shift_id=world.open_shift().pk)
    left = chips_of(dict(zip([one.pk for one in entries], (20_000, 20_000, 10_000), strict=False)))

    check_told(world, fixed(world, hour, out_first=entries[3:]), paid=3, left=left)


def test_places_paid_of_a_deal_are_those_who_got_a_share(world: World):
    friday = a_tournament(world, "Friday", shares_bp=[7000, 3000])
    entries = enter(world, friday, *"ABCDE", shift_id=world.open_shift().pk)
    fixed(world, friday, out_first=entries[3:])
    ids = [one.pk for one in entries[:3]]
    shares, stacks = dict(zip(ids, (20_000, 20_000, 10_000), strict=True)), dict.fromkeys(ids, 1)
    deal = agreed(world, friday, shares, stacks=stacks, clock="22:10")
    award = award_prizes.ask(td(world, "22:20"), tournament_id=friday.pk, deal_id=deal)
    signed(world, award, clock="22:21")

    sheet = world.browser(Role.DIRECTOR).get(f"/tallinn/tournaments/{friday.pk}/results/sheet/")
    assert sheet.context["facts"].places_paid == 3


def fixed(world: World, tournament: Tournament, *, out_first: list[Entry]) -> Tournament:
    begun(world, tournament)
    close_registration(td(world, "22:00"), tournament_id=tournament.pk)
    signed(world, fix_pool.ask(td(world, "22:01"), tournament_id=tournament.pk), clock="22:02")
    for one in out_first:
        out(world, tournament, one, "22:05")
    return tournament


def check_told(world: World, tournament: Tournament, *, paid: int, left: list[ChipsOf]) -> None:
    """Award, and find so many places paid on sheet and file, each by structure what it got."""
    award = award_prizes.ask(td(world, "22:20"), tournament_id=tournament.pk, left=left)
    signed(world, award, clock="22:21")
    director = world.browser(Role.DIRECTOR)
    where = f"/tallinn/tournaments/{tournament.pk}/results/"
    file = director.get(f"{where}list.csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(file)))
    won = [one for one in rows if (one["prize"], one["ticket_value"]) != ("0.00", "0.00")]
    sheet = director.get(f"{where}sheet/").context
    assert len(won) == paid
    assert {one["places_paid"] for one in rows} == {str(sheet["facts"].places_paid)} == {str(paid)}
    assert any(one["prize"] != "0.00" for one in rows)
    assert [one["prize_by_structure"] for one in rows] == [one["prize"] for one in rows]
    assert [by_structure for _, by_structure in sheet["rows"]] == [
        one.cents for one, _ in sheet["rows"]
    ]
