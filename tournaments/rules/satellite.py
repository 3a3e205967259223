"""Tournaments that pay tickets to another one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from casino.house.because import Because
from casino.house.rulebook import RuleBook
from casino.money import equally
from casino.schema import Text


@dataclass(frozen=True, kw_only=True, slots=True)
class Finisher:
    """A player in the order of finishing; already_entered: holds an entry to the target."""

    player: Text
    already_entered: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Award:
    """What a place wins: a ticket, cash, or both."""

    place: int
    player: str
    ticket: bool
    cash_cents: int


@dataclass(frozen=True, kw_only=True, slots=True)
class SatelliteSplit:
    """
    What a satellite pays. Issued tickets are owed at their price until they are used.

    house_adds: what the house puts to the pool where it tops up to a whole ticket.
    """

    tickets_won: int
    tickets_issued: int
    awards: tuple[Award, ...]
    cash_total_cents: int
    ticket_liability_cents: int
    because: tuple[Because, ...]
    house_adds_cents: int = 0


def satellite_split(
    book: RuleBook, *, prize_pool_cents: int, ticket_cents: int, finishers: Sequence[Finisher]
) -> SatelliteSplit:
    """
    Return tickets and cash by place; their values sum to the pool and what the house adds.

    As many tickets as the pool holds, one for each player at most; the rest is cash. A ticket of
    who is already entered is cash, too. finishers: at least one, first place first.

    Source: OLY-3.2.f, OLY-3.4.27, OLY-3.4.28, IMG-V6, AMB-58 to AMB-61.
    """
    tickets = min(prize_pool_cents // ticket_cents, len(finishers))
    rest = prize_pool_cents - tickets * ticket_cents
    added = ticket_cents - rest if _tops_up(book, rest, tickets, len(finishers)) else 0
    reasons = tuple(_reasons(book, rest, tickets, len(finishers)))
    if added:
        tickets, rest = tickets + 1, 0
    equal = book.tournament.satellite_rest == "equal_split"
    cash = _rest_by_place(rest, tickets, len(finishers), equal=equal)
    awards = tuple(_awards(finishers, tickets, ticket_cents, cash))
    issued = sum(award.ticket for award in awards)
    in_cash = [book.why("AMB-61", tickets - issued, tickets_won=tickets)] * (issued < tickets)
    facts = {"prize_pool_cents": prize_pool_cents, "ticket_cents": ticket_cents}
    # A house that announces no satellites of its own plays them by the decision.
    key = "variants.satellite.prizes"
    won = book.why(key if key in book.sources else "AMB-58", tickets, **facts)
    return SatelliteSplit(
        tickets_won=tickets,
        tickets_issued=issued,
        awards=awards,
        cash_total_cents=sum(award.cash_cents for award in awards),
        ticket_liability_cents=issued * ticket_cents,
        because=(won, *reasons, *in_cash),
        house_adds_cents=added,
    )


def shared_awards(
    awards: Sequence[Award], ties: Sequence[Sequence[str]], *, ticket_cents: int
) -> tuple[Award, ...]:
    """
    Return the awards where places are shared: what they win is added and split equally.

    ties: the players of each shared place. Where all of them win a ticket each keeps it; one that
    only some of them would win is split in cash. Source: AMB-55, AMB-71.
    """
    won = {award.player: award for award in awards}
    for names in ties:
        theirs = [won[name] for name in names if name in won]
        if theirs:
            won |= {award.player: award for award in _split(names, theirs, ticket_cents)}
    return tuple(sorted(won.values(), key=lambda award: award.place))


def _split(names: Sequence[str], theirs: Sequence[Award], ticket_cents: int) -> Iterator[Award]:
    values = [award.cash_cents + award.ticket * ticket_cents for award in theirs]
    kept = ticket_cents if len(theirs) == len(names) and min(values) >= ticket_cents else 0
    tickets = {award.player for award in theirs if award.ticket and kept}
    shares = equally(sum(values) - kept * len(names), len(names))
    for name, cents in zip(names, shares, strict=True):
        in_cash = 0 if name in tickets else kept
        yield Award(
            place=theirs[0].place,
            player=name,
            ticket=name in tickets,
            cash_cents=cents + in_cash,
        )


def _tops_up(book: RuleBook, rest_cents: int, tickets: int, finishers: int) -> bool:
    rule = book.tournament.satellite_rest if tickets else book.tournament.below_ticket
    return rule == "house_tops_up" and rest_cents > 0 and tickets < finishers


def _rest_by_place(rest_cents: int, tickets: int, finishers: int, *, equal: bool) -> list[int]:
    """Return the cash of each place: to the one after the tickets, or equally to their winners."""
    if tickets == finishers or (equal and tickets):
        return equally(rest_cents, tickets) + [0] * (finishers - tickets)
    return [rest_cents if place == tickets else 0 for place in range(finishers)]


def _awards(
    finishers: Sequence[Finisher], tickets: int, ticket_cents: int, cash: Sequence[int]
) -> Iterator[Award]:
    for place, (one, cents) in enumerate(zip(finishers, cash, strict=True), start=1):
        won = place <= tickets
        in_cash = ticket_cents if won and one.already_entered else 0
        if won or cents:
            yield Award(
                place=place,
                player=one.player,
                ticket=won and not in_cash,
                cash_cents=cents + in_cash,
            )


def _reasons(book: RuleBook, rest: int, tickets: int, finishers: int) -> Iterator[Because]:
    if rest and not tickets:
        yield book.why("tournament.below_ticket", rest, tickets=tickets)
    elif rest and tickets == finishers:
        yield book.why("AMB-60", rest, tickets=tickets, finishers=finishers)
    elif rest:
        yield book.why("tournament.satellite_rest", rest, place=tickets + 1)
