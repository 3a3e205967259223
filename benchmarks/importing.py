"""
Import of recorded hands, from the file to posted entries, beside one SQL statement.

The statement writes the same rows, out of a table that holds them ready, into copies of our tables
(LIKE ... INCLUDING ALL and the foreign key: the same columns, indexes, checks), the rows' digests
among them, which it finds made. The import reads
the file, charges every hand, says why, refuses what is wrong and takes each hand once.
"""

import json
import os
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from uuid import uuid4

import psycopg

from benchmarks._bench import (
    FULL,
    connect_django,
    ratio,
    raws,
    resident_mb,
    seconds,
    show,
    side_by_side,
)

connect_django()

from cashgames.models import Session  # noqa: E402
from cashgames.rules.handfile import read_hands  # noqa: E402
from cashgames.services import tables  # noqa: E402
from cashgames.services.hands import rake_hand  # noqa: E402
from cashgames.services.importing import Importer, ImportReport  # noqa: E402
from cashgames.services.seats import seat_player  # noqa: E402
from casino.house.models import Club  # noqa: E402
from casino.house.queries import club_stamp  # noqa: E402
from casino.house.stamp import Stamp  # noqa: E402
from casino.ledger import services as ledger  # noqa: E402
from casino.ledger.entries import Draft, credit, debit  # noqa: E402
from casino.players.services.guests import add_player  # noqa: E402
from casino.setup.services.clubs import open_club  # noqa: E402
from jackpot.services.pools import open_jackpot  # noqa: E402

HANDS = 100_000
MANY = 1_000_000
ALONE, SEATED = 400, 7
BEGIN = datetime(2026, 3, 2, 6, 0, tzinfo=UTC)
A_HAND = timedelta(seconds=0.8)  # a gaming day holds about a hundred thousand of them
A_PLAYED_HAND = timedelta(minutes=3)
CHIPS_CENTS = 2_000_000_000

PREPARE = """
CREATE UNLOGGED TABLE staged AS
SELECT h.session_id, h.name, h.played_at, h.gaming_day, h.pots_cents, h.players_dealt,
       h.first_round_passed, h.rake_cents, h.drop_cents, row_number() OVER (ORDER BY h.id)::integer
       AS seq, e.club_id, e.kind, e.currency, e.account_ids, e.cents, e.memo, e.because,
       h.id AS hand_id, d.digest, d.salt
FROM cashgames_hand h
JOIN ledger_rowdigest d ON d.relation = 'cashgames_hand' AND d.row_id = h.id
LEFT JOIN ledger_entry e ON e.id = h.entry_id;
CREATE TABLE plain_act (LIKE ledger_act INCLUDING ALL);
CREATE TABLE plain_entry (LIKE ledger_entry INCLUDING ALL);
CREATE TABLE plain_line (LIKE ledger_line INCLUDING ALL);
CREATE TABLE plain_hand (LIKE cashgames_hand INCLUDING ALL);
ALTER TABLE plain_hand ADD FOREIGN KEY (session_id) REFERENCES cashgames_session
    DEFERRABLE INITIALLY DEFERRED;
CREATE TABLE plain_digest (LIKE ledger_rowdigest INCLUDING ALL);
CREATE TABLE plain_balance (LIKE ledger_balance INCLUDING ALL);
INSERT INTO plain_balance SELECT account_id, 0 FROM ledger_balance;
ANALYZE staged
"""
STATEMENT = """
WITH act AS (
    INSERT INTO plain_act (key, club_id, operation, arguments, happened_at)
    VALUES (gen_random_uuid(), 1, 'import', '{}', now()) RETURNING id
), entry AS (
    INSERT INTO plain_entry (act_id, seq, club_id, gaming_day, kind, currency, account_ids, cents,
                             happened_at, memo, because, batch)
    SELECT act.id, s.seq, s.club_id, s.gaming_day, s.kind, s.currency, s.account_ids, s.cents,
           s.played_at, s.memo, s.because, true
    FROM staged s, act WHERE s.account_ids IS NOT NULL
    RETURNING id, act_id, seq, gaming_day, account_ids, cents
), line AS (
    INSERT INTO plain_line (account_id, gaming_day, entry_id, cents)
    SELECT u.account, e.gaming_day, e.id, u.amount
    FROM entry e, unnest(e.account_ids, e.cents) AS u (account, amount)
    RETURNING account_id, cents
), hand AS (
    INSERT INTO plain_hand (session_id, name, played_at, gaming_day, pots_cents, players_dealt,
                            first_round_passed, rake_cents, drop_cents, entry_id, act_id)
    SELECT s.session_id, s.name, s.played_at, s.gaming_day, s.pots_cents, s.players_dealt,
           s.first_round_passed, s.rake_cents, s.drop_cents, e.id, act.id
    FROM act CROSS JOIN staged s LEFT JOIN entry e ON e.seq = s.seq
), digest AS (
    INSERT INTO plain_digest (relation, row_id, act_id, digest, salt)
    SELECT 'cashgames_hand', s.hand_id, act.id, s.digest, s.salt FROM staged s, act
)
UPDATE plain_balance b SET cents = b.cents + m.cents
FROM (SELECT account_id, sum(cents) AS cents FROM line GROUP BY account_id) m
WHERE b.account_id = m.account_id
"""


def main() -> None:
    """Measure the import against the statement and against one posting a hand."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "night.jsonl"
        write_hands(file, HANDS)
        club, session = open_room()
        run_import(club, session, file)  # warms up, and leaves the rows to be copied
        with psycopg.connect(os.environ["SUPERUSER_URL"], autocommit=True) as connection:
            connection.execute(PREPARE)
            found = side_by_side(
                {
                    "import": lambda: HANDS / run_import(club, open_session(club), file),
                    "statement": lambda: HANDS / run_statement(connection),
                    "alone": lambda: ALONE / post_alone(club, open_session(club)),
                }
            )
        report(found)
        if FULL:
            write_hands(file, MANY)
            run_import(club, open_session(club), file, show_memory=True)


def report(found: dict[str, list[float]]) -> None:
    """Print the ratios."""
    ours = found["import"]
    raw = f"{raws(ours, 'hands/s')} | {raws(found['statement'], 'hands/s')}"
    show("import / one SQL statement of the same rows", ratio(ours, found["statement"]),
         least=0.5, raw=raw)  # fmt: skip
    show("import / one by one through the service", ratio(ours, found["alone"]),
         least=8, raw=raws(found["alone"], "hands/s"))  # fmt: skip


def write_hands(file: Path, hands: int) -> None:
    """Write hands as the recorded ones look: nearly all with a flop, one in ten with a side pot."""
    random = Random(hands)
    with file.open("w") as lines:
        for number in range(hands):
            main, side = random.randrange(400, 20_000), random.randrange(100, 10_000)
            sides = [side] if random.random() < 0.1 else []
            hand = {
                "id": f"bench:{number}", "game": "texas_holdem", "family": "flop",
                "limit": "no_limit", "currency": "EUR", "sb_cents": 100, "bb_cents": 200,
                "players_dealt": random.randrange(4, 10), "flop_seen": random.random() < 0.8,
                "total_pot_cents": main + sum(sides), "main_pot_cents": main,
                "side_pots_cents": sides, "played_at": (BEGIN + number * A_HAND).isoformat(),
            }  # fmt: skip
            lines.write(json.dumps(hand) + "\n")


def open_room() -> tuple[Club, Session]:
    """Open a club with a jackpot and a table full of chips."""
    at = BEGIN - timedelta(minutes=30)
    club = open_club(at=at, slug="bench", name="Bench", book="olympic", first_day=at.date())
    open_jackpot(club_stamp(club, at=at, actor_id=None), name="Jackpot")
    return club, open_session(club)


def open_session(club: Club) -> Session:
    """Open a table of its own and put chips on it."""

    def stamp() -> Stamp:
        return club_stamp(club, at=BEGIN, actor_id=None)

    table = tables.add_table(stamp(), name=uuid4().hex)
    session = tables.open_session(
        stamp(), table_id=table.pk, game="texas_holdem", small_blind_cents=100,
        big_blind_cents=200, min_buy_in_cents=10_000, max_buy_in_cents=50_000,
    )  # fmt: skip
    lines = debit("cash:vault", CHIPS_CENTS), credit("chips:table", CHIPS_CENTS, session.pk)
    ledger.post_once(stamp(), "bench.chips", Draft(kind="bench.chips", lines=lines))
    return session


def run_import(club: Club, session: Session, file: Path, *, show_memory: bool = False) -> float:
    """Import a file and return the seconds; print the memory on the way if asked for."""
    memory: list[tuple[int, float]] = []

    def on_batch(report: ImportReport) -> None:
        memory.append((report.taken, resident_mb()))

    importer = Importer(club=club, session=session, at=BEGIN, actor_id=None, on_batch=on_batch)
    took = seconds(lambda: importer.run(read_hands(file)))
    assert importer.report.refused == importer.report.known == 0, importer.report
    if show_memory:
        tenth = next(mb for taken, mb in memory if taken >= MANY // 10)
        end = memory[-1][1]
        raw = f"{tenth:.0f} MB, {end:.0f} MB; {MANY / took:,.0f} hands/s"
        show("memory at the end / at a tenth of a million hands", end / tenth, most=1.1, raw=raw)
    return took


def run_statement(connection: psycopg.Connection) -> float:
    """Run the one statement on empty tables and return the seconds."""
    for table in ("plain_act", "plain_entry", "plain_line", "plain_hand", "plain_digest"):
        connection.execute(f"TRUNCATE {table}")
    return seconds(lambda: connection.execute(STATEMENT))


def post_alone(club: Club, session: Session) -> float:
    """Seat guests, post some hands one by one through the service and return the seconds."""
    chips = SEATED * session.min_buy_in_cents
    begin = club_stamp(club, at=BEGIN, actor_id=None)
    lines = debit("cash:vault", chips), credit("chips:floor", chips)
    ledger.post_once(begin, "bench.chips", Draft(kind="bench.chips", lines=lines))
    for number in range(1, SEATED + 1):
        stamp = club_stamp(club, at=BEGIN, actor_id=None)
        guest = add_player(stamp, name=f"Guest {uuid4().hex[:8]}")
        seat_player(
            club_stamp(club, at=BEGIN, actor_id=None), session_id=session.pk, seat_no=number,
            player_id=guest.pk, cents=session.min_buy_in_cents, paid_with="chips",
        )  # fmt: skip

    def hands() -> Iterator[None]:
        for number in range(ALONE):
            at = BEGIN + (number + 1) * A_PLAYED_HAND
            yield rake_hand(
                club_stamp(club, at=at, actor_id=None), session_id=session.pk,
                name=f"bench:{number}", pots_cents=[5_000 + number], players_dealt=SEATED,
                board_cards_dealt=3,
            )  # fmt: skip

    return seconds(lambda: list(hands()))


if __name__ == "__main__":
    main()
