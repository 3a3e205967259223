"""Other terms for a running game: its game, its limits, its special cap."""

from collections.abc import Collection
from typing import Any

from cashgames.models import Hand, Seat, Session, TableChange
from cashgames.queries.tables import seats
from cashgames.rules.families import named_game
from cashgames.rules.rake import rake_terms
from cashgames.rules.seating import limits_change_verdict
from cashgames.rules.table_limits import most_players
from cashgames.services.shared import Game, PlayerIds, running_session
from cashgames.services.tables import check_blinds, check_buy_ins
from cashgames.services.waiting import call_off
from casino.acts.kinds import Amount, AmountOrZero, Id, Reason
from casino.acts.runner import act
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.messages import msg
from casino.names import guest
from casino.refusals import Conflict

LIMITS, SPECIAL_CAP = "cashgames.change_limits", "cashgames.special_cap"


class TooMany(Conflict):
    """A game has its most players."""

    code = "TABLE-016"
    next_step = msg("First move or cash out the players in seats this game does not have.")
    next_page = "session"


class NotAgreed(Conflict):
    """Everybody at the table agrees to other limits."""

    code = "TABLE-017"
    next_step = msg("Ask them, or keep the limits.")


class CapRaked(Conflict):
    """What was raked stays as it was agreed."""

    code = "TABLE-034"
    message = msg("A hand of this table was raked with the special cap.")
    source = "AMB-02"
    next_step = msg("Reverse that hand first, if the cap was meant for another table.")
    next_page = "session"


@act("cashgames.change_game")
def change_game(
    stamp: Stamp,
    *,
    session_id: Id,
    game: Game,
    small_blind_cents: AmountOrZero,
    big_blind_cents: AmountOrZero,
) -> TableChange:
    """
    Deal another game, or other blinds, at an open table; stacks and seats stay.

    Who was called to the table waits again. Source: OLY-1.6, OLY-6.8.1, IMG-G1, AMB-114.
    Raises NotFound, TableClosed, BadInput, GameNotOffered, TooMany.
    """
    session = running_session(stamp, session_id)
    check_blinds(small_blind_cents, big_blind_cents)
    book = book_on(stamp.club_id, stamp.gaming_day)
    maximum = most_players(book, named_game(game), at="cash")
    for seat in seats(session_id):
        if seat.number > maximum.max_players:
            raise TooMany(
                msg(
                    "That game has seats 1 to {max_players}; {player} is in seat {number}.",
                    max_players=maximum.max_players,
                    player=seat.player,
                    number=seat.number,
                ),
                field="game",
                source=maximum.because[0].rule,
            )
    call_off(session)
    return _change(
        stamp,
        session,
        TableChange.What.GAME,
        game=game,
        small_blind_cents=small_blind_cents,
        big_blind_cents=big_blind_cents,
    )


def limits_preview(
    stamp: Stamp,
    *,
    session_id: int,
    min_buy_in_cents: int,
    max_buy_in_cents: int,
    agreed: Collection[int],
    reason: str,
) -> Preview:
    """Say at which table the limits change and who has agreed. Raises NotAgreed, BadInput."""
    session = running_session(stamp, session_id)
    check_buy_ins(min_buy_in_cents, max_buy_in_cents)
    _check_agreed(stamp, session, agreed)
    sat = Seat.objects.filter(session=session, player_id__in=agreed).order_by("player_id")
    agree = [guest(one) for one in sat.values_list("player_id", flat=True).distinct()]
    return Preview(content={"table": str(session.table), "agreed_by": agree})


@signed(
    LIMITS,
    asked_as="cashgames.propose_limits",
    preview=limits_preview,
    kinds={LIMITS: msg("Table limits change")},
    emergency=True,
)
def change_limits(
    stamp: Stamp,
    *,
    session_id: Id,
    min_buy_in_cents: Amount,
    max_buy_in_cents: Amount,
    agreed: PlayerIds,
    reason: Reason,
) -> TableChange:
    """
    Change the limits of a running game, to which every player who sits there has agreed.

    agreed: ids of the players who consented. Source: OLY-2.9, OLY-2.18, VOO-C18, IMG-C5.
    Raises NotFound, TableClosed, BadInput, NotAgreed.
    """
    return _change(
        stamp,
        running_session(stamp, session_id),
        TableChange.What.LIMITS,
        agreed=agreed,
        min_buy_in_cents=min_buy_in_cents,
        max_buy_in_cents=max_buy_in_cents,
    )


def cap_preview(stamp: Stamp, *, session_id: int, reason: str) -> Preview:
    """Say which cap would hold at which table. Raises NoSpecialCap, NothingChanges."""
    session = running_session(stamp, session_id)
    if session.special_cap:
        raise NothingChanges(msg("This table already has the special rake cap."))
    terms = rake_terms(book_on(stamp.club_id, stamp.gaming_day).rake, special_cap=True)
    return Preview(content={"table": str(session.table), "cap_cents": terms.cap_cents})


@signed(
    SPECIAL_CAP,
    asked_as="cashgames.propose_special_cap",
    preview=cap_preview,
    kinds={SPECIAL_CAP: msg("Special rake cap")},
    emergency=True,
)
def raise_cap(stamp: Stamp, *, session_id: Id, reason: Reason) -> TableChange:
    """
    Let the book's special cap of the rake hold at a table from now on.

    Source: OLY-2.36, AMB-02. Raises NotFound, TableClosed, NoSpecialCap, NothingChanges.
    """
    session = running_session(stamp, session_id)
    return _change(stamp, session, TableChange.What.SPECIAL_CAP, special_cap=True)


@act("cashgames.take_back_cap")
def take_back_cap(stamp: Stamp, *, session_id: Id, reason: Reason) -> TableChange:
    """
    Take the special cap back that was meant for another table, before a hand was raked with it.

    Source: OLY-2.36, AMB-02. Raises NotFound, TableClosed, NothingChanges, CapRaked.
    """
    session = running_session(stamp, session_id)
    if not session.special_cap:
        raise NothingChanges(msg("This table has the usual rake cap."))
    granted = session.changes.filter(what=TableChange.What.SPECIAL_CAP).latest("id").at
    if session.hands.filter(Hand.STANDS, played_at__gte=granted).exists():
        raise CapRaked
    return _change(stamp, session, TableChange.What.SPECIAL_CAP, special_cap=False)


@act("cashgames.offer_run_it_twice")
def offer_run_it_twice(stamp: Stamp, *, session_id: Id, offered: bool = True) -> TableChange:
    """
    Let the board be dealt twice at a table whose blinds are too low for it, or no longer.

    Source: OLY-2.33, AMB-115. Raises NotFound, TableClosed, NothingChanges.
    """
    session = running_session(stamp, session_id)
    book = book_on(stamp.club_id, stamp.gaming_day)
    low = book.run_it_twice and session.small_blind_cents < book.run_it_twice.min_blind_cents
    if offered == session.twice_offer or not low:
        raise NothingChanges
    return _change(stamp, session, TableChange.What.TWICE_OFFER, twice_offer=offered)


def _check_agreed(stamp: Stamp, session: Session, agreed: Collection[int]) -> None:
    seated = {str(seat.player_id): seat.player.name for seat in seats(session.pk)}
    verdict = limits_change_verdict(
        book_on(stamp.club_id, stamp.gaming_day),
        supervisor=True,
        agreed=[str(player) for player in agreed],
        seated=list(seated),
    )
    if not verdict.allowed:
        against = [name for player, name in seated.items() if int(player) not in agreed]
        raise NotAgreed(
            msg("These players do not agree: {against}.", against=", ".join(against)),
            field="agreed",
            source=verdict.because[0].rule,
        )


def _change(
    stamp: Stamp,
    session: Session,
    what: TableChange.What,
    *,
    agreed: Collection[int] = (),
    **after: Any,
) -> TableChange:
    before = {key: getattr(session, key) for key in after}
    for key, value in after.items():
        setattr(session, key, value)
    session.save(update_fields=list(after))
    return TableChange.objects.create(
        session=session,
        what=what,
        before=before,
        after=after,
        agreed=sorted(set(agreed)),
        asked_by_id=stamp.person_id,
        approved_by_id=stamp.signed_by_id,
        at=stamp.at,
        act_id=stamp.act_id,
    )
