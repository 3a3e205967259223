"""A prize of a closed quarter that is owed to the wrong guest: owed to the right one by two."""

from collections.abc import Sequence

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import NothingChanges, Preview, signed
from casino.cage.models import Payable, Payment
from casino.cage.queries.due import held_payable, paid_beside, payable, payment_of
from casino.cage.services.lapses import restore_lapsed
from casino.cage.services.payables import Due, owe, take_back_due
from casino.house.because import Because
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import reversal
from casino.ledger.queries.documents import act_entries
from casino.messages import Message, join, msg
from casino.names import guest
from casino.players.queries import family, player
from casino.players.services.guests import held_guest
from casino.refusals import NotFound
from ranking import postings
from ranking.models import Prize
from ranking.queries import rankings
from ranking.queries.standing import owed_by_name
from tournaments.services.taking_back import PrizePaid

WINNER = "ranking.correct_winner"
PAID_FIRST = msg("Reverse the payment at the drawer that paid it first.")
PAID_TOGETHER = msg(
    "The prizes of an award are corrected together: reverse each payment of them at its drawer, "
    "correct whose this prize is, then pay them again."
)


def winner_preview(stamp: Stamp, *, payable_id: int, player_id: int, reason: str) -> Preview:
    """Say which prize is owed to whom. Raises as correct_winner."""
    prize, _ = _owed(stamp, payable_id, player_id)
    right = held_guest(stamp, player_id) if stamp.act_id else player(stamp.club_id, player_id)
    was = prize.payable.player
    return Preview(
        content={
            "about": prize.payable.about,
            "cents": prize.cents,
            "was": guest(was.pk) if was else "",
            "becomes": guest(player_id),
        },
        ahead={"was_card": str(was.code) if was else "", "becomes_card": str(right.code)},
        reason=reason,
    )


@signed(
    WINNER,
    asked_as="ranking.ask_to_correct_winner",
    preview=winner_preview,
    kinds={WINNER: msg("Correct whose a ranking prize is")},
    latest_of="payable_id",
    one_open=True,
)
def correct_winner(stamp: Stamp, *, payable_id: Id, player_id: Id, reason: Reason) -> Payable:
    """
    Owe a prize of a closed quarter to who won it, while none of the quarter is paid.

    The award is taken back and made anew with the other prizes as they were, so that each has
    another payment; the closed standing stays (AMB-98). A payment that was made anew since means
    the one that its prize is now. Source: OLY-5.5, AMB-94.
    Raises NotFound, Gone, NothingChanges, PrizePaid.
    """
    prize, together = _owed(stamp, payable_id, player_id)
    held_guest(stamp, player_id)
    (first,) = [
        each
        for each in act_entries(stamp.club_id, prize.act_id)
        if each.kind == "ranking.prizes_won"
    ]
    draft = reversal(first.draft, entry_id=first.id, memo=reason)
    back = ledger.post_entry(stamp, draft).entry_id
    for each in together:
        take_back_due(each.payable, entry_id=back)
    dues = [_due(stamp, each, player_id if each == prize else None) for each in together]
    owed = owe(stamp, dues)
    closed = prize.place.closed
    anew = postings.prizes_won(
        rankings.ref(closed.ranking, closed.quarter),
        {each.pk: each.cents for each in owed},
        because=[Because(**each) for each in closed.because],
        memo=str(closed),
    )
    ledger.post_entry(stamp, anew, seq=2)
    for place, each in enumerate(together, start=3):
        restore_lapsed(stamp, "payable", each.payable_id, seq=place)
    Prize.objects.bulk_create(
        Prize(place=each.place, cents=each.cents, payable=due, act_id=stamp.act_id)
        for each, due in zip(together, owed, strict=True)
    )
    return payable(stamp.club_id, owed[together.index(prize)].pk)


def _owed(stamp: Stamp, payable_id: int, player_id: int) -> tuple[Prize, Sequence[Prize]]:
    """Return the prize of a payment, and all that its award owes; an act holds them unpaid."""
    named = Prize.objects.filter(payable=payable_id, payable__club=stamp.club_id).first()
    if named is None:
        raise NotFound(msg("This payment is of no ranking prize."), field="payable_id")
    prizes = owed_by_name().select_related("payable__player", "place__closed__ranking")
    prize = prizes.get(place=named.place_id, payable__club=stamp.club_id)
    if prize.payable.player_id and player_id in family(prize.payable.player_id):
        raise NothingChanges(field="player_id")
    seen = held_payable if stamp.act_id else payable
    together = list(prizes.filter(act_id=prize.act_id).order_by("id"))
    for each in together:
        due = seen(stamp.club_id, each.payable_id)
        if due.reversal_id:
            # Another correction of the quarter was signed while this one waited for its rows.
            return _owed(stamp, payable_id, player_id)
    check_unpaid(prize.payable)
    return prize, together


def check_unpaid(owed: Payable) -> None:
    """Refuse a prize of whose award one is paid. Raises PrizePaid."""
    if found := payment_of(owed):
        raise _paid(found, found.sentence, PAID_FIRST)
    if found := paid_beside(owed):
        said = join([msg("Another prize of this award is paid."), found.sentence], " ")
        raise _paid(found, said, PAID_TOGETHER)


def _paid(found: Payment, said: Message, step: Message) -> PrizePaid:
    about = {"entry_id": found.entry_id}
    return PrizePaid(said, next_step=step, next_page=PrizePaid.next_page, about=about)


def _due(stamp: Stamp, prize: Prize, player_id: int | None) -> Due:
    """Return a prize as it was owed, to another guest where one is given."""
    was = prize.payable
    return Due(
        kind=postings.PRIZE,
        about=was.about,
        cents=prize.cents,
        player_id=player_id or was.player_id,
        not_by=tuple(sorted({*was.not_by, stamp.person_id, stamp.signer_id})),
    )
