"""Calculators refuse what cannot be, and what the desk refuses."""

import pytest

from casino.calculators.registry import calculate
from casino.refusals import BadInput
from tournaments.rules.prize_pool import MoreRefundsThanEntries

TABLE = {
    "house": "olympic",
    "kind": "session",
    "table_cents": 9_000,
    "chip_unit_cents": 50,
    "closed_minute": 40,
}


def stay(player: str, seat: int, since: int = 0, until: int | None = None) -> dict[str, object]:
    return {"player": player, "seat": seat, "from_minute": since, "to_minute": until}


@pytest.mark.parametrize(
    "players",
    [
        [stay("Mari", 1), stay("Jaan", 1)],
        [stay("Mari", 1, 10, 30), stay("Jaan", 1, 0, 11)],
        [stay("Mari", 1, 0, 5), stay("Jaan", 1, 5), stay("Olga", 1, 30)],
    ],
)
def test_two_on_one_seat_at_once_are_refused(players: list[dict[str, object]]):
    with pytest.raises(BadInput, match="Seat 1 is given to two people at once"):
        calculate("time_rake", TABLE | {"players": players})


def test_who_never_sat_there_keeps_nobody_from_the_seat_in_whatever_order():
    players = [stay("Jaan", 1, 0, 0), stay("Mari", 1, 0)]
    paid = [calculate("time_rake", TABLE | {"players": each}) for each in (players, players[::-1])]
    assert [each["by_player_cents"] for each in paid] == [paid[0]["by_player_cents"]] * 2


def test_one_after_another_on_a_seat_each_pay_their_periods():
    players = [stay("Jaan", 1, 20), stay("Mari", 1, 0, 20)]
    assert calculate("time_rake", TABLE | {"players": players})["by_player_cents"].keys() == {
        "Mari",
        "Jaan",
    }


def test_who_left_before_coming_is_refused():
    with pytest.raises(BadInput, match="Mari leaves before coming"):
        calculate("time_rake", TABLE | {"players": [stay("Mari", 1, 20, 10), stay("Jaan", 2)]})


@pytest.mark.parametrize(
    ("agreed_cents", "code"),
    [
        ({"Mari": 250_000}, "player_missing"),
        ({}, "player_missing"),
        ({"Mari": 150_000, "Jaan": 100_000, "Olga": 0}, "valid"),
    ],
)
def test_a_deal_of_fewer_players_than_prizes_does_not_hold(agreed_cents: dict[str, int], code: str):
    asked = {
        "remaining_prizes_cents": [120_000, 80_000, 50_000],
        "agreed_cents": agreed_cents,
        "all_agree": True,
    }
    said = calculate("deal", asked)
    assert (said["code"], said["valid"]) == (code, code == "valid")


def test_more_refunds_than_entries_are_refused_whatever_else_was_sold():
    nothing = {"fee_cents": 0, "bounty_cents": 0, "rfj_cents": 0, "surcharge_cents": 0}
    sold = {"entry": (52, 100), "addon": (61, 3_000), "refund": (61, 100)}
    lines = [
        {"kind": kind, "count": count, "price_cents": price} | nothing
        for kind, (count, price) in sold.items()
    ]
    with pytest.raises(MoreRefundsThanEntries):
        calculate("prize_pool_build", {"kind": "regular", "ranking": False, "lines": lines})
