"""A hand that was wrongly entered: taken back, or put right under its number."""

from dataclasses import dataclass
from typing import Annotated, Any

from cashgames.models import Correction, Hand, OverShort, Session
from cashgames.queries import corrections as queries
from cashgames.queries.board import on_terms_of
from cashgames.queries.tables import hand as named_hand
from cashgames.rules.families import dealt_family, named_game
from cashgames.rules.first_round import Street, first_round_passed
from cashgames.rules.jackpot_drop import PotCharges
from cashgames.rules.plausible import Doubt
from cashgames.services.correcting import Correcting, awarded, check_stands, corrects
from cashgames.services.hands import Dealt, HandKnown, charges_of, post_hand
from cashgames.services.over_short import explain_short, over_with, short_cents, take_back_over
from cashgames.services.plausible import check_noted, doubts_then, keep_note
from cashgames.services.shared import MAX_SEATS, Game, Pots, check_by_hand, held_session
from casino.acts.kinds import Id, Note, Reason, Whole
from casino.approvals.signed import NothingChanges, Preview
from casino.house.queries import book_on
from casino.house.rulebook import RuleBook
from casino.house.stamp import Stamp
from casino.ledger.queries.balances import balance_cents
from casino.messages import msg

TAKE_BACK, CORRECT = "cashgames.take_back_hand", "cashgames.correct_hand"
Players = Annotated[int, Whole(low=2, high=MAX_SEATS)]
BoardCards = Annotated[int, Whole(high=10)]
OpenCards = Annotated[int, Whole(high=7)]
Draws = Annotated[int, Whole(high=5)]


@dataclass(frozen=True, kw_only=True, slots=True)
class RightHand:
    """
    A hand as it was truly dealt: at which table, by which rules, what is taken of it.

    doubts: what of it cannot be by what the table knows, and the floor's note takes nevertheless.
    """

    session: Session
    book: RuleBook
    dealt: Dealt
    taken: PotCharges
    doubts: dict[Doubt, int]

    @property
    def rake_cents(self) -> int:
        """What the house takes of it."""
        return self.taken.rake.rake_cents

    @property
    def drop_cents(self) -> int:
        """What the jackpot takes of it."""
        return self.taken.drop.drop_cents

    @property
    def taken_cents(self) -> int:
        """What the house and the jackpot take of it."""
        return self.rake_cents + self.drop_cents

    @property
    def figures(self) -> tuple[Any, ...]:
        """Everything that is kept of it. The game dealt is not: it counts by what is taken."""
        passed = first_round_passed(self.dealt.street, self.book.first_round)
        said = (self.session.pk, self.dealt.pots_cents, self.dealt.players, passed)
        return (*said, self.rake_cents, self.drop_cents)


def taking_back_preview(stamp: Stamp, *, hand_id: int, reason: str) -> Preview:
    """Say what is no longer taken of a hand, and what was decided of its jackpot drop since."""
    return _preview(stamp, _standing(stamp, hand_id), None, kind=TAKE_BACK)


@corrects(
    TAKE_BACK,
    asked_as="cashgames.ask_to_take_back_hand",
    preview=taking_back_preview,
    kinds={TAKE_BACK: msg("Reverse a hand after the close")},
)
def take_back_hand(stamp: Stamp, *, hand_id: Id, reason: Reason) -> Correction:
    """
    Take back a hand that never was: its rake and drop are reversed, its number stays taken.

    What a hand that was found explained of a shortage is short again.
    By the supervisor while the gaming day is open and no level was fixed since; later, and of a
    hand that was awarded, the manager signs. Source: CATALOGUE 3.14.
    Raises NotFound, CorrectedMeanwhile, NotEnough.
    """
    hand = _standing(stamp, hand_id)
    correcting = _correcting(stamp, hand, reason)
    over = over_with(hand)
    with correcting.at_tables({hand.session_id: _taken_cents(hand) - _cents(over)}):
        _take_back(correcting, hand, over)
    return correcting.keep(Correction.What.HAND)


def correction_preview(
    stamp: Stamp,
    *,
    hand_id: int,
    pots_cents: list[int],
    players_dealt: int,
    reason: str,
    session_id: int | None,
    **dealt: Any,
) -> Preview:
    """Say what is taken of a hand instead, and what was decided of its jackpot drop since."""
    hand = _standing(stamp, hand_id)
    right = _right(stamp, hand, session_id, pots_cents, players_dealt, **dealt)
    return _preview(stamp, hand, right, kind=CORRECT)


@corrects(
    CORRECT,
    asked_as="cashgames.ask_to_correct_hand",
    preview=correction_preview,
    kinds={CORRECT: msg("Correct a hand after the close")},
)
def correct_hand(
    stamp: Stamp,
    *,
    hand_id: Id,
    pots_cents: Pots,
    players_dealt: Players,
    reason: Reason,
    board_cards_dealt: BoardCards = 0,
    open_cards_dealt: OpenCards = 0,
    draws_done: Draws = 0,
    game: Game | None = None,
    session_id: Id | None = None,
    deviation: Note = "",
) -> Correction:
    """
    Put a hand right under its number: what was taken is reversed, what is right is booked.

    session_id: the table at which it was dealt, where it was entered at another. The rules are
    those of its own gaming day, the entries those of today. deviation: the supervisor's note on a
    hand beyond what the table had at that time; it is kept and listed. A hand that was found
    explains of its table's shortage what is right. Source: CATALOGUE 3.14.
    Raises as take_back_hand, NothingChanges, TakenByBox, HandKnown, Implausible.
    """
    hand = _standing(stamp, hand_id)
    dealt: dict[str, Any] = {
        "board_cards_dealt": board_cards_dealt,
        "open_cards_dealt": open_cards_dealt,
        "draws_done": draws_done,
        "game": game,
        "deviation": deviation,
    }
    right = _right(stamp, hand, session_id, pots_cents, players_dealt, **dealt)
    correcting = _correcting(stamp, hand, reason)
    over = over_with(hand)
    explained = _explained_cents(hand, right, over)
    gives = {hand.session_id: _taken_cents(hand) - _cents(over)}
    takes = {right.session.pk: explained - right.taken_cents}
    both = {one: gives.get(one, 0) + takes.get(one, 0) for one in gives | takes}
    with correcting.at_tables(both):
        # Where the chips lie there it is booked first: the pool never lacks what it then gets.
        lie_there = -balance_cents(stamp.club_id, "chips:table", right.session.pk)
        if first := lie_there >= right.taken_cents:
            _book_right(correcting, hand, right, explained)
        _take_back(correcting, hand, over)
        if not first:
            _book_right(correcting, hand, right, explained)
    keep_note(stamp, right.session, right.doubts, name=hand.name, deviation=deviation)
    return correcting.keep(Correction.What.HAND)


def _standing(stamp: Stamp, hand_id: int) -> Hand:
    """Hold a hand that stands, with its table. Raises NotFound, CorrectedMeanwhile."""
    session = queries.hand(stamp.club_id, hand_id).session
    held_session(stamp, session.pk)
    hand = queries.hand(stamp.club_id, hand_id)
    check_stands(hand)
    return hand


def _correcting(stamp: Stamp, hand: Hand, reason: str) -> Correcting:
    return Correcting(stamp=stamp, session=hand.session, concerns=hand.played_day, reason=reason)


def _taken_cents(hand: Hand) -> int:
    return hand.rake_cents + hand.drop_cents


def _cents(over: OverShort | None) -> int:
    return over.over_cents if over else 0


def _explained_cents(hand: Hand, right: RightHand, over: OverShort | None) -> int:
    """Return what of a shortage at its table a found hand explains as it was dealt."""
    if not queries.was_found(hand):
        return 0
    short = short_cents(right.session, without=over, since=hand.played_at)
    return min(right.taken_cents, short)


def _take_back(correcting: Correcting, hand: Hand, over: OverShort | None) -> None:
    posted = hand.entry_id and correcting.reverse(correcting.booked(hand.entry_id))
    taken = {"rake_cents": -hand.rake_cents, "drop_cents": -hand.drop_cents}
    correcting.take_back(hand, posted=posted or None, **taken)
    if over:
        take_back_over(correcting, over)


def _book_right(correcting: Correcting, hand: Hand, right: RightHand, explained: int) -> None:
    explain_short(correcting, right.session, explained)
    instead = Hand(
        session=right.session,
        played_at=hand.played_at,
        run_twice=hand.run_twice,
        instead_of=hand,
    )
    correcting.head(instead)
    seq = correcting.next_seq()
    post_hand(correcting.stamp, instead, right.book, right.dealt, right.taken, seq=seq)


def _right(
    stamp: Stamp,
    hand: Hand,
    session_id: int | None,
    pots_cents: list[int],
    players_dealt: int,
    *,
    game: str | None,
    deviation: str,
    **street: int,
) -> RightHand:
    """Return a hand as it was dealt, on the terms of its table at that time."""
    session = held_session(stamp, session_id) if session_id else hand.session
    check_by_hand(session)
    session = on_terms_of(session, hand.played_at)
    book = book_on(stamp.club_id, hand.played_day)
    elsewhere = session.pk != hand.session_id
    if elsewhere and named_hand(session.pk, hand.name):
        raise HandKnown(field="session_id")
    said: dict[str, int] = {"players_dealt": players_dealt, "pot_cents": sum(pots_cents)}
    found = doubts_then(book, session, hand.played_at, **said)
    if not elsewhere:
        # What the first entry said was checked when it was made.
        found = {what: limit for what, limit in found.items() if _is_more(what, hand, **said)}
    check_noted(stamp, found, deviation, **said)
    family = dealt_family(named_game(session.game), named_game(game) if game else None)
    dealt = Dealt(
        name=hand.name,
        pots_cents=pots_cents,
        players=players_dealt,
        street=Street(family=family, **street),
    )
    taken = charges_of(book, session, dealt)
    right = RightHand(session=session, book=book, dealt=dealt, taken=taken, doubts=found)
    if right.figures == _figures(hand):
        raise NothingChanges
    return right


def _is_more(what: Doubt, hand: Hand, *, players_dealt: int, pot_cents: int) -> bool:
    """Return whether a hand is put right to more of something than it was entered with."""
    more = {
        "players_dealt": players_dealt > hand.players_dealt,
        "pots_cents": pot_cents > sum(hand.pots_cents),
    }
    return more.get(what, False)


def _figures(hand: Hand) -> tuple[Any, ...]:
    said = (hand.session_id, hand.pots_cents, hand.players_dealt, hand.first_round_passed)
    return (*said, hand.rake_cents, hand.drop_cents)


def _preview(stamp: Stamp, hand: Hand, right: RightHand | None, *, kind: str) -> Preview:
    before = {
        "pots_cents": hand.pots_cents,
        "players_dealt": hand.players_dealt,
        "rake_cents": hand.rake_cents,
        "drop_cents": hand.drop_cents,
    }
    after = right and {
        "pots_cents": right.dealt.pots_cents,
        "players_dealt": right.dealt.players,
        "rake_cents": right.rake_cents,
        "drop_cents": right.drop_cents,
        "table": str(right.session.table),
    }
    rake, drop = (right.rake_cents, right.drop_cents) if right else (0, 0)
    shares = queries.rake_shares(
        hand,
        before=(hand.rake_cents, hand.players_dealt),
        after=(rake, right.dealt.players if right else 0),
    )
    over = over_with(hand)
    change = (_explained_cents(hand, right, over) if right else 0) - _cents(over)
    more = _taken_cents(hand) - rake - drop + change
    paid = awarded(hand.session, hand_name=hand.name)
    over_by_now = queries.is_over(stamp, hand.played_day, at=hand.played_at)
    return Preview(
        needs=kind if paid or over_by_now else None,
        content={
            "table": str(hand.session.table),
            "hand": hand.name,
            "concerns": hand.played_day.isoformat(),
            "before": before,
            "after": after,
            **queries.levels_from(hand.session, hand.played_at),
            **paid,
        },
        ahead={
            "day_state": queries.day_state(stamp.club_id, hand.played_day),
            **queries.pool_change(hand.session, drop - hand.drop_cents),
            **queries.chips_change(hand.session, more),
            **({"over_short_change_cents": change} if change else {}),
            "rake_shares": shares,
        },
    )
