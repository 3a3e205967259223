"""
Recorded hands by the thousand: read, charged, posted in batches, each batch once.

A batch is one transaction. While PostgreSQL posts one, the next is read and charged here. A hand is
known by its name at the table, so an import that was interrupted is simply repeated.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import cache, partial
from itertools import groupby, islice
from uuid import uuid4

from django.db import close_old_connections, connection, connections

from cashgames import postings
from cashgames.models import Session
from cashgames.queries.board import on_terms_of, terms_changed
from cashgames.rules.families import MIXED, dealt_family, named_game
from cashgames.rules.first_round import Street, first_round_passed
from cashgames.rules.handfile import HandRecord, HandRow, RefusedRow
from cashgames.rules.jackpot_drop import charges
from cashgames.rules.rake import RakeTerms, table_terms
from cashgames.services.hands import HandKnown
from cashgames.services.plausible import KnownTable, note_file
from cashgames.services.shared import TableClosed, check_by_hand, held_session
from casino.acts.kinds import File, Id, Name, Note, Number
from casino.acts.runner import act
from casino.house.because import as_text
from casino.house.models import Club
from casino.house.queries import book_on, club_stamp
from casino.house.rulebook import RuleBook
from casino.house.stamp import Stamp
from casino.house.vocabulary import value_in_words
from casino.ledger import services as ledger
from casino.ledger.queries import balances
from casino.ledger.refusals import NotEnough
from casino.messages import msg
from casino.refusals import BadInput, Refusal

BATCH = 5_000
INCOMING = """
CREATE TEMP TABLE cashgames_incoming (
    seq integer, name text, played_at timestamptz, pots_cents bigint[], players_dealt smallint,
    first_round_passed boolean, rake_cents integer, drop_cents integer,
    account_ids bigint[], cents bigint[], because jsonb
) ON COMMIT DROP
"""
KNOWN = """
DELETE FROM pg_temp.cashgames_incoming i
USING cashgames_hand h WHERE h.session_id = %s AND h.name = i.name
"""
TWICE = """
DELETE FROM pg_temp.cashgames_incoming i
USING pg_temp.cashgames_incoming first WHERE first.name = i.name AND first.seq < i.seq
"""
POSTED = """
SELECT seq, played_at, account_ids, cents, name, because
FROM pg_temp.cashgames_incoming WHERE account_ids <> '{}'
"""
LEFT = """
SELECT count(*), count(*) FILTER (WHERE account_ids <> '{}') FROM pg_temp.cashgames_incoming
"""
KEPT = """
INSERT INTO cashgames_hand (session_id, name, played_at, gaming_day, pots_cents, players_dealt,
    first_round_passed, rake_cents, drop_cents, entry_id, act_id)
SELECT %s, i.name, i.played_at, %s, i.pots_cents, i.players_dealt,
       i.first_round_passed, i.rake_cents, i.drop_cents, e.id, %s
FROM pg_temp.cashgames_incoming i LEFT JOIN ledger_entry e ON e.act_id = %s AND e.seq = i.seq
"""


@dataclass(slots=True)
class ImportReport:
    """How many hands were taken, known already, refused."""

    taken: int = 0
    known: int = 0
    refused: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Batch:
    """
    Hands of one gaming day, charged, as lines for COPY; `hands` names each line's origin.

    doubtful: some of them are beyond what the game knows of players and chips.
    """

    stamp: Stamp
    lines: list[str]
    hands: list[HandRecord]
    doubtful: bool


@dataclass(kw_only=True, slots=True)
class Importer:
    """
    One import into one session. `on_refused` is told each refused row, `on_batch` each batch.

    source: the file's name, under which hands beyond what the game knows are listed; digest: of
    its content, once for which they are, else once an import.
    """

    club: Club
    session: Session
    at: datetime
    actor_id: int | None
    source: str = "import"
    digest: str = field(default_factory=lambda: uuid4().hex)
    on_refused: Callable[[RefusedRow], None] = lambda row: None
    on_batch: Callable[[ImportReport], None] = lambda report: None
    report: ImportReport = field(default_factory=ImportReport)
    latest: Stamp | None = None
    known_table: "KnownTable" = field(init=False)

    def run(self, rows: Iterable[HandRow]) -> ImportReport:
        """
        Take every hand that can be taken, refuse the others by name, and count.

        A hand without an instant of its own happened at `at`. Source: AMB-02, AMB-07, AMB-38.
        """
        self.session = Session.objects.get(pk=self.session.pk)
        self.known_table = KnownTable.of(self.session)
        with ledger.backfill(self.club.id), ThreadPoolExecutor(max_workers=1) as poster:
            posting: Future[None] | None = None
            for batch in self._batches(rows):
                if posting:
                    posting.result()
                posting = poster.submit(self._post, batch)
            if posting:
                posting.result()
            poster.submit(connections.close_all).result()  # the poster's own
        return self.report

    def _batches(self, rows: Iterable[HandRow]) -> Iterator[Batch]:
        """Charge the hands, a gaming day at a time, at most BATCH of them together."""
        for day, hands in groupby(self._readable(rows), key=self._gaming_day):
            try:
                chargers = _Chargers.of(self.session, book_on(self.club.id, day))
            except Refusal as refusal:
                for hand in hands:
                    self._refuse(hand, refusal)
                continue
            while some := list(islice(hands, BATCH)):
                yield self._charged(chargers, some)

    def _charged(self, chargers: "_Chargers", hands: list[HandRecord]) -> Batch:
        lines: list[str] = []
        taken: list[HandRecord] = []
        for hand in hands:
            try:
                charger = chargers.at(hand.played_at or self.at)
                lines.append(charger.line(len(lines) + 1, hand, self.at))
            except Refusal as refusal:
                self._refuse(hand, refusal)
            else:
                taken.append(hand)
        first = hands[0].played_at or self.at
        stamp = club_stamp(self.club, at=first, actor_id=self.actor_id)
        return Batch(
            stamp=stamp,
            lines=lines,
            hands=taken,
            doubtful=any(self.known_table.doubts(hand, self.at) for hand in taken),
        )

    def _post(self, batch: Batch) -> None:
        """Post a batch; where the table's chips don't reach, its halves, down to the hand."""
        if not batch.hands:
            return
        close_old_connections()
        try:
            names = [hand.external_id for hand in batch.hands]
            taken = import_hands(
                batch.stamp,
                session_id=self.session.pk,
                hands=len(names),
                first=min(names),
                last=max(names),
                rows="".join(batch.lines).encode(),
                doubtful_source=self.source if batch.doubtful else "",
                digest=self.digest,
            )
        except HandKnown:
            taken = 0
        except Refusal as refusal:
            if len(batch.hands) == 1 or not isinstance(refusal, NotEnough):
                for hand in batch.hands:
                    self._refuse(hand, refusal)
            else:
                for half in _halves(batch):
                    self._post(half)
            return
        self.report.taken += taken
        self.report.known += len(batch.hands) - taken
        self.on_batch(self.report)

    def _readable(self, rows: Iterable[HandRow]) -> Iterator[HandRecord]:
        for row in rows:
            if isinstance(row, HandRecord):
                yield row
            else:
                self.report.refused += 1
                self.on_refused(row)

    def _refuse(self, hand: HandRecord, refusal: Refusal) -> None:
        self.report.refused += 1
        self.on_refused(
            RefusedRow(
                position=hand.position,
                external_id=hand.external_id,
                field=refusal.field or "",
                reason=refusal.message,
            )
        )

    def _gaming_day(self, hand: HandRecord) -> date:
        """Return the day of a hand; most lie in the day of the one before."""
        at = hand.played_at or self.at
        if self.latest is None or not self.latest.opens_at <= at < self.latest.closes_at:
            self.latest = club_stamp(self.club, at=at, actor_id=None)
        return self.latest.gaming_day


@act("cashgames.import_hands", replay=lambda *_, **__: 0)
def import_hands(
    stamp: Stamp,
    *,
    session_id: Id,
    hands: Number,
    first: Name,
    last: Name,
    rows: File,
    doubtful_source: Note = "",
    digest: Note = "",
) -> int:
    """
    Post charged hands of one gaming day as one act; return how many were not known yet.

    hands: how many are offered; first, last: of their names; rows: as _Charger writes them, for
    COPY; doubtful_source, digest: the file some of whose hands are beyond what the game knows.
    Raises HandKnown where all were known, and what posting raises; then none is posted.
    """
    session = held_session(stamp, session_id)
    with connection.cursor() as cursor:
        cursor.execute(INCOMING)
        with cursor.copy("COPY pg_temp.cashgames_incoming FROM STDIN") as copy:
            copy.write(rows)
        cursor.execute(KNOWN, [session_id])
        cursor.execute(TWICE)
        cursor.execute(LEFT)
        new, charged = cursor.fetchone()
    if not new:
        raise HandKnown
    if session.closed_at:
        raise TableClosed
    check_by_hand(session)
    if doubtful_source:
        note_file(stamp, session, source=doubtful_source, digest=digest)
    if charged:
        currency = Club.objects.get(id=session.club_id).currency
        ledger.post_batch(
            stamp, kind=postings.POT_RAKED, currency=currency, source=POSTED, parameters=[]
        )
    with connection.cursor() as cursor:
        cursor.execute(KEPT, [session_id, stamp.gaming_day, stamp.act_id, stamp.act_id])
    return int(new)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Charger:
    """What one session charges by one book. entry: accounts and cents of rake and drop."""

    session: Session
    book: RuleBook
    terms: RakeTerms
    entry: Callable[[int, int], tuple[str, str]]

    @classmethod
    def of(cls, session: Session, book: RuleBook) -> "_Charger":
        terms = table_terms(book, special_cap=session.special_cap, mode=session.mode)
        return cls(session=session, book=book, terms=terms, entry=_entries_of(session))

    def line(self, seq: int, hand: HandRecord, at: datetime) -> str:
        """Return a hand as a line for COPY. Raises BadInput for a game or money not of here."""
        own = self.session.club.currency
        if hand.currency not in {"", own}:
            raise BadInput(
                msg(
                    "The hand is in {currency}, the club's books in {own}.",
                    currency=hand.currency[:10],
                    own=own,
                ),
                field="currency",
            )
        street = self._street(hand)
        taken = charges(
            self.book,
            self.terms,
            pots_cents=hand.pots_cents,
            players=hand.players_dealt,
            street=street,
            campaign=self.session.pool_ref is None,
        )
        rake, drop = taken.rake.rake_cents, taken.drop.drop_cents
        account_ids, cents = self.entry(rake, drop)
        because = as_text(taken.because)
        passed = first_round_passed(street, self.book.first_round)
        return "\t".join(
            (
                str(seq),
                hand.external_id.replace("\\", "\\\\"),
                (hand.played_at or at).isoformat(),
                _array(hand.pots_cents),
                str(hand.players_dealt),
                "t" if passed else "f",
                str(rake),
                str(drop),
                account_ids,
                cents,
                because.replace("\\", "\\\\") + "\n",
            )
        )

    def _street(self, hand: HandRecord) -> Street:
        if hand.game != self.session.game and self.session.game not in MIXED:
            raise BadInput(
                msg(
                    "This table deals {game}, not {game_2}.",
                    game=value_in_words(self.session.game),
                    game_2=value_in_words(hand.game),
                ),
                field="game",
            )
        family = dealt_family(named_game(self.session.game), named_game(hand.game))
        if hand.family != family:
            said = msg(
                "The file calls {game} {family}, which it is not.",
                game=value_in_words(hand.game),
                family=hand.family,
            )
            raise BadInput(said, field="family")
        return Street(
            family=family,
            board_cards_dealt=hand.board_cards_dealt,
            open_cards_dealt=hand.open_cards_dealt,
            draws_done=hand.draws_done,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Chargers:
    """What one session charges by one book, made once for the terms between two changes."""

    session: Session
    book: RuleBook
    changed: list[datetime]
    made: dict[int, _Charger] = field(default_factory=dict)

    @classmethod
    def of(cls, session: Session, book: RuleBook) -> "_Chargers":
        return cls(session=session, book=book, changed=terms_changed(session))

    def at(self, instant: datetime) -> _Charger:
        """Return what charges a hand of an instant."""
        since = bisect_right(self.changed, instant)
        if since not in self.made:
            self.made[since] = _Charger.of(on_terms_of(self.session, instant), self.book)
        return self.made[since]


def _entries_of(session: Session) -> Callable[[int, int], tuple[str, str]]:
    """Return what tells a pot's entry for COPY; hands of the same rake and drop share it."""
    account_id = cache(partial(balances.account_id, session.club_id))

    @cache
    def entry(rake_cents: int, drop_cents: int) -> tuple[str, str]:
        draft = postings.pot_raked(
            session.pk, rake_cents=rake_cents, drop_cents=drop_cents, pool_ref=session.pool_ref
        )
        lines = sorted((account_id(line.code, line.ref) or 0, line.cents) for line in draft.lines)
        return _array(account for account, _ in lines), _array(cents for _, cents in lines)

    return entry


def _array(values: Iterable[int]) -> str:
    return "{" + ",".join(map(str, values)) + "}"


def _halves(batch: Batch) -> Iterator[Batch]:
    middle = len(batch.hands) // 2
    for part in (slice(None, middle), slice(middle, None)):
        stamp = replace(batch.stamp, key=uuid4())
        yield replace(batch, stamp=stamp, lines=batch.lines[part], hands=batch.hands[part])
