"""Hands of the PHH notation, replayed to their pots; pokerkit replays the legal ones beside us."""

import tomllib
from decimal import Decimal
from pathlib import Path

import pytest
from pokerkit import HandHistory

from cashgames.rules.families import FAMILIES
from cashgames.rules.handfile import HandRecord, read_hands
from cashgames.rules.phh import VARIANTS, Played, UnknownNotation, cents_of, replay
from tests.recorded import EXCERPT

BLINDS = """
variant = '{variant}'
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [1.00, 2.00, 0]
min_bet = 2.00
small_bet = 2.00
big_bet = 4.00
starting_stacks = {stacks}
actions = {actions}
"""
STUD = """
variant = '{variant}'
ante_trimming_status = true
antes = {antes}
bring_in = 1.00
small_bet = 2.00
big_bet = 4.00
starting_stacks = {stacks}
actions = {actions}
"""
HOLDEM = ["d dh p1 AsKs", "d dh p2 QdQh", "d dh p3 2c3c"]
OMAHA = ["d dh p1 AsKs2s3s", "d dh p2 QdQh4h5h", "d dh p3 2c3c6c7c"]
FIVE = ["d dh p1 AsKs2s3s4d", "d dh p2 QdQh4h5h6d", "d dh p3 2c3c6c7c8d"]
CALLED = ["p3 cc", "p1 cc", "p2 cc", "d db 4d5d6d", "p1 cc", "p2 cc", "p3 cc"]
FOURTH = ["d dh p1 4s", "d dh p2 9s", "d dh p3 Kh"]
FIFTH = ["d dh p1 5s", "d dh p2 8c", "d dh p3 Ts"]
ROUND = ["p2 cc", "p3 cc", "p1 cc"]
LATER = [
    *[*FOURTH, *ROUND, *FIFTH, *ROUND],
    *["d dh p1 6s", "d dh p2 7c", "d dh p3 5d", *ROUND, "d dh p1 7s", "d dh p2 6c", "d dh p3 2d"],
]
FOUR = ["d dh p1 AsKs2s3d", "d dh p2 QdQh4h5h", "d dh p3 2c3c6c7d"]
STANDING = ["p1 sd", "p2 sd", "p3 sd", "p1 cc", "p2 cc", "p3 cc"]
THIRD = ["d dh p1 AsKs2c", "d dh p2 QdQh9h", "d dh p3 3c4cJc"]


def blinds(actions: list[str], *, variant: str = "NT", stacks: str = "[100, 100, 100]") -> str:
    """A hand of three with blinds 1 and 2; player 3 has the button."""
    return BLINDS.format(variant=variant, stacks=stacks, actions=actions)


def stud(actions: list[str], *, variant: str = "F7S", **lists: str) -> str:
    """A stud hand of three, antes 0.50, bring-in 1."""
    given = {"antes": "[0.50, 0.50, 0.50]", "stacks": "[100, 100, 100]"} | lists
    return STUD.format(variant=variant, actions=actions, **given)


def replayed(text: str) -> Played:
    return replay(tomllib.loads(text, parse_float=Decimal))


def pots_elsewhere(history: HandHistory) -> tuple[int, ...]:
    """Return the pots as pokerkit has them when they are fullest: before anybody is paid."""
    seen = (tuple(int(pot.amount * 100) for pot in state.pots) for state in history)
    return max(seen, key=sum)


# name: (the hand, its pots in cents, how many cards of the board, open cards or draws)
HANDS: dict[str, tuple[str, tuple[int, ...], int]] = {
    "checked down": (
        blinds(
            [
                *HOLDEM,
                *["p3 cc", "p1 cc", "p2 cc", "d db 4h5h6h", "p1 cc", "p2 cc", "p3 cc"],
                *["d db 7d", "p1 cc", "p2 cc", "p3 cc", "d db 8d", "p1 cc", "p2 cc", "p3 cc"],
            ]
        ),
        (600,),
        5,
    ),
    "three stacks all in": (
        blinds(
            [*HOLDEM, "p3 cbr 80.00", "p1 cc", "p2 cc", "d db 4h5h6h", "d db 7d", "d db 8d"],
            stacks="[10.00, 30.50, 80.00]",
        ),
        (3000, 4100),
        5,
    ),
    "folded chips stay in the last pot": (
        blinds(
            [
                *HOLDEM,
                *["p3 cbr 6.00", "p1 cc", "p2 cc", "d db 4h5h6h", "p1 cc", "p2 cbr 20.00"],
                *["p3 cbr 50.00", "p1 cc", "p2 f", "d db 7d", "d db 8d"],
            ],
            stacks="[16.00, 100, 100]",
        ),
        (4800, 2000),
        5,
    ),
    "antes of everybody are matched, a short one makes a side pot": (
        blinds([*HOLDEM, "p1 cc", "p2 cc", "d db 4h5h6h", "p1 cc", "p2 cc"])
        .replace("antes = [0, 0, 0]", "antes = [1.00, 1.00, 1.00]")
        .replace("[100, 100, 100]", "[100, 100, 0.40]"),
        (120, 520),
        3,
    ),
    "one ante for the table is dead": (
        blinds([*HOLDEM, "p3 cc", "p1 cc", "p2 cc", "d db 4h5h6h", "p1 cc", "p2 cc", "p3 cc"])
        .replace("antes = [0, 0, 0]", "antes = [0, 0, 3.00]")
        .replace("ante_trimming_status = true", "ante_trimming_status = false"),
        (900,),
        3,
    ),
    "all in with the dead ante: its pot is the main pot": (
        blinds([*HOLDEM, "p1 cc", "p2 cc", "d db 4h5h6h", "p1 cc", "p2 cc"])
        .replace("antes = [0, 0, 0]", "antes = [0, 0, 3.00]")
        .replace("[100, 100, 100]", "[100, 100, 3.00]")
        .replace("ante_trimming_status = true", "ante_trimming_status = false"),
        (300, 400),
        3,
    ),
    "omaha": (blinds([*OMAHA, *CALLED], variant="PO"), (600,), 3),
    "omaha hi-lo": (blinds([*OMAHA, *CALLED], variant="FO/8"), (600,), 3),
    "fixed limit": (blinds([*HOLDEM, *CALLED], variant="FT"), (600,), 3),
    "short deck": (
        blinds(
            [
                *["d dh p1 AsKs", "d dh p2 QdQh", "d dh p3 9c8c", "p3 cc", "p1 cc", "p2 cc"],
                "d db Th9h6h",
                "p1 cc",
                "p2 cc",
                "p3 cc",
            ],
            variant="NS",
        ),
        (600,),
        3,
    ),
    "stud to fourth street": (
        stud(
            [*THIRD, "p1 pb", "p2 cc", "p3 cc", *FOURTH, "p2 cbr 2.00", "p3 f", "p1 cc", *FIFTH[:2]]
        ),
        (850,),
        3,
    ),
    "stud checked through to the end": (
        stud([*THIRD, "p1 pb", "p2 cc", "p3 cc", *LATER]),
        (450,),
        4,
    ),
    "stud completed, raised, called": (
        stud([*THIRD, "p1 pb", "p2 cbr 2.00", "p3 cbr 4.00", "p1 f", "p2 cc", *FOURTH[1:]]),
        (1050,),
        2,
    ),
    "stud with one all in by the ante": (
        stud(
            [*THIRD, "p2 pb", "p3 cc", *FOURTH, "p2 cbr 2.00", "p3 cc", *FIFTH],
            stacks="[0.50, 100, 100]",
        ),
        (150, 600),
        3,
    ),
    "stud with one all in by a part of the ante": (
        stud(
            [*THIRD, "p2 pb", "p3 cc", *FOURTH, "p2 cbr 2.00", "p3 cc", *FIFTH],
            stacks="[0.20, 100, 100]",
        ),
        (60, 660),
        3,
    ),
    "stud with a bring-in all in": (
        stud([*THIRD, "p1 pb", "p2 cc", "p3 cc", *FOURTH], stacks="[0.90, 100, 100]"),
        (270,),
        2,
    ),
    "stud hi-lo": (stud([*THIRD, "p1 pb", "p2 cc", "p3 cc", *FOURTH], variant="F7S/8"), (450,), 2),
    "razz": (
        stud([*THIRD, "p3 pb", "p1 cc", "p2 cc", *FOURTH], variant="FR"),
        (450,),
        2,
    ),
    "single draw, drawn": (
        blinds([*FIVE, "p3 cc", "p1 cc", "p2 cc", "p1 sd", "p2 sd QdQh", "p3 sd"], variant="N2L1D"),
        (600,),
        1,
    ),
    "triple draw to the second": (
        blinds(
            [
                *FIVE,
                "p3 cc",
                "p1 cc",
                "p2 cc",
                "p1 sd",
                "p2 sd",
                "p3 sd",
                "p1 cbr 2.00",
                *["p2 f", "p3 cc"],
                "p1 sd",
                "p3 sd",
                "p1 cbr 4.00",
                "p3 cc",
            ],
            variant="F2L3D",
        ),
        (1800,),
        2,
    ),
    "badugi, three draws without a bet": (
        blinds([*FOUR, "p3 cc", "p1 cc", "p2 cc", *STANDING[:5], *STANDING[:5]], variant="FB"),
        (600,),
        2,
    ),
}


@pytest.mark.parametrize("name", HANDS)
def test_pots_and_streets_of_a_hand(name: str):
    text, pots_cents, cards = HANDS[name]
    played = replayed(text)
    assert played.pots_cents == pots_cents
    assert played.players_dealt == 3
    assert played.board_cards_dealt + played.open_cards_dealt + played.draws_done == cards


@pytest.mark.parametrize("name", HANDS)
def test_pokerkit_has_the_same_pots(name: str):
    text, pots_cents, _ = HANDS[name]
    assert pots_elsewhere(HandHistory.loads(text)) == pots_cents


@pytest.mark.parametrize(
    ("actions", "pots_cents"),
    [
        (["p3 f", "p1 f"], (200,)),
        (["p3 cbr 50.00", "p1 f", "p2 f"], (500,)),
        (["p3 cbr 50.00", "p1 f", "p2 cbr 90.00", "p3 f"], (10_100,)),
        (["p3 cc", "p1 cc", "p2 cc", "d db 4h5h6h", "p1 cbr 9.50", "p2 f", "p3 f"], (600,)),
    ],
)
def test_a_bet_that_nobody_calls_is_in_no_pot(actions: list[str], pots_cents: tuple[int, ...]):
    assert replayed(blinds([*HOLDEM, *actions])).pots_cents == pots_cents


def test_the_blind_of_one_who_gets_no_cards_is_dead_money():
    dealt = [*HOLDEM[1:], "p3 cc", "p2 cc", "d db 4h5h6h"]
    played = replayed(blinds(dealt))
    assert (played.pots_cents, played.players_dealt) == ((500,), 2)


def test_a_straddle_is_called_like_a_blind():
    text = blinds([*HOLDEM, "p1 cc", "p2 cc", "d db 4h5h6h"]).replace("2.00, 0]", "2.00, 4.00]")
    assert replayed(text).pots_cents == (1200,)


def test_comments_of_actions_say_nothing():
    actions = [*HOLDEM, "p3 f # a long thought", "p1 f"]
    assert replayed(blinds(actions)).pots_cents == (200,)


def test_every_variant_is_a_game_of_its_family():
    ours = {game: family for game, family in VARIANTS.values() if game in FAMILIES}
    assert ours.items() <= FAMILIES.items()
    assert len(ours) == 7


@pytest.mark.parametrize(
    ("amount", "cents"), [(0, 0), (7, 700), (Decimal("0.01"), 1), (Decimal("1e3"), 100_000)]
)
def test_amounts_are_exact(amount: object, cents: int):
    assert cents_of(amount) == cents


@pytest.mark.parametrize("amount", [-1, Decimal("0.001"), "x", True, Decimal("NaN"), 10**30])
def test_other_amounts_are_refused(amount: object):
    with pytest.raises(UnknownNotation):
        cents_of(amount)


@pytest.mark.parametrize("file", sorted(EXCERPT.glob("*/week-*.phhs")), ids=str)
def test_pokerkit_has_the_pots_of_the_recorded_nights(file: Path):
    """Where all fold, pokerkit pays the last bet with the pot: those hands are left out."""
    with file.open("rb") as lines:
        for theirs, ours in zip(HandHistory.load_all(lines), read_hands(file), strict=True):
            folds = sum(action.endswith(" f") for action in theirs.actions)
            if folds < len(theirs.starting_stacks) - 1:
                assert isinstance(ours, HandRecord)
                assert pots_elsewhere(theirs) == ours.pots_cents, ours.external_id
