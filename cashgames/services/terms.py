"""Other terms for a running game: its game, its limits, its special cap."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from cashgames import queries
from cashgames.models import Session, TableChange
from cashgames.rules.families import named_game
from cashgames.rules.rake import rake_terms
from cashgames.rules.seating import limits_change_verdict
from cashgames.rules.table_limits import most_players
from cashgames.services.shared import running_session
from cashgames.services.tables import check_blinds, check_buy_ins
from cashgames.services.waiting import call_off
from casino.approvals.models import Proposal
from casino.approvals.services import completes, propose
from casino.db import command
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.refusals import BadInput, Refusal
from casino.words import say

LIMITS, SPECIAL_CAP = "cashgames.change_limits", "cashgames.special_cap"
LIVES = timedelta(minutes=30)


class TooMany(Refusal):
    """A game has its most players."""

    status = 409
    code = "TABLE-016"
    next_step = say("Move or cash out who sits beyond the seats of that game first.")


class NotAgreed(Refusal):
    """Everybody at the table agrees to other limits."""

    status = 409
    code = "TABLE-017"
    next_step = say("Ask them, or leave the limits as they are.")


@command
def change_game(
    stamp: Stamp, *, session_id: int, game: str, small_blind_cents: int, big_blind_cents: int
) -> TableChange:
    """
    Deal another game, or other blinds, at an open table; stacks and seats stay.

    Who was called to the table waits again. Source: OLY-1.6, OLY-6.8.1, IMG-G1, AMB-114.
    Raises NotFound, TableClosed, BadInput, GameNotOffered, TooMany.
    """
    after = {
        "game": game,
        "small_blind_cents": small_blind_cents,
        "big_blind_cents": big_blind_cents,
    }
    act = ledger.act(stamp, "cashgames.change_game", session_id=session_id, **after)
    if act.replayed:
        return TableChange.objects.get(act_id=act.id)
    session = running_session(stamp, session_id)
    check_blinds(small_blind_cents, big_blind_cents)
    book = book_on(stamp.club_id, stamp.gaming_day)
    most = most_players(book, named_game(game), at="cash")
    for seat in queries.seats(session_id):
        if seat.number > most.max_players:
            raise TooMany(
                say(
                    "That game has seats 1 to {max_players}; {player} sits on seat {number}.",
                    max_players=most.max_players,
                    player=seat.player,
                    number=seat.number,
                ),
                field="game",
                source=most.because[0].rule,
            )
    call_off(session)
    what = TableChange.What.GAME
    return _change(stamp, act, session, what, after, asked_by_id=stamp.person_id)


@command
def propose_limits(
    stamp: Stamp,
    *,
    session_id: int,
    min_buy_in_cents: int,
    max_buy_in_cents: int,
    agreed: Collection[int],
    reason: str,
) -> Proposal:
    """
    Ask a second person for other limits of a running game, to which every player has agreed.

    agreed: ids of the players who consented. Source: OLY-2.9, OLY-2.18, VOO-C18, IMG-C5.
    Raises NotFound, TableClosed, BadInput, NotAgreed.
    """
    after = {"min_buy_in_cents": min_buy_in_cents, "max_buy_in_cents": max_buy_in_cents}
    agreed = sorted(set(agreed))
    act = ledger.act(
        stamp,
        "cashgames.propose_limits",
        session_id=session_id,
        agreed=agreed,
        reason=reason,
        **after,
    )
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    session = running_session(stamp, session_id)
    check_buy_ins(min_buy_in_cents, max_buy_in_cents)
    _check_agreed(stamp, session, agreed)
    names = {seat.player_id: seat.player.name for seat in queries.seats(session_id)}
    content = {
        "table": str(session.table),
        **after,
        "agreed": [names[player] for player in agreed if player in names],
        "session_id": session_id,
        "player_ids": agreed,
    }
    return propose(stamp, act, operation=LIMITS, content=content, reason=reason)


@completes(LIMITS, title=say("Other limits of a table"), lives=LIVES, emergency=True)
def change_limits(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> TableChange:
    """Change a table's limits as proposed, if all who sit there now have agreed."""
    content = proposal.content
    session = running_session(stamp, content["session_id"])
    _check_agreed(stamp, session, content["player_ids"])
    return _change(
        stamp,
        act,
        session,
        TableChange.What.LIMITS,
        {key: content[key] for key in ("min_buy_in_cents", "max_buy_in_cents")},
        asked_by_id=proposal.proposed_by_id,
        approved_by_id=stamp.person_id,
        agreed=content["player_ids"],
    )


@command
def propose_special_cap(stamp: Stamp, *, session_id: int, reason: str) -> Proposal:
    """
    Ask a second person for the book's special cap of the rake at a table, from then on.

    Source: OLY-2.36, AMB-02. Raises NotFound, TableClosed, NoSpecialCap, BadInput.
    """
    act = ledger.act(stamp, "cashgames.propose_special_cap", session_id=session_id, reason=reason)
    if act.replayed:
        return Proposal.objects.get(act_id=act.id)
    session = running_session(stamp, session_id)
    if session.special_cap:
        raise BadInput(say("This table has the special cap already."))
    terms = rake_terms(book_on(stamp.club_id, stamp.gaming_day).rake, special_cap=True)
    content = {
        "table": str(session.table),
        "cap_cents": terms.cap_cents,
        "session_id": session_id,
    }
    return propose(stamp, act, operation=SPECIAL_CAP, content=content, reason=reason)


@completes(SPECIAL_CAP, title=say("Special cap of the rake"), lives=LIVES, emergency=True)
def raise_cap(stamp: Stamp, act: ledger.Act, proposal: Proposal) -> TableChange:
    """Let the special cap hold at a table from now on."""
    session = running_session(stamp, proposal.content["session_id"])
    return _change(
        stamp,
        act,
        session,
        TableChange.What.SPECIAL_CAP,
        {"special_cap": True},
        asked_by_id=proposal.proposed_by_id,
        approved_by_id=stamp.person_id,
    )


def _check_agreed(stamp: Stamp, session: Session, agreed: Collection[int]) -> None:
    seated = {str(seat.player_id): seat.player.name for seat in queries.seats(session.pk)}
    verdict = limits_change_verdict(
        book_on(stamp.club_id, stamp.gaming_day),
        supervisor=True,
        agreed=[str(player) for player in agreed],
        seated=list(seated),
    )
    if not verdict.allowed:
        against = [name for player, name in seated.items() if int(player) not in agreed]
        raise NotAgreed(
            say("These players have not agreed: {against}.", against=", ".join(against)),
            field="agreed",
            source=verdict.because[0].rule,
        )


def _change(
    stamp: Stamp,
    act: ledger.Act,
    session: Session,
    what: TableChange.What,
    after: dict[str, Any],
    **people: Any,
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
        at=stamp.at,
        act_id=act.id,
        **people,
    )
