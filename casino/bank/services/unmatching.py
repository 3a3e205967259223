"""Lines of statements: what explains one, taken back."""

from collections.abc import Sequence

from casino.acts.kinds import Id, Reason
from casino.approvals.signed import Preview, signed
from casino.bank.models import Match, MatchedEntry
from casino.bank.queries.accounts import match as the_match
from casino.bank.queries.accounts import reversal_date
from casino.bank.rules.matching import Share
from casino.bank.services.matching import DAYS, WAITS, hold_accounts, moved, says, says_date
from casino.cage.queries.amounts import thresholds
from casino.house.stamp import Stamp
from casino.journal.postings import BY_TWO
from casino.journal.services.documents import date_entry
from casino.ledger import services as ledger
from casino.ledger.entries import reversal
from casino.ledger.queries.documents import entry
from casino.ledger.refusals import AlreadyReversed
from casino.messages import msg
from casino.money import format_cents
from casino.refusals import Conflict

UNDO, UNDO_OWNERS = "bank.unmatch_line", "bank.unmatch_owners"


class MatchedElsewhere(Conflict):
    """What a line booked is matched on the other account of a transfer, too: there first."""

    code = "BANK-024"
    next_step = msg("Unmatch that line first, then this one.")
    next_page = "bank-unmatch"


def unmatch_preview(stamp: Stamp, *, match_id: int, reason: str) -> Preview:
    """Say what is taken back. Raises NotFound, AlreadyReversed, MatchedElsewhere."""
    match = _standing_match(stamp, match_id)
    first = entry(stamp.club_id, match.entry_id) if match.entry_id else None
    if first:
        _check_here_alone(match, first.id)
    line = match.line
    own = ("bank", line.statement.account.ref)
    day = says_date(reversal_date(stamp.club_id, first, today=stamp.gaming_day)) if first else {}
    shares = tuple(
        Share(code=each.code, ref=each.ref, cents=-each.cents)
        for each in (first.lines if first else ())
        if (each.code, each.ref) != own
    )
    return Preview(
        content={
            "booked_on": line.booked_on.isoformat(),
            "cents": line.cents,
            "entry_id": match.entry_id,
        },
        ahead=says(line)
        | {each.name: format_cents(-each.cents) for each in (first.lines if first else ())}
        | day,
        needs=_needs_back(stamp, shares),
    )


@signed(
    UNDO,
    asked_as="bank.ask_unmatch",
    preview=unmatch_preview,
    kinds={
        UNDO: msg("Unmatch a bank statement line"),
        UNDO_OWNERS: msg("Unmatch owners' money or cash on a bank statement"),
    },
    lives=DAYS,
    waits=WAITS,
    latest_of="match_id",
)
def unmatch_line(stamp: Stamp, *, match_id: Id, reason: Reason) -> Match:
    """
    Take back what explains a line; what was booked by it is reversed today.

    The reversal has the date of what it takes back while that is open, else today's.
    Entries that were there before stay, and so does the credit of a deposit: each is taken back
    where it was booked. Raises NotFound, AlreadyReversed, MatchedElsewhere, NotEnough.
    """
    match = _standing_match(stamp, match_id)
    if match.entry_id and (first := entry(stamp.club_id, match.entry_id)):
        if first.reversed_by_id:
            raise AlreadyReversed
        day = reversal_date(stamp.club_id, first, today=stamp.gaming_day)
        draft = reversal(first.draft, entry_id=first.id, memo=reason)
        date_entry(stamp, ledger.post_entry(stamp, draft).entry_id, day)
    match.entries.update(undone_act_id=stamp.act_id)
    match.undone_act_id = stamp.act_id
    match.save(update_fields=["undone_act_id"])
    return match


def _check_here_alone(match: Match, entry_id: int) -> None:
    """Raise MatchedElsewhere where a line of another account is matched with what this booked."""
    same = MatchedEntry.objects.filter(entry_id=entry_id, undone_act_id=None)
    other = same.exclude(match=match).select_related("account", "match__line").first()
    if other:
        raise MatchedElsewhere(
            msg(
                "What this line booked is matched on {account}, too, with its line of {day}.",
                account=other.account.name,
                day=f"{other.match.line.booked_on:%d.%m.%Y}",
            ),
            about={"match_id": other.match_id},
        )


def _needs_back(stamp: Stamp, shares: Sequence[Share]) -> str | None:
    """Return the signature that taking back needs."""
    if any(each.code in BY_TWO for each in shares):
        return UNDO_OWNERS
    return UNDO if moved(shares) >= thresholds(stamp.club_id).second_from_cents else None


def _standing_match(stamp: Stamp, match_id: int) -> Match:
    """Return a match of the club that stands, its account held by an act. Raises NotFound."""
    match = the_match(stamp.club_id, match_id)
    if stamp.act_id:
        booked = match.entry_id and entry(stamp.club_id, match.entry_id)
        lines = booked.lines if booked else ()
        hold_accounts(
            stamp.club_id,
            match.line.statement.account_id,
            {each.code for each in lines},
            refs=[each.ref for each in lines if each.code == "bank"],
        )
        match = the_match(stamp.club_id, match_id)
    return match
