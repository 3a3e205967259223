"""What a correction at a table changes, and what was corrected already. Cents."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet

from cashgames.models import ChipMove, Correction, Hand, Session, Table, TimeShare
from cashgames.postings import NOTES_BROUGHT, STACK_RELEASED
from cashgames.queries.pools import POOL, goes_to
from cashgames.queries.tables import seats_at
from casino.house.stamp import Stamp
from casino.house.vocabulary import value_in_words
from casino.kept_sql import kept_sql
from casino.ledger.entries import TITLES
from casino.ledger.queries import gaming_days
from casino.ledger.queries.balances import account_id, balance_before, balance_cents
from casino.ledger.queries.documents import account_entries, debits_since, entries, entry
from casino.ledger.queries.rows import EntryRow
from casino.messages import Message, msg
from casino.players.queries import names
from casino.refusals import NotFound

CorrectedRow = TypeVar("CorrectedRow", Hand, ChipMove, TimeShare)
# What no row is kept of: the kind of its entry, and where the entry that takes it back shows it.
BY_ENTRY: dict[str, tuple[str, tuple[str, ...]]] = {
    Correction.What.NOTES: (NOTES_BROUGHT, ("cash:table",)),
    Correction.What.STACK: (STACK_RELEASED, ("payable",)),
    Correction.What.SETTLED: ("countroom.table_settled", ("chips:floor",)),
    Correction.What.FLOAT: ("countroom.bank_missing", ("chips:bank", "cash:table")),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Notes:
    """Notes that were brought from a table to a drawer, and the entry that says so."""

    entry: EntryRow

    @property
    def session_id(self) -> int:
        """The table's game."""
        return next(line.ref for line in self.entry.lines if line.code == "cash:table")

    @property
    def cents(self) -> int:
        """How much came to the drawer."""
        return self.entry.cents_on("cash:drawer")


@dataclass(frozen=True, kw_only=True, slots=True)
class Corrected:
    """
    A correction with what it took back and what stands instead, None where nothing does.

    A hand that was found later took nothing back.
    Of a box the correction itself says what it was; of what no row is kept of, the entry that took
    it back, and whose it was.
    """

    correction: Correction
    before: Hand | ChipMove | TimeShare | None
    after: Hand | ChipMove | TimeShare | None
    back: EntryRow | None = None
    guest: str = ""

    @property
    def before_cents(self) -> int:
        """What was booked: of a hand the rake and the jackpot drop."""
        if self.back:
            _, codes = BY_ENTRY[self.correction.what]
            return sum(self.back.cents_on(code) for code in codes)
        return _cents(self.before) if self.before else self.correction.box_cents

    @property
    def before_id(self) -> int | None:
        """The row that was taken back, the box, or the entry."""
        if self.back:
            return self.back.reverses_id
        return self.before.pk if self.before else self.correction.box_id

    @property
    def after_cents(self) -> int:
        """What is booked instead: nothing of a share that was paid, it is owed again."""
        if isinstance(self.before, TimeShare) and not self.before.waived:
            return 0
        return _cents(self.after) if self.after else 0

    @property
    def about(self) -> Message:
        """What was corrected: of which table and, of chips, whose."""
        table = self.correction.session.table
        if self.correction.what == Correction.What.BOX:
            return msg("{table}, box {number}", table=table, number=self.correction.box_number)
        if self.correction.what == Correction.What.HAND:
            return msg("{table}, hand {hand}", table=table, hand=self._hand_name)
        if self.correction.what == Correction.What.GAME:
            return self._about_game(table)
        return self._about_kind(table)

    def _about_kind(self, table: Table) -> Message:
        kind = TITLES[self._booked_as]
        if not self.player:
            return msg("{table}: {kind}", table=table, kind=kind)
        return msg("{table}, {player}: {kind}", table=table, player=self.player, kind=kind)

    def _about_game(self, table: Table) -> Message:
        """Return what was dealt at a table in truth, and when, on the club's clock."""
        correction = self.correction
        zone = ZoneInfo(correction.session.club.timezone)
        since, until = (
            each.astimezone(zone) for each in (correction.since, correction.until) if each
        )
        return msg(
            "{table}: {game} from {since:%d.%m.%Y %H:%M} to {until:%d.%m.%Y %H:%M}",
            table=table,
            game=value_in_words(correction.game),
            since=since,
            until=until,
        )

    @property
    def _hand_name(self) -> str:
        row = self.before or self.after
        return row.name if isinstance(row, Hand) else ""

    @property
    def _booked_as(self) -> str:
        if self.correction.what in BY_ENTRY:
            return BY_ENTRY[self.correction.what][0]
        return self.kind if self.kind in TITLES else "cashgames.time_paid"

    @property
    def player(self) -> str:
        """Whose it was, nothing for what is a table's."""
        seated = isinstance(self.before, ChipMove | TimeShare)
        return str(self.before.seat.player) if seated else self.guest  # type: ignore[union-attr]

    @property
    def kind(self) -> str:
        """What was corrected, as its name in the vocabulary."""
        return self.before.kind if isinstance(self.before, ChipMove) else self.correction.what


def hand(club_id: int, hand_id: int) -> Hand:
    """Return a hand of the club that was booked, standing or not. Raises NotFound."""
    found = Hand.objects.filter(session__club_id=club_id, id=hand_id, reverses=None)
    return _one(found.select_related("session__table"), "hand_id")


def was_found(hand: Hand) -> bool:
    """Return whether a hand, as first entered, was one whose slip was found later."""
    first: Any = hand
    while first.instead_of:
        first = first.instead_of
    return Correction.objects.filter(act_id=first.act_id).exists()


def move(club_id: int, move_id: int) -> ChipMove:
    """Return a move of chips of the club that was booked, standing or not. Raises NotFound."""
    found = ChipMove.objects.filter(seat__session__club_id=club_id, id=move_id, reverses=None)
    return _one(found.select_related("seat__session__table", "seat__player", "entry"), "move_id")


def share(club_id: int, share_id: int) -> TimeShare:
    """Return a share of time rake of the club, standing or not. Raises NotFound."""
    found = TimeShare.objects.filter(period__session__club_id=club_id, id=share_id, reverses=None)
    people = found.select_related("period__session__table", "seat__player", "entry")
    return _one(people, "share_id")


def notes(club_id: int, entry_id: int) -> Notes:
    """Return notes that were brought from a table to a drawer. Raises NotFound."""
    found = entry(club_id, entry_id)
    if found is None or found.kind != NOTES_BROUGHT:
        raise NotFound(msg("This club has no such booking at a table."), field="entry_id")
    return Notes(entry=found)


def notes_of(session: Session) -> list[Notes]:
    """Return the notes that were brought from a table, the latest first."""
    account = account_id(session.club_id, "cash:table", session.pk)
    found = account_entries(session.club_id, account) if account else []
    return [Notes(entry=each) for each in found if each.kind == NOTES_BROUGHT]


def _one(found: QuerySet[CorrectedRow], field: str) -> CorrectedRow:
    row = found.first()
    if row is None:
        raise NotFound(msg("This club has no such booking at a table."), field=field)
    return row


def is_over(stamp: Stamp, day: date, *, at: datetime | None = None) -> bool:
    """Return whether a gaming day is over for the floor, or levels were fixed since an instant."""
    row = gaming_days.day(stamp.club_id, day)
    if day != stamp.gaming_day or (row and row.state != "open"):
        return True
    return bool(at and row and row.fixed_until and at < row.fixed_until)


def levels_from(session: Session, at: datetime) -> dict[str, Any]:
    """
    Return what was decided of a session's jackpot since an instant.

    level_day, level_cents: the first level that holds what happened then, by its gaming day, in
    this club's books; paid: what was paid from the pool since that close. A correction changes
    neither, only the pool from now on.
    """
    closes = gaming_days.closes_after(session.club_id, at)
    if session.pool_ref is None or not closes:
        return {"level_day": None, "level_cents": 0, "paid": []}
    fixed_at = closes[0].at
    level_cents = -balance_before(session.club_id, POOL, session.pool_ref, at=fixed_at)
    pools = sorted({session.pool_ref, goes_to(session) or session.pool_ref})
    went_out = [
        {"entry_id": each.id, "about": each.memo, "cents": each.cents_on(POOL)}
        for pool in pools
        for each in debits_since(session.club_id, POOL, pool, since=fixed_at)
    ]
    return {
        "level_day": closes[0].day.isoformat(),
        "level_cents": level_cents,
        # What one pool got of the other was paid to nobody.
        "paid": [each for each in went_out if each["cents"]],
    }


def pool_change(session: Session, cents: int) -> dict[str, int]:
    """Return what a session's jackpot pool holds now and after a change, in this club's books."""
    if (pool := goes_to(session)) is None:
        return {}
    held = -balance_cents(session.club_id, POOL, pool)
    return {"pool_cents": held, "pool_after_cents": held + cents}


def chips_change(session: Session, cents: int) -> dict[str, int]:
    """Return what lies on a table now and after a change; of a closed one what guests hold."""
    held = -balance_cents(session.club_id, "chips:table", session.pk)
    if session.closed_at:
        return {"guests_hold_change_cents": cents}
    return {"chips_cents": held, "chips_after_cents": held + cents}


def day_state(club_id: int, day: date) -> str:
    """Return how far a gaming day is: open, closed or sealed."""
    row = gaming_days.day(club_id, day)
    return row.state if row else "open"


def rake_shares(hand: Hand, *, before: tuple[int, int], after: tuple[int, int]) -> list[Any]:
    """
    Return what each guest's night counts of a hand's rake, before and after.

    before, after: (rake in cents, players dealt in).
    """
    was, now = (rake // players if players else 0 for rake, players in (before, after))
    if was == now:
        return []
    seated = seats_at(hand.session_id, hand.played_at)
    return [
        {"player": str(seat.player), "before_cents": was, "after_cents": now} for seat in seated
    ]


def corrections(
    club_id: int, *, day: date | None = None, session_id: int | None = None
) -> list[Corrected]:
    """Return the corrections that concern a gaming day or were booked on it, or of one table."""
    return with_rows(_corrections(club_id, day, session_id))


@kept_sql
def _corrections(club_id: int, day: date | None, session_id: int | None) -> QuerySet[Correction]:
    where = Q(session__club_id=club_id)
    if day:
        where &= Q(concerns=day) | Q(gaming_day=day)
    if session_id:
        where &= Q(session_id=session_id)
    return with_people(Correction.objects.filter(where)).order_by("at", "id")


def corrections_of_acts(act_ids: Collection[int]) -> dict[int, Corrected]:
    """Return by act what it corrected."""
    rows = with_rows(list(with_people(Correction.objects.filter(act_id__in=act_ids))))
    return {each.correction.act_id: each for each in rows}


def corrections_of_night(player_ids: Collection[int], day: date) -> list[Corrected]:
    """Return what was corrected of a guest's chips and time rake of a gaming day."""
    where = Q(reverses__isnull=False, seat__player__in=player_ids)
    of_day = Q(concerns=day) | Q(concerns=None, gaming_day=day)
    acts: set[int | None] = set()
    for model in (ChipMove, TimeShare):
        acts |= set(model.objects.filter(where & of_day).values_list("act_id", flat=True))
    found = corrections_of_acts([act for act in acts if act])
    return sorted(found.values(), key=lambda each: each.correction.at)


def with_people(asked: QuerySet[Correction]) -> QuerySet[Correction]:
    """Return corrections with who asked for them, who signed, and what they left to guests."""
    whose = asked.select_related("session__table", "session__club", "asked_by", "signed_by")
    return whose.prefetch_related("settled")


def with_rows(found: list[Correction]) -> list[Corrected]:
    """Put each correction beside the row that it took back and the one that stands for it."""
    if not found:
        return []
    acts = [each.act_id for each in found]
    taken_back: dict[int | None, Any] = {}
    for model, people in (
        (Hand, ("reverses",)),
        (ChipMove, ("reverses__seat__player",)),
        (TimeShare, ("reverses__seat__player", "reverses__period")),
    ):
        rows = model.objects.filter(act_id__in=acts, reverses__isnull=False)
        for row in rows.select_related(*people).order_by("-id"):
            taken_back[row.act_id] = row.reverses
    entered = Hand.objects.filter(act_id__in=acts, reverses=None, instead_of=None)
    later = {row.act_id: row for row in entered}
    booked_back = _booked_back(found)
    guests = names({each.player_id for each in booked_back.values() if each.player_id})
    return [
        Corrected(
            correction=each,
            before=(before := taken_back.get(each.act_id)),
            after=before.replaced_by if before else later.get(each.act_id),
            back=(back := booked_back.get(each.act_id)),
            guest=guests.get(back.player_id or 0, "") if back else "",
        )
        for each in found
    ]


def _booked_back(found: list[Correction]) -> dict[int, EntryRow]:
    """Return by act the entry that took back what no row is kept of."""
    wanted = [each for each in found if each.what in BY_ENTRY]
    if not wanted:
        return {}
    kinds = [f"{kind}.reversed" for kind, _ in BY_ENTRY.values()]
    acts = Q(act_id__in=[each.act_id for each in wanted], kind__in=kinds)
    return {row.act_id: row for row in entries(wanted[0].session.club_id, acts)}


def _cents(row: Hand | ChipMove | TimeShare) -> int:
    if isinstance(row, Hand):
        return row.rake_cents + row.drop_cents
    # Of what was waived nothing was booked.
    return 0 if isinstance(row, TimeShare) and row.waived else row.cents
