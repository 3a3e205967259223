"""Lines of statements and the books: matched, and booked by what they say."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Annotated, Any
from uuid import uuid5

from django.db.models import Q

from casino.acts.kinds import Id, Note, SignedAmount, Text, Whole
from casino.approvals.signed import Preview, signed
from casino.bank import postings
from casino.bank.models import BankAccount, Match, MatchedEntry, StatementLine
from casino.bank.queries.accounts import held_account, match_of
from casino.bank.queries.accounts import line as the_line
from casino.bank.queries.books import deposits_in_transit, open_entries
from casino.bank.queries.targets import target_names, targets
from casino.bank.rules.matching import DEPOSIT, Share
from casino.bank.services.learning import check_rule, keep_rule
from casino.cage.models import Bag
from casino.cage.queries.amounts import thresholds
from casino.cage.services.closing import ReasonMissing
from casino.cage.services.deposits import confirm_credit
from casino.cage.services.vault import hold_vault
from casino.house.stamp import Stamp
from casino.journal.postings import BY_TWO
from casino.journal.queries.dated import open_date
from casino.journal.services.documents import check_days, date_entry
from casino.ledger import services as ledger
from casino.limits import MAX_ID
from casino.messages import msg
from casino.money import format_cents
from casino.refusals import BadInput, Conflict, NotFound, Refusal

BOOK, VARIANCE, OWNERS = "bank.match_line", "bank.match_variance", "bank.match_owners"
CREDITED, OVER_SHORT = "cage.bag_credited", "expense:over-short"
DAYS, WAITS = timedelta(days=7), "The manager is not in when the accountant works."


class MatchedBefore(Conflict):
    """A line is explained once."""

    code = "BANK-020"
    message = msg("This line has been matched already.")
    next_step = msg("Unmatch it first if that was wrong.")


class EntryElsewhere(Conflict):
    """An entry is on one line of a statement."""

    code = "BANK-021"
    message = msg("An entry among these is matched already, or is not of this bank account.")
    next_step = msg("Look at the line again: the list has changed.")


class NotTheAmount(Refusal):
    """What explains a line comes to its amount."""

    code = "BANK-022"
    next_step = msg("Choose other entries, or say which account the rest is of.")


class NotItsAccount(Refusal):
    """A line is of an account that the accountant may book."""

    code = "BANK-023"
    message = msg("Statement lines are not booked on this account.")
    next_step = msg("Correct guests' money, chips and fees where they were booked.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """A part of a line that goes to an account; cents: as on the statement, None the rest."""

    code: Annotated[str, Text(max_length=50)]
    ref: Annotated[int, Whole(high=MAX_ID)] = 0
    cents: SignedAmount | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class _Explained:
    """
    What a line is made of: entries with their cents, a deposit, and what is to be booked.

    credits_cents: what those of the entries come to that are credits of deposits.
    """

    line: StatementLine
    entries: dict[int, int]
    credits_cents: int
    bag: Bag | None
    shares: tuple[Share, ...]

    @property
    def off_cents(self) -> int:
        """What a deposit's line differs by, whatever explains it; else what is over or short."""
        if self.bag or self.credits_cents:
            deposits = self.credits_cents + (self.bag.cents if self.bag else 0)
            return abs(self.line.cents - deposits)
        return sum(abs(each.cents) for each in self.shares if each.code == OVER_SHORT)

    @property
    def booked(self) -> tuple[Share, ...]:
        """What is booked as the line's own: over and short is a deposit's, where there is one."""
        return tuple(each for each in self.shares if not self.bag or each.code != OVER_SHORT)

    @property
    def packed(self) -> dict[str, str]:
        """What its deposit holds, for who signs."""
        return {DEPOSIT: f"{self.bag} {format_cents(self.bag.cents)}"} if self.bag else {}

    @property
    def only_share(self) -> Share | None:
        """What the whole line is of, where that is one account."""
        return self.shares[0] if len(self.shares) == 1 and not (self.entries or self.bag) else None

    def credit(self, reason: str) -> dict[str, Any]:
        """Return what `confirm_credit` takes of its deposit."""
        assert self.bag
        over = sum(each.cents for each in self.shares if each.code == OVER_SHORT)
        return {
            "bag_id": self.bag.pk,
            "cents": self.bag.cents + over,
            "statement": str(self.line.statement)[:100],
            "reason": reason,
            "bank_ref": self.line.statement.account.ref or None,
        }


def match_preview(
    stamp: Stamp,
    *,
    line_id: int,
    entries: Sequence[int],
    bag_id: int | None,
    parts: Sequence[Part],
    remember: str,
    reason: str,
    dated: date | None,
) -> Preview:
    """
    Say what a line is, and who signs what is booked by it.

    Raises NotFound, MatchedBefore, EntryElsewhere, NotTheAmount, NotItsAccount, OwnBag,
    ReasonMissing, CreditImplausible, PeriodIsClosed, BadInput.
    """
    found = _explained(stamp, line_id, entries, bag_id, parts)
    line = found.line
    if remember:
        check_rule(line, found.only_share, remember)
    credit = confirm_credit.preview(stamp, **found.credit(reason)) if found.bag else None
    if found.off_cents and not reason.strip():
        raise ReasonMissing(
            msg("The bank credited a different amount. Give a reason."), field="reason"
        )
    day = dated or open_date(stamp.club_id, line.booked_on, today=stamp.gaming_day)
    check_days(stamp, day, day)
    names = target_names(stamp.club_id)
    return Preview(
        content={
            "booked_on": line.booked_on.isoformat(),
            "cents": line.cents,
            "shares": [
                {"name": str(names[share.code, share.ref]), "cents": share.cents}
                for share in found.shares
            ],
        },
        reason=f"{line.booked_on:%d.%m.%Y} {format_cents(line.cents)} {reason}".strip()[:200],
        ahead=says(line) | found.packed | (says_date(day) if found.booked else {}),
        needs=_needs(stamp, found, credit),
    )


@signed(
    BOOK,
    asked_as="bank.ask_match",
    preview=match_preview,
    kinds={
        BOOK: msg("Book a bank statement line"),
        VARIANCE: msg("Variance of a deposit on a bank statement"),
        OWNERS: msg("Owners' money or cash on a bank statement"),
    },
    lives=DAYS,
    waits=WAITS,
    latest_of="line_id",
)
def match_line(
    stamp: Stamp,
    *,
    line_id: Id,
    entries: Sequence[Id] = (),
    bag_id: Id | None = None,
    parts: Sequence[Part] = (),
    remember: Note = "",
    reason: Note = "",
    dated: date | None = None,
) -> Match:
    """
    Explain a line of a statement to the cent.

    By entries of the books, a deposit that the bank credited, and parts booked now, of which one
    may be the rest. What a deposit is over or short by has a reason, and stands with the deposit.
    remember: lines with this text are of the same account from now on. dated: the document date
    of what is booked now; without one the line's own day while that is open, else today.

    Raises NotFound, MatchedBefore, EntryElsewhere, NotTheAmount, NotItsAccount, OwnBag,
    ReasonMissing, CreditImplausible, PeriodIsClosed, NotEnough, BadInput.
    """
    found = _explained(stamp, line_id, entries, bag_id, parts)
    line, account = found.line, found.line.statement.account
    explained = dict(found.entries)
    if found.bag:
        credit = found.credit(reason)
        head = replace(stamp, key=uuid5(stamp.key, "credit"), act_id=0)
        credited = confirm_credit.step(head, **credit)
        assert credited.credited_entry_id
        explained[credited.credited_entry_id] = credit["cents"]
    booked = None
    if found.booked:
        memo = f"{account} {line.booked_on:%d.%m.%Y}"
        draft = postings.line_booked(account.ref, found.booked, memo=memo)
        booked = ledger.post_entry(stamp, draft).entry_id
        day = dated or open_date(stamp.club_id, line.booked_on, today=stamp.gaming_day)
        date_entry(stamp, booked, day)
        explained[booked] = sum(share.cents for share in found.booked)
    match = Match.objects.create(
        line=line,
        entry_id=booked,
        matched_by_id=stamp.person_id,
        matched_at=stamp.at,
        act_id=stamp.act_id,
    )
    MatchedEntry.objects.bulk_create(
        MatchedEntry(match=match, account=account, entry_id=entry_id, cents=cents)
        for entry_id, cents in explained.items()
    )
    if remember and found.only_share:
        keep_rule(stamp, line, found.only_share, remember)
    return match


def says_date(day: date) -> dict[str, str]:
    """Return the document date of what is booked, for who signs."""
    return {msg("Document date"): f"{day:%d.%m.%Y}"}


def says(line: StatementLine) -> dict[str, str]:
    """Return what a line says of who paid: shown, and kept with the statement alone."""
    return {msg("Payer or payee"): f"{line.counterparty} {line.text}".strip() or str(line)}


def _explained(
    stamp: Stamp,
    line_id: int,
    entries: Sequence[int],
    bag_id: int | None,
    parts: Sequence[Part],
) -> _Explained:
    """Return what a line is made of, its account held by an act. Raises what does not fit."""
    line = the_line(stamp.club_id, line_id)
    account = line.statement.account
    if stamp.act_id:
        hold_accounts(stamp.club_id, account.pk, {each.code for each in parts})
        line = the_line(stamp.club_id, line_id)
    if match_of(line):
        raise MatchedBefore
    known = {each.entry_id: each for each in open_entries(account)}
    if len(set(entries)) < len(entries) or not known.keys() >= set(entries):
        raise EntryElsewhere(field="entries")
    bag = next((each for each in deposits_in_transit(stamp.club_id) if each.pk == bag_id), None)
    if bag_id and bag is None:
        raise NotFound(msg("There is no such deposit on its way to the bank."), field="bag_id")
    chosen = {each: known[each].cents for each in entries}
    credits_cents = sum(chosen[each] for each in entries if known[each].kind == CREDITED)
    rest = line.cents - sum(chosen.values()) - (bag.cents if bag else 0)
    shares = _shares(rest, parts)
    allowed = {(each.code, each.ref) for each in targets(account)}
    if not {(each.code, each.ref) for each in shares} <= allowed:
        raise NotItsAccount(field="parts")
    return _Explained(
        line=line, entries=chosen, credits_cents=credits_cents, bag=bag, shares=shares
    )


def _shares(rest_cents: int, parts: Sequence[Part]) -> tuple[Share, ...]:
    """Return the parts with their amounts. Raises NotTheAmount, BadInput."""
    said = sum(each.cents or 0 for each in parts)
    if sum(each.cents is None for each in parts) > 1:
        raise BadInput(msg("Only one part can be the rest."), field="parts")
    shares = tuple(
        Share(
            code=each.code,
            ref=each.ref,
            cents=rest_cents - said if each.cents is None else each.cents,
        )
        for each in parts
    )
    left = rest_cents - sum(each.cents for each in shares)
    if left:
        raise NotTheAmount(
            msg("{cents} of the line is not explained.", cents=format_cents(left)), field="parts"
        )
    if len({(each.code, each.ref) for each in shares}) < len(shares):
        raise BadInput(msg("Say each account once."), field="parts")
    if shares and (not rest_cents or not all(each.cents for each in shares)):
        raise BadInput(msg("Nothing is left to book: take the part away."), field="parts")
    return shares


def _needs(stamp: Stamp, found: _Explained, credit: Preview | None) -> str | None:
    """Return the signature that a booking needs; credit: its deposit's, as at its own page."""
    if any(each.code in BY_TWO for each in found.shares):
        return OWNERS
    amounts = thresholds(stamp.club_id)
    if found.off_cents > amounts.credit_second_over_cents or (credit and credit.needs):
        return VARIANCE
    return BOOK if moved(found.shares) >= amounts.second_from_cents else None


def moved(shares: Sequence[Share]) -> int:
    """Return what goes elsewhere than to the club's own bank accounts."""
    return sum(abs(each.cents) for each in shares if each.code != "bank")


def hold_accounts(
    club_id: int, account_id: int, codes: set[str], *, refs: Collection[int] = ()
) -> None:
    """Hold the vault, where a line is booked by it, then the account; refs: of others with it."""
    if "cash:vault" in codes:
        hold_vault(club_id)
    among = BankAccount.objects.filter(Q(ref__in=refs) | Q(id=account_id), club_id=club_id)
    for each in among.order_by("id").values_list("id", flat=True):
        held_account(club_id, each)
