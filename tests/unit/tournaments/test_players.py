"""Who is out where, whose chips go where, who sits and who waits."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.cards import DECK, Card
from casino.house.rulebook import NAMES, RuleBook, load_book
from casino.refusals import BadInput
from tournaments.rules.bounty import Disqualified, Event, Knockout, Rebuy, bounties
from tournaments.rules.chip_race import (
    BadChip,
    CardsDoNotMatchOddChips,
    CardTwice,
    Racer,
    chip_race,
)
from tournaments.rules.deal import deal_verdict
from tournaments.rules.finish_order import Eliminated, finish_order
from tournaments.rules.refund import Request, refund
from tournaments.rules.royal_flush_pool import (
    BuyIns,
    Hit,
    Holder,
    NoRoyalFlushPool,
    run_royal_flush_pool,
)
from tournaments.rules.table_balance import table_balance
from tournaments.rules.waiting_list import CloseLateRegistration, PlayerEvent, Registration

OLYMPIC = load_book("olympic")
books = st.sampled_from([load_book(name) for name in NAMES])


# ---------------------------------------------------------------- bounties


@st.composite
def stories(draw: st.DrawFn) -> tuple[list[str], list[Event], list[str]]:
    """Draw a terminator tournament: knock-outs, rebuys, disqualifications; somebody is left."""
    entrants = [f"P{i}" for i in range(draw(st.integers(1, 8)))]
    playing, events = list(entrants), list[Event]()
    for what in draw(st.lists(st.sampled_from(["knockout", "rebuy", "disqualified"]), max_size=20)):
        gone = [player for player in entrants if player not in playing]
        if what == "rebuy" and gone:
            events.append(Rebuy(kind="rebuy", player=draw(st.sampled_from(gone))))
            playing.append(events[-1].player)  # type: ignore[union-attr]
        elif what != "rebuy" and len(playing) > 1:
            out = draw(st.sampled_from(playing))
            playing.remove(out)
            by = draw(st.lists(st.sampled_from(playing), min_size=1, max_size=3, unique=True))
            events.append(
                Knockout(kind="knockout", out=out, by=tuple(by))
                if what == "knockout"
                else Disqualified(kind="disqualified", out=out)
            )
    return entrants, events, playing


@pytest.mark.rule("OLY-3.2.g", "AMB-64", "AMB-65", "AMB-66")
@given(stories(), st.integers(0, 5_000))
def test_every_chip_bought_is_paid_out(
    story: tuple[list[str], list[Event], list[str]], bounty: int
) -> None:
    entrants, events, survivors = story
    paid = bounties(
        OLYMPIC, bounty_cents=bounty, entrants=entrants, events=events, survivors=survivors
    )
    rebuys = sum(isinstance(event, Rebuy) for event in events)
    assert paid.chips_issued == len(entrants) + rebuys
    assert sum(paid.payouts_cents.values()) == paid.total_cents == paid.chips_issued * bounty
    assert all(paid.payouts_cents[player] >= bounty for player in survivors)


@pytest.mark.parametrize(
    ("events", "survivors", "field"),
    [
        ([Knockout(kind="knockout", out="X", by=("A",))], ["A"], "events[0].out"),
        ([Knockout(kind="knockout", out="B", by=("B",))], ["A"], "events[0].by"),
        ([Knockout(kind="knockout", out="B", by=())], ["A"], "events[0].by"),
        ([Knockout(kind="knockout", out="B", by=("A", "A"))], ["A"], "events[0].by"),
        ([Rebuy(kind="rebuy", player="A")], ["A", "B"], "events[0].player"),
        ([Disqualified(kind="disqualified", out="B")], ["A", "B"], "survivors"),
        ([], ["A"], "survivors"),
    ],
)
def test_a_story_that_cannot_have_happened_is_refused(
    events: list[Event], survivors: list[str], field: str
) -> None:
    with pytest.raises(BadInput) as refused:
        bounties(OLYMPIC, bounty_cents=1, entrants=["A", "B"], events=events, survivors=survivors)
    assert refused.value.field == field


# ---------------------------------------------------------------- Royal Flush pool


def hit(name: str, *, royal: bool, river: bool = True, used: int = 1) -> Hit:
    return Hit(
        kind="hit",
        id=name,
        hand="royal_flush" if royal else "straight_flush",
        river_dealt=river,
        holders=(Holder(player="A", hole_cards_used=used), Holder(player="B", hole_cards_used=2)),
    )


@pytest.mark.rule("OLY-3.2.i", "AMB-68")
@given(st.integers(0, 10**6), st.integers(0, 1000), st.lists(st.integers(0, 3), max_size=12))
def test_the_royal_flush_pool_is_paid_or_carried_over(
    opening: int, per_buy_in: int, steps: list[int]
) -> None:
    events = [
        BuyIns(kind="buy_ins", count=7)
        if step == 0
        else hit(str(i), royal=step > 1, river=step < 3)
        for i, step in enumerate(steps)
    ]
    run = run_royal_flush_pool(
        OLYMPIC, opening_cents=opening, per_buy_in_cents=per_buy_in, events=events
    )
    paid = sum(one.total_cents for one in run.hits)
    assert opening + 7 * per_buy_in * steps.count(0) == paid + run.carried_over_cents
    assert all(sum(one.payouts_cents.values()) == one.total_cents for one in run.hits)


def test_a_hit_is_told_once_and_only_where_there_is_such_a_pool() -> None:
    twice = [hit("a", royal=True), hit("a", royal=True)]
    with pytest.raises(BadInput, match="twice"):
        run_royal_flush_pool(OLYMPIC, opening_cents=1, per_buy_in_cents=0, events=twice)
    with pytest.raises(NoRoyalFlushPool):
        run_royal_flush_pool(load_book("img"), opening_cents=1, per_buy_in_cents=0, events=[])


# ---------------------------------------------------------------- places, deals, refunds


@st.composite
def eliminated(draw: st.DrawFn) -> list[Eliminated]:
    return [
        Eliminated(
            player=f"P{i}",
            stack=draw(st.integers(0, 3)) * 100,
            hand=draw(st.none() | st.integers(0, 3)),
        )
        for i in range(draw(st.integers(1, 9)))
    ]


@given(books, eliminated(), st.integers(0, 50), st.randoms(use_true_random=False))
def test_places_follow_one_another_whoever_is_named_first(
    book: RuleBook, out: list[Eliminated], left: int, chance: Random
) -> None:
    places = finish_order(book, survivors=left, eliminated=out).places
    following = left + 1
    for place in places:
        assert place.place == following
        following += len(place.players)
    assert following == left + 1 + len(out)
    chance.shuffle(out)
    assert places == finish_order(book, survivors=left, eliminated=out).places


@pytest.mark.rule("AMB-71")
def test_an_unknown_hand_shares_the_place() -> None:
    out = [
        Eliminated(player="A", stack=100, hand=None),
        Eliminated(player="B", stack=100, hand=9),
    ]
    assert finish_order(OLYMPIC, survivors=1, eliminated=out).places[0].players == ("A", "B")


@pytest.mark.rule("OLY-3.4.26")
@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=9), st.data())
def test_a_deal_holds_if_all_agree_on_exactly_what_is_left(
    prizes: list[int], data: st.DataObject
) -> None:
    agreed = data.draw(st.permutations(prizes))
    shift = data.draw(st.integers(-3, 3))
    shares = {f"P{i}": cents for i, cents in enumerate(agreed)}
    shares["P0"] += shift
    verdict = deal_verdict(
        OLYMPIC, remaining_prizes_cents=prizes, agreed_cents=shares, all_agree=True
    )
    assert verdict.difference_cents == shift
    assert verdict.valid == (shift == 0)
    against = deal_verdict(
        OLYMPIC, remaining_prizes_cents=prizes, agreed_cents=shares, all_agree=False
    )
    assert against.code == "not_unanimous"


@pytest.mark.rule("AMB-70")
@given(books, st.tuples(st.booleans(), st.booleans(), st.booleans()))
def test_a_stack_that_was_played_is_never_refunded(
    book: RuleBook, facts: tuple[bool, bool, bool]
) -> None:
    approved, before_start, valid_reason = facts
    request = Request(
        cause="withdrawal",
        approved=approved,
        before_start=before_start,
        valid_reason=valid_reason,
        stack_in_play=True,
    )
    assert refund(book, paid_cents=100, request=request).refund_cents == 0


# ---------------------------------------------------------------- tables and chips


@pytest.mark.rule("OLY-3.4.14", "AMB-78")
@given(books, st.dictionaries(st.integers(1, 40), st.integers(0, 10), min_size=1, max_size=12))
def test_balanced_tables_differ_by_one_at_most(book: RuleBook, tables: dict[int, int]) -> None:
    balance = table_balance(book, tables)
    assert sum(balance.after.values()) == sum(tables.values())
    assert max(balance.after.values()) - min(balance.after.values()) <= 1
    moved = Counter(move.from_table for move in balance.moves)
    arrived = Counter(move.to_table for move in balance.moves)
    assert all(tables[one] - moved[one] + arrived[one] == balance.after[one] for one in tables)
    assert not set(moved) & set(arrived)


@st.composite
def races(draw: st.DrawFn) -> tuple[int, list[Racer], dict[int, list[Card]]]:
    ratio = draw(st.integers(2, 5))
    seats = draw(st.lists(st.integers(1, 10), min_size=1, max_size=9, unique=True))
    racers = [
        Racer(seat=seat, old_chips=draw(st.integers(0, 20)), has_other_chips=draw(st.booleans()))
        for seat in seats
    ]
    deck = iter(draw(st.permutations(list(DECK.values()))))
    dealt = {one.seat: [next(deck) for _ in range(one.old_chips % ratio)] for one in racers}
    return ratio, racers, dealt


@pytest.mark.rule("HOME-8", "IMG-T24", "AMB-79")
@given(races())
def test_a_race_leaves_nobody_without_a_chip_and_gives_one_each(
    race: tuple[int, list[Racer], dict[int, list[Card]]],
) -> None:
    ratio, racers, dealt = race
    result = chip_race(OLYMPIC, old_chip=25, new_chip=25 * ratio, players=racers, cards=dealt)
    for one in racers:
        extra = result.new_chips[one.seat] - one.old_chips // ratio
        assert extra in ((0, 1) if one.old_chips % ratio else (0,))
        assert result.new_chips[one.seat] or one.has_other_chips or not one.old_chips
    given_out = sum(result.new_chips.values()) - len(result.saved_seats)
    old = sum(one.old_chips for one in racers)
    assert abs(2 * (given_out * ratio - old)) <= ratio
    turned = chip_race(OLYMPIC, old_chip=25, new_chip=25 * ratio, players=racers[::-1], cards=dealt)
    assert (turned.new_chips, turned.saved_seats) == (result.new_chips, result.saved_seats)


@pytest.mark.parametrize(
    ("new_chip", "cards", "refusal"),
    [
        (60, {1: ["AS"]}, BadChip),
        (25, {}, BadChip),
        (100, {1: ["AS", "AS"]}, CardTwice),
        (100, {1: ["AS"]}, CardsDoNotMatchOddChips),
        (100, {1: ["AS", "KS"], 2: ["QS"]}, CardsDoNotMatchOddChips),
    ],
)
def test_a_race_that_cannot_be_is_refused(
    new_chip: int, cards: dict[int, list[str]], refusal: type[Exception]
) -> None:
    racers = [Racer(seat=1, old_chips=2, has_other_chips=True)]
    dealt = {seat: [DECK[text] for text in texts] for seat, texts in cards.items()}
    with pytest.raises(refusal):
        chip_race(OLYMPIC, old_chip=25, new_chip=new_chip, players=racers, cards=dealt)


# ---------------------------------------------------------------- the waiting list


OPS = ["reserve", "pay", "bust", "reenter", "withdraw", "admit"]
happenings = st.lists(
    st.builds(PlayerEvent, op=st.sampled_from(OPS), player=st.sampled_from("ABCDEF"))
    | st.just(CloseLateRegistration(op="close_late_registration")),
    max_size=40,
)


@pytest.mark.rule("OLY-3.3.4", "OLY-3.3.7", "OLY-3.3.11", "AMB-75")
@given(st.integers(1, 4), happenings)
def test_nobody_is_on_two_lists_and_no_place_is_given_twice(
    capacity: int, events: list[PlayerEvent | CloseLateRegistration]
) -> None:
    registration = Registration(capacity=capacity)
    for event in events:
        before = list(registration.waiting)
        registration.apply(event)
        lists = [*registration.seated, *registration.reserved, *registration.waiting]
        assert len({*lists, *registration.out}) == len(lists) + len(registration.out)
        assert len(registration.seated) + len(registration.reserved) <= capacity
        assert not (registration.waiting and registration.reserved)
        assert not (registration.is_open and registration.waiting and registration.has_free_place)
        stayed = [player for player in registration.waiting if player in before]
        assert stayed == [player for player in before if player in stayed]
    assert sum(registration.entries.values()) >= len(registration.seated)


@pytest.mark.rule("OLY-3.3.7")
def test_what_nobody_may_do_is_noted_as_refused() -> None:
    registration = Registration(capacity=1)
    for op in ("bust", "reenter", "withdraw", "admit"):
        registration.apply(PlayerEvent(op=op, player="A"))  # type: ignore[arg-type]
    registration.apply(PlayerEvent(op="pay", player="A"))
    registration.apply(PlayerEvent(op="pay", player="A"))
    assert registration.refused == ["A"] * 5
    assert registration.seated == ["A"]


# ---------------------------------------------------------------- one hand, one round


@pytest.mark.rule("AMB-72", "AMB-73")
def test_the_stack_before_the_deal_decides_across_all_tables_of_a_round() -> None:
    # AMB-72: the blinds come out of the stack; what counts is what was there before them.
    # AMB-73: A and B sat at different tables of one hand-for-hand round.
    out = [Eliminated(player="A", stack=900, hand=None), Eliminated(player="B", stack=901, hand=1)]
    order = finish_order(load_book("voodoo"), survivors=9, eliminated=out)
    assert [(one.place, one.players) for one in order.places] == [(10, ("B",)), (11, ("A",))]
