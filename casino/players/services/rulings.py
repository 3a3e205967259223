"""What the floor decides at a table: claims, pots given to the wrong player, rules set aside."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from django.db.models import Q

from casino.acts.kinds import Id, Line, Note, Reason, Several, Text, Whole
from casino.acts.runner import act
from casino.house.because import Because
from casino.house.queries import book_on
from casino.house.rulebook import RuleBook
from casino.house.stamp import Stamp
from casino.limits import MAX_ID
from casino.messages import msg
from casino.money import equally
from casino.players.models import Ruling
from casino.players.queries import ruling
from casino.players.rules import pot_correction
from casino.refusals import BadInput, Conflict
from casino.staff.models import Membership
from casino.staff.rules import NotYoursToDecide, claim_verdict, deviation, may_decide

RulingPlace = Literal["cash", "tournament"]
Hand = Annotated[str, Text(max_length=100, may_be_empty=True, free=True)]
SeatNos = Annotated[Sequence[int], Several(of=Whole(low=1, high=23), minimum=1, maximum=23)]
# Of a session or a tournament; what it is called stays beside it.
PlaceNo = Annotated[int, Whole(low=1, high=MAX_ID)]
Pot = Annotated[int, Whole(low=1)]


class RulingWithdrawn(Conflict):
    """A decision is withdrawn once."""

    code = "PLAYER-022"
    message = msg("This decision was already withdrawn.")
    next_step = msg("Record what was decided.")
    next_page = "rulings"


@act("players.hear_claim")
def hear_claim(
    stamp: Stamp,
    *,
    place: RulingPlace,
    about: Line,
    place_id: PlaceNo | None = None,
    hand: Hand = "",
    hands_since: Annotated[int, Whole(high=100_000)] = 0,
    undue_delay: bool = False,
    decision: Note = "",
) -> Ruling:
    """
    Keep a complaint about a hand, whether the book still hears it, and the floor's decision.

    about: what the table or tournament is called; place_id: the table's session, or the tournament,
    whose hands have numbers of their own; hands_since: begun at the table after that hand. What was
    decided on a hand of a gaming day is not decided again while it is not withdrawn.
    Source: OLY-0.2, OLY-0.3, OLY-1.4, VOO-G34, VOO-G38, IMG-G52, IMG-G59, HOME-44.
    Raises NotYoursToDecide, NotDecided, BadInput.
    """
    book = check_decides(stamp, "dispute")
    before = Ruling.objects.filter(
        _said_of(place_id, about),
        club_id=stamp.club_id,
        gaming_day=stamp.gaming_day,
        what=Ruling.What.CLAIM,
        place=place,
        hand=hand,
        withdrawn=None,
    )
    verdict = claim_verdict(
        book,
        hands_since=hands_since,
        undue_delay=undue_delay,
        decided_before=bool(hand) and before.filter(heard=True).exists(),
    )
    if verdict.heard and not decision:
        raise BadInput(msg("Enter what was decided."), field="decision")
    return _keep(
        stamp,
        Ruling.What.CLAIM,
        verdict.because,
        place=place,
        about=about,
        place_id=place_id,
        hand=hand,
        heard=verdict.heard,
        decision=decision,
    )


@act("players.hand_pot_over")
def hand_pot_over(
    stamp: Stamp,
    *,
    place: RulingPlace,
    about: Line,
    place_id: PlaceNo | None = None,
    hand: Hand = "",
    pot: Pot,
    given_to: SeatNos,
    belongs_to: SeatNos,
    decision: Note = "",
) -> Ruling:
    """
    Keep who pays whom after a pot was given to the wrong player; the pot itself stays as played.

    pot: cents, in a tournament chips; several seats share it equally, the odd ones in the order
    given. Source: OLY-1.43. Raises NotYoursToDecide, NotDecided, BadInput.
    """
    book = check_decides(stamp, "dispute")
    if len(set(given_to)) < len(given_to) or len(set(belongs_to)) < len(belongs_to):
        raise BadInput(msg("Enter each seat once."), field="belongs_to")
    given, right = (
        dict(zip(seats, equally(pot, len(seats)), strict=True)) for seats in (given_to, belongs_to)
    )
    found = pot_correction(book, awarded_cents=given, right_cents=right)
    if not found.moves_cents:
        said = msg("The pot already went to these seats.")
        raise BadInput(said, field="belongs_to", source=found.because[0].rule)
    return _keep(
        stamp,
        Ruling.What.POT,
        found.because,
        place=place,
        about=about,
        place_id=place_id,
        hand=hand,
        moves={str(seat): cents for seat, cents in found.moves_cents.items()},
        decision=decision,
    )


@act("players.set_rule_aside")
def set_rule_aside(
    stamp: Stamp,
    *,
    place: RulingPlace,
    about: Line,
    place_id: PlaceNo | None = None,
    rule: Annotated[str, Text(max_length=20)],
    hand: Hand = "",
    decision: Reason,
) -> Ruling:
    """
    Keep for good that a paragraph was set aside, and why. rule: its id, OLY-2.22.

    Source: OLY-0.1, VOO-G37, IMG-G59, HOME-44. Raises NotYoursToDecide, NotDecided, BadInput.
    """
    book = book_on(stamp.club_id, stamp.gaming_day)
    if rule not in book.paragraphs:
        raise BadInput(msg("The rule book has no paragraph {rule}.", rule=rule), field="rule")
    role = _role(stamp, book, "deviation")
    because = deviation(book, rule_id=rule, role=role, reason=decision)
    return _keep(
        stamp,
        Ruling.What.DEVIATION,
        (because, book.why(rule, "set aside")),
        place=place,
        about=about,
        place_id=place_id,
        hand=hand,
        rule=rule,
        decision=decision,
    )


@act("players.withdraw_ruling")
def withdraw_ruling(stamp: Stamp, *, ruling_id: Id, reason: Reason) -> Ruling:
    """
    Withdraw a decision that was noted wrongly, of another hand or seat; both are kept.

    What was decided is recorded anew.
    Raises NotFound, NotYoursToDecide, NotDecided, RulingWithdrawn.
    """
    made = ruling(stamp.club_id, ruling_id)
    aside = made.what == Ruling.What.DEVIATION
    book = check_decides(stamp, "deviation" if aside else "dispute")
    if Ruling.objects.filter(withdraws=made).exists():
        raise RulingWithdrawn
    return _keep(
        stamp,
        Ruling.What.WITHDRAWAL,
        (book.why("decides.deviation" if aside else "decides.dispute", "withdrawn"),),
        place=made.place,
        about=made.about,
        place_id=made.place_id,
        hand=made.hand,
        withdraws=made,
        decision=reason,
    )


def check_decides(stamp: Stamp, decision: str) -> RuleBook:
    """Return the book of the day. Raises NotYoursToDecide for who does not decide this by it."""
    book = book_on(stamp.club_id, stamp.gaming_day)
    verdict = may_decide(book, decision, _role(stamp, book, decision))
    if not verdict.allowed:
        raise NotYoursToDecide(source=verdict.because[0].rule)
    return book


def _role(stamp: Stamp, book: RuleBook, decision: str) -> str:
    """Return the role in which the actor decides this, any other of theirs where none does."""
    held = Membership.objects.filter(club_id=stamp.club_id, user_id=stamp.person_id)
    roles = sorted(held.values_list("role", flat=True))
    able = [one for one in roles if may_decide(book, decision, one).allowed]
    return next(iter(able or roles), "")


def _said_of(place_id: int | None, about: str) -> Q:
    """Return what finds decisions of one game, by its name those that name none or all."""
    named = Q(about=about)
    return Q(place_id=place_id) | named & Q(place_id=None) if place_id else named


def _keep(stamp: Stamp, what: Ruling.What, because: Sequence[Because], **facts: Any) -> Ruling:
    return Ruling.objects.create(
        club_id=stamp.club_id,
        gaming_day=stamp.gaming_day,
        what=what,
        because=[each.as_json() for each in because],
        at=stamp.at,
        ruled_by_id=stamp.person_id,
        act_id=stamp.act_id,
        **facts,
    )
