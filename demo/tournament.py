"""The demo's Saturday tournament, from the tickets at the desk to the last prize paid there."""

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from casino.approvals.services import approve
from casino.cage.queries.due import payables
from casino.cage.services.payables import pay_out
from casino.house.stamp import Stamp
from casino.players.models import Player
from demo.guests import guest
from tournaments.models import Template, Tournament
from tournaments.services import announcing, starting
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.selling import sell_entry

GUESTS = (
    "Helve Kivi", "Normunds Kalns", "Ольга Белова", "Rein Tamme", "Siim Jõgi", "Zane Vītola",
    "Hillar Roos", "Игорь Лебедев", "Mai Allik",
)  # fmt: skip
TERMS: dict[str, Any] = {
    "kind": "regular",
    "variants": ["freezeout"],
    "price_cents": 5_000,
    "fee_cents": 500,
    "places": 36,
    "late_levels": 2,
    "stack": 10_000,
    "levels": [
        [25, 50, 0, 20], [50, 100, 0, 20], [100, 200, 0, 20], [0, 0, 0, 10],
        [200, 400, 50, 20], [400, 800, 100, 20], [800, 1600, 200, 20],
    ],
    "ranking": True,
}  # fmt: skip
# Who acts, and how long after the evening has begun.
Stamps = Callable[[str, timedelta], Stamp]


def prepare(at: Stamps) -> tuple[Template, tuple[Player, ...]]:
    """Keep the template, and the guests who come for it; the manager marks it as ranking."""
    start = timedelta()
    template = announcing.add_template(at("liis", start), name="Saturday freezeout", **TERMS)
    return template, tuple(guest(at("anna", start), name) for name in GUESTS)


def announce(stamp: Stamp, template: Template, starts_at: datetime) -> Tournament:
    """Put a Saturday into the calendar."""
    return announcing.announce(
        stamp,
        template_id=template.pk,
        name=f"Saturday freezeout {starts_at:%d.%m.}",
        starts_at=starts_at,
    )


def play(
    at: Stamps, tournament: Tournament, guests: tuple[Player, ...], *, shift_id: int,
    dice: random.Random,
) -> None:  # fmt: skip
    """Sell, start, fix the pool, play until one is left, award, pay."""

    def minute(number: int) -> timedelta:
        return timedelta(minutes=number)

    def signed(asked: Any, number: int) -> None:
        approve(at("liis", minute(number)), proposal_id=asked.pk, digest=asked.digest)

    which: dict[str, Any] = {"tournament_id": tournament.pk}
    desk: dict[str, Any] = {"shift_id": shift_id, "paid_with": "cash"}
    entries = [
        sell_entry(at("anna", minute(number)), player_id=guest.pk, **which, **desk)
        for number, guest in enumerate(dice.sample(guests, len(guests)))
    ]
    starting.start(at("tiina", minute(30)), **which)
    starting.close_registration(at("tiina", minute(75)), **which)
    signed(fix_pool.ask(at("tiina", minute(76)), **which), 77)
    for number, bought in enumerate(entries[1:]):
        gone = [Out(entry_id=bought.entry.pk, stack=1_000)]
        knock_out(at("tiina", minute(80 + 12 * number)), outs=gone, **which)
    signed(award_prizes.ask(at("tiina", minute(190)), **which), 191)
    for due in payables(tournament.club_id):
        pay_out(at("anna", minute(200)), payable_id=due.pk, **desk)
