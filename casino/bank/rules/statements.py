"""What a bank's statement says, whatever its file: read, then checked. Cents, money in positive."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Literal

from casino.limits import MAX_CENTS
from casino.messages import Message, msg
from casino.money import format_cents
from casino.refusals import Conflict, Refusal

MAX_TEXT_LENGTH = 500
Hint = Literal["", "card", "fee", "opening"]


class NoStatement(Refusal):
    """The file is not what it says, or not all of it is there."""

    code = "BANK-001"
    next_step = msg("Export the statement from the bank again: camt.053, MT940 or CSV.")

    def __init__(self, message: Message) -> None:
        super().__init__(message, field="file")


class OtherAccount(Refusal):
    """A statement belongs to the account whose number it names."""

    code = "BANK-002"
    next_step = msg("Choose the account that it belongs to, or add that account.")
    next_page = "bank-accounts"


class OtherCurrency(Refusal):
    """The books of a club are kept in one currency."""

    code = "BANK-003"
    next_step = msg("Import the statement of an account in the club's currency.")


class DoesNotAddUp(Refusal):
    """Opening balance and lines make the closing balance."""

    code = "BANK-004"
    next_step = msg("Export the statement again: a line is missing, or one is there twice.")


class ImportedBefore(Conflict):
    """A statement counts once."""

    code = "BANK-005"
    next_step = msg("Import the statement that follows it.")


class Overlaps(Conflict):
    """No day stands in two statements."""

    code = "BANK-006"
    next_step = msg("Export a statement that begins after the last imported day.")


class Gap(Conflict):
    """A statement begins where the one before it ended."""

    code = "BANK-007"
    next_step = msg("Import the missing statement first.")


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadLine:
    """
    A line of a statement. hint: what the bank itself calls it, "opening" what lay there before.

    charged_cents: what the bank kept of the money before it credited the rest.
    """

    booked_on: date
    cents: int
    counterparty: str = ""
    iban: str = ""
    text: str = ""
    reference: str = ""
    hint: Hint = ""
    charged_cents: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadStatement:
    """
    A statement. account, currency, number: "" where its file does not say them.

    sequence: its place among the bank's statements of a year, None where it is not numbered so.
    """

    account: str
    currency: str
    number: str
    sequence: int | None = None
    first_day: date
    last_day: date
    opening_cents: int
    closing_cents: int
    lines: tuple[ReadLine, ...]

    @property
    def said(self) -> str:
        return f"{self.first_day:%d.%m.%Y} - {self.last_day:%d.%m.%Y}"


def clean_account(text: str) -> str:
    """Return the number of an account as it is compared: without spaces, in capitals."""
    return "".join(text.split()).upper()


def check_statement(read: ReadStatement, *, account: str, currency: str) -> None:
    """Raise OtherAccount, OtherCurrency, NoStatement or DoesNotAddUp."""
    theirs, ours = clean_account(read.account), clean_account(account)
    if theirs and theirs != ours:
        said = msg(
            "This is a statement of {theirs}, not of {ours}.", theirs=theirs, ours=ours or "?"
        )
        raise OtherAccount(said, field="file")
    if read.currency and read.currency != currency:
        said = msg(
            "The statement is in {theirs}, the account in {ours}.",
            theirs=read.currency,
            ours=currency,
        )
        raise OtherCurrency(said, field="file")
    if read.first_day > read.last_day:
        raise NoStatement(msg("The statement ends before it begins: {days}.", days=read.said))
    for n, line in enumerate(read.lines, start=1):
        _check_line(read, n, line)
    total = read.opening_cents + sum(line.cents for line in read.lines)
    if total != read.closing_cents:
        said = msg(
            "Opening balance and lines come to {total}, the closing balance is {closing}.",
            total=format_cents(total),
            closing=format_cents(read.closing_cents),
        )
        raise DoesNotAddUp(said, field="file")


def _check_line(read: ReadStatement, n: int, line: ReadLine) -> None:
    if not read.first_day <= line.booked_on <= read.last_day:
        raise NoStatement(
            msg(
                "Line {n} is of {day}, the statement of {days}.",
                n=n,
                day=f"{line.booked_on:%d.%m.%Y}",
                days=read.said,
            )
        )
    if abs(line.cents) > MAX_CENTS:
        raise NoStatement(
            msg(
                "Line {n}: {amount} is not a plausible amount.",
                n=n,
                amount=format_cents(line.cents),
            )
        )


def check_follows(read: ReadStatement, before: Sequence[ReadStatement]) -> None:
    """
    Raise what keeps a statement from following those of its account, in their order.

    Raises ImportedBefore, Overlaps, Gap.
    """
    if not before:
        return
    if any(_is_same(read, each) for each in before):
        said = msg("The statement of {days} has already been imported.", days=read.said)
        raise ImportedBefore(said, field="file")
    last = before[-1]
    if read.first_day <= last.last_day:
        raise Overlaps(
            msg(
                "The statement begins on {first}; the days up to {last} have been imported.",
                first=f"{read.first_day:%d.%m.%Y}",
                last=f"{last.last_day:%d.%m.%Y}",
            ),
            field="file",
        )
    if read.opening_cents != last.closing_cents:
        raise Gap(
            msg(
                "The statement begins with {opening}, the last one ended with {closing} on {day}:"
                " one between them is missing.",
                opening=format_cents(read.opening_cents),
                closing=format_cents(last.closing_cents),
                day=f"{last.last_day:%d.%m.%Y}",
            ),
            field="file",
        )
    if _skips(last.sequence, read.sequence) and read.first_day.year == last.last_day.year:
        raise Gap(
            msg(
                "This is statement {number}, the last one was {last}: one between them is missing.",
                number=read.sequence,
                last=last.sequence,
            ),
            field="file",
        )


def check_file(found: Sequence[ReadStatement], *, account: str, currency: str) -> None:
    """Check each statement of a file, and that they follow one another."""
    if not found:
        raise NoStatement(msg("There is no statement in the file."))
    for each in found:
        check_statement(each, account=account, currency=currency)
    for one, other in pairwise(found):
        check_follows(other, [one])


def _is_same(read: ReadStatement, other: ReadStatement) -> bool:
    days = (read.first_day, read.last_day) == (other.first_day, other.last_day)
    return days and (read.opening_cents, read.closing_cents) == (
        other.opening_cents,
        other.closing_cents,
    )


def _skips(last: int | None, number: int | None) -> bool:
    return last is not None and number is not None and number > last + 1


def moving(lines: Iterable[ReadLine]) -> tuple[ReadLine, ...]:
    """Return the lines but those of 0.00: banks print notices so, and no money moves."""
    return tuple(line for line in lines if line.cents)


def shortened(text: str, most: int = MAX_TEXT_LENGTH) -> str:
    """Return a text of a file on one line, nothing invisible in it, as far as it is kept."""
    visible = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(visible.split())[:most]
