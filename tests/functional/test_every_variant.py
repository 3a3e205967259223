"""One tournament of each variant of each book, from the first ticket to the last payout."""

import csv
import io
from typing import Any

import pytest
from django.test import Client

from casino.approvals.models import Proposal
from casino.cage.models import Payable, Shift
from casino.cage.services.payables import pay_out
from casino.house.rulebook import load_book
from casino.staff.models import Role
from tests.counting import sign
from tests.tournaments import a_tournament, chips_of, enter, now, signed
from tests.world import World, a_club
from tournaments import exports
from tournaments.models import Entry, EventSummary, Tournament
from tournaments.queries.ending import ending
from tournaments.queries.order import playing
from tournaments.services.bounties import collect_bounties
from tournaments.services.chips import change_chips
from tournaments.services.knockouts import Out, knock_out
from tournaments.services.pool import fix_pool
from tournaments.services.prizes import award_prizes
from tournaments.services.selling import sell_entry, sell_more
from tournaments.services.starting import close_registration, start
from tournaments.services.summary import sign_summary

pytestmark = pytest.mark.django_db
BOOKS = ("olympic", "voodoo", "img", "home", "online")
EVERY = [(book, variant) for book in BOOKS for variant in load_book(book).variants]
NAMES = ("Kask", "Tamm", "Sepp", "Ilves", "Rebane", "Kuusk")
REBUYS = {"rebuy_cents": 10_000, "addon_cents": 5_000, "rebuy_levels": 2}
TERMS: dict[str, dict[str, Any]] = {
    "rebuy_when_broke": REBUYS,
    "rebuy_at_will": REBUYS,
    "terminator": {"price_cents": 15_000, "bounty_cents": 5_000},
    "royal_flush_jackpot": {"rfj_cents": 1_000, "series": True},
    "satellite": {"kind": "satellite"},
}
# Players agree on shares where a book prints no table of them.
SHARES = {"shares_bp": [6_000, 4_000]}


def announced(world: World, book: str, variant: str) -> Tournament:
    terms = {"variants": [variant]} | TERMS.get(variant, {})
    if load_book(book).prizes is None:
        terms |= SHARES
    if variant == "satellite":
        main = a_tournament(world, "Main", price_cents=20_000, fee_cents=2_000)
        terms |= {"target": main.pk}
    return a_tournament(world, "Event", **terms)


def buy_more(world: World, shift: Shift, entry: Entry, what: str) -> None:
    sell_more(
        world.stamp("21:10"), entry_id=entry.pk, what=what, paid_with="cash", shift_id=shift.pk
    )


def played(world: World, shift: Shift, tournament: Tournament, variant: str) -> None:
    """Sell, play and fix; then everybody but the winner goes out, where places decide."""
    entries = enter(world, tournament, *NAMES, shift_id=shift.pk)
    director = {"role": Role.DIRECTOR}
    start(world.stamp("21:00", **director), tournament_id=tournament.pk)
    if "rebuy" in variant:
        buy_more(world, shift, entries[0], "rebuy")
        buy_more(world, shift, entries[1], "addon")
    if variant == "double_chance":
        change_chips(
            world.stamp("21:11", **director), tournament_id=tournament.pk,
            entry_id=entries[0].pk, what="extra_chips", chips=10_000, reason="Second chance",
        )  # fmt: skip
    close_registration(world.stamp("22:00", **director), tournament_id=tournament.pk)
    pool = fix_pool.ask(world.stamp("22:01", **director), tournament_id=tournament.pk)
    signed(world, pool, role=Role.SUPERVISOR, clock="22:02")
    if variant == "time":
        return
    for minute, entry in enumerate(reversed(entries[1:]), start=10):
        by = [entries[0].pk] if tournament.bounty_cents else []
        knock_out(
            world.stamp(f"22:{minute}", **director), tournament_id=tournament.pk,
            outs=[Out(entry_id=entry.pk, stack=1000, by=by)],
        )  # fmt: skip


def awarded(world: World, tournament: Tournament, variant: str) -> None:
    left = []
    if variant == "time":
        left = chips_of({one.pk: 10_000 for one in playing(tournament)})
    director = world.stamp("23:00", role=Role.DIRECTOR)
    prizes = award_prizes.ask(director, tournament_id=tournament.pk, left=left)
    signed(world, prizes, clock="23:01")
    if tournament.bounty_cents:
        director = world.stamp("23:02", role=Role.DIRECTOR)
        signed(world, collect_bounties.ask(director, tournament_id=tournament.pk), clock="23:03")


def pay(world: World, due: Payable, shift: Shift) -> None:
    """Pay a guest in cash; what is more in a day than one person pays, by two."""
    stamp = world.stamp("23:10")
    paid = pay_out.submit(stamp, payable_id=due.pk, shift_id=shift.pk, paid_with="cash")
    if isinstance(paid, Proposal):
        sign(world, stamp, paid)


@pytest.mark.parametrize(("book", "variant"), EVERY)
def test_from_the_first_ticket_to_the_last_payout_nothing_is_left(book: str, variant: str):
    world = a_club(book=book)
    shift = world.open_shift(clock="18:00")
    tournament = announced(world, book, variant)
    played(world, shift, tournament, variant)
    seen = Client().get(f"/pool/tallinn/{tournament.pk}/").content.decode()
    assert "fixed" in seen
    assert not any(name in seen for name in NAMES)
    awarded(world, now(tournament), variant)
    owed = list(Payable.objects.filter(payments=None))
    ended = ending(now(tournament), at=world.at("23:05"))
    assert ended.owed_cents == sum(due.cents for due in owed) > 0
    for due in owed:
        pay(world, due, shift)

    for code in ("tournament:pool", "tournament:bounties"):
        assert world.balance(code, tournament.pk) == 0, code
    assert sum(world.balance("payable", due.pk) for due in owed) == 0
    ended = ending(now(tournament), at=world.at("23:15"))
    assert (ended.owed_cents, ended.check.agrees) == (0, True)
    assert now(tournament).finished_at
    if variant == "satellite":
        main = tournament.target_id or 0
        assert world.balance("tickets", main) == -ended.tickets_cents != 0
        winner = ended.won[0].entry.player_id
        use = {"tournament_id": main, "paid_with": "ticket", "shift_id": shift.pk}
        sell_entry(world.stamp("20:41"), player_id=winner, **use)
        assert world.balance("tickets", main) == 22_000 - ended.tickets_cents

    signed_by_both(world, tournament)
    rows = list(csv.DictReader(io.StringIO(exports.results_csv(ended).decode())))
    # When the time is over they have as much, and share the place.
    first = NAMES if variant == "time" else NAMES[:1]
    assert [row["player"] for row in rows if row["place"] == "1"] == list(first)
    assert all(row["paid"] == "yes" for row in rows if row["prize"] != "0.00")


def signed_by_both(world: World, tournament: Tournament) -> None:
    """Let director and cage sign the summary, which divides the whole pool."""
    asked = sign_summary.ask(world.stamp("23:20", role=Role.DIRECTOR), tournament_id=tournament.pk)
    signed(world, asked, role=Role.CASHIER, clock="23:21")
    kept = EventSummary.objects.get().content
    assert kept["net_cents"] == kept["prizes_cents"] + kept["tickets_cents"]
