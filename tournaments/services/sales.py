"""A sale at the desk of a tournament: its parts, its slip, and who signs it."""

from collections.abc import Sequence
from datetime import datetime

from casino.approvals.signed import LookAgain, Preview
from casino.cage.services.amounts import check_payable, sale_kind
from casino.cage.services.identity import check_identified
from casino.house.because import Because
from casino.house.queries import book_on
from casino.house.stamp import Stamp
from casino.ledger import services as ledger
from casino.ledger.entries import Draft
from casino.messages import msg
from casino.money import format_cents
from casino.names import guest
from tournaments import postings
from tournaments.models import Entry, Purchase, Tournament
from tournaments.postings import Parts
from tournaments.services.shared import TournamentDesk

# What is paid in money; chips and tickets were paid for before.
MONEY = ("cash", "card", "bank", "online_room")


def entry_parts(tournament: Tournament) -> Parts:
    return Parts(
        tournament_id=tournament.pk,
        series_id=tournament.series_id or 0,
        price_cents=tournament.price_cents,
        fee_cents=tournament.fee_cents,
        bounty_cents=tournament.bounty_cents,
        rfj_cents=tournament.rfj_cents,
        surcharge_cents=tournament.surcharge_cents,
    )


def more_parts(tournament: Tournament, what: str, *, new_chip: bool) -> Parts:
    if what == "reentry":
        return entry_parts(tournament)
    rebuy = what == "rebuy"
    return Parts(
        tournament_id=tournament.pk,
        series_id=tournament.series_id or 0,
        price_cents=tournament.rebuy_cents if rebuy else tournament.addon_cents,
        fee_cents=tournament.rebuy_fee_cents if rebuy else tournament.addon_fee_cents,
        bounty_cents=tournament.bounty_cents if rebuy and new_chip else 0,
        rfj_cents=tournament.rfj_cents if rebuy else 0,
    )


def check_shown(parts: Parts, cents: int | None) -> None:
    """Raise LookAgain where a sale costs something else than was shown, if that was said."""
    if cents is not None and cents != parts.total_cents:
        raise LookAgain(
            msg("The price has changed since this page was opened."),
            next_step=msg("Check the price, then sell the entry."),
        )


def check_paid(stamp: Stamp, desk: TournamentDesk, parts: Parts, *, player_id: int) -> None:
    """Raise NotIdentified, or NotPayable for what the chips or notes handed over cannot make."""
    if desk.paid_with in MONEY:
        check_identified(stamp, player_id=player_id, cents=parts.total_cents)
    check_tender(stamp, desk, parts.total_cents)


def check_tender(stamp: Stamp, desk: TournamentDesk, cents: int) -> None:
    """Raise NotPayable for what the chips or notes handed over cannot make."""
    if desk.paid_with in ("cash", "chips"):
        means = (desk.paid_with,)
        check_payable(stamp, cents, with_=means, field="paid_with", fixed=True)


def sale_signature(stamp: Stamp, parts: Parts, *, paid_with: str, kind: str) -> str | None:
    """Return the signature of a sale for money."""
    return sale_kind(stamp, parts.total_cents, kind) if paid_with in MONEY else None


def sale_preview(
    stamp: Stamp,
    tournament: Tournament,
    desk: TournamentDesk,
    parts: Parts,
    *,
    player_id: int,
) -> Preview:
    """Say what is sold to whom. Raises as check_paid."""
    check_paid(stamp, desk, parts, player_id=player_id)
    cents = parts.total_cents
    return Preview(
        content={
            "tournament": tournament.name,
            "player": guest(player_id),
            "drawer": str(desk.shift.drawer),
            "cents": cents,
        },
        reason=f"{format_cents(cents)}: {tournament.name}",
    )


def sell(
    stamp: Stamp,
    entry: Entry,
    *,
    what: Purchase.What,
    parts: Parts,
    desk: TournamentDesk,
    because: Sequence[Because],
) -> Purchase:
    """Post a sale on a slip of the drawer and keep it with its parts. Raises NotIdentified."""
    check_paid(stamp, desk, parts, player_id=entry.player_id)
    draft = sale_draft(stamp, entry, what=what, parts=parts, desk=desk, because=because)
    posted = ledger.post_entry(stamp, draft.numbered(desk.shift.drawer.series_id))
    return kept_sale(
        stamp, entry, what=what, paid_with=desk.paid_with, at=stamp.at, slip_id=posted.entry_id,
        parts=parts,
    )  # fmt: skip


def sale_draft(
    stamp: Stamp,
    entry: Entry,
    *,
    what: str,
    parts: Parts,
    desk: TournamentDesk,
    because: Sequence[Because] = (),
) -> Draft:
    """Return what a sale posts, and why its money goes where it goes."""
    book = book_on(stamp.club_id, entry.tournament.gaming_day)
    return postings.ticket_sold(
        parts,
        what=what,
        paid=desk.line(parts.total_cents),
        player_id=entry.player_id,
        because=(book.why("AMB-57", parts.pool_cents, **_facts(parts)), *because),
        memo=f"{entry.tournament}, #{entry.number}",
    )


def kept_sale(
    stamp: Stamp, entry: Entry, *, what: str, paid_with: str, at: datetime, slip_id: int,
    parts: Parts, restores: Purchase | None = None,
) -> Purchase:  # fmt: skip
    """
    Keep a sale with its parts, as a step of a command. at: when it was sold.

    restores: the refund that it takes back, where it stands again.
    """
    return Purchase.objects.create(
        entry=entry,
        what=what,
        paid_with=paid_with,
        at=at,
        gaming_day=stamp.gaming_day,
        sold_by_id=stamp.person_id,
        slip_id=slip_id,
        restores=restores,
        act_id=stamp.act_id,
        **_facts(parts),
    )


def _facts(parts: Parts) -> dict[str, int]:
    return {
        "price_cents": parts.price_cents,
        "fee_cents": parts.fee_cents,
        "bounty_cents": parts.bounty_cents,
        "rfj_cents": parts.rfj_cents,
        "surcharge_cents": parts.surcharge_cents,
    }
