"""Where a guest plays, one place at a time, and who may not sit with whom."""

from datetime import date, timedelta

import pytest

from casino.ledger import services as ledger
from casino.players import queries
from casino.players.models import Player, PlayingPlace, SeatingRestriction
from casino.players.queries import Gone
from casino.players.services.places import (
    LongerSeparation,
    PlaysElsewhere,
    keep_apart,
    leave_place,
    let_together,
    take_place,
)
from casino.refusals import BadInput
from casino.staff.models import Role
from tests.merging import merged
from tests.refusing import refused
from tests.world import EVENING, World, a_club

pytestmark = pytest.mark.django_db
NIGHT_BEFORE = EVENING - timedelta(days=1)
CASH, TOURNAMENT = PlayingPlace.Kind.CASH, PlayingPlace.Kind.TOURNAMENT


def take(
    world: World, player: Player, kind: PlayingPlace.Kind, clock: str = "20:00"
) -> PlayingPlace:
    stamp = world.stamp(clock)
    act = ledger.act(stamp, "test.take_place")
    return take_place(act.on(stamp), player_id=player.pk, kind=kind, about="Friday 50")


def test_nobody_plays_a_tournament_and_a_cash_game_at_once(world: World):
    mari = world.player()
    take(world, mari, TOURNAMENT)

    refusal = refused(PlaysElsewhere, take, world, mari, CASH)

    assert (refusal.message, refusal.source) == ("Mari Tamm is playing at Friday 50.", "OLY-2.7")


def test_the_database_itself_refuses_a_second_place(world: World):
    mari = world.player()
    take(world, mari, CASH)

    refused(PlaysElsewhere, take, world, mari, CASH)


def test_a_place_left_is_free_at_once(world: World):
    mari = world.player()
    take(world, mari, CASH)
    leave_place(world.stamp("22:00"), player_id=mari.pk, kind=CASH)

    assert take(world, mari, TOURNAMENT, "22:00").until is None


def test_a_house_without_the_rule_lets_a_guest_play_both(db: None):
    world = a_club(book="home")
    mari = world.player()
    take(world, mari, CASH)

    assert not take(world, mari, TOURNAMENT).alone


def apart(world: World, *, until: date | None = None, reason: str = "A brawl") -> tuple[int, int]:
    players = [world.player("A").pk, world.player("B").pk]
    keep_apart(
        world.stamp("21:00", role=Role.SUPERVISOR),
        player_id=players[1],
        other_id=players[0],
        until=until,
        reason=reason,
    )
    return players[0], players[1]


def test_a_pair_is_kept_apart_both_ways_and_until_its_day(world: World):
    low, high = apart(world, until=EVENING)

    assert queries.kept_apart_from(low, gaming_day=EVENING) == {high}
    assert queries.kept_apart_from(high, gaming_day=EVENING) == {low}
    assert queries.kept_apart_from(high, gaming_day=date(2026, 2, 28)) == set()


def test_a_separation_ends_with_a_reason(world: World):
    low, high = apart(world)
    pair = queries.separations(low)[0]

    let_together(
        world.stamp("22:00", role=Role.SUPERVISOR),
        player_id=high,
        separation_id=pair.pk,
        reason="They shook hands",
    )

    assert queries.kept_apart_from(low, gaming_day=EVENING) == set()


@pytest.mark.parametrize("standing", [None, EVENING + timedelta(days=2)])
def test_a_separation_is_not_shortened_by_an_earlier_day(world: World, standing: date | None):
    low, high = apart(world, until=standing)
    earlier = EVENING + timedelta(days=1)
    refused(LongerSeparation, kept, world, low, high, "21:10", EVENING)
    refused(LongerSeparation, kept, world, high, low, "21:11", earlier)
    later = standing and standing + timedelta(days=1)
    kept(world, low, high, "21:12", later)
    assert queries.kept_apart_from(low, gaming_day=later or standing or date.max) == {high}

    pair = next(each for each in queries.separations(low) if each.lifted_at is None)
    lifts = {"player_id": low, "separation_id": pair.pk, "reason": "They shook hands"}
    let_together(world.stamp("21:20", role=Role.SUPERVISOR), **lifts)
    kept(world, low, high, "21:30", EVENING)
    assert queries.kept_apart_from(low, gaming_day=EVENING + timedelta(days=1)) == set()


def test_one_guest_is_not_kept_from_himself(world: World):
    mari = world.player().pk
    what = {"player_id": mari, "other_id": mari, "until": None, "reason": "x"}

    assert (
        refused(BadInput, keep_apart, world.stamp("21:00", role=Role.SUPERVISOR), **what).field
        == "other_id"
    )


def kept(
    world: World, card: int, foe: int, clock: str, until: date | None = None, **at: date
) -> int:
    what = {"player_id": card, "other_id": foe, "until": until, "reason": "A knife"}
    return keep_apart(world.stamp(clock, role=Role.SUPERVISOR, **at), **what).pk


@pytest.mark.parametrize("own", ["lifted", "ends today", "ended", "for good"])
def test_of_two_merged_cards_the_longer_pair_holds(world: World, own: str):
    stays, double, foe = (world.player(name).pk for name in ("Mari A", "Mari B", "Foe"))
    day = NIGHT_BEFORE if own == "ended" else EVENING
    until, longer = (None, EVENING) if own == "for good" else (day, None)
    pair = kept(world, stays, foe, "20:10", until, day=day)
    if own == "lifted":
        lifts = {"player_id": stays, "separation_id": pair, "reason": "They shook hands"}
        let_together(world.stamp("20:20", role=Role.SUPERVISOR), **lifts)
    kept(world, double, foe, "20:30", longer)
    merged(world, stays, double, "20:40")
    for day in (EVENING, EVENING + timedelta(days=1)):
        assert queries.kept_apart_from(stays, gaming_day=day) == {foe}
        assert stays in queries.kept_apart_from(foe, gaming_day=day)


def test_nobody_is_kept_apart_on_a_card_that_is_merged_or_erased(world: World):
    stays, double, foe = (world.player(name).pk for name in ("Mari A", "Mari B", "Foe"))
    merged(world, stays, double, "20:40")
    refused(Gone, kept, world, double, foe, "20:50")
    refused(Gone, kept, world, foe, double, "20:50")
    Player.objects.filter(id=stays).update(anonymised_at=world.at("20:55"))
    refused(Gone, kept, world, stays, foe, "21:00")
    assert not SeatingRestriction.objects.exists()
