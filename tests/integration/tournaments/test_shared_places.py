"""Who stops with as many chips as another: the results share the place as the ranking does."""

from casino.cage.models import Shift
from tests.integration.tournaments.test_prizes import awarded, begun, fixed, out, prizes
from tests.tournaments import a_tournament, agreed, chips_of, now
from tests.world import World
from tournaments.models import Entry, Prize, Tournament
from tournaments.queries.ending import ending
from tournaments.queries.results import result

NAMES = ("Ann", "Bob", "Cat", "Dan")


def shown(world: World, tournament: Tournament) -> list[tuple[int, int, str]]:
    """Return place, by how many it is shared, and player, of the results."""
    won = ending(now(tournament), at=world.at("23:30")).won
    return [(one.place, one.shared, one.entry.player.name) for one in won]


def counted(tournament: Tournament) -> list[tuple[int, int, str]]:
    """Return the same as the ranking counts it."""
    ended, told = result(now(tournament)), list[tuple[int, int, str]]()
    assert ended
    entries = {one.player_id: one for one in Entry.objects.filter(tournament=tournament)}
    for group in ended.places:
        place = len(told) + 1
        told += [(place, len(group), entries[who].player.name) for who in group]
    return told


def of_four(world: World, shift: Shift, **terms: object) -> tuple[Tournament, dict[str, Entry]]:
    tournament, who = begun(world, shift, *NAMES, **terms)
    return fixed(world, tournament), who


def test_equal_stacks_at_a_deal_share_the_place_in_results_and_ranking(world: World, shift: Shift):
    tournament, who = of_four(world, shift)
    out(world, tournament, (who["Dan"], 500))
    shares = {who["Ann"].pk: 10_000, who["Bob"].pk: 15_000, who["Cat"].pk: 15_000}
    stacks = {who["Ann"].pk: 10_000, who["Bob"].pk: 15_000, who["Cat"].pk: 15_000}
    made = agreed(world, tournament, shares, stacks=stacks, clock="22:50")

    awarded(world, tournament, deal_id=made)

    assert prizes(tournament) == [(1, "Bob", 15_000), (1, "Cat", 15_000), (3, "Ann", 10_000)]
    assert shown(world, tournament) == counted(tournament)
    assert counted(tournament)[:3] == [(1, 2, "Bob"), (1, 2, "Cat"), (3, 1, "Ann")]


def test_equal_stacks_at_the_end_of_the_time_share_the_place(world: World, shift: Shift):
    tournament, who = of_four(world, shift, variants=["time"])
    stacks = {"Ann": 20_000, "Bob": 8_000, "Cat": 8_000, "Dan": 4_000}

    awarded(world, tournament, left=chips_of({who[name].pk: n for name, n in stacks.items()}))

    assert shown(world, tournament) == counted(tournament)
    assert [one[:2] for one in counted(tournament)] == [(1, 1), (2, 2), (2, 2), (4, 1)]
    assert Prize.objects.get(entry=who["Cat"]).place == 2


def test_who_wins_equal_tickets_shares_the_first_place(world: World, shift: Shift):
    target = a_tournament(world, "Main", price_cents=17_000, fee_cents=2_000)
    terms = {"variants": ["satellite"], "target": target.pk, "kind": "satellite"}
    tournament, who = of_four(world, shift, name="Satellite", **terms)
    out(world, tournament, (who["Dan"], 500))
    out(world, tournament, (who["Cat"], 500))

    awarded(world, tournament)

    assert [one.place for one in Prize.objects.exclude(ticket=None)] == [1, 1]
    assert shown(world, tournament) == counted(tournament)
    assert counted(tournament)[:2] == [(1, 2, "Ann"), (1, 2, "Bob")]
