"""Documents of the general journal: booked, taken back."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, timedelta
from typing import Annotated

from casino.acts.arguments import Record
from casino.acts.kinds import AmountOrZero, Id, Note, Reason, Several, Text
from casino.approvals.queries import askers
from casino.approvals.signed import Preview, signed
from casino.cage.queries.amounts import thresholds
from casino.house.models import Club
from casino.house.stamp import Stamp
from casino.journal import postings
from casino.journal.models import DatedEntry, JournalDocument, OwnAccount, document_number
from casino.journal.queries.accounts import CODES, bank_accounts, own_by_code
from casino.journal.queries.dated import closed_until, open_date
from casino.journal.queries.documents import alone_cents, document
from casino.journal.queries.templates import template
from casino.journal.rules.accounts import USUAL_LIMIT_CENTS
from casino.journal.rules.documents import balanced_cents, needs_second
from casino.journal.services.accounts import CostCenter, TaxCode
from casino.journal.services.templates import settle_due
from casino.kept_sql import hold
from casino.ledger import services as ledger
from casino.ledger.chart import CHART
from casino.ledger.entries import Draft, DraftLine, moving, reversal
from casino.ledger.queries.documents import entry
from casino.ledger.queries.gaming_days import days_between
from casino.ledger.queries.lapsed import given_back, may_lapse
from casino.messages import Message, msg
from casino.money import format_cents
from casino.refusals import BadInput, Conflict, Refusal

BOOK, REVERSE = "journal.book_document", "journal.reverse_document"
Kind = JournalDocument.Kind
MAX_LINES = 200
ACCOUNT_LENGTH = 30


class PeriodIsClosed(Conflict):
    """A closed month takes no more documents."""

    code = "JOURNAL-004"
    next_step = msg("Date it in an open month and let it name the day that it concerns.")


class AboveThePlausible(Refusal):
    """A line that is taken for a typing error."""

    code = "JOURNAL-005"
    next_step = msg("Check the amount; where it is right, raise the account's limit.")
    next_page = "journal-accounts"


class CorrectedElsewhere(Conflict):
    """An account that only its own acts move."""

    code = "JOURNAL-006"


class NotReversible(Conflict):
    """A year's close stays, and what was taken back is taken back."""

    code = "JOURNAL-007"


@dataclass(frozen=True, kw_only=True, slots=True)
class DocumentLine:
    """
    A line as it is written: an own account's number or a code of the chart, and one amount.
    `bank` is the club's first account at a bank, a further one is `bank:` and its `ref`.

    tax_code, cost_center: None is the account's own, '' is none.
    """

    account: Annotated[str, Text(max_length=ACCOUNT_LENGTH)]
    debit_cents: AmountOrZero = 0
    credit_cents: AmountOrZero = 0
    note: Note = ""
    tax_code: TaxCode | None = None
    cost_center: CostCenter | None = None

    @property
    def cents(self) -> int:
        """The amount, debit positive."""
        return self.debit_cents - self.credit_cents


Lines = Annotated[
    Sequence[DocumentLine],
    Several(of=Record(shape=DocumentLine), minimum=2, maximum=MAX_LINES),
]
Reference = Annotated[str, Text(max_length=50, may_be_empty=True, free=True)]


def document_preview(
    stamp: Stamp,
    *,
    dated: date,
    lines: Sequence[DocumentLine],
    concerns: date | None = None,
    document_template_id: int | None = None,
    **_: object,
) -> Preview:
    """Say what it comes to. Raises Unbalanced, PeriodIsClosed, BadInput, what a line may not do."""
    if document_template_id:
        template(stamp.club_id, document_template_id)
    check_days(stamp, dated, concerns or dated)
    read = read_lines(stamp.club_id, lines)
    cents = balanced_cents(each.cents for each in read)
    if not moving(*read):
        raise BadInput(msg("The lines take each other back."), field="lines")
    needs = BOOK if _by_two(stamp, cents, read) else None
    return Preview(content={"cents": cents}, needs=needs)


@signed(
    BOOK,
    asked_as="journal.ask_document",
    preview=document_preview,
    kinds={BOOK: msg("A document of the general journal")},
    lives=timedelta(days=7),
    waits="The manager is not in when the accountant works.",
)
def book_document(
    stamp: Stamp,
    *,
    dated: date,
    lines: Lines,
    reason: Reason,
    concerns: date | None = None,
    reference: Reference = "",
    document_template_id: Id | None = None,
) -> JournalDocument:
    """
    Book a document today, dated any day of an open period; concerns: the day it is about.

    document_template_id: what it began from; where that was due, it is due next time. Alone below
    the club's amount, the author's documents of the day together. Raises Unbalanced,
    PeriodIsClosed, AboveThePlausible, CorrectedElsewhere, NotEnough, NotFound. Source: DESIGN 12.
    """
    if document_template_id:
        settle_due(stamp, document_template_id)
    return write_document(
        stamp,
        kind=Kind.LATE if (concerns or dated) < stamp.gaming_day else Kind.ENTRY,
        dated=dated,
        concerns=concerns or dated,
        reference=reference,
        reason=reason,
        lines=lines,
    )


def write_document(
    stamp: Stamp,
    *,
    kind: Kind,
    dated: date,
    concerns: date,
    reference: str,
    reason: str,
    lines: Sequence[DocumentLine],
) -> JournalDocument:
    """Number a document and post its entry, as a step of the act that runs."""
    check_days(stamp, dated, concerns)
    own = own_by_code(stamp.club_id)
    read = read_lines(stamp.club_id, lines)
    balanced_cents(each.cents for each in read)
    return keep_document(
        stamp,
        kind=kind,
        dated=dated,
        concerns=concerns,
        reference=reference,
        reason=reason,
        lines=[
            asdict(each) | codes(each, own.get(each.account)) | {"code": of.code, "ref": of.ref}
            for each, of in zip(lines, read, strict=True)
        ],
        draft=postings.document_booked(read),
    )


def keep_document(
    stamp: Stamp,
    *,
    kind: Kind,
    dated: date,
    concerns: date,
    reference: str,
    reason: str,
    lines: Sequence[dict[str, object]],
    draft: Draft,
    reverses: JournalDocument | None = None,
) -> JournalDocument:
    """Give an entry the next number of its year; one document of a club after the other."""
    hold(Club, stamp.club_id)
    last = JournalDocument.objects.filter(club_id=stamp.club_id, year=dated.year)
    number = (last.order_by("-number").values_list("number", flat=True).first() or 0) + 1
    said = postings.memo(document_number(dated.year, number), concerns, reference, reason)
    posted = ledger.post_entry(stamp, replace(draft, memo=said))
    return JournalDocument.objects.create(
        club_id=stamp.club_id,
        year=dated.year,
        number=number,
        kind=kind,
        dated=dated,
        concerns=concerns,
        gaming_day=stamp.gaming_day,
        reference=reference,
        reason=reason,
        lines=lines,
        cents=sum(line.cents for line in draft.lines if line.cents > 0),
        entry_id=posted.entry_id,
        reverses=reverses,
        proposal_id=stamp.proposal_id or None,
        booked_by_id=stamp.actor_id,
        signed_by_id=stamp.signed_by_id,
        act_id=stamp.act_id,
    )


def date_entry(stamp: Stamp, entry_id: int, dated: date) -> None:
    """
    Date an entry that no document is, as a step of the act that runs.

    Raises PeriodIsClosed, BadInput.
    """
    if dated == stamp.gaming_day:
        return
    hold(Club, stamp.club_id)
    check_days(stamp, dated, dated)
    DatedEntry.objects.create(
        club_id=stamp.club_id,
        entry_id=entry_id,
        dated=dated,
        gaming_day=stamp.gaming_day,
        act_id=stamp.act_id,
    )


def reversal_preview(
    stamp: Stamp, *, document_id: int, dated: date | None = None, **_: object
) -> Preview:
    """Say what is taken back, and as of when. Raises NotFound, NotReversible, PeriodIsClosed."""
    found = document(stamp.club_id, document_id)
    if found.kind == Kind.YEAR:
        raise NotReversible(msg("The close of a year stays: nobody opens a year again."))
    if hasattr(found, "reversed_by"):
        raise NotReversible(
            msg("{document} has taken it back already.", document=str(found.reversed_by)),
            next_step=msg("Open that document."),
            next_page="journal-document",
            about={"document_id": found.reversed_by.pk},
        )
    lines = [DraftLine(code=each["code"], ref=each["ref"], cents=0) for each in found.lines]
    by_two = _by_two(stamp, found.cents, lines)
    again = given_back(found.lines)
    if again and not may_lapse(stamp.club_id, again, hold=bool(stamp.act_id)):
        raise NotReversible(msg("What it gave back was paid or used since."))
    dated = dated or open_date(stamp.club_id, found.dated, today=stamp.gaming_day)
    if dated < found.dated:
        raise BadInput(msg("Write the document's date or a later one."), field="dated")
    check_days(stamp, dated, found.concerns)
    content = {"cents": found.cents, "document": str(found), "lines": found.lines}
    content["dated"] = dated.isoformat()
    return Preview(content=content, needs=REVERSE if by_two else None)


@signed(
    REVERSE,
    asked_as="journal.ask_reversal",
    preview=reversal_preview,
    replay=lambda stamp, **_: JournalDocument.objects.get(act_id=stamp.act_id),
    kinds={REVERSE: msg("Reversal of a document of the general journal")},
    lives=timedelta(days=7),
    waits="The manager is not in when the accountant works.",
)
def reverse_document(
    stamp: Stamp, *, document_id: Id, reason: Reason, dated: date | None = None
) -> JournalDocument:
    """
    Take a document back by one booked today that names it, line by line.

    dated: its document date, in an open period and not before the document's; without one the
    document's own while that is open, else today. Raises NotFound, NotReversible, PeriodIsClosed,
    NotEnough.
    """
    found = document(stamp.club_id, document_id)
    reversal_preview(stamp, document_id=document_id, dated=dated)
    booked = entry(stamp.club_id, found.entry_id)
    assert booked is not None  # the document refers to it
    return keep_document(
        stamp,
        kind=Kind.REVERSAL,
        dated=dated or open_date(stamp.club_id, found.dated, today=stamp.gaming_day),
        concerns=found.concerns,
        reference=str(found),
        reason=reason,
        lines=[
            line | {"debit_cents": line["credit_cents"], "credit_cents": line["debit_cents"]}
            for line in found.lines
        ],
        draft=reversal(booked.draft, entry_id=found.entry_id, memo=""),
        reverses=found,
    )


def check_days(stamp: Stamp, dated: date, concerns: date) -> None:
    """Raise PeriodIsClosed, or BadInput for a day to come or before the club's first one."""
    for field, day in (("dated", dated), ("concerns", concerns)):
        if day > stamp.gaming_day:
            raise BadInput(msg("Write today's gaming day or an earlier one."), field=field)
        if day < stamp.gaming_day and not days_between(stamp.club_id, date.min, day):
            later = days_between(stamp.club_id, day, stamp.gaming_day)
            first = later[0].day if later else stamp.gaming_day
            raise BadInput(
                msg("The club's books begin on {first:%d.%m.%Y}.", first=first), field=field
            )
    closed = closed_until(stamp.club_id)
    if closed and dated <= closed:
        raise PeriodIsClosed(
            msg("The books are closed until {closed:%d.%m.%Y}.", closed=closed), field="dated"
        )


def read_lines(club_id: int, lines: Iterable[DocumentLine]) -> list[DraftLine]:
    """Return the lines under the ledger's accounts. Raises what a line may not do, naming it."""
    own, banks = own_by_code(club_id), bank_accounts(club_id)
    return [_read(n, each, own, banks) for n, each in enumerate(lines, start=1)]


def codes(line: DocumentLine, own: OwnAccount | None) -> dict[str, str | None]:
    """Return a line's tax code and cost centre for good; None: what an account of the chart has."""
    return {
        name: getattr(own, name, None) if (said := getattr(line, name)) is None else said
        for name in CODES
    }


def _read(
    n: int, line: DocumentLine, own: dict[str, OwnAccount], banks: dict[str, tuple[int, str]]
) -> DraftLine:
    found, bank = own.get(line.account), banks.get(line.account)
    if bool(line.debit_cents) == bool(line.credit_cents):
        raise BadInput(_of(n, msg("Write a debit or a credit.")), field="lines")
    if found is None and bank is None and line.account not in CHART:
        said = msg("There is no account {account}.", account=line.account)
        raise BadInput(_of(n, said), field="lines")
    if found is None and bank is None and line.account not in postings.OPEN_CODES:
        step, where = postings.elsewhere(line.account)
        said = msg("{account} is not corrected here.", account=CHART[line.account].name)
        raise CorrectedElsewhere(_of(n, said), field="lines", next_step=step, next_page=where)
    if found and not found.is_open:
        raise BadInput(_of(n, msg("{account} is closed.", account=str(found))), field="lines")
    limit = found.limit_cents if found else USUAL_LIMIT_CENTS
    if abs(line.cents) > limit:
        name = str(found) if found else bank[1] if bank else CHART[line.account].name
        said = msg(
            "{amount} is more than {limit}, which is plausible for {account}.",
            amount=format_cents(abs(line.cents)),
            limit=format_cents(limit),
            account=name,
        )
        raise AboveThePlausible(_of(n, said), field="lines")
    code, ref = (found.ledger_code, found.pk) if found else (line.account, 0)
    code, ref = ("bank", bank[0]) if bank and not found else (code, ref)
    return DraftLine(code=code, ref=ref, cents=line.cents)


def _of(n: int, said: Message) -> Message:
    return msg("Line {n}: {said}", n=n, said=said)


def _by_two(stamp: Stamp, cents: int, lines: Iterable[DraftLine]) -> bool:
    if stamp.act_id:
        # What is booked alone is one sum: two of one's documents at once are counted both.
        hold(Club, stamp.club_id)
    return needs_second(
        cents,
        alone_cents=alone_cents(stamp.club_id, askers(stamp), stamp.gaming_day),
        alone_under_cents=thresholds(stamp.club_id).journal_alone_under_cents,
        codes={each.code for each in lines},
        by_two=postings.BY_TWO,
    )
