"""Opening and closing games at the tables."""

from typing import Annotated

from django.db.models import Q

from cashgames.models import Session, Table
from cashgames.queries.pools import POOL
from cashgames.queries.tables import seats, table_bank_cents, table_check
from cashgames.rules.families import named_game
from cashgames.rules.plausible import has_odd_stakes
from cashgames.rules.table_limits import most_players
from cashgames.services.shared import Game, running_session
from cashgames.services.time_rake import begin_periods
from cashgames.services.waiting import call_off
from casino.acts.kinds import Amount, AmountOrZero, Flag, Id, ShortName
from casino.acts.permission import check_allowed
from casino.acts.runner import act
from casino.approvals.signed import NothingChanges
from casino.db import refusing
from casino.house.models import Club
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.queries.balances import balance_cents
from casino.ledger.queries.documents import row_written
from casino.messages import msg, msg_count
from casino.money import format_cents
from casino.refusals import BadInput, Conflict, NotFound


class TableTaken(Conflict):
    """One game at a time on a table."""

    code = "TABLE-001"
    message = msg("This table is already open.")


class TableNamed(Conflict):
    """Two tables of one name would be mistaken for each other."""

    code = "TABLE-010"
    message = msg("A table with that name already exists.")
    next_step = msg("Choose another name.")


class StillChips(Conflict):
    """A table closes at zero (AMB-117)."""

    code = "TABLE-008"
    source = "AMB-117"
    next_step = msg("Cash out the players who are still seated.")
    next_page = "session"


NOBODY_LEFT = msg("Record the table over/short with its reason; then close the table.")


class StillNotes(Conflict):
    """The bank of a closed table is empty."""

    code = "TABLE-023"
    source = "IMG-C4"
    next_step = msg("Have a cashier take the cash to a drawer.")
    next_page = "notes-bring"


class BankNotEmpty(Conflict):
    """A table's own chips go back to the cage before it closes."""

    code = "TABLE-024"
    message = msg("The table float still holds house chips.")
    source = "AMB-117"
    next_step = msg("Send the chips back to the cage, or record why they are missing.")
    next_page = "table-bank"


class OtherwiseToday(Conflict):
    """Hands or boxes, one of them for a table and gaming day."""

    code = "TABLE-012"
    message = msg(
        "This table already ran the other way today. A table uses hands or boxes, never both."
    )
    source = "AMB-07"
    next_step = msg("Open it the same way as its first game today, or use another table.")


class NoPool(Conflict):
    """What a table takes for the jackpot needs a pool to go to."""

    code = "TABLE-035"
    message = msg("The club has no jackpot pool that this table could feed.")
    source = "OLY-2.38"
    next_step = msg("Open the jackpot first; the manager does.")
    next_page = "jackpot-open"


class StakesDoubted(Conflict):
    """Blinds and buy-ins far apart are asked about once."""

    code = "TABLE-040"
    next_step = msg("Correct the figure, or confirm it.")


def _added(stamp: Stamp, *, name: str) -> Table:
    """Return the table that an act added under a name, whatever it is called since."""
    wrote = Q(pk=row_written(stamp.act_id, Table._meta.db_table))  # noqa: SLF001  (its table)
    found = Table.objects.filter(club_id=stamp.club_id)
    return found.filter(wrote).first() or found.get(name=name)


@act("cashgames.add_table", replay=_added)
def add_table(stamp: Stamp, *, name: ShortName) -> Table:
    """Add a table to the room."""
    with refusing(cashgames_table_name_once=TableNamed):
        return Table.objects.create(club_id=stamp.club_id, name=name)


@act("cashgames.rename_table")
def rename_table(stamp: Stamp, *, table_id: Id, name: ShortName) -> Table:
    """
    Call a table of the room otherwise, where its name was mistyped.

    What was printed, signed or sealed keeps what it was called. Raises NotFound, TableNamed,
    NothingChanges.
    """
    table = Table.objects.filter(club_id=stamp.club_id, id=table_id).first()
    if table is None:
        raise NotFound(msg("This club has no such table."), field="table_id")
    if table.name == name:
        raise NothingChanges
    table.name = name
    with refusing(cashgames_table_name_once=TableNamed):
        table.save(update_fields=["name"])
    return table


@act("cashgames.open_session")
def open_session(
    stamp: Stamp,
    *,
    table_id: Id,
    game: Game,
    small_blind_cents: AmountOrZero,
    big_blind_cents: AmountOrZero,
    min_buy_in_cents: Amount,
    max_buy_in_cents: Amount,
    jackpot: bool = True,
    by_box: bool = False,
    figures_meant: Annotated[bool, Flag(added=True)] = False,
) -> Session:
    """
    Open a game at a table, with an account for the chips in play.

    jackpot=False: a campaign without jackpot money, the manager's (OLY-4.11). by_box: the take is
    counted from the table's boxes, hands are not recorded; a table and gaming day has one of the
    two (AMB-07). figures_meant: although blinds and buy-ins are far apart.
    Raises NotAllowed, NotFound, BadInput, NoPool, TableTaken, OtherwiseToday, GameNotOffered,
    StakesDoubted.
    """
    if not jackpot:
        check_allowed(stamp, "cashgames.open_session.without_jackpot")
    check_blinds(small_blind_cents, big_blind_cents)
    check_buy_ins(min_buy_in_cents, max_buy_in_cents)
    book = book_on(stamp.club_id, stamp.gaming_day)
    if not jackpot and book.jackpot and not book.jackpot.campaigns:
        raise BadInput(
            msg("The house's rules know no table without jackpot."),
            field="jackpot",
            source=book.source("jackpot.campaigns"),
        )
    if by_box and not book.chips.cash_games:
        raise BadInput(
            msg("The house's rules know no drop boxes: the hands are recorded."),
            field="by_box",
            source=book.source("chips.kinds"),
        )
    most_players(book, named_game(game), at="cash")
    odd = has_odd_stakes(
        small_blind_cents=small_blind_cents,
        big_blind_cents=big_blind_cents,
        min_buy_in_cents=min_buy_in_cents,
        max_buy_in_cents=max_buy_in_cents,
    )
    if odd and not figures_meant:
        raise StakesDoubted(
            msg(
                "Blinds {small}/{big} and buy-ins from {minimum} to {maximum} are far apart.",
                small=format_cents(small_blind_cents),
                big=format_cents(big_blind_cents),
                minimum=format_cents(min_buy_in_cents),
                maximum=format_cents(max_buy_in_cents),
            ),
            field="figures_meant",
        )
    if not Table.objects.filter(club_id=stamp.club_id, id=table_id).exists():
        raise NotFound(msg("This club has no such table."), field="table_id")
    _check_take(stamp, table_id, by_box=by_box)
    feeds = None
    if jackpot and book.jackpot:
        # As `fed_now`, of pools that are not retired until this table is open.
        feeds = next(iter(ledger.hold_open_accounts(stamp.club_id, POOL)), None)
        if feeds is None:
            raise NoPool(field="jackpot", source=book.source("jackpot.drop_cents"))
    with refusing(cashgames_one_session_a_table=TableTaken):
        opened = Session.objects.create(
            club_id=stamp.club_id,
            table_id=table_id,
            game=game,
            small_blind_cents=small_blind_cents,
            big_blind_cents=big_blind_cents,
            min_buy_in_cents=min_buy_in_cents,
            max_buy_in_cents=max_buy_in_cents,
            by_box=by_box,
            pool_ref=feeds,
            opened_at=stamp.at,
            act_id=stamp.act_id,
        )
    currency = Club.objects.get(id=stamp.club_id).currency
    ledger.open_account(stamp.club_id, "chips:table", ref=opened.id, currency=currency)
    return opened


@act("cashgames.close_session")
def close_session(stamp: Stamp, *, session_id: Id) -> Session:
    """
    Close a table at zero: nobody seated, no chips in play, the table check without difference.

    Source: AMB-117. Raises StillChips, BankNotEmpty, NotFound.
    """
    session = running_session(stamp, session_id)
    begin_periods(stamp, session)
    check = table_check(session)
    seated = len(seats(session_id))
    # With boxes, what still lies on the table is their content, until they are counted.
    chips_cents = 0 if session.by_box else check.chips_cents
    if notes := table_bank_cents(session):
        raise StillNotes(msg("The table float holds {notes} in cash.", notes=format_cents(notes)))
    if seated or chips_cents or check.difference_cents:
        raise StillChips(
            msg_count(
                "The table does not balance to zero: {number} player seated, "
                "{chips} in chips, difference {difference}.",
                "The table does not balance to zero: {number} players seated, "
                "{chips} in chips, difference {difference}.",
                seated,
                chips=format_cents(check.chips_cents),
                difference=format_cents(check.difference_cents),
            ),
            next_step=None if seated else NOBODY_LEFT,
        )
    if balance_cents(stamp.club_id, "chips:bank", session_id):
        raise BankNotEmpty
    call_off(session)
    session.closed_at = stamp.at
    session.save(update_fields=["closed_at"])
    if not session.by_box:
        ledger.set_account_open(stamp.club_id, "chips:table", ref=session_id, is_open=False)
    ledger.set_account_open(stamp.club_id, "chips:bank", ref=session_id, is_open=False)
    return session


def _check_take(stamp: Stamp, table_id: int, *, by_box: bool) -> None:
    # Where nobody sat down and no box came off nothing was raked, in whichever way it was opened.
    used = Q(seats__isnull=False) | Q(boxes__isnull=False, boxes__void_at=None)
    today = Session.objects.filter(used, table_id=table_id, by_box=not by_box)
    if today.filter(Q(closed_at=None) | Q(closed_at__gte=stamp.opens_at)).exists():
        raise OtherwiseToday(field="by_box")


def check_blinds(small: int, big: int) -> None:
    """Raise BadInput unless the small blind is at most the big one."""
    if small > big:
        raise BadInput(
            msg("The small blind must not be above the big blind."), field="small_blind_cents"
        )


def check_buy_ins(minimum: int, maximum: int) -> None:
    """Raise BadInput unless the least buy-in is at most the greatest."""
    if minimum > maximum:
        raise BadInput(
            msg("The minimum buy-in must be above zero and not above the maximum."),
            field="min_buy_in_cents",
        )
