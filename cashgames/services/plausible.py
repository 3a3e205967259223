"""Hands that cannot be by what the table knows: refused, or kept with the supervisor's note."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Annotated, get_args
from uuid import uuid5

from django.db.models import Q, QuerySet

from cashgames.models import Absence, Seat, Session
from cashgames.queries.chips_then import ChipsThen, chips_then
from cashgames.queries.tables import chips_cents, hands_between, seats, seats_at
from cashgames.rules.handfile import HandRecord
from cashgames.rules.plausible import Doubt, TableNow, doubts
from casino.acts.kinds import Id, Line, Name, OneOf, Several
from casino.acts.permission import check_allowed
from casino.acts.runner import act
from casino.house.keys import namespace
from casino.house.rulebook import RuleBook
from casino.house.stamp import Stamp
from casino.kept_sql import kept_sql
from casino.messages import Message, msg, msg_count
from casino.money import format_cents
from casino.refusals import Conflict

HOUR = timedelta(hours=1)
# Of the hands of a file, whatever is wrong with them.
IMPORTED = "imported"
# The key of a file's deviation: one for a game and what a file holds, however often imported.
OF_A_FILE = namespace("c7a4f6b2-64a3-4d43-8f2b-1f3c0a8a5d21")
What = Annotated[
    Collection[str], Several(of=OneOf(words=(*get_args(Doubt), IMPORTED)), minimum=1, maximum=4)
]


class Implausible(Conflict):
    """A hand keeps within what the table knows, or the supervisor says why not."""

    code = "TABLE-027"
    next_step = msg("Correct it. If it is right, add the supervisor's note.")


@act("cashgames.note_deviation", replay=lambda *_, **__: None)
def note_deviation(stamp: Stamp, *, session_id: Id, name: Name, what: What, note: Line) -> None:
    """
    Keep that a hand, or a file of hands, was accepted beyond what its table knows, and why.

    name: of the hand or the file. A step of the act that books it.
    """


def check_plausible(
    stamp: Stamp,
    session: Session,
    book: RuleBook,
    *,
    name: str,
    players_dealt: int,
    pot_cents: int,
    deviation: str,
) -> None:
    """
    Raise Implausible for a hand beyond what its table knows; with the floor's note it is kept.

    Source: AMB-10, AMB-117. Raises NotAllowed: a note that is not the floor's.
    """
    table = _now(stamp, session)
    found = doubts(book, table, players_dealt=players_dealt, pot_cents=pot_cents)
    check_noted(stamp, found, deviation, players_dealt=players_dealt, pot_cents=pot_cents)
    keep_note(stamp, session, found, name=name, deviation=deviation)


def doubts_then(
    book: RuleBook, session: Session, at: datetime, *, players_dealt: int, pot_cents: int
) -> dict[Doubt, int]:
    """Return what of a hand of an instant was beyond what its table had then, with the most."""
    taken = seats_at(session.pk, at)
    absences = Absence.objects.filter(seat__in=taken, since__lte=at)
    table = TableNow(
        seats=len(taken),
        absent=absences.filter(Q(ended_at=None) | Q(ended_at__gt=at)).count(),
        chips_cents=chips_then(session, at),
        hands_in_hour=hands_between(session.pk, at - HOUR, at),
    )
    return doubts(book, table, players_dealt=players_dealt, pot_cents=pot_cents)


def check_noted(
    stamp: Stamp,
    found: dict[Doubt, int],
    deviation: str,
    *,
    players_dealt: int,
    pot_cents: int,
) -> None:
    """Raise Implausible for doubts without a note, NotAllowed for a note not of the floor's."""
    if deviation:
        check_allowed(stamp, "cashgames.rake_hand.with_note")
    elif found:
        what, limit = next(iter(found.items()))
        field = "name" if what == "hands_an_hour" else what
        raise Implausible(_said(what, limit, players_dealt, pot_cents), field=field)


def keep_note(
    stamp: Stamp, session: Session, found: Collection[Doubt], *, name: str, deviation: str
) -> None:
    """List a hand that was accepted although there were doubts."""
    if found:
        noting = replace(stamp, key=uuid5(stamp.key, "deviation"), act_id=0)
        what = list(found)
        note_deviation.step(noting, session_id=session.pk, name=name, what=what, note=deviation)


def note_file(stamp: Stamp, session: Session, *, source: str, digest: str) -> None:
    """
    List a file of hands that its game does not know the players or chips of; once a file.

    digest: of what it holds. Another file of the same name is another deviation.
    """
    key = uuid5(OF_A_FILE, f"{session.pk} {stamp.actor_id} {source} {digest}")
    note = f"{source}, {session.table}"
    noting = replace(stamp, key=key, act_id=0)
    note_deviation.step(noting, session_id=session.pk, name=source, what=[IMPORTED], note=note)


def _now(stamp: Stamp, session: Session) -> TableNow:
    return TableNow(
        seats=len(seats(session.pk)),
        absent=len(_away(session)),
        chips_cents=chips_cents(session),
        hands_in_hour=hands_between(session.pk, stamp.at - HOUR, stamp.at),
    )


@kept_sql
def _away(session: Session) -> QuerySet[Absence]:
    return Absence.objects.filter(seat__session=session, seat__left_at=None, ended_at=None)


def _said(what: Doubt, limit: int, players_dealt: int, pot_cents: int) -> Message:
    if what == "players_dealt":
        return msg(
            "Dealt in: {dealt}. By the seats taken it can be {limit} at most.",
            dealt=players_dealt,
            limit=limit,
        )
    if what == "pots_cents":
        return msg(
            "The pots come to {pots}, but only {chips} in chips is on the table.",
            pots=format_cents(pot_cents),
            chips=format_cents(limit),
        )
    return msg_count(
        "More than {number} hand was recorded within an hour.",
        "More than {number} hands were recorded within an hour.",
        limit,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class KnownTable:
    """Who sat at a game from when to when, and the chips that were there."""

    stays: list[tuple[datetime, datetime | None]]
    chips: ChipsThen

    @classmethod
    def of(cls, session: Session) -> "KnownTable":
        """Read it once for all hands of a file."""
        taken = Seat.objects.filter(session=session).values_list("sat_at", "left_at")
        return cls(stays=list(taken), chips=ChipsThen.of(session))

    def doubts(self, hand: HandRecord, at: datetime) -> bool:
        """Return whether more were dealt in than sat there, or more was in the pots than lay."""
        when = hand.played_at or at
        seats = sum(sat <= when and (left is None or when < left) for sat, left in self.stays)
        return hand.players_dealt > seats or sum(hand.pots_cents) > self.chips.at(when)
