"""What each house's kinds of tournament let a player buy, and what they come to together."""

from collections.abc import Sequence

import pytest

from casino.house.rulebook import load_book
from casino.house.tournaments import VariantName
from tests.unit.tournaments.verdicts import cited
from tournaments.rules.prize_pool import TicketLine, prize_pool
from tournaments.rules.purchases import Buying, Purchase, PurchaseTerms, purchase_allowed
from tournaments.rules.variants import (
    NoSuchVariant,
    PartNotAnnounced,
    VariantsContradict,
    check_parts,
    told_apart,
    tournament_format,
)


@pytest.mark.parametrize(
    ("house", "variant", "field", "value", "paragraph"),
    [
        ("olympic", "rebuy_when_broke", "rebuy", "when_broke", "OLY-3.2.a"),
        ("olympic", "rebuy_at_will", "rebuy", "at_will", "OLY-3.2.b"),
        ("olympic", "freezeout", "rebuy", "refused", "OLY-3.2.c"),
        ("olympic", "double_chance", "extra_chips", True, "OLY-3.2.d"),
        ("olympic", "time", "prizes", "chips", "OLY-3.2.e"),
        ("olympic", "satellite", "prizes", "tickets", "OLY-3.2.f"),
        ("olympic", "terminator", "own_chip", True, "OLY-3.2.g"),
        ("olympic", "joker", "joker", True, "OLY-3.2.h"),
        ("olympic", "royal_flush_jackpot", "royal_flush_part", True, "OLY-3.2.i"),
        ("olympic", "heads_up", "most_players", 2, "OLY-1.53"),
        ("voodoo", "rebuy_when_broke", "rebuy", "when_broke", "VOO-T2"),
        ("voodoo", "freezeout", "rebuy", "refused", "VOO-T2"),
        ("voodoo", "terminator", "own_chip", True, "VOO-T2"),
        ("img", "rebuy_when_broke", "rebuy", "when_broke", "IMG-V1"),
        ("img", "rebuy_at_will", "rebuy", "at_will", "IMG-V2"),
        ("img", "freezeout", "rebuy", "refused", "IMG-V3"),
        ("img", "terminator", "own_chip", True, "IMG-V4"),
        ("img", "double_chance", "extra_chips", True, "IMG-V5"),
        ("img", "satellite", "prizes", "tickets", "IMG-V6"),
        ("home", "rebuy_at_will", "rebuy", "at_will", "HOME-1"),
    ],
)
def test_a_kind_of_tournament_is_what_its_paragraph_says(
    house: str, variant: VariantName, field: str, value: object, paragraph: str
) -> None:
    found = tournament_format(load_book(house), [variant])
    assert getattr(found, field) == value
    assert cited(found.because) == [paragraph]


@pytest.mark.parametrize(
    ("house", "variant"),
    [("voodoo", "time"), ("img", "joker"), ("home", "terminator"), ("online", "freezeout")],
)
def test_a_house_has_only_the_kinds_that_its_book_names(house: str, variant: VariantName) -> None:
    with pytest.raises(NoSuchVariant):
        tournament_format(load_book(house), [variant])


def test_kinds_are_combined_unless_they_contradict() -> None:
    book = load_book("olympic")
    both = tournament_format(book, ["rebuy_when_broke", "rebuy_at_will", "terminator"])
    assert (both.rebuy, both.own_chip, both.prizes) == ("at_will", True, "places")
    for names in (["freezeout", "rebuy_at_will"], ["time", "satellite"]):
        with pytest.raises(VariantsContradict):
            tournament_format(book, names)  # type: ignore[arg-type]


def test_a_ticket_has_only_the_parts_that_were_announced() -> None:
    """OLY-3.2.g, OLY-3.2.i, AMB-57: no bounty without a terminator, no part without its pool."""
    book = load_book("olympic")
    check_parts(tournament_format(book, ["terminator"]), bounty_cents=500, rfj_cents=0)
    check_parts(tournament_format(book, ["royal_flush_jackpot"]), bounty_cents=0, rfj_cents=500)
    for bounty, rfj in ((500, 0), (0, 500)):
        with pytest.raises(PartNotAnnounced):
            check_parts(tournament_format(book, ["freezeout"]), bounty_cents=bounty, rfj_cents=rfj)


def asked(
    house: str, variants: Sequence[VariantName], purchase: Purchase, **facts: object
) -> tuple[str, list[str]]:
    terms = PurchaseTerms(
        variants=tuple(variants),
        addon=bool(facts.pop("addon", False)),
        reentry=bool(facts.pop("reentry", False)),
        most_rebuys=facts.pop("most_rebuys", None),  # type: ignore[arg-type]
    )
    buying = Buying(**{"purchase": purchase, "chips": 0} | facts)  # type: ignore[arg-type]
    verdict = purchase_allowed(load_book(house), terms, buying)
    assert verdict.allowed == (verdict.code == "allowed")
    return verdict.code, cited(verdict.because)


@pytest.mark.parametrize(
    ("house", "variant", "chips", "code", "paragraph"),
    [
        ("olympic", "rebuy_when_broke", 0, "allowed", "OLY-3.2.a"),
        ("olympic", "rebuy_when_broke", 1, "has_chips", "OLY-3.2.a"),
        ("olympic", "rebuy_at_will", 5_000, "allowed", "OLY-3.2.b"),
        ("olympic", "freezeout", 0, "freezeout", "OLY-3.2.c"),
        ("voodoo", "rebuy_when_broke", 1, "has_chips", "VOO-T2"),
        ("voodoo", "rebuy_at_will", 1, "has_chips", "VOO-T2"),
        ("voodoo", "freezeout", 0, "freezeout", "VOO-T2"),
        ("img", "rebuy_when_broke", 0, "allowed", "IMG-V1"),
        ("img", "rebuy_when_broke", 1, "has_chips", "IMG-V1"),
        ("img", "rebuy_at_will", 1, "allowed", "IMG-V2"),
        ("img", "freezeout", 0, "freezeout", "IMG-V3"),
        ("home", "rebuy_at_will", 1, "allowed", "HOME-1"),
        ("home", "freezeout", 0, "freezeout", "HOME-1"),
    ],
)
def test_who_may_buy_in_again(
    house: str, variant: VariantName, chips: int, code: str, paragraph: str
) -> None:
    assert asked(house, [variant], "rebuy", chips=chips) == (code, [paragraph])


@pytest.mark.parametrize(("house", "paragraph"), [("olympic", "OLY-3.2.d"), ("img", "IMG-V5")])
def test_the_extra_chips_of_a_double_chance_are_taken_once(house: str, paragraph: str) -> None:
    once = asked(house, ["double_chance"], "extra_chips", chips=800)
    again = asked(house, ["double_chance"], "extra_chips", chips=800, taken=1)
    assert (once, again) == (("allowed", [paragraph]), ("taken_already", [paragraph]))
    assert asked(house, ["freezeout"], "extra_chips")[0] == "not_announced"


@pytest.mark.parametrize(
    ("house", "paragraph"), [("olympic", "OLY-3.2.a"), ("img", "IMG-V1"), ("home", "HOME-1")]
)
@pytest.mark.parametrize("purchase", ["rebuy", "addon"])
def test_nothing_is_bought_outside_the_announced_period(
    house: str, paragraph: str, purchase: Purchase
) -> None:
    facts = {"addon": True, "in_period": False}
    assert asked(house, ["rebuy_at_will"], purchase, **facts) == ("period_over", [paragraph])
    assert asked(house, ["rebuy_at_will"], purchase, addon=True)[0] == "allowed"


@pytest.mark.parametrize("house", ["olympic", "voodoo", "img", "home"])
def test_nothing_is_bought_during_a_hand(house: str) -> None:
    """HOME-1, IMG-G4."""
    assert asked(house, ["rebuy_at_will"], "rebuy", in_hand=True)[0] == "hand_in_progress"


def test_a_limit_of_rebuys_holds_and_a_reentry_is_for_who_is_out() -> None:
    assert asked("olympic", ["rebuy_at_will"], "rebuy", taken=1, most_rebuys=2)[0] == "allowed"
    assert asked("olympic", ["rebuy_at_will"], "rebuy", taken=2, most_rebuys=2) == (
        "no_more_rebuys",
        ["OLY-3.2.b"],
    )
    assert asked("olympic", ["freezeout"], "reentry", reentry=True)[0] == "allowed"
    assert asked("olympic", ["freezeout"], "reentry", reentry=True, chips=1)[0] == "has_chips"
    assert asked("olympic", ["freezeout"], "reentry")[0] == "not_announced"
    assert asked("olympic", ["terminator"], "rebuy")[0] == "not_announced"


@pytest.mark.parametrize(
    ("house", "paragraph"),
    [("olympic", "OLY-3.1"), ("voodoo", "VOO-T1"), ("img", "IMG-T15"), ("home", "HOME-2")],
)
def test_the_money_of_rebuys_and_addons_joins_the_prize_pool(house: str, paragraph: str) -> None:
    nothing = {"fee_cents": 0, "bounty_cents": 0, "rfj_cents": 0, "surcharge_cents": 0}
    lines = [
        TicketLine(kind="entry", count=10, price_cents=5_000, **nothing),
        TicketLine(kind="rebuy", count=4, price_cents=5_000, **nothing),
        TicketLine(kind="addon", count=3, price_cents=2_500, **nothing),
    ]
    pool = prize_pool(load_book(house), kind="regular", ranking=False, lines=lines)
    assert pool.net_prize_pool_cents == 50_000 + 20_000 + 7_500
    assert paragraph in cited(pool.because)
    plain = prize_pool(load_book(house), kind="regular", ranking=False, lines=lines[:1])
    assert paragraph not in cited(plain.because)


def test_a_template_is_offered_each_kind_of_its_house_once() -> None:
    assert told_apart(load_book("voodoo")) == ["rebuy_when_broke", "freezeout", "terminator"]
    for house in ("olympic", "img", "home", "online"):
        assert told_apart(load_book(house)) == list(load_book(house).variants)
