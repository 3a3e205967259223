"""Prizes and bounty chips awarded to the wrong players, taken back by two before they are paid."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import Preview, signed
from casino.cage.queries.due import held_payable, payment_of
from casino.cage.services.lapses import restore_lapsed
from casino.cage.services.owing_anew import take_back_renaming
from casino.cage.services.payables import take_back_due
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import reversal
from casino.ledger.queries.documents import act_entries
from casino.ledger.queries.rows import EntryRow
from casino.messages import msg
from casino.names import guest
from casino.refusals import Conflict
from tournaments.models import Bounty, Prize, Purchase, Ticket, Tournament
from tournaments.queries import tournaments
from tournaments.queries.awards import bounties_of, prizes_of, signed_summary
from tournaments.services.shared import TournamentOver, held_tournament

BACK = "tournaments.take_back_awards"
BOOKED = ("tournaments.prizes_won", "tournaments.bounties_collected")


class NothingAwarded(Conflict):
    """Only what was awarded is taken back."""

    code = "TOURNAMENT-123"
    message = msg("This tournament has no prizes that could be taken back.")


class PrizePaid(Conflict):
    """What was paid comes back first, as every payment does."""

    code = "TOURNAMENT-124"
    next_step = msg("Reverse the payment at the drawer that paid it, then take back the prizes.")
    next_page = "slip-reverse"


class TicketGone(Conflict):
    """A ticket that was won is taken back while nobody has used it."""

    code = "TOURNAMENT-125"


@dataclass(frozen=True, kw_only=True, slots=True)
class Awarded:
    """What goes back, award by award; what stays as it is, since something of it was paid."""

    tournament: Tournament
    prizes: list[Prize]
    bounties: list[Bounty]
    prizes_kept_cents: int
    bounties_kept_cents: int

    @property
    def awards(self) -> list[Prize | Bounty]:
        """Return all of it."""
        return [*self.prizes, *self.bounties]

    @property
    def entries(self) -> list[EntryRow]:
        """Return the entries that awarded it, the first one first."""
        acts = sorted({each.act_id for each in self.awards})
        return [
            entry
            for act_id in acts
            for entry in act_entries(self.tournament.club_id, act_id)
            if entry.kind in BOOKED
        ]


def take_back_preview(stamp: Stamp, *, tournament_id: int, reason: str) -> Preview:
    """Say who loses which prize, and what moves. Raises as take_back_awards."""
    found = _awarded(stamp, tournament_id)
    tournament, entries = found.tournament, found.entries
    given = Ticket.objects.filter(target=tournament, won_in=None)
    lapsed = given.filter(cleared_at__isnull=False, taken_back_at=None)
    kept = found.prizes_kept_cents
    return Preview(
        content={
            "tournament": tournament.name,
            "total_cents": sum(sum(_worth(each)) for each in found.prizes),
            "prizes": [
                {
                    "place": each.place,
                    "player": guest(_whose(each)),
                    "cents": _worth(each)[0],
                    "ticket_cents": _worth(each)[1],
                    "payable_id": each.payable_id,
                }
                for each in found.prizes
            ],
            "bounties": [
                {
                    "player": guest(_whose(each)),
                    "cents": each.cents,
                    "payable_id": each.payable_id,
                }
                for each in found.bounties
            ],
            "bounties_kept_cents": found.bounties_kept_cents,
            **({"prizes_kept_cents": kept} if kept else {}),
            "pool_cents": sum(each.cents_on("tournament:pool") for each in entries),
            "bounty_pool_cents": sum(each.cents_on("tournament:bounties") for each in entries),
            "house_adds_cents": sum(each.cents_on("expense:overlay") for each in entries),
            "was_over": tournament.finished_at is not None,
            "summary_signed": signed_summary(tournament) is not None,
            "ranking": tournament.ranking,
            "lapsed_tickets": lapsed.count(),
        }
    )


@signed(
    BACK,
    asked_as="tournaments.ask_to_take_back_awards",
    preview=take_back_preview,
    kinds={BACK: msg("Take back prizes")},
    latest_of="tournament_id",
    one_open=True,
)
def take_back_awards(stamp: Stamp, *, tournament_id: Id, reason: Reason) -> Tournament:
    """
    Take back the prizes of a tournament, and bounty chips of which nothing was paid.

    Award by award, as places are put right from the latest elimination on: an award of which a
    prize was paid stays as it is, with those before it.
    They return to the pools, tickets that were won end; a tournament that was over goes on, so that
    its places can be corrected and its prizes awarded anew. Seats stay left, and promotional
    tickets that expired stay so. Source: OLY-3.4.22, AMB-71.
    Raises NotFound, TournamentOver, NothingAwarded, PrizePaid, TicketGone.
    """
    found = _awarded(stamp, tournament_id)
    seq = 1
    for each in found.awards:
        if each.payable:
            seq = take_back_renaming(stamp, each.payable, reason=reason, seq=seq)
    for first in found.entries:
        posted = ledger.post_entry(
            stamp, reversal(first.draft, entry_id=first.id, memo=reason), seq=seq
        )
        for model, rows in ((Prize, found.prizes), (Bounty, found.bounties)):
            _end(model, [each for each in rows if each.act_id == first.act_id], posted.entry_id)
        seq += 1
    tickets = [each.ticket_id for each in found.prizes if each.ticket_id]
    Ticket.objects.filter(id__in=tickets).update(cleared_at=stamp.at)
    _restore(stamp, found, seq=seq)
    Tournament.objects.filter(id=found.tournament.pk).update(finished_at=None)
    return tournaments.tournament(stamp.club_id, found.tournament.pk)


def _end(model: type[Prize] | type[Bounty], rows: Collection[Any], entry_id: int) -> None:
    """Let awards stand no more, and what they owed with them."""
    for each in rows:
        if each.payable and not each.corrected_by:
            take_back_due(each.payable, entry_id=entry_id)
    model.objects.filter(id__in=[each.pk for each in rows]).update(reversal_id=entry_id)


def _restore(stamp: Stamp, found: Awarded, *, seq: int) -> None:
    """Take back what had lapsed of payments and tickets that are owed no more."""
    owed = [("payable", each.payable_id) for each in found.awards]
    if found.tournament.target_id and any(each.ticket_id for each in found.prizes):
        owed.append(("tickets", found.tournament.target_id))
    accounts = sorted({(code, ref) for code, ref in owed if ref})
    for place, (code, ref) in enumerate(accounts, start=seq):
        restore_lapsed(stamp, code, ref, seq=place)


def _awarded(stamp: Stamp, tournament_id: int) -> Awarded:
    """Hold what a tournament awarded and did not pay; a mere look holds nothing."""
    tournament = held_tournament(stamp, tournament_id)
    if tournament.cancelled_at:
        raise TournamentOver
    if tournament.target_id:
        held_tournament(stamp, tournament.target_id)
    shown = ("entry", "payable")
    prizes = list(prizes_of(tournament).select_related(*shown, "ticket").order_by("place", "id"))
    bounties = list(bounties_of(tournament).select_related(*shown).order_by("act_id", "id"))
    paid = _paid(stamp, [*prizes, *bounties])
    stays = max((each.act_id for each in prizes if each.payable_id in paid), default=0)
    back = [each for each in prizes if each.act_id > stays]
    for each in back:
        if each.ticket:
            _check_ticket(tournament, each.ticket)
    due = [
        each
        for _, together in groupby(bounties, key=lambda one: one.act_id)
        for act in [list(together)]
        if not any(each.payable_id in paid for each in act)
        for each in act
    ]
    if not back and (tournament.finished_at or not due):
        _check_unpaid((each for each in prizes if each.act_id == stays), paid)
    if not back and not due:
        _check_unpaid(bounties, paid)
        raise NothingAwarded
    return Awarded(
        tournament=tournament,
        prizes=back,
        bounties=due,
        prizes_kept_cents=sum(sum(_worth(each)) for each in prizes if each.act_id <= stays),
        bounties_kept_cents=sum(one.cents for one in bounties) - sum(one.cents for one in due),
    )


def _paid(stamp: Stamp, awards: Iterable[Prize | Bounty]) -> dict[int, Any]:
    """Return the payments of awards that stand, by payable; each is held, in order."""
    owed = {each.payable_id: each.payable for each in awards if each.payable_id and each.payable}
    if stamp.act_id:
        for payable_id in sorted(owed):
            held_payable(stamp.club_id, payable_id)
    found = {payable_id: payment_of(each) for payable_id, each in owed.items()}
    return {payable_id: paid for payable_id, paid in found.items() if paid}


def _check_unpaid(awards: Iterable[Prize | Bounty], paid: dict[int, Any]) -> None:
    """Raise PrizePaid for what the desk has paid."""
    for each in awards:
        if found := paid.get(each.payable_id or 0):
            raise PrizePaid(found.sentence, about={"entry_id": found.entry_id})


def _check_ticket(tournament: Tournament, won: Ticket) -> None:
    """Raise TicketGone for a ticket that was used, paid in cash, or moved to another tournament."""
    if won.used_by_id:
        sale = Purchase.objects.filter(entry=won.used_by_id, refund=None).order_by("id").first()
        raise TicketGone(
            msg("The ticket that {player} won has been used.", player=won.player),
            next_step=msg("Reverse the sale of that entry, then take back the prizes."),
            next_page="sale-take-back",
            about={"entry_id": sale and sale.original.slip_id},
        )
    if won.cleared_at or won.target_id != tournament.target_id:
        raise TicketGone(
            msg("The ticket that {player} won was paid in cash or transferred.", player=won.player),
            next_step=msg("The prizes stay as awarded. The manager settles it with the guests."),
        )


def _whose(award: Prize | Bounty) -> int:
    """Return to whom an award is owed: to who won it by the entry, or to whom two said since."""
    owed = award.payable
    return owed.player_id if owed and owed.player_id else award.entry.player_id


def _worth(prize: Prize) -> tuple[int, int]:
    """Return the cents of a prize: owed by name, and its ticket."""
    return prize.cents, prize.ticket.cents if prize.ticket else 0
