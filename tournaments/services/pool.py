"""The pool is fixed by two people once registration is closed (AMB-52); overlay, ranking share."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from django.db.models import Q

from casino.acts.kinds import Id, Note
from casino.approvals.signed import Preview, signed
from casino.clock import quarter
from casino.house.because import Because
from casino.house.models import Club
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.limits import MAX_LINE_LENGTH
from casino.messages import msg
from casino.refusals import BadInput, Conflict
from casino.schema import plain
from tournaments import postings
from tournaments.models import FixedPool, Tournament
from tournaments.queries.awards import prizes_by_place
from tournaments.queries.pools import (
    Waterfall,
    deferred_fees_cents,
    lacks_prizes,
    waterfall,
)
from tournaments.queries.requests import waiting
from tournaments.rules.prizes import NoParticipants, StructureRequired, announced_split
from tournaments.services.changing import decided_by
from tournaments.services.shared import Shares, check_not_fixed, running_tournament

FIX, FIX_BY_MANAGER = "tournaments.fix_pool", "tournaments.fix_pool_by_manager"


class NotFinal(Conflict):
    """While tickets or rebuys are sold, each prize is provisional (AMB-52)."""

    code = "TOURNAMENT-014"
    message = msg("Registration or rebuys are still open, so the prize pool is provisional.")
    source = "AMB-52"
    next_step = msg("Close registration, then fix the prize pool.")
    next_page = "tournament"


class ConfirmFallback(Conflict):
    """Above the table's last column that column holds once somebody has confirmed it (AMB-51)."""

    code = "TOURNAMENT-096"
    message = msg("More players take part than the payout table has a column for.")
    source = "AMB-51"
    next_step = msg("Confirm its last column, or enter the payouts.")


def pool_preview(
    stamp: Stamp,
    *,
    tournament_id: int,
    shares_bp: Sequence[int],
    confirms_fallback: bool,
    reason: str,
) -> Preview:
    """Say what the pool is and what the prizes are. Raises as fix_pool."""
    tournament = running_tournament(stamp, tournament_id)
    found = _final(tournament, stamp.at, shares_bp)
    if found.fallback and not confirms_fallback:
        raise ConfirmFallback(field="confirms_fallback")
    announced = _announced(tournament, stamp.at, found) if shares_bp else []
    book = book_on(stamp.club_id, tournament.gaming_day)
    by_manager = announced and not decided_by(stamp, book, "tournament_change")
    return Preview(
        needs=FIX_BY_MANAGER if by_manager else FIX,
        content={
            "tournament": tournament.name,
            "participants": found.participants,
            "received_cents": found.pool.received_cents,
            "gross_cents": found.pool.gross_prize_pool_cents,
            "ranking_cents": found.pool.ranking_contribution_cents,
            "overlay_cents": found.overlay_cents,
            "net_cents": found.net_cents,
            "fee_cents": deferred_fees_cents(tournament),
            "prizes_cents": list(found.prizes_cents),
            # Of these alone: what others were asked for before it was said stays the same.
            **({"tickets": plain(asdict(found.tickets))} if found.tickets else {}),
            **({"by_chips": True} if found.by_chips else {}),
            "fallback": found.fallback,
            **({"announced_cents": announced} if announced else {}),
        },
        reason=(reason or tournament.name)[:MAX_LINE_LENGTH],
    )


@signed(
    FIX,
    asked_as="tournaments.propose_pool",
    preview=pool_preview,
    kinds={
        FIX: msg("Fix prize pool"),
        FIX_BY_MANAGER: msg("Fix prize pool with other payouts, signed by the manager"),
    },
    latest_of="tournament_id",
    one_open=True,
    replay=lambda stamp, tournament_id, **_: _fixed_by(stamp, tournament_id),
)
def fix_pool(
    stamp: Stamp,
    *,
    tournament_id: Id,
    shares_bp: Shares = (),
    confirms_fallback: bool = False,
    reason: Note = "",
) -> FixedPool:
    """
    Fix the pool, the participants and the prizes; post overlay, ranking share and earned fees.

    shares_bp: prizes in place of those announced, also of a pool that was once fixed without any;
    one of the two has the role that lets a tournament change. confirms_fallback: above its last
    column that of the payout table holds.
    Source: OLY-3.1, OLY-3.4.2, OLY-5.3, AMB-50 to AMB-56. Raises NotFound, TournamentOver,
    PoolIsFixed, NotFinal, ConfirmFallback, BadInput, and what the rules refuse of prizes.
    """
    tournament = running_tournament(stamp, tournament_id)
    found = _final(tournament, stamp.at, shares_bp)
    if found.fixed:
        return _completed(tournament, found)
    because = _because(tournament, found)
    return FixedPool.objects.create(
        tournament=tournament,
        participants=found.participants,
        gross_cents=found.pool.gross_prize_pool_cents,
        ranking_cents=found.pool.ranking_contribution_cents,
        overlay_cents=found.overlay_cents,
        net_cents=found.net_cents,
        prizes_cents=found.prizes_cents,
        because=[each.as_json() for each in because],
        proposal_id=stamp.proposal_id,
        at=stamp.at,
        gaming_day=stamp.gaming_day,
        slip_id=_post(stamp, tournament, found, because),
        act_id=stamp.act_id,
    )


def _announced(tournament: Tournament, at: datetime, found: Waterfall) -> list[int]:
    """Return the prizes as they were announced, where others are to be fixed."""
    announced = waterfall(tournament, at=at)
    differs = announced.prizes_cents != found.prizes_cents and not announced.fallback
    return list(announced.prizes_cents) if differs else []


def _final(tournament: Tournament, at: datetime, shares_bp: Sequence[int]) -> Waterfall:
    """
    Return the pool that can be fixed.

    Raises PoolIsFixed, NotFinal, NoParticipants, StructureRequired, BadInput.
    """
    if not lacks_prizes(tournament):
        check_not_fixed(tournament)
    if shares_bp and not prizes_by_place(tournament):
        said = msg("Payouts by place are for tournaments that pay places.")
        raise BadInput(said, field="shares_bp")
    found = waterfall(tournament, at=at, shares_bp=shares_bp)
    if not tournament.registration_closed_at or not found.final:
        raise NotFinal
    if waiting(tournament):
        raise NotFinal(
            msg("The floor asked the desk for rebuys or add-ons that are not settled yet."),
            next_step=msg("Sell them or withdraw them, then fix the prize pool."),
        )
    if not found.participants:
        raise NoParticipants
    if found.lacks_prizes:
        raise StructureRequired(field="shares_bp")
    return found


def _fixed_by(stamp: Stamp, tournament_id: int) -> FixedPool:
    """Return the pool that an act fixed, or gave its prizes; reopened since or not."""
    of_it = Q(tournament=tournament_id) | Q(taken_back_of=tournament_id)
    return FixedPool.objects.filter(of_it, act_id__lte=stamp.act_id).latest("act_id")


def _completed(tournament: Tournament, found: Waterfall) -> FixedPool:
    """Give its prizes to a pool that was fixed without any; its money stays as it was."""
    fixed = tournament.fixed
    fixed.prizes_cents = found.prizes_cents
    fixed.because = [each.as_json() for each in _because(tournament, found)]
    fixed.save(update_fields=["prizes_cents", "because"])
    return fixed


def _because(tournament: Tournament, found: Waterfall) -> tuple[Because, ...]:
    """Return why the pool is what it is, and what the house adds below its guarantee."""
    if not found.overlay_cents:
        return found.because
    book = book_on(tournament.club_id, tournament.gaming_day)
    facts = {
        "guarantee_cents": tournament.guarantee_cents,
        "net_prize_pool_cents": found.pool.net_prize_pool_cents,
    }
    return (*found.because, book.why(announced_split(book), found.overlay_cents, **facts))


def _post(
    stamp: Stamp,
    tournament: Tournament,
    found: Waterfall,
    because: tuple[Because, ...],
) -> int | None:
    """Book what moves, and return the entry; None where nothing does."""
    ranking, overlay = found.pool.ranking_contribution_cents, found.overlay_cents
    fees = deferred_fees_cents(tournament)
    if not (ranking or overlay or fees):
        return None
    book = book_on(tournament.club_id, tournament.gaming_day)
    earned = (book.why("AMB-57", fees, received_cents=found.pool.received_cents),) if fees else ()
    # The account of a quarter is its year and number: 20261.
    ref = int(quarter(tournament.gaming_day).replace("Q", ""))
    currency = Club.objects.get(id=stamp.club_id).currency
    ledger.open_account(stamp.club_id, "ranking:pool", ref=ref, currency=currency)
    draft = postings.pool_fixed(
        tournament.pk,
        overlay_cents=overlay,
        ranking_cents=ranking,
        fee_cents=fees,
        quarter=ref,
        because=(*because, *earned),
        memo=tournament.name,
    )
    return ledger.post_entry(stamp, draft).entry_id
