"""The demo's evening that is not over: three tables that run, a break, and who waits."""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid5

from cashgames.models import Session
from cashgames.queries.tables import tables
from cashgames.services.absence import leave_seat
from cashgames.services.cash_outs import cash_out
from cashgames.services.hands import rake_hand
from cashgames.services.seats import seat_player
from cashgames.services.tables import open_session
from cashgames.services.waiting import join_list
from casino.approvals.models import Proposal
from casino.approvals.services import approve
from casino.cage.models import Shift
from casino.cage.queries.shifts import drawers
from casino.cage.services.opening import open_shift
from casino.house.models import Club
from casino.house.queries import club_stamp
from casino.house.stamp import Stamp
from casino.players.models import Player
from demo.guests import guest

GUESTS = (
    "Kaja Lepik", "Andris Ozols", "Мария Зайцева", "Priit Sepp", "Laura Kukk", "Juris Liepa",
    "Toomas Raud", "Анна Котова", "Epp Saar", "Raivo Teder",
)  # fmt: skip
# Game, blinds, how many sit there; the first is full, so that people wait for it.
GAMES = (
    ("texas_holdem", (200, 400), 9),
    ("omaha", (200, 400), 6),
    ("texas_holdem", (100, 200), 4),
)
MAX_OPEN_FOR = timedelta(hours=2)
BUY_IN_CENTS, POT_CENTS, HANDS = 50_000, 5_200, 12

Stamps = Callable[[str, int], Stamp]


def open_by_two(stamp: Stamp, second_id: int, **what: Any) -> Shift:
    """Ask for a float and let the vault's keeper sign it, as a club does it."""
    asked = open_shift.ask(stamp, **what)
    keeper = replace(stamp, actor_id=second_id, key=uuid5(stamp.key, "signed"))
    signed = approve(keeper, proposal_id=asked.pk, digest=asked.digest)
    return Shift.objects.get(act_id=signed.decision_act_id or 0)


def cash_out_by_two(stamp: Stamp, second_id: int, **what: Any) -> None:
    """Let a guest leave who is paid in cash, signed where the amount asks for it."""
    asked = cash_out.submit(stamp, **what)
    if isinstance(asked, Proposal):
        second = replace(stamp, actor_id=second_id, key=uuid5(stamp.key, "signed"))
        approve(second, proposal_id=asked.pk, digest=asked.digest)


def open_the_room(
    club: Club, *, users: dict[str, int], regulars: tuple[Player, ...], now: datetime
) -> None:
    """Open the tables of the day that now belongs to; everything happened before now."""
    began = max(now - MAX_OPEN_FOR, club_stamp(club, at=now, actor_id=None).opens_at)

    def stamp(who: str, percent: int) -> Stamp:
        at = began + (now - began) * percent // 100
        return club_stamp(club, at=at, actor_id=users[who])

    players = [*regulars, *(guest(stamp("boris", 0), name) for name in GUESTS)]
    shift = open_by_two(
        stamp("boris", 0),
        users["peter"],
        drawer_id=drawers(club.pk)[-1].pk,
        cash={5000: 100, 2000: 100, 1000: 50, 500: 20},
        chips={10000: 300, 2500: 200, 500: 200, 100: 500},
    )
    dice = random.Random(1)  # noqa: S311  (a demo's dice)
    away: tuple[Session, Player] | None = None
    for table, (game, blinds, seats) in zip(tables(club.pk), GAMES, strict=False):
        session = open_session(
            stamp("peter", 1),
            table_id=table.pk,
            game=game,
            small_blind_cents=blinds[0],
            big_blind_cents=blinds[1],
            min_buy_in_cents=100 * blinds[0],
            max_buy_in_cents=500 * blinds[0],
        )
        seated, players = players[:seats], players[seats:]
        _sit(stamp, session, seated, shift)
        _deal(stamp, session, len(seated), dice)
        away = (session, seated[0])
    if away:
        _leave_for_a_while(stamp, *away)
    _wait(stamp, players)


def _sit(stamp: Stamps, session: Session, players: list[Player], shift: Shift) -> None:
    for seat_no, player in enumerate(players, start=1):
        seat_player(
            stamp("boris", 2 + seat_no),
            session_id=session.pk,
            seat_no=seat_no,
            player_id=player.pk,
            cents=BUY_IN_CENTS,
            paid_with="cash",
            shift_id=shift.pk,
        )


def _deal(stamp: Stamps, session: Session, players: int, dice: random.Random) -> None:
    for number in range(1, HANDS + 1):
        rake_hand(
            stamp("peter", 20 + 5 * number),
            session_id=session.pk,
            name=str(number),
            pots_cents=[POT_CENTS * dice.randint(1, 4) // 2],
            players_dealt=players,
            board_cards_dealt=dice.choice((0, 3, 4, 5)),
        )


def _leave_for_a_while(stamp: Stamps, session: Session, player: Player) -> None:
    """The floor has permitted a break of which ten minutes are over."""
    leave_seat(stamp("peter", 92), session_id=session.pk, player_id=player.pk, permission=True)


def _wait(stamp: Stamps, players: list[Player]) -> None:
    """Who found no seat waits for the first game."""
    game, (small, big), _ = GAMES[0]
    for number, player in enumerate(players):
        join_list(
            stamp("peter", 85 + 5 * number),
            game=game,
            small_blind_cents=small,
            big_blind_cents=big,
            player_id=player.pk,
        )
