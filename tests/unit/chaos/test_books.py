"""The model of the chaos runner: it must be right by itself, for it judges the product."""

from pathlib import Path
from threading import Thread

import pytest

from chaos.books import (
    BESIDE,
    CLUB,
    VAULT_CENTS,
    Books,
    bad_beat,
    denominations,
    divided,
    drop_cents,
    moved,
    points_x100,
    rake_cents,
)
from chaos.client import Still
from chaos.history import COMMAND, History


@pytest.mark.parametrize(
    ("pot", "flop", "rake"),
    [
        (999, True, 0),
        (1_000, True, 50),
        (3_700, True, 150),
        (50_000, True, 1_000),
        (5_000, False, 0),
    ],
)
def test_rake_is_five_percent_of_full_tens(pot: int, flop: bool, rake: int):  # noqa: FBT001
    assert rake_cents(pot, flop=flop) == rake


@pytest.mark.parametrize(("pot", "players", "drop"), [(3_700, 6, 100), (3_700, 5, 0), (99, 6, 0)])
def test_six_players_drop_one_euro(pot: int, players: int, drop: int):
    assert drop_cents(pot, players) == drop
    assert drop_cents(pot, players, flop=False) == 0


def test_a_bad_beat_pays_sixty_percent_by_halves_and_quarters():
    won = bad_beat(1_000_000, loser=1, winner=2, seats=[1, 2, 3, 4, 5, 6])
    assert won == {1: 325_000, 2: 175_000, 3: 25_000, 4: 25_000, 5: 25_000, 6: 25_000}
    assert sum(bad_beat(1_000_003, loser=5, winner=1, seats=[1, 2, 5, 6, 7, 9]).values()) == 600_001


def test_cents_that_do_not_divide_go_by_the_largest_remainder():
    assert divided(100, [1, 1, 1]) == [34, 33, 33]
    assert divided(10, [6_000, 4_000]) == [6, 4]
    assert sum(divided(99_999, [50, 25, 25])) == 99_999


def test_an_amount_is_counted_out_by_denomination():
    assert denominations(12_300, [10_000, 500, 100]) == {"10000": 1, "500": 4, "100": 3}
    with pytest.raises(ValueError, match="last 1 cents"):
        denominations(101, [100])


def test_a_cent_too_much_is_named():
    books = Books()
    books.move(moved(500, to="cash:drawer/1", out_of="chips:floor"))
    said = [
        {"code": account.partition("/")[0], "ref": account.partition("/")[2] or 0, "cents": cents}
        for account, cents in books.cents.items()
    ]
    assert books.differences(said) == {}
    wrong = [row | {"cents": 501} if row["code"] == "cash:drawer" else row for row in said]
    assert books.differences(wrong) == {"cash:drawer/1": (500, 501)}


def test_payables_are_compared_by_their_sum():
    books = Books()
    books.cents.clear()
    books.move(moved(300, to="tournament:pool", out_of="payable"))
    said = [{"code": "payable", "ref": ref, "cents": -100} for ref in (1, 2, 3)]
    assert books.differences([*said, {"code": "tournament:pool", "ref": 9, "cents": 300}]) == {}


def test_a_history_goes_on_where_it_was_torn(tmp_path: Path):
    path = tmp_path / "history.jsonl"
    history, intent = History(path), {"path": "chips/sell/", "body": {}, "moves": [("tips", -1)]}
    for key in ("done", "refused", "open"):
        history.write(key=key, **intent)
    history.write(key="done", status=201, code="")
    history.write(key="refused", status=409, code="LEDGER-004")
    history.write(key="file", **intent | {"path": COMMAND})
    history.close()
    with path.open("a") as torn:
        torn.write('{"key": "half')

    again = History(path)
    again.close()
    assert (again.acknowledged, again.refused) == ({"done"}, {"refused"})
    assert (set(again.open), again.commands, again.operations) == ({"open", "file"}, {"file"}, 2)
    assert list(again.moves()) == [[["tips", -1]]]


def test_the_hands_of_a_file_count_once_its_import_has_ended_well(tmp_path: Path):
    path = tmp_path / "history.jsonl"
    history, file = History(path), {"path": COMMAND, "body": ["import_hands"]}
    history.write(key="taken", **file, moves=[("tips", -1), ("beside:hands/", 700)])
    history.write(key="lost", **file, moves=[("hands/", 20)])
    history.write(key="taken", status=200, code="")
    history.write(key="lost", status=599, code="")
    history.close()
    books = Books()

    again = History(path)
    again.close()
    for moves in again.moves():
        books.move(moves)

    assert (again.operations, again.hands, books.hands()) == (2, 700, 700)
    assert not any("hands/" in account for account in books.differences([], club=BESIDE))


def test_points_are_place_times_buy_in_times_number():
    # An average of 105.00 is in the row from 60 on: 3.5; few took part: 1.0.
    assert points_x100([7, 3], 21_000) == {7: 10_500, 3: 8_400}
    assert points_x100([1], 12_000) == {1: 12_000}
    assert points_x100([1], 11_999) == {1: 10_500}


def test_the_books_of_two_clubs_are_compared_each_with_its_own():
    books = Books()
    books.move([("beside:jackpot:pool", -100), ("beside:chips:table/4", 100)])
    books.move([("points/4", 9_600), ("beside:points/5", 400), ("beside:rack/2", 500)])
    vault = {"code": "cash:vault", "ref": 0, "cents": VAULT_CENTS}
    owners = {"code": "equity:funding", "ref": 0, "cents": -VAULT_CENTS}
    pool = {"code": "jackpot:pool", "ref": 1, "cents": -100}
    table = {"code": "chips:table", "ref": 4, "cents": 100}
    assert books.differences([vault, owners, pool, table], club=BESIDE) == {}
    wrong = pool | {"cents": -99}
    said = {"beside:jackpot:pool": (-100, -99)}
    assert books.differences([vault, owners, wrong, table], club=BESIDE) == said
    assert books.points(club=CLUB) == {4: 9_600}
    assert books.points(club=BESIDE) == {5: 400}


def test_what_is_kept_still_nobody_else_moves():
    vault, moved_at = Still(), []

    def move() -> None:
        with vault.moved():
            moved_at.append("moved")

    with vault.kept():
        other = Thread(target=move)
        other.start()
        with vault.moved():  # by who keeps it
            moved_at.append("kept")
    other.join()
    assert moved_at == ["kept", "moved"]
