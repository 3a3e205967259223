"""In a satellite, too, the others share what a disqualified player's place would have won."""

import pytest

from casino.audit.queries.exceptions import exceptions
from tests.tournament_floor import begun, opened, out, td
from tests.tournaments import a_tournament, enter, signed
from tests.world import EVENING, a_club
from tournaments.models import Prize
from tournaments.services.penalties import punish
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.starting import close_registration


@pytest.mark.parametrize(
    ("withheld", "won"),
    [
        (True, {"A": (1, 0, 22_000), "C": (3, 0, 22_000), "D": (4, 6_000, 0)}),
        (False, {"A": (1, 0, 22_000), "B": (2, 0, 22_000), "C": (3, 6_000, 0)}),
    ],
)
def test_a_withheld_ticket_goes_to_the_next_place(
    db: None, *, withheld: bool, won: dict[str, tuple[int, int, int]]
):
    world = a_club()
    shift = world.open_shift()
    main = a_tournament(world, "Main", price_cents=20_000, fee_cents=2_000)
    terms = {"variants": ["satellite"], "kind": "satellite", "target": main.pk}
    event = a_tournament(world, "Event", **terms)
    opened(world, event, 1, 2)
    entries = enter(world, event, "A", "B", "C", "D", "E", shift_id=shift.pk)
    begun(world, event)
    close_registration(td(world, "22:00"), tournament_id=event.pk)
    signed(world, fix_pool.ask(td(world, "22:01"), tournament_id=event.pk), clock="22:02")
    for entry, clock in ((4, "22:10"), (3, "22:11"), (2, "22:12")):
        out(world, event, entries[entry], clock)
    rude = {"breach": "rudeness", "stack": 25_000, "reason": "Struck the dealer"}
    at = {"tournament_id": event.pk, "entry_id": entries[1].pk}
    punish(td(world, "22:13"), **at, **rude, prize_withheld=withheld)

    listed = exceptions(world.club, first=EVENING, last=EVENING)
    assert ("tournaments.punish" in {row.operation for _, row, _ in listed}) == withheld
    asked = award_prizes.ask(td(world, "22:20"), tournament_id=event.pk)
    signed(world, asked, clock="22:22")

    prizes = Prize.objects.select_related("entry__player", "ticket")
    assert {
        str(one.entry.player): (one.place, one.cents, one.ticket.cents if one.ticket else 0)
        for one in prizes
    } == won
    assert ("AMB-81" in {each["rule"] for each in asked.content["because"]}) == withheld


def test_a_prize_that_the_book_withholds_is_listed_without_a_word(db: None):
    world = a_club(overrides={"tournament.disqualified_prize": "withheld"})
    event = a_tournament(world)
    rude, *_ = enter(world, event, *"ABC", shift_id=world.open_shift().pk)
    opened(world, event, 1)
    begun(world, event)
    said = {"breach": "rudeness", "stack": 10_000, "reason": "Struck the dealer"}
    made = punish(td(world), tournament_id=event.pk, entry_id=rude.pk, **said)

    assert made.knockout
    assert made.knockout.prize_withheld
    listed = exceptions(world.club, first=EVENING, last=EVENING)
    assert [str(kind) for kind, row, _ in listed if row.id == made.act_id] == ["override"]
