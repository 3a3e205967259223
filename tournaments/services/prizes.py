"""Prizes, deals and tickets: owed by name once a second person has approved them."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Annotated, Any

from casino.acts.kinds import Flag, Id, Note
from casino.approvals.queries import proposal
from casino.approvals.signed import Preview, signed
from casino.cage.services.payables import Due, owe
from casino.house.because import Because
from casino.house.queries import book_on
from casino.house.rulebook import RuleBook
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.limits import MAX_LINE_LENGTH
from casino.messages import msg
from casino.money import equally
from casino.names import guest
from casino.refusals import BadInput, Conflict
from casino.webhooks.models import Event
from casino.webhooks.services.telling import announce
from tournaments import postings
from tournaments.models import Entry, Prize, Ticket, Tournament
from tournaments.queries import tournaments
from tournaments.queries.awards import plays_for_places, prizes_of
from tournaments.queries.clock import takes_tickets
from tournaments.queries.dealing import deal, deal_view, latest_deal
from tournaments.queries.order import TournamentStanding, playing, prizes_by_places, standings
from tournaments.queries.pools import money_check
from tournaments.rules.finish_order import places_by_chips
from tournaments.rules.satellite import Finisher, satellite_split, shared_awards
from tournaments.rules.time_end import Stack, time_split
from tournaments.rules.variants import tournament_format
from tournaments.services.deals import check_deal
from tournaments.services.seating import all_leave
from tournaments.services.shared import (
    ChipsOf,
    check_fixed,
    chips_by_entry,
    held_tournament,
    missing_chips,
    running_tournament,
)
from tournaments.services.tickets import lapse

AWARD = "tournaments.award_prizes"


UNDECIDED = msg("No paid place is decided yet.")
BY_DEAL = msg("Award prizes by the deal to which everybody left has agreed.")
DECIDE = msg("Note the eliminations, or award by a deal to which everybody left has agreed.")


class NothingToAward(Conflict):
    """Every decided place has its prize."""

    code = "TOURNAMENT-021"
    message = msg("All decided prizes have already been awarded.")


def prizes_preview(
    stamp: Stamp,
    *,
    tournament_id: int,
    left: Sequence[ChipsOf],
    deal_id: int | None,
    reason: str,
    plays_on: bool,
) -> Preview:
    """Say every prize with place, player and cents. Raises as award_prizes."""
    tournament = running_tournament(stamp, tournament_id)
    if tournament.target_id:
        held_tournament(stamp, tournament.target_id)
        tournament = tournaments.tournament(stamp.club_id, tournament_id)
    check_fixed(tournament)
    if plays_on and deal_id is None:
        raise BadInput(msg("Play goes on after a deal alone."), field="plays_on", source="AMB-74")
    counted = chips_by_entry(left, field="left")
    stacks = {str(entry_id): chips for entry_id, chips in counted.items()}
    if deal_id:
        stacks = deal(tournament, deal_id).stacks
    rows, reasons, added = _rows(tournament, stacks, deal_id, stamp.at)
    already = set(prizes_of(tournament).values_list("entry", flat=True))
    prizes = [row for row in rows if row["entry_id"] not in already]
    if not any(row["cents"] or row["ticket_cents"] for row in prizes):
        raise _nothing(tournament, already)
    missing = missing_chips(tournament, stacks.values(), field="left") if stacks else 0
    return Preview(
        content={
            "tournament": tournament.name,
            "total_cents": sum(row["cents"] + row["ticket_cents"] for row in prizes),
            "house_adds_cents": added,
            "prizes": prizes,
            "stacks": stacks,
            "missing_chips": missing,
            "because": reasons,
            "agreements": _agreements(tournament, deal_id),
        },
        reason=(reason or tournament.name)[:MAX_LINE_LENGTH],
    )


@signed(
    AWARD,
    asked_as="tournaments.propose_prizes",
    preview=prizes_preview,
    kinds={AWARD: msg("Award prizes")},
    latest_of="tournament_id",
    one_open=True,
)
def award_prizes(
    stamp: Stamp,
    *,
    tournament_id: Id,
    left: Sequence[ChipsOf] = (),
    deal_id: Id | None = None,
    reason: Note = "",
    plays_on: Annotated[bool, Flag(added=True)] = False,
) -> list[Prize]:
    """
    Award the prizes that are decided: each is owed by name, or a ticket, in one entry.

    left: everybody left with chips, at the end of a time tournament; deal_id: of the deal to which
    everybody left has agreed; plays_on: they play on for the places, by which the points go, until
    one is left. Source: OLY-3.2.e, OLY-3.2.f, OLY-3.4.22, OLY-3.4.26, AMB-55,
    AMB-58 to AMB-62, AMB-74. Raises NotFound, TournamentOver, NotFixed, NothingToAward,
    DealRefused, TooManyChips, BadInput.
    """
    content = proposal(stamp.club_id, stamp.proposal_id).content
    tournament = running_tournament(stamp, tournament_id)
    rows = content["prizes"]
    cash = [row for row in rows if row["cents"]]
    played_for = {int(entry_id) for entry_id in content["stacks"]} if plays_on else set()
    owed = owe(stamp, [_due(stamp, tournament, row, played_for) for row in cash])
    payables = {row["entry_id"]: due for row, due in zip(cash, owed, strict=True)}
    tickets = {row["entry_id"]: _ticket(stamp, tournament, row) for row in rows}
    worth = sum(row["ticket_cents"] for row in rows)
    draft = postings.prizes_won(
        tournament.pk,
        owed_cents={due.pk: due.cents for due in owed},
        ticket_cents={tournament.target_id or 0: worth} if worth else {},
        house_adds_cents=content["house_adds_cents"],
        because=tuple(Because(**each) for each in content["because"]),
        memo=tournament.name,
    )
    ledger.post_entry(stamp, draft)
    won = Prize.objects.bulk_create(
        Prize(
            entry_id=row["entry_id"],
            place=row["place"],
            cents=row["cents"],
            ticket=tickets[row["entry_id"]],
            payable=payables.get(row["entry_id"]),
            proposal_id=stamp.proposal_id,
            gaming_day=stamp.gaming_day,
            act_id=stamp.act_id,
        )
        for row in rows
    )
    finish(stamp, tournament)
    return won


def _nothing(tournament: Tournament, already: set[int]) -> NothingToAward:
    """Say that nothing is decided, and lead to a deal that all agreed to and nobody awarded."""
    said = None if already else UNDECIDED
    made = latest_deal(tournament)
    if made and made.stands and made.agreed and {one.entry.pk for one in made.lines} - already:
        return NothingToAward(said, next_step=BY_DEAL, next_page="tournament-deal")
    return NothingToAward(said, next_step=None if already else DECIDE)


def _agreements(tournament: Tournament, deal_id: int | None) -> list[dict[str, Any]]:
    """Return whose word for a deal was noted, when and by whom."""
    if deal_id is None:
        return []
    found = deal_view(tournament, deal(tournament, deal_id))
    return [
        {
            "player": guest(line.entry.player_id),
            "at": line.agreement.at.isoformat(),
            "noted_by": str(line.agreement.noted_by),
        }
        for line in found.lines
        if line.agreement
    ]


def _rows(
    tournament: Tournament, stacks: Mapping[str, int], deal_id: int | None, at: datetime
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], int]:
    """Return the prizes by place, the reasons, and what the house adds to a satellite."""
    variants: Any = tournament.variants
    book = book_on(tournament.club_id, tournament.gaming_day)
    by = tournament_format(book, variants).prizes
    if by == "tickets":
        return _by_tickets(tournament, at)
    if by == "chips":
        return *_by_chips(tournament, stacks), 0
    if deal_id:
        return *_by_deal(tournament, deal_id), 0
    return *_by_place(tournament), 0


def _by_place(tournament: Tournament) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the prizes of the places decided so far; shared places share (AMB-55)."""
    prizes, withheld = prizes_by_places(tournament)
    rows = []
    for place, group in groupby(standings(tournament), key=lambda one: one.place):
        placed = list(group)
        last = place - 1 + len(placed)
        sharing = [one for one in placed if not (one.knockout and one.knockout.prize_withheld)]
        shares = equally(sum(prizes[place - 1 : last]), len(sharing)) if sharing else []
        rows += [
            _row(one.entry, place=place, cents=cents)
            for one, cents in zip(sharing, shares, strict=True)
        ]
    reasons = [*tournament.fixed.because, *(each.as_json() for each in withheld)]
    return [row for row in rows if row["cents"]], reasons


def _by_deal(
    tournament: Tournament, deal_id: int
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the remaining prizes as the players divide them, and those of who is out."""
    found = deal_view(tournament, deal(tournament, deal_id))
    shares = found.deal.shares_cents
    verdict = check_deal(tournament, shares, all_agree=found.stands and found.agreed)
    places = places_by_chips({str(line.entry.pk): line.chips for line in found.lines})
    rows = [
        _row(line.entry, place=places[str(line.entry.pk)], cents=line.cents) for line in found.lines
    ]
    others, reasons = _by_place(tournament)
    return [*rows, *others], [*reasons, *(each.as_json() for each in verdict.because)]


def _by_chips(
    tournament: Tournament, stacks: Mapping[str, int]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the shares of a time tournament by the chips of everybody left (AMB-62)."""
    left = playing(tournament)
    if {str(each.pk) for each in left} != set(stacks):
        raise BadInput(
            msg("Count the chips of every remaining player."), field="left", source="AMB-62"
        )
    split = time_split(
        book_on(tournament.club_id, tournament.gaming_day),
        prize_pool_cents=tournament.fixed.net_cents,
        stacks=[Stack(player=str(one.pk), chips=stacks[str(one.pk)]) for one in left],
    )
    order = sorted(left, key=lambda one: (-stacks[str(one.pk)], one.number))
    places = places_by_chips(stacks)
    rows = [
        _row(one, place=places[str(one.pk)], cents=split.payouts_cents[str(one.pk)])
        for one in order
    ]
    return rows, [each.as_json() for each in split.because]


def _by_tickets(
    tournament: Tournament, at: datetime
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], int]:
    """
    Return tickets and cash of a satellite, once its places are decided (AMB-58 to AMB-61).

    Where the prize of a disqualified player is withheld, who comes after moves up (AMB-81).
    Where the target takes no entries any more, by the clock or because somebody closed them, and
    no flight of it follows, a ticket is of as little use to anybody as to who has an entry: it is
    paid in cash (OLY-3.4.27).
    """
    target = tournament.target
    assert target is not None
    book = book_on(tournament.club_id, tournament.gaming_day)
    is_open, places = takes_tickets(target, at), standings(tournament)
    left, withheld = _still_in(tournament, places), _withheld(places)
    order = [*left, *(one.entry for one in places if one not in withheld)]
    split = satellite_split(
        book,
        prize_pool_cents=tournament.fixed.net_cents,
        ticket_cents=target.ticket_cents,
        finishers=[
            Finisher(
                player=str(one.pk),
                already_entered=not is_open
                or tournaments.has_entry_or_ticket(target, one.player_id),
            )
            for one in order
        ],
    )
    if len(playing(tournament)) > max(1, split.tickets_won):
        raise NothingToAward(msg("More players remain than there are tickets."))
    named = {str(one.pk): one for one in order}
    by_place = groupby((one for one in places if one not in withheld), lambda one: one.place)
    ties = [[str(one.entry.pk) for one in tied] for _, tied in by_place]
    awards = shared_awards(split.awards, ties, ticket_cents=target.ticket_cents)
    placed = {str(one.entry.pk): one.place for one in places}
    because = [*split.because, *_why_withheld(book, withheld, paid=len(split.awards))]
    if shared := [won for won in awards if won not in split.awards]:
        theirs = sum(won.cash_cents + won.ticket * target.ticket_cents for won in shared)
        shared_places = sorted({placed[won.player] for won in shared})
        because.append(book.why("AMB-55", theirs, places=shared_places))
    rows = [
        _row(
            named[won.player],
            # Who is left as play stops is first together: nobody asks for their chips.
            place=placed.get(won.player, 1),
            cents=won.cash_cents,
            ticket_cents=target.ticket_cents if won.ticket else 0,
        )
        for won in awards
    ]
    return rows, [each.as_json() for each in because], split.house_adds_cents


def _withheld(places: Sequence[TournamentStanding]) -> list[TournamentStanding]:
    return [one for one in places if one.knockout and one.knockout.prize_withheld]


def _why_withheld(
    book: RuleBook, withheld: Sequence[TournamentStanding], *, paid: int
) -> list[Because]:
    """Return why a paid place goes without: tickets and rest are of who comes after (AMB-81)."""
    without = [one.place for one in withheld if one.place <= paid]
    return [book.why("AMB-81", without[0], places=without)] if without else []


def _still_in(tournament: Tournament, places: Sequence[TournamentStanding]) -> list[Entry]:
    """Return who is left without a decided place: where tickets are equal, play stops."""
    decided = {one.entry.pk for one in places}
    return [one for one in playing(tournament) if one.pk not in decided]


def _row(entry: Entry, *, place: int, cents: int, ticket_cents: int = 0) -> dict[str, Any]:
    return {
        "place": place,
        "entry_id": entry.pk,
        "player_id": entry.player_id,
        "player": guest(entry.player_id),
        "cents": cents,
        "ticket_cents": ticket_cents,
    }


def _due(
    stamp: Stamp, tournament: Tournament, row: Mapping[str, Any], played_for: Collection[int]
) -> Due:
    """Return a prize as the desk owes it, its place if decided; no decider of it pays it."""
    open_place = row["entry_id"] in played_for
    return Due(
        kind=postings.PRIZE,
        about=str(tournament) if open_place else f"{tournament}, {row['place']}.",
        cents=row["cents"],
        player_id=row["player_id"],
        not_by=(stamp.person_id, stamp.signer_id),
    )


def _ticket(stamp: Stamp, tournament: Tournament, row: Mapping[str, Any]) -> Ticket | None:
    if not row["ticket_cents"] or tournament.target is None:
        return None
    return Ticket.objects.create(
        target=tournament.target,
        player_id=row["player_id"],
        cents=row["ticket_cents"],
        won_in=tournament,
        won_at=stamp.at,
        act_id=stamp.act_id,
    )


def finish(stamp: Stamp, tournament: Tournament) -> None:
    """
    The tournament is over once every cent of the pool is awarded, and nobody plays on for places.

    A ticket that the house gave to it and nobody used lapses then.
    """
    if plays_for_places(tournament) and len(playing(tournament)) > 1:
        return
    check = money_check(tournament)
    if check.pool_account_cents == 0 and check.bounty_account_cents == 0:
        all_leave(stamp, tournament)
        Tournament.objects.filter(id=tournament.pk).update(finished_at=stamp.at)
        unused = [one for one in tournaments.open_tickets(tournament) if one.campaign]
        lapse(stamp, tournament, unused, seq=2)
        if tournament.finished_at is None:
            day = str(tournament.gaming_day)
            facts = {"tournament": tournament.pk, "name": tournament.name, "day": day}
            announce(stamp, Event.TOURNAMENT_FINISHED, **facts)
