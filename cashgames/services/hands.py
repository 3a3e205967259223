"""One hand after another: rake and jackpot money."""

from django.db import IntegrityError

from cashgames import postings
from cashgames.models import Hand
from cashgames.rules.families import dealt_family, named_game
from cashgames.rules.first_round import Street, first_round_passed
from cashgames.rules.jackpot_drop import charges
from cashgames.rules.rake import rake_terms
from cashgames.services.shared import check_by_hand, refusal_of, running_session
from casino.db import command
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.names import clean_name
from casino.refusals import BadInput, Refusal
from casino.words import say

LEAST_PLAYERS, MOST_PLAYERS = 2, 23


class HandKnown(Refusal):
    """A hand is recorded once."""

    status = 409
    code = "TABLE-009"
    message = say("A hand of that number is recorded at this table already.")


@command
def rake_hand(
    stamp: Stamp,
    *,
    session_id: int,
    name: str,
    pots_cents: list[int],
    players_dealt: int,
    board_cards_dealt: int = 0,
    open_cards_dealt: int = 0,
    draws_done: int = 0,
    game: str | None = None,
) -> Hand:
    """
    Record one hand and book what the house and the jackpot take from its pots.

    pots_cents: main pot, then side pots, uncalled bets returned. players_dealt: stacks dealt in,
    absent ones too where the house deals them in (AMB-10). game: the one dealt, in a mixed game.
    Source: OLY-2.36, OLY-2.38 to OLY-2.40, AMB-01 to AMB-11.
    Raises BadInput, NotFound, TableClosed, TakenByBox, HandKnown, NotEnough (more than lies on
    the table).
    """
    name = clean_name(name)
    _check_hand(pots_cents, players_dealt)
    act = ledger.act(
        stamp,
        "cashgames.rake_hand",
        session_id=session_id,
        name=name,
        pots_cents=pots_cents,
        players_dealt=players_dealt,
        board_cards_dealt=board_cards_dealt,
        open_cards_dealt=open_cards_dealt,
        draws_done=draws_done,
        game=game,
    )
    if act.replayed:
        return Hand.objects.get(act_id=act.id)
    session = running_session(stamp, session_id)
    check_by_hand(session)
    book = book_on(stamp.club_id, stamp.gaming_day)
    street = Street(
        family=dealt_family(named_game(session.game), named_game(game) if game else None),
        board_cards_dealt=board_cards_dealt,
        open_cards_dealt=open_cards_dealt,
        draws_done=draws_done,
    )
    taken = charges(
        book,
        rake_terms(book.rake, special_cap=session.special_cap, mode=session.mode),
        pots_cents=pots_cents,
        players=players_dealt,
        street=street,
        campaign=session.pool_ref is None,
    )
    draft = postings.pot_raked(
        session_id,
        rake_cents=taken.rake.rake_cents,
        drop_cents=taken.drop.drop_cents,
        pool_ref=session.pool_ref,
        because=taken.because,
        memo=name,
    )
    hand = Hand(
        session=session,
        name=name,
        played_at=stamp.at,
        gaming_day=stamp.gaming_day,
        pots_cents=pots_cents,
        players_dealt=players_dealt,
        first_round_passed=first_round_passed(street, book.first_round),
        rake_cents=taken.rake.rake_cents,
        drop_cents=taken.drop.drop_cents,
        entry_id=ledger.post(stamp, act, draft).entry_id if draft.lines else None,
        act_id=act.id,
    )
    try:
        hand.save(force_insert=True)
    except IntegrityError as error:
        raise refusal_of(error, cashgames_hand_once=HandKnown) from error
    return hand


def _check_hand(pots_cents: list[int], players_dealt: int) -> None:
    if not 1 <= len(pots_cents) <= MOST_PLAYERS or any(cents <= 0 for cents in pots_cents):
        raise BadInput(
            say("A hand has a main pot above zero, then its side pots."), field="pots_cents"
        )
    if not LEAST_PLAYERS <= players_dealt <= MOST_PLAYERS:
        raise BadInput(say("Two players or more are dealt into a hand."), field="players_dealt")
