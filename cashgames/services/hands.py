"""One hand after another: rake and jackpot money."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from cashgames import postings
from cashgames.models import Hand, Session
from cashgames.queries.tables import hand as named_hand
from cashgames.rules.families import dealt_family, named_game
from cashgames.rules.first_round import Street, first_round_passed
from cashgames.rules.jackpot_drop import PotCharges, charges
from cashgames.rules.rake import table_terms
from cashgames.rules.table_limits import TwiceVerdict, run_it_twice
from cashgames.services.plausible import check_plausible
from cashgames.services.shared import (
    MAX_SEATS,
    Game,
    Pots,
    TableClosed,
    check_by_hand,
    held_session,
)
from casino.acts.kinds import Id, Name, Note, Whole
from casino.acts.runner import act
from casino.db import refusing
from casino.house.because import Because
from casino.house.queries import book_on
from casino.house.rulebook import RuleBook
from casino.house.rules import BoardStreet
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.messages import msg
from casino.refusals import Conflict

FOUND_LATER = msg("A hand of this table is recorded as one found later.")
WORDS = {
    "house_has_no_run_it_twice": msg("The board is dealt once here."),
    "blinds_too_low": msg("The blinds of this table are too low to run it twice."),
    "too_many_players": msg("Too many players were dealt in to run it twice."),
}


class NotTwice(Conflict):
    """When the rest of the board may be dealt twice stands in the book."""

    code = "TABLE-033"
    next_step = msg("Record the hand without it, or correct who was dealt in.")


class HandKnown(Conflict):
    """A hand is recorded once."""

    code = "TABLE-009"
    message = msg("A hand with that number is already recorded at this table.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Dealt:
    """A hand as it was dealt: main pot, then side pots; stacks dealt in; how far it got."""

    name: str
    pots_cents: list[int]
    players: int
    street: Street


@act("cashgames.rake_hand")
def rake_hand(
    stamp: Stamp,
    *,
    session_id: Id,
    name: Name,
    pots_cents: Pots,
    players_dealt: Annotated[int, Whole(low=2, high=MAX_SEATS)],
    board_cards_dealt: Annotated[int, Whole(high=10)] = 0,
    open_cards_dealt: Annotated[int, Whole(high=7)] = 0,
    draws_done: Annotated[int, Whole(high=5)] = 0,
    game: Game | None = None,
    run_twice: BoardStreet | None = None,
    deviation: Note = "",
) -> Hand:
    """
    Record one hand and book what the house and the jackpot take from its pots.

    pots_cents: main pot, then side pots, uncalled bets returned. players_dealt: stacks dealt in,
    absent ones too where the house deals them in (AMB-10). game: the one dealt, in a mixed game.
    run_twice: everybody left was all-in before this street and agreed to deal the rest twice.
    deviation: the supervisor's note on a hand beyond what the table knows; it is kept and listed.
    Source: OLY-2.29 to OLY-2.33, OLY-2.36, OLY-2.38 to OLY-2.40, VOO-C27, AMB-01 to AMB-11, AMB-46.
    Raises NotFound, TableClosed, TakenByBox, HandKnown, NotTwice, Implausible, NotEnough (more than
    lies on the table), NotAllowed.
    """
    session = held_session(stamp, session_id)
    if session.closed_at:
        raise TableClosed(next_step=FOUND_LATER, next_page="hand-found")
    check_by_hand(session)
    if named_hand(session.pk, name):
        raise HandKnown(field="name")
    book = book_on(stamp.club_id, stamp.gaming_day)
    street = Street(
        family=dealt_family(named_game(session.game), named_game(game) if game else None),
        board_cards_dealt=board_cards_dealt,
        open_cards_dealt=open_cards_dealt,
        draws_done=draws_done,
    )
    check_plausible(
        stamp,
        session,
        book,
        name=name,
        players_dealt=players_dealt,
        pot_cents=sum(pots_cents),
        deviation=deviation,
    )
    dealt = Dealt(name=name, pots_cents=pots_cents, players=players_dealt, street=street)
    taken, twice, why = charges_of(book, session, dealt), "", tuple[Because, ...]()
    if run_twice:
        verdict = twice_verdict(book, session, run_twice, players=players_dealt, game=game)
        if not verdict.allowed or not verdict.dealt_twice:
            source = verdict.because[0].rule if verdict.because else None
            raise NotTwice(WORDS.get(verdict.code), field="run_twice", source=source)
        twice, one_rake = verdict.dealt_twice[0], book.why("AMB-46", verdict.dealt_twice)
        why = (*verdict.because, one_rake)
    hand = Hand(session=session, played_at=stamp.at, run_twice=twice)
    return post_hand(stamp, hand, book, dealt, taken, why=why)


def twice_verdict(
    book: RuleBook,
    session: Session,
    street: BoardStreet,
    *,
    players: int,
    game: str | None = None,
) -> TwiceVerdict:
    """Return whether the board may be dealt twice from a street on at a table, all agreeing."""
    return run_it_twice(
        book,
        named_game(game or session.game),
        players=players,
        small_blind_cents=session.small_blind_cents,
        big_blind_cents=session.big_blind_cents,
        all_in_before=street,
        all_agree=True,
        special_offer=session.twice_offer,
    )


def charges_of(book: RuleBook, session: Session, dealt: Dealt) -> PotCharges:
    """Return what the house and the jackpot take from a hand at a table on its terms."""
    return charges(
        book,
        table_terms(book, special_cap=session.special_cap, mode=session.mode),
        pots_cents=dealt.pots_cents,
        players=dealt.players,
        street=dealt.street,
        campaign=session.pool_ref is None,
    )


def post_hand(
    stamp: Stamp,
    hand: Hand,
    book: RuleBook,
    dealt: Dealt,
    taken: PotCharges,
    *,
    seq: int = 1,
    why: Sequence[Because] = (),
) -> Hand:
    """
    Book a hand and keep it. hand: where and when it was dealt; why: more than what is taken says.

    Raises HandKnown, NotEnough.
    """
    draft = postings.pot_raked(
        hand.session_id,
        rake_cents=taken.rake.rake_cents,
        drop_cents=taken.drop.drop_cents,
        pool_ref=hand.session.pool_ref,
        because=(*taken.because, *why),
        memo=dealt.name,
    )
    hand.name, hand.pots_cents, hand.players_dealt = dealt.name, dealt.pots_cents, dealt.players
    hand.first_round_passed = first_round_passed(dealt.street, book.first_round)
    hand.rake_cents, hand.drop_cents = taken.rake.rake_cents, taken.drop.drop_cents
    hand.gaming_day, hand.act_id = stamp.gaming_day, stamp.act_id
    hand.entry_id = ledger.post_entry(stamp, draft, seq=seq).entry_id if draft.lines else None
    with refusing(cashgames_hand_once=HandKnown):
        hand.save(force_insert=True)
    return hand
