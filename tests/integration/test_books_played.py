"""An evening under each of the other books: what is decided cites its own paragraphs."""

import re
from typing import Any

import pytest

from cashgames.queries.absence import absent_seats
from cashgames.services.absence import leave_seat
from cashgames.services.hands import rake_hand
from cashgames.services.seats import BuyInRefused, seat_player
from cashgames.services.tables import add_table, open_session
from casino.house.queries import book_on
from casino.ledger.queries.documents import entry
from casino.staff.models import Role
from tests.refusing import refused
from tests.tournament_floor import begun, opened, td
from tests.tournaments import a_tournament, enter, now, signed
from tests.world import EVENING, World, a_club
from tournaments.queries.floor import bubble
from tournaments.queries.presence import absent_stacks
from tournaments.rules.moves import TableSeats, seat_move
from tournaments.services.penalties import punish
from tournaments.services.pool import fix_pool
from tournaments.services.refunds import NoRefund, refund_entry
from tournaments.services.selling import sell_more
from tournaments.services.starting import close_registration
from tournaments.services.tables import draw_seats

pytestmark = pytest.mark.django_db
RULINGS = ("clock", "claim", "pot")
RULE = re.compile(r'class="rule">([A-Z]+-[A-Z]?[0-9.]+)')


def rules_of(because: Any) -> set[str]:
    return {one["rule"] if isinstance(one, dict) else one.rule for one in because}


def cited_at_a_table(world: World) -> set[str]:
    """
    Seat two with notes on the table, rake a hand, fold one before the flop, let one go away.

    A third brings too little. Returns what is cited.
    """
    floor = world.stamp("20:00", role=Role.SUPERVISOR)
    table = add_table(floor, name="1")
    terms = {"small_blind_cents": 100, "big_blind_cents": 200}
    limits = {"min_buy_in_cents": 10_000, "max_buy_in_cents": 50_000}
    session = open_session(
        **world.opens("20:01"), table_id=table.pk, game="texas_holdem", **terms, **limits
    )
    for number, name in enumerate(("Ann", "Bob"), start=1):
        seat_player(
            world.stamp("20:05", role=Role.SUPERVISOR), session_id=session.pk, seat_no=number,
            player_id=world.player(name).pk, cents=20_000, paid_with="table",
        )  # fmt: skip
    hand = rake_hand(
        world.stamp("21:00", role=Role.SUPERVISOR), session_id=session.pk, name="1",
        pots_cents=[10_000], players_dealt=2, board_cards_dealt=5,
    )  # fmt: skip
    book, away = book_on(world.club.pk, EVENING), session.seats.first()
    cited = rules_of(entry(world.club.pk, hand.entry_id or 0).because)
    folded = rake_hand(
        world.stamp("21:01", role=Role.SUPERVISOR), session_id=session.pk, name="2",
        pots_cents=[10_000], players_dealt=2, board_cards_dealt=0,
    )  # fmt: skip
    assert (folded.rake_cents, folded.first_round_passed) == (0, False)
    cited.add(book.source("first_round.board_cards"))
    little = refused(
        BuyInRefused, seat_player, world.stamp("21:02", role=Role.SUPERVISOR),
        session_id=session.pk, seat_no=3, player_id=world.player("Cat").pk, cents=1_000,
        paid_with="table",
    )  # fmt: skip
    cited.add(little.source or "")
    if away and book.absence:
        leaves = world.stamp("21:10", role=Role.SUPERVISOR)
        leave_seat(leaves, session_id=session.pk, player_id=away.player_id)
        (seen,) = absent_seats(session, book, at=world.at("22:30"))
        cited |= rules_of(seen.state.because)
    return cited


@pytest.mark.parametrize(
    ("book", "paragraphs"),
    [
        ("voodoo", {"VOO-C24", "VOO-C25", "VOO-C21", "VOO-C26", "VOO-C17"}),
        ("img", {"IMG-C20", "IMG-C11", "IMG-C21", "IMG-C3"}),
        ("online", {"ONL-14"}),
    ],
)
def test_a_cash_table_cites_the_books_own_paragraphs(book: str, paragraphs: set[str]):
    cited = cited_at_a_table(a_club(book=book))
    assert paragraphs - cited == set()
    assert not {one for one in cited if one.startswith("OLY-")}


def played(world: World, **terms: Any) -> set[str]:
    """Play the beginning of a rebuy tournament; return what is cited."""
    shift = world.open_shift(clock="18:00")
    rebuys = {"variants": ["rebuy_when_broke"], "rebuy_cents": 10_000, "rebuy_levels": 2}
    friday = a_tournament(world, **rebuys, **terms)
    names = [f"Guest {number}" for number in range(5)]
    entries = enter(world, friday, *names, shift_id=shift.pk)
    opened(world, friday, 1)
    cited = rules_of(draw_seats(td(world, "20:50"), tournament_id=friday.pk).because)
    begun(world, friday)
    first, second, *_ = entries
    again = {"what": "rebuy", "paid_with": "cash", "shift_id": shift.pk}
    sale = sell_more(world.stamp("21:05"), entry_id=first.pk, **again)
    cited |= rules_of(entry(world.club.pk, sale.slip_id).because)
    back = refused(
        NoRefund, refund_entry.ask, td(world, "21:06"), entry_id=second.pk, cause="withdrawal",
        reason="Ill",
    )  # fmt: skip
    cited.add(back.source or "")
    missing = absent_stacks(now(friday), entries[:1], world.at("21:06"))[0]
    cited |= rules_of(missing.stack.because)
    book = book_on(world.club.pk, EVENING)
    if book.penalties:
        wrong = {"tournament_id": friday.pk, "entry_id": second.pk, "reason": "Loud"}
        cited |= rules_of(punish(td(world, "21:07"), breach="conduct", **wrong).because)
    full, short = (
        TableSeats(seats=9, taken=tuple(taken), button=1) for taken in ((1, 2, 3, 4), (1, 2))
    )
    cited |= rules_of(seat_move(book, "flop", from_table=full, to_table=short).because)
    close_registration(td(world, "22:00"), tournament_id=friday.pk)
    pool = signed(world, fix_pool.ask(td(world, "22:01"), tournament_id=friday.pk), clock="22:02")
    assert pool.approved
    cited |= rules_of(now(friday).fixed.because)
    cited |= rules_of(bubble(now(friday), paid_places=4).because)
    return cited | read_on_the_floor(world, f"place=tournament&id={friday.pk}", friday.pk)


def read_on_the_floor(world: World, where: str, event_id: int) -> set[str]:
    """Return the paragraphs that the director reads on the pages of chips and of decisions."""
    director = world.browser(Role.DIRECTOR)
    pages = [f"tournaments/{event_id}/chips/", *(f"rulings/{one}/?{where}" for one in RULINGS)]
    answers = [director.get(f"/{world.club.slug}/{page}") for page in pages]
    assert {each.status_code for each in answers} == {200}
    return {rule for each in answers for rule in RULE.findall(each.content.decode())}


@pytest.mark.parametrize(
    ("book", "paragraphs"),
    [
        ("voodoo", {"VOO-T11", "VOO-T2", "VOO-T14", "VOO-G5", "VOO-T20", "AMB-77"}
                   | {"VOO-T35", "VOO-T31", "VOO-G34"}),
        ("img", {"IMG-T6", "IMG-V1", "IMG-T5", "IMG-T29", "IMG-T20", "IMG-T28"}
                | {"IMG-T23", "IMG-G2", "IMG-G48", "IMG-G46", "IMG-G52"}),
        ("home", {"HOME-3", "HOME-1", "HOME-5", "HOME-0", "HOME-33", "HOME-44"}),
    ],
)  # fmt: skip
def test_a_tournament_cites_the_books_own_paragraphs(book: str, paragraphs: set[str]):
    shares = {"shares_bp": [6_000, 4_000]} if book == "home" else {}
    cited = played(a_club(book=book), **shares)
    assert paragraphs - cited == set()
    assert not {one for one in cited if one.startswith("OLY-")}
